#pragma once

// Accepting cycles by nested depth-first search: is there an infinite run that passes an accepting
// state again and again? This is how a violated temporal property looks.
//
//   const auto result = find_accepting_cycle(product, [](const auto& state) { return ...; });
//   if (result.lasso) print(result.lasso->stem, result.lasso->cycle);
//
// C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis, "Memory-efficient algorithms for the
// verification of temporal properties" (1992), with the shortcut of G. Holzmann, D. Peled, M.
// Yannakakis, "On nested depth first search" (1996). The outer search walks the space. When it
// leaves an accepting state (the seed), an inner search looks for a state on the outer path: from
// there the path leads to the seed, so the cycle is closed. Seeds come up in postorder, so the
// inner searches may share their memory, and together they expand each state at most once. The
// whole is composed from depth_first and rules: the inner search is an action of the outer one's
// backtrack rules.

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "clew/space/depth_first.hpp"
#include "clew/space/hash_store.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/space.hpp"
#include "clew/space/starting_at.hpp"

namespace clew {

template <StateSpace Space>
struct CycleResult {
  SearchEnd end = SearchEnd::Exhausted;  // Exhausted: there is no accepting cycle
  std::optional<Lasso<Space>> lasso;     // its cycle starts in an accepting state
  SearchCounters counters;  // of the outer search; the inner ones may expand every state once more
};

template <StateSpace Space, class Accepting, class Observer>
class NestedDepthFirstSearch {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  NestedDepthFirstSearch(const Space& space, Accepting& accepting, std::uint64_t states_max,
                         Observer& observer)
      : space_(space), accepting_(accepting), observer_(observer), store_(states_max) {}

  CycleResult<Space> run() {
    const auto enter_path = [this](const auto& visit) {
      on_path_.resize(store_.size());
      met_inside_.resize(store_.size());
      on_path_[number(visit.id)] = true;
    };
    const auto leave_path = [this](const auto& visit) { on_path_[number(visit.id)] = false; };
    const auto search_inside = [this](const auto& seed) { return search_from(seed.state); };

    auto outer = depth_first(
        space_, rules(store_in(store_), call(enter_path)),
        rules(rule(is(std::ref(accepting_)), clew::run(search_inside)), call(leave_path)),
        observer_);
    CycleResult<Space> result{outer.end, std::nullopt, outer.counters};
    if (outer.path) result.lasso = make_lasso(std::move(*outer.path));
    return result;
  }

 private:
  // The observer of the outer search may stop the inner ones as well, but hears nothing else of
  // them.
  struct InnerObserver {
    Observer* outer;
    bool keep_going() { return may_keep_going(*outer); }
  };

  auto search_from(const State& seed) {
    // All that this search meets was discovered before: until it reaches the outer path and ends,
    // it moves among states that the outer search has left for good.
    const auto look_up = [this](auto& visit) {
      visit.id = store_.find(visit.state);
      assert(visit.id != no_state);
      return Answer::New;
    };
    // The seed itself is on the path, so only coming *back* to it counts.
    const auto closes_cycle = [this](const auto& visit) {
      return visit.action != nullptr && on_path_[number(visit.id)];
    };
    const auto store_inside = [this](auto& visit) {
      if (met_inside_[number(visit.id)]) return Answer::Skip;
      met_inside_[number(visit.id)] = true;
      return Answer::New;
    };
    auto inner = depth_first(starting_at(space_, seed),
                             rules(look_up, rule(closes_cycle, goal), store_inside), rules(),
                             InnerObserver{&observer_});
    if (inner.path) {
      for (auto& [action, state] : inner.path->steps) {
        cycle_.push_back({std::move(action), std::move(state)});
      }
    }
    return inner;
  }

  // The inner path leads from the seed back to some state of the outer path; the rest of the cycle
  // is the outer path from there to the seed.
  Lasso<Space> make_lasso(Path<Space> stem) {
    const auto& steps = stem.steps;
    auto rest = steps.begin();
    if (cycle_.back().state != stem.initial) {
      rest = std::next(std::find_if(steps.begin(), steps.end(), [&](const Step<Space>& step) {
        return step.state == cycle_.back().state;
      }));
    }
    cycle_.insert(cycle_.end(), rest, steps.end());
    return {std::move(stem), std::move(cycle_)};
  }

  const Space& space_;
  Accepting& accepting_;
  Observer& observer_;
  HashStore<State> store_;
  std::vector<bool> on_path_;     // by state id
  std::vector<bool> met_inside_;  // by state id: the second pass over the same store
  std::vector<Step<Space>> cycle_;
};

// `accepting(state)` says which states count. More than `states_max` states end the search as
// Stopped. The observer watches the outer search.
template <StateSpace Space, class Accepting, class Observer = NoObserver>
CycleResult<Space> find_accepting_cycle(const Space& space, Accepting accepting,
                                        std::uint64_t states_max = ~std::uint64_t{0},
                                        Observer&& observer = {}) {
  return NestedDepthFirstSearch<Space, Accepting, std::remove_reference_t<Observer>>(
             space, accepting, states_max, observer)
      .run();
}

// For a space that says itself which states are accepting, as a product with an automaton does.
template <StateSpace Space>
requires requires(const Space& space, const typename Space::State& state) {
  { space.accepting(state) } -> std::convertible_to<bool>;
}
CycleResult<Space> find_accepting_cycle(const Space& space) {
  return find_accepting_cycle(space, [&](const auto& state) { return space.accepting(state); });
}

}  // namespace clew
