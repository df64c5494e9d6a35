#include "clew/lang/promela/parser.hpp"

#include <gtest/gtest.h>

#include "clew/lang/promela/parser_shown_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaParser, ReadsAWholeModel) {
  EXPECT_EQ(shown(R"(
#define N 2
mtype = { ping, pong };
typedef Slot { byte used; mtype kind[N] };
chan wire[N] = [1] of { mtype, byte };
Slot slots[N];
hidden byte seen = N + 1;

active [N] proctype Player(byte me; chan in, out) provided (seen < 9) {
  byte x;
  do
  :: wire[me]!ping(x) -> x = (x + 1) % 4
  :: wire[1 - me]?pong, x;
     seen++
  :: else -> break
  od
}

init {
  atomic { run Player(0, wire[0], wire[1]); }
end: false
}

never { T: if :: seen > 3 -> goto T fi }
ltl { [] (seen < 10) }
)"),
            R"(mtype: ping pong
typedef Slot
  byte used
  mtype kind[2]
chan wire[2] = [1] of {mtype, byte}
Slot slots[2]
hidden byte seen = (2 + 1)
active [2] Player(byte me; chan in; chan out) provided (seen < 9)
  byte x
  do
  ::
    wire[me] ! ping, x
    x = ((x + 1) % 4)
  ::
    wire[(1 - me)] ? pong, x
    seen++
  ::
    else
    break
active init()
  atomic
  ::
    run Player(0, wire[0], wire[1])
  end: 0
never never()
  T: if
  ::
    (seen > 3)
    goto T
ltl ltl_0: ([] (seen < 10))
)");
}

TEST(PromelaParser, SaysThatAFileIsEmpty) {
  EXPECT_EQ(shown(""), "m.pml:1:1: error: the file is empty: expected a Promela model\n");
}

TEST(PromelaParser, WantsStatementsInsideOfProcesses) {
  EXPECT_EQ(shown("x = 1;\nproctpe P() { skip }\n}\n"),
            "m.pml:1:1: error: expected a declaration or a process, found 'x'\n"
            "    1 | x = 1;\n"
            "      | ^\n"
            "help: statements stand inside of processes\n"
            "m.pml:2:1: error: unknown type 'proctpe'\n"
            "    2 | proctpe P() { skip }\n"
            "      | ^~~~~~~\n"
            "help: there is 'proctype'\n");
}

TEST(PromelaParser, GoesOnBehindAMistake) {
  EXPECT_EQ(shown(R"(byte x
active proctype P() {
  x = ;
  if
  :: x + -> x = 2
  :: x == = 3
  fi
  do :: x = 1 fi;
  x = 4 4;
}
active proctype Q() { x = 1 + }
)"),
            R"(m.pml:3:7: error: expected an expression, found ';'
    3 |   x = ;
      |       ^
m.pml:5:10: error: expected an expression, found '->'
    5 |   :: x + -> x = 2
      |          ^~
m.pml:6:11: error: expected an expression, found '='
    6 |   :: x == = 3
      |           ^
m.pml:8:15: error: expected '::' or 'od', found the keyword 'fi'
    8 |   do :: x = 1 fi;
      |               ^~
help: 'do' begins at m.pml:8:3
m.pml:9:9: error: expected ';' between statements, found the number 4
    9 |   x = 4 4;
      |         ^
m.pml:11:31: error: expected an expression, found '}'
   11 | active proctype Q() { x = 1 + }
      |                               ^
)");
}

TEST(PromelaParser, SaysWhatIsNotClosed) {
  EXPECT_EQ(shown("active proctype P() {\n  if\n  :: skip\n}\nbyte x;\n"),
            "m.pml:4:1: error: expected '::' or 'fi', found '}'\n"
            "    4 | }\n"
            "      | ^\n"
            "help: 'if' begins at m.pml:2:3\n");
  EXPECT_EQ(shown("active proctype P() {\n  atomic { skip\n}\nactive proctype Q() { skip }\n"),
            "m.pml:3:2: error: expected '}' at the end of process type 'P', found the keyword "
            "'active'\n"
            "    3 | }\n"
            "      |  ^\n"
            "help: process type 'P' begins at m.pml:1:17\n");
}

