// What does composing a search from rules cost? Each search of space/ is measured against a loop
// written by hand over the same space and the same store. Both are run in turns, and the best time
// of each counts, so that a busy machine disturbs both alike. The target is a ratio of at
// most 1.05.
//
//   modular_search [repetitions]

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "clew/space/breadth_first.hpp"
#include "clew/space/depth_first.hpp"

namespace {

using clew::HashStore;
using clew::Insertion;
using clew::Outcome;
using clew::StateId;

// The 3x3 sliding puzzle: 181,440 states of nine bytes.
struct Puzzle {
  using State = std::array<std::uint8_t, 9>;
  using Action = std::uint8_t;  // the field the gap moves to

  void initial_states(auto&& found) const { found(State{1, 2, 3, 4, 5, 6, 7, 8, 0}); }

  void successors(const State& state, auto&& found) const {
    const auto gap = static_cast<unsigned>(std::find(state.begin(), state.end(), std::uint8_t{0}) -
                                           state.begin());
    const auto slide = [&](unsigned to) {
      State target = state;
      std::swap(target[gap], target[to]);
      found(static_cast<Action>(to), target);
    };
    if (gap >= 3) slide(gap - 3);
    if (gap < 6) slide(gap + 3);
    if (gap % 3 > 0) slide(gap - 1);
    if (gap % 3 < 2) slide(gap + 1);
  }
};

// Three counters below 64: 262,144 states of one word, almost nothing to compute.
struct Grid {
  using State = std::uint32_t;
  using Action = std::uint8_t;  // the counter that moves

  void initial_states(auto&& found) const { found(State{0}); }

  void successors(const State& state, auto&& found) const {
    for (unsigned counter = 0; counter < 3; ++counter) {
      const unsigned shift = 6 * counter;
      if (((state >> shift) & 63) < 63)
        found(static_cast<Action>(counter), state + (State{1} << shift));
    }
  }
};

// What every run must agree on.
struct Count {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t revisited = 0;
  std::uint64_t terminal = 0;

  bool operator==(const Count&) const = default;
};

template <class Space>
[[gnu::noinline]] Count breadth_first_with_rules(const Space& space) {
  HashStore<typename Space::State> store;
  const auto impossible = [](const auto& state) { return state == typename Space::State{}; };
  const auto not_initial = [&](const auto& visit) {
    return visit.action != nullptr && impossible(visit.state);
  };
  const auto result =
      clew::breadth_first(space, store,
                          clew::rules(clew::rule(not_initial, clew::goal),
                                      clew::rule(clew::always, clew::store_in(store))));
  const auto& counters = result.counters;
  return {counters.discovered, counters.transitions, counters.revisited, counters.terminal};
}

template <class Space>
[[gnu::noinline]] Count breadth_first_by_hand(const Space& space) {
  using State = typename Space::State;
  HashStore<State> store;
  Count count;
  space.initial_states([&](const State& state) { store.insert(state); });
  for (std::uint64_t next = 0; next < store.size(); ++next) {
    const std::uint64_t before = count.transitions;
    bool found_goal = false;
    space.successors(store.state(StateId{next}), [&](const auto&, const State& target) {
      ++count.transitions;
      if (target == State{}) found_goal = true;
      if (store.insert(target).outcome == Outcome::Known) ++count.revisited;
    });
    if (found_goal) break;
    if (count.transitions == before) ++count.terminal;
  }
  count.states = store.size();
  return count;
}

template <class Space>
[[gnu::noinline]] Count depth_first_with_rules(const Space& space) {
  HashStore<typename Space::State> store;
  const auto result =
      clew::depth_first(space, clew::rules(clew::rule(clew::always, clew::store_in(store))));
  const auto& counters = result.counters;
  return {counters.discovered, counters.transitions, counters.revisited, counters.terminal};
}

// The same order, and a stack from which the path can be read, as every depth-first search needs
// it.
template <class Space>
[[gnu::noinline]] Count depth_first_by_hand(const Space& space) {
  using State = typename Space::State;
  struct Pending {
    typename Space::Action action;
    State state;
  };
  struct Frame {
    State state;
    std::size_t first;
    std::size_t next;
  };
  HashStore<State> store;
  Count count;
  std::vector<Pending> pending;
  std::vector<Frame> frames;
  const auto enter = [&](const State& state) {
    frames.push_back({state, pending.size(), pending.size()});
    space.successors(frames.back().state, [&](const auto& action, const State& target) {
      pending.push_back({action, target});
    });
    if (pending.size() == frames.back().first) ++count.terminal;
  };
  space.initial_states([&](const State& state) {
    if (store.insert(state).outcome == Outcome::New) enter(state);
  });
  while (!frames.empty()) {
    Frame& top = frames.back();
    if (top.next == pending.size()) {
      pending.resize(top.first);
      frames.pop_back();
      continue;
    }
    const State state = pending[top.next++].state;
    ++count.transitions;
    if (store.insert(state).outcome == Outcome::New) {
      enter(state);
    } else {
      ++count.revisited;
    }
  }
  count.states = store.size();
  return count;
}

struct Timed {
  Count count;
  double seconds_best = 1e9;

  void run(auto&& function) {
    const auto start = std::chrono::steady_clock::now();
    count = function();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    seconds_best = std::min(seconds_best, taken.count());
  }
};

// Returns false when the two do not agree.
bool compare(const char* name, int repetitions, auto&& with_rules, auto&& by_hand) {
  Timed composed;
  Timed plain;
  for (int i = 0; i < repetitions; ++i) {
    plain.run(by_hand);
    composed.run(with_rules);
  }
  std::printf("%-24s %9llu states  by hand %7.2f ms  with rules %7.2f ms  ratio %.3f\n", name,
              static_cast<unsigned long long>(composed.count.states), plain.seconds_best * 1e3,
              composed.seconds_best * 1e3, composed.seconds_best / plain.seconds_best);
  return composed.count == plain.count;
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 31;
  const Puzzle puzzle;
  const Grid grid;
  bool agreed = true;
  agreed &= compare(
      "breadth-first, puzzle", repetitions, [&] { return breadth_first_with_rules(puzzle); },
      [&] { return breadth_first_by_hand(puzzle); });
  agreed &= compare(
      "breadth-first, grid", repetitions, [&] { return breadth_first_with_rules(grid); },
      [&] { return breadth_first_by_hand(grid); });
  agreed &= compare(
      "depth-first, puzzle", repetitions, [&] { return depth_first_with_rules(puzzle); },
      [&] { return depth_first_by_hand(puzzle); });
  agreed &= compare(
      "depth-first, grid", repetitions, [&] { return depth_first_with_rules(grid); },
      [&] { return depth_first_by_hand(grid); });
  if (!agreed) std::puts("the searches do not agree on what they found");
  return agreed ? 0 : 1;
}
