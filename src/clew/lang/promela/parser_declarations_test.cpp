#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaDeclarations, HaveTypesLengthsAndValues) {
  EXPECT_EQ(shown("bit a; bool b = true; byte c[3] = 7, d = 2; pid p; short s[2] = {1, 2};\n"
                  "int i = -1; unsigned u : 3 = 2, v : 4; mtype m; mtype:fruit n = apple"),
            "bit a\nbool b = 1\nbyte c[3] = 7\nbyte d = 2\nbyte p\nshort s[2] = {1, 2}\n"
            "int i = (- 1)\nunsigned:3 u = 2\nunsigned:4 v\nmtype m\nmtype:fruit n = apple\n");
}

TEST(PromelaDeclarations, MakeChannels) {
  EXPECT_EQ(
      shown("typedef R { int x }\nchan a = [N+1] of { byte, mtype:k, chan, R, R * }, b;\n"
            "chan c[3] = [0] of { bit }"),
      "typedef R\n  int x\n"
      "chan a = [(N + 1)] of {byte, mtype:k, chan, R, R *}\nchan b\nchan c[3] = [0] of {bit}\n");
}

TEST(PromelaDeclarations, MayBeHiddenShownOrLocal) {
  EXPECT_EQ(shown("hidden byte a, b; show byte c; local byte d"),
            "hidden byte a\nhidden byte b\nbyte c\nbyte d\n");
}

TEST(PromelaDeclarations, OfSymbolsMayComeInSets) {
  EXPECT_EQ(shown("mtype { a b, c, } mtype = { d }; mtype:k = { e, f }"),
            "mtype: a b c\nmtype: d\nmtype:k e f\n");
}

TEST(PromelaDeclarations, OfRecordsNest) {
  EXPECT_EQ(shown("typedef A { byte x, y[2]; mtype m };\ntypedef B {\n A a[3]\n chan c;\n}\nB b;"),
            "typedef A\n  byte x\n  byte y[2]\n  mtype m\ntypedef B\n  A a[3]\n  chan c\nB b\n");
}

TEST(PromelaDeclarations, OfPointersGiveEachNameItsStar) {
  EXPECT_EQ(shown("typedef Node { int value; Node * next, * last; Tree * tree }\n"
                  "typedef Tree { Node * root }\nbit * p, q, * r; Node * list;\n"
                  "active [0] proctype P(bit * mine; Node * n) { Node * m; m = n }"),
            "typedef Node\n  int value\n  Node *next\n  Node *last\n  Tree *tree\n"
            "typedef Tree\n  Node *root\nbit *p\nbit q\nbit *r\nNode *list\n"
            "active [0] P(bit *mine; Node *n)\n  Node *m\n  m = n\n");
}

TEST(PromelaDeclarations, NeedNoSeparatorOutsideOfProcesses) {
  EXPECT_EQ(shown("byte x byte y;; init { skip }; byte z"),
            "byte x\nbyte y\nbyte z\nactive init()\n  1\n");
}

TEST(PromelaDeclarations, AreRefusedWithAReason) {
  const auto first = [](const std::string& text) {
    Diagnostics diagnostics;
    const Preprocessed input = preprocess(options_of(text), diagnostics);
    parse(input.tokens, *input.source, diagnostics);
    return diagnostics.items().empty() ? "" : diagnostics.items().front().message;
  };
  EXPECT_EQ(first("byte x : 3"), "only an 'unsigned' variable has a width");
  EXPECT_EQ(first("unsigned x"), "the unsigned variable 'x' has no width");
  EXPECT_EQ(first("unsigned x : 40"), "the width of 'x' must be between 1 and 31 bits");
  EXPECT_EQ(first("byte x = {1}"), "'x' is no array: a list of values cannot initialise it");
  EXPECT_EQ(first("int x = [1] of {byte}"), "only a variable of type 'chan' is given a channel");
  EXPECT_EQ(first("chan c = [1] of {unsigned}"),
            "'unsigned' cannot be the type of a message field");
  EXPECT_EQ(first("proctype P(byte a[2]) { skip }"), "a parameter cannot be an array");
  EXPECT_EQ(first("proctype P(byte a = 2) { skip }"), "a parameter has no initial value");
  EXPECT_EQ(first("proctype P(byte a, byte b) { skip }"),
            "parameters of different types are separated by ';', found ','");
  EXPECT_EQ(first("proctype P(byte a;) { skip }"), "expected the type of a parameter, found ')'");
  EXPECT_EQ(first("typedef R { }"), "expected a field, found '}'");
  EXPECT_EQ(first("typedef R { byte a byte b }"),
            "expected ';' between the fields, found the keyword 'byte'");
  EXPECT_EQ(first("mtype = { }"), "expected a name of the mtype, found '}'");
  EXPECT_EQ(first("init { mtype = { a }; skip }"),
            "the names of an mtype are declared outside of processes");
  EXPECT_EQ(first("Foo x"), "unknown type 'Foo'");
  EXPECT_EQ(first("byte do"), "expected the name of a variable, found the keyword 'do'");
  EXPECT_EQ(first("chan c = [1] { byte }"),
            "expected 'of' after the capacity of the channel, found '{'");
}

}  // namespace
}  // namespace clew::promela
