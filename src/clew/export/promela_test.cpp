#include "clew/export/promela.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "clew/lang/language.hpp"

namespace clew {
namespace {

Model read_dve(const std::string& text) {
  ReadResult<Model> read = language_named("dve")->read({"some/where/given.dve", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text() << text;
  return read.ok() ? std::move(read.value()) : Model{};
}

std::string refusal_of(const std::string& text) {
  const Encoded encoded = to_promela(read_dve(text));
  EXPECT_EQ(encoded.text, "");
  return encoded.refusal;
}

// The text, which must be readable.
std::string promela_of(const std::string& text) {
  const Encoded encoded = to_promela(read_dve(text));
  EXPECT_EQ(encoded.refusal, "");
  const ReadResult<Model> again = language_named("promela")->read({"again.pml", encoded.text, {}});
  EXPECT_TRUE(again.ok()) << again.diagnostics.text() << encoded.text;
  return encoded.text;
}

TEST(ToPromela, WritesLocationsAsLabelsAndActionsAsOptions) {
  EXPECT_EQ(promela_of(R"(
byte flag[2], turn;
process P {
  byte rounds;
  state idle, waiting, critical; init idle;
  trans idle -> waiting { effect flag[0] = 1, turn = 1; },
        waiting -> critical { guard flag[1] == 0 or turn == 0; },
        critical -> idle { guard rounds < 3; effect rounds = (rounds + 1) % 4, flag[0] = 0; },
        critical -> idle { guard rounds == 3; },
        critical -> critical { };
}
system async;
)"),
            R"(/* Written by Clew from given.dve. */

byte flag[2];
byte turn;

active proctype P() {
  byte rounds;

idle:
  if
  :: d_step { flag[0] = 1; turn = 1 }; goto waiting
  fi;

waiting:
  flag[1] == 0 || turn == 0 -> goto critical;

critical:
  if
  :: d_step { rounds < 3 -> rounds = (rounds + 1) % 4; flag[0] = 0 }; goto idle
  :: rounds == 3 -> goto idle
  :: true -> goto critical
  fi
}
)");
}

constexpr const char* all_parts = R"(
const byte N = 3; const int T[3] = {1, -2};
byte x = 1, v[3] = {0, 7}; int y = -3;
channel ask; channel bell; channel {byte, int} mail[2];
process P {
  const byte STEP = 1; byte k; state a, b, end; init b; commit a; assert b: k < N or y == T[1];
  trans b -> a { guard k < N imply x; sync ask!k + STEP; effect k = (k + STEP) % N; },
        a -> b { guard not (x == 0); sync mail!{x, -y}; effect x = 0, v[k] = 1; },
        a -> end { sync bell!; }, b -> b { guard x & 1; effect x = x + 1; };
}
process Q {
  byte got; state run, wait; init run;
  trans run -> run { guard got == 0; sync ask?got; effect x = got; },
        run -> run { sync mail?{got, y}; }, run -> wait { sync bell?; };
}
system async;
)";

constexpr const char* all_parts_in_promela = R"(/* Written by Clew from given.dve. */
/* Note: a value out of range, an error there, wraps around here. */
/* Note: the variable 'k' of P is the global 'P_k' here. */
/* Note: the location 'end' of P is called 'at_end' here. */
/* Note: the location 'run' of Q is called 'run_' here. */

#define N 3
#define P_STEP 1
short T[3] = { 1, 65534, 0 };

byte x = 1;
byte v[3] = { 0, 7, 0 };
short y = -3;
byte P_k;
byte committed;  /* processes that nobody else may interrupt */

chan ask = [0] of { int, byte };
chan bell = [0] of { byte };
chan mail = [2] of { byte, short };

active proctype P() {
  goto b;

a:
  if
  :: d_step {
       nfull(mail) && !(x == 0) ->
       mail!x,-y;
       x = 0;
       v[P_k] = 1;
       committed = committed - 1
     }; goto b
  :: bell!1; goto at_end
  fi;

b:
  if
  :: ask!P_k + P_STEP,(committed == 0 && (!(P_k < N) || x) -> 1 : 0); goto a
  :: d_step { committed == 0 && (x & 1) -> x = x + 1 }; goto b
  fi;

at_end:
  do :: false od
}

active proctype Q() {
  byte got;

run_:
  if
  :: d_step {
       ask?got,eval((committed == 0 && got == 0 -> 1 : -1));
       x = got;
       P_k = (P_k + P_STEP) % N;
       committed = committed + 1
     }; goto run_
  :: d_step { nempty(mail) && committed == 0 -> mail?got,y }; goto run_
  :: d_step { bell?eval((committed == 0 -> 1 : -1)); committed = committed - 1 }; goto wait
  fi;

wait:
  do :: false od
}

ltl assertion_1 { [] (P@b -> (P_k < N || y == T[1])) }
)";

TEST(ToPromela, WritesEveryPartOfAModel) { EXPECT_EQ(promela_of(all_parts), all_parts_in_promela); }

TEST(ToPromela, WritesTheClaimAsANeverClaim) {
  EXPECT_EQ(promela_of(R"(
byte x;
process P { byte k; state a, b; init a; trans a -> b { effect k = 1; }, b -> a { effect k = 0; }; }
process Watch {
  state ok, bad; init ok; accept bad;
  trans ok -> ok { }, ok -> bad { guard P.b and P->k > 0; }, bad -> bad { guard not P.a; };
}
system async property Watch;
)"),
            R"(/* Written by Clew from given.dve. */
/* Note: the location 'bad' of Watch is called 'accept_bad' here. */

byte x;

active proctype P() {
  byte k;

a:
  k = 1; goto b;

b:
  k = 0; goto a
}

never {
ok:
  if
  :: true -> goto ok
  :: P@b && P:k > 0 -> goto accept_bad
  fi;

accept_bad:
  !P@a -> goto accept_bad
}
)");
}

TEST(ToPromela, LeavesPlainHandshakesAlone) {
  EXPECT_EQ(promela_of(R"(
channel c; channel {byte} d[0];
process P { byte k; state a; init a; trans a -> a { sync c!-1; }, a -> a { sync d?k; }; }
process Q { int k; state a; init a; trans a -> a { sync c?k; }, a -> a { sync d!not 0; }; }
system async;
)"),
            R"(/* Written by Clew from given.dve. */
/* Note: a value out of range, an error there, wraps around here. */

chan c = [0] of { int };
chan d = [0] of { byte };

active proctype P() {
  byte k;

a:
  if
  :: c!-1; goto a
  :: d?k; goto a
  fi
}

active proctype Q() {
  short k;

a:
  if
  :: c?k; goto a
  :: d!(!0); goto a
  fi
}
)");
}

TEST(ToPromela, SendsNoValueThatThereIsNotWhileTheGuardIsFalse) {
  const std::string text = promela_of(R"(
byte v[3]; channel c;
process P { byte i; state a; init a; trans a -> a { guard i < 3; sync c!v[i]; }; }
process Q { byte k; state a; init a; trans a -> a { sync c?k; }; }
system async;
)");
  EXPECT_NE(text.find("c!(i < 3 -> v[i] : 0),(i < 3 -> 1 : 0); goto a\n"), std::string::npos)
      << text;
}

TEST(ToPromela, SaysThatAMessageMayFailWhereNobodyReceivesIt) {
  const auto sends = [](const std::string& value, const std::string& guard) {
    return promela_of("byte x; channel c; process P { state a; init a; trans a -> a { sync c!" +
                      value + "; }; }\nprocess Q { byte k; state a; init a; trans a -> a { " +
                      guard + " sync c?k; }; }\nsystem async;\n");
  };
  const std::string note =
      "\n/* Note: a message that has no value is an error here even where the guard of its\n"
      "   receiver is false. */\n";
  EXPECT_NE(sends("2 / x", "guard x > 0;").find(note), std::string::npos);
  EXPECT_EQ(sends("2 / x", "").find(note), std::string::npos);
  EXPECT_EQ(sends("2 + x", "guard x > 0;").find(note), std::string::npos);
}

// A sender with so many different effects.
std::string many_effects(int count) {
  std::string text = "int x; channel c; process P { state a; init a; trans\n";
  for (int i = 1; i <= count; ++i) {
    text +=
        "a -> a { sync c!1; effect x = " + std::to_string(i) + (i < count ? "; },\n" : "; };\n");
  }
  return text + "}\nprocess Q { state a; init a; trans a -> a { sync c?x; }; }\nsystem async;\n";
}

TEST(ToPromela, HasANumberForEveryEffectOfASender) {
  const std::string some = promela_of(many_effects(254));
  EXPECT_NE(some.find(", byte };\n"), std::string::npos) << some;
  const std::string more = promela_of(many_effects(300));
  EXPECT_NE(more.find(", short };\n"), std::string::npos) << more;
  EXPECT_NE(more.find("c!1,300; goto a"), std::string::npos) << more;
}

TEST(ToPromela, RefusesMoreThanPromelaHasRoomFor) {
  std::string processes;
  std::string channels;
  for (int i = 0; i < 256; ++i) {
    processes += "process P" + std::to_string(i) + " { state a; init a; }\n";
    channels += "channel c" + std::to_string(i) + ";\n";
  }
  const std::string process = "process P { state a; init a; } system async;";
  EXPECT_EQ(refusal_of(processes + "system async;"),
            "the model has 256 processes, and Promela has at most 255");
  EXPECT_EQ(refusal_of(channels + process),
            "the model has 256 channels, and Promela has at most 255");
  EXPECT_EQ(refusal_of("byte v[65536]; " + process),
            "'v' has 65536 elements, and in Promela an array has at most 65535");
}

TEST(ToPromela, RefusesSynchronousSystems) {
  EXPECT_EQ(refusal_of("process P { state a; init a; } system sync;"),
            "all processes move at once, and in Promela they take turns");
}

TEST(ToPromela, RefusesAClaimThatDoesMoreThanLook) {
  const std::string process = "byte x; process P { state a; init a; }\n";
  EXPECT_EQ(refusal_of(process + "process W { byte n; state w; init w; } system async property W;"),
            "the claim 'W' has variables, and a never claim only looks on");
  EXPECT_EQ(refusal_of(process + "process W { state w; init w; trans w -> w { effect x = 1; }; } "
                                 "system async property W;"),
            "the claim 'W' has effects, and a never claim only looks on");
}

TEST(ToPromela, RefusesToReceiveAnIndexTogetherWithWhatItSelects) {
  EXPECT_EQ(refusal_of(R"(
byte v[2], i; channel {byte, byte} c[1];
process P { state a; init a; trans a -> a { sync c?{i, v[i]}; }, a -> a { sync c!{1, 2}; }; }
system async;
)"),
            "'sync c?{i, v[i]};' in 'P' receives an index and an element at that index at once, "
            "and Promela would use the new index");
}

TEST(ToPromela, RefusesWhatGoesOnWithinAMove) {
  ReadResult<Model> read = language_named("promela")->read(
      {"a.pml", "byte x; active proctype P() { do :: atomic { x = 1; x = 0 } od }", {}});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_promela(read.value()).refusal,
            "'P' goes on within its move after 'x = 1', which is not translated");
}

TEST(ToPromela, KeepsWhatLabelsMean) {
  const std::string text = R"(byte x;
chan never_made[2];
active proctype P() {
  end_s1: do
  :: x < 2 -> x++; progress: accept_here: x = x + 1
  :: x > 5 -> x--
  od
}
active proctype Q() {
  do :: x == 7 -> ended: x = 0 od
}
)";
  const auto read = language_named("promela")->read({"given.pml", text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Encoded there = to_promela(read.value());
  EXPECT_EQ(there.refusal, "");
  EXPECT_EQ(there.text, R"(/* Written by Clew from given.pml. */

byte x;
chan never_made[2];

active proctype P() {
end_s1:
  if
  :: x < 2 -> goto line_5
  :: x > 5 -> goto line_6
  fi;

line_5:
  x = x + 1; goto progress;

line_6:
  x = x - 1; goto end_s1;

progress:
accept_progress:
  x = x + 1; goto end_s1
}

active proctype Q() {
line_10:
  x == 7 -> goto ended;

ended:
  x = 0; goto line_10
}
)");
}

}  // namespace
}  // namespace clew
