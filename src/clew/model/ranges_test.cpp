#include "clew/model/ranges.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

std::string text(const GappedRange& range) {
  if (range.low == range.high) return fmt::format("{}", range.low);
  if (!range.has_gap()) return fmt::format("{}..{}", range.low, range.high);
  return fmt::format("{}..{} {}..{}", range.low, range.gap.low - 1, range.gap.high + 1, range.high);
}

ValueType integer(Range range, Overflow overflow = Overflow::Error) {
  return {"int", range, overflow};
}

// One process type with a few locations, one process of it, and short ways to say things.
class ProvenRanges : public testing::Test {
 protected:
  ProvenRanges() {
    type_ = builder_.process_type("P", 4);
    builder_.start(type_);
  }

  SlotId local(const std::string& name, const ValueType& type = ModelBuilder::byte()) {
    return builder_.local(type_, name, type);
  }
  SlotId vector(const std::string& name, std::uint32_t length) {
    Slot slot;
    slot.name = name;
    slot.type = ModelBuilder::byte();
    slot.length = length;
    slot.is_vector = true;
    return builder_.model.globals.add(slot);
  }
  static Place element(SlotId slot, ExprId index) {
    Place place = ModelBuilder::at_global(slot);
    place.index = index;
    return place;
  }
  ExprId number(Value value) { return builder_.number(value); }
  ExprId read(const Place& place) { return builder_.read(place); }
  ExprId own(SlotId slot) { return read(ModelBuilder::at_local(slot)); }
  ExprId global(SlotId slot) { return read(ModelBuilder::at_global(slot)); }
  ExprId binary(Op op, ExprId left, ExprId right) { return builder_.binary(op, left, right); }
  void action(std::uint32_t from, std::uint32_t to, ExprId guard, std::vector<Instruction> effect) {
    Action& added = builder_.action(type_, from, to);
    added.guard = guard;
    added.effect = std::move(effect);
  }
  static Instruction assign(const Place& target, ExprId value) {
    return ModelBuilder::assign(target, value);
  }

  std::string of_local(SlotId slot, Gaps gaps = Gaps::Used) {
    EXPECT_EQ(validate(builder_.model), std::vector<std::string>());
    return text(proven_ranges(builder_.model, gaps).processes[type_][to_index(slot)]);
  }
  std::string of_global(SlotId slot, Gaps gaps = Gaps::Used) {
    EXPECT_EQ(validate(builder_.model), std::vector<std::string>());
    return text(proven_ranges(builder_.model, gaps).globals[to_index(slot)]);
  }

  static constexpr ExprId always = no_id<ExprId>;
  ModelBuilder builder_;
  ProcessTypeId type_;
};

TEST_F(ProvenRanges, AreTheInitialValueOfWhatNobodyWrites) {
  const SlotId x = local("x");
  const SlotId y = builder_.global("y");
  builder_.model.globals.slots[y].initial = {7};
  EXPECT_EQ(of_local(x), "0");
  EXPECT_EQ(of_global(y), "7");
}

TEST_F(ProvenRanges, EndWhereTheGuardOfALoopDoes) {
  const SlotId x = local("x");
  action(0, 0, binary(Op::Less, own(x), number(5)),
         {assign(ModelBuilder::at_local(x), binary(Op::Add, own(x), number(1)))});
  EXPECT_EQ(of_local(x), "0..5");
}

TEST_F(ProvenRanges, FollowAVariableFromLocationToLocation) {
  // The guard stands at another location than what it bounds.
  const SlotId x = local("x");
  action(0, 1, binary(Op::Less, own(x), number(4)), {});
  action(1, 0, always, {assign(ModelBuilder::at_local(x), binary(Op::Add, own(x), number(1)))});
  EXPECT_EQ(of_local(x), "0..4");
}

TEST_F(ProvenRanges, JumpFromConstantToConstantInLongLoops) {
  const SlotId x = local("x", integer({-30000, 30000}));
  action(0, 0, binary(Op::Less, own(x), number(20000)),
         {assign(ModelBuilder::at_local(x), binary(Op::Add, own(x), number(1)))});
  EXPECT_EQ(of_local(x), "0..20000");
}

