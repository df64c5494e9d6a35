// Thread symmetry: states that differ only in which of several equal processes does what are one and
// the same to every question that names no process.
//
//   if (const auto obstacle = symmetry_obstacle(model)) ...;   // says why it would not be sound
//   const Symmetry symmetry(model);
//   symmetry.representative(state) == symmetry.representative(other)   // iff they are the same
//
// Two states are the same if some exchange of processes of one type, with the heap objects renumbered
// from the roots, turns one into the other.  Such an exchange commutes with every move as long as no
// process can tell its number; what can is an obstacle.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/model/state.hpp"

namespace clew {

// Why equal processes can be told apart.
struct SymmetryObstacle {
  std::string text;  // a clause: "processes 'P' know their number, _pid"
  SourceSpan span;
};

// What in the model itself tells processes of one type apart; nothing if nothing does.
std::optional<SymmetryObstacle> symmetry_obstacle(const Model& model);
// The same for an expression that somebody asks about states.
std::optional<SymmetryObstacle> symmetry_obstacle(const Model& model, ExprId question);

// By process type: whether two processes of it may be alive at once, as far as the text tells.
std::vector<bool> types_with_several_processes(const Model& model);

class Symmetry {
 public:
  // REQUIRES: symmetry_obstacle(model) finds nothing; the model outlives this.
  explicit Symmetry(const Model& model);

  // The one state that stands for all that are the same as `state`, itself one of them.
  // REQUIRES: `state` has a canonical heap (state.hpp).
  State representative(const State& state) const;

  // What M. Kattenbelt's thesis (2006) stores: processes of one type sorted by location, those at the
  // same location left in order.  Cheaper, but states that are the same may keep different ones.
  State sorted_by_location(const State& state) const;

 private:
  // The exchangeable processes of a state by their numbers, one group for each type of which there are
  // several, in the order of the types.
  std::vector<std::vector<std::uint32_t>> groups_of(const State& state) const;

  const Model& model_;
  Layout layout_;
  std::vector<bool> is_exchangeable_;  // by process type
};

}  // namespace clew
