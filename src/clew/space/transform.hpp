#pragma once

// Transformations make a space out of others. The result is a space like any other, so everything
// that works on spaces works on it, and transformations can be nested.
//
//   ParallelProduct(left, right)            either side moves, one at a time
//   SynchronousProduct(space, automaton)    an automaton reads the run of a space
//   Stuttering(space)                       terminal states get a transition to themselves
//   PackedSpace(space, codec)               states are kept in another, smaller, form
//   QuotientSpace(space, representative)    equivalent states are taken as one
//
// What was written for the source space stays usable: each transformation offers projections back
// to its sources, and through() carries a condition, an action or an observer across.
//
//   ParallelProduct product(pump, valve);
//   breadth_first(product, store,
//                 rules(rule(through(product.left(), is(dry)), goal), store_in(store)));
//
// A transformation keeps copies of its sources; by_reference() in starting_at.hpp avoids the copy.

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "clew/space/rules.hpp"
#include "clew/space/space.hpp"
#include "clew/space/state_hash.hpp"

namespace clew {

// --- projections

// A projection maps states and actions of a transformed space back to those of a source.
// action() is null where the source did not take part.
template <class T>
concept Projection = StateSpace<typename T::Source>;

template <Projection Back, class Wrapped>
class Through;

// Carries `wrapped`, written for the source of a projection, to the transformed space. It may be a
// condition, an action, an observer of searches or of simulations. An observer given by name is
// referred to, not copied, and must outlive the result.
template <Projection Back, class Wrapped>
Through<Back, Wrapped> through(Back back, Wrapped&& wrapped) {
  return {std::move(back), std::forward<Wrapped>(wrapped)};
}

template <Projection Back, class Wrapped>
class Through {
 public:
  using Source = typename Back::Source;

  Through(Back back, Wrapped&& wrapped)
      : back_(std::move(back)), wrapped_(std::forward<Wrapped>(wrapped)) {}

  // As a condition or an action.
  template <class Target>
  decltype(auto) operator()(const Visit<Target>& visit) {
    return project(visit, [&](auto& seen) { return wrapped_(seen); });
  }
  template <class Target>
  decltype(auto) operator()(const Visit<Target>& visit) const {
    return project(visit, [&](auto& seen) { return wrapped_(seen); });
  }

  // As an observer of a search.
  template <class Target>
  void discovered(const Visit<Target>& visit) {
    project(visit, [&](const auto& seen) { tell_discovered(wrapped_, seen); });
  }
  template <class Target>
  void revisited(const Visit<Target>& visit) {
    project(visit, [&](const auto& seen) { tell_revisited(wrapped_, seen); });
  }
  void expanded(StateId id, const auto& state, std::uint64_t successor_count) {
    if constexpr (requires { wrapped_.expanded(id, back_(state), successor_count); }) {
      wrapped_.expanded(id, back_(state), successor_count);
    }
  }
  void level_finished(std::uint64_t level, std::uint64_t states) {
    if constexpr (requires { wrapped_.level_finished(level, states); }) {
      wrapped_.level_finished(level, states);
    }
  }
  bool keep_going() { return may_keep_going(wrapped_); }

  // As an observer of a simulation. Steps in which the source did not take part are not told.
  void started(const auto& state) {
    if constexpr (requires { wrapped_.started(back_(state)); }) wrapped_.started(back_(state));
  }
  void taken(const auto& step) {
    const auto* action = back_.action(step.action);
    if constexpr (requires(const Step<Source>& seen) { wrapped_.taken(seen); }) {
      if (action != nullptr) wrapped_.taken(Step<Source>{*action, back_(step.state)});
    }
  }
  void ended(const auto& state) {
    if constexpr (requires { wrapped_.ended(back_(state)); }) wrapped_.ended(back_(state));
  }

