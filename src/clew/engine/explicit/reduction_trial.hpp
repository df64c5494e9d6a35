// Whether it pays to leave out moves, found out while a search does it.
//
//   ReductionTrial trial;
//   if (trial.changes(counts.tried)) ...    // between two levels: trial.reduces() is another one now
//
// To look for moves that can wait takes time in every state, and where there are hardly any, nothing is
// saved.  So that is given up while fewer than one move in twenty can wait.  Then some states are looked at
// all the same, and when in these more than one in twelve could wait, it is taken up again: a system may have
// to start, or to agree on something, before its processes go their own ways.
//
// Only states count in which several processes can move.
#pragma once

#include <cstdint>

namespace clew {

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

class ReductionTrial {
 public:
  // While moves are not left out, one state in so many is looked at.
  static constexpr unsigned one_in = 32;

  // `all`: since the search began.  True: reduces() has changed.
  bool changes(const TriedMoves& all);
  bool reduces() const { return reduces_; }

 private:
  bool reduces_ = true;
  TriedMoves before_;  // the last look
};

}  // namespace clew
