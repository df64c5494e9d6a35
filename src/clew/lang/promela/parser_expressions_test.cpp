#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaExpressions, BindAsInSpin) {
  EXPECT_EQ(shown_expression("a || b && c | d ^ e & f == g < h << i + j * k"),
            "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))");
  EXPECT_EQ(shown_expression("a - b - c + d"), "(((a - b) - c) + d)");
  EXPECT_EQ(shown_expression("a == b != c"), "((a == b) != c)");
  EXPECT_EQ(shown_expression("!a == b"), "((! a) == b)");
  EXPECT_EQ(shown_expression("-a * ~b % !c / -1"), "((((- a) * (~ b)) % (! c)) / (- 1))");
  EXPECT_EQ(shown_expression("(a + b) * c >= d >> 1"), "(((a + b) * c) >= (d >> 1))");
}

TEST(PromelaExpressions, NameVariablesElementsAndFields) {
  EXPECT_EQ(shown_expression("a[i+1].b.c[2] + _pid"), "(a[(i + 1)].b.c[2] + _pid)");
}

TEST(PromelaExpressions, HaveConstants) {
  EXPECT_EQ(shown_expression("true + false + skip + 'a' + 0x10"), "((((1 + 0) + 1) + 97) + 16)");
}

TEST(PromelaExpressions, ReadLargeNumbersAsSpinDoes) {
  EXPECT_EQ(shown_body("x = 4294967295"),
            "m.pml:2:5: warning: 4294967295 does not fit an int and is read as -1\n"
            "    2 | x = 4294967295\n"
            "      |     ^~~~~~~~~~\n"
            "active P()\n"
            "  x = -1\n");
  EXPECT_EQ(shown_body("x = 4294967296"),
            "m.pml:2:5: error: the number is too large: at most 2147483647 is possible\n"
            "    2 | x = 4294967296\n"
            "      |     ^~~~~~~~~~\n");
}

TEST(PromelaExpressions, Choose) {
  EXPECT_EQ(shown_expression("(a -> (b -> 1 : 2) : c + 1) * 2"),
            "((a -> (b -> 1 : 2) : (c + 1)) * 2)");
}

TEST(PromelaExpressions, AskChannels) {
  EXPECT_EQ(shown_expression("len(c[1]) > 0 && full(c) || nempty(r.c)"),
            "(((len(c[1]) > 0) && full(c)) || nempty(r.c))");
  EXPECT_EQ(shown_expression("c?[a, 1, _, -2, eval(x+1)] && d[1]??[m(x)]"),
            "(c?[a, 1, _, -2, eval((x + 1))] && d[1]??[m, x])");
}

TEST(PromelaExpressions, DoNotNegateTheStateOfAChannel) {
  EXPECT_EQ(
      shown_body("!full(c)"),
      "m.pml:2:2: error: the state of a channel cannot be negated or computed with\n"
      "    2 | !full(c)\n"
      "      |  ^~~~~~~\n"
      "help: use 'nfull' for not full, 'nempty' for not empty, and '&&' or '||' around them\n");
}

TEST(PromelaExpressions, RunProcesses) {
  EXPECT_EQ(shown_body("run P(); x = run Q(1, a+b)"), "  run P()\n  x = run Q(1, (a + b))\n");
}

TEST(PromelaExpressions, KnowTimeoutEnabledAndLocations) {
  EXPECT_EQ(shown_expression("timeout || enabled(p) && pc_value(1) > 2 || np_"),
            "((timeout || (enabled(p) && (pc_value(1) > 2))) || np_)");
}

TEST(PromelaExpressions, ReferToOtherProcesses) {
  EXPECT_EQ(shown_expression("P[1+i]@L && P@M && P[0]:x[2] == P:y"),
            "((P[(1 + i)]@L && P[]@M) && (P[0]:x[2] == P[]:y))");
}

TEST(PromelaExpressions, FollowPointers) {
  EXPECT_EQ(shown_expression("*p == 4 && *q.next * 2 == r"),
            "(((*p) == 4) && (((*q.next) * 2) == r))");
  EXPECT_EQ(shown_expression("*P:p == 4 && *P[0]:q.next == r"),
            "(((*P[]:p) == 4) && ((*P[0]:q.next) == r))");
}

TEST(PromelaExpressions, DoNotReadTheWriteOnlyVariable) {
  EXPECT_EQ(shown_body("x = _ + 1"),
            "m.pml:2:5: error: '_' can be written to, but not read\n"
            "    2 | x = _ + 1\n"
            "      |     ^\n");
}

TEST(PromelaExpressions, SayWhatIsMissing) {
  EXPECT_EQ(shown_body("x = (a = 1)"),
            "m.pml:2:8: error: expected ')' to close the parenthesis, found '='\n"
            "    2 | x = (a = 1)\n"
            "      |        ^\n"
            "help: equality is written '=='\n");
  EXPECT_EQ(shown_body("x = 1 + "),
            "m.pml:2:8: error: expected an expression, found '}'\n"
            "    2 | x = 1 + \n"
            "      |        ^\n");
  EXPECT_EQ(shown_body("x = if"),
            "m.pml:2:5: error: expected an expression, found the keyword 'if'\n"
            "    2 | x = if\n"
            "      |     ^~\n"
            "help: keywords cannot be names\n");
}