 private:
  template <class Target, class Function>
  auto project(const Visit<Target>& visit, Function&& function) const {
    const auto& state = back_(visit.state);  // a copy lives as long as this reference
    Visit<Source> seen{state, visit.action == nullptr ? nullptr : back_.action(*visit.action),
                       visit.level, visit.source, visit.id};
    return function(seen);
  }

  Back back_;
  Wrapped wrapped_;
};

// --- products

template <class Left, class Right>
struct Pair {
  Left left;
  Right right;

  bool operator==(const Pair&) const = default;
  std::uint64_t hash_value() const { return hash_of(left, right); }
};

// Two spaces side by side: in each step one of them moves. Moves of the left one come first.
template <StateSpace Left, StateSpace Right>
class ParallelProduct {
 public:
  using State = Pair<typename Left::State, typename Right::State>;

  struct Action {
    using OfEither = std::variant<typename Left::Action, typename Right::Action>;
    OfEither of;  // index 0: the left side moved

    bool operator==(const Action&) const = default;
  };

  ParallelProduct(Left left, Right right) : left_(std::move(left)), right_(std::move(right)) {}

  void initial_states(auto&& found) const {
    left_.initial_states([&](const typename Left::State& left) {
      right_.initial_states([&](const typename Right::State& right) { found(State{left, right}); });
    });
  }

  void successors(const State& state, auto&& found) const {
    left_.successors(state.left, [&](const auto& action, const auto& target) {
      found(Action{typename Action::OfEither(std::in_place_index<0>, action)},
            State{target, state.right});
    });
    right_.successors(state.right, [&](const auto& action, const auto& target) {
      found(Action{typename Action::OfEither(std::in_place_index<1>, action)},
            State{state.left, target});
    });
  }

  struct ToLeft {
    using Source = Left;
    const typename Left::State& operator()(const State& state) const { return state.left; }
    const typename Left::Action* action(const Action& action) const {
      return std::get_if<0>(&action.of);
    }
  };
  struct ToRight {
    using Source = Right;
    const typename Right::State& operator()(const State& state) const { return state.right; }
    const typename Right::Action* action(const Action& action) const {
      return std::get_if<1>(&action.of);
    }
  };
  ToLeft left() const { return {}; }
  ToRight right() const { return {}; }

 private:
  Left left_;
  Right right_;
};

// An automaton over the states of a space. It moves together with the space, and what it may do
// depends on the state that the space is leaving.
template <class T, class Space>
concept AutomatonOver = std::copyable<typename T::State> &&
    std::equality_comparable<typename T::State> &&
    requires(const T& automaton, const typename T::State& state, const typename Space::State& read,
             FoundInitial<typename T::State> found) {
  automaton.initial_states(found);
  automaton.successors(state, read, found);
  { automaton.accepting(state) } -> std::convertible_to<bool>;
};

// A space and an automaton in lockstep. Its accepting cycles (find_accepting_cycle) are the
// infinite runs of the space that the automaton accepts. A run that ends in a terminal state is not
// infinite; if it should count as staying there for ever, make the product with Stuttering(space).
template <StateSpace Space, AutomatonOver<Space> Automaton>
class SynchronousProduct {
 public:
  struct State {
    typename Space::State system;
    typename Automaton::State automaton;

    bool operator==(const State&) const = default;
    std::uint64_t hash_value() const { return hash_of(system, automaton); }
  };
  using Action = typename Space::Action;

  SynchronousProduct(Space space, Automaton automaton)
      : space_(std::move(space)), automaton_(std::move(automaton)) {}

  void initial_states(auto&& found) const {
    space_.initial_states([&](const typename Space::State& system) {
      automaton_.initial_states([&](const typename Automaton::State& automaton) {
        found(State{system, automaton});
      });
    });
  }

