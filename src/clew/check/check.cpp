#include "clew/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/check/assumed_ranges.hpp"
#include "clew/check/choose.hpp"
#include "clew/check/compare.hpp"
#include "clew/check/ctl_trace.hpp"
#include "clew/check/doubts.hpp"
#include "clew/check/lasso.hpp"
#include "clew/check/missing_process.hpp"
#include "clew/check/portfolio.hpp"
#include "clew/check/replay_in_time.hpp"
#include "clew/check/stopped.hpp"
#include "clew/check/turns.hpp"
#include "clew/check/unreached.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/print.hpp"
#include "clew/model/symmetry.hpp"
#include "clew/reduce/soundness.hpp"
#include "clew/walk/standing.hpp"
#include "clew/walk/stores.hpp"

namespace clew {

namespace {

ModelInfo info_of(const Model& model) {
  const Codec codec(model);
  return {model.file, model.language, model.processes.size() + (model.claim ? 1 : 0),
          codec.slot_count(), codec.state_bits()};
}

// Why Clew cannot answer a property at all; empty if it can.
std::string reason_against(const Property& property) {
  if (property.kind == PropertyKind::Ctl && !property.ctl) return "the property has no formula";
  if (property.is_about_runs() && !is_some(property.claim)) return "no claim watches for it";
  return {};
}

// True if the property is about the tree of all runs, and not decided by a single state of it.
bool is_about_trees(const Property& property) {
  return property.kind == PropertyKind::Ctl && !is_some(property.expr);
}

// What the last state of a trace shows, or an empty text if it shows nothing of the kind: then the
// engine and the judge disagree.
class Witness {
 public:
  Witness(const Interpreter& judge, const Property& property, const Trace& trace)
      : judge_(judge), property_(property), trace_(trace), last_(trace.steps.back().state) {}

  std::string ending() const {
    switch (property_.kind) {
      case PropertyKind::Deadlock:
      case PropertyKind::DeadlockExists: return deadlock();
      case PropertyKind::Endless: return end();
      case PropertyKind::Assertions: return assertion();
      case PropertyKind::Errors:
        return trace_.error ? at(text_of(*trace_.error), trace_.error->span) : "";
      case PropertyKind::Invariant: return invariant();
      case PropertyKind::Reach: return reached();
      default: return {};
    }
  }

 private:
  std::string at(const std::string& text, SourceSpan span) const {
    return span.is_known() ? fmt::format("{} ({}:{})", text,
                                         visible_line(file_of(judge_.model(), span)), span.line)
                           : text;
  }

  std::string deadlock() const {
    return judge_.moves(last_, [](const Move&) {}).deadlock ? "no process can move" : "";
  }

  std::string end() const {
    const Expansion expansion = judge_.moves(last_, [](const Move&) {});
    return expansion.moves == expansion.errors ? "nothing can move" : "";
  }

  std::string assertion() const {
    const Instruction* const failed_by_move =
        trace_.error ? trace_.assertion_before_error : trace_.steps.back().failed_assertion;
    if (const Instruction* const failed = failed_by_move) {
      return failure_text(judge_.model(), *failed);
    }
    const auto failed = judge_.failed_assertion(last_);
    if (!failed) return {};
    const Model& model = judge_.model();
    const Assertion& assertion = model.assertions[failed->assertion];
    const ProcessType& type = model.process_types[assertion.owner];
    const std::string what =
        failed->error ? fmt::format("has no value: {}", text_of(*failed->error)) : "is false";
    return at(fmt::format("assertion '{}' of {} at {} {}", assertion.text, type.name,
                          type.locations[assertion.location].name, what),
              assertion.span);
  }

  std::string invariant() const {
    const Evaluation evaluation = judge_.evaluate(property_.expr, last_);
    if (evaluation.error)
      return fmt::format("'{}' has no value: {}", property_.text, text_of(*evaluation.error));
    return evaluation.value == 0 ? fmt::format("'{}' is false", property_.text) : "";
  }

  std::string reached() const {
    const Evaluation evaluation = judge_.evaluate(property_.expr, last_);
    return !evaluation.error && evaluation.value != 0 ? fmt::format("'{}' is true", property_.text)
                                                      : "";
  }

