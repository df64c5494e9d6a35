#include "clew/reduce/process_set.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace clew {
namespace {

template <std::size_t Words>
std::vector<std::size_t> members(ProcessSet<Words> set) {
  std::vector<std::size_t> found;
  for (; !set.empty(); set.remove_least()) found.push_back(set.least());
  return found;
}

TEST(ProcessSet, ListsItsMembersFromTheLeastOn) {
  ProcessSet<4> set;
  for (const std::size_t process : {255U, 0U, 64U, 63U, 130U}) set.add(process);
  EXPECT_EQ(members(set), (std::vector<std::size_t>{0, 63, 64, 130, 255}));
  EXPECT_TRUE(set.contains(130));
  EXPECT_FALSE(set.contains(131));
}

TEST(ProcessSet, OfAllBelowACountHasThatMany) {
  for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 128U, 200U, 256U}) {
    EXPECT_EQ(members(ProcessSet<4>::below(count)).size(), count);
    if (count <= 64) {
      EXPECT_EQ(members(ProcessSet<1>::below(count)).size(), count);
    }
  }
}

TEST(ProcessSet, TakesAwayAndPutsTogetherAcrossWords) {
  const ProcessSet<4> all = ProcessSet<4>::below(200);
  const ProcessSet<4> low = ProcessSet<4>::below(190);
  EXPECT_EQ(members(all - low).size(), 10U);
  EXPECT_EQ((all - low) | low, all);
  EXPECT_EQ(all & low, low);
  EXPECT_TRUE(all.meets(low));
  EXPECT_FALSE((all - low).meets(low));
}

TEST(ProcessSet, HasSeveralOnlyIfThereIsASecondOne) {
  EXPECT_FALSE(ProcessSet<4>().has_several());
  EXPECT_FALSE(ProcessSet<4>::one(200).has_several());
  EXPECT_TRUE((ProcessSet<4>::one(3) | ProcessSet<4>::one(200)).has_several());
  ProcessSet<1> set;
  set.add_if(false, 5);
  EXPECT_TRUE(set.empty());
  set.add_if(true, 5);
  EXPECT_EQ(set, ProcessSet<1>::one(5));
}

}  // namespace
}  // namespace clew
