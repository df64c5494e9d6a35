#include "clew/export/dve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"
#include "clew/model/validate.hpp"

namespace clew {
namespace {

Model read_dve(const std::string& name, const std::string& text) {
  ReadResult<Model> read = language_named("dve")->read({name, text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text() << text;
  return read.ok() ? std::move(read.value()) : Model{};
}

Model read_dve(const std::string& text) { return read_dve("given.dve", text); }

// All that can be reached, in so far as it is small.
struct StateGraph {
  std::set<std::vector<Value>> states;
  std::size_t transitions = 0;
  std::size_t deadlocks = 0;
  std::size_t errors = 0;
  std::size_t failed_assertions = 0;
  bool is_complete = true;

  friend bool operator==(const StateGraph&, const StateGraph&) = default;
};

StateGraph explore(const Model& model, std::size_t states_max) {
  const Interpreter judge(model);
  StateGraph graph;
  std::deque<State> frontier{judge.initial_state()};
  graph.states.insert(frontier.front().values);
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    if (judge.failed_assertion(source)) ++graph.failed_assertions;
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (move.target && graph.states.insert(move.target->values).second) {
        frontier.push_back(*move.target);
      }
    });
    graph.transitions += expansion.moves;
    graph.errors += expansion.errors;
    if (expansion.deadlock) ++graph.deadlocks;
    if (graph.states.size() > states_max) {
      graph.is_complete = false;
      return graph;
    }
  }
  return graph;
}

std::vector<NamedValue> initial_values(const Model& model) {
  const Interpreter judge(model);
  return named_values(model, judge.layout(), judge.initial_state());
}

// --- the zoo

std::vector<std::string> zoo() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(CLEW_SOURCE_DIR "/models/dve")) {
    if (language_for_file(entry.path().string())) files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const testing::TestParamInfo<std::string>& file) {
  std::string name = file.param.substr(0, file.param.find('.'));
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// What it says of names that were changed.
std::string without_notes(const std::string& text) {
  std::string kept;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    if (text.compare(begin, 9, "// Note: ") != 0) kept += text.substr(begin, end - begin);
    begin = end;
  }
  return kept;
}

class DveOfTheZoo : public testing::TestWithParam<std::string> {};

