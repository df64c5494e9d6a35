#include "clew/export/sequential_assignments.hpp"

#include <gtest/gtest.h>

#include "clew/export/dve.hpp"
#include "clew/export/promela.hpp"
#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

ValueType byte_without_wrap() { return {"byte", {0, 255}, Overflow::Error, no_id<ObjectTypeId>}; }

struct TwoVariables : ModelBuilder {
  TwoVariables() {
    x = at_global(global("x", byte_without_wrap()));
    y = at_global(global("y", byte_without_wrap()));
    type = process_type("P", 1);
    location(type, 0).name = "q";
    start(type);
    action(type, 0, 0).is_simultaneous = true;
  }
  std::vector<Instruction>& effect() { return model.actions[ActionId{0}].effect; }

  Place x;
  Place y;
  ProcessTypeId type;
};

TEST(StepByStep, PutsAssignmentsIntoAnOrderThatReadsOldValues) {
  TwoVariables builder;
  const ExprId zero = builder.number(0);
  const ExprId old_x = builder.read(builder.x);
  builder.effect() = {ModelBuilder::assign(builder.x, zero),
                      ModelBuilder::assign(builder.y, old_x)};
  const StepByStep plain = step_by_step(builder.model, "DVE");
  ASSERT_EQ(plain.refusal, "");
  const Action& action = plain.model.actions[ActionId{0}];
  EXPECT_FALSE(action.is_simultaneous);
  ASSERT_EQ(action.effect.size(), 2U);
  EXPECT_EQ(action.effect[0].target.slot, builder.y.slot);
  EXPECT_EQ(action.effect[1].target.slot, builder.x.slot);
  EXPECT_EQ(to_dve(builder.model).refusal, "");
}

TEST(StepByStep, RefusesAnExchange) {
  TwoVariables builder;
  const ExprId old_x = builder.read(builder.x);
  const ExprId old_y = builder.read(builder.y);
  builder.effect() = {ModelBuilder::assign(builder.x, old_y),
                      ModelBuilder::assign(builder.y, old_x)};
  EXPECT_EQ(to_dve(builder.model).refusal,
            "an action of 'P' assigns at once what each other reads, and in DVE one assignment "
            "follows the other");
}

TEST(StepByStep, RefusesSeveralInitialStates) {
  TwoVariables builder;
  builder.model.globals.slots[SlotId{0}].is_free = true;
  EXPECT_EQ(to_promela(builder.model).refusal,
            "the model may begin in several states, which Promela cannot say");
}

TEST(StepByStep, RefusesChoicesAndBounds) {
  TwoVariables builder;
  Slot slot;
  slot.name = "amount";
  slot.type = byte_without_wrap();
  slot.initial = {0};
  builder.model.actions[ActionId{0}].choices = {builder.model.choices.add(std::move(slot))};
  EXPECT_EQ(to_dve(builder.model).refusal, "an action of 'P' chooses values, which DVE cannot say");
  builder.model.moves_max = 12;
  EXPECT_EQ(to_dve(builder.model).refusal,
            "the model bounds its runs to 12 moves, which DVE cannot say");
}

}  // namespace
}  // namespace clew
