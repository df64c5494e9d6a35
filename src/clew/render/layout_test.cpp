#include "clew/render/layout.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Lines = std::vector<std::string>;

TEST(Layout, FoldsWordsAndHangsTheLaterLines) {
  EXPECT_EQ(fold_words("one two three four", 9), (Lines{"one two", "  three", "  four"}));
  EXPECT_EQ(fold_words("a  b", 9), (Lines{"a b"}));
  EXPECT_EQ(fold_words("incompressible x", 5), (Lines{"incompressible", "  x"}));
  EXPECT_EQ(fold_words("", 5), Lines{});
}

TEST(Layout, PutsItemsSideBySideAndBreaksOneThatIsTooLong) {
  EXPECT_EQ(fold_items({"x = 1", "y = 2", "z = 3"}, 13), (Lines{"x = 1   y = 2", "z = 3"}));
  EXPECT_EQ(fold_items({"a = [1, 2, 3, 4]", "b = 1"}, 10),
            (Lines{"a = [1, 2,", "  3, 4]", "b = 1"}));
}

TEST(Layout, CountsColumnsNotBytes) {
  EXPECT_EQ(width_of("B\xc3\xbc"
                     "chi"),
            5u);
  EXPECT_EQ(width_of(painted("holds", Tint::Good, true)), 5u);
  EXPECT_EQ(padded("B\xc3\xbc", 4), "B\xc3\xbc  ");
}

TEST(Layout, PaintsOnlyWhenAsked) {
  EXPECT_EQ(painted("holds", Tint::Good, false), "holds");
  EXPECT_EQ(painted("holds", Tint::Good, true), "\x1b[32mholds\x1b[0m");
}

TEST(Layout, SaysDurationsInTheUnitsPeopleUse) {
  EXPECT_EQ(duration_text(0.0049), "0.00 s");
  EXPECT_EQ(duration_text(12.345), "12.35 s");
  EXPECT_EQ(duration_text(59.999), "1 min 00 s");
  EXPECT_EQ(duration_text(3599.9), "1 h 00 min");
  EXPECT_EQ(duration_text(7500), "2 h 05 min");
}

}  // namespace
}  // namespace clew