TEST(PromelaExpressions, MayBeDeepButNotTooDeep) {
  const auto message = [](const std::string& text) {
    Diagnostics diagnostics;
    const Preprocessed input =
        preprocess(options_of("active proctype P() { assert(" + text + ") }"), diagnostics);
    parse(input.tokens, *input.source, diagnostics);
    return diagnostics.items().empty() ? "" : diagnostics.items().front().message;
  };
  const auto repeated = [](const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  const std::string too_deep = "the expression is nested more than 1000 levels deep";
  EXPECT_EQ(message("1" + repeated("+1", 900)), "");
  EXPECT_EQ(message("1" + repeated("+1", 1100)), too_deep);
  EXPECT_EQ(message(repeated("(", 900) + "1" + repeated(")", 900)), "");
  EXPECT_EQ(message(repeated("(", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("! ", 900) + "1"), "");
  EXPECT_EQ(message(repeated("! ", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("1+(", 900) + "1" + repeated(")", 900)), "");
  EXPECT_EQ(message(repeated("1+(", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("a[", 100'000) + "1"), too_deep);
  EXPECT_EQ(message("a" + repeated(".a", 100'000)), too_deep);
  EXPECT_EQ(message(repeated("(a -> ", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("run P(", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("enabled(", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("c?[eval(", 100'000) + "1"), too_deep);
  EXPECT_EQ(message(repeated("1||1&&1|1^1&1==1<1<<1+1*(", 10'000) + "1"), too_deep);
}

TEST(PromelaExpressions, OfPropertiesSeeTheProcessesOfTheModel) {
  Diagnostics diagnostics;
  const Preprocessed model = preprocess(options_of("proctype P() { L: skip }"), diagnostics);
  FileSyntax file = parse(model.tokens, *model.source, diagnostics);
  const Preprocessed text = preprocess(options_of("P[1]:x < 3 && !P@L || !full(c)"), diagnostics);
  const SyntaxId root = parse_expression(file, text.tokens, *text.source, diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  EXPECT_EQ(Shown(file).expression(root), "(((P[1]:x < 3) && (! P[]@L)) || (! full(c)))");
}

TEST(PromelaExpressions, OfPropertiesEndWhereTheTextEnds) {
  Diagnostics diagnostics;
  FileSyntax file;
  const Preprocessed text = preprocess(options_of("x < 3; y"), diagnostics);
  EXPECT_EQ(parse_expression(file, text.tokens, *text.source, diagnostics), no_syntax);
  EXPECT_EQ(diagnostics.text(),
            "m.pml:1:6: error: expected the end of the expression, found ';'\n"
            "    1 | x < 3; y\n"
            "      |      ^\n");
}

TEST(PromelaFormulas, BindAsInSpin) {
  const auto formula = [](const std::string& text) {
    const std::string tree = shown("ltl f { " + text + " }");
    return tree.starts_with("ltl f: ") ? tree.substr(7, tree.size() - 8) : tree;
  };
  EXPECT_EQ(formula("[] (a -> <> b)"), "([] (a -> (<> b)))");
  EXPECT_EQ(formula("a U b && c"), "((a U b) && c)");
  EXPECT_EQ(formula("a -> b -> c"), "((a -> b) -> c)");
  EXPECT_EQ(formula("a <-> b || c"), "(a <-> (b || c))");
  EXPECT_EQ(formula("a U b W c V d"), "(((a U b) W c) V d)");
  EXPECT_EQ(formula("[]<>p && <>[]q && X r"), "((([] (<> p)) && (<> ([] q))) && (X r))");
  EXPECT_EQ(formula("x == 1 U ! x < 2"), "((x == 1) U ((! x) < 2))");
  EXPECT_EQ(formula("(a) /\\ (b) \\/ !c"), "((a && b) || (! c))");
  EXPECT_EQ(
      formula("always (a implies eventually b) until c release d weakuntil next e equivalent f"),
      "((((([] (a -> (<> b))) U c) V d) W (X e)) <-> f)");
}

TEST(PromelaFormulas, AreNamedOrNumbered) {
  EXPECT_EQ(shown("ltl { p } ltl q { r; }; ltl { s }"), "ltl ltl_0: p\nltl q: r\nltl ltl_1: s\n");
}

TEST(PromelaFormulas, AreNotComparedWithNumbers) {
  EXPECT_EQ(shown("ltl { [] x == 1 }"),
            "m.pml:1:7: error: a temporal formula has no value that '==' could take\n"
            "    1 | ltl { [] x == 1 }\n"
            "      |       ^~~~\n"
            "help: temporal operators bind stronger than others: write '[] (x == 1)'\n");
  EXPECT_EQ(shown("ltl { p & X q }"),
            "m.pml:1:11: error: a temporal formula has no value that '&' could take\n"
            "    1 | ltl { p & X q }\n"
            "      |           ^~~\n"
            "help: write '&&'\n");
}

}  // namespace
}  // namespace clew::promela