  const Interpreter& judge_;
  const Property& property_;
  const Trace& trace_;
  const State& last_;
};

EngineTask task_from(const Model& model, const CheckOptions& options) {
  EngineTask task;
  static_cast<SearchOptions&>(task) = options;
  task.ends = Ends::Stutter;  // of what is not about runs
  // What the model itself says about the length of runs is a depth limit like the user's.
  std::uint64_t& level_max = task.limits.level_max;
  if (model.moves_max && (level_max == 0 || *model.moves_max < level_max)) {
    level_max = *model.moves_max;
  }
  return task;
}

// Why no move may be left out for any such property; empty if some may.
std::string reason_against_partial_order(const EngineTask& task) {
  const bool is_searched_in_words =
      (task.order == Order::BreadthFirst || task.order == Order::DepthFirst) &&
      task.store != "exact";
  if (!is_searched_in_words) {
    return "only --order bfs and dfs, with another store than exact, leave out moves";
  }
  if (task.limits.level_max != 0) return "a depth limit counts moves, and others may come first";
  if (task.all_violations || task.violations_kept_max > 1) {
    return "not every violation is met when moves are left out, so they cannot be counted or "
           "listed";
  }
  return {};
}

// Why none may be left out for this one.
std::string reason_against_partial_order(const EngineTask& task, const Model& model,
                                const Property& property) {
  std::string obstacle = reason_against_partial_order(model, property);
  if (obstacle.empty()) obstacle = reason_against_partial_order(task);
  const bool is_about_runs = is_some(property.claim) || property.kind == PropertyKind::Infinite;
  if (obstacle.empty() && is_about_runs && task.fairness != Fairness::None) {
    obstacle = "fairness is about every process that can move";
  }
  return obstacle;
}

// What --reduce auto comes to: empty, or why nothing is reduced.
std::string settle_reduction(EngineTask& task, const Model& model, const CheckOptions& options) {
  const bool is_asked = options.reduces_where_sound && options.reduction == Reduction::None;
  if (!is_asked || !model.has_control || task.properties.empty()) return {};
  for (const Property& property : task.properties) {
    std::string obstacle = reason_against_partial_order(task, model, property);
    if (!obstacle.empty()) return obstacle;
  }
  task.reduction = Reduction::PartialOrder;
  return {};
}

// The answers of an engine to the task about `searched`: the system, or its product with a claim.
EngineReport run_engine(const EngineInfo& engine, const Model& searched, const Model& system,
                        EngineTask& task, const CheckOptions& options) {
  std::string obstacle;
  if (engine.abilities.takes_reductions) obstacle = settle_reduction(task, system, options);
  EngineReport answers = patiently(searched, task, [&] { return engine.run(searched, task); });
  const bool walks_states = !answers.statistics.store.empty();
  if (walks_states && !obstacle.empty()) {
    answers.statistics.unreduced_because = std::move(obstacle);
  }
  return answers;
}

std::string text_of(const Model& model, const SymmetryObstacle& obstacle) {
  const std::string text = fmt::format("no symmetry reduction: {}", obstacle.text);
  const SourceSpan span = obstacle.span;
  return span.is_known()
             ? fmt::format("{} ({}:{})", text, visible_line(file_of(model, span)), span.line)
             : text;
}

// Why a reduction would not be sound for any question about the model; empty if it is.
std::string reason_against(Reduction reduction, const Model& model) {
  if (reduction == Reduction::None) return {};
  if (reduction == Reduction::PartialOrder) {
    const bool is_synchronous = model.composition == Composition::Synchronous;
    return is_synchronous ? "no partial-order reduction: all processes move at once" : "";
  }
  const auto obstacle = symmetry_obstacle(model);
  return obstacle ? text_of(model, *obstacle) : std::string();
}

// A claim that changes what it watches: its runs are none of the system's.
std::string reason_against_claim(const Model& model, ProcessTypeId claim) {
  for (const Action& action : model.actions) {
    if (action.owner != claim) continue;
    for (const Instruction& step : action.effect) {
      if (!step.has_target() || step.target.scope == Scope::Self) continue;
      return fmt::format("the claim writes '{}', a variable of the system that it watches",
                         model.slot_of(step.target, claim).name);
    }
  }
  return {};
}

// Why no engine is asked about a property; empty if one is.
std::string reason_against(const Property& property, const Model& model, const EngineTask& task) {
  const Reduction reduction = task.reduction;
  if (const std::string reason = reason_against(property); !reason.empty()) return reason;
  if (is_some(property.claim)) {
    if (std::string reason = reason_against_claim(model, property.claim); !reason.empty())
      return reason;
  }
  const bool is_endless = is_some(property.claim) || property.kind == PropertyKind::Ctl ||
                          property.kind == PropertyKind::Infinite;
  if (model.moves_max && is_endless) {
    return fmt::format("the model bounds its runs to {}, and the question is about infinite ones",
                       counted(*model.moves_max, "move"));
  }
  if (reduction == Reduction::PartialOrder) {
    const std::string obstacle = reason_against_partial_order(task, model, property);
    return obstacle.empty() ? obstacle : "no partial-order reduction: " + obstacle;
  }
  if (is_some(property.claim) && reduction != Reduction::None) {
    return "no symmetry reduction: a claim watches the processes";
  }
  if (is_about_trees(property) && reduction != Reduction::None) {
    return "no symmetry reduction: a formula over trees tells equal processes apart";
  }
  const std::string of_model = reason_against(reduction, model);
  if (!of_model.empty() || reduction == Reduction::None || !is_some(property.expr)) return of_model;
  auto obstacle = symmetry_obstacle(model, property.expr);
  if (!obstacle) return {};
  obstacle->span = {};  // a place in the property, which stands beside it
  return text_of(model, *obstacle);
}

PropertyResult unsupported(const Property& property, std::string reason) {
  PropertyResult result;
  result.property = property;
  result.reason = Reason::Unsupported;
  result.reason_text = std::move(reason);
  return result;
}

bool is_believed_without_trace(std::string_view engine) {
  const EngineInfo* const named = engine_named(engine);
  return named != nullptr && named->abilities.is_believed_without_trace;
}

// The one verdict that nobody replays: see make_unshown.
bool may_be_unshown(const Finding& finding, std::string_view engine) {
  return finding.reason == Reason::Time && is_believed_without_trace(engine);
}

// Without traces.
PropertyResult answer_of(const Property& property, const Finding& finding, const EngineTask& task,
                         std::string_view engine) {
  PropertyResult result;
  result.property = property;
  result.verdict = finding.verdict;
  result.basis = finding.basis;
  result.omission = finding.omission;
  result.engine = finding.engine.empty() ? std::string(engine) : finding.engine;
  result.reason = finding.reason;
  result.reason_text = finding.reason_text;
  result.violation_count = finding.violation_count;
  if (finding.basis == Basis::Bounded) {
    result.depth = finding.depth.value_or(task.limits.level_max);
  }
  if (is_unshown(finding)) result.depth = finding.depth.value_or(0);
  result.certificate = finding.certificate;
  if (is_unshown(finding) && !may_be_unshown(finding, result.engine)) {
    result.verdict = Verdict::Unknown;
    result.basis = Basis::None;
    result.reason = Reason::Defect;
    result.reason_text = "there is no trace";
  }
  return result;
}

// Not a counterexample: our own mistake, and so no verdict at all.
void make_defect(PropertyResult& result, std::string& defect) {
  result.verdict = Verdict::Unknown;
  result.basis = Basis::None;
  result.reason = Reason::Defect;
  result.reason_text = "the trace does not replay";
  result.traces.clear();
  defect = fmt::format("the {} engine's trace for '{}' does not replay", result.engine,
                       result.property.name);
}

// Whether what an engine has found counts although nobody can show it: see make_unshown.
bool is_certain(const EngineTask& task, std::string_view engine) {
  const StoreInfo* const store = store_named(task.store);
  const bool is_exact = store != nullptr && store->is_exact;
  return is_exact && task.reduction == Reduction::None && is_believed_without_trace(engine);
}

// The judge had no time for the whole of the trace, or contradicts it.
void leave_without_trace(PropertyResult& result, const EngineTask& task, const MovePath& path,
                         const LimitWatch& showing, std::string& defect) {
  const Reason reason = showing.reason_not_to_show();
  if (reason == Reason::None) return make_defect(result, defect);
  result.traces.clear();
  result.reason = reason;
  result.reason_text = showing.text_not_to_show();
  if (reason == Reason::Time && is_certain(task, result.engine)) {
    const bool is_shortest = task.order == Order::BreadthFirst &&
                             !result.property.is_about_runs() &&
                             result.property.kind != PropertyKind::Infinite;
    if (is_shortest) result.depth = path.moves.size();
    return;
  }
  result.verdict = Verdict::Unknown;
  result.basis = Basis::None;
}

// EF p and AG p: an engine is asked for a state that decides.  Whether there is a deadlock, or must be
// none, is the same search.
Property state_question(Property property) {
  if (property.kind == PropertyKind::Ctl) property.kind = PropertyKind::Reach;
  if (property.kind == PropertyKind::DeadlockExists) property.kind = PropertyKind::Deadlock;
  return property;
}

// The answer to EF p or AG p from that to state_question.
PropertyResult decided_by_a_state(const Interpreter& judge, const Property& property,
                                  const Finding& finding, const EngineTask& task,
                                  std::string_view engine, std::string& defect) {
  PropertyResult result = answer_of(property, finding, task, engine);
  if (!property.is_existential() && finding.verdict != Verdict::Unknown) {
    const bool is_met = finding.verdict == Verdict::Holds;
    result.verdict = is_met ? Verdict::Violated : Verdict::Holds;
  }
  for (const MovePath& path : finding.traces) {
    auto shown = shown_run(judge, property, path);
    if (!shown) {
      make_defect(result, defect);
      return result;
    }
    result.traces.push_back(std::move(*shown));
  }
  return result;
}

// Why an invariant has neither value where the trace ends: it looks at a process that is not there.  Empty if
// it has one, or if something else is wrong with it.
std::string reason_without_process(const Interpreter& judge, const Property& property,
                                   const Trace& trace) {
  if (property.kind != PropertyKind::Invariant || trace.error) return {};
  const auto last = judge.evaluate(property.expr, trace.steps.back().state);
  if (!last.error || last.error->kind != ErrorKind::NoSuchProcess) return {};
  return fmt::format("'{}' has no value {}: the process does not exist {}", property.text,
                     trace.length() == 0 ? "in the initial state"
                                         : fmt::format("after {}", counted(trace.length(), "move")),
                     when_missing(judge, property.expr, trace));
}

// `showing`: has watched since the engine was asked.
PropertyResult result_of(const Interpreter& judge, const Property& property, const Finding& finding,
                         const EngineTask& task, LimitWatch& showing, std::string_view engine,
                         std::string& defect) {
  if (property.kind == PropertyKind::Ctl) {
    return decided_by_a_state(judge, property, finding, task, engine, defect);
  }
  PropertyResult result = answer_of(property, finding, task, engine);
  if (property.kind == PropertyKind::DeadlockExists && finding.verdict != Verdict::Unknown) {
    const bool is_found = finding.verdict == Verdict::Violated;
    result.verdict = is_found ? Verdict::Holds : Verdict::Violated;
  }
  for (const MovePath& path : finding.traces) {
    auto replayed = replay_in_time(judge, path, showing);
    const bool is_whole = replayed && replayed->complete();
    const std::string ending =
        is_whole ? Witness(judge, property, replayed->trace).ending() : std::string();
    if (ending.empty()) {
      leave_without_trace(result, task, path, showing, defect);
      return result;
    }
    if (std::string reason = reason_without_process(judge, property, replayed->trace);
        !reason.empty()) {
      result.traces.clear();
      result.verdict = Verdict::Unknown;
      result.basis = Basis::None;
      result.reason = Reason::Error;
      result.reason_text = std::move(reason);
      return result;
    }
    result.traces.push_back({std::move(replayed->trace), ending});
  }
  return result;
}

// Fills everything but the properties; the statistics, with perhaps millions of levels, are moved.
void take_over(Report& report, EngineReport& from) {
  report.statistics = std::move(from.statistics);
  report.finished = from.finished;
  report.stop_reason = from.stop_reason;
  report.stop_text = from.stop_text;
  const Statements statements(*report.model);
  report.statement_count = statements.count();
  report.unreached = statements.untaken(from.action_taken);
}

// If no run that ends is wanted: one that does (violated), or why it is not known that none does.
std::optional<PropertyResult> unwanted_end(const EngineInfo& engine, const Interpreter& system,
                                           const CheckOptions& options, std::string& defect) {
  if (options.ends != Ends::Reject) return std::nullopt;
  EngineTask task = task_from(system.model(), options);
  task.properties.emplace_back();
  task.properties.back().name = "endless";
  task.properties.back().kind = PropertyKind::Endless;
  LimitWatch showing(task);
  const EngineReport answers = run_engine(engine, system.model(), system.model(), task, options);
  PropertyResult result = result_of(system, task.properties.front(), answers.findings.front(), task,
                                    showing, engine.name, defect);
  if (result.verdict == Verdict::Holds) return std::nullopt;
  return result;
}

// No answer, because of a run that ends, or may end.
PropertyResult refused_for_end(const Property& property, PropertyResult end) {
  end.property = property;
  end.basis = Basis::None;
  if (end.verdict == Verdict::Violated) {
    end.verdict = Verdict::Unknown;
    end.reason = Reason::Error;
    end.reason_text = "a run comes to an end, which --finite reject forbids";
  } else {
    end.reason_text =
        fmt::format("it is not known whether a run comes to an end: {}", end.reason_text);
  }
  return end;
}

// Of several engines the one that gave this answer, for more questions of the kind.
EngineInfo who_answered(const EngineInfo& asked, const Finding& finding) {
  const EngineInfo* const named = engine_named(finding.engine);
  return named && named->name != asked.name ? portfolio_of({{*named}}) : asked;
}

// The answer to a property over runs: no run is accepted by the claim that watches.
PropertyResult watched_result(const EngineInfo& engine, const Interpreter& system,
                              const Property& property, const CheckOptions& options,
                              Report& report) {
  const auto begin = std::chrono::steady_clock::now();
  const auto end = unwanted_end(engine, system, options, report.defect);
  if (end && end->verdict == Verdict::Violated) return refused_for_end(property, *end);
  const Model product = with_claim(system.model(), property.claim);
  EngineTask task = task_from(system.model(), options);
  task.properties = {property};
  const bool stays = options.ends == Ends::Stutter && property.kind != PropertyKind::Progress;
  task.ends = stays ? Ends::Stutter : Ends::Ignore;
  LimitWatch showing(task);
  const EngineReport answers = run_engine(engine, product, system.model(), task, options);
  const Finding& finding = answers.findings.front();
  PropertyResult result = answer_of(property, finding, task, engine.name);
  result.statistics = answers.statistics;
  for (const MovePath& path : finding.traces) {
    auto run = system_run(product, system, path, finding.loop_start, options.fairness, showing);
    if (!run) {
      leave_without_trace(result, task, path, showing, report.defect);
      return result;
    }
    // Where ends do not count, or processes are fair, the loop shows that such a run exists.
    if (stays && options.fairness == Fairness::None) cut_behind_decision(*run);
    result.traces.push_back(
        {run->trace, run_text(*run), truths_along(system, run->trace, property.propositions), {}});
  }
  // What an endless run shows is shown; that no run does is not known while one may end.
  if (end && result.verdict == Verdict::Holds) return refused_for_end(property, *end);
  if (result.verdict == Verdict::Holds) {
    const EngineInfo answerer = who_answered(engine, finding);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    task.limits.seconds_before += passed.count();
    const Doubts doubts = doubts_about(answerer, product, property, task, answers, options.vacuity);
    result.warnings = doubts.warnings;
    if (!doubts.failure.empty()) {
      result.verdict = Verdict::Unknown;
      result.basis = Basis::None;
      result.reason = doubts.failure_reason;
      result.reason_text = doubts.failure;
    }
  }
  if (options.properties.size() == 1) {
    report.statistics = answers.statistics;
    report.finished = answers.finished;
    report.stop_reason = answers.stop_reason;
    report.stop_text = answers.stop_text;
  }
  return result;
}

// The engine's answer to one question, without its traces.
PropertyResult answer_alone(const EngineInfo& engine, const Interpreter& judge,
                            const Property& property, const CheckOptions& options, EngineTask& task,
                            EngineReport& answers) {
  task.properties = {property};
  answers = run_engine(engine, judge.model(), judge.model(), task, options);
  PropertyResult result = answer_of(property, answers.findings.front(), task, engine.name);
  result.statistics = answers.statistics;
  return result;
}

// The answer to a formula over trees.
PropertyResult tree_result(const EngineInfo& engine, const Interpreter& judge,
                           const Property& property, const CheckOptions& options, Report& report) {
  if (options.fairness != Fairness::None) {
    return unsupported(property, "no fairness: CTL here speaks of all paths");
  }
  if (auto end = unwanted_end(engine, judge, options, report.defect)) {
    return refused_for_end(property, std::move(*end));
  }
  EngineReport answers;
  EngineTask task = task_from(judge.model(), options);
  PropertyResult result = answer_alone(engine, judge, property, options, task, answers);
  const Finding& finding = answers.findings.front();
  if (finding.tree) {
    auto shown = shown_tree(judge, property, *finding.tree);
    if (!shown) {
      make_defect(result, report.defect);
      return result;
    }
    result.traces.push_back(std::move(*shown));
  }
  if (options.properties.size() == 1) take_over(report, answers);
  return result;
}

// The answer to whether some run never ends.
PropertyResult infinite_result(const EngineInfo& engine, const Interpreter& judge,
                               const Property& property, const CheckOptions& options,
                               Report& report) {
  if (options.fairness != Fairness::None) {
    return unsupported(property, "no fairness: the question is about any infinite run");
  }
  EngineReport answers;
  EngineTask task = task_from(judge.model(), options);
  LimitWatch showing(task);
  PropertyResult result = answer_alone(engine, judge, property, options, task, answers);
  const Finding& finding = answers.findings.front();
  for (const MovePath& path : finding.traces) {
    const auto run =
        finding.loop_start ? infinite_run(judge, path, *finding.loop_start, showing) : std::nullopt;
    if (!run) {
      leave_without_trace(result, task, path, showing, report.defect);
      return result;
    }
    result.traces.push_back({run->trace, run_text(*run)});
  }
  if (options.properties.size() == 1) take_over(report, answers);
  return result;
}

// True only if it can be told without a long search.
bool has_no_initial_state(const Interpreter& judge) {
  bool is_found = false;
  std::size_t pauses = 0;
  bool is_given_up = false;
  judge.initial_states(
      [&](const State&) {
        is_found = true;
        return Continue::No;
      },
      [&] {
        constexpr std::size_t pauses_max = 64;
        is_given_up = ++pauses == pauses_max;
        return is_given_up ? Continue::No : Continue::Yes;
      });
  return !is_found && !is_given_up;
}

// That of the options; it is interrupted with whoever was patient before, or else by the watcher.
class PatienceOf {
 public:
  explicit PatienceOf(const CheckOptions& options)
      : watcher_(options.watcher),
        next_question_(std::chrono::steady_clock::now() + period),
        patience_(options.limits, [this] { return is_interrupted(); }),
        scope_(patience_) {}

