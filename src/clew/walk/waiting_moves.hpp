// Moves that can wait (reduce/stubborn.hpp), and what becomes of them in a search.
#pragma once

#include <cstdint>

namespace clew {

// What becomes of moves that can wait.
enum class Waiting : std::uint8_t {
  LeftOut,
  // They are followed, but of samples it is noted which of them would be met without.
  Weighed,
  Followed,
};

// In states in which moves that can wait were looked for.
struct TriedMoves {
  std::uint64_t states = 0;
  std::uint64_t moves = 0;
  std::uint64_t waiting = 0;  // those that can

  void add(const TriedMoves& other) {
    states += other.states;
    moves += other.moves;
    waiting += other.waiting;
  }
  bool operator==(const TriedMoves&) const = default;
};

}  // namespace clew
