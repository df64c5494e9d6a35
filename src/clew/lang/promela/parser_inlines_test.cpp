#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaInlines, BecomeBlocksWithTheirArguments) {
  EXPECT_EQ(shown("byte x;\ninline set(v, e) { byte t; t = e * 2; v = t }\n"
                  "init { set(x, 1+2); set(a[1], f.b) }"),
            "byte x\nactive init()\n  inline set\n  ::\n    byte t\n    t = (1 + (2 * 2))\n"
            "    x = t\n  inline set\n  ::\n    byte t\n    t = (f.b * 2)\n    a[1] = t\n");
}

TEST(PromelaInlines, CallEachOther) {
  EXPECT_EQ(shown("#define max(a, b) (a > b -> a : b)\n"
                  "inline f(a) { x = a }\ninline g(b, c) { f(b+c); f(max(b, c)) }\n"
                  "init { L: g(1, y); if :: f(2) :: else fi }"),
            "active init()\n  L: inline g\n  ::\n    inline f\n    ::\n      x = (1 + y)\n"
            "    inline f\n    ::\n      x = ((1 > y) -> 1 : y)\n"
            "  if\n  ::\n    inline f\n    ::\n      x = 2\n  ::\n    else\n");
}

TEST(PromelaInlines, TakeTokensNotValues) {
  EXPECT_EQ(shown("proctype P() { L: skip }\n"
                  "inline f(p, l, n) { n: p[0]@l; goto n }\ninit { f(P, L, M) }"),
            "P()\n  L: 1\nactive init()\n  inline f\n  ::\n    M: P[0]@L\n    goto M\n");
}

TEST(PromelaInlines, NeedNoSeparatorBehindTheirCall) {
  EXPECT_EQ(
      shown("inline f() { x = 1 }\ninit { f() x = 2; f() unless { y } }"),
      "active init()\n  inline f\n  ::\n    x = 1\n  x = 2\n  unless\n  ::\n    inline f\n    ::\n"
      "      x = 1\n  ::\n    y\n");
}

TEST(PromelaInlines, ReturnValues) {
  EXPECT_EQ(shown("inline twice(a) { if :: a > 3 -> return 0 :: else -> return 2*a fi }\n"
                  "init { x[1] = twice(y) }"),
            "active init()\n  inline twice\n  ::\n    if\n    ::\n      (y > 3)\n"
            "      x[1] = 0 (returned)\n    ::\n      else\n      x[1] = (2 * y) (returned)\n");
}

TEST(PromelaInlines, SayWhereTheyWereCalled) {
  EXPECT_EQ(shown("inline f(a) {\n  x = a +\n}\ninit { f(1); f(2) }"),
            "m.pml:2:10: error: expected an expression, found '}'\n"
            "    2 |   x = a +\n"
            "      |          ^\n"
            "help: in inline 'f', called at m.pml:4:8\n");
}

std::vector<std::string> messages(const std::string& text) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(options_of(text), diagnostics);
  parse(input.tokens, diagnostics);
  std::vector<std::string> out;
  for (const Diagnostic& item : diagnostics.items()) out.push_back(item.message);
  return out;
}
using Messages = std::vector<std::string>;

TEST(PromelaInlines, AreRefusedWithAReason) {
  EXPECT_EQ(messages("inline f(a) { f(a) }\ninit { f(1) }"), Messages{"inline 'f' calls itself"});
  EXPECT_EQ(messages("inline f(a) { g(a) }\ninline g(a) { f(a) }\ninit { f(1) }"),
            Messages{"inline 'f' calls itself"});
  EXPECT_EQ(messages("inline f(a) { x = a }\ninit { f(1, 2) }"),
            Messages{"inline 'f' takes 1 argument, found 2"});
  EXPECT_EQ(messages("inline f(a, b) { x = a }\ninit { f(1,) }"),
            Messages{"an argument of inline 'f' is empty"});
  EXPECT_EQ(messages("init { f(1) }\ninline f(a) { x = a }"),
            Messages{"expected ';' between statements, found '('"});
  EXPECT_EQ(messages("inline f() { }\ninit { f() }"), Messages{"expected a statement, found '}'"});
  EXPECT_EQ(messages("inline f() { return 1 }\ninit { f() }"),
            Messages{"inline 'f' returns a value, but this call does not want one"});
  EXPECT_EQ(messages("init { return 1 }"), Messages{"'return' stands outside of an inline"});
  EXPECT_EQ(messages("inline f() { x = 1 }\ninline f() { x = 2 }"),
            Messages{"inline 'f' is defined twice"});
  EXPECT_EQ(messages("inline f() { return 1 }\ninit { x = 1 + f() }"),
            Messages{"inline 'f' cannot be called inside of an expression"});
  EXPECT_EQ(messages("inline f(a) { x = a }\ninit { f(1 }"),
            Messages{"expected ')' after the arguments of inline 'f', found '}'"});
}

TEST(PromelaInlines, DoNotExplode) {
  std::string text = "inline f0() { x = 1 }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string inner = "f" + std::to_string(i - 1) + "()";
    text += "inline f" + std::to_string(i) + "() { " + inner + "; " + inner + " }\n";
  }
  EXPECT_EQ(messages(text + "init { f39() }"),
            Messages{"the calls of inlines yield more than 1,000,000 tokens"});
}

// The help is looked for once as well: a fuzzer met half a minute of looking for it.
TEST(PromelaInlines, SayAMistakeInABodyOnce) {
  std::string text = "inline f0() { g() }\n";
  for (int i = 1; i < 16; ++i) {
    const std::string inner = "f" + std::to_string(i - 1) + "()";
    text += "inline f" + std::to_string(i) + "() { " + inner + "; " + inner + " }\n";
  }
  EXPECT_EQ(messages(text + "init { f15() }"),
            Messages{"expected ';' between statements, found '('"});
}

TEST(PromelaInlines, DoNotNestTooDeep) {
  std::string text = "inline f0() { x = 1 }\n";
  for (int i = 1; i < 200; ++i) {
    text += "inline f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "() }\n";
  }
  EXPECT_EQ(messages(text + "init { f199() }"),
            Messages{"inlines are nested more than 100 levels deep"});
}

}  // namespace
}  // namespace clew::promela
