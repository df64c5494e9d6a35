#include "clew/base/source.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(SourceText, CountsLinesAndColumnsFromOne) {
  const SourceText source("a.dve", "byte x;\n  int y;\n");
  EXPECT_EQ(source.span(0, 4), (SourceSpan{1, 1, 4}));
  EXPECT_EQ(source.span(5, 1), (SourceSpan{1, 6, 1}));
  EXPECT_EQ(source.span(10, 3), (SourceSpan{2, 3, 3}));
}

TEST(SourceText, ClipsASpanToItsFirstLine) {
  const SourceText source("a.dve", "one\ntwo\nthree");
  EXPECT_EQ(source.span(4, 100), (SourceSpan{2, 1, 3}));
  EXPECT_EQ(source.span(0, 5), (SourceSpan{1, 1, 3}));
}

TEST(SourceText, PlacesTheEndOfTheTextBehindItsLastCharacter) {
  EXPECT_EQ(SourceText("a", "ab").span(2, 0), (SourceSpan{1, 3, 0}));
  EXPECT_EQ(SourceText("a", "ab\n").span(3, 0), (SourceSpan{2, 1, 0}));
  EXPECT_EQ(SourceText("a", "ab").span(99, 5), (SourceSpan{1, 3, 0}));
  EXPECT_EQ(SourceText("a", "").span(0, 0), (SourceSpan{1, 1, 0}));
}

TEST(SourceText, GivesLinesWithoutTheirEnds) {
  const SourceText source("a", "first\r\nsecond\n\nlast");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.line(1), "first");
  EXPECT_EQ(source.line(2), "second");
  EXPECT_EQ(source.line(3), "");
  EXPECT_EQ(source.line(4), "last");
  EXPECT_EQ(source.line(5), "");
}

TEST(SourceText, DoesNotCountTheCarriageReturnAsAColumn) {
  const SourceText source("a", "ab\r\ncd");
  EXPECT_EQ(source.span(2, 1), (SourceSpan{1, 3, 0}));
  EXPECT_EQ(source.span(4, 2), (SourceSpan{2, 1, 2}));
}

TEST(SourceText, KnowsThatASpanWithoutLineIsNoPlace) {
  EXPECT_FALSE(SourceSpan{}.is_known());
  EXPECT_TRUE((SourceSpan{1, 1, 0}).is_known());
}

// The second line of the original became two lines, both changed; the third is as it was.
SourceText expanded() {
  return {"m.mdve",
          "define(N, 3)\nbyte x[N]; twice(y)\n  int z;\n",
          "\nbyte x[3]; y\ny\n  int z;\n",
          {1, 2, 2, 3}};
}

TEST(SourceText, ShowsLinesOfTheOriginalNotOfItsExpansion) {
  EXPECT_EQ(expanded().line(1), "define(N, 3)");
  EXPECT_EQ(expanded().line(2), "byte x[N]; twice(y)");
  EXPECT_EQ(expanded().text(), "\nbyte x[3]; y\ny\n  int z;\n");
}

// In the text that a macro processor made.
SourceSpan made(SourceSpan span, std::size_t offset) {
  span.made_at = static_cast<std::uint32_t>(offset + 1);
  return span;
}

TEST(SourceText, KeepsTheColumnWhereTheLineWasNotExpanded) {
  const std::size_t z = expanded().text().find('z');
  EXPECT_EQ(expanded().span(z, 1), (SourceSpan{3, 7, 1}));
  EXPECT_FALSE(expanded().made_line(expanded().span(z, 1)));
}

TEST(SourceText, LooksForTheTokenWhereTheLineWasExpanded) {
  const std::size_t x = expanded().text().find('x');
  EXPECT_EQ(expanded().span(x, 1), made({2, 6, 1}, x));
  EXPECT_TRUE(expanded().is_written(expanded().span(x, 1)));
  EXPECT_FALSE(expanded().made_line(expanded().span(x, 1)));
}

