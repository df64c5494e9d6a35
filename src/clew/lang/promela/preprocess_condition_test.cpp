#include "clew/lang/promela/preprocess_condition.hpp"

#include <gtest/gtest.h>

namespace clew::promela {
namespace {

// The value, or what was said.
std::string judged(std::string_view text) {
  Diagnostics diagnostics;
  const SourceSpan place{1, 1, 1};
  const auto value = evaluate_condition(tokenize_made(text, place), place, diagnostics);
  return value ? std::to_string(*value) : diagnostics.text();
}

TEST(PreprocessCondition, FollowsThePrecedenceOfC) {
  EXPECT_EQ(judged("1 + 2 * 3 - 4 / 2 % 3"), "5");
  EXPECT_EQ(judged("1 | 6 & 3 ^ 8"), "11");
  EXPECT_EQ(judged("1 << 3 > 7 == 1"), "1");
  EXPECT_EQ(judged("1 || 0 && 0"), "1");
  EXPECT_EQ(judged("10 - 3 - 2"), "5");
  EXPECT_EQ(judged("-(2) + ~0 + !5 + !!7 + +1"), "-1");
  EXPECT_EQ(judged("0 ? 1 : 1 ? 2 : 3"), "2");
  EXPECT_EQ(judged("(1 >= 2) + (2 <= 2) + (1 != 2) + (-8 >> 1)"), "-2");
}

TEST(PreprocessCondition, TakesNamesForZeroAndKnowsSuffixes) {
  EXPECT_EQ(judged("unknown + do + 5UL"), "5");
  EXPECT_EQ(judged("'a' == 97 && 0x10 == 16"), "1");
}

TEST(PreprocessCondition, DoesNotJudgeWhatIsDecided) {
  EXPECT_EQ(judged("0 && 1 / 0"), "0");
  EXPECT_EQ(judged("1 || 1 % 0"), "1");
  EXPECT_EQ(judged("1 ? 2 : 1 / 0"), "2");
  EXPECT_EQ(judged("1 / 0"), "input:1:1: error: the condition divides by zero\n");
}

TEST(PreprocessCondition, SaysWhatIsMissing) {
  EXPECT_EQ(judged(""),
            "input:1:1: error: expected a value in the condition, found the end of the line\n");
  EXPECT_EQ(judged("1 2"), "input:1:1: error: expected the end of the condition, found '2'\n");
  EXPECT_EQ(judged("(1"),
            "input:1:1: error: expected ')' in the condition, found the end of the line\n");
  EXPECT_EQ(judged("1 ? 2"),
            "input:1:1: error: expected ':' after the first value of '?', found the end of the "
            "line\n");
}

TEST(PreprocessCondition, RefusesToGoTooDeep) {
  EXPECT_EQ(judged(std::string(100'000, '(')),
            "input:1:1: error: the condition is nested too deeply\n");
  EXPECT_EQ(judged(std::string(100'000, '-')),
            "input:1:1: error: expected a value in the condition, found '--'\n");
}

}  // namespace
}  // namespace clew::promela