  void successors(const State& state, auto&& found) const {
    // What the automaton may do is the same for every transition of the space.
    std::vector<typename Automaton::State> targets;
    automaton_.successors(
        state.automaton, state.system,
        [&](const typename Automaton::State& target) { targets.push_back(target); });
    if (targets.empty()) return;
    space_.successors(state.system, [&](const Action& action, const typename Space::State& system) {
      for (const auto& automaton : targets) found(action, State{system, automaton});
    });
  }

  bool accepting(const State& state) const { return automaton_.accepting(state.automaton); }

  struct ToSystem {
    using Source = Space;
    const typename Space::State& operator()(const State& state) const { return state.system; }
    const Action* action(const Action& action) const { return &action; }
  };
  ToSystem system() const { return {}; }

 private:
  Space space_;
  Automaton automaton_;
};

// The same space, except that a terminal state leads to itself, by no action.
template <StateSpace Space>
class Stuttering {
 public:
  using State = typename Space::State;
  using Action = std::optional<typename Space::Action>;  // none: nothing happened

  explicit Stuttering(Space space) : space_(std::move(space)) {}

  void initial_states(auto&& found) const { space_.initial_states(found); }

  void successors(const State& state, auto&& found) const {
    bool terminal = true;
    space_.successors(state, [&](const auto& action, const State& target) {
      terminal = false;
      found(Action(action), target);
    });
    if (terminal) found(Action(), state);
  }

  struct ToSource {
    using Source = Space;
    const State& operator()(const State& state) const { return state; }
    const typename Space::Action* action(const Action& action) const {
      return action ? &*action : nullptr;
    }
  };
  ToSource source() const { return {}; }

 private:
  Space space_;
};

// --- other forms of a state

// A codec turns states into a packed form and back, losing nothing.
template <class T, class State>
concept CodecFor = std::equality_comparable<typename T::Packed> &&
    requires(const T& codec, const State& state, const typename T::Packed& packed) {
  { codec.encode(state) } -> std::convertible_to<typename T::Packed>;
  { codec.decode(packed) } -> std::convertible_to<State>;
};

// The same space with packed states: decoded to be expanded, encoded to be stored.
template <StateSpace Space, CodecFor<typename Space::State> Codec>
class PackedSpace {
 public:
  using State = typename Codec::Packed;
  using Action = typename Space::Action;

  PackedSpace(Space space, Codec codec) : space_(std::move(space)), codec_(std::move(codec)) {}

  void initial_states(auto&& found) const {
    space_.initial_states([&](const auto& state) { found(codec_.encode(state)); });
  }
  void successors(const State& packed, auto&& found) const {
    space_.successors(codec_.decode(packed), [&](const Action& action, const auto& target) {
      found(action, codec_.encode(target));
    });
  }

  struct ToUnpacked {
    using Source = Space;
    Codec codec;
    typename Space::State operator()(const State& packed) const { return codec.decode(packed); }
    const Action* action(const Action& action) const { return &action; }
  };
  ToUnpacked unpacked() const { return {codec_}; }

 private:
  Space space_;
  Codec codec_;
};

// The space of equivalence classes, each shown by one of its members: `representative(state)` is
// the same for equivalent states. REQUIRES: equivalent states have equivalent successors (symmetry,
// for instance); otherwise states get lost. Paths lead from representative to representative.
template <StateSpace Space, class Representative>
class QuotientSpace {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  QuotientSpace(Space space, Representative representative)
      : space_(std::move(space)), representative_(std::move(representative)) {}

  void initial_states(auto&& found) const {
    space_.initial_states([&](const State& state) { found(representative_(state)); });
  }
  void successors(const State& state, auto&& found) const {
    space_.successors(state, [&](const Action& action, const State& target) {
      found(action, representative_(target));
    });
  }

  struct ToSource {
    using Source = Space;
    const State& operator()(const State& state) const { return state; }
    const Action* action(const Action& action) const { return &action; }
  };
  ToSource source() const { return {}; }

 private:
  Space space_;
  Representative representative_;
};

}  // namespace clew
