// The parts of the semantics that DVE cannot say: exclusive sequences, processes that come and go,
// the heap.  The sizes of the first two groups are those SPIN 6.5.2 counts for the Promela models
// named in the comments (transitions = stored + matched - 1).  Everything DVE can say is tested by
// the models in models/dve.
#include "clew/model/interpreter.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

using B = ModelBuilder;

TEST(Validate, FindsNothingWrongWithASoundModelAndNamesTheDefectOfAnother) {
  B b;
  const auto p = b.process_type("P", 2);
  b.action(p, 0, 1);
  b.start(p);
  EXPECT_TRUE(validate(b.model).empty());
  b.action(p, 1, 7);
  EXPECT_EQ(validate(b.model), std::vector<std::string>{"an action has an unknown location"});
}

// Each breaks one promise of a sound model.
TEST(Validate, HasASentenceForEveryBrokenPromise) {
  const auto defect_of = [](const std::function<void(B&, ProcessTypeId, SlotId)>& damage) {
    B b;
    const SlotId x = b.global("x");
    const auto p = b.process_type("P", 2);
    b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(1))};
    b.start(p);
    damage(b, p, x);
    const std::vector<std::string> defects = validate(b.model);
    return defects.empty() ? std::string("none") : defects.front();
  };
  const auto effect = [](B& b) -> std::vector<Instruction>& {
    return b.model.actions[ActionId{0}].effect;
  };
  EXPECT_EQ(defect_of([](B&, ProcessTypeId, SlotId) {}), "none");
  EXPECT_EQ(defect_of([&](B& b, ProcessTypeId, SlotId) {
              effect(b)[0].value = b.read(B::at_global(SlotId{9}));
            }),
            "an assignment uses an unknown slot");
  EXPECT_EQ(defect_of([&](B& b, ProcessTypeId, SlotId x) {
              effect(b)[0].target = B::in_object(b.read(B::at_global(x)), SlotId{0});
            }),
            "an assignment goes through something that is no reference");
  EXPECT_EQ(defect_of([&](B& b, ProcessTypeId, SlotId) {
              effect(b).push_back(B::run(ProcessTypeId{7}));
            }),
            "a start has no process type");
  EXPECT_EQ(defect_of([&](B& b, ProcessTypeId, SlotId) {
              Instruction end;
              end.kind = Instruction::Kind::Terminate;
              effect(b).insert(effect(b).begin(), end);
            }),
            "an action goes on after its process has ended");
  EXPECT_EQ(defect_of([&](B& b, ProcessTypeId p, SlotId) {
              b.model.composition = Composition::Synchronous;
              effect(b).push_back(B::run(p));
            }),
            "an action of a synchronous model changes the parts of the state");
  EXPECT_EQ(defect_of([](B& b, ProcessTypeId, SlotId x) {
              b.model.globals.slots[x].type.range = {0, 9};
            }),
            "'x' wraps around in a range that is no number of bits");
  EXPECT_EQ(
      defect_of([](B& b, ProcessTypeId, SlotId x) { b.model.globals.slots[x].initial[0] = 300; }),
      "slot 'x' of the globals starts outside its range");
}

// active proctype P(){ skip } active proctype Q(){ skip }
TEST(DynamicProcesses, OnlyTheYoungestMayGo) {
  B b;
  for (const std::string name : {"P", "Q"}) {
    const auto type = b.process_type(name, 2);
    b.action(type, 0, 1);
    b.end_at(type, 1);
    b.start(type);
  }
  ASSERT_TRUE(validate(b.model).empty());
  EXPECT_EQ(size_of(b.model), (SpaceSize{7, 8, 0, 0, true}));
}

