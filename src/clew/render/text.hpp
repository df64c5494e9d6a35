// A report as text for people.
//
//   violated  deadlock                            after 2 moves
//   holds     inv: not (A.eating and B.eating)    exhaustive
//
//   6 states, 8 transitions, 4 levels, 1 deadlock, 0 errors
//   0.01 s, 4.0 MiB, 8.0 bytes per state
//
//   counterexample to 'deadlock', 2 moves
//     0  fork = [0, 0]   A = thinking   B = thinking
//     ...
//
// Verdicts come first, one line each; then what they cost; then the traces (trace_text.hpp).
#pragma once

#include <string>

#include "clew/check/report.hpp"
#include "clew/render/trace_text.hpp"

namespace clew {

// Ends with a newline.
std::string text_report(const Report& report, const TextOptions& options = {});

// How many states each level has, as numbers and as bars.  Only a breadth-first search knows.
std::string levels_text(const Statistics& statistics);

}  // namespace clew
