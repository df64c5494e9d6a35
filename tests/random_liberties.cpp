#include "tests/random_liberties.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "clew/base/random.hpp"

namespace clew {

namespace {

class Liberties {
 public:
  Liberties(Model model, std::uint64_t seed) : model_(std::move(model)), random_(seed) {}

  Model run() {
    const bool is_set_up = std::any_of(model_.process_types.begin(), model_.process_types.end(),
                                       [](const ProcessType& type) { return !type.setup.empty(); });
    if (!model_.is_dynamic() && !is_set_up) free_slots();
    for (std::size_t i = 0; i < model_.actions.size(); ++i) change(to_id<ActionId>(i));
    return std::move(model_);
  }

 private:
  bool chance(std::uint64_t percent) { return random_.below(100) < percent; }

  ExprId read(const Place& place) {
    Expr expr;
    expr.op = Op::Read;
    expr.place = place;
    return model_.add_expr(std::move(expr));
  }

  // Few values each, so that there are not too many initial states.
  void add_condition(ExprId condition) {
    ExprId& all = model_.initial_condition;
    all = is_some(all) ? model_.add_binary(Op::And, all, condition) : condition;
  }

  void limit(const Place& place) {
    const ExprId most = model_.add_constant(static_cast<Value>(random_.below(3)));
    if (is_some(last_) && chance(30)) {
      add_condition(model_.add_binary(Op::Equal, read(place), last_));
    } else {
      add_condition(model_.add_binary(Op::LessEqual, read(place), most));
      add_condition(model_.add_binary(Op::GreaterEqual, read(place), model_.add_constant(0)));
    }
    last_ = read(place);
  }

  void free_slots() {
    for (std::size_t i = 0; i < model_.globals.slots.size(); ++i) {
      Place place;
      place.slot = to_id<SlotId>(i);
      free_slot(model_.globals.slots[place.slot], place);
    }
    for (std::size_t p = 0; p < model_.processes.size(); ++p) {
      Frame& frame = model_.process_types[model_.processes[to_id<ProcessId>(p)].type].frame;
      for (std::size_t i = 0; i < frame.slots.size(); ++i) {
        Place place;
        place.scope = Scope::Process;
        place.process = to_id<ProcessId>(p);
        place.slot = to_id<SlotId>(i);
        free_slot(frame.slots[place.slot], place);
      }
    }
  }

  void free_slot(Slot& slot, Place place) {
    if (slot.is_free || !chance(35)) return;
    const bool is_claims = model_.claim && place.scope == Scope::Process &&
                           model_.processes[place.process].type == model_.claim->type;
    if (is_claims) return;
    slot.is_free = true;
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      if (slot.is_vector) place.index = model_.add_constant(static_cast<Value>(i));
      limit(place);
    }
  }

  void change(ActionId id) {
    Action& action = model_.actions[id];
    const bool assigns =
        std::all_of(action.effect.begin(), action.effect.end(),
                    [](const Instruction& step) { return step.kind == Instruction::Kind::Assign; });
    if (assigns && chance(50)) action.is_simultaneous = true;
    const bool of_claim = model_.claim && model_.claim->type == action.owner;
    if (of_claim || action.communication.kind != Communication::Kind::None) return;
    for (int i = 0; i < 2; ++i) {
      if (chance(25)) add_choice(action);
    }
  }

  // Guards exclude some values, and some assignments depend on the choice.
  void add_choice(Action& action) {
    Slot slot;
    slot.name = "c" + std::to_string(model_.choices.slots.size());
    const auto low = static_cast<Value>(random_.below(3)) - 1;
    slot.type = {"int", {low, low + static_cast<Value>(random_.below(3))}, Overflow::Error, {}};
    slot.type.object = no_id<ObjectTypeId>;
    slot.initial = {low};
    Place place;
    place.scope = Scope::Choice;
    place.slot = model_.choices.add(std::move(slot));
    action.choices.push_back(place.slot);
    if (chance(50)) {
      const ExprId other = model_.add_binary(Op::NotEqual, read(place), model_.add_constant(0));
      action.guard =
          is_some(action.guard) ? model_.add_binary(Op::And, action.guard, other) : other;
    }
    for (Instruction& step : action.effect) {
      if (step.kind != Instruction::Kind::Assign || !chance(50)) continue;
      step.value = model_.add_binary(
          Op::BitAnd, model_.add_binary(Op::Add, step.value, read(place)), model_.add_constant(3));
    }
  }

  Model model_;
  SplitMix64 random_;
  ExprId last_ = no_id<ExprId>;
};

}  // namespace

Model with_liberties(Model model, std::uint64_t seed) {
  return Liberties(std::move(model), seed).run();
}

}  // namespace clew
