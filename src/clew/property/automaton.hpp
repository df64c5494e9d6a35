// Automata over infinite words whose letters say which propositions are true.
//
// Two kinds: Automaton has acceptance marks on its edges, a run is accepting if it meets every mark
// again and again (transition-based generalised Büchi).  BuchiAutomaton has accepting states, a run
// is accepting if it visits one of them again and again.
//
//   Automaton infinitely_often;                           // G F p, p being proposition 0
//   infinitely_often.mark_count = 1;
//   infinitely_often.states = {{{{.positive = 1}, 0, 1},    // p: to state 0 with mark 0
//                               {{.negative = 1}, 0, 0}}};  // !p: to state 0
//
// There is always an initial state; without edges it accepts nothing.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace clew {

// A conjunction of propositions and negated propositions: bit i of a mask stands for proposition i.
struct Cube {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;

  // `truth`: the propositions that are true.
  bool matches(std::uint64_t truth) const {
    return (truth & positive) == positive && (truth & negative) == 0;
  }
  bool is_true() const { return (positive | negative) == 0; }
  bool is_contradiction() const { return (positive & negative) != 0; }
  // Every letter that matches `other` matches this.
  bool contains(const Cube& other) const {
    return (positive & ~other.positive) == 0 && (negative & ~other.negative) == 0;
  }
  Cube operator&(const Cube& other) const {
    return {positive | other.positive, negative | other.negative};
  }

  friend auto operator<=>(const Cube&, const Cube&) = default;
};

// Every letter that matches `cube` matches one of `cubes`.
bool is_covered(const Cube& cube, std::span<const Cube> cubes);

// A disjunction is several edges.
struct AutomatonEdge {
  Cube guard;
  std::uint32_t target = 0;
  std::uint64_t marks = 0;

  friend auto operator<=>(const AutomatonEdge&, const AutomatonEdge&) = default;
};

struct Automaton {
  std::vector<std::vector<AutomatonEdge>> states = {{}};
  std::uint32_t initial = 0;
  std::uint32_t mark_count = 0;  // at most 64; 0: every infinite run is accepting

  std::uint64_t all_marks() const {
    return mark_count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << mark_count) - 1;
  }
};

struct BuchiEdge {
  Cube guard;
  std::uint32_t target = 0;

  friend auto operator<=>(const BuchiEdge&, const BuchiEdge&) = default;
};

struct BuchiAutomaton {
  struct State {
    bool accepting = false;
    std::vector<BuchiEdge> edges;
  };
  std::vector<State> states = {{}};
  std::uint32_t initial = 0;
};

std::size_t edge_count(const Automaton& automaton);
std::size_t edge_count(const BuchiAutomaton& automaton);

// For every state and letter there is at most one edge.
bool is_deterministic(const Automaton& automaton);
bool is_deterministic(const BuchiAutomaton& automaton);

// The same automaton with its acceptance as one mark, on all edges that leave accepting states.
Automaton with_marks(const BuchiAutomaton& automaton);

// --- classes, which make the search for accepting runs cheaper ------------------------------------

// Who reaches an accepting state has an accepting run, whatever comes: plain reachability decides.
bool is_terminal(const BuchiAutomaton& automaton);
// On a cycle, either all states are accepting or none is: one depth-first pass decides.
bool is_weak(const BuchiAutomaton& automaton);
// Every infinite run is accepting: the words are those without a bad prefix.
bool is_safety(const BuchiAutomaton& automaton);

// --- strongly connected components ----------------------------------------------------------------

struct Components {
  std::vector<std::uint32_t> of;  // by state; edges never lead to a larger number
  std::vector<bool> has_cycle;    // by component
};

// All states, whether reachable or not.
Components components_of(const Automaton& automaton);

// By component: it has a cycle with all marks.
std::vector<bool> accepting_components(const Automaton& automaton, const Components& components);

}  // namespace clew
