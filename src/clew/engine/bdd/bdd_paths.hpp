// Paths through sets of states: shortest ones, and lassos.
//
//   BddPaths paths(system, system.none());
//   const BddPath path = paths.shortest(system.initial(), bad, system.all());
//   if (!path.rows.empty()) show(paths.moves_along(path.rows));
//
// Where there are several, the least states are taken: the same question has the same answer always.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "clew/engine/bdd/bdd_system.hpp"
#include "clew/model/trace.hpp"

namespace clew {

// States one after the other; of a lasso the last one is that at `loop_start` again.
struct BddPath {
  std::vector<BitRow> rows;  // empty: there is no such path, or the search was abandoned
  std::optional<std::size_t> loop_start;
};

class BddPaths {
 public:
  // States of `staying` have one move more: that to themselves.
  // REQUIRES: the system outlives this.
  BddPaths(BddSystem& system, Bdd staying) : system_(system), staying_(std::move(staying)) {}

  BddSystem& system() { return system_; }

  Bdd targets(const Bdd& set) { return system_.targets(set) | (set & staying_); }
  Bdd sources(const Bdd& set) { return system_.sources(set) | (set & staying_); }
  // The states of `through` from which one of `targets` can be reached through such states, and the
  // targets themselves.
  Bdd backward_closure(const Bdd& targets, const Bdd& through);
  // The greatest part of `within` in which every state has a path that stays there and comes through
  // states of `accepting` again and again (Emerson, Lei 1986).
  Bdd for_ever(const Bdd& within, const Bdd& accepting);
  // The same as far as it goes: true, and `kept` is what is left of it, if nothing was abandoned.
  // Otherwise the states that were left at the end of the last round, from which it can go on.
  // Where none of `from` is left nothing is.
  bool keep_for_ever(Bdd& kept, const Bdd& accepting, const Bdd& from);

  // A shortest path from a state of `from` to one of `to`; all states before the last are in `through`.
  // Grows from both ends, always where it takes fewer nodes.
  BddPath shortest(const Bdd& from, const Bdd& to, const Bdd& through);
  // A path from `from` through `through` into a loop within `hull` with a state of `accepting` on it.
  // REQUIRES: hull is for_ever(within, accepting) for some set, and can be reached in that way.
  BddPath lasso(const Bdd& from, const Bdd& through, const Bdd& hull, const Bdd& accepting);

  // What happens along the path.  A move of a state that stays has no firings.
  // ENSURES: as many as there are rows, less one, unless the search was abandoned.
  MoveList moves_along(const std::vector<BitRow>& rows);

 private:
  using Layers = std::vector<Bdd>;

  // Without the states that have no move into the set.
  Bdd with_a_way_on(Bdd kept);

  // From the row back through the layers, the last of which is one step before it.
  void walk_back(BitRow row, const Layers& layers, std::vector<BitRow>& reversed);
  void walk_on(BitRow row, const Layers& layers, std::vector<BitRow>& rows);
  // A shortest way from the row back to itself; empty if there is none, and `beyond` is then a state of
  // `accepting` further on.
  std::vector<BitRow> loop_from(const BitRow& row, const Bdd& within, const Bdd& accepting,
                                std::optional<BitRow>& beyond);
  // Only states that a loop within the hull can be reached from and that can be reached from one.
  Bdd between_loops(const Bdd& hull, const Bdd& accepting);

  BddSystem& system_;
  Bdd staying_;
};

}  // namespace clew
