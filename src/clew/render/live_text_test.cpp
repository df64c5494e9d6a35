#include "clew/render/live_text.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(LiveText, CountsStates) {
  Heartbeat now;
  now.states_discovered = 12'000;
  now.frontier_length = 3'456;
  now.level = 7;
  now.memory_bytes = 64U << 20;
  now.seconds = 2;
  EXPECT_EQ(live_text(now),
            "12,000 states, 6,000 states/s, frontier 3,456, level 7, 64.0 MiB, 2 s");
}

TEST(LiveText, FitsTheTerminal) {
  Heartbeat now;
  now.question = "[] (a very long formula about everything)";
  now.states_discovered = 1'234'567'890;
  now.frontier_length = 123'456'789;
  now.level = 1'185'793;
  now.memory_bytes = 64U << 20;
  now.seconds = 1'000;
  EXPECT_EQ(live_text(now, 200),
            "[] (a very long formul..: 1,234,567,890 states, 1,234,567 states/s, frontier 123,456,789, "
            "level 1185793, 64.0 MiB, 1000 s");
  EXPECT_EQ(live_text(now, 100),
            "[] (a very long formul..: 1,234,567,890 states, 1,234,567 states/s, level 1185793, 64.0 MiB, "
            "1000 s");
  EXPECT_EQ(live_text(now, 79),
            "[] (a very long formul..: 1,234,567,890 states, 64.0 MiB, 1000 s");
  EXPECT_EQ(live_text(now, 20), "[] (a very long fo..");
}

TEST(LiveText, SaysWhoIsAtWorkAndHowFar) {
  Heartbeat now;
  now.engine = "bmc";
  now.level = 31;
  now.memory_bytes = 1U << 20;
  now.seconds = 12.4;
  EXPECT_EQ(live_text(now), "bmc: step 31, 1.0 MiB, 12 s");
}

}  // namespace
}  // namespace clew
