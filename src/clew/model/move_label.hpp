// What is told of a move beside the state it leads to, in 64 bits.
#pragma once

#include <cstdint>
#include <span>

#include "clew/model/interpreter.hpp"

namespace clew {

// Of a system that stays as it is while its claim goes on, every label is 0.
enum class MoveLabel : std::uint8_t {
  None,
  // The processes that take part, a bit each; the last one stands for all from number 63 on.
  Movers,
  // What the move begins with: see Beginning.
  Beginning,
};

// The action a move begins with, or the two of a rendezvous.  Numbers that are too large are cut off.
struct Beginning {
  static constexpr std::uint16_t nobody = 0xffff;

  std::uint16_t process = nobody;
  std::uint16_t action = 0;
  std::uint16_t partner = nobody;
  std::uint16_t partner_action = 0;

  constexpr explicit Beginning(std::uint64_t label)
      : process(static_cast<std::uint16_t>(label - 1)),
        action(static_cast<std::uint16_t>(label >> 16)),
        partner(static_cast<std::uint16_t>((label >> 32) - 1)),
        partner_action(static_cast<std::uint16_t>(label >> 48)) {}

  // The half of a label that says who begins.  `process` is its number plus one.
  static constexpr std::uint64_t half(std::uint64_t process, ActionId action) {
    return (process & 0xffff) | (std::uint64_t{to_index(action)} & 0xffff) << 16;
  }
};

std::uint64_t label_of(MoveLabel kind, std::span<const Firing> firings);

}  // namespace clew
