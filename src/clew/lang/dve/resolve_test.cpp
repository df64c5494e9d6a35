#include "clew/lang/dve/resolve.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "clew/lang/dve/said_test.hpp"

namespace clew::dve {
namespace {

// --- rule 1: everything is declared before it is used

TEST(DveStaticRules, UnknownVariablesAreNamedWithTheNearestOne) {
  EXPECT_EQ(said_of_invalid(R"(byte counts;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { guard count == 1; };
}
system async;
)"),
            R"(m.dve:7:20: error: unknown variable 'count'
    7 |     q -> r { guard count == 1; };
      |                    ^~~~~
help: 'counts' is declared at m.dve:1:6
)");
}

TEST(DveStaticRules, UnknownVariablesWithoutANearOneAreJustNamed) {
  EXPECT_EQ(said_of_invalid(R"(byte x;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { effect x = somewhere; };
}
system async;
)"),
            R"(m.dve:7:25: error: unknown variable 'somewhere'
    7 |     q -> r { effect x = somewhere; };
      |                         ^~~~~~~~~
)");
}

TEST(DveStaticRules, UnknownChannelsAreNamedWithTheNearestOne) {
  EXPECT_EQ(said_of_invalid(R"(channel request;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { sync reqest!; effect k = 1; };
}
system async;
)"),
            R"(m.dve:7:19: error: unknown channel 'reqest'
    7 |     q -> r { sync reqest!; effect k = 1; };
      |                   ^~~~~~
help: there is a channel 'request'
)");
}

TEST(DveStaticRules, UnknownStatesAreNamedWithTheNearestOne) {
  EXPECT_EQ(said_of_invalid(R"(process P {
  state waiting;
  init waitin;
  trans waiting -> wating { };
}
system async;
)"),
            R"(m.dve:3:8: error: process 'P' has no state 'waitin'
    3 |   init waitin;
      |        ^~~~~~
help: it has a state 'waiting'
m.dve:4:20: error: process 'P' has no state 'wating'
    4 |   trans waiting -> wating { };
      |                    ^~~~~~
help: it has a state 'waiting'
)");
}

TEST(DveStaticRules, UnknownPropertyProcessesAreRefused) {
  EXPECT_EQ(said_of_invalid(R"(process P { state q; init q; }
system async property Watch;
)"),
            R"(m.dve:2:23: error: unknown process 'Watch'
    2 | system async property Watch;
      |                       ^~~~~
)");
}

