#include "clew/check/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "clew/base/text.hpp"
#include "clew/check/missing_process.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/trace.hpp"
#include "clew/property/claim_class.hpp"
#include "clew/property/ltl_claim.hpp"
#include "clew/walk/claim_failures.hpp"

namespace clew {

namespace {

Property goal(const std::string& name, ExprId expr) {
  Property property;
  property.name = name;
  property.kind = PropertyKind::Reach;
  property.text = name;
  property.expr = expr;
  return property;
}

class Doubter {
 public:
  Doubter(const EngineInfo& engine, const Model& product, const Property& property,
          const EngineTask& task, const EngineReport& answers)
      : engine_(engine),
        product_(product),
        system_(without_claim(product)),
        property_(property),
        task_(task),
        states_max_(answers.statistics.states + states_more),
        begin_(std::chrono::steady_clock::now()),
        action_taken_(answers.action_taken) {}

  std::vector<std::string> warnings() {
    doubt_labels();
    doubt_propositions();
    doubt_premise();
    if (!is_decided_by_states()) doubt_infinity();
    doubt_processes();
    return std::move(warnings_);
  }

  // Whether a guard or an effect of the claim has no value where the claim comes.
  void doubt_claim(const Finding& answer, Doubts& doubts) const {
    if (!claim_can_fail(product_, product_.claim->type)) return;
    if (answer.claim_failure && answer.claim_failure->empty()) return;
    if (answer.claim_failure) {
      fail(doubts, Reason::Error, *answer.claim_failure);
      // The way to where a process is missing tells whether it was there before.
      const std::string missing = text_of(RuntimeError{ErrorKind::NoSuchProcess, {}, 0, {}, {}});
      if (!answer.claim_failure->ends_with(missing)) return;
      Doubts seen;
      doubt_failures(seen);
      if (seen.failure_reason == Reason::Error) doubts = std::move(seen);
      return;
    }
    const EngineInfo* const named =
        engine_named(answer.engine.empty() ? engine_.name : answer.engine);
    const bool is_outside = named && !named->programs.empty();
    return is_outside ? doubt_readings(doubts) : doubt_failures(doubts);
  }

 private:
  static void fail(Doubts& doubts, Reason reason, const std::string& text) {
    doubts.failure_reason = reason;
    doubts.failure = reason == Reason::Error
                         ? text
                         : "it is not known whether the claim has a value in every state: " + text;
  }

  // A search of its own through the product, for a move in which the claim fails.
  void doubt_failures(Doubts& doubts) const {
    EngineTask task = plain_task();
    task.ends = task_.ends;
    task.violations_kept_max = 1;
    task.properties.push_back(goal("claim errors", no_id<ExprId>));
    task.properties.back().kind = PropertyKind::ClaimErrors;
    const Finding found = engine_.run(product_, task).findings.front();
    if (found.verdict == Verdict::Holds) return;
    if (found.verdict == Verdict::Unknown) return fail(doubts, found.reason, found.reason_text);
    const Interpreter judge(product_);
    const std::string unshown = "a guard or an effect of the claim has no value in some state";
    if (found.traces.empty()) return fail(doubts, Reason::Error, unshown);
    const Replay run = replay(judge, found.traces.front());
    const auto failures = claim_failures_in(judge, run.trace.steps.back().state);
    std::string text = failures.count > 0 ? failures.text : unshown;
    if (is_some(failures.guard_without_process)) {
      text += fmt::format(" {}", when_missing(judge, failures.guard_without_process, run.trace));
    }
    fail(doubts, Reason::Error, text);
  }

  // Other programs are asked about states alone, and are given formulas, whose claims have no effects and
  // nothing of their own: whether a guard has a value can be read off a state.
  void doubt_readings(Doubts& doubts) const {
    Model product = product_;
    EngineTask task = plain_task();
    const ProcessTypeId claim = product.claim->type;
    for (const Action& action : product_.actions) {
      const bool may_fail =
          action.owner == claim && is_some(action.guard) && can_fail(product_, action.guard, claim);
      if (!may_fail) continue;
      Expr there;
      there.op = Op::AtLocation;
      there.place.scope = Scope::Process;
      there.place.process = claim_id;
      there.location = action.from;
      // Never true, so that nothing but the reading counts.
      const ExprId never = product.add_binary(Op::Equal, product.add_unary(Op::Not, action.guard),
                                              product.add_constant(2));
      const ExprId reads = product.add_binary(Op::And, product.add_expr(std::move(there)), never);
      task.properties.push_back(goal(action.text, reads));
    }
    task.explore_everything = true;
    for (const Finding& finding : engine_.run(product, task).findings) {
      if (finding.verdict != Verdict::Unknown) continue;
      const bool is_error = finding.reason == Reason::Error;
      if (is_error || doubts.failure.empty()) fail(doubts, finding.reason, finding.reason_text);
      if (is_error) return;
    }
  }

  EngineTask plain_task() const {
    EngineTask task = task_;
    task.properties.clear();
    task.fairness = Fairness::None;
    task.ends = Ends::Stutter;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    task.limits.seconds_before += passed.count();
    return task;
  }

  // About the system alone; notes what it was seen to do.  A question that is answered with a look at a few
  // states must not cost a look at all of them.
  EngineReport ask(EngineTask task) {
    task.states_max = states_max_;
    EngineReport answers = engine_.run(system_, task);
    for (std::size_t i = 0; i < answers.action_taken.size(); ++i) {
      if (answers.action_taken[i]) action_taken_[i] = true;
    }
    return answers;
  }