TEST_P(DveOfTheZoo, ReadsBackToTheSameStateSpace) {
  const std::string path = CLEW_SOURCE_DIR "/models/dve/" + GetParam();
  ReadResult<Model> read = language_for_file(path)->read({GetParam(), read_file(path).bytes, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Model& model = read.value();

  const Encoded encoded = to_dve(model);
  ASSERT_EQ(encoded.refusal, "");
  const Model again = read_dve(GetParam(), encoded.text);
  EXPECT_EQ(to_dve(again).text, without_notes(encoded.text));
  const bool has_same_names = without_notes(encoded.text) == encoded.text;
  if (has_same_names) {
    EXPECT_EQ(initial_values(again), initial_values(model));
  }

  constexpr std::size_t states_max = 20'000;
  const StateGraph graph = explore(model, states_max);
  EXPECT_TRUE(explore(again, states_max) == graph);
}

INSTANTIATE_TEST_SUITE_P(All, DveOfTheZoo, testing::ValuesIn(zoo()), test_name);

// --- the text

TEST(ToDve, WritesEveryPartOfAModel) {
  const Model model = read_dve("some/where/parts.dve", R"(
const byte N = 3; const int T[4] = {1, -2};
byte x = N, v[3] = {0, 7}; int y = -(N);
channel plain; channel {byte, int} mail[2]; channel {int} hand[0];
process P {
  const byte STEP = 1; byte k; state a, b, c; init b; commit c; assert a: k < N, b: x == N or y < 0;
  trans a -> b { guard v[k] == T[1 - k] and not (x << 1 > -4); sync mail!{k, -y}; effect k = k + STEP; },
  b -> c { sync plain!; }, -> b { sync hand?y; effect v[0] = 1; }, c -> a { };
}
process Q { state q; init q; trans q -> q { sync plain?; }, q -> q { sync hand!x imply 1; }; }
process Watch {
  byte seen; state ok, bad; init ok; accept bad;
  trans ok -> bad { guard P.c and P->k > 0; effect seen = v[P->k]; };
}
system async property Watch;
)");
  EXPECT_EQ(to_dve(model).refusal, "");
  EXPECT_EQ(to_dve(model).text, R"(// Written by Clew from parts.dve.

const byte N = 3;
const int T[4] = { 1, -2 };

byte x = 3;
byte v[3] = { 0, 7 };
int y = -3;

channel plain;
channel {byte, int} mail[2];
channel {int} hand[0];

process P {
  const byte STEP = 1;
  byte k;
  state a, b, c;
  init b;
  commit c;
  assert a: k < N,
         b: (x == N) or (y < 0);
  trans
    a -> b {
      guard (v[k] == T[1 - k]) and (not ((x << 1) > (-4)));
      sync mail!{k, -y};
      effect k = k + STEP;
    },
    b -> c { sync plain!; },
    b -> b { sync hand?y; effect v[0] = 1; },
    c -> a { };
}

process Q {
  state q;
  init q;
  trans
    q -> q { sync plain?; },
    q -> q { sync hand!x imply 1; };
}

process Watch {
  byte seen;
  state ok, bad;
  init ok;
  accept bad;
  trans
    ok -> bad { guard P.c and (P->k > 0); effect seen = v[P->k]; };
}

system async property Watch;
)");
}

TEST(ToDve, PutsThePropertyProcessLast) {
  const Model model = read_dve(R"(
process Watch { state w; init w; trans w -> w { }; }
process P { state q; init q; trans q -> q { }; }
system sync property Watch;
)");
  EXPECT_EQ(to_dve(model).text, R"(// Written by Clew from given.dve.

process P {
  state q;
  init q;
  trans
    q -> q { };
}

process Watch {
  state w;
  init w;
  trans
    w -> w { };
}

system sync property Watch;
)");
}

TEST(ToDve, BreaksLongLists) {
  std::string states = "state s0";
  std::string effect = "effect a_variable_with_a_long_name = 0";
  for (int i = 1; i < 30; ++i) states += ", s" + std::to_string(i);
  for (int i = 1; i < 5; ++i) effect += ", a_variable_with_a_long_name = " + std::to_string(i);
  const Model model = read_dve("byte a_variable_with_a_long_name; process P { " + states +
                               "; init s0; trans s0 -> s1 { " + effect + "; }; } system async;");
  const Encoded encoded = to_dve(model);
  EXPECT_EQ(encoded.text, R"(// Written by Clew from given.dve.

byte a_variable_with_a_long_name;

process P {
  state s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19,
        s20, s21, s22, s23, s24, s25, s26, s27, s28, s29;
  init s0;
  trans
    s0 -> s1 {
      effect a_variable_with_a_long_name = 0, a_variable_with_a_long_name = 1,
             a_variable_with_a_long_name = 2, a_variable_with_a_long_name = 3,
             a_variable_with_a_long_name = 4;
    };
}

system async;
)");
  EXPECT_EQ(to_dve(read_dve(encoded.text)).text, encoded.text);
}

TEST(ToDve, MakesAConstantGlobalThatTheClaimReads) {
  const Model model = read_dve(R"(
process P { const byte K = 2; byte x; state q; init q; trans q -> q { effect x = K; }; }
process Watch { state w; init w; trans w -> w { guard P->x == P->K; }; }
system async property Watch;
)");
  const Encoded encoded = to_dve(model);
  EXPECT_EQ(encoded.text, R"(// Written by Clew from given.dve.

const byte P_K = 2;

process P {
  byte x;
  state q;
  init q;
  trans
    q -> q { effect x = P_K; };
}

process Watch {
  state w;
  init w;
  trans
    w -> w { guard P->x == P_K; };
}

system async property Watch;
)");
  EXPECT_TRUE(explore(read_dve(encoded.text), 100) == explore(model, 100));
}

TEST(ToDve, RefusesAnExpressionThatIsTooDeepToBeReadBack) {
  // Each sign gets parentheses, which doubles the nesting.
  const std::string signs(600, '-');
  const Model model = read_dve("byte x; process P { state q; init q; trans q -> q { guard " +
                               signs + "x; }; } system async;");
  EXPECT_EQ(to_dve(model).refusal, "an expression of 'P' is nested too deep for the DVE front-end");
  EXPECT_EQ(to_dve(model).text, "");
}

TEST(ToDve, ReadsBackTheDeepestExpressionItWrites) {
  const auto model_with = [](const std::string& guard) {
    return read_dve("byte x; process P { state q; init q; trans q -> q { guard " + guard +
                    "; }; } system async;");
  };
  std::string sum = "x";
  for (int i = 1; i < 1000; ++i) sum += "+x";
  const std::string signs = std::string(499, '-') + "x";
  std::string nested = "x";
  for (int i = 0; i < 499; ++i) nested = "x*(" + nested + ")";
  for (const std::string& guard : {sum, signs, nested}) {
    const Model model = model_with(guard);
    const Encoded encoded = to_dve(model);
    EXPECT_EQ(encoded.refusal, "");
    EXPECT_EQ(to_dve(read_dve(encoded.text)).text, encoded.text);
  }
}

// --- models that no DVE file gives

// One process `P` that counts up its local `n`; one global `x`.
Model counter() {
  Model model = read_dve(R"(byte x;
process P { byte n; state q; init q; trans q -> q { guard n < 3; effect n = n + 1, x = n; }; }
system async;
)");
  model.language = "test";
  return model;
}

std::string refusal_of(const Model& model) {
  const Encoded encoded = to_dve(model);
  EXPECT_EQ(encoded.text.empty(), !encoded.refusal.empty());
  return encoded.refusal;
}

ProcessType& type_of_p(Model& model) { return model.process_types[ProcessTypeId{0}]; }
Action& action_of_p(Model& model) { return model.actions[ActionId{0}]; }

TEST(ToDve, WritesProcessesOfOneTypeOneByOne) {
  Model model = counter();
  Slot step;
  step.name = "P->STEP";
  step.type = model.globals.slots[SlotId{0}].type;
  step.initial = {1};
  Expr read;
  read.op = Op::Read;
  read.place.scope = Scope::Constant;
  read.place.slot = model.constants.add(step);
  action_of_p(model).guard = model.add_expr(read);
  model.processes[ProcessId{0}].name = "First";
  model.processes.add({"Second", ProcessTypeId{0}, {}});
  const Encoded encoded = to_dve(model);
  EXPECT_EQ(encoded.text, R"(// Written by Clew from given.dve.

byte x;

process First {
  const byte STEP = 1;
  byte n;
  state q;
  init q;
  trans
    q -> q { guard STEP; effect n = n + 1, x = n; };
}

process Second {
  const byte STEP = 1;
  byte n;
  state q;
  init q;
  trans
    q -> q { guard STEP; effect n = n + 1, x = n; };
}

system async;
)");
  const Model again = read_dve(encoded.text);
  EXPECT_EQ(initial_values(again), initial_values(model));
  EXPECT_TRUE(explore(again, 100'000) == explore(model, 100'000));
}

TEST(ToDve, ChangesNamesThatDveForbidsAndSaysSo) {
  Model model = counter();
  model.file = "";
  model.name = "odd\nname";
  model.processes[ProcessId{0}].name = ":init:";
  model.processes.add({"x", ProcessTypeId{0}, {}});
  model.globals.slots[SlotId{0}].name = "x";
  type_of_p(model).frame.slots[SlotId{0}].name = "x";
  type_of_p(model).locations[LocationId{0}].name = "state";
  Channel channel;
  channel.name = "_init_";
  model.channels.add(channel);
  const Encoded encoded = to_dve(model);
  EXPECT_EQ(encoded.text, R"(// Written by Clew from odd?name.
// Note: the process ':init:' is called 'init_' here.
// Note: the variable 'x' is called 'x_' here.
// Note: the variable 'x' of P is called 'x__' here.
// Note: the location 'state' of P is called 'state_' here.

byte x_;

channel _init_;

process init_ {
  byte x__;
  state state_;
  init state_;
  trans
    state_ -> state_ { guard x__ < 3; effect x__ = x__ + 1, x_ = x__; };
}

process x {
  byte x__;
  state state_;
  init state_;
  trans
    state_ -> state_ { guard x__ < 3; effect x__ = x__ + 1, x_ = x__; };
}

system async;
)");
  EXPECT_TRUE(explore(read_dve(encoded.text), 100) == explore(model, 100));
}

TEST(ToDve, WritesNegativeNumbersTheWayTheyAreReadBack) {
  Model model = counter();
  Expr sum;
  sum.op = Op::Add;
  sum.left = model.add_constant(-5);
  sum.right = model.add_constant(std::numeric_limits<Value>::min());
  action_of_p(model).guard = model.add_expr(sum);
  const Encoded encoded = to_dve(model);
  EXPECT_NE(encoded.text.find("guard (-5) + ((-2147483647) - 1);"), std::string::npos)
      << encoded.text;
  EXPECT_EQ(to_dve(read_dve(encoded.text)).text, encoded.text);
}

TEST(ToDve, GivesConstantsOfOtherRangesAType) {
  Model model = counter();
  for (const Value value : {255, 256, -1}) {
    Slot slot;
    slot.name = "C" + std::to_string(model.constants.slots.size());
    slot.type.range = full_range;
    slot.initial = {value};
    model.constants.add(slot);
  }
  const std::string text = to_dve(model).text;
  EXPECT_EQ(text.substr(0, text.find("\nbyte x")), R"(// Written by Clew from given.dve.

const byte C0 = 255;
const int C1 = 256;
const int C2 = -1;
)");
}

TEST(ToDve, RefusesVariablesThatAreNeitherByteNorInt) {
  Model model = counter();
  model.globals.slots[SlotId{0}].type.range = {0, 1};
  EXPECT_EQ(
      refusal_of(model),
      "variable 'x' ranges over 0..1, for which DVE has no type, and 'guard n < 3; effect n = "
      "n + 1, x = n;' may take it out of that range, an error that a wider type would hide");
  model.globals.slots[SlotId{0}].type.range = {0, 70'000};
  EXPECT_EQ(refusal_of(model),
            "variable 'x' ranges over 0..70000; DVE has byte (0..255) and int (-32768..32767)");
}

TEST(ToDve, RefusesLocalVariablesThatWrapAround) {
  Model model = counter();
  type_of_p(model).frame.slots[SlotId{0}].type.overflow = Overflow::Wrap;
  EXPECT_EQ(refusal_of(model),
            "variable 'n' wraps around; in DVE a value out of range is an error");
}

TEST(ToDve, RefusesConstantsBeyondInt) {
  Model model = counter();
  Slot slot;
  slot.name = "C";
  slot.type.range = full_range;
  slot.initial = {40000};
  model.constants.add(slot);
  EXPECT_EQ(refusal_of(model),
            "constant 'C' has the value 40000; in DVE it is at most an int (-32768..32767)");
}

TEST(ToDve, RefusesChannelsThatDoNotCastTheirItems) {
  Model model = counter();
  Channel channel;
  channel.name = "c";
  channel.capacity = 1;
  channel.items = {{"bit", {0, 1}, Overflow::Wrap, no_id<ObjectTypeId>}};
  model.channels.add(channel);
  EXPECT_EQ(refusal_of(model),
            "channel 'c' carries items that are not cast to byte or int, as they are in DVE");
}

TEST(ToDve, RefusesBuffersOfMessagesWithoutItems) {
  Model model = counter();
  Channel channel;
  channel.name = "c";
  channel.capacity = 1;
  model.channels.add(channel);
  EXPECT_EQ(refusal_of(model),
            "channel 'c' has a buffer for messages without items, which DVE has not");
}

TEST(ToDve, RefusesExclusiveSequences) {
  Model model = counter();
  model.actions[ActionId{0}].then = Action::Then::GoesOn;
  EXPECT_EQ(refusal_of(model),
            "an action of 'P' goes on within its move, and DVE joins no actions into one move");
}

TEST(ToDve, RefusesEndLocations) {
  Model model = counter();
  type_of_p(model).locations[LocationId{0}].is_end = true;
  EXPECT_EQ(refusal_of(model),
            "location 'q' of 'P' is a proper end, and in DVE every end is a deadlock");
}

TEST(ToDve, RefusesProcessesThatComeAndGo) {
  Model model = counter();
  Instruction start;
  start.kind = Instruction::Kind::Start;
  start.process_type = ProcessTypeId{0};
  action_of_p(model).effect.push_back(start);
  EXPECT_EQ(refusal_of(model), "processes or objects come and go, which DVE cannot say");
}

TEST(ToDve, RefusesHeapObjects) {
  Model model = counter();
  model.object_types.add({"Node", {}});
  EXPECT_EQ(refusal_of(model), "the model has heap objects, which DVE has not");
}

TEST(ToDve, RefusesAModelWithoutProcesses) {
  EXPECT_EQ(refusal_of(Model{}), "the model has no process, and DVE needs one");
}

TEST(ToDve, RefusesProcessesThatLookAtThemselvesFromOutside) {
  Model model = counter();
  model.processes.add({"Other", ProcessTypeId{0}, {}});
  Expr read;
  Model looks = model;
  read.op = Op::AtLocation;
  read.place.scope = Scope::Self;
  read.location = LocationId{0};
  looks = model;
  action_of_p(looks).guard = looks.add_expr(read);
  EXPECT_EQ(refusal_of(looks), "'P' looks at itself from outside, which DVE forbids");
}

TEST(ToDve, RefusesQuestionsAboutWhoIsAlive) {
  Model model = counter();
  Expr youngest;
  youngest.op = Op::IsYoungest;
  action_of_p(model).guard = model.add_expr(youngest);
  EXPECT_EQ(refusal_of(model), "'P' asks which processes are alive, which DVE cannot say");
}

TEST(ToDve, RefusesWhatDveForbidsTheClaim) {
  Model model = counter();
  model.claim = Process{"Watch", model.process_types.add(type_of_p(model)), {}};
  Model committed = model;
  committed.process_types[ProcessTypeId{1}].locations[LocationId{0}].committed = true;
  EXPECT_EQ(refusal_of(committed),
            "location 'q' of the claim 'Watch' is committed, which DVE forbids");
  Model talks = model;
  Action send;
  send.owner = ProcessTypeId{1};
  send.from = send.to = LocationId{0};
  send.communication.kind = Communication::Kind::Send;
  send.communication.channel = talks.add_channel_number(talks.channels.add({}));
  talks.actions.add(send);
  EXPECT_EQ(refusal_of(talks), "the claim 'Watch' uses a channel, which DVE forbids");
}

TEST(ToDve, RefusesChannelsInASynchronousSystem) {
  Model model = counter();
  model.composition = Composition::Synchronous;
  action_of_p(model).communication.kind = Communication::Kind::Send;
  action_of_p(model).communication.channel = model.add_channel_number(model.channels.add({}));
  EXPECT_EQ(refusal_of(model), "'P' uses a channel in a synchronous system, which DVE forbids");
}

}  // namespace
}  // namespace clew
