// A model as decision diagrams: sets of its states, and a relation for each of its moves.
//
//   BddSystem system(symbolic, {.memory_bytes_max = ..., .stop = ...}, EndsStutter::Yes);
//   const Bdd reachable = system.closure(system.initial());
//   system.count(reachable).text();                      // "1267650600228229401496703205376"
//   system.row_in(reachable & system.where(bad));        // a state of the set
//
// Every operation may be abandoned (Diagrams::is_abandoned), and then means nothing.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "clew/encode/symbolic.hpp"
#include "clew/engine/bdd/bdd_functions.hpp"
#include "clew/engine/bdd/split_moves.hpp"

namespace clew {

// One state: its bits in the order of their levels.
using BitRow = std::vector<bool>;

// Whether a claim goes on alone where the system has come to its end.
enum class EndsStutter : std::uint8_t { No, Yes };

class BddSystem {
 public:
  // A move with the states that have it.
  struct Move {
    const SymbolicMove* symbolic = nullptr;
    Relation relation;                   // of a failure: the states alone
    std::vector<std::uint32_t> touched;  // bits
    Bdd enabled;                         // over state bits and choices
    std::uint32_t choice_bits = 0;       // that the action is taken with
  };

  // Moves that no state shares with the moves of another group.
  struct MoveGroup {
    Bdd enabled;  // the states that have one of them
    std::vector<std::size_t> moves;
  };

  // REQUIRES: the symbolic model outlives this.
  BddSystem(const Symbolic& symbolic, DiagramLimits limits, EndsStutter ends_stutter);

  Diagrams& diagrams() { return functions_.diagrams(); }
  bool is_abandoned() const { return functions_.diagrams().is_abandoned(); }
  const SymbolicModel& model() const { return *symbolic_.model; }

  const std::vector<Move>& moves() const { return moves_; }
  const std::vector<Move>& failures() const { return failures_; }
  const std::vector<MoveGroup>& groups() const { return groups_; }

  Bdd none() { return diagrams().constant(false); }
  Bdd all() { return diagrams().constant(true); }
  Bdd initial() { return where(model().initial); }
  // All that can be written in the bits of a state.
  Bdd valid() { return where(model().valid); }
  // The states in which it is true, with some choice if it reads choices.
  Bdd where(Lit lit);
  Bdd can_move();    // a move or a failure
  Bdd can_arrive();  // a move that leads to a state

  Bdd targets(const Bdd& set);
  Bdd sources(const Bdd& set);
  // All states that can be reached from the set.
  Bdd closure(const Bdd& set);

  // --- single states
  BigUnsigned count(const Bdd& set) { return diagrams().count(set, state_levels_); }
  // How often some move of the list can be made in the set.
  BigUnsigned count_moves(const Bdd& set, const std::vector<Move>& list);
  // Cheaper than computing what they have in common.
  bool have_common_state(const Bdd& a, const Bdd& b) {
    return !diagrams().and_exists(a, b, all_levels_).is_false();
  }
  // The least row.  REQUIRES: the set is not empty.
  BitRow row_in(const Bdd& set) { return diagrams().least_row(set, state_levels_); }
  Bdd set_of(const BitRow& row) { return diagrams().row(state_levels_, row); }
  bool contains(const Bdd& set, const BitRow& row);
  State state_of(const BitRow& row) const;

  // The firings of the first move from one state to another; none if there is none.
  std::optional<std::vector<Firing>> firings_between(const BitRow& from, const BitRow& to);
  // The firings of a move that can be made in the state while `wanted` is true.
  // REQUIRES: it can.
  std::vector<Firing> firings_of(const Move& move, const BitRow& from, Lit wanted);

 private:
  void make_moves(EndsStutter ends_stutter);
  void group_moves();
  Move make_move(const MovePart& part, const Bdd& known);
  std::vector<bool> values_by_level(const BitRow& from, const BitRow& to) const;
  std::vector<bool> choices_for(const BitRow& from, const std::vector<Lit>& wanted);

  const Symbolic& symbolic_;
  std::vector<MovePart> parts_;
  std::vector<MovePart> failing_parts_;
  BddFunctions functions_;
  std::vector<std::uint32_t> state_levels_;  // rising
  std::vector<std::uint32_t> bit_at_;        // by place in a row
  Bdd all_levels_;                           // those of choices too
  std::vector<Move> moves_;
  std::vector<Move> failures_;
  std::vector<MoveGroup> groups_;
  std::unique_ptr<Saturation> saturation_;
};

}  // namespace clew
