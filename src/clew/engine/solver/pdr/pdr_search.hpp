// Property directed reachability (Bradley 2011; Eén, Mishchenko and Brayton 2011): frames of states
// that may be reached by so many moves shrink, one blocked cube after the other, until a run is found
// that decides, or two frames are the same: then nothing outside is ever reached.
//
//   PdrSearch search(run, property, question);
//   while ((outcome = search.look_further()) == PdrSearch::Outcome::Open) ...;
//   if (outcome == PdrSearch::Outcome::Proven) use(search.invariant());
#pragma once

#include <queue>
#include <vector>

#include "clew/engine/solver/pdr/pdr_queries.hpp"

namespace clew {

class PdrSearch {
 public:
  enum class Outcome : std::uint8_t {
    Open,     // nothing yet
    Found,    // a run decides
    Proven,   // none does
    Bounded,  // none does within the bound
    Stopped,  // by a limit
  };

  // REQUIRES: all outlive this; the question is about states.
  PdrSearch(SolverRun& run, const Property& property, const SymbolicQuestion& question);

  // One frame more.
  Outcome look_further();

  // No run of this length or shorter decides; nothing: not even the shortest are ruled out.
  std::optional<std::uint64_t> clear() const { return clear_; }
  // REQUIRES: Found.
  const Finding& finding() const { return finding_; }
  // No state of these cubes is ever reached, and together they show it.
  // REQUIRES: Proven.
  const std::vector<StateCube>& invariant() const { return invariant_; }

 private:
  // A cube from which a run that decides is known to go on.
  struct Obligation {
    StateCube cube;
    std::optional<std::size_t> next;  // where the step leads; none: here it is decided
    PdrStep step;                     // the way there, the same from every state of the cube
  };
  struct Due {
    std::size_t frame;   // the cube must be blocked there
    std::size_t number;  // into obligations_
    bool operator<(const Due& other) const {
      return frame != other.frame ? frame > other.frame : number < other.number;
    }
  };

  static constexpr int depth_max = 1;  // of obstacles of obstacles

  Outcome add_frame();
  // True if the way from an obligation's cube begins in an initial state.
  bool is_start(std::size_t number);
  void tell(std::size_t number, std::vector<bool> first_bits);
  // False if a run was found.
  bool block_everything(std::size_t top, bool also_by_move);
  bool block_one(const Due& due, std::size_t top);
  bool is_blocked(const StateCube& cube, std::size_t frame) const;
  void add_blocked(const StateCube& cube, std::size_t frame);
  // A part of the cube that can be blocked in the frame, too (Hassan, Bradley and Somenzi 2013).
  StateCube generalised(StateCube cube, std::size_t frame, int depth);
  // Makes a cube that cannot be blocked into a part of it, or blocks what stands in the way, until it
  // can.  False if that does not lead anywhere; `needed` has to stay.
  bool is_made_blockable(StateCube& cube, std::size_t frame, int depth, const StateCube& needed);
  bool is_obstacle_removed(const StateCube& obstacle, std::size_t frame, int depth);
  // True if two frames became the same.
  bool push_forward(std::size_t top);
  void renew_if_wanted();

  SolverRun& run_;
  const Property& property_;
  const SymbolicQuestion& question_;
  PdrQueries queries_;
  std::vector<std::vector<StateCube>> blocked_;  // by frame: blocked there, and not in the next
  std::vector<Obligation> obligations_;
  std::priority_queue<Due> due_;
  std::vector<std::uint32_t> activity_;  // by bit: how often it occurred in what was blocked
  std::optional<std::uint64_t> clear_;
  Finding finding_;
  std::vector<StateCube> invariant_;
};

}  // namespace clew
