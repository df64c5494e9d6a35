#pragma once

// Random walk: from an initial state, take any transition, and again. Proves nothing, needs no
// memory, and often finds a frequent error long before an exhaustive search does.
//
//   const auto result = random_walk(space, is(solved), {.seed = 7, .steps_max = 10'000});
//
// The same seed gives the same walk on every platform.

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/space.hpp"

namespace clew {

struct RandomWalkOptions {
  std::uint64_t seed = 0;
  std::uint64_t steps_max = 1000;  // a walk that gets this far ends
  std::uint64_t walks_max = 1;     // so many walks are tried, each from an initial state
};

// Walks until the condition `is_goal(visit)` holds. A walk also ends in a terminal state. The end
// is Goal or Stopped, never Exhausted; the path is that of the last walk. Nothing is stored, so
// `discovered` counts the states passed, however often.
template <StateSpace Space, class Condition, class Observer = NoObserver>
SearchResult<Space> random_walk(const Space& space, Condition is_goal, RandomWalkOptions options,
                                Observer&& observer = {}) {
  SplitMix64 random(options.seed);
  SearchResult<Space> result;
  result.end = SearchEnd::Stopped;
  const auto initial_states = initial_states_of(space);
  if (initial_states.empty()) return result;

  // Returns true at a goal.
  const auto arrive = [&](const Path<Space>& path) {
    const Visit<Space> visit{path.last(), path.steps.empty() ? nullptr : &path.steps.back().action,
                             path.steps.size()};
    ++result.counters.discovered;
    result.counters.level_max = std::max(result.counters.level_max, visit.level);
    tell_discovered(observer, visit);
    return is_goal(visit);
  };

  for (std::uint64_t walk = 0; walk < options.walks_max; ++walk) {
    result.path = Path<Space>{initial_states[random.below(initial_states.size())], {}};
    Path<Space>& path = *result.path;
    bool at_goal = arrive(path);
    while (!at_goal && path.steps.size() < options.steps_max) {
      if (result.counters.expanded % 64 == 0 && !may_keep_going(observer)) return result;
      std::vector<Step<Space>> steps = steps_from(space, path.last());
      ++result.counters.expanded;
      result.counters.transitions += steps.size();
      result.counters.terminal += steps.empty();
      if (steps.empty()) break;
      path.steps.push_back(std::move(steps[random.below(steps.size())]));
      at_goal = arrive(path);
    }
    if (at_goal) {
      result.end = SearchEnd::Goal;
      return result;
    }
  }
  return result;
}

}  // namespace clew