TEST(DveStaticRules, AConstantIsKnownOnlyAfterItsDeclaration) {
  EXPECT_EQ(said_of_invalid(R"(byte x = A;
const byte A = 1;
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:10: error: unknown variable 'A'
    1 | byte x = A;
      |          ^
)");
}

TEST(DveStaticRules, AVariableOfAnotherProcessIsUnknown) {
  EXPECT_EQ(said_of_invalid(R"(process Q { byte y; state q; init q; }
process P {
  state q; init q;
  trans q -> q { guard y == 1; };
}
system async;
)"),
            R"(m.dve:4:24: error: unknown variable 'y'
    4 |   trans q -> q { guard y == 1; };
      |                        ^
)");
}

// --- rule 2: one name space per scope, nothing is hidden

TEST(DveStaticRules, ANameIsDeclaredOncePerScope) {
  EXPECT_EQ(said_of_invalid(R"(byte a; channel a;
process a { state q; init q; }
process P { byte b; const int b = 1; state s, b, s; init s; }
system async;
)"),
            R"(m.dve:1:17: error: 'a' is declared twice
    1 | byte a; channel a;
      |                 ^
help: a variable of that name is declared at m.dve:1:6
m.dve:2:9: error: 'a' is declared twice
    2 | process a { state q; init q; }
      |         ^
help: a variable of that name is declared at m.dve:1:6
m.dve:3:31: error: 'b' is declared twice
    3 | process P { byte b; const int b = 1; state s, b, s; init s; }
      |                               ^
help: a variable of that name is declared at m.dve:3:18
m.dve:3:47: error: 'b' is declared twice
    3 | process P { byte b; const int b = 1; state s, b, s; init s; }
      |                                               ^
help: a variable of that name is declared at m.dve:3:18
m.dve:3:50: error: 's' is declared twice
    3 | process P { byte b; const int b = 1; state s, b, s; init s; }
      |                                                  ^
help: a state of that name is declared at m.dve:3:44
)");
}

TEST(DveStaticRules, LocalNamesDoNotRepeatGlobalOnes) {
  EXPECT_EQ(said_of_invalid(R"(byte a; const byte b = 1; channel c;
process P { byte a; int b; byte c; const byte P = 1; state q; init q; trans q -> q { sync c!; }; }
system async;
)"),
            R"(m.dve:2:18: error: local 'a' repeats a global name: names may not be hidden
    2 | process P { byte a; int b; byte c; const byte P = 1; state q; init q; trans q -> q { sync c!; }; }
      |                  ^
help: a variable of that name is declared at m.dve:1:6
m.dve:2:25: error: local 'b' repeats a global name: names may not be hidden
    2 | process P { byte a; int b; byte c; const byte P = 1; state q; init q; trans q -> q { sync c!; }; }
      |                         ^
help: a constant of that name is declared at m.dve:1:20
m.dve:2:33: error: local 'c' repeats a global name: names may not be hidden
    2 | process P { byte a; int b; byte c; const byte P = 1; state q; init q; trans q -> q { sync c!; }; }
      |                                 ^
help: a channel of that name is declared at m.dve:1:35
m.dve:2:47: error: local 'P' repeats a global name: names may not be hidden
    2 | process P { byte a; int b; byte c; const byte P = 1; state q; init q; trans q -> q { sync c!; }; }
      |                                               ^
help: a process of that name is declared at m.dve:2:9
)");
}

TEST(DveStaticRules, AStateDoesNotRepeatAChannelOrAProcess) {
  EXPECT_EQ(said_of_invalid(R"(channel c;
process P {
  state c, P, q;
  init q;
  trans q -> q { sync c!; };
}
system async;
)"),
            R"(m.dve:3:9: error: local 'c' repeats a global name: names may not be hidden
    3 |   state c, P, q;
      |         ^
help: a channel of that name is declared at m.dve:1:9
m.dve:3:12: error: local 'P' repeats a global name: names may not be hidden
    3 |   state c, P, q;
      |            ^
help: a process of that name is declared at m.dve:2:9
)");
}

TEST(DveStaticRules, AStateMayRepeatAGlobalVariableWithAWarning) {
  EXPECT_EQ(said_of_valid(R"(byte done;
process P { state done; init done; }
system async;
)"),
            R"(m.dve:2:19: warning: state 'done' repeats a global name
    2 | process P { state done; init done; }
      |                   ^~~~
help: a variable of that name is declared at m.dve:1:6
)");
}

TEST(DveStaticRules, TwoProcessesMayUseTheSameLocalNames) {
  EXPECT_EQ(said_of_valid(R"(process P { byte x; state ready; init ready; }
process Q { int x[2]; state ready; init ready; }
system async;
)"),
            "");
}

// --- rule 3: kinds match their use

TEST(DveStaticRules, VariablesAreNoStates) {
  EXPECT_EQ(said_of_invalid(R"(byte x;
process P {
  byte k;
  state q;
  init x;
  commit k;
  accept k;
  trans
    x -> q { },
    q -> P { };
}
system async;
)"),
            R"(m.dve:5:8: error: 'x' is a variable, expected a state of process 'P'
    5 |   init x;
      |        ^
m.dve:6:10: error: 'k' is a variable, expected a state of process 'P'
    6 |   commit k;
      |          ^
m.dve:7:10: error: 'k' is a variable, expected a state of process 'P'
    7 |   accept k;
      |          ^
m.dve:9:5: error: 'x' is a variable, expected a state of process 'P'
    9 |     x -> q { },
      |     ^
m.dve:10:10: error: 'P' is a process, expected a state of process 'P'
   10 |     q -> P { };
      |          ^
)");
}

TEST(DveStaticRules, StatesChannelsAndProcessesAreNoVariables) {
  EXPECT_EQ(said_of_invalid(R"(byte x; byte v[2]; const byte A = 1;
channel c;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { guard q == 1 or c == 1 or P == 1; sync c!; };
}
system async;
)"),
            R"(m.dve:8:20: error: 'q' is a state, expected a variable
    8 |     q -> r { guard q == 1 or c == 1 or P == 1; sync c!; };
      |                    ^
m.dve:8:30: error: 'c' is a channel, expected a variable
    8 |     q -> r { guard q == 1 or c == 1 or P == 1; sync c!; };
      |                              ^
m.dve:8:40: error: 'P' is a process, expected a variable
    8 |     q -> r { guard q == 1 or c == 1 or P == 1; sync c!; };
      |                                        ^
)");
}

