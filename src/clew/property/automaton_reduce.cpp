#include "clew/property/automaton_reduce.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <utility>

namespace clew {

namespace {

// Simulation compares every edge with every other; partitions sort all edges a few times.
constexpr std::size_t simulated_edges_max = 1'500;
constexpr std::size_t partitioned_edges_max = 60'000;

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

// --- pruning -------------------------------------------------------------------------------------

// By state: whether something is accepted from there.
std::vector<bool> live_states(const Automaton& automaton, const Components& components,
                              const std::vector<bool>& accepting) {
  // Edges lead to components with smaller numbers, so one pass over the components is enough.
  std::vector<std::vector<std::uint32_t>> members(components.has_cycle.size());
  for (std::uint32_t i = 0; i < automaton.states.size(); ++i) {
    members[components.of[i]].push_back(i);
  }
  std::vector<bool> live(members.size());
  for (std::size_t c = 0; c < members.size(); ++c) {
    live[c] = accepting[c];
    for (const std::uint32_t state : members[c]) {
      for (const AutomatonEdge& edge : automaton.states[state]) {
        if (live[components.of[edge.target]]) live[c] = true;
      }
    }
  }
  std::vector<bool> result(automaton.states.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = live[components.of[i]];
  return result;
}

// Keeps what is reachable, in breadth-first order.
void renumber(Automaton& automaton) {
  std::vector<std::uint32_t> number(automaton.states.size(), nowhere);
  std::vector<std::uint32_t> order{automaton.initial};
  number[automaton.initial] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const AutomatonEdge& edge : automaton.states[order[i]]) {
      if (number[edge.target] != nowhere) continue;
      number[edge.target] = static_cast<std::uint32_t>(order.size());
      order.push_back(edge.target);
    }
  }
  std::vector<std::vector<AutomatonEdge>> states;
  for (const std::uint32_t old : order) {
    states.push_back(std::move(automaton.states[old]));
    for (AutomatonEdge& edge : states.back()) edge.target = number[edge.target];
  }
  automaton.states = std::move(states);
  automaton.initial = 0;
}

// --- merging -------------------------------------------------------------------------------------

// Every state becomes the one that `merged` says.
void redirect(Automaton& automaton, const std::vector<std::uint32_t>& merged) {
  automaton.initial = merged[automaton.initial];
  for (auto& edges : automaton.states) {
    for (AutomatonEdge& edge : edges) edge.target = merged[edge.target];
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
}

// Merges states with equal edges, up to the merging itself.
void merge_bisimilar(Automaton& automaton) {
  if (edge_count(automaton) > partitioned_edges_max) return;
  const std::size_t count = automaton.states.size();
  std::vector<std::uint32_t> block(count, 0);
  std::size_t block_count = 1;
  while (true) {
    std::map<std::vector<AutomatonEdge>, std::uint32_t> blocks;
    std::vector<std::uint32_t> refined(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<AutomatonEdge> signature = automaton.states[i];
      for (AutomatonEdge& edge : signature) edge.target = block[edge.target];
      std::sort(signature.begin(), signature.end());
      signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
      refined[i] =
          blocks.try_emplace(std::move(signature), static_cast<std::uint32_t>(blocks.size()))
              .first->second;
    }
    block = std::move(refined);
    if (blocks.size() == block_count) break;  // blocks are only ever split
    block_count = blocks.size();
  }
  std::vector<std::uint32_t> first(block_count, nowhere);
  std::vector<std::uint32_t> merged(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (first[block[i]] == nowhere) first[block[i]] = i;
    merged[i] = first[block[i]];
  }
  redirect(automaton, merged);
}

// Direct simulation: a state is simulated by another that can answer each of its edges, letter by
// letter, with an edge that has at least its marks and leads to a state that simulates its target.
class Simulation {
 public:
  explicit Simulation(const Automaton& automaton)
      : automaton_(automaton), count_(automaton.states.size()), holds_(count_ * count_, true) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::uint32_t a = 0; a < count_; ++a) {
        for (std::uint32_t b = 0; b < count_; ++b) {
          if (a == b || !simulates(b, a) || answers(b, a, true)) continue;
          holds_[a * count_ + b] = false;
          changed = true;
        }
      }
    }
  }

  // Whatever is accepted from `weaker` is accepted from `stronger`.
  bool simulates(std::uint32_t stronger, std::uint32_t weaker) const {
    return holds_[weaker * count_ + stronger];
  }

  // `stronger` has an answer for each edge of `weaker`; marks count only if `with_marks`.
  bool answers(std::uint32_t stronger, std::uint32_t weaker, bool with_marks) const {
    const auto& edges = automaton_.states[weaker];
    return std::all_of(edges.begin(), edges.end(), [&](const AutomatonEdge& edge) {
      return answers_edge(stronger, edge, with_marks);
    });
  }

  bool dominates(const AutomatonEdge& stronger, const AutomatonEdge& weaker) const {
    return (weaker.marks & ~stronger.marks) == 0 && simulates(stronger.target, weaker.target);
  }

 private:
  bool answers_edge(std::uint32_t state, const AutomatonEdge& edge, bool with_marks) const {
    std::vector<Cube> cubes;
    for (const AutomatonEdge& answer : automaton_.states[state]) {
      if (with_marks && (edge.marks & ~answer.marks) != 0) continue;
      if (!simulates(answer.target, edge.target)) continue;
      if (answer.guard.contains(edge.guard)) return true;
      if (!(answer.guard & edge.guard).is_contradiction()) cubes.push_back(answer.guard);
    }
    return cubes.size() > 1 && is_covered(edge.guard, cubes);
  }

  const Automaton& automaton_;
  std::size_t count_;
  std::vector<bool> holds_;  // [weaker][stronger]
};

