// Runs another program: the macro processor, Graphviz.  The only place in Clew that forks.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

struct ProgramResult {
  enum class End { Exited, NotFound, TimedOut, Crashed };
  End end = End::Exited;
  int exit_code = 0;
  std::string output;  // standard output
  std::string errors;  // standard error
};

struct ProgramLimits {
  std::chrono::milliseconds time_max{60'000};
  std::uint64_t cpu_seconds_max = 0;  // 0: no limit
  std::size_t output_bytes_max = 256U << 20;
};

// Looks `arguments[0]` up on the PATH, feeds `input` to it and collects what it prints.  A program
// that passes a limit is ended (TimedOut).
ProgramResult run_program(const std::vector<std::string>& arguments, std::string_view input,
                          const ProgramLimits& limits);

}  // namespace clew
