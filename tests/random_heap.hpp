// Random programs of Prom+ whose pointers lead nowhere as often as somewhere: moves fail in the middle of
// an effect, behind stores and before others.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

std::string random_heap_model(std::uint64_t seed);

}  // namespace clew