// --- edges ---------------------------------------------------------------------------------------

// Drops edges all of whose letters have better ones, and takes such letters from the others where
// the guard stays one cube.  Each step leaves a better edge for what it takes away, so the order
// changes the looks of the result only.
void thin_out(std::vector<AutomatonEdge>& edges, const Simulation& simulation) {
  for (std::size_t i = edges.size(); i-- > 0;) {
    std::vector<Cube> better;
    for (std::size_t j = 0; j < edges.size(); ++j) {
      if (j != i && simulation.dominates(edges[j], edges[i])) better.push_back(edges[j].guard);
    }
    if (is_covered(edges[i].guard, better)) {
      edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (AutomatonEdge& edge : edges) {
    for (const AutomatonEdge& other : edges) {
      if (other.target == edge.target && other.marks == edge.marks) continue;
      if (!simulation.dominates(other, edge) || (other.guard & edge.guard).is_contradiction()) {
        continue;
      }
      const std::uint64_t positive = other.guard.positive & ~edge.guard.positive;
      const std::uint64_t negative = other.guard.negative & ~edge.guard.negative;
      if (std::popcount(positive | negative) == 1)
        edge.guard = edge.guard & Cube{negative, positive};
    }
  }
}

// Widens cubes that other edges to the same place complete: a, !a && b become a, b.
void widen(std::vector<AutomatonEdge>& edges) {
  for (AutomatonEdge& edge : edges) {
    std::vector<Cube> same;
    for (const AutomatonEdge& other : edges) {
      if (other.target == edge.target && other.marks == edge.marks) same.push_back(other.guard);
    }
    if (same.size() < 2) continue;
    for (std::uint64_t rest = edge.guard.positive | edge.guard.negative; rest != 0;
         rest &= rest - 1) {
      const std::uint64_t one = rest & (~rest + 1);
      const Cube flipped{edge.guard.positive ^ one, edge.guard.negative ^ one};
      if (!is_covered(flipped, same)) continue;
      edge.guard = {edge.guard.positive & ~one, edge.guard.negative & ~one};
    }
  }
  for (std::size_t i = edges.size(); i-- > 0;) {
    std::vector<Cube> others;
    for (std::size_t j = 0; j < edges.size(); ++j) {
      const bool same = edges[j].target == edges[i].target && edges[j].marks == edges[i].marks;
      if (j != i && same) others.push_back(edges[j].guard);
    }
    if (is_covered(edges[i].guard, others)) {
      edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

// Which states become which others, because they simulate each other.
std::vector<std::uint32_t> merged_by_simulation(const Simulation& simulation, std::uint32_t count) {
  std::vector<std::uint32_t> merged(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    merged[i] = i;
    for (std::uint32_t j = 0; j < i && merged[i] == i; ++j) {
      if (simulation.simulates(i, j) && simulation.simulates(j, i)) merged[i] = j;
    }
  }
  return merged;
}

// The marks of the first edge of a word decide nothing.  So a state may become another one with
// equal answers, if there is no way back from there: this happens only finitely often in a run.
std::vector<std::uint32_t> merged_without_return(const Automaton& automaton,
                                                 const Simulation& simulation) {
  const Components components = components_of(automaton);
  const auto count = static_cast<std::uint32_t>(automaton.states.size());
  std::vector<std::uint32_t> merged(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    merged[i] = i;
    for (std::uint32_t j = 0; j < count && merged[i] == i; ++j) {
      if (components.of[j] >= components.of[i]) continue;
      if (simulation.answers(i, j, false) && simulation.answers(j, i, false)) merged[i] = j;
    }
  }
  for (std::uint32_t& target : merged) {
    while (merged[target] != target) target = merged[target];
  }
  return merged;
}

// One round; true if the number of states or edges went down.
bool reduce_once(Automaton& automaton, Acceptance acceptance) {
  const std::size_t states = automaton.states.size();
  const std::size_t edges = edge_count(automaton);
  merge_bisimilar(automaton);
  prune(automaton, acceptance);
  if (edge_count(automaton) > simulated_edges_max) {
    for (auto& own : automaton.states) {
      if (own.size() <= 64) widen(own);
    }
    return false;
  }
  const Simulation simulation(automaton);
  const auto count = static_cast<std::uint32_t>(automaton.states.size());
  std::vector<std::uint32_t> merged = merged_by_simulation(simulation, count);
  bool is_identity = true;
  for (std::uint32_t i = 0; i < count; ++i) is_identity = is_identity && merged[i] == i;
  // Merging may open ways back, so both kinds do not go together.
  if (is_identity) merged = merged_without_return(automaton, simulation);
  for (auto& own : automaton.states) thin_out(own, simulation);
  redirect(automaton, merged);
  for (auto& own : automaton.states) widen(own);
  prune(automaton, acceptance);
  return automaton.states.size() < states || edge_count(automaton) < edges;
}

// --- fewer marks ---------------------------------------------------------------------------------

struct ComponentEdges {
  std::vector<AutomatonEdge*> edges;
};

// Marks whose edges are all edges of another mark make that other one superfluous.
std::vector<std::uint32_t> needed_marks(const ComponentEdges& component, std::uint32_t mark_count) {
  std::vector<std::uint32_t> needed;
  const auto has = [](const AutomatonEdge* edge, std::uint32_t mark) {
    return ((edge->marks >> mark) & 1) != 0;
  };
  const auto includes = [&](std::uint32_t large, std::uint32_t small) {
    return std::all_of(component.edges.begin(), component.edges.end(),
                       [&](const AutomatonEdge* e) { return !has(e, small) || has(e, large); });
  };
  for (std::uint32_t mark = 0; mark < mark_count; ++mark) {
    const bool everywhere = std::all_of(component.edges.begin(), component.edges.end(),
                                        [&](const AutomatonEdge* e) { return has(e, mark); });
    bool superfluous = everywhere;
    for (std::uint32_t other = 0; other < mark_count && !superfluous; ++other) {
      // Of two equal ones the first stays.
      superfluous =
          other != mark && includes(mark, other) && (!includes(other, mark) || other < mark);
    }
    if (!superfluous) needed.push_back(mark);
  }
  return needed;
}

// --- degeneralisation ----------------------------------------------------------------------------

// Copies of the automaton wait for one mark after the other (Gastin and Oddoux 2001 take several at
// once); each component begins anew, and those where every cycle is accepting need one copy only.
class Degeneraliser {
 public:
  // Entering a component at the last level costs nothing and sometimes saves states.
  Degeneraliser(const Automaton& automaton, std::vector<std::uint32_t> order, bool enter_accepting)
      : automaton_(automaton),
        order_(std::move(order)),
        last_level_(static_cast<std::uint32_t>(order_.size())),
        enter_accepting_(enter_accepting),
        components_(components_of(automaton)),
        accepting_(accepting_components(automaton, components_)),
        weak_(components_.has_cycle.size(), true) {
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
      for (const AutomatonEdge& edge : automaton.states[i]) {
        const std::uint32_t own = components_.of[i];
        if (components_.of[edge.target] != own) continue;
        if ((edge.marks & automaton.all_marks()) != automaton.all_marks()) weak_[own] = false;
      }
    }
  }

  Automaton run() {
    Automaton result;
    result.mark_count = 1;
    result.states.clear();
    number_of({automaton_.initial, entry_level(automaton_.initial)}, result);
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      const Copy copy = copies_[i];
      const bool accepting = copy.level == last_level_ && accepting_[components_.of[copy.state]];
      for (const AutomatonEdge& edge : automaton_.states[copy.state]) {
        const std::uint32_t target = number_of({edge.target, level_after(copy, edge)}, result);
        result.states[i].push_back({edge.guard, target, accepting ? 1U : 0U});
      }
    }
    return result;
  }

 private:
  struct Copy {
    std::uint32_t state;
    std::uint32_t level;
    auto operator<=>(const Copy&) const = default;
  };

  std::uint32_t number_of(const Copy& copy, Automaton& result) {
    const auto [found, is_new] =
        numbers_.try_emplace(copy, static_cast<std::uint32_t>(copies_.size()));
    if (is_new) {
      copies_.push_back(copy);
      result.states.emplace_back();
    }
    return found->second;
  }

  std::uint32_t entry_level(std::uint32_t state) const {
    const std::uint32_t component = components_.of[state];
    if (!accepting_[component]) return 0;
    return weak_[component] || enter_accepting_ ? last_level_ : 0;
  }

  std::uint32_t level_after(const Copy& copy, const AutomatonEdge& edge) const {
    const std::uint32_t component = components_.of[copy.state];
    if (components_.of[edge.target] != component) return entry_level(edge.target);
    if (!accepting_[component]) return 0;
    if (weak_[component]) return last_level_;
    std::uint32_t level = copy.level == last_level_ ? 0 : copy.level;
    while (level < last_level_ && ((edge.marks >> order_[level]) & 1) != 0) ++level;
    return level;
  }

  const Automaton& automaton_;
  std::vector<std::uint32_t> order_;
  std::uint32_t last_level_;
  bool enter_accepting_;
  Components components_;
  std::vector<bool> accepting_;
  std::vector<bool> weak_;  // every cycle of the component has all marks
  std::map<Copy, std::uint32_t> numbers_;
  std::vector<Copy> copies_;
};

BuchiAutomaton with_accepting_states(const Automaton& automaton) {
  BuchiAutomaton result;
  result.initial = automaton.initial;
  result.states.clear();
  for (const auto& edges : automaton.states) {
    BuchiAutomaton::State& state = result.states.emplace_back();
    state.accepting = !edges.empty() && edges.front().marks != 0;
    for (const AutomatonEdge& edge : edges) state.edges.push_back({edge.guard, edge.target});
  }
  return result;
}

// The orders of marks that are tried: all of few marks; of many, each one first.
std::vector<std::vector<std::uint32_t>> mark_orders(std::uint32_t mark_count, bool one_only) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t mark = 0; mark < mark_count; ++mark) order.push_back(mark);
  std::vector<std::vector<std::uint32_t>> orders{order};
  if (one_only) return orders;
  if (mark_count <= 3) {
    while (std::next_permutation(order.begin(), order.end())) orders.push_back(order);
    return orders;
  }
  for (std::uint32_t i = 1; i < mark_count && i < 6; ++i) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    orders.push_back(order);
  }
  return orders;
}

}  // namespace

