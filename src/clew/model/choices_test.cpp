#include "clew/model/choices.hpp"

#include <gtest/gtest.h>

#include "clew/model/builder_test.hpp"
#include "clew/model/print.hpp"
#include "clew/model/ranges.hpp"
#include "clew/model/trace.hpp"

namespace clew {
namespace {

ValueType number_type(Value low, Value high) {
  return {"int", {low, high}, Overflow::Error, no_id<ObjectTypeId>};
}

struct ChoiceBuilder : ModelBuilder {
  SlotId choice(const std::string& name, Value low, Value high) {
    Slot slot;
    slot.name = name;
    slot.type = number_type(low, high);
    slot.initial = {low};
    return model.choices.add(std::move(slot));
  }
  ExprId chosen(SlotId slot) {
    Place place;
    place.scope = Scope::Choice;
    place.slot = slot;
    return read(place);
  }
};

// One process that unloads 1..3 of a load of 4, as long as there is enough.
Model truck(Value amount_max = 3) {
  ChoiceBuilder builder;
  const SlotId load = builder.global("load", number_type(0, 4));
  builder.model.globals.slots[load].initial = {4};
  const SlotId amount = builder.choice("amount", 1, amount_max);
  const ProcessTypeId type = builder.process_type("Truck", 1);
  const ExprId guard = builder.binary(Op::LessEqual, builder.chosen(amount),
                                      builder.read(ModelBuilder::at_global(load)));
  const ExprId rest = builder.binary(Op::Subtract, builder.read(ModelBuilder::at_global(load)),
                                     builder.chosen(amount));
  Action& action = builder.action(type, 0, 0);
  action.guard = guard;
  action.choices = {amount};
  action.effect = {ModelBuilder::assign(ModelBuilder::at_global(load), rest)};
  builder.start(type);
  return builder.model;
}

std::string moves_text(const Interpreter& judge, const State& state) {
  std::string text;
  judge.moves(state, [&](const Move& move) {
    text += std::to_string(move.firings.front().choice) + "->" +
            (move.target ? std::to_string(move.target->values[0]) : "error") + " ";
  });
  return text;
}

TEST(Choices, MakeOneMoveForEveryEnabledCombinationInOrder) {
  const Model model = truck();
  ASSERT_EQ(validate(model), std::vector<std::string>{});
  const Interpreter judge(model);
  EXPECT_EQ(moves_text(judge, judge.initial_state()), "0->3 1->2 2->1 ");
  State two = judge.initial_state();
  two.values[0] = 2;
  EXPECT_EQ(moves_text(judge, two), "0->1 1->0 ");
}

TEST(Choices, CountTransitionsAndDeadlocks) {
  const SpaceSize size = size_of(truck());
  EXPECT_EQ(size, (SpaceSize{5, 3 + 3 + 2 + 1, 1, 0, true}));
}

TEST(Choices, AreReplayedWithoutTryingAllOfThem) {
  // Two thousand million combinations.
  const Model model = truck(2'000'000'000);
  const Interpreter judge(model);
  const ActionId action{0};
  const Replay good = replay(judge, MoveList{{{ProcessId{0}, action, 2}}});
  ASSERT_TRUE(good.complete());
  EXPECT_EQ(good.trace.steps.back().state.values[0], 1);
  EXPECT_FALSE(replay(judge, MoveList{{{ProcessId{0}, action, 4}}}).complete());
  EXPECT_FALSE(replay(judge, MoveList{{{ProcessId{0}, action, ~std::uint64_t{0}}}}).complete());
}

TEST(Choices, AreKnownToTheRangesAsTheirGuardsAllow) {
  const Ranges ranges = proven_ranges(truck());
  EXPECT_EQ(ranges.globals[0], (GappedRange{{0, 4}}));
}

TEST(Choices, BelongToTheirAction) {
  ChoiceBuilder builder;
  const SlotId amount = builder.choice("amount", 1, 3);
  const ProcessTypeId type = builder.process_type("P", 1);
  const ExprId guard = builder.chosen(amount);
  builder.action(type, 0, 0).guard = guard;
  builder.start(type);
  EXPECT_EQ(validate(builder.model),
            std::vector<std::string>{"a guard reads a choice that its action has not"});
  Place place;
  place.scope = Scope::Choice;
  place.slot = amount;
  builder.model.actions[ActionId{0}].choices = {amount, amount};
  EXPECT_EQ(validate(builder.model),
            (std::vector<std::string>(2, "an action has the same choice twice")));
  builder.model.actions[ActionId{0}].choices = {amount};
  const ExprId zero = builder.number(0);
  builder.model.actions[ActionId{0}].effect = {ModelBuilder::assign(place, zero)};
  EXPECT_EQ(validate(builder.model), std::vector<std::string>{"an assignment writes a choice"});
}

TEST(Choices, ArePrintedWithTheirModel) {
  EXPECT_EQ(text_of(truck()),
            "model  (, asynchronous)\n"
            "choice int amount in 1..3\n"
            "global int load in 0..4 = 4\n"
            "process type Truck, starts at 0\n"
            "  location 0\n"
            "  action 0 -> 0\n"
            "    choose amount\n"
            "    guard amount <= load\n"
            "    do load = load - amount\n"
            "process Truck of type Truck\n");
}

// x, y = y, x
Model exchange(bool at_once) {
  ChoiceBuilder builder;
  const Place x = ModelBuilder::at_global(builder.global("x", number_type(0, 9)));
  const Place y = ModelBuilder::at_global(builder.global("y", number_type(0, 9)));
  builder.model.globals.slots[x.slot].initial = {1};
  builder.model.globals.slots[y.slot].initial = {2};
  const ProcessTypeId type = builder.process_type("P", 1);
  const ExprId old_x = builder.read(x);
  const ExprId old_y = builder.read(y);
  Action& action = builder.action(type, 0, 0);
  action.is_simultaneous = at_once;
  action.effect = {ModelBuilder::assign(x, old_y), ModelBuilder::assign(y, old_x)};
  builder.start(type);
  return builder.model;
}

TEST(SimultaneousEffects, ReadWhatWasThereBefore) {
  for (const bool at_once : {false, true}) {
    const Model model = exchange(at_once);
    ASSERT_EQ(validate(model), std::vector<std::string>{});
    const Interpreter judge(model);
    judge.moves(judge.initial_state(), [&](const Move& move) {
      EXPECT_EQ(move.target->values[0], 2);
      EXPECT_EQ(move.target->values[1], at_once ? 1 : 2);
    });
    EXPECT_EQ(size_of(model).states, 2U);
  }
}

TEST(SimultaneousEffects, HappenAtOnceInSynchronousModels) {
  Model model = exchange(true);
  model.composition = Composition::Synchronous;
  const Interpreter judge(model);
  judge.moves(judge.initial_state(), [&](const Move& move) {
    EXPECT_EQ(move.target->values[0], 2);
    EXPECT_EQ(move.target->values[1], 1);
  });
}

TEST(SimultaneousEffects, AreKnownToTheRanges) {
  const Ranges ranges = proven_ranges(exchange(true));
  EXPECT_EQ(ranges.globals[0], (GappedRange{{1, 2}}));
  EXPECT_EQ(ranges.globals[1], (GappedRange{{1, 2}}));
}

TEST(SimultaneousEffects, AreAssignmentsOnly) {
  Model model = exchange(true);
  model.actions[ActionId{0}].effect.push_back(ModelBuilder::run(ProcessTypeId{0}));
  EXPECT_EQ(validate(model),
            std::vector<std::string>{"an effect that happens at once is more than assignments"});
}

}  // namespace
}  // namespace clew
