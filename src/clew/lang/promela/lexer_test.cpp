#include "clew/lang/promela/lexer.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace clew::promela {
namespace {

struct Lexed {
  std::string tokens;  // with blanks between them
  std::string said;
  std::vector<Token> list;
  std::shared_ptr<const SourceText> source;
};

Lexed lexed(const std::string& text) {
  const auto source = std::make_shared<SourceText>("m.pml", text);
  Diagnostics diagnostics(source);
  Lexed out;
  out.source = source;
  out.list = tokenize(*source, 0, diagnostics);
  for (const Token& token : out.list) {
    if (token.kind == TokenKind::End) continue;
    if (!out.tokens.empty()) out.tokens += ' ';
    if (token.kind == TokenKind::Stray) out.tokens += '?';
    out.tokens += token.text;
  }
  out.said = diagnostics.text();
  return out;
}

TEST(PromelaLexer, TakesTheLongestSymbol) {
  EXPECT_EQ(lexed("a->b::c..d++ +--!!?? ?<x>>=<<=!=!a@b").tokens,
            "a -> b :: c .. d ++ + -- !! ?? ? < x >> = << = != ! a @ b");
}

TEST(PromelaLexer, ReadsChannelOperatorsAsSpinDoes) {
  EXPECT_EQ(lexed("c?<x> c?"
                  "?<x> c?[x] c!!x x!=y c!-1")
                .tokens,
            "c ? < x > c ?? < x > c ? [ x ] c !! x x != y c ! - 1");
}

TEST(PromelaLexer, DoesNotTakeARangeForAFraction) {
  EXPECT_EQ(lexed("0..3").tokens, "0 .. 3");
  EXPECT_EQ(lexed("i:1..N").tokens, "i : 1 .. N");
}

TEST(PromelaLexer, ReadsDecimalAndHexadecimalNumbersAndCharacters) {
  const Lexed found = lexed(R"(007 255 0x1F 'a' '\n' '\0' '\'' 99999999999999999999)");
  std::vector<std::int64_t> numbers;
  for (const Token& token : found.list) {
    if (token.kind == TokenKind::Number) numbers.push_back(token.number);
  }
  EXPECT_EQ(numbers,
            (std::vector<std::int64_t>{7, 255, 31, 'a', '\n', '0', '\'', 1'000'000'000'000}));
}

TEST(PromelaLexer, TellsKeywordsFromNames) {
  const Lexed found = lexed("do D_proctype in _pid new np_ dot");
  std::string kinds;
  for (const Token& token : found.list) {
    kinds += token.kind == TokenKind::Keyword      ? 'k'
             : token.kind == TokenKind::Identifier ? 'n'
                                                   : '.';
  }
  EXPECT_EQ(kinds, "kknnnkn.");
}

TEST(PromelaLexer, PassesOverComments) {
  EXPECT_EQ(lexed("a /* b\n * c */ d // e \\\n f\ng").tokens, "a d g");
}

TEST(PromelaLexer, SaysThatACommentNeverEnds) {
  EXPECT_EQ(lexed("a\n /* b").said,
            "m.pml:2:2: error: the comment that begins here never ends\n"
            "    2 |  /* b\n"
            "      |  ^~\n");
}

TEST(PromelaLexer, KnowsWhereTokensAre) {
  const Lexed found = lexed("ab\n  cd /* \n */ e \\\n f");
  const std::vector<Token>& tokens = found.list;
  EXPECT_EQ(tokens[0].span, (SourceSpan{1, 1, 2}));
  EXPECT_EQ(tokens[1].span, (SourceSpan{2, 3, 2}));
  EXPECT_EQ(tokens[2].span, (SourceSpan{3, 5, 1}));
  EXPECT_EQ(tokens[3].span, (SourceSpan{4, 2, 1}));
}

TEST(PromelaLexer, TellsLinesFromTheirContinuation) {
  const std::vector<Token> tokens = lexed("a b\nc \\\nd /*\n*/ e").list;
  std::string begins;
  std::string newlines;
  for (const Token& token : tokens) {
    begins += token.begins_line ? '1' : '0';
    newlines += token.newline_before ? '1' : '0';
  }
  EXPECT_EQ(begins, "101000");
  EXPECT_EQ(newlines, "101110");
}

TEST(PromelaLexer, LeavesStrayCharactersToOthers) {
  const Lexed found = lexed(
      "a $ 'bc \"de\n3x \xc3\xa4"
      "b 0x");
  EXPECT_EQ(found.tokens,
            "a ?$ ?' bc ?\"de ?3x ?\xc3\xa4"
            "b ?0x");
  EXPECT_EQ(found.said, "");
  std::vector<std::string> messages;
  for (const Token& token : found.list) {
    if (token.kind == TokenKind::Stray) messages.push_back(stray_message(token));
  }
  EXPECT_EQ(messages,
            (std::vector<std::string>{
                "unexpected character '$'", "the character constant that begins here does not end",
                "the string that begins here does not end on its line",
                "'3x' is neither a number nor a name", "unexpected character '\xc3\xa4'",
                "'0x' is neither a number nor a name"}));
}

TEST(PromelaLexer, RefusesWhatIsNoText) {
  EXPECT_EQ(lexed(std::string("byte\0x", 6)).said,
            "m.pml:1:1: error: this is not a text file: expected a Promela model\n"
            "    1 | byte?x\n"
            "      | ^\n");
}

TEST(PromelaLexer, ReplacesEscapesInStrings) {
  EXPECT_EQ(string_value(R"("a\tb\n\"c\" \\ %d")"), "a\tb\n\"c\" \\ %d");
  EXPECT_EQ(string_value("\"a\\\nb\""), "ab");
  EXPECT_EQ(string_value("\"\""), "");
}

}  // namespace
}  // namespace clew::promela
