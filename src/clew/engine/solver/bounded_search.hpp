// Runs of 0, 1, 2, ... moves from the initial states, each length asked about on its own: the first that
// decides a property is as short as any.
//
//   BoundedSearch search(run, property, question);
//   while (search.look_further() == BoundedSearch::Outcome::Clear) ...;
#pragma once

#include <memory>

#include "clew/encode/unrolled_runs.hpp"
#include "clew/engine/solver/solver_run.hpp"

namespace clew {

class BoundedSearch {
 public:
  enum class Outcome : std::uint8_t {
    Found,      // a run of this length decides
    Clear,      // none does
    Exhausted,  // none does, and none is so long
    Stopped,    // by a limit
  };

  // REQUIRES: all outlive this; the question is no refusal.
  BoundedSearch(SolverRun& run, const Property& property, const SymbolicQuestion& question);

  // Asks about runs that are one move longer than before, at first about those without a move.
  Outcome look_further();

  // The length asked about last.
  std::uint64_t length() const { return length_; }
  // No run of this length or shorter decides; nothing: the shortest were not ruled out yet.
  std::optional<std::uint64_t> clear() const { return clear_; }

  // REQUIRES: the last outcome was Found.
  const Finding& finding() const { return finding_; }

 private:
  Outcome ask_states();
  Outcome ask_loops();
  // Is there a run to the last frame in which this is true?
  SatAnswer ask(Lit lit);
  // A run to the last frame, with those moves and inputs that the solver found.
  SymbolicRun run_so_far(std::size_t moves) const;
  void tell(SymbolicRun run, bool by_move);
  void add_loop_frame();

  SolverRun& run_;
  const Property& property_;
  const SymbolicQuestion& question_;
  std::unique_ptr<SatSolver> solver_;
  Unrolled unrolled_;
  Clauses clauses_;
  std::uint64_t length_ = 0;
  std::optional<std::uint64_t> clear_;
  bool has_begun_ = false;
  Finding finding_;

  // Loops: one frame is remembered, and the last one is compared with it.
  std::vector<Lit> remembered_;  // bits
  std::vector<Lit> remembers_;   // by frame: it is that one
  Lit has_remembered_ = lit_false;
  Lit has_accepted_ = lit_false;  // since
};

}  // namespace clew
