// How a search is done: in which order, with which store, what it may leave out.
#pragma once

#include <cstdint>
#include <string_view>

#include "clew/space/cycle_algorithm.hpp"

namespace clew {

// In which order the frontier is served.
enum class Order : std::uint8_t { BreadthFirst, DepthFirst, BestFirst, Random };

// Which states count as one and the same.
enum class Reduction : std::uint8_t {
  None,
  Symmetry,            // those that differ in the order of equal processes
  SymmetryByLocation,  // some of those: processes are sorted by location only, depth first
  PartialOrder,        // all, but of moves whose order does not matter one order is enough
};

std::string_view name_of(Reduction reduction);  // as the user writes it; empty for None

// What remembers the states.
enum class StoreKind : std::uint8_t {
  Auto,      // the tree, where the order of the search allows for it
  Exact,     // every state's bytes, one after the other
  Tree,      // exact too, and compressed
  Bitstate,  // a few bits a state: may take a new state for a known one
  Compact,   // a hash of each state: the same, less often
};

std::string_view name_of(StoreKind store);  // as the user writes it

std::string_view name_of(CycleAlgorithm algorithm);  // as the user writes it

// Which runs count.
enum class Fairness : std::uint8_t {
  None,
  Weak,  // those in which a process that can move all the time, from some moment on, moves
};

// Which successor of a state comes first, where that decides what is met first: depth first.
enum class SuccessorOrder : std::uint8_t {
  Listed,    // that of the first move
  Reversed,  // that of the last one
  Shuffled,  // any, but the same each time
};

}  // namespace clew
