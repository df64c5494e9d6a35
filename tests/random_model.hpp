// Random small DVE models: every construct of the language, in odd combinations.  The same seed
// gives the same text everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

std::string random_dve_model(std::uint64_t seed);

// Random models have no errors.  With some of its numbers replaced a model has: indices out of range,
// divisions by zero, values that do not fit, d_steps that block.
std::string with_other_numbers(const std::string& text, std::uint64_t seed);

// A Promela model with one more `ltl` block: a global that is a number plays a part in what is claimed.
std::string with_formula(const std::string& text, std::uint64_t seed);

}  // namespace clew
