#include "clew/base/patience.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <utility>

#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace detail {
thread_local Patience* patience_of_thread = nullptr;
thread_local std::uint32_t questions_of_thread = 0;
}  // namespace detail

namespace {

// What a search needs beyond its limit to notice, and to end in order.
constexpr double seconds_beyond = 0.2;
// To replay what was found, and to say what is known.
constexpr std::chrono::milliseconds last_moments{1200};

constexpr std::chrono::milliseconds memory_period{4};

// The same of memory: a search may pass its limit by a tenth when it begins.
std::uint64_t memory_allowed(std::uint64_t limit) {
  constexpr std::uint64_t least = 4U << 20;
  return limit + limit / 10 + least;
}

}  // namespace

Patience::Patience(const Limits& limits, std::function<bool()> is_interrupted)
    : limits_(limits),
      is_interrupted_(std::move(is_interrupted)),
      started_(Clock::now()),
      memory_bytes_max_(memory_allowed(limits.memory_bytes_max)),
      next_memory_look_(started_) {}

Patience* Patience::of_thread() { return detail::patience_of_thread; }

Patience::Scope::Scope(Patience* patience)
    : before_(std::exchange(detail::patience_of_thread, patience)) {}

Patience::Scope::~Scope() { detail::patience_of_thread = before_; }

void Patience::look() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const bool has_moments_left = is_over_ && now < patient_until_;
  if (!has_moments_left) {
    const std::chrono::duration<double> passed = now - started_;
    const double seconds = limits_.seconds_before + passed.count();
    if (limits_.seconds_max > 0 && seconds >= limits_.seconds_max + seconds_beyond) {
      end(OutOfPatience::Limit::Time,
          fmt::format("time limit of {} s reached", limits_.seconds_max), now);
    }
    if (!interrupted_ && is_interrupted()) interrupted_ = now;
    if (interrupted_ && std::chrono::duration<double>(now - *interrupted_).count() >= seconds_beyond)
      end(OutOfPatience::Limit::Interrupt, "interrupted", now);
  }
  if (limits_.memory_bytes_max > 0) look_at_memory(now);
}

void Patience::end_in_order() {
  const std::lock_guard lock(mutex_);
  if (is_over_) return;
  is_over_ = true;
  patient_until_ = Clock::now() + last_moments;
}

void Patience::look_at_memory(Clock::time_point now) {
  if (now < next_memory_look_) return;
  next_memory_look_ = now + memory_period;
  if (resident_memory_bytes() <= memory_bytes_max_) return;
  ::malloc_trim(0);  // what was freed may still be counted as ours
  if (resident_memory_bytes() <= memory_bytes_max_) return;
  end(OutOfPatience::Limit::Memory,
      fmt::format("memory limit of {} reached", bytes_text(limits_.memory_bytes_max)), now);
}

void Patience::end(OutOfPatience::Limit limit, const std::string& text, Clock::time_point now) {
  if (limit != OutOfPatience::Limit::Memory) {
    is_over_ = true;
    patient_until_ = now + last_moments;
  }
  throw OutOfPatience(limit, text);
}

}  // namespace clew