// A process that is gone is nowhere, and has no variables to read.
TEST(DynamicProcesses, ThatHaveEndedCanBeAskedForSafely) {
  B b;
  const auto p = b.process_type("P", 1);
  const SlotId v = b.local(p, "v");
  b.end_at(p, 0);
  b.start(p);
  Expr at;
  at.op = Op::AtLocation;
  at.place.scope = Scope::Process;
  at.place.process = ProcessId{0};
  at.location = LocationId{0};
  const ExprId is_there = b.model.add_expr(std::move(at));
  Place place;
  place.scope = Scope::Process;
  place.process = ProcessId{0};
  place.slot = v;
  const ExprId its_value = b.read(place);
  const Interpreter judge(b.model);
  State state = judge.initial_state();
  EXPECT_EQ(judge.evaluate(is_there, state).value, 1);
  judge.moves(state, [&](const Move& found) { state = State(*found.target); });
  EXPECT_EQ(judge.evaluate(is_there, state).value, 0);
  ASSERT_TRUE(judge.evaluate(its_value, state).error);
  EXPECT_EQ(text_of(*judge.evaluate(its_value, state).error),
            "the process does not exist");
}

// byte x; proctype P(){ x=1 } init { run P(); run P() }
TEST(DynamicProcesses, AreStartedByAnEffect) {
  B b;
  const SlotId x = b.global("x");
  const auto p = b.process_type("P", 2);
  b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(1))};
  b.end_at(p, 1);
  const auto init = b.process_type("init", 3);
  b.action(init, 0, 1).effect = {B::run(p)};
  b.action(init, 1, 2).effect = {B::run(p)};
  b.end_at(init, 2);
  b.start(init);
  EXPECT_EQ(size_of(b.model), (SpaceSize{12, 15, 0, 0, true}));
  // The same with init { atomic { run P(); run P() } }.
  b.atomic(init, {1});
  EXPECT_EQ(size_of(b.model), (SpaceSize{9, 10, 0, 0, true}));
}

// byte x; active proctype P(){ atomic { if :: x=1 :: x=2 fi; x=3 }; x=4 }
TEST(ExclusiveSequence, IsOneMovePerPath) {
  B b;
  const SlotId x = b.global("x");
  const auto p = b.process_type("P", 4);
  b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(1))};
  b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(2))};
  b.action(p, 1, 2).effect = {B::assign(B::at_global(x), b.number(3))};
  b.action(p, 2, 3).effect = {B::assign(B::at_global(x), b.number(4))};
  b.atomic(p, {1});
  b.end_at(p, 3);
  b.start(p);
  EXPECT_EQ(size_of(b.model), (SpaceSize{4, 4, 0, 0, true}));
}

// byte x,y; active proctype P(){ atomic { x=1; y==1; x=2; x=3 }; x=4 } active proctype Q(){ y=1 }
TEST(ExclusiveSequence, EndsWhereItBlocksAndGoesOnLater) {
  B b;
  const SlotId x = b.global("x");
  const SlotId y = b.global("y");
  const auto p = b.process_type("P", 6);
  b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(1))};
  b.action(p, 1, 2).guard = b.binary(Op::Equal, b.read(B::at_global(y)), b.number(1));
  b.action(p, 2, 3).effect = {B::assign(B::at_global(x), b.number(2))};
  b.action(p, 3, 4).effect = {B::assign(B::at_global(x), b.number(3))};
  b.action(p, 4, 5).effect = {B::assign(B::at_global(x), b.number(4))};
  b.atomic(p, {1, 2, 3});
  b.end_at(p, 5);
  b.start(p);
  const auto q = b.process_type("Q", 2);
  b.action(q, 0, 1).effect = {B::assign(B::at_global(y), b.number(1))};
  b.end_at(q, 1);
  b.start(q);
  EXPECT_EQ(size_of(b.model), (SpaceSize{11, 14, 0, 0, true}));
}

