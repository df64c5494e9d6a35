#include "clew/export/sequential_assignments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/model/initial_states.hpp"

namespace clew {

namespace {

// A slot, whichever process or object it belongs to: what cannot be told apart counts as the same.
using SlotKey = std::pair<bool, SlotId>;  // global or not

SlotKey key_of(const Place& place) { return {place.scope == Scope::Global, place.slot}; }

void collect_reads(const Model& model, ExprId id, std::set<SlotKey>& reads);

void collect_reads_of_place(const Model& model, const Place& place, std::set<SlotKey>& reads) {
  if (is_some(place.index)) collect_reads(model, place.index, reads);
  if (is_some(place.owner)) collect_reads(model, place.owner, reads);
}

void collect_reads(const Model& model, ExprId id, std::set<SlotKey>& reads) {
  const Expr& expr = model.exprs[id];
  for (const ExprId operand : operands_of(expr)) collect_reads(model, operand, reads);
  if (expr.op != Op::Read) return;
  collect_reads_of_place(model, expr.place, reads);
  if (expr.place.scope != Scope::Constant) reads.insert(key_of(expr.place));
}

// The assignments in an order with the same meaning; nothing if there is none.
std::optional<std::vector<Instruction>> in_order(const Model& model,
                                                 const std::vector<Instruction>& effect) {
  std::vector<std::set<SlotKey>> reads(effect.size());
  for (std::size_t i = 0; i < effect.size(); ++i) {
    collect_reads(model, effect[i].value, reads[i]);
    collect_reads_of_place(model, effect[i].target, reads[i]);
  }
  std::vector<bool> is_placed(effect.size(), false);
  // Whoever still reads a slot, or wrote it first, goes before whoever writes it.
  const auto may_come = [&](std::size_t writer) {
    const SlotKey written = key_of(effect[writer].target);
    for (std::size_t i = 0; i < effect.size(); ++i) {
      if (i == writer || is_placed[i]) continue;
      if (reads[i].contains(written)) return false;
      if (i < writer && key_of(effect[i].target) == written) return false;
    }
    return true;
  };
  std::vector<Instruction> ordered;
  while (ordered.size() < effect.size()) {
    std::size_t next = 0;
    while (next < effect.size() && (is_placed[next] || !may_come(next))) ++next;
    if (next == effect.size()) return std::nullopt;
    is_placed[next] = true;
    ordered.push_back(effect[next]);
  }
  return ordered;
}

}  // namespace

StepByStep step_by_step(Model model, std::string_view language) {
  StepByStep result{std::move(model), {}};
  const auto refuse = [&](std::string text) {
    if (result.refusal.empty()) result.refusal = std::move(text);
  };
  if (!has_fixed_start(result.model)) {
    refuse(fmt::format("the model may begin in several states, which {} cannot say", language));
  }
  if (result.model.moves_max) {
    refuse(fmt::format("the model bounds its runs to {}, which {} cannot say",
                       counted(*result.model.moves_max, "move"), language));
  }
  for (Action& action : result.model.actions) {
    const std::string& owner = result.model.process_types[action.owner].name;
    if (!action.choices.empty()) {
      refuse(fmt::format("an action of '{}' chooses values, which {} cannot say", owner, language));
    }
    if (!action.is_simultaneous) continue;
    auto ordered = in_order(result.model, action.effect);
    if (!ordered) {
      refuse(
          fmt::format("an action of '{}' assigns at once what each other reads, and in {} one "
                      "assignment follows the other",
                      owner, language));
      continue;
    }
    action.effect = std::move(*ordered);
    action.is_simultaneous = false;
  }
  return result;
}

}  // namespace clew