 private:
  static constexpr std::chrono::milliseconds period{100};

  // The watcher is for the thread that called us, and for a few times per second.
  bool is_interrupted() {
    if (outer_ != nullptr) return outer_->is_interrupted();
    const auto now = std::chrono::steady_clock::now();
    if (!watcher_ || std::this_thread::get_id() != owner_ || now < next_question_) return false;
    next_question_ = now + period;
    return watcher_(Heartbeat{}) == Continue::No;
  }

  const Patience* const outer_ = Patience::of_thread();
  const Watcher& watcher_;
  const std::thread::id owner_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_question_;
  Patience patience_;
  const Patience::Scope scope_;
};

void warn_about_start(const Interpreter& judge, Report& report) {
  if (has_fixed_start(judge.model()) || !has_no_initial_state(judge)) return;
  for (PropertyResult& result : report.properties) {
    if (result.verdict == Verdict::Unknown) continue;
    result.warnings.push_back("the model has no initial state, so it has no run");
  }
}

// What nobody moves is what it was in the beginning, and often not what was meant.
void warn_about_resting(const Model& model, Report& report) {
  if (!report.finished || report.unreached.empty()) return;
  std::set<ProcessTypeId> moving;
  const std::set<ActionId> unreached(report.unreached.begin(), report.unreached.end());
  for (const ActionId id : Statements(model).all()) {
    if (!unreached.contains(id)) moving.insert(model.actions[id].owner);
  }
  for (PropertyResult& result : report.properties) {
    const PropertyKind kind = result.property.kind;
    if (kind != PropertyKind::Invariant && kind != PropertyKind::Reach) continue;
    if (result.verdict == Verdict::Unknown) continue;
    for (const ProcessId id : processes_read(model, result.property.expr)) {
      const Process& process = model.processes[id];
      if (moving.contains(process.type)) continue;
      result.warnings.push_back(
          fmt::format("process '{}', which the property looks at, never moves", process.name));
    }
  }
}

bool is_asked_alone(const Property& property) {
  return is_some(property.claim) || is_about_trees(property) ||
         property.kind == PropertyKind::Infinite;
}

// By property: why it is not asked at all; empty if it is.
std::vector<std::string> reasons_against(const Model& model, const CheckOptions& options) {
  const EngineTask task = task_from(model, options);
  std::vector<std::string> reasons;
  for (const Property& property : options.properties) {
    reasons.push_back(reason_against(property, model, task));
    if (property.kind == PropertyKind::Ctl && options.ends == Ends::Ignore) {
      reasons.back() =
          "--finite ignore is not part of CTL: a run that ends stays in its last state";
    }
  }
  return reasons;
}

// One question is about all properties that a look at single states decides.  The others are asked alone.
Turns::Questions questions_of(const Model& model, const CheckOptions& options,
                              const std::vector<std::string>& reasons) {
  Turns::Questions questions;
  std::vector<std::size_t> about_states;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!reasons[i].empty()) continue;
    if (is_asked_alone(options.properties[i])) {
      questions.push_back({i});
    } else {
      about_states.push_back(i);
    }
  }
  if (about_states.empty()) return questions;
  questions.insert(questions.begin(), about_states);
  // A search for deadlocks alone leaves out the most.
  if (about_states.size() == 1 || !options.reduces_where_sound || !model.has_control) return questions;
  const EngineTask task = task_from(model, options);
  for (const std::size_t i : about_states) {
    const Property& property = options.properties[i];
    const bool leaves_out = reason_against_partial_order(task, model, property).empty();
    if (property.kind == PropertyKind::Deadlock && leaves_out) questions.push_back({i});
  }
  return questions;
}

