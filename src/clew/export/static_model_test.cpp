#include "clew/export/static_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "clew/export/dve.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

Encoded dve_of(const std::string& text) {
  ReadResult<Model> read = language_named("promela")->read({"given.pml", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text() << text;
  if (!read.ok()) return {};
  Encoded encoded = to_dve(read.value());
  if (encoded.refusal.empty()) {
    const ReadResult<Model> again = language_named("dve")->read({"again.dve", encoded.text, {}});
    EXPECT_TRUE(again.ok()) << again.diagnostics.text() << encoded.text;
  }
  return encoded;
}

std::string refusal_of(const std::string& text) {
  const Encoded encoded = dve_of(text);
  EXPECT_EQ(encoded.text, "");
  return encoded.refusal;
}

TEST(PlainModel, LetsProcessesEndOneAfterTheOther) {
  EXPECT_EQ(dve_of(R"(
byte x = 250;
active [2] proctype P() { bit b; x = x + _pid; b = x }
)")
                .text,
            R"(// Written by Clew from given.pml.
// Note: a proper end is a deadlock here.
// Note: the process 'P:0' is called 'P_0' here.
// Note: the process 'P:1' is called 'P_1' here.

byte x = 250;
byte alive = 2;

process P_0 {
  byte b;
  state line_3, line_3_2, end, gone;
  init line_3;
  trans
    line_3 -> line_3_2 { effect x = x; },
    line_3_2 -> end { effect b = x & 1; },
    end -> gone { guard alive == 1; effect alive = alive - 1, b = 0; };
}

process P_1 {
  byte b;
  state line_3, line_3_2, end, gone;
  init line_3;
  trans
    line_3 -> line_3_2 { effect x = (x + 1) & 255; },
    line_3_2 -> end { effect b = x & 1; },
    end -> gone { guard alive == 2; effect alive = alive - 1, b = 0; };
}

system async;
)");
}

constexpr const char* protocol = R"(mtype = { ack, msg };
chan to = [2] of { mtype, byte };
chan back = [0] of { mtype, bit };
byte sent;
active proctype Sender() {
  bit s;
  do
  :: atomic { sent < 3 -> to!msg, sent; sent++ }
  :: back?ack, eval(s) -> s = 1 - s
  :: sent == 3 -> break
  od;
  assert(sent == 3)
}
active proctype Receiver() {
  byte n;
  bit s;
  do
  :: d_step { to?msg, n; n = n + 200 } -> back!ack, s; s++
  :: else -> skip
  od
}
)";

constexpr const char* protocol_in_dve = R"(// Written by Clew from given.pml.
// Note: a proper end is a deadlock here.

byte sent;
byte alive = 2;
byte to_len;
byte to_1[2];
byte to_2[2];

channel back_ack_0;
channel back_ack_1;

process Sender {
  byte s;
  state line_7, line_8, line_9, line_12, end, gone;
  init line_7;
  assert line_12: sent == 3;
  trans
    line_7 -> line_8 { guard (sent < 3) and (to_len >= 2); },
    line_7 -> line_7 {
      guard (sent < 3) and (to_len < 2);
      effect to_1[to_len] = 1, to_2[to_len] = sent, to_len = to_len + 1, sent = (sent + 1) & 255;
    },
    line_7 -> line_9 { guard s == 0; sync back_ack_0?; },
    line_7 -> line_9 { guard s == 1; sync back_ack_1?; },
    line_7 -> line_12 { guard sent == 3; },
    line_8 -> line_7 {
      guard to_len < 2;
      effect to_1[to_len] = 1, to_2[to_len] = sent, to_len = to_len + 1, sent = (sent + 1) & 255;
    },
    line_9 -> line_7 { effect s = 1 - s; },
    line_12 -> end { },
    end -> gone { guard alive == 1; effect alive = alive - 1, s = 0; };
}

process Receiver {
  byte n;
  byte s;
  state line_17, line_18_2, line_19, line_18_3;
  init line_17;
  trans
    line_17 -> line_18_2 {
      guard (to_len > 0) and (to_1[0] == 1);
      effect n = to_2[0], to_1[0] = to_1[1], to_1[1] = 0, to_2[0] = to_2[1], to_2[1] = 0,
             to_len = to_len - 1, n = (n + 200) & 255;
    },
    line_17 -> line_19 { guard not ((to_len > 0) and (to_1[0] == 1)); },
    line_18_2 -> line_18_3 { guard s == 0; sync back_ack_0!; },
    line_18_2 -> line_18_3 { guard s == 1; sync back_ack_1!; },
    line_19 -> line_17 { },
    line_18_3 -> line_17 { effect s = (s + 1) & 1; };
}

system async;
)";

TEST(PlainModel, WritesAProtocolOut) { EXPECT_EQ(dve_of(protocol).text, protocol_in_dve); }