TEST(SourceText, NamesOnlyTheLineOfATokenThatAMacroMade) {
  const std::size_t three = expanded().text().find('3');
  EXPECT_EQ(expanded().span(three, 1), made({2, 1, 1}, three));
  EXPECT_FALSE(expanded().is_written(expanded().span(three, 1)));
  const std::size_t end_of_line = expanded().text().find("; y") + 3;
  EXPECT_EQ(expanded().span(end_of_line, 0), made({2, 1, 0}, end_of_line));
}

TEST(SourceText, ShowsTheMadeLineWhereTheWrittenOneDoesNotSayWhatIsMeant) {
  const SourceText source = expanded();
  const auto shown = [&](std::string_view token) {
    const auto line = source.made_line(source.span(source.text().find(token), token.size()));
    return line ? std::string(line->text) + ":" + std::to_string(line->column) : "";
  };
  EXPECT_EQ(shown("3"), "byte x[3]; y:8");
  EXPECT_EQ(shown("x"), "");
  EXPECT_EQ(shown("b"), "");    // as it was written
  EXPECT_EQ(shown("y"), "byte x[3]; y:2");  // `y' stands there three times
}

TEST(SourceText, TellsWhichTurnsAPlaceLiesIn) {
  SourceText source("m.mdve", "loop\n", "a b c d\n", {1, 1});
  source.note_expansions({{"outer", {}, 1, "j", 7}, {"inner", {0, 0, 0, 0, 1}, 2, "i", 5}},
                         {{2, 1}, {4, 2}, {6, 0}});
  const auto turns = [&](std::size_t offset) {
    std::string text;
    for (const TextExpansion* turn :
         expansions_around(source.expansions(), source.span(offset, 1))) {
      text += turn->name + std::to_string(turn->turn) + " ";
    }
    return text;
  };
  EXPECT_EQ(turns(0), "");
  EXPECT_EQ(turns(2), "outer1 ");
  EXPECT_EQ(turns(4), "inner2 outer1 ");
  EXPECT_EQ(turns(6), "");
}

TEST(SourceText, TakesTheLastOriginForLinesWithoutOne) {
  const SourceText source("m", "one\ntwo", "a\nb\nc\nd", {1, 2});
  EXPECT_EQ(source.span(6, 1).line, 2U);
  const SourceText without("m", "one\ntwo", "a\nb", {});
  EXPECT_EQ(without.span(2, 1).line, 1U);
}

TEST(SourceText, KnowsTheFilesItIncludesByNumber) {
  SourceText source("m.pml", "main\n");
  EXPECT_EQ(source.include("a.h", "one\ntwo\n"), 1U);
  EXPECT_EQ(source.include("b.h", "three\n"), 2U);
  EXPECT_EQ(source.file(0).name(), "m.pml");
  EXPECT_EQ(source.file(1).name(), "a.h");
  EXPECT_EQ(source.file(1).line(2), "two");
  EXPECT_EQ(source.file(2).line(1), "three");
  EXPECT_EQ(source.file(7).name(), "m.pml");
}

TEST(SourceText, RemembersTheFirstMacroUsedAtAPlace) {
  SourceText source("m.pml", "outer\n");
  source.note_macro_use({1, 1, 5}, {"outer", {3, 9, 5, 1}});
  source.note_macro_use({1, 1, 5}, {"inner", {4, 9, 5, 1}});
  ASSERT_NE(source.macro_use_at({1, 1, 2}), nullptr);
  EXPECT_EQ(source.macro_use_at({1, 1, 2})->name, "outer");
  EXPECT_EQ(source.macro_use_at({1, 1, 2})->defined, (SourceSpan{3, 9, 5, 1}));
  EXPECT_EQ(source.macro_use_at({1, 2, 2}), nullptr);
  EXPECT_EQ(source.macro_use_at({1, 1, 2, 1}), nullptr);
}

}  // namespace
}  // namespace clew
