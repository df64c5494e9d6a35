#include "clew/model/effects.hpp"

#include <gtest/gtest.h>

#include "clew/model/builder_test.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {
namespace {

TEST(Formatted, PutsArgumentsIn) {
  Model model;
  const EnumerationId colours = model.enumerations.add({"mtype", {{2, "red"}, {1, "blue"}}});
  const EnumerationId none = no_id<EnumerationId>;
  EXPECT_EQ(formatted(model, "x is %d, %d%%\n", {7, -1}, {none, none}), "x is 7, -1%\n");
  EXPECT_EQ(formatted(model, "%c%c", {72, 105}, {none, none}), "Hi");
  EXPECT_EQ(formatted(model, "%x %o %u", {255, 8, -1}, {none, none, none}), "ff 10 4294967295");
  EXPECT_EQ(formatted(model, "%e %e", {2, 1}, {colours, none}), "red blue");
  EXPECT_EQ(formatted(model, "%e", {9}, {colours}), "9");
}

TEST(Formatted, LeavesWhatItDoesNotKnow) {
  const Model model;
  EXPECT_EQ(formatted(model, "%d %d", {1}, {no_id<EnumerationId>}), "1 %d");
  EXPECT_EQ(formatted(model, "100%", {}, {}), "100%");
  EXPECT_EQ(formatted(model, "%s", {1}, {no_id<EnumerationId>}), "%s");
}

// One process that asserts x == 0, says something, and counts x up.
Model talking_model() {
  using B = ModelBuilder;
  B b;
  const SlotId x = b.global("x", B::byte());
  const ProcessTypeId p = b.process_type("P", 2);
  Action& action = b.action(p, 0, 1);
  Instruction check;
  check.kind = Instruction::Kind::Assert;
  check.value = b.binary(Op::Equal, b.read(B::at_global(x)), b.number(1));
  check.text = "x == 1";
  Instruction say;
  say.kind = Instruction::Kind::Print;
  say.text = "x is %d\n";
  say.arguments = {b.read(B::at_global(x))};
  action.effect = {check, say, B::assign(B::at_global(x), b.number(5))};
  b.start(p);
  return std::move(b.model);
}

TEST(Interpreter, ReportsAFailedAssertionAndGoesOn) {
  const Model model = talking_model();
  const Interpreter judge(model);
  std::vector<std::string> seen;
  const Expansion expansion = judge.moves(judge.initial_state(), [&](const Move& move) {
    EXPECT_NE(move.failed_assertion, nullptr);
    seen.push_back(move.failed_assertion->text);
    EXPECT_NE(move.target, nullptr);
    EXPECT_EQ(move.target->values[0], 5);
    EXPECT_TRUE(move.printed.empty()) << "nobody asked for output";
  });
  EXPECT_EQ(expansion.moves, 1U);
  EXPECT_EQ(expansion.errors, 0U);
  EXPECT_EQ(seen, std::vector<std::string>{"x == 1"});
}

TEST(Interpreter, CollectsOutputIfAsked) {
  const Model model = talking_model();
  Interpreter judge(model);
  judge.collect_output();
  std::vector<std::string> said;
  judge.moves(judge.initial_state(), [&](const Move& move) {
    for (const Printed& printed : move.printed) said.push_back(printed.text);
  });
  EXPECT_EQ(said, std::vector<std::string>{"x is 0\n"});
}

}  // namespace
}  // namespace clew
