#include "clew/engine/explicit/limit_watch.hpp"

#include <fmt/format.h>

#include <utility>

#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds heartbeat_period{50};

}  // namespace

LimitWatch::LimitWatch(const EngineTask& task)
    : task_(task),
      started_(std::chrono::steady_clock::now()),
      next_heartbeat_(started_ + heartbeat_period) {}

double LimitWatch::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
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

bool LimitWatch::allows(FunctionRef<Heartbeat()> heartbeat) {
  if (is_stopped()) return false;
  const auto now = std::chrono::steady_clock::now();
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  if (task_.limits.seconds_max > 0 && elapsed >= task_.limits.seconds_max) {
    return refuse(Reason::Time,
                  fmt::format("time limit of {} s reached after {}", task_.limits.seconds_max,
                              counted(heartbeat().states_discovered, "state")));
  }
  if (now < next_heartbeat_) return true;
  next_heartbeat_ = now + heartbeat_period;
  const std::uint64_t memory = resident_memory_bytes();
  Heartbeat beat = heartbeat();
  if (task_.limits.memory_bytes_max > 0 && memory > task_.limits.memory_bytes_max) {
    store_is_full(beat.states_discovered);
    return false;
  }
  if (!task_.watcher) return true;
  beat.memory_bytes = memory;
  beat.seconds = elapsed;
  last_heartbeat_ = beat;
  if (task_.watcher(beat) == Continue::Yes) return true;
  return refuse(Reason::Interrupted,
                fmt::format("interrupted after {}", counted(beat.states_discovered, "state")));
}

bool LimitWatch::is_interrupted() {
  const auto now = std::chrono::steady_clock::now();
  if (!task_.watcher || reason_ == Reason::Interrupted || now < next_heartbeat_) return false;
  next_heartbeat_ = now + heartbeat_period;
  last_heartbeat_.memory_bytes = resident_memory_bytes();
  last_heartbeat_.seconds = seconds();
  return task_.watcher(last_heartbeat_) == Continue::No;
}

std::uint64_t store_share(std::uint64_t memory_bytes_max) {
  if (memory_bytes_max == 0) return 0;
  constexpr std::uint64_t buffers = 4U << 20;
  constexpr std::uint64_t least = 1U << 20;
  const std::uint64_t taken = resident_memory_bytes() + buffers;
  return memory_bytes_max > taken + least ? memory_bytes_max - taken : least;
}

}  // namespace clew