// P(){ atomic { x=1; c!1; x=2; x=3 } } against Q(){ byte v; c?v; x=7; x=8 }, and against the same Q
// with its statements in an atomic block.
TEST(ExclusiveSequence, PassesFromSenderToReceiverAtARendezvous) {
  for (const bool receiver_exclusive : {false, true}) {
    B b;
    const SlotId x = b.global("x");
    const ChannelId c = b.channel("c", 0);
    const auto p = b.process_type("P", 5);
    b.action(p, 0, 1).effect = {B::assign(B::at_global(x), b.number(1))};
    Action& send = b.action(p, 1, 2);
    send.communication = b.communicate(Communication::Kind::Send, c);
    send.communication.values = {b.number(1)};
    b.action(p, 2, 3).effect = {B::assign(B::at_global(x), b.number(2))};
    b.action(p, 3, 4).effect = {B::assign(B::at_global(x), b.number(3))};
    b.atomic(p, {1, 2, 3});
    b.end_at(p, 4);
    b.start(p);
    const auto q = b.process_type("Q", 4);
    const SlotId v = b.local(q, "v");
    Action& receive = b.action(q, 0, 1);
    receive.communication = b.communicate(Communication::Kind::Receive, c);
    receive.communication.items = {B::into(B::at_local(v))};
    b.action(q, 1, 2).effect = {B::assign(B::at_global(x), b.number(7))};
    b.action(q, 2, 3).effect = {B::assign(B::at_global(x), b.number(8))};
    if (receiver_exclusive) b.atomic(q, {1, 2});
    b.end_at(q, 3);
    b.start(q);
    const SpaceSize expected =
        receiver_exclusive ? SpaceSize{6, 6, 0, 0, true} : SpaceSize{14, 15, 0, 0, true};
    EXPECT_EQ(size_of(b.model), expected);
  }
}

// byte x,y; active proctype P(){ x=1; goto L; atomic { x=2; L: x=3; x=4 }; x=5 }
// active proctype Q(){ y=1 }
TEST(ExclusiveSequence, EnteredByAJumpBeginsThere) {
  B b;
  const SlotId x = b.global("x");
  const SlotId y = b.global("y");
  const auto p = b.process_type("P", 6);
  b.action(p, 0, 2).effect = {B::assign(B::at_global(x), b.number(1))};
  Action& into_the_middle = b.action(p, 1, 2);
  into_the_middle.effect = {B::assign(B::at_global(x), b.number(2))};
  into_the_middle.then = Action::Then::GoesOn;
  Action& inside = b.action(p, 2, 3);
  inside.effect = {B::assign(B::at_global(x), b.number(3))};
  inside.then = Action::Then::GoesOn;
  b.action(p, 3, 4).effect = {B::assign(B::at_global(x), b.number(4))};
  b.action(p, 4, 5).effect = {B::assign(B::at_global(x), b.number(5))};
  b.end_at(p, 5);
  b.start(p);
  const auto q = b.process_type("Q", 2);
  b.action(q, 0, 1).effect = {B::assign(B::at_global(y), b.number(1))};
  b.end_at(q, 1);
  b.start(q);
  EXPECT_EQ(size_of(b.model), (SpaceSize{13, 18, 0, 0, true}));
}

// byte x; active proctype P(){ atomic { do :: x=1-x od } }
TEST(ExclusiveSequence, ThatNeverEndsIsAnError) {
  B b;
  const SlotId x = b.global("x");
  const auto p = b.process_type("P", 1);
  b.action(p, 0, 0).effect = {
      B::assign(B::at_global(x), b.binary(Op::Subtract, b.number(1), b.read(B::at_global(x))))};
  b.atomic(p, {0});
  b.start(p);
  EXPECT_EQ(size_of(b.model), (SpaceSize{1, 1, 0, 1, true}));
}

