#pragma once

// What a state space is. Write a type with two functions, and every search of this folder works on
// it:
//
//   struct Counter {                       // counts 0, 1, 2, 3 and starts again
//     using State = int;
//     using Action = char;
//     void initial_states(auto&& found) const { found(0); }
//     void successors(const State& state, auto&& found) const { found('+', (state + 1) % 4); }
//   };
//
//   HashStore<int> store;
//   breadth_first(Counter{}, store).counters.discovered;  // 4
//
// Both functions must call `found` in the same order each time: replaying a path relies on that. A
// state for which `successors` calls nothing is terminal. `found` may be declared as a template
// parameter, as above, or as a FunctionRef where a template is unwelcome. It takes what it needs
// before it returns, so a space may reuse one state object for all its calls.
//
// Threads: both functions are const; whether several workers may call them at once is for the space
// to say.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace clew {

// The number a state gets when it is discovered: 0 is the first initial state.
enum class StateId : std::uint64_t {};

inline constexpr StateId no_state{~std::uint64_t{0}};

constexpr std::uint64_t number(StateId id) { return static_cast<std::uint64_t>(id); }

// A level that no path reaches: searches that can be bounded are not bounded by default.
inline constexpr std::uint64_t no_level = ~std::uint64_t{0};

// What the searches pass as `found`; only the concepts below name them.
template <class State>
struct FoundInitial {
  void operator()(const State&) const;
};
template <class Action, class State>
struct FoundSuccessor {
  void operator()(const Action&, const State&) const;
};
template <class Action, class State>
struct FoundInBatch {
  void operator()(std::size_t index, const Action&, const State&) const;
};

template <class T>
concept StateSpace = std::copyable<typename T::State> &&
    std::equality_comparable<typename T::State> && std::copyable<typename T::Action> &&
    std::equality_comparable<typename T::Action> &&
    requires(const T& space, const typename T::State& state,
             FoundInitial<typename T::State> initial,
             FoundSuccessor<typename T::Action, typename T::State> successor) {
  space.initial_states(initial);       // found(state), at least once
  space.successors(state, successor);  // found(action, target); no call means: terminal
};

// A space that would rather expand many states in one call, as generated machine code does.
// `sink(index, action, target)` says which state of the batch `target` follows; the indices never
// decrease, and within one index the order is that of successors().
template <class T>
concept BatchSpace = StateSpace<T> &&
    requires(const T& space, std::span<const typename T::State> batch,
             FoundInBatch<typename T::Action, typename T::State> sink) {
  space.expand(batch, sink);
};

// Expands a batch, whether the space offers that itself or not.
template <StateSpace Space, class Sink>
void expand_batch(const Space& space, std::span<const typename Space::State> batch, Sink&& sink) {
  if constexpr (BatchSpace<Space>) {
    space.expand(batch, sink);
  } else {
    for (std::size_t index = 0; index < batch.size(); ++index) {
      space.successors(batch[index], [&](auto&& action, auto&& target) {
        sink(index, std::forward<decltype(action)>(action), std::forward<decltype(target)>(target));
      });
    }
  }
}

// One transition seen from its source: what happened, and where it led.
template <StateSpace Space>
struct Step {
  typename Space::Action action;
  typename Space::State state;

  bool operator==(const Step&) const = default;
};

// A path from an initial state.
template <StateSpace Space>
struct Path {
  typename Space::State initial;
  std::vector<Step<Space>> steps;

  const typename Space::State& last() const { return steps.empty() ? initial : steps.back().state; }
  bool operator==(const Path&) const = default;
};

// A path that comes back: `cycle` starts and ends in `stem.last()`, and is never empty.
template <StateSpace Space>
struct Lasso {
  Path<Space> stem;
  std::vector<Step<Space>> cycle;

  bool operator==(const Lasso&) const = default;
};

// The transitions that leave `state`, collected.
template <StateSpace Space>
std::vector<Step<Space>> steps_from(const Space& space, const typename Space::State& state) {
  std::vector<Step<Space>> steps;
  space.successors(state, [&](auto&& action, auto&& target) {
    steps.push_back(
        {std::forward<decltype(action)>(action), std::forward<decltype(target)>(target)});
  });
  return steps;
}

template <StateSpace Space>
std::vector<typename Space::State> initial_states_of(const Space& space) {
  std::vector<typename Space::State> states;
  space.initial_states(
      [&](auto&& state) { states.push_back(std::forward<decltype(state)>(state)); });
  return states;
}

}  // namespace clew