  // A label that nobody has declared is passed by nobody.
  void doubt_labels() {
    const bool is_progress = property_.kind == PropertyKind::Progress;
    if (property_.kind != PropertyKind::Acceptance && !is_progress) return;
    const auto is_marked = [&](const Location& location) {
      return is_progress ? location.is_progress : location.accepting;
    };
    for (std::size_t i = 0; i < system_.process_types.size(); ++i) {
      const auto type = to_id<ProcessTypeId>(i);
      const auto& locations = system_.process_types[type].locations;
      if (!is_claim(type) && std::any_of(locations.begin(), locations.end(), is_marked)) return;
    }
    warnings_.push_back(is_progress ? "the model has no progress labels"
                                    : "the model has no accept labels");
  }

  bool is_claim(ProcessTypeId type) const {
    const auto& declared = system_.declared_properties;
    return type == product_.claim->type ||
           std::any_of(declared.begin(), declared.end(),
                       [&](const DeclaredProperty& each) { return each.claim == type; });
  }

  void doubt_propositions() {
    EngineTask task = plain_task();
    for (const Proposition& each : property_.positives) {
      task.properties.push_back(goal(each.text, each.expr));
    }
    for (const Proposition& each : property_.antecedents) {
      task.properties.push_back(goal(each.text, each.expr));
    }
    if (task.properties.empty()) return;
    const EngineReport answers = ask(task);
    for (std::size_t i = 0; i < task.properties.size(); ++i) {
      if (answers.findings[i].verdict != Verdict::Violated) continue;
      const std::string& text = task.properties[i].text;
      const bool is_proposition = i < property_.positives.size();
      const bool was_said = !is_proposition &&
                            std::any_of(property_.positives.begin(), property_.positives.end(),
                                        [&](const Proposition& each) { return each.text == text; });
      if (was_said) continue;
      warnings_.push_back(
          is_proposition
              ? fmt::format("'{}' is never true", text)
              : fmt::format("the left side of an implication is never true: '{}'", text));
    }
  }

  // `G p -> F q` is read as `(G p) -> (F q)`, and holds where no run has p for ever.
  void doubt_premise() {
    if (!property_.premise) return;
    const LtlPremise& premise = *property_.premise;
    Model model = system_;
    Formulas formulas = premise.formulas;
    const FormulaId opposite = formulas.make(FormulaOp::Not, premise.left);
    const AddedClaim watch =
        add_claim_against(model, "premise", formulas, opposite, property_.propositions);
    if (!watch.refusal.empty()) return;
    EngineTask task = plain_task();
    task.ends = task_.ends;
    task.fairness = task_.fairness;
    task.states_max = states_max_;
    task.properties.push_back(property_);
    task.properties.back().claim = watch.type;
    const EngineReport answers = engine_.run(with_claim(model, watch.type), task);
    if (answers.findings.front().verdict != Verdict::Holds) return;
    warnings_.push_back(fmt::format("no run makes the left side '{}' true; the formula reads {}",
                                    premise.left_text, premise.written));
  }

  // Every violation is decided after finitely many moves, so it does not matter whether runs end.
  bool is_decided_by_states() const { return class_of_claim(product_) == ClaimClass::Terminal; }

  // Where the claim stops to watch, the search for it saw no more of the system; so before anybody is
  // said to rest, all of the system is looked at.
  void doubt_processes() {
    if (resting().empty()) return;
    EngineTask task = plain_task();
    task.explore_everything = true;
    if (!ask(task).finished) return;
    for (const std::string& name : resting()) {
      warnings_.push_back(fmt::format("process '{}' never moves", name));
    }
  }

  // The processes of which no search has seen a move so far.
  std::vector<std::string> resting() const {
    std::vector<std::string> names;
    for (const Process& process : system_.processes) {
      bool has_actions = false;
      bool moves = false;
      for (std::size_t k = 0; k < system_.actions.size(); ++k) {
        if (system_.actions[to_id<ActionId>(k)].owner != process.type) continue;
        has_actions = true;
        moves = moves || action_taken_[k];
      }
      if (has_actions && !moves) names.push_back(process.name);
    }
    return names;
  }

  void doubt_infinity() {
    EngineTask task = plain_task();
    Property some_run;
    some_run.name = some_run.text = "some run is infinite";
    some_run.kind = PropertyKind::Infinite;
    task.properties.push_back(some_run);
    const EngineReport answers = ask(task);
    if (answers.findings.front().verdict != Verdict::Violated) return;
    warnings_.push_back("no run is infinite: every run comes to an end, and stays there");
  }

  const EngineInfo& engine_;
  const Model& product_;
  const Model system_;
  const Property& property_;
  const EngineTask& task_;
  // What a search may look at beyond what the question itself has.
  static constexpr std::uint64_t states_more = 100'000;
  const std::uint64_t states_max_;
  const std::chrono::steady_clock::time_point begin_;
  std::vector<bool> action_taken_;  // by some search so far
  std::vector<std::string> warnings_;
};

}  // namespace

Doubts doubts_about(const EngineInfo& engine, const Model& product, const Property& property,
                    const EngineTask& task, const EngineReport& answers, bool with_warnings) {
  Doubter doubter(engine, product, property, task, answers);
  Doubts doubts;
  doubter.doubt_claim(answers.findings.front(), doubts);
  if (with_warnings && doubts.failure.empty()) doubts.warnings = doubter.warnings();
  return doubts;
}

}  // namespace clew