TEST_F(ProvenRanges, AreTheDeclaredOnesOfWhatGrowsForEver) {
  const SlotId x = local("x");
  const SlotId y = local("y", integer({-10, 1000}));
  const auto plus_one = [&](SlotId slot) {
    return assign(ModelBuilder::at_local(slot), binary(Op::Add, own(slot), number(1)));
  };
  action(0, 0, always, {plus_one(x), plus_one(y)});
  EXPECT_EQ(of_local(x), "0..255");
  EXPECT_EQ(of_local(y), "0..1000");
}

TEST_F(ProvenRanges, WrapAroundAsTheSlotDoes) {
  const SlotId x = local("x");
  const SlotId y = local("y");
  action(0, 1, always,
         {assign(ModelBuilder::at_local(x), number(300)),
          assign(ModelBuilder::at_local(y), number(-1))});
  EXPECT_EQ(of_local(x), "0..0 44..44");
  EXPECT_EQ(of_local(y), "0..0 255..255");
  EXPECT_EQ(of_local(y, Gaps::Ignored), "0..255");
}

TEST_F(ProvenRanges, LeaveOutWhatIsAnError) {
  const SlotId x = local("x", integer({0, 100}));
  const SlotId y = local("y", integer({0, 100}));
  action(0, 1, always, {assign(ModelBuilder::at_local(x), number(101))});
  action(1, 2, always, {assign(ModelBuilder::at_local(y), number(5))});  // never reached
  EXPECT_EQ(of_local(x), "0");
  EXPECT_EQ(of_local(y), "0");
}

TEST_F(ProvenRanges, KeepWhatTwoReadsOfOneVariableHaveInCommon) {
  // A clock that stands still at 255: x = (x - 1) | (x == 255) * 255.
  const SlotId x = builder_.global("x");
  builder_.model.globals.slots[x].initial = {255};
  const Place place = ModelBuilder::at_global(x);
  action(0, 0, binary(Op::NotEqual, global(x), number(0)),
         {assign(place, binary(Op::BitOr, binary(Op::Subtract, global(x), number(1)),
                               binary(Op::Multiply, binary(Op::Equal, global(x), number(255)),
                                      number(255))))});
  action(0, 0, always, {assign(place, number(3))});
  EXPECT_EQ(of_global(x), "0..3 255..255");
}

TEST_F(ProvenRanges, LearnFromAnIndexThatIsNoError) {
  const SlotId v = vector("v", 4);
  const SlotId i = local("i");
  const SlotId j = local("j");
  action(0, 1, always, {assign(ModelBuilder::at_local(i), binary(Op::Add, own(i), number(1)))});
  action(1, 0, always,
         {assign(element(v, own(i)), number(1)), assign(ModelBuilder::at_local(j), own(i))});
  EXPECT_EQ(of_local(i), "0..4");
  EXPECT_EQ(of_local(j), "0..3");
  EXPECT_EQ(of_global(v), "0..1");
}

TEST_F(ProvenRanges, DoNotTakeOneElementForAnother) {
  // That v[0] is below 2 says nothing about v[i].
  const SlotId v = vector("v", 2);
  const SlotId i = local("i");
  const SlotId x = local("x");
  action(0, 0, always, {assign(element(v, number(1)), number(9))});
  action(0, 1, binary(Op::Less, read(element(v, number(0))), number(2)),
         {assign(element(v, own(i)), number(7)),
          assign(ModelBuilder::at_local(x), read(element(v, number(0))))});
  EXPECT_EQ(of_local(x, Gaps::Ignored), "0..9");
}

TEST_F(ProvenRanges, DoNotTrustAGuardOverSharedVariablesInARendezvous) {
  // The receiver writes x before the sender's effect reads it.
  const ProcessTypeId other = builder_.process_type("Q", 2);
  builder_.start(other);
  const SlotId x = builder_.global("x");
  const SlotId y = local("y");
  const SlotId got = builder_.local(other, "got");
  const ChannelId channel = builder_.channel("c", 0);
  Action& sends = builder_.action(type_, 0, 0);
  sends.communication = builder_.communicate(Communication::Kind::Send, channel);
  sends.communication.values = {number(1)};
  sends.guard = binary(Op::Equal, global(x), number(0));
  sends.effect = {assign(ModelBuilder::at_local(y), global(x))};
  Action& receives = builder_.action(other, 0, 0);
  receives.communication = builder_.communicate(Communication::Kind::Receive, channel);
  receives.communication.items = {ModelBuilder::into(ModelBuilder::at_local(got))};
  receives.effect = {assign(ModelBuilder::at_global(x), number(6))};
  EXPECT_EQ(of_local(y, Gaps::Ignored), "0..6");
}

