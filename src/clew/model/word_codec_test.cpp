#include "clew/model/word_codec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "clew/base/contract.hpp"
#include "clew/model/builder_test.hpp"
#include "clew/model/process_list.hpp"

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

// Processes with a long vector and channels that cross words, and objects.
class WordCodecs : public testing::Test {
 protected:
  WordCodecs() {
    kind_ = builder_.object_type("Pair");
    for (const char* name : {"first", "second"}) {
      builder_.model.object_types[kind_].frame.add(slot(name, ModelBuilder::reference(kind_), 1));
    }
    builder_.model.globals.add(slot("wide", {"int", full_range, Overflow::Wrap}, 3));
    builder_.channel("c", 20);
    types_ = {builder_.process_type("A", 1), builder_.process_type("B", 5)};
    builder_.local(types_[1], "x");
    builder_.model.process_types[types_[1]].frame.add(slot("v", ModelBuilder::byte(), 11));
    builder_.local(types_[1], "p", ModelBuilder::reference(kind_));
    const ChannelId own = builder_.channel("own", 9);
    builder_.model.channels[own].owner = types_[1];
    builder_.model.process_types[types_[1]].channels = {own};
    builder_.start(types_[0]);
  }

  static Slot slot(const std::string& name, const ValueType& type, std::uint32_t length) {
    Slot made;
    made.name = name;
    made.type = type;
    made.length = length;
    made.is_vector = length > 1;
    return made;
  }

  void make_dynamic() {
    builder_.action(types_[0], 0, 0).effect = {ModelBuilder::run(types_[1])};
    Instruction step;
    step.kind = Instruction::Kind::Terminate;
    builder_.action(types_[1], 0, 0).effect = {step};
  }

  Value below(std::size_t n) { return static_cast<Value>(random_() % n); }
  void add_channel(State& state, std::uint32_t capacity) {
    const Value fill = below(capacity + 1);
    state.values.push_back(fill);
    for (Value i = 0; i < static_cast<Value>(capacity); ++i) {
      state.values.push_back(i < fill ? below(256) : 0);
    }
  }
  // Any values that fit; the references need not make sense.
  State state_of(const std::vector<ProcessTypeId>& processes, std::size_t object_count) {
    State state;
    const std::vector<ObjectTypeId> objects(object_count, kind_);
    state.shape = Layout::shape_of(builder_.model, Layout(builder_.model), processes, objects);
    for (int i = 0; i < 3; ++i) state.values.push_back(static_cast<Value>(random_()));
    add_channel(state, 20);
    for (const ProcessTypeId type : processes) {
      state.values.push_back(type == types_[0] ? 0 : below(5));
      if (type == types_[0]) continue;
      for (int i = 0; i < 12; ++i) state.values.push_back(below(256));
      state.values.push_back(below(object_count + 1));
      add_channel(state, 9);
    }
    for (std::size_t i = 0; i < 2 * object_count; ++i)
      state.values.push_back(below(object_count + 1));
    return state;
  }

  std::vector<ProcessTypeId> some_processes(std::size_t count_max) {
    std::vector<ProcessTypeId> processes(random_() % (count_max + 1));
    for (ProcessTypeId& type : processes) type = types_[random_() % 2];
    return processes;
  }

  std::mt19937 random_{5};
  ModelBuilder builder_;
  ObjectTypeId kind_;
  std::vector<ProcessTypeId> types_;
};

TEST_F(WordCodecs, UnpackWhatTheyPackedAndTellAllStatesApart) {
  make_dynamic();
  const WordCodec codec(builder_.model, declared_ranges(builder_.model));
  std::map<Words, State> known;
  for (int round = 0; round < 3000; ++round) {
    const State state = state_of(some_processes(round % 50 == 0 ? 40 : 3), random_() % 3);
    Words words;
    codec.pack(state, words);
    ASSERT_EQ(codec.word_count(words.data()), words.size());
    ASSERT_EQ(codec.unpack(words.data()), state);
    const auto [same, is_new] = known.emplace(words, state);
    ASSERT_EQ(same->second, state);
  }
}

TEST_F(WordCodecs, PackProcessesThatHavePlaces) {
  make_dynamic();
  const std::vector<ProcessTypeId> positions{types_[0], types_[1], types_[1], types_[0]};
  const WordCodec codec(builder_.model, declared_ranges(builder_.model), &positions);
  ASSERT_TRUE(codec.is_fixed());
  for (int round = 0; round < 1000; ++round) {
    const auto count = static_cast<std::ptrdiff_t>(random_() % 5);
    const State state = state_of({positions.begin(), positions.begin() + count}, 0);
    Words words;
    codec.pack(state, words);
    ASSERT_EQ(words.size(), codec.layout().word_count);
    ASSERT_EQ(codec.unpack(words.data()), state);
  }
}

