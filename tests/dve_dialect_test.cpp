// What DiVinE's later releases added to DVE: templates, loops, inputs, macros, properties, local channels.
#include <gtest/gtest.h>

#include "clew/check/check.hpp"
#include "clew/lang/dve/said_test.hpp"

namespace clew::dve {
namespace {

std::string processes_of(const Model& model) {
  std::string names;
  for (const Process& process : model.processes) names += process.name + " ";
  return names;
}

std::string processes_of(const std::string& text,
                         const std::map<std::string, std::string>& definitions = {}) {
  const auto read_model = read({"m.dve", text, definitions});
  return read_model.ok() ? processes_of(read_model.value()) : read_model.diagnostics.text();
}

std::string size_of(const std::string& text,
                    const std::map<std::string, std::string>& definitions = {}) {
  const auto read_model = read({"m.dve", text, definitions});
  if (!read_model.ok()) return read_model.diagnostics.text();
  const Statistics size = explore(read_model.value(), {}).statistics;
  return std::to_string(size.states) + " states, " + std::to_string(size.transitions) +
         " transitions, " + std::to_string(size.deadlocks) + " deadlocks";
}

const std::string body = " { state q; init q; trans q -> q { }; }\n";

TEST(DveInstances, AreNamedByTheKeysOfTheirTemplate) {
  EXPECT_EQ(processes_of("process a(key i, n, key k)" + body +
                         "process a(1, 7, -2); process b" + body + "process a(2, 7, 1 + 2);\n" +
                         "process c()" + body + "process c(); system async;"),
            "a(1,-2) b a(2,3) c() ");
}

TEST(DveInstances, LoopsAndChoicesAreUnrolled) {
  const std::string text = "input int n = 3;\nprocess a(key i, key k)" + body + R"(
for (x : 1 .. n) {
  if (x == 2) { process a(x, 0); }
  else if (x > 2) { for (y : x .. 4) { process a(x, y); } process a(0, x); }
  else { process a(x, 9); }
}
for (x : 5 .. 4) { process a(x, x); }
if (n < 0) { process a(-1, -1); }
system async;)";
  EXPECT_EQ(processes_of(text), "a(1,9) a(2,0) a(3,3) a(3,4) a(0,3) ");
  EXPECT_EQ(processes_of(text, {{"n", "1"}}), "a(1,9) ");
}

TEST(DveInstances, ParametersAreConstantsInside) {
  EXPECT_EQ(size_of(R"(
process a(key i, limit) {
  const int top = limit + 1;
  int<0..top> x = i;
  byte v[limit];
  state q; init q;
  trans q -> q { guard x < limit; effect x = x + 1, v[limit - 1] = i; };
}
process a(0, 2);
process a(1, 3);
system async;)"),
            "9 states, 12 transitions, 1 deadlocks");
}

TEST(DveInstances, LookIntoEachOtherByTheirKeys) {
  EXPECT_EQ(size_of(R"(
process a(key i) {
  byte x;
  state q, r; init q;
  trans q -> r { guard a((i + 1) % 2).q; effect x = a(1 - i)->x + 1; };
}
for (i : 0 .. 1) { process a(i); }
system async;)"),
            "3 states, 2 transitions, 2 deadlocks");
}

TEST(DveInstances, InputsAreReplacedFromOutside) {
  const std::string text =
      "input int n = 2; input byte t[2] = {1, 2};\nint x[n];\n"
      "process P { byte k; state q; init q; trans q -> q { guard k < t[1]; effect k = k + 1, x[n-1] = "
      "t[0]; }; }\n"
      "system async;\n";
  EXPECT_EQ(size_of(text), "3 states, 2 transitions, 1 deadlocks");
  EXPECT_EQ(size_of(text, {{"n", "5"}, {"t", "{0,4}"}}), "5 states, 4 transitions, 1 deadlocks");
  EXPECT_EQ(size_of(text, {{"t", " 7"}}),
            "m.dve:1:29: error: -D t= 7: expected 2 numbers in 0..255, with braces around them\n"
            "    1 | input int n = 2; input byte t[2] = {1, 2};\n"
            "      |                             ^\n");
  EXPECT_EQ(size_of(text, {{"n", "five"}}),
            "m.dve:1:11: error: -D n=five: expected a number in -32768..32767\n"
            "    1 | input int n = 2; input byte t[2] = {1, 2};\n"
            "      |           ^\n");
  EXPECT_EQ(size_of(text, {{"t", "{1,2,3}"}}),
            "m.dve:1:29: error: -D t={1,2,3}: expected 2 numbers in 0..255, with braces around them\n"
            "    1 | input int n = 2; input byte t[2] = {1, 2};\n"
            "      |                             ^\n");
  EXPECT_EQ(size_of(text, {{"m", "1"}}),
            "m.dve: error: -D m=1: the model has no input or scalar constant 'm'\n");
}

TEST(DveInstances, AnInputNeedsAValueFromSomewhere) {
  const std::string text = "input int n;\nprocess P" + body + "system async;\n";
  EXPECT_EQ(said_of_invalid(text),
            "m.dve:1:11: error: input 'n' has no value\n"
            "    1 | input int n;\n"
            "      |           ^\n"
            "help: give it one here, or by -D n=VALUE\n");
  EXPECT_EQ(size_of(text, {{"n", "1"}}), "1 states, 1 transitions, 0 deadlocks");
}

// --- channels

std::string exchange(const std::string& global, const std::string& sender,
                     const std::string& receiver, const std::string& from,
                     const std::string& to) {
  return global + "process P { " + sender +
         " int x = 1, y = 2; state a, b; init a; trans a -> b { sync " + from +
         "!{x, y}; } b -> b { } }\nprocess Q { " + receiver +
         " int z, w; state a, b; init a; trans a -> b { sync " + to +
         "?{w, z}; }, b -> b { } }\nsystem async;";
}

TEST(DveChannels, OfProcessesAreAsGoodAsGlobalOnes) {
  for (const auto& [size, expected] :
       {std::pair{"", "2 states, 3 transitions, 0 deadlocks"},
        {"[0]", "2 states, 3 transitions, 0 deadlocks"},
        {"[1]", "3 states, 5 transitions, 0 deadlocks"},
        {"[3]", "3 states, 5 transitions, 0 deadlocks"}}) {
    const std::string channel = std::string("channel {int,int} c") + size + ";";
    EXPECT_EQ(size_of(exchange(channel, "", "", "c", "c")), expected);
    EXPECT_EQ(size_of(exchange("", channel, "", "c", "P->c")), expected);
    EXPECT_EQ(size_of(exchange("", "", channel, "Q->c", "c")), expected);
  }
}

TEST(DveChannels, OfInstancesAreFoundByTheirKeys) {
  EXPECT_EQ(size_of(R"(
process a(key i, key k) {
  channel {byte} c[i];
  byte x;
  state q, r; init q;
  trans q -> r { sync c!5; } q -> r { sync a(3 - i, k)->c?x; };
}
process a(1, 7);
process a(2, 7);
system async;)"),
            "6 states, 6 transitions, 3 deadlocks");
  EXPECT_EQ(said_of_invalid(R"(process a(key i) {
  channel {byte} c;
  byte x;
  state q; init q;
  trans q -> q { sync a(i)->d?x; } q -> q { sync a(i + 1)->c?x; } q -> q { sync c!1; };
}
process a(1);
system async;
)"),
            R"(m.dve:5:29: error: process 'a(1)' has no channel 'd'
    5 |   trans q -> q { sync a(i)->d?x; } q -> q { sync a(i + 1)->c?x; } q -> q { sync c!1; };
      |                             ^
m.dve:5:50: error: unknown process 'a(2)'
    5 |   trans q -> q { sync a(i)->d?x; } q -> q { sync a(i + 1)->c?x; } q -> q { sync c!1; };
      |                                                  ^
help: there is a process 'a(1)'
)");
}

