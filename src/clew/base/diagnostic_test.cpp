#include "clew/base/diagnostic.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

Diagnostics about(const std::string& name, const std::string& text) {
  return Diagnostics(std::make_shared<SourceText>(name, text));
}

TEST(Diagnostics, ShowPlaceMessageSourceLineCaretAndHelp) {
  Diagnostics diagnostics = about("peterson.dve", "byte flag[2];\n  guard flg[1] == 0;\n");
  diagnostics.error({2, 9, 3}, "unknown variable 'flg'", "'flag' is declared at peterson.dve:1:6");
  EXPECT_EQ(diagnostics.text(),
            "peterson.dve:2:9: error: unknown variable 'flg'\n"
            "    2 |   guard flg[1] == 0;\n"
            "      |         ^~~\n"
            "help: 'flag' is declared at peterson.dve:1:6\n");
}

TEST(Diagnostics, ShowNoSourceLineWithoutAPlace) {
  Diagnostics diagnostics = about("a.mdve", "text");
  diagnostics.error({}, "m4 is not installed");
  EXPECT_EQ(diagnostics.text(), "a.mdve: error: m4 is not installed\n");
}

TEST(Diagnostics, CallAnUnnamedSourceInput) {
  Diagnostics diagnostics;
  diagnostics.warning({3, 4, 1}, "odd");
  EXPECT_EQ(diagnostics.text(), "input:3:4: warning: odd\n");
  EXPECT_EQ(diagnostics.place({}), "input");
  EXPECT_EQ(diagnostics.place({7, 2, 1}), "input:7:2");
}

TEST(Diagnostics, ShowNothingUnderAnEmptyLine) {
  Diagnostics diagnostics = about("a", "");
  diagnostics.error({1, 1, 0}, "the file is empty");
  EXPECT_EQ(diagnostics.text(), "a:1:1: error: the file is empty\n");
}

TEST(Diagnostics, PutTheCaretBehindTheLastCharacterAtTheEndOfALine) {
  Diagnostics diagnostics = about("a", "byte x");
  diagnostics.error({1, 7, 0}, "expected ';'");
  EXPECT_EQ(diagnostics.text(),
            "a:1:7: error: expected ';'\n"
            "    1 | byte x\n"
            "      |       ^\n");
}

TEST(Diagnostics, KeepTheUnderlineWithinTheLine) {
  Diagnostics diagnostics = about("a", "byte x");
  diagnostics.error({1, 6, 40}, "too long");
  EXPECT_EQ(diagnostics.text(),
            "a:1:6: error: too long\n"
            "    1 | byte x\n"
            "      |      ^\n");
}

TEST(Diagnostics, ShowTabsAsBlanksAndControlBytesAsQuestionMarks) {
  Diagnostics diagnostics = about("a", "\tx\x1b[31m\xff;");
  diagnostics.error({1, 2, 1}, "here");
  EXPECT_EQ(diagnostics.text(),
            "a:1:2: error: here\n"
            "    1 |  x?[31m?;\n"
            "      |  ^\n");
}

TEST(Diagnostics, CutLongLinesToAWindowAroundTheCaret) {
  Diagnostics diagnostics = about("a", std::string(200, 'a') + "X" + std::string(200, 'b'));
  diagnostics.error({1, 201, 1}, "here");
  EXPECT_EQ(diagnostics.text(),
            "a:1:201: error: here\n"
            "    1 | " +
                std::string(70, 'a') + "X" + std::string(69, 'b') + "\n      | " +
                std::string(70, ' ') + "^\n");
}

TEST(Diagnostics, AreSortedBySourceWithThoseWithoutAPlaceFirst) {
  Diagnostics diagnostics;
  diagnostics.error({2, 1, 1}, "third");
  diagnostics.warning({1, 5, 1}, "second");
  diagnostics.error({}, "first");
  diagnostics.error({2, 1, 9}, "fourth, at the same place");
  diagnostics.sort();
  EXPECT_EQ(diagnostics.text(),
            "input: error: first\n"
            "input:1:5: warning: second\n"
            "input:2:1: error: third\n"
            "input:2:1: error: fourth, at the same place\n");
}

