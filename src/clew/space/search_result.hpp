#pragma once

// What every search returns: how it ended, the path to the goal if there is one, and what it cost.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "clew/space/space.hpp"

namespace clew {

enum class SearchEnd : std::uint8_t {
  Exhausted,  // every state the rules let through was expanded, and none was a goal
  Goal,       // a rule said so; the path leads there
  Stopped,    // a rule or the observer ended the search early: nothing follows from it
  Bounded,    // as Exhausted, except that states at level_max were not expanded
};

struct SearchCounters {
  std::uint64_t discovered = 0;   // states the rules took as new, and the goal
  std::uint64_t expanded = 0;     // states whose successors were computed
  std::uint64_t transitions = 0;  // successors the rules were asked about
  std::uint64_t revisited = 0;    // states the rules skipped
  std::uint64_t terminal = 0;     // expanded states that have no successor
  std::uint64_t cut = 0;          // states not expanded because they lie at level_max
  std::uint64_t level_max = 0;    // the highest level met

  bool operator==(const SearchCounters&) const = default;

  SearchCounters& operator+=(const SearchCounters& other) {
    discovered += other.discovered;
    expanded += other.expanded;
    transitions += other.transitions;
    revisited += other.revisited;
    terminal += other.terminal;
    cut += other.cut;
    level_max = std::max(level_max, other.level_max);
    return *this;
  }
};

template <StateSpace Space>
struct SearchResult {
  SearchEnd end = SearchEnd::Exhausted;
  std::optional<Path<Space>> path;
  SearchCounters counters;
};

// An observer looks on while a search runs. It may have any of these functions; those it does not
// have cost nothing:
//
//   void discovered(const Visit<Space>&);           // a rule let the state through
//   void revisited(const Visit<Space>&);            // a rule skipped it
//   void expanded(StateId, const State&, std::uint64_t successors);
//   void level_finished(std::uint64_t level, std::uint64_t states);  // breadth-first only
//   bool keep_going();                              // asked about every 64 states; false stops
struct NoObserver {};

template <class Observer, class Visit>
void tell_discovered(Observer& observer, const Visit& visit) {
  if constexpr (requires { observer.discovered(visit); }) observer.discovered(visit);
}
template <class Observer, class Visit>
void tell_revisited(Observer& observer, const Visit& visit) {
  if constexpr (requires { observer.revisited(visit); }) observer.revisited(visit);
}
template <class Observer>
bool may_keep_going(Observer& observer) {
  if constexpr (requires { observer.keep_going(); }) {
    return observer.keep_going();
  } else {
    return true;
  }
}

}  // namespace clew