// --- macros

TEST(DveMacros, StandForTheirText) {
  EXPECT_EQ(size_of(R"(
expression below(i, top) { a(i)->x < top }
expression free { P.q }
process P { state q; init q; }
system async;)"),
            "m.dve:3:17: error: expected '(' after the name of the expression, found '{'\n"
            "    3 | expression free { P.q }\n"
            "      |                 ^\n");
  EXPECT_EQ(size_of(R"(
expression below(i, top) { a(i)->x < top }
expression all() { below(1, 2) and below(2, 2) and a(1).q }
process a(key i) {
  byte x;
  state q; init q;
  trans q -> q { guard below(i, i + 1), all; effect x = x + 1; };
}
process a(1); process a(2);
system async;)"),
            "8 states, 8 transitions, 4 deadlocks");
}

TEST(DveMacros, AreKnownToPropertiesFromOutside) {
  auto model = read({"m.dve", R"(expression at(i) { a(i)->x == i }
process a(key i) { byte x; state q; init q; trans q -> q { guard x < 2; effect x = x + 1; }; }
process a(1);
system async;
)",
                     {}});
  ASSERT_TRUE(model.ok()) << model.diagnostics.text();
  const auto verdict = [&](const std::string& text) {
    auto property = read_property(model.value(), text, {});
    if (!property.ok()) return property.diagnostics.text();
    CheckOptions options;
    options.properties.push_back(std::move(property.value()));
    return std::string(name_of(check(model.value(), options).properties.front().verdict));
  };
  EXPECT_EQ(verdict("reach: at(1) and a(1)->x == 1"), "holds");
  EXPECT_EQ(verdict("ltl: F at(1)"), "holds");
  EXPECT_EQ(verdict("ltl: G (a(1)->x < 2 || a(1).q)"), "holds");
  EXPECT_EQ(verdict("ctl: EF (a(1)->x == 2 && !at(1))"), "holds");
  EXPECT_EQ(verdict("inv: at(2)"),
            "expression:1:1: error: unknown process 'a(2)'\n"
            "    1 | at(2)\n"
            "      | ^~~~~\n"
            "help: there is a process 'a(1)'\n");
}

