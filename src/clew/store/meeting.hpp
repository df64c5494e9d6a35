// Where all workers wait for each other.
//
//   Meeting meeting;
//   meeting.arrive(workers);   // returns when `workers` workers have called it
//
// Threads: all.  What a worker did before it arrived is seen by all after they left.
#pragma once

#include <atomic>

namespace clew {

class Meeting {
 public:
  void arrive(unsigned workers) {
    if (workers == 1) return;
    // Acquire and release: everybody's work comes before, everybody's departure behind.
    const unsigned round = round_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
      return;
    }
    for (int look = 0; look < looks_max; ++look)
      if (round_.load(std::memory_order_acquire) != round) return;
    while (round_.load(std::memory_order_acquire) == round)
      round_.wait(round, std::memory_order_acquire);
  }

 private:
  static constexpr int looks_max = 2000;  // before a worker goes to sleep

  std::atomic<unsigned> arrived_{0};
  std::atomic<unsigned> round_{0};
};

}  // namespace clew