TEST(DveStaticRules, VariablesProcessesAndStatesAreNoChannels) {
  EXPECT_EQ(said_of_invalid(R"(byte x;
process P {
  state q;
  init q;
  trans
    q -> q { sync x!; },
    q -> q { sync P?; },
    q -> q { sync q!; };
}
system async;
)"),
            R"(m.dve:6:19: error: 'x' is a variable, expected a channel
    6 |     q -> q { sync x!; },
      |                   ^
m.dve:7:19: error: 'P' is a process, expected a channel
    7 |     q -> q { sync P?; },
      |                   ^
m.dve:8:19: error: 'q' is a state, expected a channel
    8 |     q -> q { sync q!; };
      |                   ^
)");
}

TEST(DveStaticRules, AScalarHasNoElements) {
  EXPECT_EQ(said_of_invalid(R"(byte x; byte v[2]; const byte A = 1;
channel c;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { guard x[0] == A[0]; sync c!; effect k[1] = 0; };
}
system async;
)"),
            R"(m.dve:8:20: error: 'x' is a scalar, it has no elements
    8 |     q -> r { guard x[0] == A[0]; sync c!; effect k[1] = 0; };
      |                    ^~~~
m.dve:8:28: error: 'A' is a scalar, it has no elements
    8 |     q -> r { guard x[0] == A[0]; sync c!; effect k[1] = 0; };
      |                            ^~~~
m.dve:8:50: error: 'k' is a scalar, it has no elements
    8 |     q -> r { guard x[0] == A[0]; sync c!; effect k[1] = 0; };
      |                                                  ^~~~
)");
}

TEST(DveStaticRules, AVectorWithoutAnIndexMeansItsFirstElementWithAWarning) {
  EXPECT_EQ(said_of_valid(R"(byte x; byte v[2]; const byte A = 1;
channel c;
process P {
  byte k;
  state q, r;
  init q;
  trans
    q -> r { guard v == 1; sync c!; effect v = 2; };
}
system async;
)"),
            R"(m.dve:8:20: warning: vector 'v' without an index means its first element
    8 |     q -> r { guard v == 1; sync c!; effect v = 2; };
      |                    ^
help: write 'v[0]'
)");
}

TEST(DveStaticRules, ThePropertyProcessIsAProcess) {
  EXPECT_EQ(said_of_invalid(R"(byte x; channel c;
process P { state q; init q; trans q -> q { sync c!; }; }
system async property x;
)"),
            R"(m.dve:3:23: error: 'x' is a variable, expected a process
    3 | system async property x;
      |                       ^
)");
}

// --- types

