// Whether it pays to leave out moves, found out while a search does it.
//
//   ReductionTrial trial;
//   ... search a level as trial.waiting() says ...
//   trial.note_level(states, found);            // after every level
//   trial.note_left_out(level);                 // if it left out moves
//   trial.note_weighed(level);                  // if it weighed them
//   if (trial.changes(counts.tried)) ...        // between two levels: trial.reduces() is another one now
//   if (trial.wants_probe()) trial.heed_probe(pays);
//
// To look for moves that can wait takes time in every state, and where there are hardly any, nothing is
// saved.  So that is given up while fewer than one move in twenty can wait.  Only states count in which
// several processes can move.
//
// Many moves may wait and nothing be saved, because what they lead to is found on other ways.  Most of that
// is found at once, so what is missing after a level tells what the level has saved.  Some is found later:
// what was missing when there were half of the states is looked for again, and as large a part of what is
// missing now does not count.  The levels in which the number of states has doubled tell what the next ones
// will save.  How much that is depends on what would have come next: others that are missing (then savings
// multiply), or nothing new.  If it is little and does not grow, or multiplies but gets less and less, it is
// given up.
//
// A system may have to start, or to agree on something, before its processes go their own ways.  So once it
// is given up, moves are weighed now and then: all are followed, but of some states that a level meets it
// is noted whether they would have been met without the moves that can wait.  If enough of them would not,
// these moves are left out again.  But what one move that can wait leads to may be met by another one that
// can wait elsewhere.  So where many can, a small search that leaves them out is asked from time to time
// (reduction_probe.hpp).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "clew/walk/waiting_moves.hpp"

namespace clew {

// Of the states that moves lead to which were left out on one level.
struct LeftOutLevel {
  std::uint64_t missing = 0;  // about so many were not found
  std::uint64_t behind = 0;   // of what comes next to those that the level before missed: some
  std::uint64_t lost = 0;     // and how many of these are nowhere near
  // Of both, on levels that ended with half of the states: some, and how many were not found since.
  std::uint64_t missing_then = 0;
  std::uint64_t missing_still = 0;
  std::uint64_t lost_then = 0;
  std::uint64_t lost_still = 0;

  void add(const LeftOutLevel& other) {
    missing += other.missing;
    behind += other.behind;
    lost += other.lost;
    missing_then += other.missing_then;
    missing_still += other.missing_still;
    lost_then += other.lost_then;
    lost_still += other.lost_still;
  }
};

// Of the states that a level met on which moves were weighed: some.
struct WeighedLevel {
  std::uint64_t met = 0;
  std::uint64_t missing = 0;  // those that would not have been
};

class ReductionTrial {
 public:
  // What is too little to be saved, as a part of the states, if savings do not multiply.
  static constexpr double saved_little = 1.0 / 16;
  explicit ReductionTrial(double little = saved_little) : saved_little_(little) {}

  // The next level: how many states there are behind it, and how many of them are new.  Who cannot tell
  // need not call these.
  void note_level(std::uint64_t states, std::uint64_t found);
  // And what it left out, or would have.
  void note_left_out(const LeftOutLevel& left_out);
  void note_weighed(const WeighedLevel& weighed) { levels_.back().weighed = weighed; }

  // `all`: since the search began.  True: reduces() has changed.
  bool changes(const TriedMoves& all);
  // Whether a small search should say if it pays to leave out moves again, and what it said.  True:
  // reduces() has changed.
  bool wants_probe() const { return wants_probe_; }
  bool heed_probe(bool pays);
  // What goes on for a search that begins anew, without leaving out moves, when this has given that up.
  // None: something was saved before.
  std::optional<ReductionTrial> anew() const;
  bool reduces() const { return waiting_ == Waiting::LeftOut; }
  // Whether it has paid so far, whatever it may be the edge of.  True as well if that is not known.
  bool has_saved() const;
  // What is done on the next level, and which part of the states is a sample there: one in so many, a power
  // of two.
  Waiting waiting() const { return waiting_; }
  std::uint64_t one_sample_in() const;

 private:
  struct Level {
    std::uint64_t states = 0;  // behind it
    std::uint64_t found = 0;
    std::optional<LeftOutLevel> left_out;
    std::optional<WeighedLevel> weighed;
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
  // The part that would be saved, by what was weighed while the number of states has doubled.
  double would_save() const;
  TriedMoves tried_since(const TriedMoves& all) const;
  bool gives_up(const TriedMoves& all);
  void take_up();
  bool is_near_its_end() const;
  bool is_time_to_weigh() const;
  bool looks_at_weighed(const TriedMoves& all);

  double saved_little_;
  Waiting waiting_ = Waiting::LeftOut;
  // The first level that leaves out moves behind one that did not: much of what it misses is found later.
  bool is_first_ = false;
  TriedMoves before_;         // the last look
  std::uint64_t states_ = 0;  // behind the last level
  double part_left_ = 1;      // of all states, if savings have multiplied since the beginning
  std::deque<Level> levels_;  // since there were a quarter of the states
  bool wants_probe_ = false;
  std::uint64_t probe_from_ = 0;  // so many states on
  bool was_taken_up_ = false;
  std::uint64_t levels_since_weighed_ = 0;
  std::uint64_t states_weighed_ = 0;  // behind the level that was weighed last
  std::uint64_t states_known_ =
      0;  // up to here nothing is weighed: a search before this one was there
};

}  // namespace clew
