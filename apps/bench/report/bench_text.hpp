// The measurements of `clew bench` as Markdown tables that also read well in a terminal.
#pragma once

#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

// What was promised, then times, speeds and memory model by model, then the rest, then how it was
// measured.  `plot` is the file name of a picture to show, empty if there is none.
std::string bench_text(const BenchResults& results, const std::string& plot = "");

}  // namespace clew
