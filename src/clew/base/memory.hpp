// How much memory this process has.
#pragma once

#include <cstdint>

namespace clew {

std::uint64_t resident_memory_bytes();       // now
std::uint64_t resident_memory_bytes_peak();  // so far

}  // namespace clew
