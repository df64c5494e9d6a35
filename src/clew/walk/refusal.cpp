#include "clew/walk/refusal.hpp"

#include <fmt/format.h>

#include "clew/base/text.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/print.hpp"

namespace clew {

// Why states cannot be expanded one by one; empty if they can.
std::string reason_against_walking(const Model& model) {
  constexpr std::uint64_t combinations_max = 1U << 20;
  for (const Action& action : model.actions) {
    const std::uint64_t combinations = combinations_of(model, action);
    if (combinations <= combinations_max) continue;
    const std::string name = action.text.empty() ? text_of(model, action) : action.text;
    return fmt::format(
        "the explicit engine tries at most {} combinations of choices, and '{}' has {}",
        with_commas(combinations_max), name, with_commas(combinations));
  }
  return {};
}

EngineReport refused(const Model& model, const EngineTask& task, const std::string& reason) {
  EngineReport report;
  report.stop_reason = Reason::Unsupported;
  report.stop_text = reason;
  report.action_taken.resize(model.actions.size(), false);
  Finding finding;
  finding.reason = Reason::Unsupported;
  finding.reason_text = reason;
  report.findings.assign(task.properties.size(), finding);
  return report;
}

}  // namespace clew
