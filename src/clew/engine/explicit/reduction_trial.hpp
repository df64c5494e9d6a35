// Whether it pays to leave out moves, found out while a search does it.
//
//   ReductionTrial trial;
//   trial.note_level(states, found);            // after every level
//   trial.note_left_out(level);                 // if it left out moves
//   if (trial.changes(counts.tried)) ...        // between two levels: trial.reduces() is another one now
//
// To look for moves that can wait takes time in every state, and where there are hardly any, nothing is
// saved.  So that is given up while fewer than one move in twenty can wait.  Then some states are looked at
// all the same, and when in these more than one in twelve could wait, it is taken up again: a system may have
// to start, or to agree on something, before its processes go their own ways.  Only states count in which
// several processes can move.
//
// Many moves may wait and nothing be saved, because what they lead to is found on other ways.  What is found
// so is found at once: on the models of BEEM at most six in a hundred of those that are missing after the
// level are found later.  So what is missing after a level tells what the level has saved, and the levels in
// which the number of states has doubled tell what the next ones will.  How much that is depends on what
// would have come next: others that are missing (then savings multiply), or nothing new.  If it is little
// and does not grow, it is given up, and tried again when there are four times as many states.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

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

// Of the states that moves lead to which were left out on one level.
struct LeftOutLevel {
  std::uint64_t missing = 0;  // about so many were not found
  std::uint64_t behind = 0;   // of what comes next to those that the level before missed: some
  std::uint64_t lost = 0;     // and how many of these are nowhere near
};

class ReductionTrial {
 public:
  // While moves are not left out, one state in so many is looked at.
  static constexpr unsigned one_in = 32;

  // The next level: how many states there are behind it, and how many of them are new.  Who cannot tell what
  // was left out need not call these.
  void note_level(std::uint64_t states, std::uint64_t found);
  // And what it left out.
  void note_left_out(const LeftOutLevel& left_out);
  // What is left out on the next level is looked for by samples: one in so many, a power of two.
  std::uint64_t one_sample_in() const;

  // `all`: since the search began.  True: reduces() has changed.
  bool changes(const TriedMoves& all);
  bool reduces() const { return reduces_; }

 private:
  struct Level {
    std::uint64_t states = 0;  // behind it
    std::uint64_t found = 0;
    std::optional<LeftOutLevel> left_out;  // none: it left out nothing
  };
  // Of several levels.
  struct Saved {
    double alone = 0;       // the part of the states that was saved, if each saves itself alone
    double multiplied = 0;  // and if with each all is saved that would have come next
    bool multiplies = true;
  };

  // While the number of states grows from one to the other, the first not included; none if that is not
  // known.
  std::optional<Saved> saved_between(std::uint64_t low, std::uint64_t high) const;
  bool saves_little() const;

  bool reduces_ = true;
  std::uint64_t looks_wanted_ = 8;  // before it is taken up again
  TriedMoves before_;               // the last look
  std::uint64_t states_ = 0;        // behind the last level
  std::uint64_t try_from_ = 0;      // so many states on
  std::deque<Level> levels_;        // since there were a quarter of the states
};

}  // namespace clew
