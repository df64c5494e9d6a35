// How a running engine speaks, and how it is stopped: one callback for both.
//
//   Watcher watcher = [&](const Heartbeat& now) {
//     show(now.states_discovered);
//     return interrupted ? Continue::No : Continue::Yes;
//   };
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace clew {

struct Heartbeat {
  std::uint64_t states_discovered = 0;
  std::uint64_t transitions = 0;
  std::uint64_t frontier_length = 0;
  std::uint64_t level = 0;  // or how many moves deep, where states are not seen one by one
  std::uint64_t memory_bytes = 0;
  double seconds = 0;
  std::string engine;    // of several, the one that has come farthest
  std::string question;  // of several that take turns, what is asked now
};

enum class Continue : std::uint8_t { Yes, No };

// Called a few times per second, always from the thread that called the engine.
using Watcher = std::function<Continue(const Heartbeat&)>;

// Bounds the user set.  Reaching one makes a verdict unknown, never anything else.
struct Limits {
  std::uint64_t memory_bytes_max = 0;  // resident memory of the whole process; 0: no limit
  double seconds_max = 0;              // 0: no limit
  double seconds_before = 0;           // that have passed already when the search begins
  std::uint64_t level_max = 0;         // moves from the initial state; 0: no limit
};

}  // namespace clew