// The answer to the question about these properties: of the report only what follows from it is filled.
Report answer_to(const EngineInfo& engine, const Interpreter& judge,
                 const std::vector<std::size_t>& properties, const CheckOptions& options,
                 const std::shared_ptr<const Model>& model) {
  Report report;
  report.model = model;
  const Property& first = options.properties[properties.front()];
  if (is_some(first.claim)) {
    report.properties.push_back(watched_result(engine, judge, first, options, report));
  } else if (is_about_trees(first)) {
    report.properties.push_back(tree_result(engine, judge, first, options, report));
  } else if (first.kind == PropertyKind::Infinite) {
    report.properties.push_back(infinite_result(engine, judge, first, options, report));
  } else {
    EngineTask task = task_from(*model, options);
    for (const std::size_t i : properties) {
      task.properties.push_back(state_question(options.properties[i]));
    }
    LimitWatch showing(task);
    EngineReport answers = run_engine(engine, *model, *model, task, options);
    take_over(report, answers);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      report.properties.push_back(result_of(judge, options.properties[properties[i]],
                                            answers.findings[i], task, showing, engine.name,
                                            report.defect));
    }
  }
  return report;
}

// The answer to one of several questions becomes part of the whole report.
void take_over(Report& report, const std::vector<std::size_t>& properties, Report& answer) {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    PropertyResult& result = report.properties[properties[i]];
    result = answer.properties[i];
    // A larger search for the shortest trace was stopped.
    if (result.verdict != Verdict::Unknown && !result.traces.empty() &&
        result.reason != Reason::None) {
      result.warnings.push_back("a shorter trace may exist: " + result.reason_text);
    }
  }
  if (report.defect.empty()) report.defect = answer.defect;
  const bool has_figures = answer.finished || !answer.statistics.store.empty() ||
                           answer.statistics.seconds > 0 || !answer.stop_text.empty();
  if (!has_figures) return;
  report.statistics = std::move(answer.statistics);
  report.finished = answer.finished;
  report.stop_reason = answer.stop_reason;
  report.stop_text = answer.stop_text;
  report.statement_count = answer.statement_count;
  report.unreached = std::move(answer.unreached);
}

