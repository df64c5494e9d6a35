#include "clew/model/initial_states.hpp"

#include <gtest/gtest.h>

#include "clew/base/contract.hpp"
#include "clew/model/builder_test.hpp"
#include "clew/model/print.hpp"
#include "clew/model/ranges.hpp"

namespace clew {
namespace {

ValueType number_type(Value low, Value high) {
  return {"int", {low, high}, Overflow::Error, no_id<ObjectTypeId>};
}

// Globals x, y, z in 0..3, all free, and a process that does nothing.
struct FreeModel : ModelBuilder {
  FreeModel() {
    for (const char* const name : {"x", "y", "z"}) {
      const SlotId slot = global(name, number_type(0, 3));
      model.globals.slots[slot].is_free = true;
    }
    start(process_type("P", 1));
  }
  ExprId value(std::uint32_t slot) { return read(at_global(SlotId{slot})); }
  ExprId equal(ExprId a, ExprId b) { return binary(Op::Equal, a, b); }
  ExprId both(ExprId a, ExprId b) { return binary(Op::And, a, b); }
};

std::string text_of_initial(const Model& model) {
  EXPECT_EQ(validate(model), std::vector<std::string>{});
  const Interpreter judge(model);
  std::string text;
  judge.initial_states([&](const State& state) {
    EXPECT_TRUE(judge.is_initial(state));
    for (std::size_t i = 0; i < 3; ++i) text += std::to_string(state.values[i]);
    text += ' ';
  });
  return text;
}

TEST(InitialStates, AreAllCombinationsOfFreeValues) {
  FreeModel builder;
  const Interpreter judge(builder.model);
  std::size_t count = 0;
  judge.initial_states([&](const State&) { ++count; });
  EXPECT_EQ(count, 64U);
  EXPECT_THROW(judge.initial_state(), ContractError);
}

TEST(InitialStates, EndWhenNobodyWantsMore) {
  FreeModel builder;
  const Interpreter judge(builder.model);
  std::size_t count = 0;
  judge.initial_states([&](const State&) { return ++count == 5 ? Continue::No : Continue::Yes; });
  EXPECT_EQ(count, 5U);
}

TEST(InitialStates, SatisfyTheConditionInTheOrderOfTheState) {
  FreeModel builder;
  const ExprId sum = builder.binary(Op::Add, builder.value(0), builder.value(1));
  builder.model.initial_condition =
      builder.both(builder.equal(sum, builder.number(2)),
                   builder.binary(Op::Greater, builder.value(2), builder.number(1)));
  EXPECT_EQ(text_of_initial(builder.model), "022 023 112 113 202 203 ");
}

TEST(InitialStates, ComputeWhatIsDefined) {
  FreeModel builder;
  // x == y + 1 and z == x: y decides, and 4 is none of the values of x.
  builder.model.initial_condition = builder.both(
      builder.equal(builder.value(0), builder.binary(Op::Add, builder.value(1), builder.number(1))),
      builder.equal(builder.value(2), builder.value(0)));
  EXPECT_EQ(text_of_initial(builder.model), "101 212 323 ");
}

TEST(InitialStates, AreNoneWhereTheConditionHasNoValue) {
  FreeModel builder;
  const ExprId quotient = builder.binary(Op::Divide, builder.number(3), builder.value(0));
  builder.model.initial_condition =
      builder.both(builder.equal(quotient, builder.number(1)),
                   builder.both(builder.equal(builder.value(1), builder.number(0)),
                                builder.equal(builder.value(2), builder.number(0))));
  EXPECT_EQ(text_of_initial(builder.model), "200 300 ");
}

TEST(InitialStates, MayNotExist) {
  FreeModel builder;
  builder.model.initial_condition = builder.equal(builder.value(0), builder.number(7));
  EXPECT_EQ(text_of_initial(builder.model), "");
}

TEST(InitialStates, OfAWideRangeAreFoundThroughTheirDefinitions) {
  FreeModel builder;
  for (Slot& slot : builder.model.globals.slots)
    slot.type = number_type(-1'000'000'000, 1'000'000'000);
  builder.model.initial_condition =
      builder.both(builder.equal(builder.value(0), builder.number(5)),
                   builder.both(builder.equal(builder.value(1), builder.value(0)),
                                builder.equal(builder.value(2), builder.value(1))));
  EXPECT_EQ(text_of_initial(builder.model), "555 ");
}

TEST(InitialStates, OfAWideRangeAreFoundBetweenTheirBounds) {
  FreeModel builder;
  builder.model.globals.slots[SlotId{0}].type.range = full_range;
  builder.model.globals.slots[SlotId{1}].type.range = full_range;
  builder.model.initial_condition = builder.both(
      builder.both(builder.binary(Op::GreaterEqual, builder.value(0), builder.number(1)),
                   builder.binary(Op::Less, builder.value(0), builder.number(3))),
      builder.both(builder.binary(Op::Greater, builder.number(8), builder.value(1)),
                   builder.both(builder.binary(Op::Less, builder.number(6), builder.value(1)),
                                builder.equal(builder.number(0), builder.value(2)))));
  EXPECT_EQ(text_of_initial(builder.model), "170 270 ");
  builder.model.initial_condition =
      builder.both(builder.model.initial_condition,
                   builder.binary(Op::Greater, builder.value(0), builder.number(2'147'483'647)));
  EXPECT_EQ(text_of_initial(builder.model), "");
}

TEST(InitialStates, NarrowTheRanges) {
  FreeModel builder;
  builder.model.initial_condition =
      builder.both(builder.equal(builder.value(0), builder.number(2)),
                   builder.binary(Op::Less, builder.value(1), builder.number(2)));
  const Ranges ranges = proven_ranges(builder.model);
  EXPECT_EQ(ranges.globals[0], (GappedRange{{2, 2}}));
  EXPECT_EQ(ranges.globals[1], (GappedRange{{0, 1}}));
  EXPECT_EQ(ranges.globals[2], (GappedRange{{0, 3}}));
}

TEST(InitialStates, AreOfOneShape) {
  FreeModel builder;
  builder.action(ProcessTypeId{0}, 0, 0).effect = {ModelBuilder::run(ProcessTypeId{0})};
  EXPECT_EQ(validate(builder.model),
            std::vector<std::string>{"a model with several initial states changes its parts"});
}

TEST(InitialStates, ArePrintedAsTheirCondition) {
  FreeModel builder;
  builder.model.initial_condition = builder.equal(builder.value(0), builder.number(2));
  EXPECT_EQ(text_of(builder.model),
            "model  (, asynchronous)\n"
            "global int x in 0..3, free\n"
            "global int y in 0..3, free\n"
            "global int z in 0..3, free\n"
            "process type P, starts at 0\n"
            "  location 0\n"
            "process P of type P\n"
            "initially x == 2\n");
}

}  // namespace
}  // namespace clew
