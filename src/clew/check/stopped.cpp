#include "clew/check/stopped.hpp"

namespace clew {

Reason reason_for(const OutOfPatience& end) {
  switch (end.limit()) {
    case OutOfPatience::Limit::Time: return Reason::Time;
    case OutOfPatience::Limit::Memory: return Reason::Memory;
    case OutOfPatience::Limit::Interrupt: return Reason::Interrupted;
  }
  return Reason::None;
}

EngineReport patiently(const Model& model, const EngineTask& task,
                       FunctionRef<EngineReport()> run) {
  try {
    return run();
  } catch (const OutOfPatience& end) {
    EngineReport report;
    Finding finding;
    finding.reason = reason_for(end);
    finding.reason_text = end.what();
    report.findings.assign(task.properties.size(), finding);
    report.stop_reason = finding.reason;
    report.stop_text = finding.reason_text;
    report.action_taken.assign(model.actions.size(), false);
    return report;
  }
}

PropertyResult stopped_result(const Property& property, const OutOfPatience& end) {
  PropertyResult result;
  result.property = property;
  result.reason = reason_for(end);
  result.reason_text = end.what();
  return result;
}

void stop_at_once(Report& report, const std::vector<Property>& properties,
                  const OutOfPatience& end) {
  report.stop_reason = reason_for(end);
  report.stop_text = end.what();
  for (const Property& property : properties) {
    report.properties.push_back(stopped_result(property, end));
  }
}

Report stopped_answer(const std::vector<std::size_t>& asked,
                      const std::vector<Property>& properties, const OutOfPatience& end) {
  Report report;
  for (const std::size_t i : asked) {
    report.properties.push_back(stopped_result(properties[i], end));
  }
  return report;
}

}  // namespace clew
