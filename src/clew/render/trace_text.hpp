// Traces, their steps and states as text for people.
//
//   counterexample to 'deadlock', 2 moves
//     0  fork = [0, 0]   A = thinking   B = thinking
//     1  A: thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; }   line 9
//          fork[0]: 0 -> 1
//     2  B: thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; }   line 19
//          fork[1]: 0 -> 1
//        last state: fork = [1, 1]   A = has_left   B = has_left
//        end: no process can move
//
// Of a property over runs every step also says which propositions are true, as far as that is new:
//
//     0  turn = 0   P = idle
//          true: turn == 0   false: P.critical
//     1  P: idle -> critical { effect turn = 1; }   line 9
//          turn: 0 -> 1
//          now true: P.critical   now false: turn == 0
//
// Every text ends with a newline.
#pragma once

#include <span>
#include <string>

#include "clew/check/report.hpp"

namespace clew {

struct TextOptions {
  bool color = false;    // ANSI colours
  bool verbose = false;  // leave nothing out, and say how the answer was found
  bool quiet = false;    // the answer only: no statistics, no traces
};

// All values of a state, side by side, on lines that begin with `indent` blanks.
std::string state_text(const Model& model, const State& state, std::size_t indent = 0);

// One move: its number, its firings, below them the values it changed and what was printed, and
// whether an assertion failed.  The new locations of the processes that moved stand in the firings
// already and are not said twice.  `step.state` is looked at only if `succeeds`; a move of more than
// 16 firings loses its middle, unless options.verbose.  One without firings stutters.
std::string step_text(const Model& model, std::size_t number, const TraceStep& step,
                      const State& source, bool succeeds, const TextOptions& options = {});

// The steps and the end, without a heading, and below them the branches.  `propositions` are those
// of the property; without them their truth is not shown.  A trace of more than 60 steps loses its
// middle, unless options.verbose.
std::string trace_text(const Model& model, const ShownTrace& shown, const TextOptions& options = {},
                       std::span<const Proposition> propositions = {});

}  // namespace clew
