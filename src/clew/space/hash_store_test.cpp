#include "clew/space/hash_store.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

namespace clew {
namespace {

static_assert(StateStore<HashStore<int>, int>);
static_assert(PrefetchingStore<HashStore<int>, int>);
static_assert(!ParentStore<HashStore<int>>);
static_assert(ParentStore<HashStore<int, Parents::Kept>>);

struct Point {
  int x = 0;
  int y = 0;
  bool operator==(const Point&) const = default;
  std::uint64_t hash_value() const { return hash_of(x, y); }
};

// The worst hash there is: the store must still tell states apart.
struct SameHash {
  std::uint64_t operator()(int) const { return 42; }
};

TEST(HashStore, GivesDenseIdsInOrderOfDiscovery) {
  HashStore<std::string> store;
  EXPECT_EQ(store.insert("a"), (Insertion{StateId{0}, Outcome::New}));
  EXPECT_EQ(store.insert("b"), (Insertion{StateId{1}, Outcome::New}));
  EXPECT_EQ(store.insert("a"), (Insertion{StateId{0}, Outcome::Known}));
  EXPECT_EQ(store.size(), 2u);
  EXPECT_EQ(store.state(StateId{1}), "b");
  EXPECT_EQ(store.find("b"), StateId{1});
  EXPECT_EQ(store.find("c"), no_state);
}

TEST(HashStore, KeepsEveryStateAtItsAddressWhileItGrows) {
  HashStore<int> store;
  store.insert(-1);
  const int* first = &store.state(StateId{0});
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_EQ(store.insert(i),
              (Insertion{StateId{static_cast<std::uint64_t>(i) + 1}, Outcome::New}));
  }
  EXPECT_EQ(first, &store.state(StateId{0}));
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(store.insert(i).outcome, Outcome::Known);
}

TEST(HashStore, TellsStatesApartWhoseHashesAreEqual) {
  HashStore<int, Parents::Dropped, SameHash> store;
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(store.insert(i).outcome, Outcome::New);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(store.insert(i), (Insertion{StateId{static_cast<std::uint64_t>(i)}, Outcome::Known}));
  }
}

TEST(HashStore, IsFullAtItsLimitAndStillKnowsItsStates) {
  HashStore<int> store(2);
  store.insert(10);
  store.insert(20);
  EXPECT_EQ(store.insert(30), (Insertion{no_state, Outcome::Full}));
  EXPECT_EQ(store.insert(20), (Insertion{StateId{1}, Outcome::Known}));
  EXPECT_EQ(store.size(), 2u);
}

TEST(HashStore, RemembersParents) {
  HashStore<int, Parents::Kept> store;
  store.record_parent(store.insert(10).id, no_state);
  store.record_parent(store.insert(20).id, StateId{0});
  EXPECT_EQ(store.parent(StateId{0}), no_state);
  EXPECT_EQ(store.parent(StateId{1}), StateId{0});
}

template <class State>
std::uint64_t hash(const State& state) {
  return StateHash<State>{}(state);
}

TEST(StateHash, DiffersForStatesThatDifferInOnePart) {
  EXPECT_NE(hash(1), hash(2));
  EXPECT_NE(hash(Point{1, 2}), hash(Point{2, 1}));
  EXPECT_NE(hash(std::string("ab")), hash(std::string("ba")));
  EXPECT_NE(hash(std::string("")), hash(std::string(1, '\0')));
  EXPECT_NE(hash(std::vector<Point>{{1, 2}}), hash(std::vector<Point>{{1, 3}}));
  EXPECT_NE(hash(std::vector<double>{0.5}), hash(std::vector<double>{0.25}));
  EXPECT_NE(hash(std::tuple(1, std::string("a"))), hash(std::tuple(1, std::string("b"))));
  EXPECT_NE(hash(std::array<char, 9>{}), hash(std::array<char, 10>{}));
}

TEST(StateHash, IsEqualForEqualStates) {
  EXPECT_EQ(hash(Point{1, 2}), hash(Point{1, 2}));
  EXPECT_EQ(hash(std::pair(1, std::string("a"))), hash(std::pair(1, std::string("a"))));
}

TEST(SegmentedArray, TruncatesAndGrowsAgain) {
  SegmentedArray<std::string> array;
  for (int i = 0; i < 10'000; ++i) array.emplace_back(std::to_string(i));
  array.truncate(4095);
  EXPECT_EQ(array.size(), 4095u);
  for (int i = 0; i < 10'000; ++i) array.emplace_back("new");
  EXPECT_EQ(array[4094], "4094");
  EXPECT_EQ(array[4095], "new");
  EXPECT_EQ(array[14'094], "new");
  array.truncate(0);
  EXPECT_TRUE(array.empty());
}

}  // namespace
}  // namespace clew
