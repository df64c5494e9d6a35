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

TEST(SourceText, KeepsTheColumnWhereTheLineWasNotExpanded) {
  const std::size_t z = expanded().text().find('z');
  EXPECT_EQ(expanded().span(z, 1), (SourceSpan{3, 7, 1}));
  EXPECT_EQ(expanded().expansion_at(z), "");
}

TEST(SourceText, LooksForTheTokenWhereTheLineWasExpanded) {
  const std::size_t x = expanded().text().find('x');
  EXPECT_EQ(expanded().span(x, 1), (SourceSpan{2, 6, 1}));
  EXPECT_EQ(expanded().expansion_at(x), "byte x[3]; y");
}

TEST(SourceText, NamesOnlyTheLineOfATokenThatAMacroMade) {
  const std::size_t three = expanded().text().find('3');
  EXPECT_EQ(expanded().span(three, 1), (SourceSpan{2, 1, 0}));
  const std::size_t end_of_line = expanded().text().find("; y") + 3;
  EXPECT_EQ(expanded().span(end_of_line, 0), (SourceSpan{2, 1, 0}));
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