TEST(DveMacros, DoNotNeedThemselves) {
  EXPECT_EQ(said_of_invalid(R"(expression a() { b(1) }
expression b(i) { i == 1 and c }
expression c() { true or a }
process P { state q; init q; trans q -> q { guard a; }; }
system async;
)"),
            R"(m.dve:1:18: error: the expression 'a' needs itself
    1 | expression a() { b(1) }
      |                  ^~~~
m.dve:2:19: error: the expression 'b' needs itself
    2 | expression b(i) { i == 1 and c }
      |                   ^~~~~~~~~~~~
m.dve:3:18: error: the expression 'c' needs itself
    3 | expression c() { true or a }
      |                  ^~~~~~~~~
)");
}

TEST(DveMacros, MayBeManyInARow) {
  std::string text = "byte g;\nexpression m0(i) { g == i }\n";
  for (int i = 1; i < 20'000; ++i) {
    text += "expression m" + std::to_string(i) + "(i) { m" + std::to_string(i - 1) + "(i + 1) }\n";
  }
  EXPECT_EQ(size_of(text + "process P { state q; init q; trans q -> q { guard m9(0); }; }\n"
                           "system async;\n"),
            "1 states, 0 transitions, 1 deadlocks");
}

TEST(DveMacros, ThatDoubleEachOtherAreStopped) {
  std::string text = "byte x;\nexpression m0() { x > 0 }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "m" + std::to_string(i - 1);
    text += "expression m" + std::to_string(i) + "() { " + before + " or " + before + " }\n";
  }
  EXPECT_EQ(said_of_invalid(text + "process P { state q; init q; trans q -> q { guard m39; }; }\n"
                                   "system async;\n"),
            "m.dve:5:19: error: the expression uses macros more than 100,000 times\n"
            "    5 | expression m3() { m2 or m2 }\n"
            "      |                   ^~\n");
}

// --- properties

