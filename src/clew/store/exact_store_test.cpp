#include "clew/store/exact_store.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

namespace clew {
namespace {

PackedState packed(const std::vector<std::uint8_t>& bytes) {
  return PackedState(std::as_bytes(std::span(bytes)));
}

PackedState packed_number(std::uint64_t number) {
  PackedState state(sizeof number);
  std::memcpy(state.bytes().data(), &number, sizeof number);
  return state;
}

static_assert(PrefetchingStore<ExactStore, PackedState>);
static_assert(ParentStore<ExactStore>);

TEST(PackedStateTest, ShortAndLongStatesCopyAndCompare) {
  const PackedState short_state = packed({1, 2, 3});
  const PackedState long_state = packed(std::vector<std::uint8_t>(100, 7));
  PackedState copy = long_state;
  EXPECT_EQ(copy, long_state);
  copy.bytes()[99] = std::byte{8};
  EXPECT_FALSE(copy == long_state);
  copy = short_state;
  EXPECT_EQ(copy, short_state);
  EXPECT_EQ(PackedState(), packed({}));
}

TEST(ExactStoreTest, NumbersStatesInTheOrderOfTheirDiscovery) {
  ExactStore store({.state_bytes = 2});
  EXPECT_EQ(store.insert(packed({1, 0})), (Insertion{StateId{0}, Outcome::New}));
  EXPECT_EQ(store.insert(packed({2, 0})), (Insertion{StateId{1}, Outcome::New}));
  EXPECT_EQ(store.insert(packed({1, 0})), (Insertion{StateId{0}, Outcome::Known}));
  EXPECT_EQ(store.size(), 2U);
  EXPECT_EQ(store.state(StateId{1}), packed({2, 0}));
  EXPECT_EQ(store.find(packed({2, 0})), StateId{1});
  EXPECT_EQ(store.find(packed({3, 0})), no_state);
}

TEST(ExactStoreTest, KeepsEveryStateWhileItGrows) {
  ExactStore store({.state_bytes = 8});
  constexpr std::uint64_t count = 200'000;
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(store.insert(packed_number(i * 2654435761U)), (Insertion{StateId{i}, Outcome::New}));
    store.record_parent(StateId{i}, i == 0 ? no_state : StateId{i / 2});
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(store.find(packed_number(i * 2654435761U)), StateId{i});
    ASSERT_EQ(store.parent(StateId{i}), i == 0 ? no_state : StateId{i / 2});
  }
}

TEST(ExactStoreTest, AgreesWithAMapOnRandomStatesOfDifferentLengths) {
  std::mt19937 random(4711);
  ExactStore store({});
  std::map<std::vector<std::uint8_t>, std::uint64_t> known;
  for (int i = 0; i < 50'000; ++i) {
    std::vector<std::uint8_t> bytes(random() % 70);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 3);
    const auto [entry, is_new] = known.emplace(bytes, known.size());
    const Insertion expected{StateId{entry->second}, is_new ? Outcome::New : Outcome::Known};
    ASSERT_EQ(store.insert(packed(bytes)), expected);
  }
  for (const auto& [bytes, id] : known) ASSERT_EQ(store.state(StateId{id}), packed(bytes));
}

TEST(ExactStoreTest, SaysFullInsteadOfPassingItsLimitAndStaysReadable) {
  constexpr std::uint64_t limit = 300'000;
  ExactStore store({.state_bytes = 8, .memory_bytes_max = limit});
  std::uint64_t stored = 0;
  while (store.insert(packed_number(stored)).outcome == Outcome::New) {
    ++stored;
    ASSERT_LE(store.memory_bytes(), limit);
  }
  EXPECT_GT(stored, 5'000U);
  EXPECT_EQ(store.size(), stored);
  EXPECT_EQ(store.insert(packed_number(stored)), (Insertion{no_state, Outcome::Full}));
  EXPECT_EQ(store.insert(packed_number(17)), (Insertion{StateId{17}, Outcome::Known}));
}

}  // namespace
}  // namespace clew
