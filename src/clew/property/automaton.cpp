#include "clew/property/automaton.hpp"

#include <algorithm>
#include <limits>

namespace clew {

bool is_covered(const Cube& cube, std::span<const Cube> cubes) {
  const Cube* meeting = nullptr;
  for (const Cube& other : cubes) {
    if (other.contains(cube)) return true;
    if (meeting == nullptr && !(other & cube).is_contradiction()) meeting = &other;
  }
  if (meeting == nullptr) return false;
  // `meeting` covers a part of the cube: look at the parts on both sides of one of its propositions.
  const std::uint64_t apart =
      (meeting->positive & ~cube.positive) | (meeting->negative & ~cube.negative);
  const std::uint64_t one = apart & (~apart + 1);
  return is_covered(cube & Cube{one, 0}, cubes) && is_covered(cube & Cube{0, one}, cubes);
}

std::size_t edge_count(const Automaton& automaton) {
  std::size_t count = 0;
  for (const auto& edges : automaton.states) count += edges.size();
  return count;
}

std::size_t edge_count(const BuchiAutomaton& automaton) {
  std::size_t count = 0;
  for (const auto& state : automaton.states) count += state.edges.size();
  return count;
}

namespace {

template <class Edges>
bool guards_are_disjoint(const Edges& edges) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // Two cubes that lead to the same place are one choice.
      auto other = edges[j];
      other.guard = edges[i].guard;
      if (other != edges[i] && !(edges[i].guard & edges[j].guard).is_contradiction()) return false;
    }
  }
  return true;
}

// Tarjan's algorithm (1972) without recursion.
class ComponentFinder {
 public:
  explicit ComponentFinder(const Automaton& automaton)
      : automaton_(automaton), number_(automaton.states.size(), unseen), low_(number_.size()) {
    found_.of.resize(number_.size());
  }

  Components run() {
    for (std::uint32_t root = 0; root < number_.size(); ++root) {
      if (number_[root] == unseen) search(root);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t finished = unseen - 1;

  struct Frame {
    std::uint32_t state;
    std::size_t next_edge;
  };

  void enter(std::uint32_t state) {
    number_[state] = low_[state] = entered_++;
    stack_.push_back(state);
    frames_.push_back({state, 0});
  }

  void search(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t state = frame.state;
      const auto& edges = automaton_.states[state];
      if (frame.next_edge < edges.size()) {
        const std::uint32_t target = edges[frame.next_edge++].target;
        if (number_[target] == unseen) {
          enter(target);
        } else if (number_[target] != finished) {
          low_[state] = std::min(low_[state], number_[target]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        std::uint32_t& parent = low_[frames_.back().state];
        parent = std::min(parent, low_[state]);
      }
      if (low_[state] == number_[state]) close(state);
    }
  }

  void close(std::uint32_t root) {
    const auto component = static_cast<std::uint32_t>(found_.has_cycle.size());
    std::size_t members = 0;
    std::uint32_t member = root;
    do {
      member = stack_.back();
      stack_.pop_back();
      found_.of[member] = component;
      number_[member] = finished;
      ++members;
    } while (member != root);
    const auto& edges = automaton_.states[root];
    const bool loop = std::any_of(edges.begin(), edges.end(),
                                  [&](const AutomatonEdge& edge) { return edge.target == root; });
    found_.has_cycle.push_back(members > 1 || loop);
  }

  const Automaton& automaton_;
  Components found_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> stack_;
  std::vector<Frame> frames_;
  std::uint32_t entered_ = 0;
};

}  // namespace

bool is_deterministic(const Automaton& automaton) {
  return std::all_of(automaton.states.begin(), automaton.states.end(),
                     [](const auto& edges) { return guards_are_disjoint(edges); });
}

bool is_deterministic(const BuchiAutomaton& automaton) {
  return std::all_of(automaton.states.begin(), automaton.states.end(),
                     [](const auto& state) { return guards_are_disjoint(state.edges); });
}

Automaton with_marks(const BuchiAutomaton& automaton) {
  Automaton result;
  result.initial = automaton.initial;
  result.mark_count = 1;
  result.states.clear();
  for (const BuchiAutomaton::State& state : automaton.states) {
    auto& edges = result.states.emplace_back();
    for (const BuchiEdge& edge : state.edges) {
      edges.push_back({edge.guard, edge.target, state.accepting ? 1U : 0U});
    }
  }
  return result;
}

bool is_terminal(const BuchiAutomaton& automaton) {
  return std::all_of(automaton.states.begin(), automaton.states.end(),
                     [&](const BuchiAutomaton::State& state) {
                       if (!state.accepting) return true;
                       std::vector<Cube> guards;
                       for (const BuchiEdge& edge : state.edges) {
                         if (!automaton.states[edge.target].accepting) return false;
                         guards.push_back(edge.guard);
                       }
                       return is_covered({}, guards);
                     });
}

bool is_weak(const BuchiAutomaton& automaton) {
  const Components components = components_of(with_marks(automaton));
  std::vector<int> kinds(components.has_cycle.size(), -1);
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const int kind = automaton.states[i].accepting ? 1 : 0;
    int& known = kinds[components.of[i]];
    if (known >= 0 && known != kind) return false;
    known = kind;
  }
  return true;
}

bool is_safety(const BuchiAutomaton& automaton) {
  // Without the accepting states, no cycle is left.
  Automaton rest = with_marks(automaton);
  for (std::size_t i = 0; i < rest.states.size(); ++i) {
    if (automaton.states[i].accepting) rest.states[i].clear();
  }
  const Components components = components_of(rest);
  return std::none_of(components.has_cycle.begin(), components.has_cycle.end(),
                      [](bool cycle) { return cycle; });
}

Components components_of(const Automaton& automaton) { return ComponentFinder(automaton).run(); }

std::vector<bool> accepting_components(const Automaton& automaton, const Components& components) {
  std::vector<std::uint64_t> marks(components.has_cycle.size());
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    for (const AutomatonEdge& edge : automaton.states[i]) {
      if (components.of[i] == components.of[edge.target]) marks[components.of[i]] |= edge.marks;
    }
  }
  std::vector<bool> accepting(marks.size());
  for (std::size_t c = 0; c < marks.size(); ++c) {
    accepting[c] =
        components.has_cycle[c] && (marks[c] & automaton.all_marks()) == automaton.all_marks();
  }
  return accepting;
}

}  // namespace clew
