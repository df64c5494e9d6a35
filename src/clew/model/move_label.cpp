#include "clew/model/move_label.hpp"

#include <algorithm>

namespace clew {

namespace {

std::uint64_t movers_of(std::span<const Firing> firings) {
  constexpr std::size_t last = 63;
  std::uint64_t movers = 0;
  for (const Firing& firing : firings) {
    if (firing.process == claim_id) continue;
    movers |= std::uint64_t{1} << std::min(to_index(firing.process), last);
  }
  return movers;
}

std::uint64_t half_of(const Firing& firing) {
  return Beginning::half(std::uint64_t{to_index(firing.process)} + 1, firing.action);
}

// Within a move nobody but the partner of a rendezvous comes second.
std::uint64_t beginning_of(std::span<const Firing> firings) {
  if (firings.empty() || firings.front().process == claim_id) return 0;
  const std::uint64_t first = half_of(firings.front());
  const bool is_alone = firings.size() < 2 || firings[1].process == claim_id ||
                        firings[1].process == firings.front().process;
  return is_alone ? first : first | half_of(firings[1]) << 32;
}

}  // namespace

std::uint64_t label_of(MoveLabel kind, std::span<const Firing> firings) {
  switch (kind) {
    case MoveLabel::None: break;
    case MoveLabel::Movers: return movers_of(firings);
    case MoveLabel::Beginning: return beginning_of(firings);
  }
  return 0;
}

}  // namespace clew
