// The measurements of `clew bench --liveness` as Markdown tables that also read well in a terminal.
#pragma once

#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

// What was promised, then one row for each product, then how it was measured.
// REQUIRES: results.set == BenchSet::Liveness
std::string liveness_text(const BenchResults& results);

}  // namespace clew
