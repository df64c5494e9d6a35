// Partial-order reduction, from the text of a model to the report: what it leaves out, what it must not leave
// out, what it refuses.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "tests/ask.hpp"

namespace clew {
namespace {

Model read(const std::string& language, const std::string& text) {
  auto model = language_named(language)->read({"m." + language, text, {}});
  EXPECT_TRUE(model.ok()) << model.diagnostics.text();
  return model.value();
}

CheckOptions reduced(bool native, std::uint64_t threads) {
  CheckOptions options;
  options.engine = "explicit";
  options.reduction = Reduction::PartialOrder;
  options.native = native;
  options.threads = threads;
  options.vacuity = false;
  return options;
}

// The states seen for a question, which are the same whoever looks.
std::uint64_t states_for(const std::string& language, const std::string& text,
                         const std::string& question) {
  Model model = read(language, text);
  std::uint64_t states = 0;
  for (const bool native : {false, true}) {
    for (const std::uint64_t threads : {1U, 2U}) {
      CheckOptions options = reduced(native, threads);
      options.properties = {property_of(model, question)};
      const Report report = check(model, options);
      EXPECT_EQ(report.defect, "");
      EXPECT_EQ(report.statistics.reduction, Reduction::PartialOrder);
      if (states != 0) {
        EXPECT_EQ(report.statistics.states, states);
      }
      states = report.statistics.states;
    }
  }
  return states;
}

// The answer, which is the same with all moves, in every order of search.
std::string answer(const std::string& language, const std::string& text,
                   const std::string& question) {
  Model model = read(language, text);
  const Property property = property_of(model, question);
  CheckOptions whole = reduced(true, 1);
  whole.reduction = Reduction::None;
  whole.properties = {property};
  const Verdict wanted = check(model, whole).properties[0].verdict;
  for (const bool native : {false, true}) {
    for (const std::uint64_t threads : {1U, 2U}) {
      for (const Order order : {Order::BreadthFirst, Order::DepthFirst}) {
        CheckOptions options = reduced(native, threads);
        options.order = order;
        options.properties = {property};
        const Report report = check(model, options);
        EXPECT_EQ(report.defect, "");
        EXPECT_EQ(name_of(report.properties[0].verdict), name_of(wanted));
      }
    }
  }
  return std::string(name_of(wanted));
}

// --- what can wait

// Processes that count on their own.
std::string counters(int processes, int last) {
  std::string text;
  for (int i = 0; i < processes; ++i) {
    text += fmt::format(
        "process P{} {{\n  byte x = 0;\n  state a;\n  init a;\n"
        "  trans a -> a {{ guard x < {}; effect x = x + 1; }};\n}}\n",
        i, last);
  }
  return text + "system async;\n";
}

TEST(PartialOrder, LetsIndependentProcessesGoOneAfterTheOther) {
  EXPECT_EQ(states_for("dve", counters(4, 9), "deadlock"), 4 * 9 + 1);
}

TEST(PartialOrder, LetsAHundredProcessesGoOneAfterTheOther) {
  EXPECT_EQ(states_for("dve", counters(100, 3), "deadlock"), 100 * 3 + 1);
  const std::string text = "byte a[70];\nactive [70] proctype P() { a[_pid] = 1; a[_pid] == 1 }\n";
  EXPECT_EQ(states_for("promela", text, "errors"), 70 * 3 + 1);
}

// Sets of processes are another kind of set where there are more than 64, so the same must come out if that
// many are added that never do anything.
TEST(PartialOrder, TakesNoNoticeOfProcessesThatNeverMove) {
  const std::string system =
      "byte x, y, got; bool up;\nchan c = [2] of { byte }, r = [0] of { byte };\n"
      "active proctype A() { byte i; do :: i < 3 -> c!i; i++ :: else -> break od; r!i }\n"
      "active proctype B() { byte n; do :: c?n -> x = n :: up -> break od }\n"
      "active proctype C() { byte m; r?m; up = true; y = m; assert(x < 2) }\n"
      "active [2] proctype D() { y == 3 -> got++; timeout -> got = 7 }\n";
  const std::string idle = "active [70] proctype I() { end: false }\n";
  const std::string later = "active proctype S() { y == 3 -> run T() }\nproctype T() { got = 9 }\n";
  for (const std::string question : {"deadlock", "assertions", "reach: got == 7 && x == 1"}) {
    for (const std::string& more : {std::string(), later}) {
      const std::uint64_t alone = states_for("promela", system + more, question);
      EXPECT_EQ(states_for("promela", idle + system + more, question), alone) << question;
      EXPECT_EQ(answer("promela", idle + system + more, question),
                answer("promela", system + more + idle, question));
    }
  }
}

TEST(PartialOrder, KnowsThatSenderAndReceiverDoNotDisturbEachOther) {
  const std::string text =
      "chan c = [4] of { byte };\nbyte last;\n"
      "active proctype S() { byte i; do :: i < 8 -> c!i; i++ :: else -> break od }\n"
      "active proctype R() { byte n; do :: n < 8 -> c?last; n++ :: else -> break od }\n";
  Model model = read("promela", text);
  CheckOptions all;
  EXPECT_LT(states_for("promela", text, "deadlock") * 3, explore(model, all).statistics.states);
  EXPECT_EQ(answer("promela", text, "deadlock"), "holds");
  EXPECT_EQ(answer("promela", text, "inv: last < 7"), "violated");
}

TEST(PartialOrder, SeesElementsOfAnArrayThatBelongToDifferentProcesses) {
  const std::string text =
      "byte a[3];\nactive [3] proctype P() {\n"
      "  a[_pid] = 1; a[_pid] = a[_pid] + 1; a[_pid] = a[_pid] + 1\n}\n";
  Model model = read("promela", text);
  CheckOptions all;
  EXPECT_LT(states_for("promela", text, "deadlock") * 4, explore(model, all).statistics.states);
}

// Two processes that leave notes for nobody: in a scalar, in an element that is chosen by another variable,
// out of a message.
constexpr const char* notes =
    "byte said; byte seen[3]; byte turn; byte got; chan c = [1] of { byte };\n"
    "active proctype P() {\n"
    "  do :: turn == 0 -> said = turn + 7; seen[turn + 1] = 5; turn = 1; c!9 od\n}\n"
    "active proctype Q() { do :: turn == 1 -> c?got; said = 2; turn = 0 od }\n";

TEST(PartialOrder, ForgetsGlobalsThatNobodyReads) {
  const std::string reading =
      std::string(notes) + "active proctype R() { got + seen[2] + said > 99 }\n";
  const std::string silent = std::string(notes) + "active proctype R() { turn > 99 }\n";
  EXPECT_EQ(states_for("promela", silent, "errors"), 7U);
  EXPECT_GT(states_for("promela", reading, "errors"), 7U);
  // A property that reads one of them is about all of its values.
  EXPECT_EQ(answer("promela", silent, "reach: got == 9 && said == 2"), "holds");
  EXPECT_EQ(answer("promela", silent, "ltl: [] (seen[1] != 5)"), "violated");
  EXPECT_EQ(answer("promela", silent, "reach: seen[1] == 5 && turn == 0 && said == 7"), "holds");
}

// What is only counted is not read, unless counting may fail.
TEST(PartialOrder, ForgetsGlobalsThatAreOnlyCounted) {
  const auto text = [](const char* declared, const char* counts, const char* more) {
    return fmt::format(
        "{} chan c = [1] of {{ bit }};\n"
        "active proctype P() {{ byte k; do :: c!1; {} :: k < 1 -> k++ od }}\n"
        "active proctype Q() {{ do :: c?_ od }}\n{}",
        declared, counts, more);
  };
  const std::uint64_t plain = states_for("promela", text("", "skip", ""), "errors");
  EXPECT_LE(states_for("promela", text("byte n;", "n++", ""), "errors"), plain);
  EXPECT_LE(states_for("promela", text("byte n;", "n = (n + 3) * 2", ""), "errors"), plain);
  EXPECT_LE(states_for("promela", text("byte n[2];", "n[1]++", ""), "errors"), plain);
  // Somebody looks: a process, a question, an index, another variable.
  EXPECT_EQ(
      answer("promela", text("byte n;", "n++", "active proctype R() { n == 9; assert(false) }"),
             "assertions"),
      "violated");
  EXPECT_EQ(answer("promela", text("byte n;", "n++", ""), "reach: n == 9"), "holds");
  EXPECT_EQ(answer("promela", text("byte n;", "n++", ""), "ltl: [] (n < 9)"), "violated");
  EXPECT_EQ(answer("promela", text("byte n, m; ", "n++; m = n; assert(m < 9)", ""), "assertions"),
            "violated");
  EXPECT_EQ(answer("promela", text("byte n, a[9];", "n++; a[n]++", ""), "errors"), "violated");
  // A run that counts comes back to another state, and is shown as it is.
  EXPECT_EQ(answer("promela", text("byte n;", "n++", ""), "ltl: F (len(c) == 2)"), "violated");
  // Counting itself fails.
  EXPECT_EQ(answer("promela", text("byte n;", "n = n + 1 + 0 / (3 - n)", ""), "errors"),
            "violated");
  EXPECT_EQ(answer("promela", text("byte n[2];", "n[k + 1]++", ""), "errors"), "violated");
  EXPECT_EQ(answer("dve",
                   "byte n;\nprocess P { state a; init a; trans a -> a { effect n = n + 1; }; }\n"
                   "process Q { byte x; state a; init a; trans a -> a { effect x = 1 - x; }; }\n"
                   "system async;\n",
                   "errors"),
            "violated");
}

// --- what must not be left out

// One process goes round and round by itself, the other could do harm if it were let.
constexpr const char* ignored =
    "byte x;\n"
    "active proctype Runner() { byte y; do :: y = 1 - y od }\n"
    "active proctype Other() { byte z; z = 1; z = 2; z = 3; assert(z != 3); x = 1 }\n";

TEST(PartialOrder, DoesNotForgetAProcessForOneThatNeverRests) {
  EXPECT_EQ(answer("promela", ignored, "assertions"), "violated");
  EXPECT_EQ(answer("promela", ignored, "inv: x == 0"), "violated");
  EXPECT_EQ(answer("promela", ignored, "reach: x == 1"), "holds");
  EXPECT_EQ(answer("promela", ignored, "ltl: G {x == 0}"), "violated");
  EXPECT_EQ(answer("promela", ignored, "ltl: F {x == 1}"), "violated");
  EXPECT_EQ(answer("promela", ignored, "deadlock"), "holds");
}

// Two that never rest, of which each does something that only matters once.
constexpr const char* cycles =
    "byte x, y; byte p, q;\n"
    "active proctype A() { do :: p = 1 - p :: x == 0 -> x = 1 od }\n"
    "active proctype B() { do :: q = 1 - q :: y == 0 -> y = 1 od }\n";

TEST(PartialOrder, SeesWhatACycleHides) {
  EXPECT_EQ(answer("promela", cycles, "inv: !(x == 1 && y == 1)"), "violated");
  EXPECT_EQ(answer("promela", cycles, "ltl: F {x == 1}"), "violated");
  EXPECT_EQ(answer("promela", cycles, "ltl: G ({x == 1} -> F {y == 1})"), "violated");
  EXPECT_EQ(answer("promela", cycles, "ltl: G ({x == 1} -> G {x == 1})"), "holds");
}

// The order of two invisible moves decides which of two values is seen.
TEST(PartialOrder, KeepsTheOrderInWhichValuesChange) {
  const std::string text =
      "byte x, y;\nactive proctype A() { x = 1; x = 2 }\nactive proctype B() { y = 1; y = 2 }\n";
  EXPECT_EQ(answer("promela", text, "inv: !(x == 2 && y == 0)"), "violated");
  EXPECT_EQ(answer("promela", text, "inv: !(x == 0 && y == 2)"), "violated");
  EXPECT_EQ(answer("promela", text, "ltl: {x == 0 && y == 0} U {x == 1 && y == 0}"), "violated");
}

TEST(PartialOrder, KeepsWaitingForTimeoutsElseAndPartners) {
  EXPECT_EQ(
      answer(
          "promela",
          "byte x;\nactive proctype A() { byte i; do :: i < 3 -> i++ :: timeout -> x = 1; "
          "break od }\nactive proctype B() { byte k; do :: k < 3 -> k++ :: k == 3 -> break od }\n",
          "inv: x == 0"),
      "violated");
  EXPECT_EQ(answer("promela",
                   "byte x, y;\nactive proctype A() { if :: x == 1 -> y = 1 :: else -> y = 2 fi }\n"
                   "active proctype B() { byte i; i = 1; x = 1 }\n",
                   "inv: y != 1"),
            "violated");
  EXPECT_EQ(
      answer("promela",
             "chan c = [0] of { byte }; byte x;\n"
             "active proctype S() { byte i; i = 1; c!1 }\nactive proctype T() { byte i; c!2 }\n"
             "active proctype R() { c?x }\n",
             "inv: x != 1"),
      "violated");
}

// What a process cannot do yet it may do later, if it is not hurried.
TEST(PartialOrder, WaitsForWhatIsNotPossibleYet) {
  EXPECT_EQ(answer("promela",
                   "byte x, y;\nactive proctype A() { byte l; if :: l = 1 :: x == 1 -> y = 1 fi }\n"
                   "active proctype B() { x = 1 }\n",
                   "inv: y == 0"),
            "violated");
  EXPECT_EQ(answer("promela",
                   "byte y; chan c = [1] of { byte };\n"
                   "active proctype A() { byte l; if :: l = 1 :: c?l -> y = 1 fi }\n"
                   "active proctype B() { c!1 }\n",
                   "inv: y == 0"),
            "violated");
  EXPECT_EQ(
      answer(
          "promela",
          "byte x, y;\nactive proctype A() { byte l; if :: x == 1 -> y = 1 :: else -> l = 1 fi }\n"
          "active proctype B() { byte k; k = 1; x = 1 }\n",
          "assertions"),
      "holds");
  EXPECT_EQ(
      answer(
          "promela",
          "byte x, y;\nactive proctype A() { byte l; if :: x == 1 -> y = 1 :: else -> l = 1 fi }\n"
          "active proctype B() { byte k; k = 1; x = 1 }\n",
          "inv: y == 0"),
      "violated");
  EXPECT_EQ(answer("promela",
                   "byte x, y;\nactive proctype A() { { byte l; l = 1; l = 2 } unless { x == 1 }; "
                   "y = 1; y = y + x }\n"
                   "active proctype B() { x = 1 }\n",
                   "inv: y != 2"),
            "violated");
}

// Who is not there yet may still come and get in the way.
TEST(PartialOrder, WaitsForProcessesThatAreStillToCome) {
  EXPECT_EQ(answer("promela",
                   "byte x, y;\nproctype C() { x = 1 }\n"
                   "active proctype A() { y = x }\n"
                   "active proctype B() { byte l; l = 1; run C() }\n",
                   "inv: y == 0"),
            "violated");
}

TEST(PartialOrder, KeepsTheOrderInWhichProcessesComeAndGo) {
  const std::string text =
      "byte last;\nproctype C(byte n) { last = n }\n"
      "active proctype A() { run C(1) }\nactive proctype B() { byte i; i = 1; run C(2) }\n";
  EXPECT_EQ(answer("promela", text, "inv: last != 1"), "violated");
  EXPECT_EQ(answer("promela", text, "inv: last != 2"), "violated");
  EXPECT_EQ(answer("promela", text, "deadlock"), "holds");
  EXPECT_EQ(answer("promela", text, "ltl: F G {last == 2}"), "violated");
}

TEST(PartialOrder, RespectsCommittedLocations) {
  const std::string text =
      "byte x = 0;\nprocess A {\n  byte i = 0;\n  state a, b, c;\n  commit b;\n  init a;\n"
      "  trans a -> b { effect i = 1; }, b -> c { effect x = 1; };\n}\n"
      "process B {\n  state a, b;\n  init a;\n  trans a -> b { guard x == 0; effect x = 2; };\n}\n"
      "system async;\n";
  EXPECT_EQ(answer("dve", text, "inv: not (A.b and x == 2)"), "violated");
  EXPECT_EQ(answer("dve", text, "inv: not (A.c and x == 2)"), "holds");
  EXPECT_EQ(answer("dve", text, "deadlock"), "violated");
}

// --- traces

TEST(PartialOrder, ShowsAShortestTrace) {
  const std::string text =
      "byte x;\nactive proctype A() { byte i; do :: i < 9 -> i++ :: i == 9 -> break od }\n"
      "active proctype B() { x = 1; assert(x != 1) }\n";
  Model model = read("promela", text);
  CheckOptions options = reduced(true, 2);
  options.properties = {property_of(model, "assertions")};
  const Report report = check(model, options);
  ASSERT_EQ(report.properties[0].traces.size(), 1U);
  EXPECT_EQ(report.properties[0].traces[0].trace.length(), 2U);
}

// A model in which nothing can wait, with its deadlock far away: the reduction is given up on the way, and
// the way back leads through levels of both kinds.
TEST(PartialOrder, FindsTheWayBackThroughLevelsOfBothKinds) {
  Model model = read("promela",
                     "byte x, y, z, w;\nactive [3] proctype P() {\n"
                     "  do :: x < 6 -> x++ :: y < 6 -> y++ :: z < 6 -> z++\n"
                     "     :: x == 6 && w < 3 -> w++; x = 0 :: y == 6 -> y = w od\n}\n");
  CheckOptions options = reduced(true, 2);
  options.properties = {property_of(model, "deadlock")};
  const Report found = check(model, options);
  options.reduction = Reduction::None;
  const Report wanted = check(model, options);
  EXPECT_GT(found.statistics.states, 100'000U);
  ASSERT_EQ(found.properties[0].traces.size(), 1U);
  ASSERT_EQ(wanted.properties[0].traces.size(), 1U);
  EXPECT_EQ(found.properties[0].traces[0].trace.length(),
            wanted.properties[0].traces[0].trace.length());
}

// A run through so many levels is sought by a second search, which must leave out what the first one did: D
// could wait for C, but that was given up long before.
TEST(PartialOrder, FindsALongWayBackThroughLevelsOfBothKinds) {
  Model model =
      read("promela",
           "short n; byte y;\n"
           "active proctype A() { do :: n < 3000 -> n++ :: n == 3000 -> n = 3001; break od }\n"
           "active proctype B() { do :: n < 3000 -> n++ :: n > 3000 -> break od }\n"
           "active proctype C() { byte c; n == 3001 -> c = 1; c = 2; c = 3 }\n"
           "active proctype D() { n == 3001 -> y = 1; assert(y == 0) }\n");
  CheckOptions options = reduced(true, 2);
  options.properties = {property_of(model, "assertions")};
  const Report report = check(model, options);
  EXPECT_TRUE(report.statistics.reduced_until.has_value());
  EXPECT_EQ(report.properties[0].verdict, Verdict::Violated);
  ASSERT_EQ(report.properties[0].traces.size(), 1U);
  EXPECT_EQ(report.properties[0].traces[0].trace.length(), 6005U);
}

// Which way back is taken must not hang on how many workers could help.
TEST(PartialOrder, ShowsTheSameTraceOnTwoThreads) {
  Model model =
      read("dve",
           "byte done;\nchannel {byte} a[1], b[1], c[1];\n"
           "process P { byte v; state q, r, s, t; init t; trans q -> r { sync a?v; },\n"
           "  t -> s {}, r -> s {}, s -> q { sync b!2; }; }\n"
           "process Q { byte v; byte w; state q, r, s; init q; trans q -> r { sync b?v; },\n"
           "  q -> q { guard w < 4; effect w = w + 1; }, r -> s {}, s -> q { sync c!1; }; }\n"
           "process R { byte v; byte w; state q, r, s; init q; trans q -> r { sync c?v; },\n"
           "  q -> q { guard w < 4; effect w = w + 1; },\n"
           "  r -> s { guard w == 4; effect w = 0, done = (done + v) % 3; },\n"
           "  s -> q { sync a!1; }; }\nsystem async;\n");
  std::vector<State> shown;
  for (const std::uint64_t threads : {1U, 2U}) {
    CheckOptions options = reduced(true, threads);
    for (const char* const question : {"deadlock", "assertions", "errors"}) {
      options.properties.push_back(property_of(model, question));
    }
    const Report report = check(model, options);
    ASSERT_EQ(report.properties[0].traces.size(), 1U);
    std::vector<State> states;
    for (const auto& step : report.properties[0].traces[0].trace.steps)
      states.push_back(step.state);
    if (threads == 1) shown = states;
    EXPECT_EQ(states, shown);
  }
}

// --- what begins from below

// Somebody who has a choice of three, so that whoever has none is preferred, and then fails.
const std::string waits =
    "active proctype Waits() { byte l; if :: l = 1 :: l = 2 :: l = 3 fi; assert(l == 0) }\n";

TEST(PartialOrder, DoesNotForgetAProcessForOneThatCounts) {
  for (const char* const loop : {
           "do :: x = (x + 1) % 3 od",
           "do :: x++ od",
           "do :: x < 3 -> x++ :: else -> x = 0 od",
           "do :: x < 3 -> x = x + 2 :: x > 2 -> x = x - 3 od",
           "do :: atomic { x < 3 -> x++ } :: atomic { x == 3 -> x = 0 } od",
           "do :: x < 2 -> x++; y = 1 :: x == 2 -> d_step { x = 0; y = 0 } od",
           "do :: x < 3 -> x++ :: c!1; c?x od",
           "do :: x < 3 -> x++ :: x == 3 -> c!0; c?x od",
           "do :: x < 3 -> x++; y = x :: x == 3 -> x = y - 3 od",
           "do :: x < 3 && y < 3 -> x++ :: x > 0 -> y = 0; x = 0; y = 1 od",
           "do :: y = 0; do :: y < 2 -> y++ :: else -> break od od",
       }) {
    const std::string text = "chan c = [1] of { byte };\nactive proctype Counts() { byte x, y; " +
                             std::string(loop) + " }\n" + waits;
    EXPECT_EQ(answer("promela", text, "assertions"), "violated") << loop;
    EXPECT_EQ(answer("promela", text, "ltl: G !{Waits:l == 3}"), "violated") << loop;
  }
}

TEST(PartialOrder, DoesNotForgetAProcessForThoseThatAreStartedAgain) {
  EXPECT_EQ(
      answer("promela",
             "chan c = [1] of { byte };\n"
             "proctype Takes() { byte x; if :: c?x :: c?eval(7) :: c?eval(8) fi }\n" +
                 waits + "active proctype Starts() { do :: _nr_pr < 5 -> c!1; run Takes() od }\n",
             "assertions"),
      "violated");
}

// What a process was started with.
TEST(PartialOrder, KnowsTheChannelsOfAProcess) {
  const std::string ring =
      "chan q[4] = [2] of { byte };\n"
      "proctype Node(chan in, out; byte my) {\n"
      "  byte nr; out!my;\n"
      "  do :: in?nr -> if :: nr > my -> out!nr :: nr < my :: nr == my -> break fi od }\n"
      "init { atomic { run Node(q[0], q[1], 3); run Node(q[1], q[2], 1);\n"
      "                run Node(q[2], q[3], 4); run Node(q[3], q[0], 2) } }\n";
  EXPECT_EQ(states_for("promela", ring, "errors"), 18U);
}

// Channels that `init` declares inside are as good as others, whatever comes in between.
TEST(PartialOrder, KnowsTheChannelsThatInitHandsOut) {
  const auto pairs = [](const char* outside, const char* inside) {
    return fmt::format(
        "{} byte got;\n"
        "proctype Gives(chan out) {{ byte n; do :: n < 3 -> out!n; n++ :: else -> break od }}\n"
        "proctype Takes(chan in) {{ byte n, x; do :: n < 3 -> in?x; n++ :: else -> break od;\n"
        "  assert(x == 2) }}\n"
        "init {{ {} atomic {{ run Gives(c[0]); run Takes(c[0]); run Gives(c[1]); run Takes(c[1]);\n"
        "  run Gives(c[2]); run Takes(c[2]) }}; got = 1 }}\n",
        outside, inside);
  };
  const char* const channels = "chan c[3] = [1] of { byte };";
  const std::string outside = pairs(channels, "");
  const std::string inside = pairs("", channels);
  for (const std::string question : {"assertions", "reach: got == 1", "deadlock"}) {
    EXPECT_EQ(states_for("promela", inside, question), states_for("promela", outside, question));
    EXPECT_EQ(answer("promela", inside, question), answer("promela", outside, question));
  }
  EXPECT_LT(states_for("promela", inside, "assertions"), 60U);
}

// What came with a younger process may be gone.
TEST(PartialOrder, DoesNotTakeAChannelOfAYoungerProcessForOneThatStays) {
  EXPECT_EQ(answer("promela",
                   "chan post = [1] of { chan }; byte got;\n"
                   "proctype Owns() { chan own = [1] of { byte }; post!own; got = 1; own?_ }\n"
                   "proctype Sends() { chan c; byte l; post?c; l = 1; c!1; got = 2 }\n"
                   "init { atomic { run Sends(); run Owns() } }\n",
                   "reach: got == 2"),
            "holds");
}

// The numbers of the nodes differ, their channels do not.
TEST(PartialOrder, KnowsTheChannelsOfAProcessBehindAChoice) {
  const std::string ring =
      "chan q[3] = [2] of { byte };\n"
      "proctype Node(chan in, out; byte my) {\n"
      "  byte nr; out!my;\n"
      "  do :: in?nr -> if :: nr > my -> out!nr :: nr < my :: nr == my -> break fi od }\n"
      "init { byte k; if :: k = 1 :: k = 4 :: k = 7 fi;\n"
      "  atomic { run Node(q[0], q[1], 3); run Node(q[1], q[2], k); run Node(q[2], q[0], 5) } }\n";
  EXPECT_LE(states_for("promela", ring, "errors"), 3 * 18U);
  // Where the channels differ as well, who shares one is not known.
  EXPECT_EQ(answer("promela",
                   "chan q[2] = [1] of { byte }; byte got;\n"
                   "proctype Takes(chan in) { byte x; in?x; got++; assert(got < 2) }\n"
                   "init { byte k; if :: k = 0 :: k = 1 fi; q[0]!1; q[1]!1;\n"
                   "  atomic { run Takes(q[k]); run Takes(q[0]) } }\n",
                   "assertions"),
            "violated");
}

// Whoever is started is none of those that are there, and takes nothing from them when it ends.
TEST(PartialOrder, OfProcessesThatStartOthersLeavesOut) {
  const std::string factorial =
      "proctype Fact(int n; chan p) { int result; chan child = [1] of { int };\n"
      "  if :: n <= 1 -> p!1 :: n >= 2 -> run Fact(n - 1, child); child?result; p!n * result fi }\n"
      "init { int result; chan child = [1] of { int };\n"
      "  run Fact(7, child); child?result }\n";
  EXPECT_LE(states_for("promela", factorial, "errors"), 38U);  // as SPIN
}

// Pairs of processes that have nothing to do with other pairs, if that is seen.
std::string pairs(const std::string& declared, const std::string& puts, const std::string& takes) {
  return "chan q[4] = [2] of { byte };\n"
         "active [4] proctype P() { byte x; " +
         declared + " do :: x < 3 -> " + puts + "; " + takes + "; x++ :: else -> break od }\n";
}

TEST(PartialOrder, KnowsChannelsThatAVariableIsGiven) {
  const std::uint64_t known = states_for("promela", pairs("", "q[_pid]!1", "q[_pid]?_"), "errors");
  EXPECT_LE(states_for("promela", pairs("chan c; c = q[_pid];", "c!1", "c?_"), "errors"),
            known + 4);
  // It is given another one in between.
  EXPECT_EQ(answer("promela",
                   "chan q[2] = [1] of { byte }; byte got;\n"
                   "active [2] proctype P() { chan c; c = q[_pid]; c = q[0]; c!1; got++;\n"
                   "  assert(_pid == 0 || got == 2) }\n",
                   "assertions"),
            "violated");
}

TEST(PartialOrder, KnowsTheMessageThatAGuardHasSeen) {
  const std::string moves = "atomic { nempty(q[_pid]) && nfull(q[_pid]) -> q[_pid]?_ }";
  EXPECT_LE(states_for("promela", pairs("", "q[_pid]!1", moves), "errors"),
            states_for("promela", pairs("", "q[_pid]!1", "q[_pid]?_"), "errors"));
  // Of two messages that were seen one is taken by somebody else.
  EXPECT_EQ(answer("promela",
                   "chan q = [2] of { byte }; byte got;\n"
                   "active proctype Puts() { q!1 }\n"
                   "active [2] proctype Takes() { byte x; atomic { nempty(q) -> q?x; got++ };\n"
                   "  assert(_pid == 1) }\n",
                   "assertions"),
            "violated");
  // How many there are is looked at from both ends.
  EXPECT_EQ(answer("promela",
                   "chan q = [2] of { byte }; bool seen;\n"
                   "active proctype Puts() { q!1; q!2 }\n"
                   "active proctype Takes() { q?_ }\n"
                   "active proctype Looks() { len(q) >= 2; seen = true; assert(false) }\n",
                   "assertions"),
            "violated");
}

TEST(PartialOrder, LetsProcessesEndAtOnceThatNobodyCounts) {
  const std::string types = "chan done = [2] of { byte };\nproctype W(byte id) { done!id }\n";
  const std::string rounds =
      "do :: r < 2 -> k = 0; do :: k < 3 -> run W(k); k++ :: else -> break od; k = 0;\n"
      "  do :: k < 3 -> done?x; k++ :: else -> break od; r++ :: else -> break od\n";
  const std::string quiet = types + "init { byte r, k, x; " + rounds + "}\n";
  const std::string counted = types + "init { byte r, k, x; " + rounds + "; assert(_nr_pr < 3) }\n";
  EXPECT_LT(2 * states_for("promela", quiet, "errors"), states_for("promela", counted, "errors"));
  EXPECT_EQ(answer("promela", counted, "assertions"), "violated");
  // A number that was free already when the next one was started, and one that was not.
  EXPECT_EQ(answer("promela",
                   "byte first, second;\n"
                   "proctype P() { first = _pid }\nproctype Q() { second = _pid; assert(second != "
                   "first) }\n"
                   "init { run P(); first != 0; run Q(); second != 0; assert(second == first) }\n",
                   "assertions"),
            "violated");
  EXPECT_EQ(answer("promela",
                   "byte last;\nproctype P() { skip }\n"
                   "init { last = run P(); last = run P(); assert(last == 1) }\n",
                   "assertions"),
            "violated");
}

// Two processes of one type with a channel each, and one of a third that has got both.
TEST(PartialOrder, DoesNotTakeChannelsThatWereGivenAwayForOwnOnes) {
  EXPECT_EQ(answer("promela",
                   "chan post = [2] of { chan }; byte got;\n"
                   "active proctype Owns() { byte x; chan own = [1] of { byte };\n"
                   "  post!own; own?x; got++ }\n"
                   "active proctype Puts() { chan c; byte y; post?c; c!1; c?y;\n"
                   "  got == 0; assert(false) }\n",
                   "assertions"),
            "violated");
}

// Somebody who waits where there are more actions than there are bits for.
TEST(PartialOrder, WaitsForWhoeverHelpsOutOfACrowdedPlace) {
  std::string crowd;
  for (int i = 1; i <= 70; ++i) {
    crowd += fmt::format(", a -> a {{ guard x == {} and y > 200; effect y = 0; }}", i);
  }
  const std::string model =
      "int x; byte y, z, w;\n"
      "process P { state a, b; init a; trans a -> b { guard z == 3 and y == 0; effect w = 1; }" +
      crowd +
      "; }\n"
      "process Q { state a, b, c; init a; trans a -> b { effect z = 1; }, b -> c { effect z = 3; "
      "}; "
      "}\n"
      "process R { state a, b; init a; trans a -> b { effect y = 1; }; }\n"
      "system async;\n";
  EXPECT_EQ(answer("dve", model, "reach: w == 1"), "holds");
}

// --- steps of one process in one move

TEST(PartialOrder, TakesOwnStepsAtOnce) {
  const std::string steps =
      "byte g;\n"
      "active [2] proctype P() { byte a; g++; a = 1; a = a + 1; if :: a == 1 :: a == 2 fi; g-- }\n";
  // Before and behind either step, and the end.
  EXPECT_LE(states_for("promela", steps, "errors"), 14U);
}

TEST(PartialOrder, TakesNoStepAtOnceThatIsSeen) {
  const std::string counts =
      "active proctype P() { byte a; a = 1; a = 2; a = 3; (false) }\n"
      "active proctype Q() { Q1: skip; (false) }\n";
  EXPECT_EQ(answer("promela", counts, "reach: P:a == 2"), "holds");
  EXPECT_EQ(answer("promela",
                   "byte g;\nactive proctype P() { byte a; a = 1; L: a = 2; a = 3 }\n"
                   "active proctype Q() { P@L; assert(false) }\n",
                   "assertions"),
            "violated");
}

TEST(PartialOrder, TakesNoStepAtOnceThatMayFail) {
  // Where the division has failed the other one can still go on.
  const std::string divides =
      "byte g;\n"
      "active proctype P() { byte a, b; g = 1; b = 1 / a; g = 2 }\n"
      "active proctype Q() { g == 1; assert(false) }\n";
  EXPECT_EQ(answer("promela", divides, "assertions"), "violated");
  EXPECT_EQ(answer("promela", divides, "errors"), "violated");
}

// A loop of own steps goes on for ever, but each of its rounds is a move.
TEST(PartialOrder, EndsAMoveInALoopOfOwnSteps) {
  EXPECT_EQ(answer("promela",
                   "byte g;\n"
                   "active proctype P() { byte a; do :: a = 1; a = 2 :: a = 3 od }\n"
                   "active proctype Q() { g = 1; assert(g == 0) }\n",
                   "assertions"),
            "violated");
}

// One message, and two who may take it.
TEST(PartialOrder, DoesNotTakeAChannelThatIsExchangedForTheFirstOne) {
  EXPECT_EQ(answer("promela",
                   "chan a = [1] of { byte }; chan b = [1] of { byte }; byte got;\n"
                   "proctype Takes(chan in) { byte x; in = b; in?x }\n"
                   "proctype Other() { byte y; b?y; got = 1 }\n"
                   "init { atomic { b!1; run Takes(a); run Other() } }\n",
                   "reach: got == 1"),
            "holds");
}

// A message behind another one can be taken by somebody who searches.
TEST(PartialOrder, KnowsThatMessagesMayBeTakenOutOfTurn) {
  const auto text = [](const char* receive) {
    return fmt::format(
        "chan c = [2] of {{ byte }}; byte got;\n"
        "active proctype Takes() {{ byte y; c!3; if :: {} -> got = 1 :: y = 1 fi }}\n"
        "active proctype Gives() {{ byte z; z = 1; (len(c) == 1); c!5 }}\n",
        receive);
  };
  EXPECT_EQ(answer("promela", text("c??5"), "reach: got == 1"), "holds");
  EXPECT_EQ(answer("promela", text("c?5"), "reach: got == 1"), "violated");
}

// --- what does not pay

// From which level on all moves were followed; "-": from none.
std::string given_up(const std::string& text, const std::string& question, Order order) {
  Model model = read("promela", text);
  std::string said;
  for (const std::uint64_t threads : {1U, 2U}) {
    CheckOptions options = reduced(true, threads);
    options.order = order;
    options.properties = {property_of(model, question)};
    const Report report = check(model, options);
    EXPECT_EQ(name_of(report.properties[0].verdict), "holds");
    const auto level = report.statistics.reduced_until;
    const std::string now = level ? std::to_string(*level) : "-";
    if (!said.empty()) {
      EXPECT_EQ(now, said) << threads << " threads";
    }
    said = now;
  }
  return said;
}

TEST(PartialOrder, IsGivenUpWhereItDoesNotPay) {
  // That two are always in each other's way is seen beforehand, but not that a third one will rest.
  const std::string always = "byte x, y;\nactive [2] proctype P() { do :: x++ :: y++ od }\n";
  EXPECT_EQ(given_up(always, "deadlock", Order::BreadthFirst), "-");
  EXPECT_EQ(given_up(always, "deadlock", Order::DepthFirst), "-");
  const std::string in_the_way =
      always + "active proctype Q() { x + y == 510 -> x = 1; end: false }\n";
  EXPECT_EQ(given_up(in_the_way, "deadlock", Order::BreadthFirst), "45");
  EXPECT_EQ(given_up(in_the_way, "deadlock", Order::DepthFirst), "0");
  EXPECT_EQ(given_up(in_the_way, "ltl: F G {_nr_pr == 3}", Order::BreadthFirst), "0");
  const std::string apart =
      "active [3] proctype P() { byte x; do :: x < 20 -> x++ :: else -> x = 0 od }\n";
  EXPECT_EQ(given_up(apart, "deadlock", Order::BreadthFirst), "-");
  EXPECT_EQ(given_up(apart, "deadlock", Order::DepthFirst), "-");
  EXPECT_EQ(given_up(apart, "ltl: F G {_nr_pr == 3}", Order::BreadthFirst), "-");
}

// Bags, and who carries things from one to another.  Some moves can wait, but all is found on other ways.
std::string carriers() {
  std::string text = "byte x0 = 3, x1 = 3, x2 = 9, x3 = 7, x4 = 1;\n";
  int number = 0;
  for (const auto& [from, to] : {std::pair(1, 4), {2, 4}, {2, 1}, {0, 2}, {2, 1}, {2, 4}}) {
    text += fmt::format(
        "process T{0} {{ byte h; state s, t; init s; trans\n"
        "  s -> t {{ guard x{1} > 0 and x{2} < 12; effect x{1} = x{1} - 1, h = 1; }},\n"
        "  t -> s {{ guard x{2} < 12; effect x{2} = x{2} + 1, h = 0; }}; }}\n",
        number++, from, to);
  }
  return text + "system async;\n";
}

// Then nothing is missing, not even what was left out before that was known.
TEST(PartialOrder, BeginsAnewWhereItIsGivenUpSoon) {
  Model model = read("dve", carriers());
  CheckOptions options = reduced(true, 1);
  options.properties = {property_of(model, "deadlock")};
  options.reduction = Reduction::None;
  const Report wanted = check(model, options);
  for (const std::uint64_t threads : {1U, 2U}) {
    CheckOptions reducing = reduced(true, threads);
    reducing.properties = options.properties;
    const Report report = check(model, reducing);
    EXPECT_EQ(report.statistics.reduced_until, 0U);
    EXPECT_EQ(report.statistics.left_out, 0U);
    EXPECT_EQ(report.statistics.states, wanted.statistics.states);
    EXPECT_EQ(report.properties[0].verdict, Verdict::Violated);
    ASSERT_EQ(report.properties[0].traces.size(), 1U);
    EXPECT_EQ(report.properties[0].traces[0].trace.length(),
              wanted.properties[0].traces[0].trace.length());
  }
}

// What was saved at the very beginning is not thrown away.
TEST(PartialOrder, DoesNotBeginAnewWhereTheBeginningWasSaved) {
  Model model =
      read("promela",
           "byte x, y;\n"
           "active [3] proctype P() { do :: x++ :: y++ od }\n"
           "active proctype Q() { byte own; do :: own < 5 -> own++ :: own == 5 -> break od;\n"
           "  end: x + y == 301 }\n"
           "active proctype R() { x + y == 300 -> x = 1; assert(y == 0) }\n");
  CheckOptions options = reduced(true, 2);
  options.properties = {property_of(model, "assertions")};
  const Report report = check(model, options);
  EXPECT_EQ(report.properties[0].verdict, Verdict::Violated);
  EXPECT_EQ(report.statistics.left_out, 36U);
  // Of 516,263.
  EXPECT_LT(report.statistics.states, 50'000U);
}

// At first everybody counts with everybody else, and nothing can wait; then each for itself.
TEST(PartialOrder, IsTakenUpWhereItBeginsToPay) {
  Model model = read("promela",
                     "byte x, y, n;\n"
                     "active [4] proctype P() {\n"
                     "  byte own;\n"
                     "  do :: atomic { x < 60 -> x++ } :: atomic { y < 60 -> y++ }\n"
                     "     :: x + y == 120 -> n++; break od;\n"
                     "  n == 4;\n"
                     "  do :: own < 12 -> own++; assert(own < 20) :: own == 12 -> break od;\n"
                     "  n++\n}\n");
  std::vector<std::uint64_t> states;
  for (const std::uint64_t threads : {1U, 2U}) {
    CheckOptions options = reduced(true, threads);
    options.properties = {property_of(model, "assertions"), property_of(model, "errors")};
    const Report report = check(model, options);
    EXPECT_EQ(report.properties[0].verdict, Verdict::Holds);
    EXPECT_EQ(report.properties[1].verdict, Verdict::Holds);
    EXPECT_FALSE(report.statistics.reduced_until.has_value());
    states.push_back(report.statistics.states);
  }
  // Of 2,629,441.
  EXPECT_LT(states[0], 20'000U);
  EXPECT_EQ(states[0], states[1]);
}

// --- what is refused

std::string refusal(const std::string& question, const CheckOptions& options,
                    const std::string& text = ignored) {
  Model model = read("promela", text);
  CheckOptions asked = options;
  asked.properties = {property_of(model, question)};
  const PropertyResult refused = check(model, asked).properties[0];
  EXPECT_EQ(refused.reason == Reason::Unsupported, !refused.reason_text.empty());
  // What nobody has insisted on does not stand in the way.
  asked.reduction = Reduction::None;
  asked.reduces_where_sound = true;
  const Report answered = check(model, asked);
  EXPECT_NE(answered.properties[0].reason, Reason::Unsupported);
  EXPECT_EQ(answered.statistics.reduction == Reduction::PartialOrder, refused.reason_text.empty());
  if (!answered.statistics.store.empty() && !refused.reason_text.empty()) {
    EXPECT_EQ("no partial-order reduction: " + answered.statistics.unreduced_because,
              refused.reason_text);
  }
  return refused.reason_text;
}

TEST(PartialOrder, RefusesWhatCountsMoves) {
  const CheckOptions plain = reduced(true, 1);
  EXPECT_EQ(refusal("ltl: X {x == 0}", plain),
            "no partial-order reduction: the formula has the operator X, which counts moves");
  EXPECT_EQ(refusal("ctl: AG EF {x == 1}", plain),
            "no partial-order reduction: a formula over trees sees which moves there are in every "
            "state");
  EXPECT_EQ(refusal("claim", plain,
                    "byte x;\nactive proctype P() { x = 1 }\n"
                    "never { skip; x == 1 }\n"),
            "no partial-order reduction: the claim counts moves; a formula without the operator X "
            "does not");
  EXPECT_EQ(refusal("claim", plain,
                    "byte x;\nactive proctype P() { x = 1 }\n"
                    "never { do :: x == 1 -> break :: else od }\n"),
            "");
  EXPECT_EQ(refusal("claim", plain,
                    "byte x, a[2];\nactive proctype P() { x = 1 }\n"
                    "never { do :: a[x] == 1 -> break :: else od }\n"),
            "no partial-order reduction: a guard or an effect of the claim may have no value, and "
            "where it is read must not change");
  EXPECT_EQ(refusal("ctl: AG {x == 0}", plain), "");
  EXPECT_EQ(refusal("ltl: G F {x == 0}", plain), "");
  CheckOptions bounded = plain;
  bounded.limits.level_max = 5;
  EXPECT_EQ(refusal("deadlock", bounded),
            "no partial-order reduction: a depth limit counts moves, and others may come first");
  CheckOptions fair = plain;
  fair.fairness = Fairness::Weak;
  EXPECT_EQ(refusal("ltl: F {x == 1}", fair),
            "no partial-order reduction: fairness is about every process that can move");
  CheckOptions counting = plain;
  counting.all_violations = true;
  EXPECT_EQ(
      refusal("deadlock", counting),
      "no partial-order reduction: not every violation is met when moves are left out, so they "
      "cannot be counted or listed");
  CheckOptions best = plain;
  best.order = Order::BestFirst;
  EXPECT_EQ(refusal("deadlock", best),
            "no partial-order reduction: only --order bfs and dfs, with another store than exact, "
            "leave out moves");
}

TEST(PartialOrder, RefusesSynchronousSystems) {
  Model model = read("dve",
                     "byte x = 0;\nprocess P {\n  state a;\n  init a;\n"
                     "  trans a -> a { effect x = 1; };\n}\nsystem sync;\n");
  EXPECT_EQ(explore(model, reduced(true, 1)).stop_text,
            "no partial-order reduction: all processes move at once");
}

}  // namespace
}  // namespace clew
