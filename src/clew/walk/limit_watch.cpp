#include "clew/walk/limit_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/memory.hpp"
#include "clew/base/patience.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds heartbeat_period{50};

// Machine code finds some ten million states a second: in this time their records take a few megabytes.
constexpr std::chrono::milliseconds memory_period{4};

// Beyond the time limit, so that what a search has found by then is shown.
constexpr double seconds_to_show = 1;

void end_in_order() {
  if (Patience* const patience = Patience::of_thread()) patience->end_in_order();
}

}  // namespace

LimitWatch::LimitWatch(const EngineTask& task)
    : task_(task),
      started_(std::chrono::steady_clock::now()),
      next_heartbeat_(started_ + heartbeat_period),
      next_memory_look_(started_) {}

double LimitWatch::seconds() const {
  const auto passed = std::chrono::steady_clock::now() - started_ - turns_of_others_;
  return std::chrono::duration<double>(passed).count();
}

// A slice ends here, or others go on before the search does.
bool LimitWatch::take_turns(std::uint64_t states) {
  if (task_.turn && states >= next_turn_) {
    const auto begin = std::chrono::steady_clock::now();
    next_turn_ = task_.turn(states);
    turns_of_others_ += std::chrono::steady_clock::now() - begin;
    if (is_stopped()) return false;
  }
  if (task_.states_max == 0 || states <= task_.states_max) return true;
  return refuse(Reason::Interrupted,
                fmt::format("left to others after {}", counted(states, "state")));
}

void LimitWatch::stop(Reason reason, std::string text) {
  if (is_stopped()) return;
  reason_ = reason;
  text_ = std::move(text);
}

bool LimitWatch::refuse(Reason reason, std::string text) {
  stop(reason, std::move(text));
  return false;
}

void LimitWatch::store_is_full(std::uint64_t states) {
  const std::uint64_t limit = task_.limits.memory_bytes_max;
  stop(Reason::Memory,
       limit == 0 ? fmt::format("the store holds no more than {} states", with_commas(states))
                  : fmt::format("memory limit of {} reached after {}", bytes_text(limit),
                                counted(states, "state")));
}

bool LimitWatch::has_room_for(std::uint64_t bytes) {
  const std::uint64_t limit = task_.limits.memory_bytes_max;
  if (limit == 0 || resident_memory_bytes() + bytes <= limit + limit / 10) return true;
  return refuse(
      Reason::Memory,
      fmt::format("memory limit of {} is too low: the model itself needs more", bytes_text(limit)));
}

std::uint64_t LimitWatch::room_up_to(std::uint64_t wanted) const {
  const std::uint64_t limit = task_.limits.memory_bytes_max;
  if (limit == 0) return wanted;
  return std::min(wanted, limit - std::min(limit, resident_memory_bytes()));
}

bool LimitWatch::lets_grow(std::uint64_t bytes, std::uint64_t states) {
  const std::uint64_t more = bytes / 3;  // tables grow by a third or by a half
  if (room_up_to(more) == more) return true;
  store_is_full(states);
  return false;
}

bool LimitWatch::allows(FunctionRef<Heartbeat()> heartbeat) {
  if (is_search_over_) return lets_show();
  if (is_stopped()) return false;
  const bool has_slices = task_.turn || task_.states_max != 0;
  if (has_slices && !take_turns(heartbeat().states_discovered)) return false;
  return allows_probe(heartbeat);
}

