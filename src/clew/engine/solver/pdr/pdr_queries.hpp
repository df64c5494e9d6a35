// The questions that property directed reachability asks of solvers, about one move at a time.
//
// Frame i is a set of states that holds all that can be reached by i moves or fewer; it is given by
// cubes that are blocked: none of their states belongs to it.  What is blocked in frame i is blocked in
// all before it, too.  Frame 0 is the set of initial states.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clew/encode/unrolled_runs.hpp"
#include "clew/engine/solver/solver_run.hpp"
#include "clew/engine/solver/state_cube.hpp"

namespace clew {

// Thrown by every question when a limit was reached; never leaves the engine.
struct PdrStopped {};

// A state, the inputs of the move that leaves it, and which one that is.
struct PdrStep {
  std::vector<bool> bits;
  std::vector<bool> inputs;
  std::uint32_t move = 0;
};

class PdrQueries {
 public:
  // REQUIRES: all outlive this.
  PdrQueries(SolverRun& run, const SymbolicQuestion& question);

  // --- frames
  void add_frame() { acts_.push_back(solver_->add_variable()); }
  std::size_t frame_count() const { return acts_.size(); }
  void block(const StateCube& cube, std::size_t frame);
  // True if the solver has so much rubbish in it that a new one is better.
  bool wants_renewal() const { return rubbish_ > rubbish_max; }
  // A new solver that knows nothing of frames.
  void renew();

  // --- questions
  // A state of the frame in which the property is decided: by itself, or (`also_by_move`) by a move.
  std::optional<PdrStep> deciding_state(std::size_t frame, bool also_by_move);
  // A state of the frame, outside the cube if `leaves_out_cube`, with a move into the cube.  Without
  // one, `core` becomes a part of the cube into which no such move leads either.
  std::optional<PdrStep> state_before(const StateCube& cube, std::size_t frame, bool leaves_out_cube,
                                      StateCube* core);
  // An initial state of the cube.
  std::optional<std::vector<bool>> initial_state_in(const StateCube& cube);
  bool meets_initial(const StateCube& cube);
  // Puts bits of `whole`, which holds no initial state, back into `part` until it holds none either.
  StateCube apart_from_initial(StateCube part, const StateCube& whole);

  // --- as many states as possible that have the same way
  // All of which a step with the same inputs leads into the cube.
  StateCube lifted(const PdrStep& step, const StateCube& target);
  // All of which decide with the same inputs.
  StateCube lifted_decision(const PdrStep& step, bool also_by_move);

 private:
  static constexpr std::uint64_t rubbish_max = 3000;

  SatAnswer ask(SatSolver& solver, const std::vector<SatLit>& assumptions);
  std::vector<SatLit> acts_from(std::size_t frame) const;
  PdrStep step_found(bool takes_move);
  void prepare_lifter();
  // The part of the state that makes what the guard guards impossible.
  StateCube lifted_by(const PdrStep& step, SatLit guard);

  SolverRun& run_;
  const SymbolicQuestion& question_;
  const SymbolicModel& system_;
  std::vector<std::optional<bool>> fixed_;  // by bit: its value in all initial states
  bool is_start_fixed_ = false;             // all bits are, and there is an initial state

  Unrolled unrolled_;
  std::unique_ptr<SatSolver> solver_;
  std::optional<Clauses> clauses_;
  std::vector<SatLit> now_;   // by bit
  std::vector<SatLit> next_;  // by bit
  SatLit moves_{};            // guards: a move that is enabled is taken
  SatLit starts_{};           // the state is initial
  SatLit decides_{};
  SatLit decides_by_state_{};
  std::vector<SatLit> acts_;  // by frame: guards what is blocked there; of frame 0 not used
  std::uint64_t rubbish_ = 0;

  // For lifting: the model's own circuit, without frames.
  std::unique_ptr<SatSolver> lifter_;
  std::optional<Clauses> lifter_clauses_;
  std::uint64_t lifter_rubbish_ = 0;
};

}  // namespace clew