TEST(Diagnostics, SayAWarningOnceAndEveryErrorAgain) {
  Diagnostics diagnostics;
  diagnostics.warning({1, 1, 1}, "again");
  diagnostics.warning({2, 1, 1}, "again");
  diagnostics.error({3, 1, 1}, "again");
  diagnostics.error({4, 1, 1}, "again");
  EXPECT_EQ(diagnostics.text(),
            "input:1:1: warning: again\ninput:3:1: error: again\ninput:4:1: error: again\n");
}

TEST(Diagnostics, SayTheSameOfOnePlaceOnceWhenSorted) {
  Diagnostics diagnostics;
  for (int turn = 0; turn < 3; ++turn) diagnostics.error({3, 1, 1}, "of a turn");
  diagnostics.error({3, 1, 1}, "of another");
  diagnostics.sort();
  EXPECT_EQ(diagnostics.text(), "input:3:1: error: of a turn\ninput:3:1: error: of another\n");
  EXPECT_EQ(diagnostics.error_count(), 2U);
}

TEST(Diagnostics, CountErrorsAndNotWarnings) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.warning({}, "w");
  EXPECT_FALSE(diagnostics.empty());
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.error({}, "e");
  diagnostics.error({}, "f");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 2U);
  EXPECT_EQ(diagnostics.items().size(), 3U);
}

TEST(Diagnostics, StopAfterFiftyAndSayHowManyThereAre) {
  Diagnostics diagnostics;
  std::string expected;
  for (std::uint32_t i = 1; i <= 53; ++i) {
    diagnostics.error({i, 1, 1}, "e");
    if (i <= 50) expected += "input:" + std::to_string(i) + ":1: error: e\n";
  }
  EXPECT_EQ(diagnostics.text(), expected + "input: 3 more are not shown\n");
}

TEST(Diagnostics, ShowLinesOfIncludedFilesBehindThoseOfTheMainFile) {
  const auto source = std::make_shared<SourceText>("m.pml", "main\n");
  const std::uint32_t file = source->include("a.h", "one\n  two\n");
  Diagnostics diagnostics;
  diagnostics.set_source(source);
  diagnostics.error({2, 3, 3, file}, "here");
  diagnostics.error({1, 1, 4}, "there");
  diagnostics.sort();
  EXPECT_EQ(diagnostics.text(),
            "m.pml:1:1: error: there\n"
            "    1 | main\n"
            "      | ^~~~\n"
            "a.h:2:3: error: here\n"
            "    2 |   two\n"
            "      |   ^~~\n");
}

TEST(Diagnostics, NameTheMacroThatStandsAtThePlace) {
  const auto source = std::make_shared<SourceText>("m.pml", "#define N x\nN N\n");
  source->note_macro_use({2, 1, 1}, {"N", {1, 9, 1}});
  Diagnostics diagnostics(source);
  diagnostics.error({2, 1, 1}, "first");
  diagnostics.error({2, 1, 1}, "second", "look again");
  diagnostics.error({2, 3, 1}, "third");
  std::vector<std::string> helps;
  for (const Diagnostic& item : diagnostics.items()) helps.push_back(item.help);
  EXPECT_EQ(helps, (std::vector<std::string>{
                       "in the expansion of macro 'N', defined at m.pml:1:9",
                       "look again; in the expansion of macro 'N', defined at m.pml:1:9", ""}));
}

