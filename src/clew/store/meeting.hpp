// Where all workers wait for each other.
//
//   Meeting meeting;
//   meeting.arrive(workers);   // returns when `workers` workers have called it
//
//   Phases phases(meeting, workers);
//   phases.run([&] { ... });   // and waits for all
//   phases.end();              // throws what a phase of this worker has thrown
//
// Threads: all.  What a worker did before it arrived is seen by all after they left.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

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

  // Relaxed: between two phases all arrive.
  void fail() { has_failed_.store(true, std::memory_order_relaxed); }
  bool has_failed() const { return has_failed_.load(std::memory_order_relaxed); }

 private:
  static constexpr int looks_max = 2000;  // before a worker goes to sleep

  std::atomic<unsigned> arrived_{0};
  std::atomic<unsigned> round_{0};
  std::atomic<bool> has_failed_{false};
};

// What one worker does in phases that all do together.  An exception keeps nobody waiting, but after
// it no phase is begun any more: what they work on is in no state to go on with.
class Phases {
 public:
  Phases(Meeting& meeting, unsigned workers) : meeting_(meeting), workers_(workers) {}

  template <class Work>
  void run(Work work) {
    try {
      if (!meeting_.has_failed()) work();
    } catch (...) {
      error_ = std::current_exception();
      meeting_.fail();
    }
    meeting_.arrive(workers_);
  }

  // False: somebody has failed, but not this worker.
  bool end() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return !meeting_.has_failed();
  }

 private:
  Meeting& meeting_;
  unsigned workers_;
  std::exception_ptr error_;
};

}  // namespace clew
