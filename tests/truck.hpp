// A small model with everything that scripts of guarded updates need: a free variable, a choice, and
// assignments that happen at once.
//
//   load in 0..4 is free, with load >= `load_min` at first; sum = 0
//   [amount in 1..3]  amount <= load:   load, sum = load - amount, load      (at once)
#pragma once

#include "clew/model/builder_test.hpp"

namespace clew {

inline ValueType number_within(Value low, Value high) {
  return {"int", {low, high}, Overflow::Error, no_id<ObjectTypeId>};
}

struct Truck : ModelBuilder {
  explicit Truck(Value load_min, Value amount_max = 3) {
    model.name = "truck";
    model.file = "truck.uts";
    model.language = "dve";  // whose expressions are read
    const SlotId load_slot = global("load", number_within(0, 4));
    const SlotId sum_slot = global("sum", number_within(0, 4));
    load = at_global(load_slot);
    sum = at_global(sum_slot);
    model.globals.slots[load_slot].is_free = true;
    model.initial_condition = binary(Op::GreaterEqual, read(load), number(load_min));
    Slot amount;
    amount.name = "amount";
    amount.type = number_within(1, amount_max);
    amount.initial = {1};
    Place chosen;
    chosen.scope = Scope::Choice;
    chosen.slot = model.choices.add(std::move(amount));
    const ProcessTypeId type = process_type("Truck", 1);
    location(type, 0).name = "road";
    const ExprId guard = binary(Op::LessEqual, read(chosen), read(load));
    const ExprId rest = binary(Op::Subtract, read(load), read(chosen));
    const ExprId old_load = read(load);
    Action& unload = action(type, 0, 0);
    unload.guard = guard;
    unload.choices = {chosen.slot};
    unload.effect = {assign(load, rest), assign(sum, old_load)};
    unload.is_simultaneous = true;
    unload.text = "load, sum = load - amount, load";
    start(type);
  }
  Place load;
  Place sum;
};

}  // namespace clew
