#include "clew/lang/promela/lower.hpp"

#include <gtest/gtest.h>

#include "clew/lang/language.hpp"
#include "clew/lang/promela/said_test.hpp"

namespace clew::promela {
namespace {

TEST(PromelaLowering, MakesOneLocationPerPlaceWhereControlRests) {
  EXPECT_EQ(lowered("byte x;\n"
                    "active proctype P() {\n"
                    "  do\n"
                    "  :: x < 2 -> x++\n"
                    "  :: else -> break\n"
                    "  od;\n"
                    "  done: x = 9\n"
                    "}\n"),
            "model m (promela, asynchronous)\n"
            "global byte x in 0..255 = 0\n"
            "process type P, starts at line_3\n"
            "  location line_3\n"
            "  location line_4\n"
            "  location done\n"
            "  location end end\n"
            "  action line_3 -> line_4\n"
            "    guard x < 2\n"
            "  action line_3 -> done, else\n"
            "  action line_4 -> line_3\n"
            "    do x = x + 1\n"
            "  action done -> end\n"
            "    do x = 9\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process P of type P\n");
}

TEST(PromelaLowering, MarksWhatGoesOnWithinAMove) {
  EXPECT_EQ(lowered("byte x;\n"
                    "active proctype P() {\n"
                    "  atomic { x = 1; x = 2; x = 3 }\n"
                    "}\n"),
            "model m (promela, asynchronous)\n"
            "global byte x in 0..255 = 0\n"
            "process type P, starts at line_3\n"
            "  location line_3\n"
            "  location line_3_2\n"
            "  location line_3_3\n"
            "  location end end\n"
            "  action line_3 -> line_3_2, goes on\n"
            "    do x = 1\n"
            "  action line_3_2 -> line_3_3, goes on\n"
            "    do x = 2\n"
            "  action line_3_3 -> end\n"
            "    do x = 3\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process P of type P\n");
}

TEST(PromelaLowering, FlattensRecords) {
  EXPECT_EQ(lowered("typedef In { bit f[2] = 1; short s };\n"
                    "typedef Out { In i[3]; byte b };\n"
                    "Out o[2];\n"
                    "init { o[1].i[2].f[0] = o[0].b }\n"),
            "model m (promela, asynchronous)\n"
            "global bit o[].i[].f[][12] in 0..255 = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1\n"
            "global short o[].i[].s[6] in -32768..32767 = 0, 0, 0, 0, 0, 0\n"
            "global byte o[].b[2] in 0..255 = 0, 0\n"
            "process type init, starts at line_4\n"
            "  location line_4\n"
            "  location end end\n"
            "  action line_4 -> end\n"
            "    do o[].i[].f[]@[(((1 * 3) + 2) * 2) + 0] = o[].b@[0]\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process init of type init\n");
}

TEST(PromelaLowering, GivesNoRoomToChannelsThatNeverChange) {
  EXPECT_EQ(lowered("chan a = [1] of { byte };\n"
                    "chan b = [0] of { bool, mtype };\n"
                    "chan c;\n"
                    "active proctype P() {\n"
                    "  chan own[2] = [3] of { short };\n"
                    "  c = a;\n"
                    "  c!1;\n"
                    "  own[1]!2;\n"
                    "  a?_\n"
                    "}\n"),
            "model m (promela, asynchronous)\n"
            "global chan c in 0..255 = 0\n"
            "channel a of 1 items, capacity 1\n"
            "channel b of 2 items, capacity 0\n"
            "channel own[0] of 1 items, capacity 3\n"
            "channel own[1] of 1 items, capacity 3\n"
            "process type P, starts at line_6\n"
            "  location line_6\n"
            "  location line_7\n"
            "  location line_8\n"
            "  location line_9\n"
            "  location end end\n"
            "  action line_6 -> line_7\n"
            "    do c = 1\n"
            "  action line_7 -> line_8\n"
            "    sync c!{1}\n"
            "  action line_8 -> line_9\n"
            "    sync own[0] + 1!{2}\n"
            "  action line_9 -> end\n"
            "    sync a?{_}\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process P of type P\n");
}

// As in SPIN: what is declared is meant, and a process may be started by giving its number away.
TEST(PromelaLowering, TakesNullForAnMtypeThatIsCalledSo) {
  EXPECT_EQ(lowered("mtype = { null, some };\n"
                    "mtype x;\n"
                    "proctype Q() { x == null }\n"
                    "init { x = null; _ = run Q() }\n"),
            "model m (promela, asynchronous)\n"
            "global mtype x in 0..255 = 0\n"
            "process type Q, starts at line_3\n"
            "  location line_3\n"
            "  location end end\n"
            "  action line_3 -> end\n"
            "    guard x == 2\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process type init, starts at line_4\n"
            "  location line_4\n"
            "  location line_4_2\n"
            "  location end end\n"
            "  action line_4 -> line_4_2\n"
            "    do x = 2\n"
            "  action line_4_2 -> end\n"
            "    guard _nr_pr < 255\n"
            "    do run Q()\n"
            "  action end -> end\n"
            "    guard youngest\n"
            "    do end\n"
            "process init of type init\n");
}

TEST(PromelaLowering, KeepsEverySkipOfAClaim) {
  const auto actions_of = [](const std::string& text) {
    const std::string all = lowered(text);
    std::size_t count = 0;
    for (std::size_t at = all.find("  action "); at != std::string::npos;
         at = all.find("  action ", at + 1)) {
      ++count;
    }
    return count;
  };
  // The process has two actions, `true` and its end.
  EXPECT_EQ(actions_of("init { true }\n"
                       "never { do :: skip; skip; skip; break od; false }\n"),
            2U + 5U);
  EXPECT_EQ(actions_of("init { true }\n"
                       "active proctype P() { do :: skip; skip; skip; break od; false }\n"),
            2U + 3U);
}

TEST(PromelaLowering, PrintsPropositionsAsTheyWereWritten) {
  const std::string text =
      "mtype = { green, red };\n"
      "#define full_up (len(c) == N)\n"
      "chan c = [2] of { byte };\n"
      "chan never_made;\n"
      "mtype light = green;\n"
      "active proctype P() { stop: light = red }\n"
      "ltl { [] (len(c)<2 && light == red) ->\n"
      "      <> (!full_up || P@stop) U (len(c) <2&& (light==red)) }\n"
      "ltl p { [] (len(never_made) == 0 || c?[1]) }\n";
  const auto read = language_named("promela")->read({"m.pml", text, {{"N", "2"}}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  std::vector<std::string> texts;
  for (const DeclaredProperty& property : read.value().declared_properties) {
    for (const Proposition& each : property.propositions) texts.push_back(each.text);
  }
  const std::vector<std::string> expected = {"len(c)<2 && light == red", "!(len(c) == 2) || P@stop",
                                             "len(never_made) == 0 || c?[1]"};
  EXPECT_EQ(texts, expected);
}

}  // namespace
}  // namespace clew::promela
