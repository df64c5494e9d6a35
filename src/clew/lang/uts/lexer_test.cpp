#include "clew/lang/uts/lexer.hpp"

#include <gtest/gtest.h>

namespace clew::uts {
namespace {

// "x -| 1": the tokens with blanks in between, formulas in brackets.
std::string tokens_of(const std::string& text) {
  const auto source = std::make_shared<SourceText>("m.uts", text);
  Diagnostics diagnostics(source);
  std::string out;
  for (const Token& token : tokenize(*source, diagnostics)) {
    if (token.kind == TokenKind::End) break;
    if (!out.empty()) out += ' ';
    out += token.kind == TokenKind::Formula ? "[" + std::string(token.text) + "]"
                                            : std::string(token.text);
  }
  return out + diagnostics.text();
}

TEST(UtsLexer, TakesTheLongestSymbol) {
  EXPECT_EQ(tokens_of("x-1->y"), "x - 1 -> y");
  EXPECT_EQ(tokens_of("0..2"), "0 .. 2");
  EXPECT_EQ(tokens_of("a<=b==!c!=d||e|f&&g&h~>i"), "a <= b == ! c != d || e | f && g & h ~> i");
  EXPECT_EQ(tokens_of("x--1"), "x - - 1");
}

TEST(UtsLexer, PassesOverComments) {
  EXPECT_EQ(tokens_of("a // b\nc /* d\n e */ f/**/g"), "a c f g");
  EXPECT_EQ(tokens_of("/*/ a */ b"), "b");
}

TEST(UtsLexer, KeepsFormulasWhole) {
  EXPECT_EQ(tokens_of("LTL: [] (x -> <> {y@z});  REACH: x"),
            "LTL : [[] (x -> <> {y@z})] ; REACH : x");
  EXPECT_EQ(tokens_of("CTL one: AG EF x\nSAFE two: y"), "CTL one : [AG EF x] SAFE two : y");
  EXPECT_EQ(tokens_of("LTL: G x // not; this\n"), "LTL : [G x // not; this]");
  EXPECT_EQ(tokens_of("LTL: G x U PROCESS P:"), "LTL : [G x U] PROCESS P :");
  EXPECT_EQ(tokens_of("LTL: G {REACH == 1}"), "LTL : [G {REACH == 1}]");
  EXPECT_EQ(tokens_of("LTL:"), "LTL :");
}

TEST(UtsLexer, LetsAVariableBeCalledLikeALogic) {
  EXPECT_EQ(tokens_of("int LTL : 0..3; bool CTL;"), "int LTL : 0 .. 3 ; bool CTL ;");
}

TEST(UtsLexer, SaturatesNumbers) {
  const auto source = std::make_shared<SourceText>("m.uts", "12345678901234567890123");
  Diagnostics diagnostics(source);
  EXPECT_GT(tokenize(*source, diagnostics)[0].number, std::int64_t{1} << 33);
}

}  // namespace
}  // namespace clew::uts
