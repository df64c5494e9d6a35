#include "clew/walk/crew.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace clew {
namespace {

TEST(Crew, EveryWorkerDoesTheJobOnce) {
  Crew crew(4);
  std::vector<int> done(4, 0);
  crew.run([&](unsigned worker) { ++done[worker]; }, [] {});
  EXPECT_EQ(done, (std::vector<int>{1, 1, 1, 1}));
}

TEST(Crew, OneWorkerIsTheCallingThread) {
  Crew crew(1);
  std::thread::id who;
  crew.run([&](unsigned) { who = std::this_thread::get_id(); }, [] {});
  EXPECT_EQ(who, std::this_thread::get_id());
}

TEST(Crew, WhatOneRunWroteTheNextReads) {
  Crew crew(3);
  std::vector<std::uint64_t> numbers(3, 1);
  std::vector<std::uint64_t> sums(3, 0);
  for (int round = 0; round < 2'000; ++round) {
    crew.run([&](unsigned worker) { sums[worker] = numbers[0] + numbers[1] + numbers[2]; }, [] {});
    crew.run([&](unsigned worker) { numbers[worker] = sums[(worker + 1) % 3] % 1'000'003; }, [] {});
    EXPECT_EQ(numbers[0], numbers[1]);
    EXPECT_EQ(numbers[1], numbers[2]);
  }
}

TEST(Crew, AnExceptionOfAWorkerIsThrownWhenAllAreDone) {
  Crew crew(3);
  std::atomic<int> done{0};
  const auto job = [&](unsigned worker) {
    if (worker == 2) throw std::runtime_error("no more");
    ++done;
  };
  EXPECT_THROW(crew.run(job, [] {}), std::runtime_error);
  EXPECT_EQ(done, 2);
  crew.run([&](unsigned) { ++done; }, [] {});
  EXPECT_EQ(done, 5);
}

TEST(Crew, WhoeverWaitsForOthersIsNotIdle) {
  Crew crew(2);
  std::atomic<bool> may_end{false};
  int calls = 0;
  crew.run(
      [&](unsigned worker) {
        while (worker == 1 && !may_end) std::this_thread::yield();
      },
      [&] {
        ++calls;
        may_end = true;
      });
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace clew
