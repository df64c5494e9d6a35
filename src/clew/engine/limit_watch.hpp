// Keeps a search within the limits of its task, and speaks for it: time, memory, and the watcher's
// wish to stop.
//
//   LimitWatch limits(task);
//   if (!limits.allows([&] { return Heartbeat{...}; })) ...;   // limits.reason() says why
//
// Threads: for the thread that called the engine only, because the watcher is called from here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "clew/base/function_ref.hpp"
#include "clew/engine/engine.hpp"

namespace clew {

class LimitWatch {
 public:
  // REQUIRES: the task outlives this.
  explicit LimitWatch(const EngineTask& task);

  // False, and a reason, if the search has to stop.  Cheap: asks for the heartbeat a few times a
  // second only, and fills in its memory and seconds.
  bool allows(FunctionRef<Heartbeat()> heartbeat);

  // The same while the store is busy with its `states` states and the search waits for it.
  bool allows_store(std::uint64_t states);

  // For what comes after the search: true if the watcher wants an end now, and did not before.
  bool is_interrupted();

  // The same about memory.
  bool is_over_memory();

  // False, and a reason, if the limit does not even allow for the `bytes` a search takes to begin.
  bool has_room_for(std::uint64_t bytes);

  // Memory that may still be taken, at most `wanted`: all of it if there is no limit.
  std::uint64_t room_up_to(std::uint64_t wanted) const;

  // False, and a reason, if a store of `states` states in `bytes` bytes would pass the limit by
  // growing.  It knows its own share, but not what the frontier takes by now.
  bool lets_grow(std::uint64_t bytes, std::uint64_t states);

  // The store took no more after so many states.
  void store_is_full(std::uint64_t states);
  // Somebody has to stop; the first reason counts.
  void stop(Reason reason, std::string text);

  bool is_stopped() const { return reason_ != Reason::None; }
  Reason reason() const { return reason_; }
  const std::string& text() const { return text_; }
  double seconds() const;

 private:
  bool refuse(Reason reason, std::string text);

  const EngineTask& task_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point next_heartbeat_;
  std::chrono::steady_clock::time_point next_memory_look_;
  Heartbeat last_heartbeat_;
  Reason reason_ = Reason::None;
  std::string text_;
};

// What is left for the store when the program itself and the search's buffers have their share.
std::uint64_t store_share(std::uint64_t memory_bytes_max);

}  // namespace clew