TEST(DveTypes, HaveBoundsThatAreKnownAndInitialValuesWithinThem) {
  EXPECT_EQ(said_of_invalid(R"(byte N = 3;
const byte M = 3;
int<1..3> a, b = 1;
int<N..4> c;
int<4..M> d;
int<1/0..4> e;
bool f = 2, g[2] = {1, 2};
uint16 h = -1;
int16 i = 32768;
uint32 j = 0 - 1;
int<2..4> v[3] = {2, 3};
process P { state q; init q; }
system async;
)"),
            R"(m.dve:3:11: error: 'a' begins with 0, which is not in 1..3
    3 | int<1..3> a, b = 1;
      |           ^
help: give it an initial value
m.dve:4:5: error: the bound of a range must be constant, 'N' is not
    4 | int<N..4> c;
      |     ^
m.dve:5:1: error: the range 4..3 is empty
    5 | int<4..M> d;
      | ^~~~~~~~~
m.dve:6:5: error: the bound of a range cannot be computed: division by zero
    6 | int<1/0..4> e;
      |     ^~~
m.dve:7:10: error: the initial value 2 is outside 0..1 of 'f'
    7 | bool f = 2, g[2] = {1, 2};
      |          ^
m.dve:7:24: error: the initial value 2 is outside 0..1 of 'g'
    7 | bool f = 2, g[2] = {1, 2};
      |                        ^
m.dve:8:12: error: the initial value -1 is outside 0..65535 of 'h'
    8 | uint16 h = -1;
      |            ^~
m.dve:9:11: error: the initial value 32768 is outside -32768..32767 of 'i'
    9 | int16 i = 32768;
      |           ^~~~~
m.dve:10:12: error: the initial value -1 is outside 0..2147483647 of 'j'
   10 | uint32 j = 0 - 1;
      |            ^~~~~
m.dve:11:11: error: an element of 'v' begins with 0, which is not in 2..4
   11 | int<2..4> v[3] = {2, 3};
      |           ^
help: give it an initial value
)");
}

TEST(DveTypes, AreWrittenInOneWay) {
  EXPECT_EQ(said_of_invalid(R"(int<0..M + 1 k;
int<0,1> l;
bit m;
channel {bool, bit} n[2];
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:14: error: expected '>' after the bounds of the range, found 'k'
    1 | int<0..M + 1 k;
      |              ^
m.dve:2:6: error: expected '..' between the bounds of the range, found ','
    2 | int<0,1> l;
      |      ^
m.dve:3:1: error: expected a declaration or a process, found 'bit'
    3 | bit m;
      | ^~~
m.dve:4:16: error: expected a type: )"
            R"('byte', 'int', 'bool', 'int16', 'uint16', 'int32', 'uint32' or 'int<low..high>', found 'bit'
    4 | channel {bool, bit} n[2];
      |                ^~~
)");
}

TEST(DveTypes, AreNoNamesThatNothingElseMayHave) {
  EXPECT_EQ(said_of_valid(R"(int16 int16 = -32768, bool = 5;
process uint32 {
  int<-1..1> k;
  state int32;
  init int32;
  trans int32 -> int32 { effect k = k + 1, bool = int16; };
}
system async;
)"),
            "");
}

// --- rule 4: initial values match their variables

TEST(DveStaticRules, ScalarsTakeOneValueAndVectorsAList) {
  EXPECT_EQ(said_of_invalid(R"(byte x = {1};
byte v[2] = 1;
const byte A[2] = A;
process P { int y = {1, 2}; state q; init q; }
system async;
)"),
            R"(m.dve:1:10: error: scalar 'x' takes one initial value, found a list
    1 | byte x = {1};
      |          ^~~
m.dve:2:13: error: vector 'v' takes a list of initial values in braces
    2 | byte v[2] = 1;
      |             ^
m.dve:3:19: error: vector 'A' takes a list of initial values in braces
    3 | const byte A[2] = A;
      |                   ^
m.dve:4:21: error: scalar 'y' takes one initial value, found a list
    4 | process P { int y = {1, 2}; state q; init q; }
      |                     ^~~~~~
)");
}

