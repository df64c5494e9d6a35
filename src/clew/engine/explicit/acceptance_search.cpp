#include "clew/engine/explicit/acceptance_search.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "clew/engine/explicit/packed_search.hpp"
#include "clew/model/intervals.hpp"
#include "clew/property/claim_class.hpp"
#include "clew/walk/claim_failures.hpp"
#include "clew/walk/turn_slices.hpp"

namespace clew {

namespace {

// While a search for acceptance goes on breadth first, somebody looks depth first now and then: what it finds
// may be far down, and its trace long.
class DeepSearches {
 public:
  DeepSearches(const Model& product, const EngineTask& task) : product_(product), task_(task) {}

  // As EngineTask::turn.
  std::uint64_t turn(std::uint64_t states) {
    std::uint64_t next = TurnSlices::never;
    const bool looks = task_.order == Order::BreadthFirst && task_.limits.level_max == 0 &&
                       !task_.all_violations && task_.violations_kept_max == 1;
    if (looks && !found_) {
      if (const auto size = slices_.due(states)) look(*size);
      if (!found_) next = slices_.next();
    }
    return task_.turn ? std::min(next, task_.turn(states)) : next;
  }

  // Where the other search was stopped before it met anything, this is what is known.
  void help_out(EngineReport& report) {
    if (!found_) return;
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      Finding& finding = report.findings[i];
      if (finding.verdict != Verdict::Unknown) continue;
      found_->findings[i].reason = finding.reason;
      found_->findings[i].reason_text = finding.reason_text;
      finding = std::move(found_->findings[i]);
    }
  }

 private:
  void look(std::uint64_t states) {
    for (const SuccessorOrder order : orders_.next()) {
      if (!found_) look(states, order);
    }
  }

  void look(std::uint64_t states, SuccessorOrder order) {
    EngineTask task = task_;
    task.turn = nullptr;
    task.seen = nullptr;
    task.order = Order::DepthFirst;
    task.successor_order = order;
    task.states_max = states;
    task.limits.seconds_before += seconds_since(begin_);
    EngineReport report = run_packed_search(product_, task);
    if (report.findings.front().basis != Basis::Witness) return;
    found_ = std::move(report);
    if (task_.seen) task_.seen(0);
  }

  const Model& product_;
  const EngineTask& task_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  TurnSlices slices_;
  OrdersInTurn orders_{SuccessorOrder::Listed, SuccessorOrder::Reversed, SuccessorOrder::Shuffled};
  std::optional<EngineReport> found_;
};

// What a search that has seen everything says of the claim; none if it does not.
std::optional<std::string> claim_failure_from(const Interpreter& judge, const Finding& failures,
                                              bool was_asked) {
  if (!was_asked || failures.verdict == Verdict::Holds) return std::string();
  if (failures.traces.empty()) return std::nullopt;
  const State last = replay(judge, failures.traces.front()).trace.steps.back().state;
  return claim_failures_in(judge, last).text;
}

}  // namespace

bool is_acceptance_task(const Model& model, const EngineTask& task) {
  return model.claim && class_of_claim(model) == ClaimClass::Terminal &&
         task.algorithm == CycleAlgorithm::Auto && !asks_for_fairness(model, task) &&
         task.ends == Ends::Stutter && is_packed_task(task);
}

// The claim accepts a run if it comes to an accepting location, so plain reachability decides.
EngineReport run_acceptance_search(const Model& model, const EngineTask& task) {
  Model product = model;
  const ExprId accepts = add_claim_accepts(product);
  EngineTask reach = task;
  reach.properties.clear();
  for (const Property& property : task.properties) {
    reach.properties.push_back(property);
    reach.properties.back().kind = PropertyKind::Reach;
    reach.properties.back().expr = accepts;
  }
  const bool asks_for_failures = claim_can_fail(product, product.claim->type);
  if (asks_for_failures) {
    reach.properties.emplace_back();
    reach.properties.back().kind = PropertyKind::ClaimErrors;
    // Nobody has asked about these.
    if (task.seen) {
      reach.seen = [&task](std::size_t property) {
        if (property < task.properties.size()) task.seen(property);
      };
    }
  }
  const EngineTask reach_alone = reach;
  DeepSearches deep(product, reach_alone);
  reach.turn = [&](std::uint64_t states) { return deep.turn(states); };
  EngineReport report = run_packed_search(product, reach);
  deep.help_out(report);
  const Interpreter judge(product);
  const Finding failures = asks_for_failures ? report.findings.back() : Finding{};
  if (asks_for_failures) report.findings.pop_back();
  for (Finding& finding : report.findings) {
    // To be reached is what was asked for, and what must not be.
    if (finding.verdict == Verdict::Holds) {
      finding.verdict = Verdict::Violated;
    } else if (finding.verdict == Verdict::Violated) {
      finding.verdict = Verdict::Holds;
      finding.claim_failure = claim_failure_from(judge, failures, asks_for_failures);
    }
    if (!finding.traces.empty()) finding.traces.resize(1);
  }
  return report;
}

}  // namespace clew
