#include "clew/export/location_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clew {

namespace {

class Locator {
 public:
  explicit Locator(Model model) : result_{std::move(model), {}, {}}, model_(result_.model) {}

  LocationVariables run() {
    for (const Action& action : model_.actions) {
      if (!is_claim(action.owner)) look_for_questions(action);
    }
    if (variables_.empty()) return std::move(result_);
    for (auto& [process, slot] : variables_) declare(process, slot);
    replace_questions();
    for (Action& action : model_.actions) follow(action);
    return std::move(result_);
  }

 private:
  bool is_claim(ProcessTypeId type) const { return model_.claim && model_.claim->type == type; }

  // A type with several processes has one text for all of them, which cannot tell their variables apart.
  bool is_only_one(ProcessId process) const {
    return std::count_if(model_.processes.begin(), model_.processes.end(),
                         [&](const Process& other) {
                           return other.type == model_.processes[process].type;
                         }) == 1;
  }

  // --- who is asked about

  // Whether the expression asks where some process is.
  bool asks(ExprId id) {
    if (!is_some(id)) return false;
    const Expr& expr = model_.exprs[id];
    bool found = asks(expr.place);
    const bool is_fixed = expr.op == Op::AtLocation && expr.place.scope == Scope::Process &&
                          expr.place.process != claim_id;
    if (is_fixed && is_only_one(expr.place.process)) {
      variables_.emplace(expr.place.process, no_id<SlotId>);
      found = true;
    }
    for (const ExprId operand : operands_of(expr)) found = asks(operand) || found;
    return found;
  }

  bool asks(const Place& place) {
    const bool in_index = asks(place.index);
    return asks(place.owner) || in_index;
  }

  void look_for_questions(const Action& action) {
    const Communication& talk = action.communication;
    asks(action.guard);
    asks(model_.process_types[action.owner].provided);
    for (const ExprId value : talk.values) asks(value);
    for (const ReceiveItem& item : talk.items) {
      asks(item.value);
      asks(item.target);
    }
    bool in_effect = false;
    for (const Instruction& step : action.effect) {
      in_effect = asks(step.value) || in_effect;
      in_effect = asks(step.target) || in_effect;
    }
    // The sender's variable would change behind the receiver's effect.
    const bool meets = talk.kind != Communication::Kind::None &&
                       model_.channels[model_.fixed_channel(talk)].is_rendezvous();
    if (in_effect && (meets || action.is_simultaneous) && result_.refusal.empty()) {
      result_.refusal = fmt::format(
          "the effect of '{}' asks where a process is while several things happen at once",
          action.text);
    }
  }

  // --- what tells it

  void declare(ProcessId process, SlotId& slot) {
    const ProcessType& type = model_.type_of(process);
    Slot variable;
    variable.name = fresh(fmt::format("{}_at", model_.processes[process].name));
    variable.initial = {static_cast<Value>(to_index(type.initial))};
    result_.notes.push_back(fmt::format("'{}' is the number of the state that {} is in",
                                        variable.name, model_.processes[process].name));
    variable.type.range = type.locations.size() <= 256 ? Range{0, 255} : full_range;
    slot = model_.globals.add(std::move(variable));
  }

  std::string fresh(std::string name) const {
    const auto is_taken = [&] {
      return is_some(model_.globals.id_of(name)) || is_some(model_.constants.id_of(name)) ||
             std::any_of(model_.channels.begin(), model_.channels.end(),
                         [&](const Channel& channel) { return channel.name == name; }) ||
             is_some(model_.process_named(name));
    };
    while (is_taken()) name += '_';
    return name;
  }

  void replace_questions() {
    const std::size_t count = model_.exprs.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto id = to_id<ExprId>(i);
      const Expr asked = model_.exprs[id];
      const bool is_fixed = asked.op == Op::AtLocation && asked.place.scope == Scope::Process;
      const auto known = is_fixed ? variables_.find(asked.place.process) : variables_.end();
      if (known == variables_.end()) continue;
      Expr read;
      read.op = Op::Read;
      read.place.slot = known->second;
      Expr answer;
      answer.op = Op::Equal;
      answer.left = model_.add_expr(std::move(read));
      answer.right = model_.add_constant(static_cast<Value>(to_index(asked.location)));
      answer.span = asked.span;
      model_.exprs[id] = std::move(answer);
    }
  }

  void follow(Action& action) {
    for (const auto& [process, slot] : variables_) {
      if (model_.processes[process].type != action.owner || action.from == action.to) continue;
      Instruction step;
      step.target.scope = Scope::Global;
      step.target.slot = slot;
      step.value = model_.add_constant(static_cast<Value>(to_index(action.to)), action.span);
      step.span = action.span;
      action.effect.insert(action.effect.begin(), std::move(step));
    }
  }

  LocationVariables result_;
  Model& model_;
  std::map<ProcessId, SlotId> variables_;
};

}  // namespace

LocationVariables with_location_variables(Model model) { return Locator(std::move(model)).run(); }

}  // namespace clew
