#include "clew/base/patience.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace clew {
namespace {

// What ends a loop that would not end by itself.
std::string end_of_asking(Patience& patience) {
  const Patience::Scope scope(patience);
  try {
    for (;;) ask_patience();
  } catch (const OutOfPatience& end) {
    return end.what();
  }
}

TEST(Patience, EndsWithTheTime) {
  Patience patience({.seconds_max = 1, .seconds_before = 1.5}, {});
  EXPECT_EQ(end_of_asking(patience), "time limit of 1 s reached");
}

TEST(Patience, EndsWhenInterrupted) {
  int asked = 0;
  Patience patience({}, [&] { return ++asked == 3; });
  EXPECT_EQ(end_of_asking(patience), "interrupted");
}

TEST(Patience, EndsWithTheMemory) {
  const std::vector<char> taken(64U << 20, 'x');
  Patience patience({.memory_bytes_max = 1}, {});
  EXPECT_EQ(end_of_asking(patience), "memory limit of 1 B reached");
}

TEST(Patience, LeavesAMomentToSayWhatIsKnown) {
  Patience patience({.seconds_max = 1, .seconds_before = 1.5}, {});
  EXPECT_THROW(patience.look(), OutOfPatience);
  EXPECT_NO_THROW(patience.look());
}

TEST(Patience, LeavesAMomentToASearchThatEndsInOrder) {
  Patience late({.seconds_max = 1, .seconds_before = 1.5}, {});
  late.end_in_order();
  EXPECT_NO_THROW(late.look());
  Patience interrupted({}, [] { return true; });
  EXPECT_NO_THROW(interrupted.look());  // a search that looks by itself has not had the time yet
  interrupted.end_in_order();
  EXPECT_NO_THROW(interrupted.look());
}

TEST(Patience, IsThatOfTheThread) {
  Patience patience({.seconds_max = 1, .seconds_before = 1.5}, {});
  const Patience::Scope scope(patience);
  EXPECT_EQ(Patience::of_thread(), &patience);
  std::thread([&] { EXPECT_EQ(Patience::of_thread(), nullptr); }).join();
  {
    const Patience::Scope unhurried(nullptr);
    EXPECT_EQ(Patience::of_thread(), nullptr);
  }
  EXPECT_EQ(Patience::of_thread(), &patience);
}

}  // namespace
}  // namespace clew
