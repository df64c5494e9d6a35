// Second thoughts about a property over runs that holds.
#pragma once

#include <string>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

struct Doubts {
  // Why it may hold for the wrong reason: "'P.ready' is never true".
  std::vector<std::string> warnings;
  // The claim could not read a state, so there is no answer at all; empty if it could read them all.
  std::string failure;
};

// Asks the engine what is needed to know.  The searches keep to the limits of the task; what they do not
// find out for that reason is no doubt.
// REQUIRES: the product has a claim; `answers` is what the engine said about it when it was asked `task`.
Doubts doubts_about(const EngineInfo& engine, const Model& product, const Property& property,
                    const EngineTask& task, const EngineReport& answers, bool with_warnings);

}  // namespace clew