TEST_F(ProvenRanges, FollowMessages) {
  const ProcessTypeId other = builder_.process_type("Q", 2);
  builder_.start(other);
  const SlotId got = builder_.local(other, "got");
  const ChannelId channel = builder_.channel("c", 2);
  for (const Value value : {3, 260}) {
    Action& sends = builder_.action(type_, 0, 0);
    sends.communication = builder_.communicate(Communication::Kind::Send, channel);
    sends.communication.values = {number(value)};
  }
  Action& receives = builder_.action(other, 0, 0);
  receives.communication = builder_.communicate(Communication::Kind::Receive, channel);
  receives.communication.items = {ModelBuilder::into(ModelBuilder::at_local(got))};
  const Ranges ranges = proven_ranges(builder_.model);
  EXPECT_EQ(text(ranges.messages[channel][0]), "3..4");
  EXPECT_EQ(text(ranges.processes[other][to_index(got)]), "0..4");
}

TEST_F(ProvenRanges, TakeTheIndicesOfAReceiveFromBeforeIt) {
  // c ? i, v[i]: the index is the old i, so that the new one may be anything.
  const SlotId v = vector("v", 4);
  const SlotId i = local("i");
  const ChannelId channel = builder_.channel("c", 1);
  builder_.model.channels[channel].items.push_back(ModelBuilder::byte());
  Action& sends = builder_.action(type_, 0, 1);
  sends.communication = builder_.communicate(Communication::Kind::Send, channel);
  sends.communication.values = {number(100), number(1)};
  Action& receives = builder_.action(type_, 1, 2);
  receives.communication = builder_.communicate(Communication::Kind::Receive, channel);
  receives.communication.items = {ModelBuilder::into(ModelBuilder::at_local(i)),
                                  ModelBuilder::into(element(v, own(i)))};
  EXPECT_EQ(of_local(i), "0..0 100..100");
  EXPECT_EQ(of_global(v), "0..1");
  // In turn the new i is the index, and that is an error.
  builder_.model.actions[ActionId{1}].communication.in_turn = true;
  EXPECT_EQ(of_global(v), "0");
}

TEST_F(ProvenRanges, FollowArgumentsOfStarts) {
  const ProcessTypeId child = builder_.process_type("C", 1);
  const SlotId parameter = builder_.local(child, "p");
  const SlotId i = local("i");
  Instruction run = ModelBuilder::run(child);
  run.arguments = {binary(Op::Multiply, own(i), number(10))};
  action(0, 0, binary(Op::Less, own(i), number(3)),
         {run, assign(ModelBuilder::at_local(i), binary(Op::Add, own(i), number(1)))});
  EXPECT_EQ(text(proven_ranges(builder_.model).processes[child][to_index(parameter)]), "0..20");
}

TEST_F(ProvenRanges, KnowThatAnElseIsTakenLast) {
  const SlotId x = local("x");
  action(0, 0, binary(Op::Less, own(x), number(5)),
         {assign(ModelBuilder::at_local(x), binary(Op::Add, own(x), number(1)))});
  builder_.action(type_, 0, 1).is_else = true;
  const SlotId y = local("y");
  action(1, 2, always, {assign(ModelBuilder::at_local(y), own(x))});
  EXPECT_EQ(of_local(y), "0..0 5..5");
  EXPECT_EQ(proven_ranges(builder_.model).locations[type_], (Range{0, 2}));
}

TEST_F(ProvenRanges, KeepReferencesAsTheyAre) {
  const ObjectTypeId object = builder_.object_type("O");
  const SlotId r = local("r", ModelBuilder::reference(object));
  action(0, 0, always, {ModelBuilder::allocate(ModelBuilder::at_local(r), object)});
  EXPECT_EQ(of_local(r), "0..65535");
}

TEST(GappedRange, CountsWithoutItsGap) {
  const GappedRange range{{0, 255}, {4, 254}};
  EXPECT_EQ(range.span(), 4U);
  EXPECT_TRUE(range.contains(3));
  EXPECT_FALSE(range.contains(4));
  EXPECT_FALSE(range.contains(254));
  EXPECT_TRUE(range.contains(255));
}

}  // namespace
}  // namespace clew
