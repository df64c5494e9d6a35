#pragma once

// Strongly connected components on the fly: sets of states that all reach each other. A component
// is reported as soon as it is complete, and after every component it leads to.
//
//   HashStore<State> store;
//   for_each_component(space, store,
//                      [&](std::span<const StateId> members, bool has_cycle) { ... });
//
// R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with an explicit stack.
// States are kept once, in the store; everything else works on ids, and successors are computed
// once.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "clew/space/hash_store.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/space.hpp"

namespace clew {

template <StateSpace Space, StateStore<typename Space::State> Store, class Found>
class ComponentSearch {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  ComponentSearch(const Space& space, Store& store, Found& found)
      : space_(space), store_(store), found_(found) {}

  SearchEnd run() {
    for (const State& state : initial_states_of(space_)) {
      const Insertion insertion = store_.insert(state);
      if (insertion.outcome == Outcome::Full) return SearchEnd::Stopped;
      if (insertion.outcome == Outcome::New && !search_from(insertion.id))
        return SearchEnd::Stopped;
    }
    return SearchEnd::Exhausted;
  }

 private:
  struct Frame {
    StateId id;
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
    bool has_loop;  // a transition from the state to itself
  };

  // Returns false when the search is over.
  bool search_from(StateId start) {
    if (!enter(start)) return false;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == pending_.size()) {
        if (!leave()) return false;
        continue;
      }
      const StateId target = pending_[top.next++];
      if (lowest_[number(target)] == unentered) {
        if (!enter(target)) return false;
      } else {
        lower(top.id, order_[number(target)]);
      }
    }
    return true;
  }

  bool enter(StateId id) {
    const std::size_t first = pending_.size();
    bool full = false;
    bool has_loop = false;
    space_.successors(store_.state(id), [&](const Action&, const State& target) {
      const Insertion insertion = store_.insert(target);
      full = full || insertion.outcome == Outcome::Full;
      has_loop = has_loop || insertion.id == id;
      if (!full) pending_.push_back(insertion.id);
    });
    if (full) return false;
    lowest_.resize(static_cast<std::size_t>(store_.size()), unentered);
    order_.resize(static_cast<std::size_t>(store_.size()), unentered);
    order_[number(id)] = lowest_[number(id)] = entered_++;
    open_.push_back(id);
    frames_.push_back({id, first, first, has_loop});
    return true;
  }

  bool leave() {
    const Frame top = frames_.back();
    frames_.pop_back();
    pending_.resize(top.first);
    const std::uint64_t lowest = lowest_[number(top.id)];
    if (!frames_.empty()) lower(frames_.back().id, lowest);
    if (lowest != order_[number(top.id)]) return true;  // belongs to a component entered earlier
    auto begin = open_.end();
    do {
      --begin;
      order_[number(*begin)] = closed;  // never lowers anything again
    } while (*begin != top.id);
    const std::span<const StateId> members(begin, open_.end());
    const bool go_on = tell(members, members.size() > 1 || top.has_loop);
    open_.erase(begin, open_.end());
    return go_on;
  }

  void lower(StateId id, std::uint64_t order) {
    lowest_[number(id)] = std::min(lowest_[number(id)], order);
  }

  bool tell(std::span<const StateId> members, bool has_cycle) {
    if constexpr (std::is_same_v<std::invoke_result_t<Found&, std::span<const StateId>, bool>,
                                 bool>) {
      return found_(members, has_cycle);
    } else {
      found_(members, has_cycle);
      return true;
    }
  }

  static constexpr std::uint64_t unentered = ~std::uint64_t{0};
  static constexpr std::uint64_t closed = unentered - 1;

  const Space& space_;
  Store& store_;
  Found& found_;
  std::vector<Frame> frames_;
  std::vector<StateId> pending_;
  std::vector<StateId> open_;          // entered, component not yet complete; Tarjan's stack
  std::vector<std::uint64_t> order_;   // by id: order of entering, or closed
  std::vector<std::uint64_t> lowest_;  // by id: the lowest order known to be reachable and open
  std::uint64_t entered_ = 0;
};

// Calls `found(members, has_cycle)` for each component; `has_cycle` is false for a single state
// without a transition to itself. If `found` returns a bool, false ends the search. The members are
// in order of entering, and are ids of `store`, which must be empty at first. The end is Exhausted,
// or Stopped when the store was full or `found` said so.
template <StateSpace Space, StateStore<typename Space::State> Store, class Found>
SearchEnd for_each_component(const Space& space, Store& store, Found&& found) {
  return ComponentSearch<Space, Store, std::remove_reference_t<Found>>(space, store, found).run();
}

}  // namespace clew
