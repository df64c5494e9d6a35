#include "clew/render/live_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/layout.hpp"

namespace clew {

namespace {

// The parts of the line in the order in which they are shown.
std::vector<std::string> parts_of(const Heartbeat& now) {
  std::vector<std::string> parts;
  if (now.states_discovered == 0) {
    parts.push_back(fmt::format("step {}", now.level));
  } else {
    const double rate =
        now.seconds > 0 ? static_cast<double>(now.states_discovered) / now.seconds : 0;
    parts = {fmt::format("{} states", with_commas(now.states_discovered)),
             fmt::format("{} states/s", with_commas(static_cast<std::uint64_t>(rate))),
             fmt::format("frontier {}", with_commas(now.frontier_length)),
             fmt::format("level {}", now.level)};
  }
  parts.push_back(bytes_text(now.memory_bytes));
  parts.push_back(fmt::format("{:.0f} s", now.seconds));
  return parts;
}

std::string shortened(const std::string& text, std::size_t width) {
  const std::string visible = visible_line(text);
  if (width_of(visible) <= width) return visible;
  std::size_t end = width - 2;
  while (end > 0 && (static_cast<unsigned char>(visible[end]) & 0xc0U) == 0x80) --end;  // within a letter
  return visible.substr(0, end) + "..";
}

}  // namespace

std::string live_text(const Heartbeat& now, std::size_t columns) {
  constexpr std::size_t question_width = 24;
  std::string who = now.question.empty() ? "" : shortened(now.question, question_width) + ": ";
  if (!now.engine.empty()) who += now.engine + ": ";
  std::vector<std::string> parts = parts_of(now);
  const auto line = [&] { return fmt::format("{}{}", who, fmt::join(parts, ", ")); };
  // The frontier goes first, then the level, then the speed.  States, memory and time are what people wait
  // for.
  for (const std::ptrdiff_t next : {2, 2, 1}) {
    if (width_of(line()) <= columns || parts.size() <= 3) break;
    parts.erase(parts.begin() + next);
  }
  return shortened(line(), columns);
}

}  // namespace clew
