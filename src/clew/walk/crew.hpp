// Workers that do the same job at the same time, again and again.
//
//   Crew crew(2);
//   crew.run([&](unsigned worker) { ... }, [] {});   // worker 0 is the calling thread
//
// A run is the one place where workers meet: it begins when all may begin and returns when all are
// done.  Between two runs nobody else touches anything.  Threads are started by the first run, so a
// crew that is never needed costs nothing.
//
// Threads: all functions are for the thread that made the crew.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/base/patience.hpp"

namespace clew {

class Crew {
 public:
  // REQUIRES: workers > 0
  explicit Crew(unsigned workers);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned size() const { return size_; }
  // Starts the threads now, and says how many workers there are: fewer than were asked for if the
  // system has no more.
  unsigned start();

  using Job = FunctionRef<void(unsigned worker)>;

  // Calls job(worker) on every worker.  While the calling thread has nothing left to do but waits
  // for others, it calls `meanwhile` every few milliseconds.
  // ENSURES: all that a worker wrote is visible to all workers of the next run.  An exception of a
  // worker is thrown here, when all are done.
  void run(Job job, FunctionRef<void()> meanwhile);

 private:
  void serve(unsigned worker);
  // The run after `seen`, or nothing if there will be none.
  bool wait_for_run(std::uint64_t& seen);
  void wait_for_others(FunctionRef<void()> meanwhile);
  void do_job(unsigned worker);

  unsigned size_;
  std::vector<std::thread> threads_;
  std::vector<std::exception_ptr> errors_;  // by worker
  const Job* job_ = nullptr;
  Patience* patience_ = nullptr;  // of the calling thread, and so of all workers

  // Invariants:
  //   (1) job_ and patience_ are written before runs_ is raised, and read only by workers that saw the
  //       new value;
  //   (2) busy_ falls to 0 after every worker of a run has finished it.
  std::atomic<std::uint64_t> runs_{0};
  std::atomic<unsigned> busy_{0};
  std::atomic<bool> is_over_{false};
  // For those who have spun long enough.
  std::mutex mutex_;
  std::condition_variable run_begins_;
  std::condition_variable run_ends_;
};

}  // namespace clew
