#include "clew/render/live_text.hpp"

#include <fmt/format.h>

#include "clew/base/text.hpp"

namespace clew {

std::string live_text(const Heartbeat& now) {
  const std::string who = now.engine.empty() ? std::string() : now.engine + ": ";
  const std::string costs = fmt::format("{}, {:.0f} s", bytes_text(now.memory_bytes), now.seconds);
  if (now.states_discovered == 0) return fmt::format("{}step {}, {}", who, now.level, costs);
  const double rate =
      now.seconds > 0 ? static_cast<double>(now.states_discovered) / now.seconds : 0;
  return fmt::format("{}{} states, {} states/s, frontier {}, level {}, {}", who,
                     with_commas(now.states_discovered),
                     with_commas(static_cast<std::uint64_t>(rate)),
                     with_commas(now.frontier_length), now.level, costs);
}

}  // namespace clew
