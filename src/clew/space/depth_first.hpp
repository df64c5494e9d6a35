#pragma once

// Depth-first search, iterative, in true preorder: the successors of a state are handled one after
// the other, each with everything below it, exactly as the recursive function would do it.
//
//   HashStore<State> store;
//   const auto result = depth_first(space, rules(rule(is(solved), goal), store_in(store)));
//
// There are two events. *Explore*: a state comes up (also an initial one), and the explore rules
// are asked what to do with it. *Backtrack*: everything below a state was handled (also below an
// initial one), and the backtrack rules are asked whether to go on. The second is where nested
// searches hang; nested_dfs.hpp is the example.
//
// The stack is the path. Without a store among the rules the search walks all paths, which need not
// end.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "clew/space/flatten.hpp"
#include "clew/space/rules.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/segmented_array.hpp"
#include "clew/space/space.hpp"

namespace clew {

template <StateSpace Space, class ExploreRules, class BacktrackRules, class Observer>
class DepthFirstSearch {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  DepthFirstSearch(const Space& space, ExploreRules& explore_rules, BacktrackRules& backtrack_rules,
                   Observer& observer, std::uint64_t level_max, SearchResult<Space>& result)
      : space_(space),
        explore_rules_(explore_rules),
        backtrack_rules_(backtrack_rules),
        observer_(observer),
        level_max_(level_max),
        result_(result) {}

  void run() {
    for (const State& state : initial_states_of(space_)) {
      initial_ = &state;
      Visit<Space> visit{state};
      if (!explore(visit) || !empty_stack()) return;
    }
    if (result_.counters.cut > 0) result_.end = SearchEnd::Bounded;
  }

 private:
  // A path may be as long as the state space. An array that never moves grows without needing old
  // and new at once; for states of plain bytes the contiguous one is faster by a tenth.
  static constexpr bool moves = made_of_plain_bytes<Space>;
  template <class T>
  using Stack = std::conditional_t<moves, std::vector<T>, SegmentedArray<T>>;

  template <class T>
  static void truncate(std::vector<T>& stack, std::size_t length) {
    stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(length), stack.end());
  }
  template <class T>
  static void truncate(SegmentedArray<T>& stack, std::size_t length) {
    stack.truncate(length);
  }

  // The state under expansion lives in pending_, which grows meanwhile: a copy where it may move.
  struct Source {
    std::conditional_t<moves, State, const State&> state;
  };

  // A state on the path. Its successors are pending_[first ...] up to the next frame's first; those
  // before `next` have been handled.
  struct Frame {
    std::size_t first;
    std::size_t next;
    StateId id;
  };

  // The step that led to a state on the path is the one its predecessor handled last.
  // REQUIRES: level > 0
  const Step<Space>& step_to(std::size_t level) const {
    return pending_[frames_[level - 1].next - 1];
  }

  // Returns false when the search is over.
  bool empty_stack() {
    if constexpr (made_of_plain_bytes<Space>) {
      return handle_pending_flattened();
    } else {
      return handle_pending();
    }
  }

  CLEW_FLATTEN bool handle_pending_flattened() { return handle_pending(); }

  bool handle_pending() {
    while (!frames_.empty()) {
      Frame& top = frames_[frames_.size() - 1];
      // What was pending above this frame has been handled and removed, so its successors are the
      // last.
      if (top.next == pending_.size()) {
        if (!backtrack()) return false;
        continue;
      }
      const Step<Space>& step = pending_[top.next++];
      Visit<Space> visit{step.state, &step.action, frames_.size(), top.id};
      ++result_.counters.transitions;
      if (!explore(visit)) return false;
    }
    return true;
  }

  bool explore(Visit<Space>& visit) {
    switch (explore_rules_(visit)) {
      case Answer::New:
        ++result_.counters.discovered;
        tell_discovered(observer_, visit);
        push(visit);
        return expand(visit);
      case Answer::Skip:
        ++result_.counters.revisited;
        tell_revisited(observer_, visit);
        return true;
      case Answer::Goal:
        ++result_.counters.discovered;
        push(visit);
        return reach_goal();
      case Answer::Stop: break;
    }
    return stop();
  }

  void push(const Visit<Space>& visit) {
    frames_.emplace_back(Frame{pending_.size(), pending_.size(), visit.id});
    result_.counters.level_max = std::max(result_.counters.level_max, visit.level);
  }

  bool expand(const Visit<Space>& visit) {
    if (visit.level == level_max_) {
      ++result_.counters.cut;
      return true;
    }
    if (result_.counters.expanded % states_per_poll == 0 && !may_keep_going(observer_))
      return stop();
    const std::size_t first = pending_.size();
    const Source source{visit.state};
    space_.successors(source.state, [&](auto&& action, auto&& target) {
      pending_.emplace_back(Step<Space>{std::forward<decltype(action)>(action),
                                        std::forward<decltype(target)>(target)});
    });
    const std::uint64_t successor_count = pending_.size() - first;
    ++result_.counters.expanded;
    result_.counters.terminal += successor_count == 0;
    if constexpr (requires { observer_.expanded(visit.id, source.state, successor_count); }) {
      observer_.expanded(visit.id, source.state, successor_count);
    }
    return true;
  }

  bool backtrack() {
    const std::size_t level = frames_.size() - 1;
    const Frame top = frames_[frames_.size() - 1];
    Visit<Space> visit = level == 0 ? Visit<Space>{*initial_, nullptr, level, no_state, top.id}
                                    : Visit<Space>{step_to(level).state, &step_to(level).action,
                                                   level, frames_[level - 1].id, top.id};
    const Answer answer = backtrack_rules_(visit);
    if (answer == Answer::Goal) return reach_goal();
    if (answer == Answer::Stop) return stop();
    truncate(pending_, top.first);
    truncate(frames_, frames_.size() - 1);
    return true;
  }

  bool reach_goal() {
    Path<Space> path{*initial_, {}};
    for (std::size_t i = 1; i < frames_.size(); ++i) {
      path.steps.push_back(step_to(i));
    }
    result_.path = std::move(path);
    result_.end = SearchEnd::Goal;
    return false;
  }

  bool stop() {
    result_.end = SearchEnd::Stopped;
    return false;
  }

  static constexpr std::uint64_t states_per_poll = 64;

  const Space& space_;
  ExploreRules& explore_rules_;
  BacktrackRules& backtrack_rules_;
  Observer& observer_;
  std::uint64_t level_max_;

  SearchResult<Space>& result_;
  const State* initial_ = nullptr;  // where the path starts
  Stack<Frame> frames_;             // the path
  Stack<Step<Space>> pending_;      // successors of the states on the path, each computed once
};

// Searches `space` depth-first. States at `level_max` are discovered but not expanded; with a store
// among the rules such a search may miss states below the bound, because a state that was first met
// late is not met again. (iterative_deepening.hpp knows better.)
template <StateSpace Space, class ExploreRules, class BacktrackRules = Rules<>,
          class Observer = NoObserver>
SearchResult<Space> depth_first(const Space& space, ExploreRules&& explore_rules,
                                BacktrackRules&& backtrack_rules = BacktrackRules(),
                                Observer&& observer = {}, std::uint64_t level_max = no_level) {
  SearchResult<Space> result;
  DepthFirstSearch<Space, std::remove_reference_t<ExploreRules>,
                   std::remove_reference_t<BacktrackRules>, std::remove_reference_t<Observer>>(
      space, explore_rules, backtrack_rules, observer, level_max, result)
      .run();
  return result;
}

}  // namespace clew
