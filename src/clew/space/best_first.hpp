#pragma once

// Best-first searches: the frontier is served in the order of an estimate.
//
//   best_first(space, BestFirst{.heuristic = distance}, is(solved));   // greedy: fast, any path
//   best_first(space, AStar{.heuristic = distance}, is(solved));       // a cheapest path
//   best_first(space, AStar{.cost = price, .heuristic = distance}, is(solved));
//
// `heuristic(state)` estimates the cost from a state to the nearest goal; `cost(source, action,
// target)` is what a transition costs (1 if not given). Both return an unsigned integer or a
// floating-point number, never negative. A* finds a cheapest path if the heuristic never estimates
// too much; it need not be consistent, because a state that turns out cheaper to reach is opened
// again. With no heuristic A* is Dijkstra's algorithm.
//
// The goal condition is asked when a state leaves the frontier, not when it enters: only then is
// its cost known to be final. Ties are broken by the order of discovery, so results are the same
// everywhere.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "clew/space/hash_store.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/segmented_array.hpp"
#include "clew/space/space.hpp"

namespace clew {

struct UnitCost {
  constexpr std::uint64_t operator()(const auto&, const auto&, const auto&) const { return 1; }
};
struct NoHeuristic {
  constexpr std::uint64_t operator()(const auto&) const { return 0; }
};

// Greedy: the state that looks nearest to a goal comes first, whatever it cost to get there.
template <class Heuristic>
struct BestFirst {
  Heuristic heuristic;

  static constexpr bool reopens = false;
  auto estimate(const auto& state) const { return heuristic(state); }
  auto transition_cost(const auto&, const auto&, const auto&) const { return std::uint64_t{1}; }
  static auto priority(auto, auto estimate) { return estimate; }
};

// A*: the state with the least cost so far plus estimated rest comes first.
template <class Cost = UnitCost, class Heuristic = NoHeuristic>
struct AStar {
  Cost cost = {};
  Heuristic heuristic = {};

  static constexpr bool reopens = true;
  auto estimate(const auto& state) const { return heuristic(state); }
  auto transition_cost(const auto& source, const auto& action, const auto& target) const {
    return cost(source, action, target);
  }
  template <class CostSoFar, class Estimate>
  static auto priority(CostSoFar cost_so_far, Estimate estimate) {
    using Sum = std::common_type_t<CostSoFar, Estimate>;
    return static_cast<Sum>(cost_so_far) + static_cast<Sum>(estimate);
  }
};

struct BestFirstLimits {
  std::uint64_t states_max = ~std::uint64_t{0};  // more discovered states end the search as Stopped
  std::uint64_t level_max = no_level;  // states this far along their path are not expanded
};

template <StateSpace Space, class Cost>
struct BestFirstResult : SearchResult<Space> {
  Cost cost{};  // of the path; for the greedy strategy its length
};

template <StateSpace Space, class Store, class Strategy, class Condition, class Observer>
class BestFirstSearch {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;
  using Estimate = decltype(std::declval<const Strategy&>().estimate(std::declval<const State&>()));
  using Cost = decltype(std::declval<const Strategy&>().transition_cost(
      std::declval<const State&>(), std::declval<const Action&>(), std::declval<const State&>()));
  using Priority = decltype(Strategy::priority(Cost{}, Estimate{}));

  BestFirstSearch(const Space& space, Store& store, const Strategy& strategy, Condition& is_goal,
                  std::uint64_t level_max, Observer& observer)
      : space_(space),
        store_(store),
        strategy_(strategy),
        is_goal_(is_goal),
        level_max_(level_max),
        observer_(observer) {}

  BestFirstResult<Space, Cost> run() {
    space_.initial_states([&](const State& state) { meet(Visit<Space>{state}, Cost{}); });
    while (!stopped_ && !frontier_.empty()) {
      const Entry entry = frontier_.top();
      frontier_.pop();
      if (!best_[number(entry.id)].open) continue;  // was expanded through a better entry
      if (result_.counters.expanded % 64 == 0 && !may_keep_going(observer_)) stopped_ = true;
      if (stopped_ || expand(entry.id)) break;
    }
    if (result_.end == SearchEnd::Exhausted && result_.counters.cut > 0)
      result_.end = SearchEnd::Bounded;
    if (stopped_) result_.end = SearchEnd::Stopped;
    return std::move(result_);
  }

