#include "clew/check/lasso.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "clew/base/text.hpp"
#include "clew/check/replay_in_time.hpp"
#include "clew/property/claim_class.hpp"

namespace clew {

namespace {

bool claim_accepts(const Model& product, const State& state) {
  return product.process_types[product.claim->type]
      .locations[state.location_of(claim_id)]
      .accepting;
}

std::vector<Firing> without_claim_firings(const std::vector<Firing>& firings) {
  std::vector<Firing> kept;
  std::copy_if(firings.begin(), firings.end(), std::back_inserter(kept),
               [](const Firing& firing) { return firing.process != claim_id; });
  return kept;
}

// The state of the system within one of the product.  The processes of an initial state are the same.
State without_claim(const Interpreter& product, const Interpreter& system, const State& state) {
  State result = system.declared_state();
  const auto begin = state.values.begin();
  const Layout& layout = product.layout();
  result.values.assign(begin, begin + layout.claim_offset);
  result.values.insert(result.values.end(), begin + layout.process_offset, state.values.end());
  return result;
}

using Steps = std::vector<TraceStep>;

// The processes that some move of the state, one that does not fail, is made by.
std::set<ProcessId> enabled_in(const Interpreter& judge, const State& state) {
  std::set<ProcessId> enabled;
  judge.moves(state, [&](const Move& move) {
    if (!move.target) return;
    for (const Firing& firing : move.firings) enabled.insert(firing.process);
  });
  return enabled;
}

// Every process moves in the loop, or cannot move somewhere in it.
bool is_weakly_fair(const Interpreter& judge, const Steps& steps, std::size_t loop_start) {
  std::set<ProcessId> waits = enabled_in(judge, steps[loop_start].state);
  for (std::size_t i = loop_start + 1; i < steps.size() && !waits.empty(); ++i) {
    for (const Firing& firing : steps[i].firings) waits.erase(firing.process);
    const std::set<ProcessId> enabled = enabled_in(judge, steps[i].state);
    std::erase_if(waits, [&](ProcessId process) { return !enabled.contains(process); });
  }
  waits.erase(claim_id);
  return waits.empty();
}

bool is_accepting_lasso(const Interpreter& judge, const Steps& steps, std::size_t loop_start,
                        Fairness fairness) {
  if (loop_start + 1 >= steps.size()) return false;
  if (steps.back().state != steps[loop_start].state) return false;
  const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(loop_start);
  const bool accepts = std::any_of(begin, steps.end(), [&](const TraceStep& step) {
    return claim_accepts(judge.model(), step.state);
  });
  const bool is_fair = fairness == Fairness::None ||
                       judge.model().composition == Composition::Synchronous ||
                       is_weakly_fair(judge, steps, loop_start);
  return accepts && is_fair;
}

bool is_accepted(const Interpreter& judge, const Steps& steps,
                 std::optional<std::size_t> loop_start, Fairness fairness) {
  if (loop_start) return is_accepting_lasso(judge, steps, *loop_start, fairness);
  return class_of_claim(judge.model()) == ClaimClass::Terminal &&
         claim_accepts(judge.model(), steps.back().state);
}

// The claim moves after it has read a state, so where it accepts first, the state before has decided.
std::optional<std::size_t> deciding_step(const Model& product, const Steps& steps) {
  if (class_of_claim(product) != ClaimClass::Terminal) return std::nullopt;
  const auto first = std::find_if(steps.begin(), steps.end(), [&](const TraceStep& step) {
    return claim_accepts(product, step.state);
  });
  const auto number = static_cast<std::size_t>(first - steps.begin());
  return number == 0 ? 0 : number - 1;
}

}  // namespace

std::optional<SystemRun> system_run(const Model& product, const Interpreter& system,
                                    const MovePath& path, std::optional<std::size_t> loop_start,
                                    Fairness fairness, LimitWatch& limits) {
  const Interpreter judge(product);
  const auto watched = replay_in_time(judge, path, limits);
  if (!watched || !watched->complete() || watched->trace.error) return std::nullopt;
  if (!is_accepted(judge, watched->trace.steps, loop_start, fairness)) return std::nullopt;

  Trace trace;
  trace.steps.push_back({{}, without_claim(judge, system, path.first), nullptr, {}});
  if (!system.is_initial(trace.steps.front().state)) return std::nullopt;
  for (const std::vector<Firing>& move : path.moves) {
    const std::vector<Firing> firings = without_claim_firings(move);
    if (!limits.lets_show()) return std::nullopt;
    if (firings.empty()) {
      trace.steps.push_back({{}, trace.steps.back().state, nullptr, {}});
      continue;
    }
    Replay one = replay_from(system, trace.steps.back().state, {firings});
    if (!one.complete() || one.trace.error) return std::nullopt;
    trace.steps.push_back(std::move(one.trace.steps.back()));
  }
  const bool is_closed = !loop_start || trace.steps.back().state == trace.steps[*loop_start].state;
  if (!is_closed) return std::nullopt;
  trace.loop_start = loop_start;
  return SystemRun{std::move(trace), deciding_step(product, watched->trace.steps)};
}

std::optional<SystemRun> infinite_run(const Interpreter& judge, const MovePath& path,
                                      std::size_t loop_start, LimitWatch& limits) {
  auto replayed = replay_in_time(judge, path, limits);
  if (!replayed || !replayed->complete() || replayed->trace.error ||
      loop_start >= path.moves.size()) {
    return std::nullopt;
  }
  const std::vector<TraceStep>& steps = replayed->trace.steps;
  const bool moves = std::none_of(path.moves.begin(), path.moves.end(),
                                  [](const auto& firings) { return firings.empty(); });
  if (!moves || steps.back().state != steps[loop_start].state) return std::nullopt;
  replayed->trace.loop_start = loop_start;
  return SystemRun{std::move(replayed->trace), std::nullopt};
}

void cut_behind_decision(SystemRun& run) {
  if (!run.decided_at) return;
  run.trace.steps.resize(*run.decided_at + 1);
  run.trace.loop_start = std::nullopt;
}

std::string run_text(const SystemRun& run) {
  const std::vector<TraceStep>& steps = run.trace.steps;
  std::string text;
  if (run.decided_at) {
    text = fmt::format("step {} decides, however the run goes on", *run.decided_at);
  }
  if (!run.trace.loop_start) return text;
  const std::size_t begin = *run.trace.loop_start;
  const std::size_t length = steps.size() - 1 - begin;
  const bool stays =
      std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(begin) + 1, steps.end(),
                  [](const TraceStep& step) { return step.firings.empty(); });
  if (!text.empty()) text += "; ";
  text += fmt::format("after {} ", counted(begin, "move"));
  return text + (stays ? "nothing can move any more"
                       : fmt::format("the loop of {} is taken for ever", counted(length, "move")));
}

std::vector<std::vector<Truth>> truths_along(const Interpreter& judge, const Trace& trace,
                                             const std::vector<Proposition>& propositions) {
  std::vector<std::vector<Truth>> truths;
  if (propositions.empty()) return truths;
  for (const TraceStep& step : trace.steps) {
    std::vector<Truth>& here = truths.emplace_back();
    for (const Proposition& proposition : propositions) {
      const Evaluation evaluation = judge.evaluate(proposition.expr, step.state);
      here.push_back(evaluation.error        ? Truth::NoValue
                     : evaluation.value != 0 ? Truth::True
                                             : Truth::False);
    }
  }
  return truths;
}

}  // namespace clew