// A stack of two cells: every way of building it by pushing in front is the same graph.
TEST(Heap, ObjectsHaveNoAddressesAndVanishWhenNothingRefersToThem) {
  B b;
  const ObjectTypeId cell = b.object_type("Cell");
  const SlotId next =
      b.model.object_types[cell].frame.add({"next", B::reference(cell), 1, false, {}, {}, 0});
  const SlotId head = b.global("head", B::reference(cell));
  const SlotId fresh = b.global("fresh", B::reference(cell));
  const SlotId garbage = b.global("garbage", B::reference(cell));
  const auto p = b.process_type("P", 5);
  // fresh = new Cell; garbage = new Cell; then the garbage is dropped, the fresh cell pushed.
  b.action(p, 0, 1).effect = {B::allocate(B::at_global(garbage), cell)};
  b.action(p, 1, 2).effect = {B::allocate(B::at_global(fresh), cell)};
  b.action(p, 2, 3).effect = {B::assign(B::at_global(garbage), b.number(0))};
  const ExprId fresh_read = b.read(B::at_global(fresh));
  b.action(p, 3, 4).effect = {B::assign(B::in_object(fresh_read, next), b.read(B::at_global(head))),
                              B::assign(B::at_global(head), b.read(B::at_global(fresh))),
                              B::assign(B::at_global(fresh), b.number(0))};
  b.action(p, 4, 0).guard =
      b.binary(Op::Equal, b.read(B::in_object(b.read(B::at_global(head)), next)), b.number(0));
  b.start(p);
  ASSERT_TRUE(validate(b.model).empty());
  // Twice round the loop, then head.next is not null any more.
  EXPECT_EQ(size_of(b.model), (SpaceSize{10, 9, 1, 0, true}));

  const Interpreter judge(b.model);
  State state = judge.initial_state();
  for (int move = 0; move < 3; ++move) {
    judge.moves(state, [&](const Move& found) { state = State(*found.target); });
  }
  EXPECT_EQ(state.shape->objects.size(), 1U) << "the dropped cell is still there";
}

TEST(Heap, AnObjectInAMessageStaysAlive) {
  B b;
  const ObjectTypeId cell = b.object_type("Cell");
  const SlotId value =
      b.model.object_types[cell].frame.add({"value", B::byte(), 1, false, {}, {}, 0});
  const SlotId mine = b.global("mine", B::reference(cell));
  const ChannelId post = b.model.channels.add({"post", {B::reference(cell)}, 1, true, {}});
  const auto p = b.process_type("P", 5);
  b.action(p, 0, 1).effect = {B::allocate(B::at_global(mine), cell)};
  b.action(p, 1, 2).effect = {
      B::assign(B::in_object(b.read(B::at_global(mine)), value), b.number(7))};
  Action& send = b.action(p, 2, 3);
  send.communication = b.communicate(Communication::Kind::Send, post);
  send.communication.values = {b.read(B::at_global(mine))};
  send.effect = {B::assign(B::at_global(mine), b.number(0))};
  Action& receive = b.action(p, 3, 4);
  receive.communication = b.communicate(Communication::Kind::Receive, post);
  receive.communication.items = {B::into(B::at_global(mine))};
  b.start(p);
  EXPECT_EQ(size_of(b.model), (SpaceSize{5, 4, 1, 0, true}));
  const Interpreter judge(b.model);
  State state = judge.initial_state();
  for (int move = 0; move < 4; ++move) {
    judge.moves(state, [&](const Move& found) { state = State(*found.target); });
  }
  ASSERT_EQ(state.shape->objects.size(), 1U);
  EXPECT_EQ(state.values[state.shape->objects[0].offset], 7);
}

TEST(Heap, ReadingThroughNullIsAnError) {
  B b;
  const ObjectTypeId cell = b.object_type("Cell");
  const SlotId value =
      b.model.object_types[cell].frame.add({"value", B::byte(), 1, false, {}, {}, 0});
  const SlotId head = b.global("head", B::reference(cell));
  const auto p = b.process_type("P", 2);
  b.action(p, 0, 1).effect = {
      B::assign(B::in_object(b.read(B::at_global(head)), value), b.number(1))};
  b.start(p);
  const Interpreter judge(b.model);
  std::string message;
  judge.moves(judge.initial_state(), [&](const Move& move) { message = text_of(*move.error); });
  EXPECT_EQ(message, "null has no value to read or write");
  EXPECT_EQ(size_of(b.model), (SpaceSize{1, 1, 0, 1, true}));
}

TEST(Wrap, KeepsTheLowBitsOfSignedAndUnsignedRanges) {
  EXPECT_EQ(wrap(256, {0, 255}), 0);
  EXPECT_EQ(wrap(-1, {0, 255}), 255);
  EXPECT_EQ(wrap(32768, {-32768, 32767}), -32768);
  EXPECT_EQ(wrap(-32769, {-32768, 32767}), 32767);
  EXPECT_EQ(wrap(70000, {-32768, 32767}), 4464);
}

}  // namespace
}  // namespace clew
