// How far is the store from what the machine can do?
#pragma once

#include "apps/bench/report/bench_results.hpp"

namespace clew::cli {

// Fills a store with `states` states of 48 bits and looks at the second half of that: three of four
// insertions are of known states.  Then random cache lines are read from as much memory.  It takes
// memory of its own, so it wants a process of its own.
BenchLimit measure_limit(std::uint64_t states);

}  // namespace clew::cli
