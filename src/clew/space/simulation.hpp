#pragma once

// Simulation walks through a space one step at a time, forwards and backwards.
//
//   Simulation simulation(space);
//   simulation.take(0);                      // the first of simulation.choices()
//   simulation.run(Random{7}, 100);          // 100 random steps, or until a terminal state
//   simulation.jump(3);                      // back to the state after three steps
//   simulation.jump(50);                     // and forwards, as long as nothing else was taken
//
// A strategy decides which transition to take. It is a callable that gets the simulation and
// returns the index of a choice, or nothing to stop; so a conversation with a user is a lambda.
//
// REQUIRES: the space outlives the simulation.
// Threads: one at a time.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/space/space.hpp"

namespace clew {

// An observer of a simulation may have any of these functions, and cannot influence the run:
//
//   void started(const State&);
//   void taken(const Step<Space>&);
//   void ended(const State&);
struct NoSimulationObserver {};

template <StateSpace Space>
class Simulation {
 public:
  using State = typename Space::State;

  // Starts in the initial state number `initial`.
  // REQUIRES: the space has that many initial states.
  explicit Simulation(const Space& space, std::size_t initial = 0)
      : space_(&space), initial_(nth_initial_state(space, initial)) {
    find_choices();
  }

  // Starts in this state.
  Simulation(const Space& space, State initial) : space_(&space), initial_(std::move(initial)) {
    find_choices();
  }

  const State& state() const { return state_at(position_); }

  // The number of steps from the initial state to here.
  std::size_t position() const { return position_; }

  // The number of steps that jump() can reach: those taken, and those gone back over.
  std::size_t steps_known() const { return steps_.size(); }

  // REQUIRES: position <= steps_known()
  const State& state_at(std::size_t position) const {
    assert(position <= steps_.size());
    return position == 0 ? initial_ : steps_[position - 1].state;
  }

  // The step that led to `position`.
  // REQUIRES: 0 < position <= steps_known()
  const Step<Space>& step_to(std::size_t position) const {
    assert(position > 0 && position <= steps_.size());
    return steps_[position - 1];
  }

  // The way from the initial state to here.
  Path<Space> path() const {
    return {initial_, {steps_.begin(), steps_.begin() + signed_position()}};
  }

  // The transitions enabled here. None: the state is terminal.
  std::span<const Step<Space>> choices() const { return choices_; }

  // Takes a transition. Steps gone back over are forgotten, unless this is the one taken before.
  // Returns false, and does nothing, if there is no such choice.
  bool take(std::size_t index) {
    if (index >= choices_.size()) return false;
    take(Step<Space>(choices_[index]));
    return true;
  }

  // The same for a transition that a long list of choices need not show.
  // REQUIRES: the space has it.
  void take(Step<Space> step) {
    if (position_ == steps_.size() || !(steps_[position_] == step)) {
      steps_.erase(steps_.begin() + signed_position(), steps_.end());
      steps_.push_back(std::move(step));
    }
    ++position_;
    find_choices();
  }

  // Goes back `count` steps. Returns false, and does nothing, if there are not that many.
  bool back(std::size_t count = 1) { return count <= position_ && jump(position_ - count); }

  // Goes to the state after `position` steps. Returns false, and does nothing, if it is not known.
  bool jump(std::size_t position) {
    if (position > steps_.size()) return false;
    position_ = position;
    find_choices();
    return true;
  }

  // Takes the transition the strategy chooses. Returns false if there is none, or it chose none.
  template <class Strategy>
  bool step(Strategy&& strategy) {
    if (choices_.empty()) return false;
    const std::optional<std::size_t> index = strategy(std::as_const(*this));
    return index && take(*index);
  }

  // Takes up to `steps_max` steps and returns their number.
  template <class Strategy, class Observer = NoSimulationObserver>
  std::uint64_t run(Strategy&& strategy, std::uint64_t steps_max, Observer&& observer = {}) {
    if constexpr (requires { observer.started(state()); }) observer.started(state());
    std::uint64_t taken = 0;
    while (taken < steps_max && step(strategy)) {
      ++taken;
      if constexpr (requires { observer.taken(steps_[position_ - 1]); }) {
        observer.taken(std::as_const(steps_[position_ - 1]));
      }
    }
    if constexpr (requires { observer.ended(state()); }) observer.ended(state());
    return taken;
  }

 private:
  static State nth_initial_state(const Space& space, std::size_t position) {
    std::vector<State> states = initial_states_of(space);
    assert(position < states.size());
    return std::move(states[position]);
  }

  std::ptrdiff_t signed_position() const { return static_cast<std::ptrdiff_t>(position_); }

  void find_choices() { choices_ = steps_from(*space_, state()); }

  const Space* space_;
  State initial_;
  std::vector<Step<Space>> steps_;
  std::size_t position_ = 0;
  std::vector<Step<Space>> choices_;
};

// Chooses any transition, each as likely as the others. The same seed gives the same run
// everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  template <class Space>
  std::optional<std::size_t> operator()(const Simulation<Space>& simulation) {
    return static_cast<std::size_t>(random_.below(simulation.choices().size()));
  }

 private:
  SplitMix64 random_;
};

// Repeats a list of actions, and stops at its end or when the next action is not enabled. Where one
// action has several targets the first is taken; a list of indices is the remedy for such spaces.
template <class Action>
class Guided {
 public:
  explicit Guided(std::vector<Action> actions) : actions_(std::move(actions)) {}

  template <class Space>
  std::optional<std::size_t> operator()(const Simulation<Space>& simulation) {
    if (finished()) return std::nullopt;
    const auto choices = simulation.choices();
    for (std::size_t index = 0; index < choices.size(); ++index) {
      if (choices[index].action == actions_[followed_]) {
        ++followed_;
        return index;
      }
    }
    return std::nullopt;
  }

  // Whether the whole list was followed; how much of it was.
  bool finished() const { return followed_ == actions_.size(); }
  std::size_t followed() const { return followed_; }

 private:
  std::vector<Action> actions_;
  std::size_t followed_ = 0;
};

}  // namespace clew