bool LimitWatch::allows_probe(FunctionRef<Heartbeat()> heartbeat) {
  if (is_second_search_) return lets_show();
  if (is_stopped()) return false;
  const auto now = std::chrono::steady_clock::now();
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  const double passed = task_.limits.seconds_before + elapsed;
  if (task_.limits.seconds_max > 0 && passed >= task_.limits.seconds_max) {
    end_in_order();
    return refuse(Reason::Time,
                  fmt::format("time limit of {} s reached after {}", task_.limits.seconds_max,
                              counted(heartbeat().states_discovered, "state")));
  }
  if (is_over_memory()) {
    store_is_full(heartbeat().states_discovered);
    return false;
  }
  if (!task_.watcher || now < next_heartbeat_) return true;
  next_heartbeat_ = now + heartbeat_period;
  Heartbeat beat = heartbeat();
  beat.memory_bytes = resident_memory_bytes();
  beat.seconds = elapsed;
  last_heartbeat_ = beat;
  if (task_.watcher(beat) == Continue::Yes) return true;
  interrupted_ = now;
  end_in_order();
  return refuse(Reason::Interrupted,
                fmt::format("interrupted after {}", counted(beat.states_discovered, "state")));
}

bool LimitWatch::allows_store(std::uint64_t states) {
  return allows([&] {
    Heartbeat now = last_heartbeat_;
    now.states_discovered = states;
    return now;
  });
}

bool LimitWatch::is_over_memory() {
  const std::uint64_t limit = task_.limits.memory_bytes_max;
  if (limit == 0) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_memory_look_) return false;
  next_memory_look_ = now + memory_period;
  return resident_memory_bytes() > limit;
}

void LimitWatch::search_begins_again() {
  is_second_search_ = true;
  is_search_over_ = false;
  reason_ = Reason::None;
  text_.clear();
  next_turn_ = states_before_turns;
}

bool LimitWatch::refuse_to_show(Reason reason, const std::string& why) {
  reason_not_to_show_ = reason;
  text_not_to_show_ = why + " while the way to what was found was sought";
  return false;
}

bool LimitWatch::lets_show() {
  if (reason_not_to_show_ != Reason::None) return false;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
  const double passed = task_.limits.seconds_before + elapsed.count();
  const double limit = task_.limits.seconds_max;
  if (limit > 0 && passed >= limit + seconds_to_show) {
    return refuse_to_show(Reason::Time, fmt::format("time limit of {} s reached", limit));
  }
  const std::uint64_t memory = task_.limits.memory_bytes_max;
  if (memory > 0 && std::chrono::steady_clock::now() >= next_memory_look_) {
    next_memory_look_ = std::chrono::steady_clock::now() + memory_period;
    if (resident_memory_bytes() > memory + memory / 10) {
      return refuse_to_show(Reason::Memory,
                            fmt::format("memory limit of {} reached", bytes_text(memory)));
    }
  }
  if (!is_interrupted()) return true;
  // Who runs engines side by side wants an end when time is up, too.
  const bool is_late = limit > 0 && passed >= limit;
  return is_late ? refuse_to_show(Reason::Time, fmt::format("time limit of {} s reached", limit))
                 : refuse_to_show(Reason::Interrupted, "interrupted");
}

bool LimitWatch::is_interrupted() {
  const auto now = std::chrono::steady_clock::now();
  if (!task_.watcher || now < next_heartbeat_) return false;
  next_heartbeat_ = now + heartbeat_period;
  last_heartbeat_.memory_bytes = resident_memory_bytes();
  last_heartbeat_.seconds = seconds();
  if (task_.watcher(last_heartbeat_) == Continue::Yes) return false;
  // Who has interrupted the search may still want to see what it found, but not for long.
  if (!interrupted_) {
    interrupted_ = now;
    end_in_order();
  }
  const std::chrono::duration<double> passed = now - *interrupted_;
  return passed.count() >= seconds_to_show;
}

std::uint64_t store_share(std::uint64_t memory_bytes_max) {
  if (memory_bytes_max == 0) return 0;
  constexpr std::uint64_t buffers = 4U << 20;
  constexpr std::uint64_t least = 1U << 20;
  const std::uint64_t taken = resident_memory_bytes() + buffers;
  return memory_bytes_max > taken + least ? memory_bytes_max - taken : least;
}

}  // namespace clew