TEST(PromelaParser, RefusesEmbeddedCOncePerPlace) {
  EXPECT_EQ(shown("c_decl { typedef struct { int x; } T; \"}\" '}' \\ # }\n"
                  "c_state \"int x\" \"Global\"\n"
                  "byte y;\n"
                  "active proctype P() { c_code [y > 0] { now.y++; }; y = c_expr { f(1) } + 1 }\n"),
            "m.pml:1:1: error: embedded C code is not supported\n"
            "    1 | c_decl { typedef struct { int x; } T; \"}\" '}' \\ # }\n"
            "      | ^~~~~~\n"
            "help: 'c_decl' needs a C compiler and can do anything to the state\n"
            "m.pml:2:1: error: embedded C code is not supported\n"
            "    2 | c_state \"int x\" \"Global\"\n"
            "      | ^~~~~~~\n"
            "help: 'c_state' needs a C compiler and can do anything to the state\n"
            "m.pml:4:23: error: embedded C code is not supported\n"
            "    4 | active proctype P() { c_code [y > 0] { now.y++; }; y = c_expr { f(1) } + 1 }\n"
            "      |                       ^~~~~~\n"
            "help: 'c_code' needs a C compiler and can do anything to the state\n"
            "m.pml:4:56: error: embedded C code is not supported\n"
            "    4 | active proctype P() { c_code [y > 0] { now.y++; }; y = c_expr { f(1) } + 1 }\n"
            "      |                                                        ^~~~~~\n"
            "help: 'c_expr' needs a C compiler and can do anything to the state\n");
}

std::vector<std::string> messages(const std::string& text) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(options_of(text), diagnostics);
  parse(input.tokens, *input.source, diagnostics);
  std::vector<std::string> out;
  for (const Diagnostic& item : diagnostics.items()) {
    out.push_back(std::to_string(item.span.line) + ":" + std::to_string(item.span.column) + " " +
                  item.message);
  }
  return out;
}
using Messages = std::vector<std::string>;

TEST(PromelaParser, RefusesPriorities) {
  const std::string said = "process priorities are not supported";
  EXPECT_EQ(messages("active proctype P() priority 3 { set_priority(0, get_priority(_pid)) }\n"
                     "init priority 2 { run P() priority 4; x = _priority }"),
            (Messages{"1:21 " + said, "1:34 " + said, "1:50 " + said, "2:6 " + said, "2:27 " + said,
                      "2:43 " + said}));
}

TEST(PromelaParser, RefusesWhatNoStateHolds) {
  EXPECT_EQ(
      messages("trace { c!1 }\nnotrace { c?1 }\nactive proctype P() {\nSTDIN?x; _last == 1 }"),
      (Messages{"1:1 'trace' assertions are not supported",
                "2:1 'notrace' assertions are not supported", "4:1 STDIN is not supported",
                "4:10 '_last' is not supported"}));
}

TEST(PromelaParser, ReportsStrayCharactersOnce) {
  EXPECT_EQ(messages("byte x;\nactive proctype P() { x = 1 $; printf(\"abc);\n x = 3y }"),
            (Messages{"2:29 unexpected character '$'",
                      "2:39 the string that begins here does not end on its line",
                      "3:6 '3y' is neither a number nor a name",
                      "2:45 expected ')' after the values of 'printf', found 'x'"}));
}

TEST(PromelaParser, KeepsThePlacesOfMacros) {
  EXPECT_EQ(shown("#define BAD 1 +\nactive proctype P() { x = BAD; }\n"),
            "m.pml:2:30: error: expected an expression, found ';'\n"
            "    2 | active proctype P() { x = BAD; }\n"
            "      |                              ^\n");
  EXPECT_EQ(shown("#define BAD 1 + )\nactive proctype P() { x = BAD; }\n"),
            "m.pml:2:27: error: expected an expression, found ')'\n"
            "    2 | active proctype P() { x = BAD; }\n"
            "      |                           ^~~\n"
            "help: in the expansion of macro 'BAD', defined at m.pml:1:9\n");
}

TEST(PromelaParser, CopesWithAnyPrefixOfAModel) {
  const std::string model =
      "#define f(x) (x)\nmtype = {a}; typedef R { byte x; }; inline g(y) { y = f(1) }\n"
      "active [2] proctype P(byte p) provided (1) { L: if :: a?[b] -> g(x) :: else fi unless { "
      "c?"
      "?<_, eval(1)> }; for (i : 0..3) { printf(\"%d\", i) } }\nltl { []<>(x U y) }\n";
  for (std::size_t length = 0; length < model.size(); ++length) {
    Diagnostics diagnostics;
    const Preprocessed input = preprocess(options_of(model.substr(0, length)), diagnostics);
    parse(input.tokens, *input.source, diagnostics);
    const Preprocessed tail = preprocess(options_of(model.substr(length)), diagnostics);
    parse(tail.tokens, *tail.source, diagnostics);
  }
  EXPECT_EQ(messages(model), Messages{});
}

}  // namespace
}  // namespace clew::promela
