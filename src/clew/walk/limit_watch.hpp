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
#include <optional>
#include <string>

#include "clew/base/function_ref.hpp"
#include "clew/walk/task.hpp"

namespace clew {

class LimitWatch {
 public:
  // REQUIRES: the task outlives this.
  explicit LimitWatch(const EngineTask& task);

  // False, and a reason, if the search has to stop.  Cheap: asks for the heartbeat a few times a
  // second only, and fills in its memory and seconds.
  bool allows(FunctionRef<Heartbeat()> heartbeat);

  // The same for a small search before the search: its states do not count, and nobody has a turn.
  bool allows_probe(FunctionRef<Heartbeat()> heartbeat);

  // The same while the store is busy with its `states` states and the search waits for it.
  bool allows_store(std::uint64_t states);

  // For the way to what was found, which is sought even if a limit has stopped the search: false, and a
  // reason, if it has to be given up.  It may take a second beyond the time limit or beyond an interrupt, and
  // a tenth more than the memory limit.
  bool lets_show();
  // From now on allows() is asked about that, and answers as lets_show().
  void search_is_over() { is_search_over_ = true; }
  Reason reason_not_to_show() const { return reason_not_to_show_; }
  // "time limit of 8 s reached while the way to what was found was sought"
  const std::string& text_not_to_show() const { return text_not_to_show_; }

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

  // What was found is sought once more, for the sake of its trace: the same limits, and turns begin anew.
  void search_begins_again();

  bool is_stopped() const { return reason_ != Reason::None; }
  Reason reason() const { return reason_; }
  const std::string& text() const { return text_; }
  double seconds() const;

 private:
  bool refuse(Reason reason, std::string text);
  bool take_turns(std::uint64_t states);
  bool refuse_to_show(Reason reason, const std::string& why);
  bool is_interrupted();

  const EngineTask& task_;
  std::chrono::steady_clock::time_point started_;
  std::uint64_t next_turn_ = states_before_turns;
  std::chrono::steady_clock::duration turns_of_others_{};
  std::chrono::steady_clock::time_point next_heartbeat_;
  std::chrono::steady_clock::time_point next_memory_look_;
  Heartbeat last_heartbeat_;
  Reason reason_ = Reason::None;
  std::string text_;
  std::optional<std::chrono::steady_clock::time_point> interrupted_;
  bool is_second_search_ = false;
  bool is_search_over_ = false;
  Reason reason_not_to_show_ = Reason::None;
  std::string text_not_to_show_;
};

// What is left for the store when the program itself and the search's buffers have their share.
std::uint64_t store_share(std::uint64_t memory_bytes_max);

}  // namespace clew