TEST_F(WordCodecs, SayThatAStateHasProcessesWithoutAPlace) {
  make_dynamic();
  const std::vector<ProcessTypeId> positions{types_[0], types_[1]};
  const WordCodec codec(builder_.model, declared_ranges(builder_.model), &positions);
  Words words;
  EXPECT_THROW(codec.pack(state_of({types_[1]}, 0), words), ForeignShape);
  EXPECT_THROW(codec.pack(state_of({types_[0], types_[1], types_[1]}, 0), words), ForeignShape);
  EXPECT_THROW(codec.pack(state_of({types_[0]}, 1), words), ForeignShape);
}

TEST_F(WordCodecs, RefuseValuesThatDoNotFit) {
  const WordCodec codec(builder_.model, proven_ranges(builder_.model));
  State state = Interpreter(builder_.model).initial_state();
  Words words;
  codec.pack(state, words);
  state.values[0] = 1;
  EXPECT_THROW(
      {
        try {
          codec.pack(state, words);
        } catch (const ContractError& error) {
          EXPECT_STREQ(error.what(), "WordCodec::pack: 1 does not fit 0 bits from 0 on");
          throw;
        }
      },
      ContractError);
}

TEST_F(WordCodecs, ServeSeveralWorkers) {
  make_dynamic();
  const WordCodec codec(builder_.model, declared_ranges(builder_.model));
  std::vector<State> states;
  for (int i = 0; i < 600; ++i) states.push_back(state_of(some_processes(12), random_() % 4));
  std::vector<std::vector<Words>> packed(4, std::vector<Words>(states.size()));
  std::vector<std::thread> workers;
  for (std::vector<Words>& mine : packed) {
    workers.emplace_back([&] {
      for (std::size_t i = 0; i < states.size(); ++i) {
        codec.pack(states[i], mine[i]);
        if (codec.unpack(mine[i].data()) != states[i]) mine[i].clear();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_FALSE(packed[0][i].empty());
    for (const std::vector<Words>& other : packed) EXPECT_EQ(other[i], packed[0][i]);
  }
  EXPECT_GT(codec.shapes().memory_bytes(), 0U);
}

TEST_F(WordCodecs, NumberShapesOnce) {
  make_dynamic();
  const WordCodec codec(builder_.model, declared_ranges(builder_.model));
  PackedShapes& shapes = codec.shapes();
  std::vector<const PackedShape*> all;
  for (std::size_t i = 0; i < 300; ++i) {
    all.push_back(&shapes.with(std::vector<ProcessTypeId>(i, types_[0]), {}));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]->number, i);
    EXPECT_EQ(&shapes[static_cast<std::uint32_t>(i)], all[i]);
    EXPECT_EQ(&shapes.with(std::vector<ProcessTypeId>(i, types_[0]), {}), all[i]);
  }
  const PackedShape& shape = shapes.with({types_[0], types_[1], types_[1]}, {kind_});
  EXPECT_EQ(shape.first_channels, (std::vector<std::uint32_t>{1, 1, 2, 3}));
  EXPECT_EQ(shape.process_begins.size(), 4U);
  EXPECT_EQ(shape.object_begins.size(), 2U);
  EXPECT_EQ(shape.object_begins.back(), shape.word_count);
}

// --- which processes there are

TEST(LikelyProcesses, AreThoseThatTheFirstOneStarts) {
  ModelBuilder builder;
  const ProcessTypeId starter = builder.process_type("init", 4);
  const ProcessTypeId a = builder.process_type("A", 1);
  const ProcessTypeId b = builder.process_type("B", 2);
  builder.start(starter);
  builder.action(a, 0, 0);  // A is always there to move in between
  builder.action(starter, 0, 1).effect = {ModelBuilder::run(a)};
  builder.action(starter, 1, 2).effect = {ModelBuilder::run(b), ModelBuilder::run(b)};
  builder.end_at(b, 1);
  EXPECT_EQ(likely_processes(Interpreter(builder.model)),
            (std::vector<ProcessTypeId>{starter, a, b, b}));
}

TEST(LikelyProcesses, AreNotKnownIfTheOrderIsNot) {
  ModelBuilder builder;
  const ProcessTypeId starter = builder.process_type("init", 3);
  const ProcessTypeId a = builder.process_type("A", 1);
  const ProcessTypeId b = builder.process_type("B", 1);
  builder.start(starter);
  builder.action(starter, 0, 1).effect = {ModelBuilder::run(a)};
  builder.action(starter, 0, 1).effect = {ModelBuilder::run(b)};
  EXPECT_EQ(likely_processes(Interpreter(builder.model)), std::nullopt);
}

TEST(LikelyProcesses, AreNotKnownIfThereIsNoEndToThem) {
  ModelBuilder builder;
  const ProcessTypeId starter = builder.process_type("init", 1);
  builder.start(starter);
  builder.action(starter, 0, 0).effect = {ModelBuilder::run(starter)};
  EXPECT_EQ(likely_processes(Interpreter(builder.model)), std::nullopt);
}

TEST(LikelyProcesses, AreNotAskedForIfNoneComeOrGo) {
  ModelBuilder builder;
  builder.start(builder.process_type("P", 1));
  EXPECT_EQ(likely_processes(Interpreter(builder.model)), std::nullopt);
}

}  // namespace
}  // namespace clew