TEST(DveStaticRules, ConstantsHaveAValue) {
  EXPECT_EQ(said_of_invalid(R"(const byte A;
const int V[2];
process P { const byte L; state q; init q; }
system async;
)"),
            R"(m.dve:1:12: error: constant 'A' has no value
    1 | const byte A;
      |            ^
m.dve:2:11: error: constant 'V' has no value
    2 | const int V[2];
      |           ^
m.dve:3:24: error: constant 'L' has no value
    3 | process P { const byte L; state q; init q; }
      |                        ^
)");
}

TEST(DveStaticRules, InitialValuesAreConstant) {
  EXPECT_EQ(said_of_invalid(R"(byte x = 1;
byte y = 2 * x;
process P { byte k, m = k; byte n = x + P->k; state q; init q; }
system async;
)"),
            R"(m.dve:2:14: error: the initial value of 'y' must be constant, 'x' is not
    2 | byte y = 2 * x;
      |              ^
m.dve:3:25: error: the initial value of 'm' must be constant, 'k' is not
    3 | process P { byte k, m = k; byte n = x + P->k; state q; init q; }
      |                         ^
m.dve:3:37: error: the initial value of 'n' must be constant, 'x' is not
    3 | process P { byte k, m = k; byte n = x + P->k; state q; init q; }
      |                                     ^
)");
}

TEST(DveStaticRules, InitialValuesFitTheirType) {
  EXPECT_EQ(said_of_invalid(R"(byte a = 256, b = -1;
int c = 32768, d = -32769;
byte v[2] = { 1, 255 + 1 };
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:10: error: the initial value 256 is outside 0..255 of 'a'
    1 | byte a = 256, b = -1;
      |          ^~~
m.dve:1:19: error: the initial value -1 is outside 0..255 of 'b'
    1 | byte a = 256, b = -1;
      |                   ^~
m.dve:2:9: error: the initial value 32768 is outside -32768..32767 of 'c'
    2 | int c = 32768, d = -32769;
      |         ^~~~~
m.dve:2:20: error: the initial value -32769 is outside -32768..32767 of 'd'
    2 | int c = 32768, d = -32769;
      |                    ^~~~~~
m.dve:3:18: error: the initial value 256 is outside 0..255 of 'v'
    3 | byte v[2] = { 1, 255 + 1 };
      |                  ^~~~~~~
)");
}

TEST(DveStaticRules, InitialValuesCanBeComputed) {
  EXPECT_EQ(said_of_invalid(R"(const byte Z = 0;
const byte V[2] = { 3 };
int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
process P { state q; init q; }
system async;
)"),
            R"(m.dve:3:9: error: the initial value of 'a' cannot be computed: division by zero
    3 | int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
      |         ^~~~~
m.dve:3:20: error: the initial value of 'b' cannot be computed: division by zero
    3 | int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
      |                    ^~~~~
m.dve:3:31: error: the initial value of 'c' cannot be computed: shift count 32 is outside 0..31
    3 | int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
      |                               ^~~~~~~
m.dve:3:44: error: the initial value of 'd' cannot be computed: index 2 is outside 0..1 of 'V'
    3 | int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
      |                                            ^~~~
m.dve:3:54: error: the initial value of 'e' cannot be computed: )"
            R"(dividing the smallest 32-bit value by -1 overflows
    3 | int a = 1 / Z, b = 1 % Z, c = 1 << 32, d = V[2], e = (-2147483647 - 1) / -1;
      |                                                      ^~~~~~~~~~~~~~~~~~~~~~
)");
}

