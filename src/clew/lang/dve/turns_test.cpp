#include "clew/lang/dve/turns.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "clew/lang/dve/dve.hpp"
#include "clew/lang/said_test.hpp"

namespace clew::dve {
namespace {

// "0:1 8:2 16:0, forloop 1 i=0, forloop 2 i=1"
std::string shown(std::string_view marked, std::string_view expanded) {
  const std::optional<Turns> turns = turns_in(marked, expanded);
  if (!turns) return "none";
  std::string text;
  for (const ExpansionBegin& begin : turns->begins) {
    text += fmt::format("{}:{} ", begin.offset, begin.expansion);
  }
  for (const TextExpansion& turn : turns->expansions) {
    text += fmt::format("{} {} {}={} in {}, ", turn.name, turn.turn, turn.counter, turn.value,
                        turn.called.expansion);
  }
  return text;
}

TEST(DveTurns, AreFoundByTheirMarks) {
  EXPECT_EQ(shown("a \x01"
                  "f 1 4 i\x02"
                  "b\x03\x01"
                  "f 2 5 i\x02"
                  "c\x01g 1 -1 j k\x02\x03\x03 d",
                  "a bc d"),
            "2:1 3:2 4:0 f 1 i=4 in 0, f 2 i=5 in 0, g 1 j k=-1 in 2, ");
}

TEST(DveTurns, AreNotBelievedWhereTheTextDiffersOrTheMarksAreNone) {
  EXPECT_EQ(shown("a\x01"
                  "f 1 4 i\x02"
                  "b\x03",
                  "ab"),
            "1:1 2:0 f 1 i=4 in 0, ");
  for (const char* marked : {"ab",
                             "a\x01"
                             "f 1 4 i\x02"
                             "c\x03",
                             "a\x01"
                             "f 1 4 i\x02"
                             "b",
                             "ab\x03",
                             "a\x01"
                             "f 1 4 i"
                             "b",
                             "a\x01"
                             "f 0 4 i\x02"
                             "b\x03",
                             "a\x01"
                             "f 1 x i\x02"
                             "b\x03",
                             "a\x01"
                             "f 1 4 \x02"
                             "b\x03"}) {
    EXPECT_EQ(shown(marked, marked == std::string_view("ab") ? "abc" : "ab"), "none");
  }
}

ReadResult<Model> read_macros(const std::string& text) {
  return read_with_macros({"m.mdve", text, {}});
}
std::string said_of_invalid(const std::string& text) {
  return clew::said_of_invalid(read_macros(text));
}

TEST(DveTurns, AreNamedInErrorsWithTheExpandedLine) {
  EXPECT_EQ(said_of_invalid("byte cnt0, cnt1;\n"
                            "forloop(i, 0, 2, `process P_`'i {\n"
                            "  state a, b; init a;\n"
                            "  trans a -> b { guard cnt`'i == 0; };\n"
                            "}\n"
                            "')system async;\n"),
            "m.mdve:2:1: error: unknown variable 'cnt2'\n"
            "    2 | forloop(i, 0, 2, `process P_`'i {\n"
            "      | ^\n"
            "in the expansion, turn 3 of 'forloop' (i = 2):\n"
            "      |   trans a -> b { guard cnt2 == 0; };\n"
            "      |                        ^~~~\n"
            "help: 'cnt0' is declared at m.mdve:1:6\n");
}

TEST(DveTurns, SayTheSameOnce) {
  EXPECT_EQ(
      said_of_invalid("forloop(`j', 1, 2, `forloop(`i', 5, 6, `process P_`'i`'_`'j {\n"
                      "  state a; init a; trans a -> a { guard cnt == 0; };\n"
                      "}\n')')system async;\n"),
      "m.mdve:1:1: error: unknown variable 'cnt'\n"
      "    1 | forloop(`j', 1, 2, `forloop(`i', 5, 6, `process P_`'i`'_`'j {\n"
      "      | ^\n"
      "in the expansion, turn 1 of 'forloop' (j = 1), turn 1 of 'forloop' (i = 5), and 3 more "
      "turns:\n"
      "      |   state a; init a; trans a -> a { guard cnt == 0; };\n"
      "      |                                         ^~~\n");
}

TEST(DveTurns, AreKnownOfEachPartOfALine) {
  EXPECT_EQ(said_of_invalid("byte myloop(`i', 3, 5, `b`'i = bad`'i', `,');\n"
                            "process P { state q; init q; }\nsystem async;\n"),
            "m.mdve:1:1: error: unknown variable 'bad3'\n"
            "    1 | byte myloop(`i', 3, 5, `b`'i = bad`'i', `,');\n"
            "      | ^\n"
            "in the expansion, turn 1 of 'myloop' (i = 3):\n"
            "      | byte b3 = bad3 ,b4 = bad4 ,b5 = bad5;\n"
            "      |           ^~~~\n"
            "m.mdve:1:1: error: unknown variable 'bad4'\n"
            "    1 | byte myloop(`i', 3, 5, `b`'i = bad`'i', `,');\n"
            "      | ^\n"
            "in the expansion, turn 2 of 'myloop' (i = 4):\n"
            "      | byte b3 = bad3 ,b4 = bad4 ,b5 = bad5;\n"
            "      |                      ^~~~\n"
            "m.mdve:1:1: error: unknown variable 'bad5'\n"
            "    1 | byte myloop(`i', 3, 5, `b`'i = bad`'i', `,');\n"
            "      | ^\n"
            "in the expansion, turn 3 of 'myloop' (i = 5):\n"
            "      | byte b3 = bad3 ,b4 = bad4 ,b5 = bad5;\n"
            "      |                                 ^~~~\n");
}

// Where a mark would be in the way of m4 itself, the line is all there is.
TEST(DveTurns, DoNotDisturbWhatM4ComputesWith) {
  const std::string end = "process P { state q; init q; }\nsystem async;\n";
  const ReadResult<Model> read = read_macros("byte x[eval(forloop(`i', 1, 3, `i + ') 0)];\n" + end);
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  EXPECT_EQ(read.value().globals.slots[SlotId{0}].length, 6U);
  EXPECT_TRUE(read.value().expansions.empty());
}

TEST(DveTurns, AreKnownOfActions) {
  const ReadResult<Model> read = read_macros(
      "byte x;\nforloop(`i', 1, 2, `process P_`'i { state q; init q;\n"
      "  trans q -> q { effect x = i; }, myloop(`k', 7, 8, `q -> q { effect x = k; }', `,'); }\n')"
      "system async;\n");
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  std::string turns;
  for (const Action& action : read.value().actions) {
    turns += action.text;
    for (const TextExpansion* turn : expansions_around(read.value().expansions, action.span)) {
      turns += fmt::format(" {}={}", turn->counter, turn->value);
    }
    turns += fmt::format(" line {}\n", action.span.line);
  }
  EXPECT_EQ(
      turns,
      "effect x = 1; i=1 line 2\neffect x = 7; k=7 i=1 line 2\neffect x = 8; k=8 i=1 line 2\n"
      "effect x = 2; i=2 line 2\neffect x = 7; k=7 i=2 line 2\neffect x = 8; k=8 i=2 line 2\n");
}

}  // namespace
}  // namespace clew::dve