 private:
  // The best way known to a state.
  struct Best {
    Cost cost;
    StateId source;
    std::optional<Action> action;  // none for an initial state
    std::uint64_t level;
    bool open;  // in the frontier
  };

  // A state may have several entries; those that were overtaken are dropped when they come up,
  // which is cheaper than finding them in the heap.
  struct Entry {
    Priority priority;
    Estimate estimate;  // of two equally promising states the one nearer to the goal comes first
    StateId id;

    bool operator>(const Entry& other) const {
      if (priority != other.priority) return priority > other.priority;
      if (estimate != other.estimate) return estimate > other.estimate;
      return id > other.id;
    }
  };

  // Returns true when the state is a goal.
  bool expand(StateId id) {
    const State& state = store_.state(id);  // a copy, if the store makes one, lives as long
    best_[number(id)].open = false;
    const Best best = best_[number(id)];
    const Visit<Space> here{state, best.action ? &*best.action : nullptr, best.level, best.source,
                            id};
    if (is_goal_(here)) {
      result_.end = SearchEnd::Goal;
      result_.path = path_to(id);
      result_.cost = best.cost;
      return true;
    }
    if (best.level >= level_max_) {
      ++result_.counters.cut;
      return false;
    }
    std::uint64_t successor_count = 0;
    space_.successors(state, [&](const Action& action, const State& target) {
      ++successor_count;
      if (stopped_) return;
      meet(Visit<Space>{target, &action, best.level + 1, id},
           static_cast<Cost>(best.cost + strategy_.transition_cost(state, action, target)));
    });
    ++result_.counters.expanded;
    result_.counters.transitions += successor_count;
    result_.counters.terminal += successor_count == 0;
    if constexpr (requires { observer_.expanded(id, state, successor_count); }) {
      observer_.expanded(id, state, successor_count);
    }
    return false;
  }

  void meet(Visit<Space> visit, Cost cost) {
    const Insertion insertion = store_.insert(visit.state);
    visit.id = insertion.id;
    const Best way{cost, visit.source,
                   visit.action ? std::optional<Action>(*visit.action) : std::nullopt, visit.level,
                   true};
    switch (insertion.outcome) {
      case Outcome::Full: stopped_ = true; return;
      case Outcome::New:
        ++result_.counters.discovered;
        best_.emplace_back(way);
        tell_discovered(observer_, visit);
        break;
      case Outcome::Known:
        ++result_.counters.revisited;
        tell_revisited(observer_, visit);
        if (!Strategy::reopens || !(cost < best_[number(visit.id)].cost)) return;
        best_[number(visit.id)] = way;
        break;
    }
    result_.counters.level_max = std::max(result_.counters.level_max, visit.level);
    const Estimate estimate = strategy_.estimate(visit.state);
    frontier_.push({Strategy::priority(cost, estimate), estimate, visit.id});
  }

  Path<Space> path_to(StateId id) const {
    std::vector<Step<Space>> steps;
    for (; best_[number(id)].action; id = best_[number(id)].source) {
      steps.push_back({*best_[number(id)].action, store_.state(id)});
    }
    std::reverse(steps.begin(), steps.end());
    return {store_.state(id), std::move(steps)};
  }

  const Space& space_;
  Store& store_;
  const Strategy& strategy_;
  Condition& is_goal_;
  std::uint64_t level_max_;
  Observer& observer_;
  SegmentedArray<Best> best_;  // by state id
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> frontier_;
  BestFirstResult<Space, Cost> result_;
  bool stopped_ = false;
};

// Searches for a state where the condition `is_goal(visit)` holds, and keeps the states in `store`.
// REQUIRES: the store is empty.
template <StateSpace Space, StateStore<typename Space::State> Store, class Strategy,
          class Condition, class Observer = NoObserver>
auto best_first_in(Store& store, const Space& space, const Strategy& strategy, Condition is_goal,
                   std::uint64_t level_max = no_level, Observer&& observer = {}) {
  return BestFirstSearch<Space, Store, Strategy, Condition, std::remove_reference_t<Observer>>(
             space, store, strategy, is_goal, level_max, observer)
      .run();
}

// The same with a store of its own.
template <StateSpace Space, class Strategy, class Condition, class Observer = NoObserver>
auto best_first(const Space& space, const Strategy& strategy, Condition is_goal,
                BestFirstLimits limits = {}, Observer&& observer = {}) {
  HashStore<typename Space::State> store(limits.states_max);
  return best_first_in(store, space, strategy, is_goal, limits.level_max, observer);
}

}  // namespace clew
