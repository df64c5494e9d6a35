#pragma once

// Toys for tests: spaces small enough to be seen in one line.
//
//   const auto space = toy("s->a a->b b->a b->c", accepting("b"));
//   text(path)    "s a b"
//   text(lasso)   "s a (b a)", stem, then (cycle)
//
// The first state named is the initial one, unless initial("s t") says otherwise. Transitions keep
// the order of the text; the action of "a->b" is the text "a->b" itself.

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/space/space.hpp"

namespace clew {

inline std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> found;
  for (std::string word; stream >> word;) found.push_back(word);
  return found;
}

struct ToyAccepting {
  std::vector<std::string> states;
};
struct ToyInitial {
  std::vector<std::string> states;
};
inline ToyAccepting accepting(const std::string& states) { return {words(states)}; }
inline ToyInitial initial(const std::string& states) { return {words(states)}; }

class Toy {
 public:
  using State = std::string;
  using Action = std::string;

  explicit Toy(const std::string& transitions) {
    for (const std::string& transition : words(transitions)) {
      const auto arrow = transition.find("->");
      const std::string source = transition.substr(0, arrow);
      if (initial_.empty()) initial_.push_back(source);
      if (arrow == std::string::npos) continue;  // a lonely state
      transitions_[source].push_back({transition, transition.substr(arrow + 2)});
    }
  }

  void set(ToyInitial states) { initial_ = std::move(states.states); }
  void set(ToyAccepting states) { accepting_ = std::move(states.states); }

  void initial_states(auto&& found) const {
    for (const State& state : initial_) found(state);
  }
  void successors(const State& state, auto&& found) const {
    const auto entry = transitions_.find(state);
    if (entry == transitions_.end()) return;
    for (const auto& [action, target] : entry->second) found(action, target);
  }
  bool accepting(const State& state) const {
    for (const State& each : accepting_) {
      if (each == state) return true;
    }
    return false;
  }

 private:
  std::vector<State> initial_;
  std::vector<State> accepting_;
  std::map<State, std::vector<std::pair<Action, State>>> transitions_;
};

template <class... Parts>
Toy toy(const std::string& transitions, Parts... parts) {
  Toy space(transitions);
  (space.set(std::move(parts)), ...);
  return space;
}

// A graph over 0, 1, 2, ... with state 0 as the initial one; the action is the position in the
// list.
struct Graph {
  using State = std::uint32_t;
  using Action = std::uint32_t;

  std::vector<std::vector<State>> targets;

  void initial_states(auto&& found) const { found(State{0}); }
  void successors(const State& state, auto&& found) const {
    Action action = 0;
    for (const State target : targets[state]) found(action++, target);
  }
};

inline Graph random_graph(std::uint32_t states, std::uint32_t transitions, std::uint64_t seed) {
  SplitMix64 random(seed);
  Graph graph;
  graph.targets.resize(states);
  for (std::uint32_t i = 0; i < transitions; ++i) {
    auto& from = graph.targets[random.below(states)];
    from.push_back(static_cast<std::uint32_t>(random.below(states)));
  }
  return graph;
}

inline std::string name_of(const std::string& state) { return state; }
inline std::string name_of(std::uint32_t state) { return std::to_string(state); }

template <StateSpace Space>
std::string text(const Path<Space>& path) {
  std::string result = name_of(path.initial);
  for (const auto& step : path.steps) result.append(" ").append(name_of(step.state));
  return result;
}

template <StateSpace Space>
std::string text(const Lasso<Space>& lasso) {
  std::string stem = text(lasso.stem);
  const std::string start = name_of(lasso.stem.last());
  stem.resize(stem.size() - start.size());
  std::string result = stem + "(" + start;
  for (std::size_t i = 0; i + 1 < lasso.cycle.size(); ++i) {
    result.append(" ").append(name_of(lasso.cycle[i].state));
  }
  return result + ")";
}

// Whether the path starts in an initial state and takes only transitions of the space.
template <StateSpace Space>
bool is_a_path_of(const Path<Space>& path, const Space& space) {
  bool good = false;
  space.initial_states([&](const auto& state) { good = good || state == path.initial; });
  const typename Space::State* source = &path.initial;
  for (const auto& step : path.steps) {
    bool found = false;
    space.successors(*source, [&](const auto& action, const auto& target) {
      found = found || (action == step.action && target == step.state);
    });
    good = good && found;
    source = &step.state;
  }
  return good;
}

}  // namespace clew
