// Random small DVE models: every construct of the language, in odd combinations.  The same seed
// gives the same text everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

std::string random_dve_model(std::uint64_t seed);

}  // namespace clew
