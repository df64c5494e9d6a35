#include "clew/store/root_tables.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

// A row that is too wide waits for a table.  Whoever is told of it may ask how many rows there are: the store
// does when it is folded anew, and that stood still for ever.
TEST(RootTables, CanBeAskedWhileItTellsWhatItHas) {
  MemoryLimit limit(std::uint64_t{1} << 30);
  RootTables tables(2, 1, limit);
  ASSERT_TRUE(tables.open({4, 4}));
  EXPECT_EQ(tables.insert(0, {1, 2}, 0), Outcome::New);
  EXPECT_EQ(tables.insert(0, {100, 2}, 1), Outcome::New);
  EXPECT_TRUE(tables.has_wide());
  std::vector<RootTables::Root> told;
  tables.for_each(0, 1, [&](const RootTables::Root& root, unsigned tag) {
    EXPECT_EQ(tag, told.size());
    EXPECT_EQ(tables.size(), 2U);
    EXPECT_TRUE(tables.contains(root));
    told.push_back(root);
  });
  EXPECT_EQ(told, (std::vector<RootTables::Root>{{1, 2}, {100, 2}}));
}

}  // namespace
}  // namespace clew
