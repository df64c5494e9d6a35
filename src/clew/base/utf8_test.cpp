#include "clew/base/utf8.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Utf8, KnowsTheLengthOfACharacterThatCanBeShown) {
  EXPECT_EQ(utf8_length("\xc3\xb6", 0), 2U);          // ö
  EXPECT_EQ(utf8_length("x\xe2\x82\xac", 1), 3U);     // €
  EXPECT_EQ(utf8_length("\xf0\x9f\x90\x8c", 0), 4U);  // a snail
  EXPECT_EQ(utf8_length("x", 0), 0U);
  EXPECT_EQ(utf8_length("\xc3", 0), 0U);  // cut short
  EXPECT_EQ(utf8_length("\xc3x", 0), 0U);
  EXPECT_EQ(utf8_length("\xb6", 0), 0U);      // its second half
  EXPECT_EQ(utf8_length("\xc0\xaf", 0), 0U);  // a slash made longer
  EXPECT_EQ(utf8_length("\xe0\x80\xaf", 0), 0U);
  EXPECT_EQ(utf8_length("\xed\xa0\x80", 0), 0U);      // half of a pair of UTF-16
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80", 0), 0U);  // beyond the last one
  EXPECT_EQ(utf8_length("\xc2\x9b", 0), 0U);          // a control character
  EXPECT_EQ(utf8_length("\xef\xbb\xbf", 0), 0U);      // a byte order mark
  EXPECT_EQ(utf8_length("\xe2\x80\xae", 0), 0U);      // turns the text around
}

TEST(Utf8, NamesACharacter) {
  EXPECT_EQ(quoted_character("a\xc3\xb6", 1), "'\xc3\xb6'");
  EXPECT_EQ(quoted_character("#", 0), "'#'");
  EXPECT_EQ(quoted_character("\x1b", 0), "byte 0x1b");
  EXPECT_EQ(quoted_character("\xff", 0), "byte 0xff");
}

}  // namespace
}  // namespace clew