TEST(Diagnostics, ShowWhatAMacroMadeAndInWhichTurns) {
  const auto source = std::make_shared<SourceText>("m.mdve", "loop(i)\nx\n", "go a1;\ngo a2;\nx\n",
                                                   std::vector<std::uint32_t>{1, 1, 2});
  source->note_expansions({{"loop", {}, 1, "i", 0}, {"loop", {}, 2, "i", 1}},
                          {{0, 1}, {7, 2}, {14, 0}});
  Diagnostics diagnostics(source);
  diagnostics.error(source->span(7, 2), "do not go");
  diagnostics.error(source->span(10, 2), "unknown 'a2'", "look again");
  diagnostics.error(source->span(0, 2), "do not go");
  diagnostics.error(source->span(14, 1), "no x");
  diagnostics.sort();
  EXPECT_EQ(diagnostics.error_count(), 3U);
  EXPECT_EQ(diagnostics.text(),
            "m.mdve:1:1: error: do not go\n"
            "    1 | loop(i)\n"
            "      | ^\n"
            "in the expansion, turn 2 of 'loop' (i = 1), and 1 more turn:\n"
            "      | go a2;\n"
            "      | ^~\n"
            "m.mdve:1:1: error: unknown 'a2'\n"
            "    1 | loop(i)\n"
            "      | ^\n"
            "in the expansion, turn 2 of 'loop' (i = 1):\n"
            "      | go a2;\n"
            "      |    ^~\n"
            "help: look again\n"
            "m.mdve:2:1: error: no x\n"
            "    2 | x\n"
            "      | ^\n");
}

TEST(Diagnostics, TellTheCallsOfAnInlineTheInnermostFirst) {
  const auto source = std::make_shared<SourceText>("m.pml", "a\nb\nc\nd\n");
  source->note_expansion({"out", {4, 1, 1}, 0, {}, 0});
  source->note_expansion({"in", {3, 1, 1, 0, 1}, 0, {}, 0});
  Diagnostics diagnostics(source);
  diagnostics.error({1, 1, 1, 0, 2}, "no", "look again");
  EXPECT_EQ(diagnostics.items().front().help,
            "look again; in inline 'in', called at m.pml:3:1, in inline 'out', called at m.pml:4:1");
}

TEST(Diagnostics, LeaveOutTheMiddleOfALongChainOfCalls) {
  const auto source = std::make_shared<SourceText>("m.pml", "a\n");
  for (std::uint32_t i = 0; i < 9; ++i) {
    source->note_expansion({"f" + std::to_string(i), {i + 1, 1, 1, 0, i}, 0, {}, 0});
  }
  Diagnostics diagnostics(source);
  diagnostics.error({1, 1, 1, 0, 9}, "no");
  EXPECT_EQ(diagnostics.items().front().help,
            "in inline 'f8', called at m.pml:9:1, in inline 'f7', called at m.pml:8:1, in 6 more, "
            "in inline 'f0', called at m.pml:1:1");
}

TEST(ReadResult, IsOkIfItHasAValueWhateverWasSaid) {
  ReadResult<int> result;
  EXPECT_FALSE(result.ok());
  result.value_or_null = std::make_unique<int>(7);
  result.diagnostics.warning({}, "w");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.value(), 7);
}

TEST(Diagnostics, ShowsLettersBeyondAsciiAndPutsTheCaretBelow) {
  const std::string text =
      "gr\xc3\xb6\xc3\x9f"
      "e \x1b[1m\xff = $";
  Diagnostics diagnostics = about("m", text);
  diagnostics.error({1, 3, 4}, "two letters");
  diagnostics.error({1, static_cast<std::uint32_t>(text.size()), 1}, "behind them");
  EXPECT_EQ(diagnostics.text(),
            "m:1:3: error: two letters\n"
            "    1 | gr\xc3\xb6\xc3\x9f"
            "e ?[1m? = $\n"
            "      |   ^~\n"
            "m:1:17: error: behind them\n"
            "    1 | gr\xc3\xb6\xc3\x9f"
            "e ?[1m? = $\n"
            "      |               ^\n");
}

}  // namespace
}  // namespace clew
