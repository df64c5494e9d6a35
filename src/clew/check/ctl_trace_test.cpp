#include "clew/check/ctl_trace.hpp"

#include <gtest/gtest.h>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

// x goes 0, 1, 2 and then 0 again, or 3 for ever.
constexpr auto counter = R"(byte x;
process P {
  state q; init q;
  trans q -> q { guard x < 2; effect x = x + 1; },
        q -> q { guard x == 2; effect x = 0; },
        q -> q { guard x == 2; effect x = 3; };
}
system async;
)";

// What the engine says about a formula, for somebody to tamper with.
struct Told {
  explicit Told(const std::string& formula)
      : model(std::move(language_named("dve")->read({"test.dve", counter, {}}).value())),
        property(read_property(model, "ctl: " + formula).value()),
        judge(model) {
    EngineTask task;
    task.properties = {property};
    tree = engine_named("explicit")->run(model, task).findings.front().tree.value();
  }
  bool is_approved() const { return shown_tree(judge, property, tree).has_value(); }

  Model model;
  Property property;
  Interpreter judge;
  MoveTree tree;
};

TEST(CtlTrace, ApprovesOfWhatIsSo) {
  for (const char* formula : {"EF (x == 1 && EX x == 2)", "AF x == 3", "AG EF x == 0", "EG x <= 2",
                              "E[x < 2 U x == 2]", "EF EG x == 3", "AX x == 0"}) {
    EXPECT_TRUE(Told(formula).is_approved()) << formula;
  }
}

TEST(CtlTrace, SeesAMoveThatIsMissing) {
  Told told("EF (x == 2 && EX x == 3)");
  told.tree.moves.pop_back();
  EXPECT_FALSE(told.is_approved());
}

TEST(CtlTrace, SeesAPathThatBreaksItsWord) {
  Told told("E[x < 2 U x == 2]");
  told.tree.moves.pop_back();
  EXPECT_FALSE(told.is_approved());
}

TEST(CtlTrace, SeesALoopThatIsNotClosed) {
  Told told("EG x <= 2");
  ASSERT_EQ(told.tree.moves.size(), 3U);
  told.tree.loop_start = 1;
  EXPECT_FALSE(told.is_approved());
  told.tree.loop_start = 3;
  EXPECT_FALSE(told.is_approved());
  told.tree.loop_start.reset();
  EXPECT_FALSE(told.is_approved());
}

TEST(CtlTrace, SeesThatSomebodyStaysWhoCanMove) {
  Told told("EG x <= 2");
  told.tree.moves = {{}};
  told.tree.loop_start = 0;
  EXPECT_FALSE(told.is_approved());
}

TEST(CtlTrace, SeesABranchThatDoesNotFit) {
  Told told("EF (x == 1 && EX x == 2)");
  ASSERT_EQ(told.tree.branches.size(), 1U);
  told.tree.branches.front().step = 0;  // from there x becomes 1
  EXPECT_FALSE(told.is_approved());
  told.tree.branches.front().step = 9;
  EXPECT_FALSE(told.is_approved());
  told.tree.branches.front().step = 1;
  EXPECT_TRUE(told.is_approved());
  told.tree.branches.front().tree.is_true = false;
  EXPECT_FALSE(told.is_approved());
}

TEST(CtlTrace, SeesThatTheOppositeIsSaid) {
  Told told("AX x == 0");
  told.tree.is_true = true;
  EXPECT_FALSE(told.is_approved());
}

}  // namespace
}  // namespace clew
