#pragma once

// Breadth-first search: level by level, so the first path to a goal is a shortest one.
//
//   HashStore<State> store;
//   const auto result =
//       breadth_first(space, store, rules(rule(is(solved), goal), store_in(store)));
//   if (result.end == SearchEnd::Goal) print(*result.path);
//
// The frontier is a range of ids: the store numbers states in the order of their discovery, so the
// states still to expand are those from `next` to the end of the store, and no queue is kept.
//
// Contract: the rules store a state in `store` before they let it through, as store_in does. States
// that were in the store before the search count as known and are not expanded.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "clew/space/flatten.hpp"
#include "clew/space/hash_store.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/space.hpp"

namespace clew {

template <StateSpace Space, StateStore<typename Space::State> Store, class ExploreRules,
          class Observer>
class BreadthFirstSearch {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  BreadthFirstSearch(const Space& space, Store& store, ExploreRules& explore_rules,
                     Observer& observer, std::uint64_t level_max, SearchResult<Space>& result)
      : space_(space),
        store_(store),
        explore_rules_(explore_rules),
        observer_(observer),
        level_max_(level_max),
        result_(result) {}

  void run() {
    std::uint64_t next = store_.size();
    level_starts_.push_back(next);
    bool go_on = ask_initial_states();
    while (go_on && next < store_.size()) {
      const std::uint64_t level_end = store_.size();
      if (level() == level_max_) {
        result_.counters.cut = level_end - next;
        result_.end = SearchEnd::Bounded;
        break;
      }
      while (go_on && next < level_end) {
        const std::uint64_t length = std::min(batch_length_, level_end - next);
        if constexpr (made_of_plain_bytes<Space>) {
          go_on = handle_batch_flattened(next, length);
        } else {
          go_on = handle_batch(next, length);
        }
        next += length;
      }
      if (store_.size() > level_end) result_.counters.level_max = level() + 1;
      if (go_on) finish_level(level_end);
    }
  }

 private:
  // One successor of the batch, waiting for its turn.
  struct Successor {
    State state;
    [[no_unique_address]] Action action;
    std::uint64_t hash;
  };

  // A slot of the store that is not in the cache costs about a hundred nanoseconds. While the
  // successors of 64 states are computed the slots of the first ones arrive; more states would only
  // push them out.
  static constexpr std::uint64_t batch_length_max = 64;
  // States with thousands of successors come in shorter batches, or the buffer would grow with them.
  static constexpr std::uint64_t successors_wanted = 16'384;

  std::uint64_t level() const { return level_starts_.size() - 1; }

  bool ask_initial_states() {
    for (const State& state : initial_states_of(space_)) {
      Visit<Space> visit{state};
      if (!handle(explore_rules_(visit), visit)) return false;
    }
    return true;
  }

  // Expands the states [first, first + length), then asks the rules about all their successors, in
  // the order in which a plain loop would meet them. Returns false when the search is over.
  bool handle_batch(std::uint64_t first, std::uint64_t length) {
    if (!may_keep_going(observer_)) return stop();
    expand(first, length);
    const std::uint64_t waiting = std::max<std::uint64_t>(successors_.size(), 1);
    batch_length_ =
        std::clamp<std::uint64_t>(length * successors_wanted / waiting, 1, batch_length_max);
    std::size_t position = 0;
    for (std::uint64_t offset = 0; offset < length; ++offset) {
      const StateId source{first + offset};
      const std::size_t begin = position;
      for (; position < successor_ends_[offset]; ++position) {
        const Successor& successor = successors_[position];
        Visit<Space> visit{successor.state, &successor.action, level() + 1,   source,
                           no_state,        &store_,           successor.hash};
        ++result_.counters.transitions;
        if (!handle(explore_rules_(visit), visit)) return false;
      }
      ++result_.counters.expanded;
      result_.counters.terminal += position == begin;
      tell_expanded(source, offset, position - begin);
    }
    return true;
  }

  CLEW_FLATTEN bool handle_batch_flattened(std::uint64_t first, std::uint64_t length) {
    return handle_batch(first, length);
  }

  void expand(std::uint64_t first, std::uint64_t length) {
    successors_.clear();
    if constexpr (BatchSpace<Space>) {
      batch_.clear();
      for (std::uint64_t offset = 0; offset < length; ++offset) {
        batch_.push_back(store_.state(StateId{first + offset}));
      }
      // A state without successors keeps the 0, which the loop that asks takes for "none".
      std::fill_n(successor_ends_, length, std::size_t{0});
      space_.expand(std::span<const State>(batch_),
                    [&](std::size_t index, auto&& action, auto&& target) {
                      add_successor(std::forward<decltype(action)>(action),
                                    std::forward<decltype(target)>(target));
                      successor_ends_[index] = successors_.size();
                    });
    } else {
      for (std::uint64_t offset = 0; offset < length; ++offset) {
        space_.successors(store_.state(StateId{first + offset}), [&](auto&& action, auto&& target) {
          add_successor(std::forward<decltype(action)>(action),
                        std::forward<decltype(target)>(target));
        });
        successor_ends_[offset] = successors_.size();
      }
    }
  }

