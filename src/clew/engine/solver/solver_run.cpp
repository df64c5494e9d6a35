#include "clew/engine/solver/solver_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"

namespace clew {

SolverRun::SolverRun(const Model& model, const EngineTask& task, SolverKind preferred)
    : model_(model),
      task_(task),
      kind_(task.solver.value_or(preferred)),
      limits_(task),
      symbolic_(symbolic_model(model)) {}

std::unique_ptr<SatSolver> SolverRun::make_solver(SolverKind kind) {
  auto solver = make_sat_solver(kind);
  solver->set_stop([this] { return !goes_on(); });
  return solver;
}

bool SolverRun::goes_on() {
  return limits_.allows([this] {
    Heartbeat heartbeat;
    heartbeat.level = depth_;
    return heartbeat;
  });
}

std::optional<std::uint64_t> SolverRun::bound() const {
  const std::uint64_t level_max = task_.limits.level_max;
  if (level_max == 0) return model_.moves_max;
  return std::min(level_max, model_.moves_max.value_or(level_max));
}

Finding SolverRun::found(const Property& property, MovePath path) {
  Finding finding;
  finding.verdict = property.is_existential() ? Verdict::Holds : Verdict::Violated;
  finding.basis = Basis::Witness;
  finding.violation_count = 1;
  finding.traces.push_back(std::move(path));
  return finding;
}

Finding SolverRun::proven(const Property& property, Basis basis) {
  Finding finding;
  finding.verdict = property.is_existential() ? Verdict::Violated : Verdict::Holds;
  finding.basis = basis;
  return finding;
}

namespace {

void add_clear(Finding& finding, std::optional<std::uint64_t> clear) {
  if (!clear) return;
  finding.basis = Basis::Bounded;
  finding.depth = *clear;
}

}  // namespace

Finding SolverRun::stopped(std::optional<std::uint64_t> clear) const {
  Finding finding;
  finding.reason = limits_.reason();
  switch (limits_.reason()) {
    case Reason::Time:
      finding.reason_text = fmt::format("time limit of {} s reached", task_.limits.seconds_max);
      break;
    case Reason::Memory:
      finding.reason_text =
          fmt::format("memory limit of {} reached", bytes_text(task_.limits.memory_bytes_max));
      break;
    case Reason::Interrupted: finding.reason_text = "interrupted"; break;
    default:
      finding.reason = Reason::Solver;
      finding.reason_text = "the solver gave up";
      break;
  }
  add_clear(finding, clear);
  return finding;
}

Finding SolverRun::bounded(std::uint64_t bound) const {
  Finding finding;
  finding.basis = Basis::Bounded;
  finding.depth = bound;
  finding.reason = Reason::Depth;
  finding.reason_text = fmt::format("depth limit of {} reached", counted(bound, "move"));
  return finding;
}

Finding SolverRun::refused(std::string why) {
  Finding finding;
  finding.reason = Reason::Unsupported;
  finding.reason_text = std::move(why);
  return finding;
}

Finding SolverRun::without_value(std::string text) {
  Finding finding;
  finding.reason = Reason::Error;
  finding.reason_text = std::move(text);
  return finding;
}

std::optional<Finding> SolverRun::guarded(FunctionRef<std::optional<Finding>()> answer) {
  Finding finding;
  try {
    return answer();
  } catch (const SolverFailure& failure) {
    if (limits_.is_stopped()) return stopped(std::nullopt);  // in the middle of a conversation
    finding.reason = Reason::Solver;
    finding.reason_text = failure.what();
  } catch (const std::bad_alloc&) {
    finding.reason = Reason::Memory;
    finding.reason_text = "the machine has no more memory";
  }
  return finding;
}

std::optional<Finding> SolverRun::begin(const Property& property, Make make, Open& open) {
  if (!symbolic_.model) return refused(symbolic_.refusal);
  return guarded([&]() -> std::optional<Finding> {
    const SymbolicQuestion question = question_of(model_, symbolic_, property, task_);
    if (!question.refusal.empty()) return refused(question.refusal);
    open.inquiry = make(property, question);
    return std::nullopt;
  });
}

EngineReport SolverRun::answer_in_turns(Make make, FunctionRef<bool(std::uint64_t)> is_exhausted) {
  std::vector<Finding> findings(task_.properties.size());
  std::vector<Open> open;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Open next{i, nullptr};
    if (auto finding = begin(task_.properties[i], make, next)) {
      findings[i] = std::move(*finding);
    } else {
      open.push_back(std::move(next));
    }
  }
  for (std::uint64_t round = 0; !open.empty(); ++round) {
    std::erase_if(open, [&](const Open& each) {
      if (task_.is_wanted && !task_.is_wanted(each.property)) {
        findings[each.property].reason = Reason::Interrupted;
        findings[each.property].reason_text = "another engine has answered";
        return true;
      }
      auto finding = guarded([&] { return each.inquiry->look_further(); });
      if (!finding) return false;
      if (finding->reason == Reason::Solver || finding->reason == Reason::Memory) {
        add_clear(*finding, each.inquiry->clear());  // who failed did not say how far it came
      }
      findings[each.property] = std::move(*finding);
      if (task_.decided) task_.decided(each.property, findings[each.property]);
      return true;
    });
    if (open.empty() || !is_exhausted(round)) continue;
    for (const Open& each : open) findings[each.property] = each.inquiry->exhausted();
    break;
  }
  return report(std::move(findings));
}

EngineReport SolverRun::answer_each(FunctionRef<Finding(const Property&)> answer) {
  std::vector<Finding> findings;
  for (const Property& property : task_.properties) {
    const auto finding = guarded([&]() -> std::optional<Finding> {
      if (!symbolic_.model) return refused(symbolic_.refusal);
      if (!goes_on()) return stopped(std::nullopt);
      return answer(property);
    });
    findings.push_back(finding.value_or(Finding()));
  }
  return report(std::move(findings));
}

EngineReport SolverRun::report(std::vector<Finding> findings) const {
  EngineReport report;
  report.findings = std::move(findings);
  report.action_taken.resize(model_.actions.size(), true);  // nobody looked which are
  const auto is_open = [](const Finding& finding) { return finding.verdict == Verdict::Unknown; };
  const auto open = std::find_if(report.findings.begin(), report.findings.end(), is_open);
  report.finished = open == report.findings.end();
  if (!report.finished) {
    report.stop_reason = open->reason;
    report.stop_text = open->reason_text;
  }
  if (task_.explore_everything) {
    report.finished = false;
    report.stop_reason = Reason::Unsupported;
    report.stop_text = "solvers do not count states: try explicit or bdd";
  }
  report.statistics.seconds = limits_.seconds();
  report.statistics.peak_memory_bytes = resident_memory_bytes_peak();
  report.statistics.store = name_of(kind_);
  return report;
}

}  // namespace clew
