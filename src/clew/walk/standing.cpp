#include "clew/walk/standing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"
#include "clew/walk/limit_watch.hpp"

namespace clew {

namespace {

std::string depth_text(const Limits& limits) {
  return fmt::format("depth limit of {} reached", counted(limits.level_max, "move"));
}

std::string omission_text(const Omission& omission) {
  const std::string text =
      fmt::format("some state was missed with probability {:.2g}", omission.probability);
  // Below that the number says the same once more.
  return omission.states < 1 ? text : fmt::format("{}, {:.0f} expected", text, omission.states);
}

Finding undecided(const Ending& ending, const Limits& limits) {
  Finding finding;
  if (ending.end == SearchEnd::Bounded) {
    finding.basis = ending.knows_levels ? Basis::Bounded : Basis::None;
    finding.reason = Reason::Depth;
    finding.reason_text = depth_text(limits);
  } else {
    finding.reason = ending.reason;
    finding.reason_text = ending.text;
  }
  return finding;
}

}  // namespace

bool everything_decided(const EngineTask& task, const std::vector<Standing>& standings) {
  if (task.explore_everything || task.all_violations || standings.empty()) return false;
  // Whether the claim failed is a second thought where more is asked: it matters if the rest holds.
  const auto is_second = [](const Property& property) {
    return property.kind == PropertyKind::ClaimErrors;
  };
  const bool has_first = !std::all_of(task.properties.begin(), task.properties.end(), is_second);
  for (std::size_t i = 0; i < standings.size(); ++i) {
    if (has_first && is_second(task.properties[i])) continue;
    if (standings[i].sightings < task.violations_kept_max) return false;
  }
  return true;
}

Finding finding_for(const Property& property, const Standing& standing, const Ending& ending,
                    const Limits& limits) {
  Finding finding;
  if (standing.sightings > 0) {
    finding.verdict = property.is_existential() ? Verdict::Holds : Verdict::Violated;
    finding.basis = Basis::Witness;
    finding.violation_count = standing.sightings;
  } else if (ending.end != SearchEnd::Exhausted) {
    finding = undecided(ending, limits);
  } else if (ending.omission) {
    finding.basis = Basis::Lossy;
    finding.omission = ending.omission->probability;
    finding.reason_text =
        fmt::format("{} seen, but {}", nothing_found(property), omission_text(*ending.omission));
  } else if (standing.failed_evaluations > 0) {
    finding.reason = Reason::Error;
    finding.reason_text =
        fmt::format("the expression has no value in {}, first because {}",
                    counted(standing.failed_evaluations, "state"), standing.first_failure);
  } else {
    finding.verdict = property.is_existential() ? Verdict::Violated : Verdict::Holds;
    finding.basis = Basis::Exhaustive;
  }
  return finding;
}

void make_unshown(Finding& finding, const LimitWatch& limits, bool is_certain) {
  const Reason reason = limits.reason_not_to_show();
  if (!is_certain || reason != Reason::Time) finding = {};
  finding.reason = reason == Reason::None ? Reason::Memory : reason;
  finding.reason_text = reason == Reason::None
                            ? "there is no memory for the search for the way to what was found"
                            : limits.text_not_to_show();
}

bool is_unshown(const Finding& finding) {
  return finding.verdict != Verdict::Unknown && finding.basis == Basis::Witness &&
         finding.traces.empty() && !finding.tree;
}

void tell_ending(EngineReport& report, const Ending& ending, const Limits& limits) {
  report.finished = ending.end == SearchEnd::Exhausted && !ending.omission;
  report.stop_reason = ending.end == SearchEnd::Bounded ? Reason::Depth : ending.reason;
  report.stop_text = ending.end == SearchEnd::Bounded ? depth_text(limits) : ending.text;
  if (ending.end == SearchEnd::Exhausted && ending.omission) {
    report.stop_text = omission_text(*ending.omission);
  }
}

}  // namespace clew
