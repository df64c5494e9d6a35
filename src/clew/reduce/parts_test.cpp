#include "clew/reduce/parts.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace clew {
namespace {

PartSet set_of(std::initializer_list<std::uint32_t> parts) {
  PartSet set;
  for (const std::uint32_t part : parts) set.add(PartId{part});
  return set;
}

TEST(PartSet, MeetsWhatHasAPartInCommon) {
  EXPECT_FALSE(PartSet().meets(PartSet()));
  EXPECT_FALSE(set_of({3}).meets(PartSet()));
  EXPECT_FALSE(set_of({3, 400}).meets(set_of({4, 399})));
  EXPECT_TRUE(set_of({3, 400}).meets(set_of({400})));
  EXPECT_TRUE(set_of({400}).meets(set_of({3, 400, 900})));
  EXPECT_FALSE(set_of({400}).meets(set_of({3, 900})));
}

TEST(PartSet, MeetsBesideAPart) {
  EXPECT_FALSE(set_of({70, 200}).meets_beside(set_of({70}), PartId{70}));
  EXPECT_TRUE(set_of({70, 200}).meets_beside(set_of({70, 200}), PartId{70}));
  EXPECT_TRUE(set_of({70, 71}).meets_beside(set_of({70, 71}), PartId{70}));
}

TEST(PartSet, GrowsInBothDirections) {
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

}  // namespace
}  // namespace clew
