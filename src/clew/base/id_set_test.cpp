#include "clew/base/id_set.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace clew {
namespace {

enum class PartId : std::uint32_t {};
using PartSet = IdSet<PartId>;

PartSet set_of(std::initializer_list<std::uint32_t> parts) {
  PartSet set;
  for (const std::uint32_t part : parts) set.add(PartId{part});
  return set;
}

TEST(IdSet, MeetsWhatHasAPartInCommon) {
  EXPECT_FALSE(PartSet().meets(PartSet()));
  EXPECT_FALSE(set_of({3}).meets(PartSet()));
  EXPECT_FALSE(set_of({3, 400}).meets(set_of({4, 399})));
  EXPECT_TRUE(set_of({3, 400}).meets(set_of({400})));
  EXPECT_TRUE(set_of({400}).meets(set_of({3, 400, 900})));
  EXPECT_FALSE(set_of({400}).meets(set_of({3, 900})));
}

TEST(IdSet, MeetsBesideAPart) {
  EXPECT_FALSE(set_of({70, 200}).meets_beside(set_of({70}), PartId{70}));
  EXPECT_TRUE(set_of({70, 200}).meets_beside(set_of({70, 200}), PartId{70}));
  EXPECT_TRUE(set_of({70, 71}).meets_beside(set_of({70, 71}), PartId{70}));
}

TEST(IdSet, GrowsInBothDirections) {
  PartSet set = set_of({200});
  set.add(PartId{1});
  EXPECT_TRUE(set.meets(set_of({1})));
  PartSet other = set_of({500});
  other.add(set);
  EXPECT_TRUE(other.contains(PartId{1}));
  EXPECT_TRUE(other.meets(set_of({1})));
  EXPECT_TRUE(other.meets(set_of({500})));
  other.add(PartSet());
  EXPECT_TRUE(other.meets(set_of({200})));
}

TEST(IdSet, HandsOutWhatItHasInOrder) {
  std::vector<std::uint32_t> found;
  const PartSet set = set_of({400, 3, 64, 63});
  set.for_each([&](PartId part) { found.push_back(static_cast<std::uint32_t>(part)); });
  EXPECT_EQ(found, (std::vector<std::uint32_t>{3, 63, 64, 400}));
  EXPECT_EQ(set.size(), 4U);
  EXPECT_EQ(PartSet().size(), 0U);
}

TEST(IdSet, IsTheSameHoweverItWasMade) {
  PartSet united = set_of({400});
  united.add(set_of({3}));
  EXPECT_EQ(united, set_of({3, 400}));
  EXPECT_EQ(united.hash(), set_of({3, 400}).hash());
  EXPECT_FALSE(united == set_of({3}));
}

}  // namespace
}  // namespace clew
