// The measurements of `clew bench` as a picture: how many times faster than SPIN, model by model.
#pragma once

#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

// SVG.  Two bars per model (one thread by processor time, two threads by wall time), the geometric
// means at the end, the targets as lines.  Models without SPIN are left out.
std::string bench_plot(const BenchResults& results);

}  // namespace clew
