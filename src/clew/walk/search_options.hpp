// How a search is done: in which order, with which store, what it may leave out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clew/base/watch.hpp"
#include "clew/solve/sat_solver.hpp"
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

// What becomes of a run that comes to its end, under a property over runs.
enum class Ends : std::uint8_t {
  Stutter,  // it stays there for ever
  Ignore,   // it does not count
  Reject,   // there must be none: it takes the place of the answer; no engine is asked that
};

// What the command line, check() and the engines share.
struct SearchOptions {
  // --- the question: under other ones the answer is another
  Fairness fairness = Fairness::None;  // for properties over runs
  Ends ends = Ends::Stutter;           // the same
  // --- the price: may turn an answer into Unknown, never into another answer
  Limits limits;
  Order order = Order::BreadthFirst;
  std::uint64_t seed = 1;  // Order::Random
  // Where it would not be sound for the model or a property, check() answers Unknown; an engine is not
  // asked for it then.
  Reduction reduction = Reduction::None;
  std::string store = "auto";  // one of stores() (walk/stores.hpp)
  CycleAlgorithm algorithm = CycleAlgorithm::Auto;  // for a claim
  std::uint64_t threads = 0;  // workers of a search that can use them; 0: one for every core
  bool native = true;  // machine code where there is some; false: ask the judge about every state
  std::optional<SolverKind> solver;  // none: the one that serves the engine best
  // Go on after the first violation of a property, and keep up to this many paths for each.
  bool all_violations = false;
  std::uint64_t violations_kept_max = 1;
  Watcher watcher;  // may be empty
};

}  // namespace clew
