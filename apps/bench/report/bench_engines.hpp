// The report of `clew bench --engines`: Clew's engines on scripts that others have published times of,
// the portfolio beside the best engine, and large state spaces counted by decision diagrams.
#pragma once

#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

// Markdown.  REQUIRES: results.set is Engines
std::string engines_text(const BenchResults& results);

}  // namespace clew
