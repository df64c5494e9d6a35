#include "clew/model/codec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

std::vector<std::byte> bytes_of(const PackedState& packed) {
  return {packed.bytes().begin(), packed.bytes().end()};
}

// Two types of processes that start and end, two kinds of objects.
class DynamicCodec : public testing::Test {
 protected:
  DynamicCodec() {
    kinds_ = {builder_.object_type("Bit"), builder_.object_type("Pair")};
    builder_.model.object_types[kinds_[0]].frame.add(slot("v", {"bit", {0, 1}, Overflow::Wrap}));
    for (const char* name : {"first", "second"}) {
      builder_.model.object_types[kinds_[1]].frame.add(
          slot(name, ModelBuilder::reference(kinds_[0])));
    }
    types_ = {builder_.process_type("A", 2), builder_.process_type("B", 5)};
    builder_.local(types_[1], "x");
    builder_.local(types_[1], "p", ModelBuilder::reference(kinds_[1]));
    builder_.start(types_[0]);
    Instruction step;
    step.kind = Instruction::Kind::Terminate;
    builder_.action(types_[0], 0, 1).effect = {step};
    step.kind = Instruction::Kind::Start;
    for (const ProcessTypeId type : types_) {
      step.process_type = type;
      builder_.action(types_[0], 0, 1).effect.push_back(step);
    }
    step.kind = Instruction::Kind::Allocate;
    for (const ObjectTypeId kind : kinds_) {
      step.object_type = kind;
      builder_.action(types_[1], 0, 1).effect.push_back(step);
    }
  }

  static Slot slot(const std::string& name, const ValueType& type) {
    Slot made;
    made.name = name;
    made.type = type;
    made.initial = {0};
    return made;
  }

  // Any values that fit; the references need not make sense.
  State state_of(const std::vector<ProcessTypeId>& processes,
                 const std::vector<ObjectTypeId>& objects, std::mt19937& random) {
    State state;
    state.shape = Layout::shape_of(builder_.model, Layout(builder_.model), processes, objects);
    const auto below = [&](std::size_t n) { return static_cast<Value>(random() % n); };
    for (const ProcessTypeId type : processes) {
      state.values.push_back(below(type == types_[0] ? 2 : 5));
      if (type == types_[1]) {
        state.values.push_back(below(256));
        state.values.push_back(below(objects.size() + 1));
      }
    }
    for (const ObjectTypeId kind : objects) {
      if (kind == kinds_[0]) {
        state.values.push_back(below(2));
      } else {
        state.values.push_back(below(objects.size() + 1));
        state.values.push_back(below(objects.size() + 1));
      }
    }
    return state;
  }

  ModelBuilder builder_;
  std::vector<ObjectTypeId> kinds_;
  std::vector<ProcessTypeId> types_;
};

TEST_F(DynamicCodec, UnpacksWhatItPackedAndTellsAllStatesApart) {
  const Codec codec(builder_.model);
  std::mt19937 random(5);
  std::map<std::vector<std::byte>, State> known;
  for (int round = 0; round < 4000; ++round) {
    std::vector<ProcessTypeId> processes(random() % (round % 50 == 0 ? 70 : 4));
    std::vector<ObjectTypeId> objects(random() % (round % 50 == 1 ? 700 : 4));
    for (ProcessTypeId& type : processes) type = types_[random() % 2];
    for (ObjectTypeId& kind : objects) kind = kinds_[random() % 2];
    const State state = state_of(processes, objects, random);
    const PackedState packed = codec.pack(state);
    ASSERT_EQ(codec.unpack(packed.bytes()), state);
    const auto [same, is_new] = known.emplace(bytes_of(packed), state);
    ASSERT_EQ(same->second, state);
  }
}

TEST_F(DynamicCodec, WritesNothingThatCannotChange) {
  std::mt19937 random(1);
  const Codec all(builder_.model);
  // As at first; no more processes; no objects; a location: 1 + 4 + 4 + 1 bits.
  EXPECT_EQ(all.state_bits(), 10U);
  const State state = state_of({types_[0]}, {}, random);
  EXPECT_EQ(all.pack(state).bytes().size(), 2U);

  Instruction allocate;
  allocate.kind = Instruction::Kind::Allocate;
  allocate.object_type = kinds_[0];
  for (Action& action : builder_.model.actions) action.effect = {allocate};
  EXPECT_EQ(Codec(builder_.model).state_bits(), 5U);  // no objects, and the location

  for (Action& action : builder_.model.actions) action.effect.clear();
  EXPECT_EQ(Codec(builder_.model).state_bits(), 1U);
  EXPECT_TRUE(Codec(builder_.model).is_fixed_width());
}

}  // namespace
}  // namespace clew