void prune(Automaton& automaton, Acceptance acceptance) {
  const Components components = components_of(automaton);
  const std::vector<bool> accepting = accepting_components(automaton, components);
  const std::vector<bool> live = live_states(automaton, components, accepting);
  if (!live[automaton.initial]) {
    automaton.states = {{}};
    automaton.initial = 0;
    return;
  }
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    auto& edges = automaton.states[i];
    std::erase_if(edges, [&](const AutomatonEdge& edge) { return !live[edge.target]; });
    for (AutomatonEdge& edge : edges) {
      const std::uint32_t own = components.of[i];
      const bool leaves = acceptance == Acceptance::OnEdges && components.of[edge.target] != own;
      if (leaves || !accepting[own]) edge.marks = 0;
    }
  }
  renumber(automaton);
}

void reduce(Automaton& automaton, Acceptance acceptance) {
  constexpr int rounds_max = 8;
  prune(automaton, acceptance);
  for (int round = 0; round < rounds_max && reduce_once(automaton, acceptance); ++round) {
  }
}

void reduce_marks(Automaton& automaton) {
  const Components components = components_of(automaton);
  const std::vector<bool> accepting = accepting_components(automaton, components);
  std::vector<ComponentEdges> own(accepting.size());
  bool has_rejecting_cycle = false;
  for (std::size_t c = 0; c < accepting.size(); ++c) {
    if (components.has_cycle[c] && !accepting[c]) has_rejecting_cycle = true;
  }
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    for (AutomatonEdge& edge : automaton.states[i]) {
      const std::uint32_t component = components.of[i];
      if (components.of[edge.target] == component) own[component].edges.push_back(&edge);
    }
  }
  std::vector<std::vector<std::uint32_t>> needed(accepting.size());
  std::size_t count = has_rejecting_cycle ? 1 : 0;
  for (std::size_t c = 0; c < accepting.size(); ++c) {
    if (!accepting[c]) continue;
    needed[c] = needed_marks(own[c], automaton.mark_count);
    count = std::max(count, needed[c].size());
  }
  for (std::size_t c = 0; c < accepting.size(); ++c) {
    for (AutomatonEdge* edge : own[c].edges) {
      std::uint64_t marks = 0;
      for (std::size_t mark = 0; accepting[c] && mark < count; ++mark) {
        // Marks that this component does not need go with its first one, or stand everywhere.
        const std::size_t source = mark < needed[c].size() ? mark : 0;
        const bool set = needed[c].empty() || ((edge->marks >> needed[c][source]) & 1) != 0;
        if (set) marks |= std::uint64_t{1} << mark;
      }
      edge->marks = marks;
    }
  }
  automaton.mark_count = static_cast<std::uint32_t>(count);
}

BuchiAutomaton to_buchi(const Automaton& automaton, bool reduced) {
  constexpr std::size_t tried_edges_max = 300;
  const bool one_only =
      !reduced || edge_count(automaton) * (automaton.mark_count + 1) > tried_edges_max;
  Automaton best;
  std::size_t best_cost = std::numeric_limits<std::size_t>::max();
  for (const auto& order : mark_orders(automaton.mark_count, one_only)) {
    for (const bool enter_accepting : {true, false}) {
      if (one_only && !enter_accepting) continue;
      Automaton candidate = Degeneraliser(automaton, order, enter_accepting).run();
      prune(candidate, Acceptance::OnStates);
      if (reduced) reduce(candidate, Acceptance::OnStates);
      const std::size_t cost = candidate.states.size() * 10'000 + edge_count(candidate);
      if (cost >= best_cost) continue;
      best_cost = cost;
      best = std::move(candidate);
    }
  }
  return with_accepting_states(best);
}

}  // namespace clew
