// Both stores that may be wrong: how often they are, and whether they know it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "clew/base/random.hpp"
#include "clew/store/bitstate_store.hpp"
#include "clew/store/compact_store.hpp"
#include "clew/store/meeting.hpp"

namespace clew {
namespace {

// Inserts `count` different states of two words; how many were new.
template <class Store>
std::uint64_t insert_numbers(Store& store, std::uint64_t count) {
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> records;
  std::vector<std::uint32_t> fresh;
  std::uint64_t fresh_count = 0;
  for (std::uint64_t begin = 0; begin < count; begin += 500) {
    words.clear();
    fresh.clear();
    records.clear();
    const std::uint64_t end = std::min(begin + 500, count);
    for (std::uint64_t number = begin; number < end; ++number) {
      words.push_back(number);
      words.push_back(number % 7);
    }
    EXPECT_TRUE(store.insert(0, {.words = words.data(), .count = end - begin, .stride = 2}, 0,
                             records, fresh));
    EXPECT_EQ(records.size(), 2 * fresh.size());
    for (std::size_t i = 0; i < fresh.size(); ++i)
      EXPECT_EQ(records[2 * i], words[2 * std::size_t{fresh[i]}]);
    fresh_count += fresh.size();
    if (store.wants_to_grow()) {
      EXPECT_TRUE(store.grow(0, 1));
    }
  }
  return fresh_count;
}

TEST(BitstateStoreTest, KnowsWhatItWasGiven) {
  BitstateStore store({.memory_bytes_max = 1 << 16});
  const std::uint64_t count = insert_numbers(store, 5000);
  EXPECT_EQ(store.size(), count);
  EXPECT_EQ(insert_numbers(store, 5000), 0U);
  EXPECT_EQ(store.memory_bytes(), 1U << 16);
}

TEST(BitstateStoreTest, MissesAboutAsManyStatesAsItSays) {
  for (const unsigned probes : {1U, 2U, 3U, 4U, 5U}) {
    BitstateStore store({.probes = probes, .memory_bytes_max = 1 << 18});
    constexpr std::uint64_t count = 300'000;  // seven bits for each
    const auto missed = static_cast<double>(count - insert_numbers(store, count));
    const double expected = store.omission().states;
    EXPECT_GT(missed, 1000);
    EXPECT_NEAR(expected, missed, 0.05 * missed) << probes;
    EXPECT_DOUBLE_EQ(store.omission().probability, 1);
  }
}

TEST(BitstateStoreTest, IsSureAtFirst) {
  BitstateStore store({});
  EXPECT_EQ(store.memory_bytes(), 1U << 27);
  EXPECT_EQ(store.omission().states, 0);
  insert_numbers(store, 1000);
  EXPECT_LT(store.omission().probability, 1e-3);
}

TEST(BitstateStoreTest, TellsOneOfTwoWorkersThatAStateIsNew) {
  constexpr std::uint64_t count = 50'000;
  BitstateStore store({.workers = 2, .memory_bytes_max = 1 << 20});
  const auto work = [&](unsigned worker) {
    for (std::uint64_t number = 0; number < count; ++number)
      store.insert(worker, std::span(&number, 1), 0);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  BitstateStore alone({.memory_bytes_max = 1 << 20});
  for (std::uint64_t number = 0; number < count; ++number)
    alone.insert(0, std::span(&number, 1), 0);
  // Which states are mistaken depends on the order a little; nothing is counted twice.
  EXPECT_NEAR(static_cast<double>(store.size()), static_cast<double>(alone.size()), 20);
}

TEST(CompactStoreTest, MissesAboutAsManyStatesAsItSays) {
  CompactStore store({.fingerprint_bits = 24});
  constexpr std::uint64_t count = 300'000;
  const auto missed = static_cast<double>(count - insert_numbers(store, count));
  EXPECT_EQ(store.size(), count - static_cast<std::uint64_t>(missed));
  EXPECT_NEAR(store.omission().states, missed, 4 * std::sqrt(missed));
  EXPECT_EQ(insert_numbers(store, count), 0U);
}

TEST(CompactStoreTest, MissesNothingWithLongFingerprints) {
  CompactStore store({});
  EXPECT_EQ(insert_numbers(store, 100'000), 100'000U);
  EXPECT_NEAR(store.omission().states, 1e10 / 2 / std::exp2(56), 1e-9);
  EXPECT_LT(store.omission().probability, 1e-6);
  EXPECT_LT(store.bytes_per_state(), 12);
}

TEST(CompactStoreTest, InsertsPreparedStatesOneByOne) {
  CompactStore store({});
  const std::vector<std::uint64_t> words = {1, 2, 1, 2, 3, 4};
  std::vector<std::uint64_t> records;
  EXPECT_TRUE(store.prepare(0, {.words = words.data(), .count = 3, .stride = 2}, records));
  EXPECT_EQ(records, words);
  EXPECT_EQ(store.insert(0, std::span(records).subspan(0, 2), 0), Outcome::New);
  EXPECT_EQ(store.insert(0, std::span(records).subspan(2, 2), 0), Outcome::Known);
  EXPECT_EQ(store.insert(0, std::span(records).subspan(4, 2), 0), Outcome::New);
}

TEST(CompactStoreTest, IsFullAtTheLimit) {
  CompactStore store({.memory_bytes_max = 200'000});
  std::uint64_t number = 0;
  while (store.insert(0, std::span(&number, 1), 0) == Outcome::New) {
    ++number;
    if (store.wants_to_grow()) store.grow(0, 1);
  }
  EXPECT_GT(number, 15'000U);
  EXPECT_LE(store.memory_bytes(), 200'000U);
}

TEST(CompactStoreTest, TwoWorkersFindEveryStateNewExactlyOnce) {
  constexpr unsigned workers = 2;
  constexpr std::uint64_t count = 40'000;
  CompactStore store({.workers = workers});
  Meeting meeting;
  std::vector<std::uint64_t> fresh_counts(workers);
  const auto work = [&](unsigned worker) {
    for (std::uint64_t begin = 0; begin < count; begin += 400) {
      for (std::uint64_t number = begin; number < begin + 400; ++number)
        if (store.insert(worker, std::span(&number, 1), 0) == Outcome::New) ++fresh_counts[worker];
      meeting.arrive(workers);
      const bool grows = store.wants_to_grow();
      meeting.arrive(workers);
      if (grows) {
        EXPECT_TRUE(store.grow(worker, workers));
      }
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(fresh_counts[0] + fresh_counts[1], count);
  EXPECT_EQ(store.size(), count);
}

}  // namespace
}  // namespace clew