bool contains(const std::vector<std::size_t>& numbers, std::size_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

// What was found out about a property alone, where the question about it and others stayed open.
void take_over_second(Report& report, std::size_t property, const Report& answer) {
  PropertyResult& result = report.properties[property];
  if (report.defect.empty()) report.defect = answer.defect;
  if (result.verdict != Verdict::Unknown) return;
  if (answer.properties.front().verdict == Verdict::Unknown) return;
  result = answer.properties.front();
  result.statistics = answer.statistics;
}

// How far from the initial states the answers had to look; none if as far as there are states.
std::optional<std::uint64_t> levels_seen(const Report& report) {
  if (report.finished) return std::nullopt;
  std::uint64_t levels = std::max<std::uint64_t>(report.statistics.level_sizes.size(), 1);
  for (const PropertyResult& result : report.properties) {
    if (result.basis == Basis::Inductive || result.basis == Basis::Exhaustive) return std::nullopt;
    for (const ShownTrace& shown : result.traces) {
      levels = std::max<std::uint64_t>(levels, shown.trace.length());
    }
  }
  return levels;
}

// No state is looked at that lies further away than what was asked about, and not many more of them.
void warn_about_ranges(const EngineInfo& engine, EngineTask task, Report& report) {
  const bool is_answered =
      std::any_of(report.properties.begin(), report.properties.end(),
                  [](const auto& result) { return result.verdict != Verdict::Unknown; });
  if (!is_answered) return;
  const auto levels = levels_seen(report);
  std::uint64_t& level_max = task.limits.level_max;
  if (levels && (level_max == 0 || *levels < level_max)) level_max = *levels;
  constexpr std::uint64_t states_more = 100'000;
  task.states_max = report.statistics.states + states_more;
  const std::string warning = warning_about_assumed_ranges(engine, *report.model, std::move(task));
  if (warning.empty()) return;
  for (PropertyResult& result : report.properties) {
    if (result.verdict != Verdict::Unknown) result.warnings.push_back(warning);
  }
}

}  // namespace

