#include "clew/model/print.hpp"

#include <gtest/gtest.h>

#include "clew/model/builder_test.hpp"
#include "clew/model/trace.hpp"

namespace clew {
namespace {

using B = ModelBuilder;

// A process that counts x down and tells c, another one that listens.
Model telephone() {
  B b;
  b.model.name = "telephone";
  b.model.language = "test";
  const SlotId x = b.global("x");
  b.model.globals.slots[x].initial[0] = 2;
  const ChannelId c = b.channel("c", 1);
  const auto caller = b.process_type("Caller", 2);
  Action& call = b.action(caller, 0, 1);
  call.guard = b.binary(Op::Greater, b.read(B::at_global(x)), b.number(0));
  call.communication = b.communicate(Communication::Kind::Send, c);
  call.communication.values = {b.binary(Op::Add, b.read(B::at_global(x)), b.number(-1))};
  call.effect = {
      B::assign(B::at_global(x), b.binary(Op::Subtract, b.read(B::at_global(x)), b.number(1)))};
  b.action(caller, 1, 0);
  b.start(caller);
  const auto listener = b.process_type("Listener", 1);
  const SlotId heard = b.local(listener, "heard");
  Action& listen = b.action(listener, 0, 0);
  listen.communication = b.communicate(Communication::Kind::Receive, c);
  listen.communication.items = {B::into(B::at_local(heard))};
  b.location(listener, 0).committed = true;
  b.start(listener);
  return std::move(b.model);
}

TEST(Print, ShowsEveryTableOfAModel) {
  EXPECT_EQ(text_of(telephone()),
            "model telephone (test, asynchronous)\n"
            "global byte x in 0..255 = 2\n"
            "channel c of 1 items, capacity 1\n"
            "process type Caller, starts at 0\n"
            "  location 0\n"
            "  location 1\n"
            "  action 0 -> 1\n"
            "    guard x > 0\n"
            "    sync c!{x + (-1)}\n"
            "    do x = x - 1\n"
            "  action 1 -> 0\n"
            "process type Listener, starts at 0\n"
            "  local byte heard in 0..255 = 0\n"
            "  location 0 committed\n"
            "  action 0 -> 0\n"
            "    sync c?{heard}\n"
            "process Caller of type Caller\n"
            "process Listener of type Listener\n");
}

TEST(Print, NamesTheValuesOfAState) {
  const Model model = telephone();
  const Interpreter judge(model);
  State state = judge.initial_state();
  state.values[1] = 1;  // the fill of c
  state.values[2] = 7;
  const std::vector<NamedValue> expected{{"x", "2", NamedValue::Kind::Number},
                                         {"c", "[7]", NamedValue::Kind::Channel},
                                         {"Caller", "0", NamedValue::Kind::Location},
                                         {"Listener", "0", NamedValue::Kind::Location},
                                         {"Listener->heard", "0", NamedValue::Kind::Number}};
  EXPECT_EQ(named_values(model, judge.layout(), state), expected);
}

// A variable that holds the number of a channel may have the name that the channel was declared with.
TEST(Print, GivesNoTwoValuesOfAStateTheSameName) {
  Model model = telephone();
  Slot number;
  number.name = "c";
  number.type.is_channel = true;
  number.type.range = {0, 9};
  number.initial = {1};
  model.globals.add(number);
  const Interpreter judge(model);
  const std::vector<NamedValue> values = named_values(model, judge.layout(), judge.initial_state());
  EXPECT_EQ(values[1], (NamedValue{"c", "1", NamedValue::Kind::Number}));
  EXPECT_EQ(values[2], (NamedValue{"channel 1", "[]", NamedValue::Kind::Channel}));
}

TEST(Replay, RecomputesTheStatesOfAMoveList) {
  Model model = telephone();
  model.process_types[ProcessTypeId{1}].locations[LocationId{0}].committed = false;
  const Interpreter judge(model);
  const MoveList moves{{{ProcessId{0}, ActionId{0}}}, {{ProcessId{1}, ActionId{2}}}};
  const Replay result = replay(judge, moves);
  ASSERT_TRUE(result.complete());
  const Trace& trace = result.trace;
  EXPECT_EQ(trace.length(), 2U);
  EXPECT_EQ(trace.steps.back().state.values, (std::vector<Value>{1, 0, 0, 1, 0, 1}));
  EXPECT_EQ(move_between(judge, trace.steps[0].state, trace.steps[1].state), moves[0]);
}

TEST(Replay, StuttersWhereNothingCanMoveAndOnlyThere) {
  Model model = telephone();
  const Replay stays = replay(Interpreter(model), MoveList{{}, {}});
  ASSERT_TRUE(stays.complete());
  EXPECT_EQ(stays.trace.length(), 2U);
  EXPECT_EQ(stays.trace.steps[2].state, stays.trace.steps[0].state);
  EXPECT_TRUE(stays.trace.steps[2].firings.empty());
  model.process_types[ProcessTypeId{1}].locations[LocationId{0}].committed = false;
  EXPECT_EQ(replay(Interpreter(model), MoveList{{}}).impossible_step, 1U);
}

TEST(Replay, RefusesWhatIsNotPossible) {
  const Model model = telephone();
  const Interpreter judge(model);
  // While the listener is committed and has nothing to hear, nobody moves.
  EXPECT_EQ(replay(judge, {{{ProcessId{0}, ActionId{0}}}}).impossible_step, 1U);
  EXPECT_EQ(replay(judge, {{{ProcessId{7}, ActionId{0}}}}).impossible_step, 1U);
  EXPECT_TRUE(move_between(judge, judge.initial_state(), judge.initial_state()).empty());
}

}  // namespace
}  // namespace clew