TEST(DveStaticRules, AListThatIsTooLongIsCutWithAWarning) {
  EXPECT_EQ(said_of_valid(R"(byte v[2] = { 1, 2, 3 };
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:13: warning: 3 initial values for the 2 elements of 'v': the rest is ignored
    1 | byte v[2] = { 1, 2, 3 };
      |             ^~~~~~~~~~~
)");
}

// --- rule 5: sizes

TEST(DveStaticRules, TheSizeOfAVectorIsPositiveAndFits31Bits) {
  EXPECT_EQ(said_of_invalid(R"(byte a[0];
byte b[2147483648];
byte c[999999999999999999999999999999];
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:8: error: the size of vector 'a' must be in 1..2147483647, found 0
    1 | byte a[0];
      |        ^
m.dve:2:8: error: the size of vector 'b' must be in 1..2147483647, found 2147483648
    2 | byte b[2147483648];
      |        ^~~~~~~~~~
m.dve:3:8: error: the size of vector 'c' must be in 1..2147483647, found a much larger number
    3 | byte c[999999999999999999999999999999];
      |        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
)");
}

TEST(DveStaticRules, TheSizeOfAVectorIsANumber) {
  EXPECT_EQ(said_of_invalid(R"(const byte N = 2;
byte a[N];
byte b[-1];
byte c[1 + 1], v;
byte d[v];
process P { state q; init q; }
system async;
)"),
            R"(m.dve:3:8: error: the size of vector 'b' must be in 1..2147483647, found -1
    3 | byte b[-1];
      |        ^~
m.dve:5:8: error: the size of 'd' must be constant, 'v' is not
    5 | byte d[v];
      |        ^
)");
}

TEST(DveStaticRules, AStateHoldsNotMoreValuesThanClewTakes) {
  EXPECT_EQ(said_of_invalid(R"(byte a[16777216];
byte b[2];
process P { state q; init q; }
system async;
)"),
            R"(m.dve:2:8: error: with 'b' a state would hold more than 16,777,216 values, )"
            R"(which is more than Clew takes
    2 | byte b[2];
      |        ^
)");
}

TEST(DveStaticRules, TheSizeOfAChannelFits31Bits) {
  EXPECT_EQ(said_of_invalid(R"(channel {byte} c[2147483648];
channel {byte, int} d[99999999];
process P { state q; init q; }
system async;
)"),
            R"(m.dve:1:18: error: the size of channel 'c' must be in 0..2147483647, found 2147483648
    1 | channel {byte} c[2147483648];
      |                  ^~~~~~~~~~
m.dve:2:23: error: with 'd' a state would hold more than 16,777,216 values, )"
            R"(which is more than Clew takes
    2 | channel {byte, int} d[99999999];
      |                       ^~~~~~~~
)");
}

// --- what a valid model may do and need not

TEST(DveStaticRules, ListsMayComeInAnyOrderAndTransitionsMayBeAbsent) {
  EXPECT_EQ(said_of_valid("process P { state q, r; commit r; assert q: 1; init q; }\n"
                          "system sync;\n"),
            "");
}

TEST(DveStaticRules, ALocalConstantIsKeptUnderTheNameOfItsProcess) {
  const ReadResult<Model> result = read_text(
      "process P { const byte K = 3, V[2] = { K }; byte x = V[0]; state q; init q; }\n"
      "system async;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  const Model& model = result.value();
  EXPECT_NE(model.constants.find("P->K"), nullptr);
  EXPECT_NE(model.constants.find("P->V"), nullptr);
  const Slot* x = model.process_types[ProcessTypeId{0}].frame.find("x");
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->initial, std::vector<Value>{3});
}

TEST(DveStaticRules, ThePropertyProcessIsNoneOfTheOthersWhereverItStands) {
  const ReadResult<Model> result = read_text(
      "process W { state q; init q; }\nprocess P { state q; init q; }\n"
      "process R { state q; init q; }\nsystem async property W;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  const Model& model = result.value();
  ASSERT_TRUE(model.claim);
  EXPECT_EQ(model.claim->name, "W");
  EXPECT_EQ(model.processes[ProcessId{0}].name, "P");
  EXPECT_EQ(model.processes[ProcessId{1}].name, "R");
  EXPECT_EQ(model.processes.size(), 2U);
}

}  // namespace
}  // namespace clew::dve
