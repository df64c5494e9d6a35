#include "clew/store/node_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/store/meeting.hpp"

namespace clew {
namespace {

std::vector<std::uint64_t> random_words(std::size_t count, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t& word : words) word = random.next();
  return words;
}

TEST(NodeTableTest, NumbersWordsInTheOrderOfTheirDiscovery) {
  MemoryLimit limit;
  NodeTable table({}, limit);
  const std::vector<std::uint64_t> words = {7, 0, 7, 1ULL << 63, 0};
  std::vector<std::uint32_t> ids(words.size());
  ASSERT_TRUE(table.intern(0, words, ids.data()));
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{0, 1, 0, 2, 1}));
  EXPECT_EQ(table.word(2), 1ULL << 63);
  EXPECT_EQ(table.find(7), 0U);
  EXPECT_EQ(table.find(8), NodeTable::no_id);
  EXPECT_EQ(table.id_count(), 3U);
}

TEST(NodeTableTest, KeepsIdsWhileItGrows) {
  MemoryLimit limit;
  NodeTable table({}, limit);
  const std::vector<std::uint64_t> words = random_words(100'000, 1);
  std::vector<std::uint32_t> ids(words.size());
  std::vector<std::uint32_t> expected(words.size());
  int growth_count = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += 1000) {
    ASSERT_TRUE(table.intern(0, std::span(words).subspan(begin, 1000), ids.data() + begin));
    if (!table.wants_to_grow()) continue;
    ASSERT_TRUE(table.grow());
    ++growth_count;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(ids[i], i);
    ASSERT_EQ(table.word(ids[i]), words[i]);
    ASSERT_EQ(table.find(words[i]), i);
  }
  EXPECT_GT(growth_count, 5);
  EXPECT_EQ(table.memory_bytes(), limit.taken());
}

TEST(NodeTableTest, TakesMoreThanItsIndexHoldsUntilItGrows) {
  MemoryLimit limit;
  NodeTable table({}, limit);
  const std::vector<std::uint64_t> words = random_words(5000, 2);
  std::vector<std::uint32_t> ids(words.size());
  std::vector<std::uint32_t> again(words.size());
  ASSERT_TRUE(table.intern(0, words, ids.data()));
  ASSERT_TRUE(table.intern(0, words, again.data()));
  EXPECT_EQ(ids, again);
  while (table.wants_to_grow()) ASSERT_TRUE(table.grow());
  ASSERT_TRUE(table.intern(0, words, again.data()));
  EXPECT_EQ(ids, again);
  EXPECT_EQ(table.id_count(), words.size());
}

TEST(NodeTableTest, RefusesNewWordsAtTheLimitAndKnowsTheOthers) {
  MemoryLimit limit(100'000);
  NodeTable table({}, limit);
  const std::vector<std::uint64_t> words = random_words(50'000, 3);
  std::uint32_t id = 0;
  std::size_t count = 0;
  while (table.intern(0, std::span(words).subspan(count, 1), &id)) {
    ASSERT_EQ(id, count);
    ++count;
    if (table.wants_to_grow()) table.grow();
  }
  EXPECT_LE(limit.taken(), 100'000U);
  EXPECT_GT(count, 2000U);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(table.find(words[i]), i);
  EXPECT_EQ(table.find(words[count]), NodeTable::no_id);
}

TEST(NodeTableTest, HasAsManyIdsAsItMay) {
  MemoryLimit limit;
  NodeTable table({.ids_max = 3}, limit);
  const std::vector<std::uint64_t> words = {1, 2, 3, 4};
  std::vector<std::uint32_t> ids(words.size());
  EXPECT_TRUE(table.intern(0, std::span(words).first(3), ids.data()));
  EXPECT_FALSE(table.intern(0, words, ids.data()));
}

TEST(NodeTableTest, TwoWorkersAgreeOnTheIds) {
  constexpr unsigned workers = 2;
  MemoryLimit limit;
  NodeTable table({.workers = workers}, limit);
  const std::vector<std::uint64_t> words = random_words(40'000, 4);
  std::vector<std::vector<std::uint32_t>> ids(workers, std::vector<std::uint32_t>(words.size()));
  Meeting meeting;
  const auto work = [&](unsigned worker) {
    for (std::size_t begin = 0; begin < words.size(); begin += 800) {
      // Both halves of each batch, in opposite order.
      for (const std::size_t half : {worker, 1 - worker}) {
        const std::size_t first = begin + half * 400;
        EXPECT_TRUE(
            table.intern(worker, std::span(words).subspan(first, 400), ids[worker].data() + first));
      }
      meeting.arrive(workers);
      if (worker == 0 && table.wants_to_grow()) {
        EXPECT_TRUE(table.grow());
      }
      meeting.arrive(workers);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(ids[0], ids[1]);
  EXPECT_EQ(std::set<std::uint32_t>(ids[0].begin(), ids[0].end()).size(), words.size());
  EXPECT_LE(table.id_count(), words.size() + workers);
}

}  // namespace
}  // namespace clew
