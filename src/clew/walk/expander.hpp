// Turns a state, as words, into its successors, and says what it sees in a state.
//
//   const Expanded expanded = expander.expand(words, out);
//
// One expander belongs to one worker.  What it answers is what the judge answers; how it finds it is
// its own affair: InterpreterExpander asks the judge, machine code computes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "clew/base/watch.hpp"
#include "clew/store/successor_buffer.hpp"
#include "clew/walk/state_set.hpp"
#include "clew/walk/waiting_moves.hpp"

namespace clew {

// What there is to know about the moves of one state.
struct Expanded {
  std::uint64_t moves = 0;      // errors included
  std::uint64_t errors = 0;     // moves that end in an error, and so in no state
  std::uint64_t asserting = 0;  // moves on which an assertion failed
  std::uint64_t left_out = 0;   // moves that are not among these, because they can wait
  TriedMoves tried;
  bool deadlock = false;

  // No move leads anywhere: runs end here.
  bool is_end() const { return moves == errors; }
  // Whether it may decide some property.
  bool is_remarkable() const { return deadlock || errors > 0 || asserting > 0 || is_end(); }

  bool operator==(const Expanded&) const = default;
};

// What there is to know about a state itself; properties by their numbers in the task.
struct Looked {
  std::vector<std::uint32_t> seen;    // invariants that are not true, goals that are, assertions
  std::vector<std::uint32_t> failed;  // goals that have no value

  bool operator==(const Looked&) const = default;
};

class Expander {
 public:
  virtual ~Expander() = default;

  // Whether there may be states in which moves are left out.
  virtual bool may_leave_out() const { return false; }
  // From now on.  Of the states that moves lead to samples are kept, one in so many, told by the state
  // alone: while moves are left out, of what is left out; while they are weighed, of what would not be.
  // 0: none.
  virtual void treat(Waiting /*waiting*/, std::uint64_t /*one_sample_in*/) {}
  // Who expands states in the same way until it is told something else, with less ado.
  virtual Expander& plainest() { return *this; }
  // Moves the samples there.
  virtual void give_samples(PackedStateSet& /*samples*/) {}

  // Called between two batches: the moment to change over to better code.
  virtual void before_batch() {}

  // Appends the successors of `state` in the order of its moves; failing moves have none.  What an
  // expansion came to that may_go_on() has ended early is worth nothing.
  virtual Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) = 0;

  // By successor that the last expansion appended: the label of its move (model/move_label.hpp), of the
  // kind that the expander was made to tell.
  virtual std::span<const std::uint64_t> labels() const = 0;

  // True if some property is about states themselves, so that look() may see something.
  virtual bool looks() const = 0;
  // Looks at one state and replaces what was found.  False: there is nothing to see.
  virtual bool look(const std::uint64_t* state, Looked& found) = 0;

  // Marks the actions that some move took since the expander was made.
  virtual void mark_taken(std::vector<bool>& action_taken) const = 0;

  // One state may have millions of moves, so whoever runs the search is asked in between.
  void ask(std::function<Continue()> may_go_on) { may_go_on_ = std::move(may_go_on); }

 protected:
  static constexpr std::uint64_t moves_per_question = 4096;
  bool may_go_on() const { return !may_go_on_ || may_go_on_() == Continue::Yes; }

 private:
  std::function<Continue()> may_go_on_;
};

}  // namespace clew
