#include <fmt/format.h>
#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"
#include "clew/lang/promela/promela.hpp"

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

// "3:3 x = y, f from 9", the actions of a model.
std::string places(const std::string& text) {
  const ReadResult<Model> read = promela::read({"m.pml", text, {}});
  std::string out = read.diagnostics.text();
  if (!read.ok()) return out;
  for (const Action& action : read.value().actions) {
    out += fmt::format("{}:{}+{} {}", action.span.line, action.span.column, action.span.length,
                       action.text);
    for (const TextExpansion* call : expansions_around(read.value().expansions, action.span)) {
      out += fmt::format(", {} from {}", call->name, call->called.line);
    }
    out += "\n";
  }
  return out;
}

TEST(PromelaInlines, KeepTheLinesOfTheirStatements) {
  EXPECT_EQ(places("byte x, y;\n"
                   "inline keep(v) {\n"
                   "  v = v + 1;\n"
                   "  v++\n"
                   "}\n"
                   "inline swap(a, b) {\n"
                   "  byte t = a;\n"
                   "  a = b +\n"
                   "      t;\n"
                   "  keep(b);\n"
                   "  if\n"
                   "  :: a -> b\n"
                   "  :: else -> goto out\n"
                   "  fi;\n"
                   "  out: skip\n"
                   "}\n"
                   "active proctype P() {\n"
                   "  keep(x);\n"
                   "  swap(x,\n"
                   "       y)\n"
                   "}\n"),
            "3:3+9 x = x + 1, keep from 18\n"
            "4:3+3 x++, keep from 18\n"
            "7:8+5 byte t = x, swap from 19\n"
            "8:3+7 x = y + t, swap from 19\n"
            "3:3+9 y = y + 1, keep from 10, swap from 19\n"
            "4:3+3 y++, keep from 10, swap from 19\n"
            "12:6+1 x, swap from 19\n"
            "13:6+4 else, swap from 19\n"
            "12:11+1 y, swap from 19\n"
            "15:8+4 skip, swap from 19\n"
            "19:3+7 -end-\n");
}

TEST(PromelaInlines, KeepTheirLineInALoopAndInAnOption) {
  EXPECT_EQ(places("byte i, x;\n"
                   "inline all(v, n) {\n"
                   "  for (v : 1 .. n) {\n"
                   "    x = v\n"
                   "  }\n"
                   "}\n"
                   "inline one(s) { s }\n"
                   "active proctype P() {\n"
                   "  all(i, 2);\n"
                   "  one(x > 1)\n"
                   "}\n"),
            "3:3+16 i = first, all from 9\n"
            "3:3+16 i in range, all from 9\n"
            "3:3+16 else, all from 9\n"
            "4:5+5 x = i, all from 9\n"
            "7:17+1 x > 1, one from 10\n"
            "3:3+16 i++, all from 9\n"
            "10:3+10 -end-\n");
}

TEST(PromelaInlines, ShowWhatIsWrongWithAnArgumentWhereItWasWritten) {
  EXPECT_EQ(places("byte x;\ninline f(a) {\n  x = a + 1;\n  x = zz\n}\n"
                   "inline g(b) {\n  f(b)\n}\ninit {\n  g(yy);\n  g(x)\n}\n"),
            "m.pml:4:7: error: unknown variable 'zz'\n"
            "    4 |   x = zz\n"
            "      |       ^~\n"
            "help: in inline 'f', called at m.pml:7:3, in inline 'g', called at m.pml:10:3\n"
            "m.pml:10:5: error: unknown variable 'yy'\n"
            "   10 |   g(yy);\n"
            "      |     ^~\n");
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
  parse(input.tokens, *input.source, diagnostics);
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
