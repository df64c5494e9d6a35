#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaStatements, AreSeparatedBySemicolonsArrowsOrLines) {
  EXPECT_EQ(shown_body("a = 1; b = 2 -> c = 3;; d = 4\ne = 5\n\nf++\ng = h\n-1;"),
            "  a = 1\n  b = 2\n  c = 3\n  d = 4\n  e = 5\n  f++\n  g = h\n  (- 1)\n");
}

TEST(PromelaStatements, NeedNoSeparatorBehindABraceOrElse) {
  EXPECT_EQ(shown_body("atomic { a } b; if :: c :: else d fi; { e } f"),
            "  atomic\n  ::\n    a\n  b\n  if\n  ::\n    c\n  ::\n    else\n    d\n"
            "  block\n  ::\n    e\n  f\n");
}

TEST(PromelaStatements, GoOnInTheNextLineWhereNothingElseIsPossible) {
  EXPECT_EQ(shown_body("a = (b\n + c)\nd =\n e\nif\n:: f\n-> g\n:: (h)\n && i\nfi\nj"),
            "  a = (b + c)\n  d = e\n  if\n  ::\n    f\n    g\n  ::\n    (h && i)\n  j\n");
}

TEST(PromelaStatements, Assign) {
  EXPECT_EQ(shown_body("x = 1; a[i].b = c; x++; r.y--; _ = 3"),
            "  x = 1\n  a[i].b = c\n  x++\n  r.y--\n  _ = 3\n");
}

TEST(PromelaStatements, SendAndReceive) {
  EXPECT_EQ(shown_body("c!1; c!!m(x, y+1); c[2]!a,b; r.c!-x; c!x!=1"),
            "  c ! 1\n  c !! m, x, (y + 1)\n  c[2] ! a, b\n  r.c ! (- x)\n  c ! (x != 1)\n");
  EXPECT_EQ(shown_body("c?x; c?"
                       "?x,_; c?<x, 1>; c?"
                       "?<m(x)>; c?m(x(y)); c?(x, y); c?-1,eval(z+1),a[1].b"),
            "  c ? x\n  c ?? x, _\n  c ?<> x, 1\n  c ?"
            "?<> m, x\n  c ? m, x, y\n  c ? x, y\n"
            "  c ? -1, eval((z + 1)), a[1].b\n");
  EXPECT_EQ(shown_body("c?[x] -> c?"
                       "?[y] && d"),
            "  c?[x]\n  (c??[y] && d)\n");
}

TEST(PromelaStatements, DoNotReceiveIntoExpressions) {
  EXPECT_EQ(shown_body("c?x+1"),
            "m.pml:2:4: error: expected ';' between statements, found '+'\n"
            "    2 | c?x+1\n"
            "      |    ^\n");
  EXPECT_EQ(
      shown_body("c?run P()"),
      "m.pml:2:3: error: expected a variable, a constant or 'eval(...)' to receive, found the "
      "keyword 'run'\n"
      "    2 | c?run P()\n"
      "      |   ^~~\n");
}

TEST(PromelaStatements, ChooseAndRepeat) {
  EXPECT_EQ(
      shown_body("if :: a -> b :: else fi; do :: if :: c fi; break :: skip od"),
      "  if\n  ::\n    a\n    b\n  ::\n    else\n  do\n  ::\n    if\n    ::\n      c\n    break\n"
      "  ::\n    1\n");
}

TEST(PromelaStatements, CountAndSelect) {
  EXPECT_EQ(
      shown_body("for (i : 0 .. N-1) { a[i] = 0 } for (m in c)\n { skip }; select (i : 1..3)"),
      "  for i : 0 .. (N - 1)\n  ::\n    a[i] = 0\n  for m in c\n  ::\n    1\n"
      "  select i : 1 .. 3\n");
}

TEST(PromelaStatements, MayHaveSeveralLabels) {
  EXPECT_EQ(shown_body("A: B: x = 1; goto A; C: ; D: if :: E: break fi; end: "),
            "  A: B: x = 1\n  goto A\n  C: 1\n  D: if\n  ::\n    E: break\n  end: 1\n");
  EXPECT_EQ(shown_body("A: byte x; skip"),
            "m.pml:2:1: error: a label cannot stand before a declaration\n"
            "    2 | A: byte x; skip\n"
            "      | ^\n"
            "help: put it before the next statement\n");
}

TEST(PromelaStatements, MayBeInterrupted) {
  EXPECT_EQ(shown_body("{ a; b } unless { c; d }; e unless f; L: atomic { g }\nunless { h }"),
            "  unless\n  ::\n    a\n    b\n  ::\n    c\n    d\n  unless\n  ::\n    e\n  ::\n    f\n"
            "  L: block\n  ::\n    unless\n    ::\n      atomic\n      ::\n        g\n    ::\n      h\n");
  EXPECT_EQ(shown_body("{ a } unless { b } unless { c }"),
            "m.pml:2:20: error: a second 'unless' for one statement\n"
            "    2 | { a } unless { b } unless { c }\n"
            "      |                    ^~~~~~\n"
            "help: put the first one with its statement in braces\n");
}

