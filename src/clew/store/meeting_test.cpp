#include "clew/store/meeting.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace clew {
namespace {

constexpr unsigned workers = 3;

// Runs `work` on all workers, and says which of them threw.
template <class Work>
std::vector<bool> who_threw(Work work) {
  std::vector<char> threw(workers, 0);
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      try {
        work(worker);
      } catch (const std::runtime_error&) {
        threw[worker] = 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return {threw.begin(), threw.end()};
}

TEST(PhasesTest, APhaseBeginsWhenAllHaveEndedTheOneBefore) {
  Meeting meeting;
  std::atomic<unsigned> first{0};
  std::vector<unsigned> seen(workers, 0);
  const std::vector<bool> threw = who_threw([&](unsigned worker) {
    Phases phases(meeting, workers);
    phases.run([&] { ++first; });
    phases.run([&] { seen[worker] = first.load(); });
    EXPECT_TRUE(phases.end());
  });
  EXPECT_EQ(threw, std::vector<bool>(workers, false));
  EXPECT_EQ(seen, std::vector<unsigned>(workers, workers));
}

TEST(PhasesTest, WhoFailsKeepsNobodyWaiting) {
  Meeting meeting;
  std::atomic<unsigned> later{0};
  const std::vector<bool> threw = who_threw([&](unsigned worker) {
    Phases phases(meeting, workers);
    phases.run([&] {
      if (worker == 1) throw std::runtime_error("no memory");
    });
    phases.run([&] { ++later; });
    EXPECT_FALSE(phases.end());
  });
  EXPECT_EQ(threw, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(later.load(), 0U);
}

}  // namespace
}  // namespace clew
