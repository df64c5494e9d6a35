#pragma once

// Iterative deepening: depth-first searches with the bounds 0, 1, 2, ... until a goal is found or a
// round cuts nothing off. Complete, and the path is a shortest one, as with breadth-first search.
//
//   const auto result = iterative_deepening(space, is(solved));
//
// A bounded depth-first search that skips every known state is not complete: a state met first at
// the end of a long path hides what lies below it. So a state is skipped only if it was met in this
// round at the same or a lower level (R. Korf, "Depth-first iterative-deepening", 1985, has no
// store at all; with one, each round takes polynomial time).

#include <cstdint>
#include <utility>

#include "clew/space/depth_first.hpp"
#include "clew/space/hash_store.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/segmented_array.hpp"
#include "clew/space/space.hpp"

namespace clew {

// Searches for a state where the condition `is_goal(visit)` holds, in rounds up to the bound
// `level_max`. The counters are summed over the rounds, except `discovered`, which counts different
// states, and `cut`, which is that of the last round.
template <StateSpace Space, class Condition, class Observer = NoObserver>
SearchResult<Space> iterative_deepening(const Space& space, Condition is_goal,
                                        std::uint64_t level_max = no_level,
                                        Observer&& observer = {}) {
  struct Met {
    std::uint64_t round;
    std::uint64_t level;
  };
  HashStore<typename Space::State> store;
  SegmentedArray<Met> met;  // by state id
  SearchCounters total;
  for (std::uint64_t round = 0;; ++round) {
    const auto store_lower = [&](Visit<Space>& visit) {
      const auto [id, outcome] = store.insert(visit.state);
      visit.id = id;
      if (outcome == Outcome::New) {
        met.emplace_back(Met{round, visit.level});
        return Answer::New;
      }
      Met& before = met[number(id)];
      if (before.round == round && before.level <= visit.level) return Answer::Skip;
      before = {round, visit.level};
      return Answer::New;
    };
    SearchResult<Space> result =
        depth_first(space, rules(rule(is_goal, goal), store_lower), rules(), observer, round);
    total += result.counters;
    if (result.end != SearchEnd::Bounded || round == level_max) {
      const std::uint64_t unstored_goal = result.end == SearchEnd::Goal ? 1 : 0;
      total.discovered = store.size() + unstored_goal;
      total.cut = result.counters.cut;
      result.counters = total;
      return result;
    }
  }
}

}  // namespace clew