TEST(PromelaStatements, DeclareAnywhere) {
  EXPECT_EQ(shown_body("byte a, b = 2; skip; { short c }; chan d = [1] of { byte }"),
            "  byte a\n  byte b = 2\n  1\n  block\n  ::\n    short c\n"
            "  chan d = [1] of {byte}\n");
}

TEST(PromelaStatements, PrintAndAssert) {
  EXPECT_EQ(shown_body(R"(printf("a %d\t%e", x, y+1); printm(m); assert(x == 1); assert x || y)"),
            "  print \"a %d\t%e\" x, (y + 1)\n  print \"%e\" m\n  assert (x == 1)\n"
            "  assert (x || y)\n");
}

TEST(PromelaStatements, ClaimChannelsForOneProcess) {
  EXPECT_EQ(shown_body("xr a, b[1]; xs c; skip"), "  exclusive a, b[1]\n  exclusive c\n  1\n");
}

TEST(PromelaStatements, AllocateFollowAndResetPointers) {
  EXPECT_EQ(shown_body("p = new int\n*p = 4; q.next = new byte; *q == *p; reset p; reset q.next"),
            "  p = new int\n  (*p) = 4\n  q.next = new byte\n  ((*q) == (*p))\n  reset p\n"
            "  reset q.next\n");
}

TEST(PromelaStatements, LeaveNewResetAndNullToOrdinaryModels) {
  EXPECT_EQ(
      shown_body("new = 1; reset = new; reset++; x = new + null; null: new; reset -> x = new\ny"),
      "  new = 1\n  reset = new\n  reset++\n  x = (new + null)\n  null: new\n  reset\n"
      "  x = new\n  y\n");
}

TEST(PromelaStatements, KeepTheirTextAndPlace) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(
      options_of("#define inc(v) v = v+1\nactive proctype P() {\n  x=1 /* c */ ;  c ! m ( x,y );\n"
                 "  inc(x);\n  for (i : 1 .. 3) { skip }\n  byte a, b = 2; byte d=3\n  L:\n}"),
      diagnostics);
  const FileSyntax file = parse(input.tokens, *input.source, diagnostics);
  std::string out = diagnostics.text();
  for (const Statement& s : file.proctypes.at(0).body) {
    out += fmt::format("{}:{}+{} '{}'\n", s.span.line, s.span.column, s.span.length, s.text);
  }
  EXPECT_EQ(out,
            "3:3+3 'x=1'\n3:18+13 'c ! m ( x,y )'\n4:7+1 'x = x+1'\n5:3+16 'for (i : 1 .. 3)'\n"
            "6:8+1 'byte a'\n6:11+5 'byte b = 2'\n6:23+3 'byte d=3'\n7:4+1 'skip'\n");
}

TEST(PromelaStatements, SuggestWhatWasMeant) {
  EXPECT_EQ(shown_body("atomc { skip }"),
            "m.pml:2:7: error: expected ';' between statements, found '{'\n"
            "    2 | atomc { skip }\n"
            "      |       ^\n"
            "help: there is 'atomic'\n");
  EXPECT_EQ(shown_body("x = 1 y = 2"),
            "m.pml:2:7: error: expected ';' between statements, found 'y'\n"
            "    2 | x = 1 y = 2\n"
            "      |       ^\n");
}

TEST(PromelaStatements, AreNeverMissing) {
  EXPECT_EQ(shown_body(""),
            "m.pml:3:1: error: expected a statement, found '}'\n"
            "    3 | }\n"
            "      | ^\n"
            "help: 'skip' does nothing\n");
  EXPECT_EQ(shown_body("if :: fi"),
            "m.pml:2:7: error: expected a statement, found the keyword 'fi'\n"
            "    2 | if :: fi\n"
            "      |       ^~\n"
            "help: 'skip' does nothing\n");
  EXPECT_EQ(shown_body("; x = 1"),
            "m.pml:2:1: error: expected a statement, found ';'\n"
            "    2 | ; x = 1\n"
            "      | ^\n"
            "help: 'skip' does nothing\n");
}

TEST(PromelaStatements, MayNestButNotTooDeep) {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "{ " : "do :: ";
    text += "skip ";
    for (int i = depth; i-- > 0;) text += i % 2 == 0 ? "} " : "od ";
    Diagnostics diagnostics;
    const Preprocessed input = preprocess(options_of("init { " + text + "}"), diagnostics);
    parse(input.tokens, *input.source, diagnostics);
    return diagnostics.items().empty() ? "" : diagnostics.items().front().message;
  };
  EXPECT_EQ(nested(499), "");
  EXPECT_EQ(nested(500), "blocks are nested more than 500 levels deep");
  EXPECT_EQ(nested(200'000), "blocks are nested more than 500 levels deep");
}

}  // namespace
}  // namespace clew::promela
