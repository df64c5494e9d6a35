// What the machine is that times were taken on.
#pragma once

#include "apps/bench/report/bench_results.hpp"

namespace clew::cli {

// The commands make programs say their versions; those that are not there are left out.
BenchMachine describe_machine(const std::vector<std::vector<std::string>>& version_commands);

}  // namespace clew::cli
