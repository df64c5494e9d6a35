// One function per command; each returns the exit code.
#pragma once

#include "options.hpp"

namespace clew::cli {

int run_check(const Options& options);
int run_explore(const Options& options);
int run_simulate(const Options& options);
int run_draw(const Options& options);
int run_translate(const Options& options);
int run_ltl(const Options& options);
int run_bench(const Options& options);

}  // namespace clew::cli
