// Whether work whose end nobody foresees may go on: one move of millions of steps, a list of initial states,
// a table over a whole model, a file without end.  It asks here, and is left in the middle if it may not.
//
//   Patience patience({.seconds_max = 2}, [] { return was_interrupted(); });
//   const Patience::Scope scope(patience);     // for this thread, until the scope ends
//   try {
//     for (;;) ask_patience();                 // anywhere below
//   } catch (const OutOfPatience& end) {
//     end.what();                              // "time limit of 2 s reached"
//   }
//
// A thread without a scope is not hurried.  Searches look at their own limits, and for whoever wants an
// end, and end in order; they are given a moment more, so that this is only for what holds them up.
//
// Threads: any number may have a scope of one Patience at the same time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "clew/base/watch.hpp"

namespace clew {

class OutOfPatience : public std::runtime_error {
 public:
  enum class Limit : std::uint8_t { Time, Memory, Interrupt };

  OutOfPatience(Limit limit, const std::string& text) : std::runtime_error(text), limit_(limit) {}

  Limit limit() const { return limit_; }

 private:
  Limit limit_;
};

class Patience {
 public:
  // `is_interrupted` may be empty; it is called by every thread that has a scope.
  Patience(const Limits& limits, std::function<bool()> is_interrupted);
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // The thread's patience, until the scope ends; null: it is not hurried.
  class Scope {
   public:
    explicit Scope(Patience& patience) : Scope(&patience) {}
    explicit Scope(Patience* patience);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Patience* before_;
  };

  // That of the calling thread; null if it has none.
  static Patience* of_thread();

  bool is_interrupted() const { return is_interrupted_ && is_interrupted_(); }

  // Throws OutOfPatience if a limit is reached.  When time is up, or somebody wants an end, there are some
  // moments then to put together what is known, before it throws again.
  void look();
  // Those moments begin now: a search has seen for itself that it has to end, and does so in order.
  void end_in_order();

 private:
  using Clock = std::chrono::steady_clock;

  void look_at_memory(Clock::time_point now);
  [[noreturn]] void end(OutOfPatience::Limit limit, const std::string& text, Clock::time_point now);

  const Limits limits_;
  const std::function<bool()> is_interrupted_;
  const Clock::time_point started_;
  const std::uint64_t memory_bytes_max_;
  std::mutex mutex_;  // of what follows
  Clock::time_point next_memory_look_;
  std::optional<Clock::time_point> interrupted_;
  Clock::time_point patient_until_;  // once a limit was reached
  bool is_over_ = false;
};

namespace detail {
extern thread_local Patience* patience_of_thread;
extern thread_local std::uint32_t questions_of_thread;
}  // namespace detail

// For turns that may take long, or much memory.
inline void look_at_patience() {
  if (detail::patience_of_thread != nullptr) detail::patience_of_thread->look();
}

// For loops whose turns take a microsecond or so.
inline void ask_patience() {
  constexpr std::uint32_t turns_per_look = 256;
  if (detail::patience_of_thread != nullptr &&
      ++detail::questions_of_thread % turns_per_look == 0) {
    detail::patience_of_thread->look();
  }
}

}  // namespace clew
