#include "clew/export/exported_names.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ExportedNames, AreLegalAndGivenOnce) {
  ExportedNames names(Dialect::Smv);
  EXPECT_EQ(names.add("x"), "x");
  EXPECT_EQ(names.add("a[2]"), "a_2");
  EXPECT_EQ(names.add("a_2"), "a_2_");
  EXPECT_EQ(names.add("p[0].x"), "p_0_x");
  EXPECT_EQ(names.add("n#1"), "n_1");
  EXPECT_EQ(names.add("1st"), "_1st");
  EXPECT_EQ(names.add("x"), "x_");
}

TEST(ExportedNames, AreNoWordsOfTheOtherTool) {
  ExportedNames smv(Dialect::Smv);
  EXPECT_EQ(smv.add("next"), "next_");
  EXPECT_EQ(smv.add("U"), "U_");
  EXPECT_EQ(smv.add("guard"), "guard");
  ExportedNames uppaal(Dialect::Uppaal);
  EXPECT_EQ(uppaal.add("next"), "next");
  EXPECT_EQ(uppaal.add("guard"), "guard_");
  EXPECT_EQ(uppaal.add("is_guard"), "is_guard");
  EXPECT_EQ(uppaal.add("random"), "_random");
  EXPECT_EQ(uppaal.add("random_bit"), "_random_bit");
  EXPECT_EQ(uppaal.add("randomizer"), "randomizer");
}

TEST(ExportedNames, LeaveRoomForNumberedOnes) {
  ExportedNames names(Dialect::Smv);
  EXPECT_EQ(names.add("c7"), "c7");
  EXPECT_EQ(names.add_prefix("c"), "c_");
  EXPECT_EQ(names.add_prefix("t"), "t");
  EXPECT_EQ(names.add("t5"), "t5_");
  EXPECT_EQ(names.add("time5"), "time5");
}

}  // namespace
}  // namespace clew
