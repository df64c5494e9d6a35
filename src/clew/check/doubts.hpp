// Second thoughts about a property over runs that holds.
#pragma once

#include <string>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

struct Doubts {
  // Why it may hold for the wrong reason: "'P.ready' is never true".
  std::vector<std::string> warnings;
  // The claim could not read a state (Reason::Error), or nobody knows whether it could: then there is no
  // answer at all.  Empty if it could read them all.
  std::string failure;
  Reason failure_reason = Reason::None;
};

// Asks the engine what is needed to know.  The searches keep to the limits of the task; what they do not
// find out for that reason is no warning.
// REQUIRES: the product has a claim; `answers` is what the engine said about it when it was asked `task`.
Doubts doubts_about(const EngineInfo& engine, const Model& product, const Property& property,
                    const EngineTask& task, const EngineReport& answers, bool with_warnings);

}  // namespace clew
