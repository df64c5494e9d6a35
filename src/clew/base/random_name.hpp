// Names for files that others must not be able to guess, as they could put something there before.
#pragma once

#include <string>

namespace clew {

// "3f9c0a71d5e8b624"; empty if the system has no random numbers.
std::string random_name();

}  // namespace clew