TEST(DveProperties, FormulasAndProcessesStandInTheFile) {
  auto model = read({"m.dve", R"dve(expression low() { P->x == 0 }
property ltl falls "G F low"
property ltl stays "G low()";
property process rises {
  byte seen;
  state q, r; init q; accept r;
  trans q -> q { } q -> r { guard P->x == 1; effect seen = 1; } r -> r { guard seen == 1; };
}
process P { byte x; state q; init q; trans q -> q { effect x = 1 - x; }; }
system async;
)dve",
                     {}});
  ASSERT_TRUE(model.ok()) << model.diagnostics.text();
  CheckOptions options;
  options.properties = properties_of(model.value(), {});
  std::string answers;
  for (const PropertyResult& result : check(model.value(), options).properties) {
    answers += result.property.name + " " + std::string(name_of(result.verdict)) + "\n";
  }
  EXPECT_EQ(answers,
            "rises violated\nfalls holds\nstays violated\ndeadlock holds\nassertions holds\nerrors "
            "holds\n");
  // No claim restricts the system.
  EXPECT_EQ(explore(model.value(), {}).statistics.states, 2U);
}

TEST(DveProperties, OneOfThemMayBeNamedAtTheEnd) {
  const std::string text = R"(property process once { state q, r; init q; trans q -> r { }; }
process P { byte x; state q; init q; trans q -> q { effect x = 1 - x; }; }
)";
  EXPECT_EQ(size_of(text + "system async;"), "2 states, 2 transitions, 0 deadlocks");
  EXPECT_EQ(size_of(text + "system async property once;"), "2 states, 1 transitions, 0 deadlocks");
}

TEST(DveProperties, AreNotCalledWhatEveryModelIsAsked) {
  EXPECT_EQ(said_of_invalid(R"(property ltl deadlock "G P.q"
property process errors { state q; init q; }
process P { state q; init q; trans q -> q { }; }
system async;
)"),
            R"(m.dve:2:18: error: 'errors' means a question of every model, a property cannot be called so
    2 | property process errors { state q; init q; }
      |                  ^~~~~~
)");
  EXPECT_EQ(said_of_invalid(R"(property ltl deadlock "G P.q"
process P { state q; init q; trans q -> q { }; }
system async;
)"),
            R"(m.dve:1:14: error: 'deadlock' means a question of every model, a property cannot be called so
    1 | property ltl deadlock "G P.q"
      |              ^~~~~~~~
)");
}

TEST(DveProperties, TheOneNamedAtTheEndIsAskedByItsNameToo) {
  auto model = read({"m.dve", R"(property process p { state q, r; init q; accept r; trans q -> r { } }
process P { state q; init q; trans q -> q { }; }
system async property p;
)",
                     {}});
  ASSERT_TRUE(model.ok()) << model.diagnostics.text();
  const auto property = read_property(model.value(), "p", {});
  ASSERT_TRUE(property.ok()) << property.diagnostics.text();
  EXPECT_EQ(property.value().kind, PropertyKind::Claim);
}