  void add_successor(auto&& action, auto&& target) {
    std::uint64_t hash = 0;
    if constexpr (PrefetchingStore<Store, State>) {
      hash = store_.hash(target);
      store_.prefetch(hash);
    }
    successors_.push_back(
        {std::forward<decltype(target)>(target), std::forward<decltype(action)>(action), hash});
  }

  // Returns false when the search is over.
  bool handle(Answer answer, const Visit<Space>& visit) {
    switch (answer) {
      case Answer::New:
        assert(number(visit.id) + 1 == store_.size());  // see the contract at the top
        ++result_.counters.discovered;
        if constexpr (ParentStore<Store>) store_.record_parent(visit.id, visit.source);
        tell_discovered(observer_, visit);
        return true;
      case Answer::Skip:
        ++result_.counters.revisited;
        tell_revisited(observer_, visit);
        return true;
      case Answer::Goal:
        ++result_.counters.discovered;
        result_.counters.level_max = visit.level;
        result_.end = SearchEnd::Goal;
        result_.path = path_to(visit);
        return false;
      case Answer::Stop: break;
    }
    return stop();
  }

  bool stop() {
    result_.end = SearchEnd::Stopped;
    return false;
  }

  void tell_expanded(StateId id, std::uint64_t offset, std::uint64_t successor_count) {
    (void)id, (void)offset, (void)successor_count;
    if constexpr (requires(const State& state) {
                    observer_.expanded(id, state, successor_count);
                  }) {
      if constexpr (BatchSpace<Space>) {
        observer_.expanded(id, batch_[offset], successor_count);
      } else {
        observer_.expanded(id, store_.state(id), successor_count);
      }
    }
  }

  void finish_level(std::uint64_t level_end) {
    if constexpr (requires { observer_.level_finished(level_end, level_end); }) {
      observer_.level_finished(level(), level_end - level_starts_.back());
    }
    level_starts_.push_back(level_end);
  }

  Path<Space> path_to(const Visit<Space>& visit) const {
    if (visit.action == nullptr) return {visit.state, {}};
    std::vector<Step<Space>> steps{{*visit.action, visit.state}};
    StateId id = visit.source;
    for (std::uint64_t at_level = visit.level - 1; at_level > 0; --at_level) {
      const auto [parent, action] = transition_to(id, at_level);
      steps.push_back({action, store_.state(id)});
      id = parent;
    }
    std::reverse(steps.begin(), steps.end());
    return {store_.state(id), std::move(steps)};
  }

  // The first transition that leads to state `id`. Without recorded parents the level before is
  // expanded once more, in the same order, so both ways give the same path.
  std::pair<StateId, Action> transition_to(StateId id, std::uint64_t at_level) const {
    std::uint64_t candidate = level_starts_[at_level - 1];
    if constexpr (ParentStore<Store>) candidate = number(store_.parent(id));
    const State& target = store_.state(id);
    std::optional<Action> found;
    for (; !found; ++candidate) {
      assert(candidate < number(id));  // some state of the level before led here
      space_.successors(store_.state(StateId{candidate}),
                        [&](const Action& action, const State& state) {
                          if (!found && state == target) found = action;
                        });
    }
    return {StateId{candidate - 1}, *found};
  }

  const Space& space_;
  Store& store_;
  ExploreRules& explore_rules_;
  Observer& observer_;
  std::uint64_t level_max_;

  SearchResult<Space>& result_;
  std::uint64_t batch_length_ = batch_length_max;
  std::vector<std::uint64_t> level_starts_;  // the first id of each level
  std::vector<State> batch_;                 // used only by a BatchSpace
  std::vector<Successor> successors_;        // of the batch, grouped by source
  std::size_t successor_ends_[batch_length_max] = {};
};

// Searches `space` breadth-first. States at `level_max` are discovered but not expanded.
template <StateSpace Space, StateStore<typename Space::State> Store, class ExploreRules,
          class Observer = NoObserver>
SearchResult<Space> breadth_first(const Space& space, Store& store, ExploreRules&& explore_rules,
                                  Observer&& observer = {}, std::uint64_t level_max = no_level) {
  SearchResult<Space> result;
  BreadthFirstSearch<Space, Store, std::remove_reference_t<ExploreRules>,
                     std::remove_reference_t<Observer>>(space, store, explore_rules, observer,
                                                        level_max, result)
      .run();
  return result;
}

// Discovers every state, looking for nothing.
template <StateSpace Space, StateStore<typename Space::State> Store>
SearchResult<Space> breadth_first(const Space& space, Store& store) {
  return breadth_first(space, store, rules(store_in(store)));
}

}  // namespace clew
