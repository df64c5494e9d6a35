// A path through a model that people and tools can follow.
//
// Engines hand over what happened (MoveList); the judge recomputes the states (replay).  A list
// that does not replay is a defect of Clew, never a counterexample.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/model/interpreter.hpp"

namespace clew {

// The moves of a path, each as its firings.  One without firings is a stutter:
// where no move leads to a state the system stays as it is, and an infinite run goes on that way.
using MoveList = std::vector<std::vector<Firing>>;

// A path from an initial state.
struct MovePath {
  State first;
  MoveList moves;
  friend bool operator==(const MovePath&, const MovePath&) = default;
};

struct TraceStep {
  std::vector<Firing> firings;  // empty for step 0 and for stutters
  State state;                  // after the move
  const Instruction* failed_assertion = nullptr;
  std::vector<Printed> printed;  // if the judge collects output
};

struct Trace {
  std::vector<TraceStep> steps;           // step 0 is the initial state
  std::optional<std::size_t> loop_start;  // a lasso: the state of the last step is that of this one
  // The path ends in a move that goes wrong: what was tried in the last state, and the error.
  std::vector<Firing> failing_firings;
  std::optional<RuntimeError> error;
  const Instruction* assertion_before_error = nullptr;  // that failed on the way there

  // Number of moves, the failing one included.
  std::size_t length() const { return steps.size() - 1 + (error ? 1 : 0); }
};

struct Replay {
  Trace trace;  // as far as it is possible
  // The first move that is not, counted from 1; 0: the path begins in a state that is not initial.
  std::optional<std::size_t> impossible_step;

  bool complete() const { return !impossible_step; }
};

// The trace these moves make.  A last move that ends in an error becomes the failing one.
Replay replay(const Interpreter& judge, const MovePath& path);
// From the only initial state.  REQUIRES: has_fixed_start(model), else ContractError.
Replay replay(const Interpreter& judge, const MoveList& moves);
// The same from any state on.
Replay replay_from(const Interpreter& judge, State first, const MoveList& moves);

// The firings of the first move from `source` to `target`; empty if there is none.
std::vector<Firing> move_between(const Interpreter& judge, const State& source,
                                 const State& target);

}  // namespace clew
