#include "clew/store/key_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "clew/base/random.hpp"
#include "clew/store/meeting.hpp"

namespace clew {
namespace {

using Keys = std::vector<std::uint64_t>;

void grow_alone(KeyTable& table) {
  if (!table.begin_growth()) return;
  table.move();
  table.end_growth();
}

Keys sorted_keys(const KeyTable& table, unsigned parts = 1) {
  Keys keys;
  for (unsigned part = 0; part < parts; ++part)
    table.for_each(part, parts, [&](std::uint64_t key, unsigned) { keys.push_back(key); });
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Different keys of the given width, spread over it.
Keys random_keys(std::size_t count, unsigned key_bits, std::uint64_t seed) {
  SplitMix64 random(seed);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - key_bits);
  std::set<std::uint64_t> keys;
  while (keys.size() < count) keys.insert(random.next() & mask);
  Keys shuffled(keys.begin(), keys.end());
  for (std::size_t i = shuffled.size(); i > 1; --i)
    std::swap(shuffled[i - 1], shuffled[random.below(i)]);
  return shuffled;
}

TEST(KeyMixTest, IsOneToOneOnEveryNumberOfBits) {
  for (unsigned bits = 1; bits <= 16; ++bits) {
    const KeyMix mix(bits);
    std::set<std::uint64_t> images;
    for (std::uint64_t key = 0; key < (std::uint64_t{1} << bits); ++key) {
      images.insert(mix.mix(key));
      ASSERT_EQ(mix.unmix(mix.mix(key)), key);
    }
    EXPECT_EQ(images.size(), std::uint64_t{1} << bits);
    EXPECT_EQ(*images.rbegin(), (std::uint64_t{1} << bits) - 1);
  }
  SplitMix64 random(1);
  for (unsigned bits = 17; bits <= 64; ++bits) {
    const KeyMix mix(bits);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t key = random.next() >> (64 - bits);
      ASSERT_EQ(mix.unmix(mix.mix(key)), key);
    }
  }
}

TEST(KeyLayoutTest, CutsEveryKeyIntoABucketAndARemainderThatGiveItBack) {
  for (unsigned bits = 1; bits <= 12; ++bits) {
    for (unsigned split = 0; split <= bits; ++split) {
      for (unsigned pieces = 4; pieces <= 7; ++pieces) {
        const KeyLayout layout(bits, split, pieces, 8);
        std::uint64_t bucket_before = 0;
        for (std::uint64_t mixed = 0; mixed < (std::uint64_t{1} << bits); ++mixed) {
          const KeyLayout::Place place = layout.place_of(mixed);
          ASSERT_LT(place.bucket, layout.bucket_count());
          ASSERT_GE(place.bucket, bucket_before);
          ASSERT_LT(place.remainder, std::uint64_t{1} << layout.remainder_bits);
          ASSERT_EQ(layout.begin_of(place.bucket) + place.remainder, mixed);
          bucket_before = place.bucket;
        }
      }
    }
  }
}

TEST(KeyLayoutTest, FindsTheHomeOfADisplacedEntry) {
  SplitMix64 random(3);
  for (unsigned split = 4; split <= 20; ++split) {
    const KeyLayout layout(48, split, 5, 8);
    for (int i = 0; i < 1000; ++i) {
      const KeyLayout::Place place = layout.place_of(random.next() >> 16);
      std::set<std::uint64_t> tried;
      for (unsigned displacement = 0; displacement <= KeyLayout::displacement_max; ++displacement) {
        const std::uint64_t bucket = layout.bucket_of(place, displacement);
        ASSERT_LT(bucket, layout.bucket_count());
        ASSERT_EQ(layout.home_of(bucket, place.remainder, displacement), place.bucket);
        tried.insert(bucket);
      }
      ASSERT_EQ(tried.size(), KeyLayout::displacement_max + 1);
    }
  }
}

TEST(KeyLayoutTest, AnEntryFitsIntoItsShareOfTheBucket) {
  for (unsigned bits = 1; bits <= 64; ++bits) {
    for (unsigned split = bits > 60 ? bits - 60 : 0; split <= std::min(bits, 40U); ++split) {
      const KeyLayout layout(bits, split, 4, 8);
      EXPECT_LE(8 + layout.slots * (8 + layout.rest_bits), 512U);
      EXPECT_GE(layout.slots, 8U);
      EXPECT_GE(layout.tag_bits, 2U);
    }
  }
}

TEST(KeyTableTest, HoldsEveryKeyOfASmallWidth) {
  for (unsigned bits = 1; bits <= 16; ++bits) {
    MemoryLimit limit;
    KeyTable table({.key_bits = bits}, limit);
    Keys keys(std::size_t{1} << bits);
    std::iota(keys.begin(), keys.end(), 0);
    for (const std::uint64_t key : keys) {
      ASSERT_FALSE(table.contains(key));
      ASSERT_EQ(table.insert(0, key, 0), Outcome::New);
      if (table.wants_to_grow()) grow_alone(table);
    }
    for (const std::uint64_t key : keys) {
      ASSERT_TRUE(table.contains(key));
      ASSERT_EQ(table.insert(0, key, 0), Outcome::Known);
    }
    EXPECT_EQ(table.size(), keys.size());
    EXPECT_EQ(sorted_keys(table), keys);
  }
}

TEST(KeyTableTest, GrowsThroughManySizesAndForgetsNothing) {
  for (const unsigned bits : {22U, 30U, 41U, 48U, 57U, 63U, 64U}) {
    MemoryLimit limit;
    KeyTable table({.key_bits = bits, .bytes_at_first = 4096}, limit);
    const Keys keys = random_keys(40'000, bits, bits);
    std::map<std::uint64_t, std::uint64_t> levels;
    std::vector<std::uint32_t> fresh;
    for (std::size_t begin = 0; begin < keys.size(); begin += 100) {
      Keys batch(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                 keys.begin() + static_cast<std::ptrdiff_t>(begin + 100));
      for (std::size_t i = 0; i < 100; ++i) levels[batch[i]] = begin / 1000;
      batch.push_back(batch[7]);         // equal keys in one batch
      batch.push_back(keys[begin / 2]);  // a known one
      fresh.clear();
      ASSERT_TRUE(table.insert(0, batch, begin / 1000, fresh));
      std::sort(fresh.begin(), fresh.end());
      std::vector<std::uint32_t> first_hundred(100);
      std::iota(first_hundred.begin(), first_hundred.end(), 0);
      if (begin == 0) {
        EXPECT_EQ(fresh.size(), 100U);
      } else {
        ASSERT_EQ(fresh, first_hundred);
      }
      if (table.wants_to_grow()) grow_alone(table);
    }
    Keys expected = keys;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(table.size(), keys.size());
    EXPECT_EQ(sorted_keys(table, 3), expected);
    EXPECT_EQ(table.memory_bytes(), limit.taken());
    const std::uint64_t tag_count = std::uint64_t{1} << table.tag_bits();
    table.for_each(
        0, 1, [&](std::uint64_t key, unsigned tag) { ASSERT_EQ(levels.at(key) % tag_count, tag); });
  }
}

TEST(KeyTableTest, TakesABatchThatIsLargerThanTheTable) {
  MemoryLimit limit;
  KeyTable table({.key_bits = 40, .bytes_at_first = 4096}, limit);
  const Keys keys = random_keys(20'000, 40, 9);
  std::vector<std::uint32_t> fresh;
  EXPECT_TRUE(table.insert(0, keys, 1, fresh));
  EXPECT_EQ(fresh.size(), keys.size());
  fresh.clear();
  EXPECT_TRUE(table.insert(0, keys, 1, fresh));
  EXPECT_EQ(fresh.size(), 0U);
  while (table.wants_to_grow()) grow_alone(table);
  EXPECT_TRUE(table.insert(0, keys, 1, fresh));
  EXPECT_EQ(fresh.size(), 0U);
  Keys expected = keys;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted_keys(table), expected);
}

TEST(KeyTableTest, IsFullAtTheLimitAndStillKnowsWhatItHas) {
  constexpr std::uint64_t bytes_max = 300'000;
  MemoryLimit limit(bytes_max);
  KeyTable table({.key_bits = 48}, limit);
  const Keys keys = random_keys(100'000, 48, 5);
  std::size_t count = 0;
  while (table.insert(0, keys[count], 0) == Outcome::New) {
    ++count;
    if (table.wants_to_grow()) grow_alone(table);
  }
  EXPECT_FALSE(table.wants_to_grow());
  EXPECT_LE(limit.taken(), bytes_max);
  EXPECT_GT(limit.taken(), bytes_max * 3 / 4);
  EXPECT_GT(count, bytes_max / 8);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(table.insert(0, keys[i], 0), Outcome::Known);
  EXPECT_EQ(table.size(), count);
}

TEST(KeyTableTest, TwoWorkersFindEveryKeyNewExactlyOnce) {
  constexpr unsigned workers = 2;
  MemoryLimit limit;
  KeyTable table({.key_bits = 44, .workers = workers, .bytes_at_first = 4096}, limit);
  const Keys keys = random_keys(50'000, 44, 77);
  Meeting meeting;
  std::vector<std::vector<std::uint32_t>> found_new(workers);
  bool grows = false;
  const auto work = [&](unsigned worker) {
    std::vector<std::uint32_t> fresh;
    for (std::size_t begin = 0; begin < keys.size(); begin += 500) {
      // The same keys, one worker from below and one from above, so that they meet in each batch.
      Keys batch(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                 keys.begin() + static_cast<std::ptrdiff_t>(begin + 500));
      if (worker == 1) std::reverse(batch.begin(), batch.end());
      fresh.clear();
      EXPECT_TRUE(table.insert(worker, batch, begin, fresh));
      for (const std::uint32_t index : fresh) {
        const std::size_t offset = worker == 1 ? 499 - index : index;
        found_new[worker].push_back(static_cast<std::uint32_t>(begin + offset));
      }
      meeting.arrive(workers);
      if (worker == 0) grows = table.wants_to_grow() && table.begin_growth();
      meeting.arrive(workers);
      if (grows) table.move();
      meeting.arrive(workers);
      if (worker == 0 && grows) table.end_growth();
      meeting.arrive(workers);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  std::vector<std::uint32_t> all = found_new[0];
  all.insert(all.end(), found_new[1].begin(), found_new[1].end());
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> expected(keys.size());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
  EXPECT_EQ(table.size(), keys.size());
}

TEST(KeyTableTest, SeveralWorkersMoveALargeTable) {
  constexpr unsigned workers = 3;
  MemoryLimit limit;
  KeyTable table({.key_bits = 50, .workers = workers, .bytes_at_first = 4U << 20}, limit);
  const Keys keys = random_keys(200'000, 50, 21);
  std::vector<std::uint32_t> fresh;
  ASSERT_TRUE(table.insert(0, keys, 3, fresh));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(table.begin_growth());
    std::thread second([&] { table.move(); });
    std::thread third([&] { table.move(); });
    table.move();
    second.join();
    third.join();
    table.end_growth();
  }
  Keys expected = keys;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted_keys(table, 5), expected);
  for (const std::uint64_t key : keys) ASSERT_TRUE(table.contains(key));
}

}  // namespace
}  // namespace clew
