#include "clew/model/value_set.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace clew {
namespace {

std::string text(const ValueSet& values) {
  std::string out;
  for (const Range range : values.ranges()) out += fmt::format("{}..{} ", range.low, range.high);
  return out;
}

TEST(ValueSet, JoinsRangesThatMeet) {
  ValueSet values(Range{0, 3});
  EXPECT_TRUE(values.add(Range{255, 255}));
  EXPECT_EQ(text(values), "0..3 255..255 ");
  EXPECT_TRUE(values.add(Range{4, 9}));
  EXPECT_EQ(text(values), "0..9 255..255 ");
  EXPECT_FALSE(values.add(Range{2, 8}));
  EXPECT_TRUE(values.add(Range{-5, 254}));
  EXPECT_EQ(text(values), "-5..255 ");
}

TEST(ValueSet, ReachesToTheEndsOfAllValues) {
  ValueSet values(full_range.high);
  values.add(Range{full_range.low, full_range.low});
  EXPECT_EQ(values.size(), 2U);
  EXPECT_EQ(values.hull(), full_range);
  values.add(full_range);
  EXPECT_EQ(values.size(), std::uint64_t{1} << 32);
  values.remove(full_range.low);
  values.remove(full_range.high);
  EXPECT_EQ(text(values), "-2147483647..2147483646 ");
}

TEST(ValueSet, IsMadeCoarserWhenItHasManyRanges) {
  ValueSet values;
  for (Value i = 0; i < 1000; ++i) values.add(Range{3 * i, 3 * i});
  EXPECT_LE(values.ranges().size(), 32U);
  for (Value i = 0; i < 1000; ++i) EXPECT_TRUE(values.contains(3 * i));
}

TEST(ValueSet, AgreesWithASetOfNumbers) {
  std::mt19937 random(3);
  const auto below = [&](unsigned n) { return static_cast<Value>(random() % n); };
  for (int round = 0; round < 2000; ++round) {
    ValueSet values;
    std::set<Value> numbers;
    for (int i = 0; i < 6; ++i) {
      const Value low = below(30);
      const Range range{low, low + below(6)};
      std::set<Value> these;
      for (Value v = range.low; v <= range.high; ++v) these.insert(v);
      switch (below(4)) {
        case 0:
          values.keep(range);
          std::erase_if(numbers, [&](Value v) { return !range.contains(v); });
          break;
        case 1:
          values.remove(low);
          numbers.erase(low);
          break;
        default:
          EXPECT_EQ(values.add(range),
                    !std::includes(numbers.begin(), numbers.end(), these.begin(), these.end()));
          numbers.insert(these.begin(), these.end());
      }
    }
    std::set<Value> listed;
    values.for_each([&](Value v) { listed.insert(v); });
    ASSERT_EQ(listed, numbers);
    ASSERT_EQ(values.size(), numbers.size());
    ValueSet other(Range{5, 11});
    other.add(Range{20, 25});
    bool has_all = true;
    other.for_each([&](Value v) { has_all = has_all && numbers.contains(v); });
    EXPECT_EQ(values.contains(other), has_all);
    values.keep(other);
    std::erase_if(numbers, [&](Value v) { return !other.contains(v); });
    ASSERT_EQ(values.size(), numbers.size());
  }
}

}  // namespace
}  // namespace clew
