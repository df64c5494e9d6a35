#include "clew/lang/dve/lexer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace clew::dve {
namespace {

// "identifier x, number 12, symbol <=, end"
std::string tokens_of(const std::string& text) {
  const SourceText source("m.dve", text);
  Diagnostics diagnostics;
  std::string out;
  for (const Token& token : tokenize(source, diagnostics)) {
    switch (token.kind) {
      case TokenKind::Identifier: out += "identifier "; break;
      case TokenKind::Keyword: out += "keyword "; break;
      case TokenKind::Number: out += "number " + std::to_string(token.number) + " of "; break;
      case TokenKind::Symbol: out += "symbol "; break;
      case TokenKind::Formula: out += "formula "; break;
      case TokenKind::End: return out + "end";
    }
    out += std::string(token.text) + ", ";
  }
  return out;
}

std::string said_about(const std::string& text) {
  const auto source = std::make_shared<SourceText>("m.dve", text);
  Diagnostics diagnostics(source);
  tokenize(*source, diagnostics);
  return diagnostics.text();
}

TEST(DveLexer, TellsNamesFromKeywords) {
  EXPECT_EQ(tokens_of("process _p9 processes Process byte"),
            "keyword process, identifier _p9, identifier processes, identifier Process, "
            "keyword byte, end");
}

TEST(DveLexer, KnowsEveryKeyword) {
  for (const char* keyword :
       {"const", "int",    "byte", "channel", "process", "state",  "init",  "accept",
        "trans", "commit", "sync", "guard",   "effect",  "system", "async", "property",
        "true",  "false",  "not",  "and",     "or",      "imply",  "assert"}) {
    EXPECT_EQ(tokens_of(keyword), "keyword " + std::string(keyword) + ", end");
  }
}

TEST(DveLexer, TakesTheLongestSymbol) {
  EXPECT_EQ(tokens_of("->-<=<<<==!=!&&&||"),
            "symbol ->, symbol -, symbol <=, symbol <<, symbol <=, symbol =, symbol !=, "
            "symbol !, symbol &&, symbol &, symbol ||, end");
  EXPECT_EQ(tokens_of("a=>b"), "identifier a, symbol =>, identifier b, end");
}

TEST(DveLexer, ReadsNumbersOfAnyLength) {
  EXPECT_EQ(tokens_of("0 007 2147483648"),
            "number 0 of 0, number 7 of 007, number 2147483648 of 2147483648, end");
  const std::string digits(1000, '9');
  EXPECT_EQ(tokens_of(digits), "number 1000000000000 of " + digits + ", end");
}

TEST(DveLexer, PassesOverBlanksAndComments) {
  EXPECT_EQ(tokens_of(" \t\r\n\f\va// b\n/* c\n * d **/e/**/f//"),
            "identifier a, identifier e, identifier f, end");
  EXPECT_EQ(tokens_of("1/ /**/2"), "number 1 of 1, symbol /, number 2 of 2, end");
}

TEST(DveLexer, KnowsWhereTokensBegin) {
  const SourceText source("m.dve", "ab\n  cd");
  Diagnostics diagnostics;
  const std::vector<Token> tokens = tokenize(source, diagnostics);
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].offset, 0U);
  EXPECT_EQ(tokens[1].offset, 5U);
  EXPECT_EQ(tokens[2].offset, 7U);
}

TEST(DveLexer, NumbersAndTheEndAreNotAskedForByText) {
  const SourceText source("m.dve", "x = true 1");
  Diagnostics diagnostics;
  const std::vector<Token> tokens = tokenize(source, diagnostics);
  EXPECT_TRUE(tokens[0].is("x"));
  EXPECT_TRUE(tokens[1].is("="));
  EXPECT_TRUE(tokens[2].is("true"));
  EXPECT_FALSE(tokens[3].is("1"));
  EXPECT_FALSE(tokens[4].is(""));
}

TEST(DveLexer, ReportsACommentThatNeverEnds) {
  EXPECT_EQ(said_about("byte x;\n/* and so /* on"),
            "m.dve:2:1: error: the comment that begins here never ends\n"
            "    2 | /* and so /* on\n"
            "      | ^~\n");
  EXPECT_EQ(tokens_of("a /*/ b"), "identifier a, end");
}

TEST(DveLexer, ReportsNumbersWithLetters) {
  EXPECT_EQ(said_about("byte x = 0x1F;"),
            "m.dve:1:10: error: '0x1F' is neither a number nor a name\n"
            "    1 | byte x = 0x1F;\n"
            "      |          ^~~~\n"
            "help: numbers are decimal; names begin with a letter or '_'\n");
}

TEST(DveLexer, ReportsForeignCharactersAndGoesOn) {
  EXPECT_EQ(said_about("a @@ b"),
            "m.dve:1:3: error: unexpected character '@'\n"
            "    1 | a @@ b\n"
            "      |   ^~\n");
  EXPECT_EQ(tokens_of("a @@ b"), "identifier a, identifier b, end");
  EXPECT_EQ(said_about(std::string("x\0y", 3)),
            "m.dve:1:1: error: this is not a text file: expected a DVE model\n"
            "    1 | x?y\n"
            "      | ^\n");
}

TEST(DveLexer, SurvivesEveryByte) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  Diagnostics diagnostics;
  const SourceText source("m.dve", all);
  const std::vector<Token> tokens = tokenize(source, diagnostics);
  EXPECT_EQ(tokens.back().kind, TokenKind::End);
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace clew::dve