Report check(const Model& model, const CheckOptions& options) {
  if (options.compare) return compare(engines_to_compare(options), model, options);
  const PatienceOf patience(options);
  Report report;
  try {
    const Choice choice = choose_engines(model, options);
    report = check_with(choice.engine, model, options);
    report.chosen = choice.names;
    report.because = choice.because;
  } catch (const OutOfPatience& end) {
    report.command = "check";
    report.info = info_of(model);
    report.model = std::make_shared<const Model>(without_claim(model));
    stop_at_once(report, options.properties, end);
  }
  return report;
}

Report check_with(const EngineInfo& engine, const Model& model, const CheckOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Report report;
  report.command = "check";
  report.info = info_of(model);
  report.model = std::make_shared<const Model>(without_claim(model));
  Interpreter judge(*report.model);
  judge.collect_output();
  const std::vector<std::string> reasons = reasons_against(*report.model, options);
  const Turns::Questions questions = questions_of(*report.model, options, reasons);
  const auto ask = [&](std::size_t question, const EngineInfo& asked, const CheckOptions& left) {
    try {
      return answer_to(asked, judge, questions[question], left, report.model);
    } catch (const OutOfPatience& end) {
      return stopped_answer(questions[question], left.properties, end);
    }
  };
  report.properties.resize(options.properties.size());
  std::vector<Report> answers = Turns(engine, options, ask, questions).run();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].properties.empty()) continue;  // asked alone as well, which was not needed
    const bool is_second = i > 0 && contains(questions[0], questions[i].front());
    if (is_second) {
      take_over_second(report, questions[i].front(), answers[i]);
    } else {
      take_over(report, questions[i], answers[i]);
    }
  }
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!reasons[i].empty()) {
      report.properties[i] = unsupported(options.properties[i], reasons[i]);
    }
  }
  for (const PropertyResult& result : report.properties) {
    if (result.reason != Reason::Defect || !report.defect.empty()) continue;
    report.defect =
        fmt::format("{} engine, '{}': {}", result.engine, result.property.name, result.reason_text);
  }
  warn_about_start(judge, report);
  if (options.vacuity) warn_about_resting(*report.model, report);
  EngineTask task = task_from(*report.model, options);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  task.limits.seconds_before += passed.count();
  warn_about_ranges(engine, std::move(task), report);
  return report;
}

Report explore(const Model& model, const CheckOptions& options) {
  Report report;
  report.command = "explore";
  report.info = info_of(model);
  report.model = std::make_shared<const Model>(model);
  report.stop_text = reason_against(options.reduction, model);
  if (!report.stop_text.empty()) {
    report.stop_reason = Reason::Unsupported;
    return report;
  }
  EngineTask task = task_from(model, options);
  task.explore_everything = true;
  const Choice choice = choose_explorer(options);
  const PatienceOf patience(options);
  EngineReport answers = patiently(model, task, [&] { return choice.engine.run(model, task); });
  take_over(report, answers);
  report.chosen = choice.names;
  return report;
}

}  // namespace clew
