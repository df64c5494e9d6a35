// Random models of processes that nothing tells apart: what symmetry reduction is tested with.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

// A Prom+ model: a few processes of one or two types that move pointers about for ever.
std::string random_symmetric_model(std::uint64_t seed);

}  // namespace clew
