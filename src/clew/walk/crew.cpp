#include "clew/walk/crew.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace clew {

namespace {

// Falling asleep and being woken takes some fifty microseconds; levels and growth are often shorter
// apart than that.  Longer spinning would take the core from somebody who has work.
constexpr int spins_max = 2'000;

constexpr std::chrono::milliseconds meanwhile_period{20};

void breathe() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

Crew::Crew(unsigned workers) : size_(std::max(workers, 1U)), errors_(size_) {}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    is_over_.store(true);
    runs_.fetch_add(1);
  }
  run_begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

unsigned Crew::start() {
  try {
    while (threads_.size() + 1 < size_) {
      const auto worker = static_cast<unsigned>(threads_.size() + 1);
      threads_.emplace_back([this, worker] { serve(worker); });
    }
  } catch (const std::system_error&) {
    size_ = static_cast<unsigned>(threads_.size() + 1);
  }
  return size_;
}

void Crew::run(Job job, FunctionRef<void()> meanwhile) {
  start();
  job_ = &job;
  patience_ = Patience::of_thread();
  busy_.store(size_ - 1);
  if (size_ > 1) {
    {
      const std::lock_guard lock(mutex_);
      runs_.fetch_add(1);
    }
    run_begins_.notify_all();
  }
  do_job(0);
  wait_for_others(meanwhile);
  for (std::exception_ptr& error : errors_) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
  }
}

void Crew::do_job(unsigned worker) {
  try {
    (*job_)(worker);
  } catch (...) {
    errors_[worker] = std::current_exception();
  }
}

void Crew::wait_for_others(FunctionRef<void()> meanwhile) {
  for (int i = 0; i < spins_max; ++i) {
    if (busy_.load() == 0) return;
    breathe();
  }
  std::unique_lock lock(mutex_);
  while (!run_ends_.wait_for(lock, meanwhile_period, [&] { return busy_.load() == 0; })) {
    lock.unlock();
    meanwhile();
    lock.lock();
  }
}

bool Crew::wait_for_run(std::uint64_t& seen) {
  for (int i = 0; i < spins_max && runs_.load() == seen; ++i) breathe();
  if (runs_.load() == seen) {
    std::unique_lock lock(mutex_);
    run_begins_.wait(lock, [&] { return runs_.load() != seen; });
  }
  ++seen;  // a run ends before the next begins, so none is missed
  return !is_over_.load();
}

void Crew::serve(unsigned worker) {
  std::uint64_t seen = 0;
  while (wait_for_run(seen)) {
    {
      const Patience::Scope scope(patience_);
      do_job(worker);
    }
    if (busy_.fetch_sub(1) > 1) continue;
    { const std::lock_guard lock(mutex_); }  // whoever is about to sleep sleeps by now
    run_ends_.notify_one();
  }
}

}  // namespace clew