TEST(DveProperties, WhatIsWrongWithThemIsSaidWhereItStands) {
  EXPECT_EQ(said_of_invalid(R"(property ltl a "G (P.r"
property ltl a2 "G P.r"
property ltl open "G P.q
process P { state q; init q; trans q -> q { }; }
system async;
)"),
            R"(m.dve:3:19: error: the quotes are never closed
    3 | property ltl open "G P.q
      |                   ^
)");
  EXPECT_EQ(said_of_invalid(R"(property ltl a "G (P.q"
property ltl b "G P.r"
property ltl b "F P.q"
property ltl c "F P.q"
property ltl c "F P.q"
process P { state q; init q; trans q -> q { }; }
system async;
)"),
            R"(m.dve:1:19: error: '(' is never closed
    1 | property ltl a "G (P.q"
      |                   ^
m.dve:2:21: error: process 'P' has no state 'r'
    2 | property ltl b "G P.r"
      |                     ^
m.dve:5:14: error: there are two properties 'c'
    5 | property ltl c "F P.q"
      |              ^
)");
}

// --- what is refused

TEST(DveTemplates, WhatIsWrongIsSaidOnce) {
  EXPECT_EQ(said_of_invalid(R"(process a(key i) {
  state q; init q;
  trans q -> q { guard y > i; };
}
for (x : 1 .. 3) { process a(x); }
system async;
)"),
            R"(m.dve:3:24: error: unknown variable 'y'
    3 |   trans q -> q { guard y > i; };
      |                        ^
help: in process 'a(1)'
)");
}

TEST(DveTemplates, InstancesFitTheirTemplate) {
  EXPECT_EQ(said_of_invalid("byte x;\nprocess a(key i, k)" + body + "process P" + body +
                            R"(process a(1);
process b(1, 2);
process P(1);
process a(x, 1);
process a(1, 2);
process a(1, 3);
for (n : 1 .. x) { process a(n, 1); }
system async;
)"),
            R"(m.dve:4:1: error: template 'a' has 2 parameters, found 1
    4 | process a(1);
      | ^~~~~~~~~~~~~
m.dve:5:9: error: unknown template 'b'
    5 | process b(1, 2);
      |         ^
m.dve:6:9: error: process 'P' is no template
    6 | process P(1);
      |         ^
help: a template has parameters: 'process NAME(key i) { ... }'
m.dve:7:11: error: the parameter 'i' must be constant, 'x' is not
    7 | process a(x, 1);
      |           ^
m.dve:9:9: error: 'a(1)' is declared twice
    9 | process a(1, 3);
      |         ^
help: a process of that name is declared at m.dve:8:9
m.dve:10:15: error: the last value of a loop must be constant, 'x' is not
   10 | for (n : 1 .. x) { process a(n, 1); }
      |               ^
)");
}

TEST(DveTemplates, NeedAnInstance) {
  EXPECT_EQ(said_of_invalid("process a(key i)" + body + "system async;\n"),
            "m.dve:2:1: error: the model has no process\n"
            "    2 | system async;\n"
            "      | ^~~~~~~~~~~~~\n");
  EXPECT_EQ(said_of_valid("process P" + body + "process a(key i)" + body + "system async;\n"),
            "m.dve:2:9: warning: template 'a' has no instance\n"
            "    2 | process a(key i) { state q; init q; trans q -> q { }; }\n"
            "      |         ^\n");
}

TEST(DveTemplates, LoopsEnd) {
  EXPECT_EQ(said_of_invalid("process a(key i)" + body +
                            "for (x : 1 .. 2000000000) { for (y : 1 .. 0) { } }\n"
                            "process a(1); system async;\n"),
            "m.dve:2:1: error: the loops of the file have more than 10,000 turns\n"
            "    2 | for (x : 1 .. 2000000000) { for (y : 1 .. 0) { } }\n"
            "      | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n");
}

TEST(DveTemplates, AProcessIsCalledWithItsKeys) {
  EXPECT_EQ(said_of_invalid("process a(key i)" + body +
                            "process a(1);\n"
                            "process P { state q; init q; trans q -> q { guard a.q; } q -> q { "
                            "guard P(1).q and a(2).q; }; }\n"
                            "system async;\n"),
            R"(m.dve:3:51: error: unknown process 'a'
    3 | process P { state q; init q; trans q -> q { guard a.q; } q -> q { guard P(1).q and a(2).q; }; }
      |                                                   ^
help: 'a' is a template: there is a process 'a(1)'
m.dve:3:73: error: unknown process 'P(1)'
    3 | process P { state q; init q; trans q -> q { guard a.q; } q -> q { guard P(1).q and a(2).q; }; }
      |                                                                         ^
help: there is a process 'a(1)'
m.dve:3:84: error: unknown process 'a(2)'
    3 | process P { state q; init q; trans q -> q { guard a.q; } q -> q { guard P(1).q and a(2).q; }; }
      |                                                                                    ^
help: there is a process 'a(1)'
)");
}

}  // namespace
}  // namespace clew::dve
