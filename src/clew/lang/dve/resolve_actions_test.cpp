#include "clew/lang/dve/resolve.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "clew/lang/dve/said_test.hpp"
#include "clew/model/print.hpp"

namespace clew::dve {
namespace {

// Rules 6 to 10: what actions and the property process may do.  The others are in resolve_test.cpp.

// --- rules 6 and 7: what can be written

TEST(DveStaticRules, OnlyVariablesAndElementsAreAssigned) {
  EXPECT_EQ(said_of_invalid(R"(byte x; const byte A = 1, V[2] = { 1 };
process P {
  state q;
  init q;
  trans
    q -> q { effect 1 = x; },
    q -> q { effect (x + 1) = 2; },
    q -> q { effect A = 2; },
    q -> q { effect V[0] = 2; },
    q -> q { effect q = 2; },
    q -> q { effect -x = 2; };
}
system async;
)"),
            R"(m.dve:6:21: error: only a scalar variable or a vector element can be assigned
    6 |     q -> q { effect 1 = x; },
      |                     ^
m.dve:7:22: error: only a scalar variable or a vector element can be assigned
    7 |     q -> q { effect (x + 1) = 2; },
      |                      ^~~~~
m.dve:8:21: error: 'A' is a constant, it cannot be assigned
    8 |     q -> q { effect A = 2; },
      |                     ^
m.dve:9:21: error: 'V' is a constant, it cannot be assigned
    9 |     q -> q { effect V[0] = 2; },
      |                     ^~~~
m.dve:10:21: error: 'q' is a state, expected a variable
   10 |     q -> q { effect q = 2; },
      |                     ^
m.dve:11:21: error: only a scalar variable or a vector element can be assigned
   11 |     q -> q { effect -x = 2; };
      |                     ^~
)");
}

TEST(DveStaticRules, OnlyVariablesAndElementsReceive) {
  EXPECT_EQ(said_of_invalid(R"(byte x; const byte A = 1; channel c;
process P {
  state q;
  init q;
  trans
    q -> q { sync c?{x, 1}; },
    q -> q { sync c?{x + 1, A}; },
    q -> q { sync c?{c, x}; };
}
system async;
)"),
            R"(m.dve:6:25: error: only a scalar variable or a vector element can be received into
    6 |     q -> q { sync c?{x, 1}; },
      |                         ^
m.dve:7:22: error: only a scalar variable or a vector element can be received into
    7 |     q -> q { sync c?{x + 1, A}; },
      |                      ^~~~~
m.dve:7:29: error: 'A' is a constant, it cannot be received into
    7 |     q -> q { sync c?{x + 1, A}; },
      |                             ^
m.dve:8:22: error: 'c' is a channel, expected a variable
    8 |     q -> q { sync c?{c, x}; };
      |                      ^
)");
}

// --- rule 8: processes look into others, and write nothing there

TEST(DveStaticRules, AProcessLooksIntoThoseDeclaredLaterToo) {
  const auto read = read_text(R"(process P {
  byte x;
  state q;
  init q;
  assert q: Q.s;
  trans
    q -> q { guard Q->y == 1 or Q->w[Q->y] == 1 or P.q; effect x = Q->w[1] + P->x; };
}
process Q { byte y, w[2]; state s; init s; }
system async;
)");
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Model& model = read.value();
  const Action& action = model.actions[ActionId{0}];
  EXPECT_EQ(text_of(model, action.guard, action.owner),
            "((Q->y == 1) or (Q->w[Q->y] == 1)) or P.q");
  EXPECT_EQ(text_of(model, action.effect.front().value, action.owner), "Q->w[1] + x");
}

TEST(DveStaticRules, NobodyLooksIntoThePropertyProcessOrWritesIntoAnother) {
  EXPECT_EQ(said_of_invalid(R"(channel c;
process P {
  state q;
  init q;
  trans
    q -> q { guard R.s or R->y == 1; },
    q -> q { effect Q->y = 1; },
    q -> q { sync c?Q->y; };
}
process Q { byte y; state s; init s; trans s -> s { sync c!1; }; }
process R { byte y; state s; init s; trans s -> s { guard R.s; }; }
system async property R;
)"),
            R"(m.dve:6:20: error: 'R' is the property process, it is not part of the system
    6 |     q -> q { guard R.s or R->y == 1; },
      |                    ^
m.dve:6:27: error: 'R' is the property process, it is not part of the system
    6 |     q -> q { guard R.s or R->y == 1; },
      |                           ^
m.dve:7:21: error: a variable of another process cannot be assigned
    7 |     q -> q { effect Q->y = 1; },
      |                     ^~~~
m.dve:8:21: error: a variable of another process cannot be received into
    8 |     q -> q { sync c?Q->y; };
      |                     ^~~~
m.dve:11:59: error: 'R' is this process itself
   11 | process R { byte y; state s; init s; trans s -> s { guard R.s; }; }
      |                                                           ^
help: its variables are written without the process
)");
}

TEST(DveStaticRules, ThePropertyProcessLooksAtWhatIsThere) {
  EXPECT_EQ(said_of_invalid(R"(byte x; channel c;
process Q { byte y, w[2]; state waiting; init waiting; trans waiting -> waiting { sync c!; }; }
process P {
  state q;
  init q;
  trans
    q -> q { guard Qu.waiting; },
    q -> q { guard Q.wating or Q.y; },
    q -> q { guard Q->z == 1 or Q->waiting == 1; },
    q -> q { guard Q->y[0] == 1; },
    q -> q { guard x.s or c->y; };
}
system async property P;
)"),
            R"(m.dve:7:20: error: unknown process 'Qu'
    7 |     q -> q { guard Qu.waiting; },
      |                    ^~
help: there is a process 'Q'
m.dve:8:22: error: process 'Q' has no state 'wating'
    8 |     q -> q { guard Q.wating or Q.y; },
      |                      ^~~~~~
help: it has a state 'waiting'
m.dve:8:34: error: process 'Q' has no state 'y'
    8 |     q -> q { guard Q.wating or Q.y; },
      |                                  ^
help: its variable 'y' is written 'Q->y'
m.dve:9:23: error: process 'Q' has no variable 'z'
    9 |     q -> q { guard Q->z == 1 or Q->waiting == 1; },
      |                       ^
m.dve:9:36: error: process 'Q' has no variable 'waiting'
    9 |     q -> q { guard Q->z == 1 or Q->waiting == 1; },
      |                                    ^~~~~~~
help: its state 'waiting' is written 'Q.waiting'
m.dve:10:20: error: 'y' is a scalar, it has no elements
   10 |     q -> q { guard Q->y[0] == 1; },
      |                    ^~~~~~~
m.dve:11:20: error: 'x' is a variable, expected a process
   11 |     q -> q { guard x.s or c->y; };
      |                    ^
m.dve:11:27: error: 'c' is a channel, expected a process
   11 |     q -> q { guard x.s or c->y; };
      |                           ^
)");
}

TEST(DveStaticRules, ThePropertyProcessWritesNoVariableOfOthers) {
  EXPECT_EQ(said_of_invalid(R"(process Q { byte y, w[2]; state s; init s; }
process P {
  state q;
  init q;
  trans q -> q { effect Q->y = 1, Q->w[0] = 2; };
}
system async property P;
)"),
            R"(m.dve:5:25: error: a variable of another process cannot be assigned
    5 |   trans q -> q { effect Q->y = 1, Q->w[0] = 2; };
      |                         ^~~~
m.dve:5:35: error: a variable of another process cannot be assigned
    5 |   trans q -> q { effect Q->y = 1, Q->w[0] = 2; };
      |                                   ^~~~~~~
)");
}

// --- rule 9: item counts

TEST(DveStaticRules, AMessageHasAsManyItemsAsItsChannel) {
  EXPECT_EQ(said_of_invalid(R"(channel {byte, int} c[1];
byte x;
process P {
  state q;
  init q;
  trans
    q -> q { sync c!; },
    q -> q { sync c!1; },
    q -> q { sync c?{x, x, x}; },
    q -> q { sync c!{1, 2}; };
}
system async;
)"),
            R"(m.dve:7:19: error: channel 'c' carries 2 items, found 0
    7 |     q -> q { sync c!; },
      |                   ^~
m.dve:8:19: error: channel 'c' carries 2 items, found 1
    8 |     q -> q { sync c!1; },
      |                   ^~~
m.dve:9:19: error: channel 'c' carries 2 items, found 3
    9 |     q -> q { sync c?{x, x, x}; },
      |                   ^~~~~~~~~~~
)");
}

TEST(DveStaticRules, TheFirstUseOfAnUntypedChannelFixesItsItems) {
  EXPECT_EQ(said_of_invalid(R"(channel c, d, e;
byte x;
process P {
  state q;
  init q;
  trans
    q -> q { sync c!1; }, q -> q { sync c?; },
    q -> q { sync d?; }, q -> q { sync d!1; },
    q -> q { sync e!{1, 2}; }, q -> q { sync e?x; };
}
system async;
)"),
            R"(m.dve:7:41: error: channel 'c' was first used with 1 item, found 0
    7 |     q -> q { sync c!1; }, q -> q { sync c?; },
      |                                         ^~
help: the first use is at m.dve:7:19
m.dve:8:40: error: channel 'd' was first used with 0 items, found 1
    8 |     q -> q { sync d?; }, q -> q { sync d!1; },
      |                                        ^~~
help: the first use is at m.dve:8:19
m.dve:9:46: error: channel 'e' was first used with 2 items, found 1
    9 |     q -> q { sync e!{1, 2}; }, q -> q { sync e?x; };
      |                                              ^~~
help: the first use is at m.dve:9:19
)");
}

// --- rule 10: the property process stays apart

TEST(DveStaticRules, ThePropertyProcessUsesNoChannels) {
  EXPECT_EQ(said_of_invalid(R"(channel c;
process Q { byte y; state s; init s; trans s -> s { sync c?y; }; }
process P {
  byte k;
  state q;
  init q;
  trans q -> q { sync c!1; }, q -> q { sync c?k; };
}
system async property P;
)"),
            R"(m.dve:7:23: error: the property process cannot use channels
    7 |   trans q -> q { sync c!1; }, q -> q { sync c?k; };
      |                       ^~~
m.dve:7:45: error: the property process cannot use channels
    7 |   trans q -> q { sync c!1; }, q -> q { sync c?k; };
      |                                             ^~~
)");
}

TEST(DveStaticRules, ThePropertyProcessIsNeverCommitted) {
  EXPECT_EQ(
      said_of_invalid(R"(process Q { state s; init s; }
process P { state q; init q; commit q; }
system async property P;
)"),
      R"(m.dve:2:37: error: the property process cannot have committed states: it never moves alone
    2 | process P { state q; init q; commit q; }
      |                                     ^
)");
}

TEST(DveStaticRules, ASynchronousSystemUsesNoChannels) {
  EXPECT_EQ(said_of_invalid(R"(channel c; channel {byte} d[1];
process P {
  state q;
  init q;
  trans q -> q { sync c!; }, q -> q { sync d!1; };
}
system sync;
)"),
            R"(m.dve:5:23: error: channels have no meaning in a synchronous system ('system sync')
    5 |   trans q -> q { sync c!; }, q -> q { sync d!1; };
      |                       ^~
m.dve:5:44: error: channels have no meaning in a synchronous system ('system sync')
    5 |   trans q -> q { sync c!; }, q -> q { sync d!1; };
      |                                            ^~~
)");
}

// --- warnings

TEST(DveStaticRules, AChannelThatNobodyUsesIsWarnedAbout) {
  EXPECT_EQ(said_of_valid(R"(channel used, idle;
channel {byte} typed[1];
process P { state q; init q; trans q -> q { sync used!; }; }
system async;
)"),
            R"(m.dve:1:15: warning: channel 'idle' is never used
    1 | channel used, idle;
      |               ^~~~
m.dve:2:16: warning: channel 'typed' is never used
    2 | channel {byte} typed[1];
      |                ^~~~~
)");
}

TEST(DveStaticRules, AcceptOutsideThePropertyProcessIsWarnedAbout) {
  EXPECT_EQ(said_of_valid(R"(process P { state q; init q; accept q; }
system async;
)"),
            R"(m.dve:1:37: warning: 'accept' means something in the property process only
    1 | process P { state q; init q; accept q; }
      |                                     ^
)");
}

TEST(DveStaticRules, PartnersThatWriteOneGlobalAreWarnedAbout) {
  EXPECT_EQ(
      said_of_valid(R"(byte x, v[2]; channel c;
process P { state q; init q; trans q -> q { sync c!1; effect x = 1, v[0] = 1; }; }
process Q { state q; init q; trans q -> q { sync c?x; effect v[1] = 1; }; }
system async;
)"),
      R"(m.dve:2:36: warning: both partners of a rendezvous on 'c' write 'x': the sender's value stays
    2 | process P { state q; init q; trans q -> q { sync c!1; effect x = 1, v[0] = 1; }; }
      |                                    ^~~~~~
help: the receiver is at m.dve:3:36
)");
}

TEST(DveStaticRules, AMixtureOfAndAndOrIsWarnedAbout) {
  EXPECT_EQ(
      said_of_valid(R"(byte x;
process P {
  state q;
  init q;
  trans
    q -> q { guard x == 1 or x == 2 and x == 3; },
    q -> q { guard (x == 1 or x == 2) and x == 3; },
    q -> q { guard x == 1 or (x == 2 and x == 3); },
    q -> q { guard x == 1 and x == 2 and x == 3; };
}
system async;
)"),
      R"(m.dve:6:37: warning: 'and' and 'or' have the same precedence in DVE: this reads from the left
    6 |     q -> q { guard x == 1 or x == 2 and x == 3; },
      |                                     ^~~
help: use parentheses to say what you mean
)");
}

}  // namespace
}  // namespace clew::dve
