// The measurements of `clew bench` for programs: every run, nothing rounded away.
#pragma once

#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

std::string bench_json(const BenchResults& results);

}  // namespace clew
