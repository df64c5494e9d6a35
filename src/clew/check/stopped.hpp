// What is known when the patience of a run ended in the middle of something: nothing but why.
#pragma once

#include "clew/base/patience.hpp"
#include "clew/check/report.hpp"

namespace clew {

Reason reason_for(const OutOfPatience& end);

// The engine's run, or if it was left in the middle a report without answers.
EngineReport patiently(const Model& model, const EngineTask& task, FunctionRef<EngineReport()> run);

PropertyResult stopped_result(const Property& property, const OutOfPatience& end);

// Nobody has looked at anything yet.
void stop_at_once(Report& report, const std::vector<Property>& properties,
                  const OutOfPatience& end);

// The answer to some of the properties, by number.
Report stopped_answer(const std::vector<std::size_t>& asked,
                      const std::vector<Property>& properties, const OutOfPatience& end);

}  // namespace clew