TEST(PlainModel, KeepsChannelsThatNobodyLooksInto) {
  EXPECT_EQ(dve_of(R"(
chan c = [2] of { byte, short }; int n;
active proctype P() { do :: c!n, n - 1 od }
active proctype Q() { bit b; do :: c?b, n; n++ :: c?_, n od }
)")
                .text,
            R"(// Written by Clew from given.pml.
// Note: 'n' has 16 bits here; a value that needs more is an error.

int n;
int message_1;

channel {byte, int} c[2];

process P {
  state line_3;
  init line_3;
  trans
    line_3 -> line_3 { sync c!{n & 255, (((n - 1) + 32768) & 65535) - 32768}; };
}

process Q {
  byte b;
  state line_4, line_4_2;
  init line_4;
  trans
    line_4 -> line_4_2 { sync c?{message_1, n}; effect b = message_1 & 1, message_1 = 0; },
    line_4 -> line_4 { sync c?{message_1, n}; effect message_1 = 0; },
    line_4_2 -> line_4 { effect n = n + 1; };
}

system async;
)");
}

bool has_line(const std::string& text, const std::string& line) {
  return text.find("\n" + line + "\n") != std::string::npos;
}

TEST(PlainModel, SaysWhichErrorsBecomeWaiting) {
  const std::string blocks =
      "// Note: a d_step that blocks behind its first statement, an error there, does not begin "
      "here.";
  const auto d_step = [](const std::string& steps) {
    return dve_of("byte x, y; active proctype P() { d_step { " + steps + " } }").text;
  };
  EXPECT_TRUE(has_line(d_step("x = 1; y == 1; x = 2"), blocks));
  EXPECT_FALSE(has_line(d_step("x = 1; x == 1; x = 2"), blocks));
  EXPECT_FALSE(has_line(d_step("y == 1; if :: x == 1 -> x = 2 :: else fi"), blocks));

  const std::string misses =
      "// Note: an index outside an array of channels, an error there, makes a statement wait "
      "here.";
  const auto send = [](const std::string& index) {
    return dve_of("chan c[2] = [1] of { byte }; byte x; active proctype P() { c[" + index + "]!1 }")
        .text;
  };
  EXPECT_TRUE(has_line(send("x"), misses));
  EXPECT_FALSE(has_line(send("x & 1"), misses));
  EXPECT_FALSE(has_line(send("1"), misses));
}

TEST(PlainModel, StoresWhatIsReceivedInOrder) {
  for (const char* const channel : {"[1]", "[0]"}) {
    const auto receiving = [&](const std::string& items) {
      return dve_of(fmt::format("chan c = {} of {{ byte, byte }}; byte v[3], x; "
                                "active proctype S() {{ c!1,2; c!2,1 }} "
                                "active proctype R() {{ c?{} }}",
                                channel, items))
          .text;
    };
    const std::string before = receiving("v[x],x");
    EXPECT_NE(before.find(R"(
      sync c?{message_1, message_2};
      effect v[x] = message_1 & 255, message_1 = 0, x = message_2 & 255, message_2 = 0;
)"),
              std::string::npos)
        << "the index is the one from before\n"
        << before;
    const std::string after = receiving("x,v[x]");
    EXPECT_NE(after.find(R"(
    line_1 -> end { sync c?{x, message_1}; effect v[x] = message_1 & 255, message_1 = 0; },
)"),
              std::string::npos)
        << "the index is the new one\n"
        << after;
  }
}

TEST(PlainModel, RefusesWithASentenceThatNamesTheConstruct) {
  EXPECT_EQ(refusal_of("proctype A() { skip } init { run A() }"),
            "'run A()' starts a process while the model runs, and DVE has all from the beginning");
  EXPECT_EQ(refusal_of("active proctype P() { timeout }"),
            "'P' waits for a timeout, which DVE has not");
  EXPECT_EQ(refusal_of("chan c = [0] of { byte }; active proctype P() { if :: c!1 :: else fi }"),
            "what 'P' does depends on whether somebody takes part in 'c!1', which DVE cannot say");
  EXPECT_EQ(refusal_of("chan c = [2] of { byte }; active proctype P() { c!!1 }"),
            "'c!!1' in 'P' sends in order, which is not translated");
  EXPECT_EQ(refusal_of("byte x; active proctype P() { A: x = 1 } "
                       "active proctype Q() { P[0]@A -> skip }"),
            "'Q' asks where a process is, which is translated of the claim only");
  EXPECT_EQ(
      refusal_of("byte x, v[2]; active proctype P() { atomic { v[x] = 1; v[0] == 1 } }"),
      "what 'P' does inside an atomic block depends on 'v', which changes there in a way that "
      "DVE cannot foresee");
  EXPECT_EQ(refusal_of("chan c = [1] of { int }; int n; active proctype P() { c!n }"),
            "'c!n' in 'P' sends a value of 32 bits through a buffer, and DVE keeps 16");
  EXPECT_EQ(refusal_of("int x = 70000; active proctype P() { x = x - 1 }"),
            "'x' begins with 70000, and a variable of DVE has 16 bits");
  EXPECT_EQ(refusal_of("chan c = [0] of { byte }; byte a, b; "
                       "active proctype P() { d_step { c!1; a = 1 } } active proctype Q() { c?b }"),
            "'c!1' in 'P' is a handshake that begins a d_step, which is an error of the model");
  std::string doubled;
  for (int i = 0; i < 40; ++i) doubled += "x = x + x; ";
  EXPECT_EQ(refusal_of("int x; active proctype P() { atomic { " + doubled + "if :: x > 5 fi } }"),
            "what 'P' computes inside an atomic block is too long to write down in one expression");
}

}  // namespace
}  // namespace clew
