#include "clew/check/lasso.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"

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

}  // namespace

std::optional<Trace> system_lasso(const Model& product, const Interpreter& system,
                                  const MoveList& moves, std::size_t loop_start) {
  const Interpreter judge(product);
  const Replay watched = replay(judge, moves);
  if (!watched.complete() || watched.trace.error || loop_start >= moves.size()) return std::nullopt;
  const std::vector<TraceStep>& steps = watched.trace.steps;
  if (steps.back().state != steps[loop_start].state) return std::nullopt;
  const bool accepts =
      std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(loop_start), steps.end(),
                  [&](const TraceStep& step) { return claim_accepts(product, step.state); });
  if (!accepts) return std::nullopt;

  Trace trace;
  trace.steps.push_back({{}, system.initial_state(), nullptr, {}});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::vector<Firing> firings = without_claim_firings(moves[i]);
    if (firings.empty()) {
      trace.steps.push_back({{}, trace.steps.back().state, nullptr, {}});
      continue;
    }
    Replay one = replay_from(system, trace.steps.back().state, {firings});
    if (!one.complete() || one.trace.error) return std::nullopt;
    trace.steps.push_back(std::move(one.trace.steps.back()));
  }
  if (trace.steps.back().state != trace.steps[loop_start].state) return std::nullopt;
  trace.loop_start = loop_start;
  return trace;
}

std::string loop_text(const Trace& lasso) {
  const std::size_t begin = *lasso.loop_start;
  const std::size_t length = lasso.steps.size() - 1 - begin;
  const bool stays =
      std::all_of(lasso.steps.begin() + static_cast<std::ptrdiff_t>(begin) + 1, lasso.steps.end(),
                  [](const TraceStep& step) { return step.firings.empty(); });
  if (stays) return fmt::format("after {} nothing can move any more", counted(begin, "move"));
  return fmt::format("after {} the loop of {} is taken for ever", counted(begin, "move"),
                     counted(length, "move"));
}

}  // namespace clew
