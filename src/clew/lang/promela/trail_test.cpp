#include "clew/lang/promela/trail.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>

#include "clew/lang/promela/promela.hpp"
#include "clew/model/print.hpp"

namespace clew::promela {
namespace {

// Numbers as SPIN gives them: P 0 to 5 (the atomic block is 3), Q 6 to 10 (the d_step is 9).
constexpr const char* meeting = R"(chan c = [0] of { byte };
byte x;
active proctype P() {
  atomic {
    x = 1;
    c!7;
    x = 2
  };
  assert(x == 3)
}
active proctype Q() {
  byte v;
  c?v;
  d_step {
    v++;
    x = v
  }
}
)";

// Three statements that concern nobody else, numbered 0 to 2, and one that does.
constexpr const char* local_work = R"(byte x;
active proctype P() {
  byte i;
  i = 1;
  i++;
  i++;
  x = i;
  i = 5;
  assert(i == 6)
}
)";

std::unique_ptr<Model> model_of(const char* text) {
  auto read = promela::read({"m.pml", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value_or_null);
}

// "P: x = 1; P: c!7; Q: c?v" and so on, a line per move; or the error.
std::string said(const char* text, const std::string& trail) {
  const auto model = model_of(text);
  const Interpreter judge(*model);
  const ReadTrail read = read_trail(judge, trail);
  if (!read.moves) return read.error;
  const Replay result = replay(judge, *read.moves);
  EXPECT_TRUE(result.complete());
  std::string out;
  const auto& steps = result.trace.steps;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    std::string line;
    for (const Firing& firing : steps[i].firings) {
      line += fmt::format("{}{}: {}", line.empty() ? "" : "; ",
                          process_name(*model, steps[i - 1].state, firing.process),
                          model->actions[firing.action].text);
    }
    out += line + (steps[i].failed_assertion ? " (fails)\n" : "\n");
  }
  return out;
}

TEST(Trail, HasALineForEveryStatementOfAnAtomicBlockAndTwoForARendezvous) {
  EXPECT_EQ(said(meeting, "1:0:0\n2:0:1\n3:1:6\n4:0:2\n5:1:9\n6:0:4\n"),
            "P: x = 1; P: c!7; Q: c?v\n"
            "P: x = 2\n"
            "Q: v++; Q: x = v\n"
            "P: assert(x == 3) (fails)\n");
}

TEST(Trail, MayEndWithinAMove) {
  EXPECT_EQ(said(meeting, "1:0:0\n"), "P: x = 1; P: c!7; Q: c?v\n");
}

TEST(Trail, HasOneLineForStatementsThatWereMerged) {
  constexpr const char* all =
      "P: i = 1\nP: i++\nP: i++\nP: x = i\nP: i = 5\nP: assert(i == 6) (fails)\n";
  EXPECT_EQ(said(local_work, "-4:-4:-4\n1:0:0\n2:0:3\n"), all);
  EXPECT_EQ(said(local_work, "1:0:0\n2:0:1\n3:0:2\n4:0:3\n5:0:4\n6:0:5\n"), all);
}

TEST(Trail, SkipsTheStepsOfAClaimAndCountsTheOthersFromOne) {
  EXPECT_EQ(said(local_work, "-2:1:-2\n-4:-4:-4\n1:0:20\n2:1:0\n3:0:20\n"),
            "P: i = 1\nP: i++\nP: i++\n");
}

TEST(Trail, MarksTheBeginningOfACycle) {
  const auto model = model_of("byte x;\nactive proctype P() { do :: x = 1 - x od }\n");
  const Interpreter judge(*model);
  const ReadTrail read = read_trail(judge, "1:0:0\n-1:-1:-1\n2:0:0\n3:0:0\n");
  ASSERT_TRUE(read.moves);
  EXPECT_EQ(read.moves->size(), 3U);
  EXPECT_EQ(read.loop_start, 1U);
}

TEST(Trail, SaysWhichLineIsImpossible) {
  EXPECT_EQ(said(meeting, "1:0:0\n2:0:1\n3:1:6\n4:0:4\n"),
            "line 4: step 2 of the run: 'P' cannot take statement 4, 'assert(x == 3)' at line 9");
  EXPECT_EQ(said(meeting, "1:5:0\n"),
            "line 1: step 1 of the run: process 5 is not there for statement 0, 'x = 1' at line 5");
  EXPECT_EQ(
      said(meeting, "\n1:0:99\n"),
      "line 2: step 1 of the run: 'P' cannot take statement 99, which the model does not have");
}

TEST(Trail, SaysWhatIsNoTrail) {
  constexpr const char* error = "line 2: expected STEP:PROCESS:STATEMENT of a SPIN trail";
  EXPECT_EQ(said(meeting, "1:0:0\n2:0\n"), error);
  EXPECT_EQ(said(meeting, "1:0:0\n2:0:x\n"), error);
  EXPECT_EQ(said(meeting, "1:0:0\n2:0:1:4\n"), error);
  EXPECT_EQ(said(meeting, "1:0:0\n2:0:99999999999999999999\n"), error);
  EXPECT_EQ(said(meeting, "1:0:0\n2:99999999999:1\n"), error);
}

TEST(Trail, IsToldFromJsonByItsFirstCharacter) {
  EXPECT_TRUE(is_trail("-4:-4:-4\n"));
  EXPECT_TRUE(is_trail("\n1:0:0\n"));
  EXPECT_FALSE(is_trail("{\"steps\": []}"));
  EXPECT_FALSE(is_trail(""));
}

}  // namespace
}  // namespace clew::promela
