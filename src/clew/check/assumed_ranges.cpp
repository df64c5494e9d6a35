#include "clew/check/assumed_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "clew/check/report.hpp"
#include "clew/model/assumed_range.hpp"

namespace clew {

namespace {

// What an action would be without the assumed ranges: enabled where they alone keep it from being taken,
// and then an assertion that fails.  Front-ends write a range into the guard, as a conjunct that compares
// the value that is assigned with an end of it.
class StoppedAction {
 public:
  StoppedAction(Model& model, const Action& action) : model_(model), action_(action) {}

  // Adds it to the model; false if no assumed range stands in the guard.
  bool add() {
    if (!is_some(action_.guard)) return false;
    look_at(action_.guard);
    if (!is_some(leaves_)) return false;
    Action stopped;
    stopped.owner = action_.owner;
    stopped.from = stopped.to = action_.from;
    stopped.guard = both(rest_, leaves_);
    stopped.choices = action_.choices;
    Instruction fails;
    fails.kind = Instruction::Kind::Assert;
    fails.value = model_.add_constant(0, action_.span);
    fails.text = action_.text;
    fails.span = action_.span;
    stopped.effect.push_back(std::move(fails));
    stopped.text = action_.text;
    stopped.span = action_.span;
    model_.actions.add(std::move(stopped));
    return true;
  }

 private:
  ExprId both(ExprId left, ExprId right) {
    return is_some(left) ? model_.add_binary(Op::And, left, right) : right;
  }

  void look_at(ExprId id) {
    const Expr expr = model_.exprs[id];
    if (expr.op == Op::And) {
      look_at(expr.left);
      look_at(expr.right);
    } else if (!is_assumed(expr)) {
      rest_ = both(rest_, id);
    } else if (expr.op != Op::Imply) {
      const ExprId fails = model_.add_unary(Op::Not, id);
      leaves_ = is_some(leaves_) ? model_.add_binary(Op::Or, leaves_, fails) : fails;
    }
  }

  // Also "if it has a value, it lies within the range".
  bool is_assumed(const Expr& expr) const {
    if (expr.op == Op::Imply) return is_assumed(model_.exprs[expr.right]);
    if (expr.op != Op::LessEqual && expr.op != Op::GreaterEqual) return false;
    const Expr& end = model_.exprs[expr.right];
    if (end.op != Op::Constant) return false;
    return std::any_of(action_.effect.begin(), action_.effect.end(), [&](const Instruction& step) {
      if (step.kind != Instruction::Kind::Assign || step.value != expr.left) return false;
      const Slot& slot = model_.slot_of(step.target, action_.owner);
      const Range range = slot.type.range;
      const Value wanted = expr.op == Op::LessEqual ? range.high : range.low;
      return has_assumed_range(slot) && end.constant == wanted;
    });
  }

  Model& model_;
  const Action action_;
  ExprId rest_ = no_id<ExprId>;
  ExprId leaves_ = no_id<ExprId>;
};

bool has_assumed_ranges(const Model& model) {
  const auto has_some = [](const Frame& frame) {
    return std::any_of(frame.slots.begin(), frame.slots.end(), has_assumed_range);
  };
  return has_some(model.globals) ||
         std::any_of(model.process_types.begin(), model.process_types.end(),
                     [&](const ProcessType& type) { return has_some(type.frame); });
}

}  // namespace

std::string warning_about_assumed_ranges(const EngineInfo& engine, const Model& system,
                                         EngineTask task) {
  if (!has_assumed_ranges(system)) return {};
  // Beside the real actions the stopped ones change no state, so the same states are reachable.
  Model watched = system;
  bool has_some = false;
  for (const Action& action : system.actions) {
    has_some = StoppedAction(watched, action).add() || has_some;
  }
  if (!has_some) return {};
  Property property;
  property.name = property.text = "assertions";
  property.kind = PropertyKind::Assertions;
  task.properties = {property};
  task.reduction = Reduction::None;
  task.all_violations = false;
  task.explore_everything = false;
  const EngineReport answers = engine.run(watched, task);
  const Finding& finding = answers.findings.front();
  if (finding.verdict != Verdict::Violated || finding.traces.empty()) return {};
  const MovePath& path = finding.traces.front();
  if (path.moves.empty()) return {};
  for (const Firing& firing : path.moves.back()) {
    if (to_index(firing.action) < system.actions.size()) continue;
    const Action& stopped = watched.actions[firing.action];
    return fmt::format(
        "'{}' ({}:{}) is stopped in some state by a range that was assumed, and by nothing else",
        stopped.text, file_of(system, stopped.span), stopped.span.line);
  }
  return {};
}

}  // namespace clew
