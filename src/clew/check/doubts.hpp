// Second thoughts about a property over runs that holds.
#pragma once

#include <string>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

struct Doubts {
  // Why it may hold for the wrong reason: "'P.ready' is never true".
  std::vector<std::string> warnings;
  // A guard or an effect of the claim has no value in some state (Reason::Error), or nobody knows whether
  // one has: then there is no answer at all.  Empty if all have one, wherever the claim comes.
  std::string failure;
  Reason failure_reason = Reason::None;
};

// Asks the engine what is needed to know, and what its search for the answer did not tell already.  The
// searches keep to the limits of the task; what they do not find out for that reason is no warning.
// REQUIRES: the product has a claim; `answers` is what the engine said about it when it was asked `task`.
Doubts doubts_about(const EngineInfo& engine, const Model& product, const Property& property,
                    const EngineTask& task, const EngineReport& answers, bool with_warnings);

}  // namespace clew
