#pragma once

// LTL over a state space of your own: no model, no language, just the two functions of
// space/space.hpp, and a function for each proposition.
//
//   struct Lamp {                              // on, off, on, ... until it breaks
//     enum class State { Off, On, Broken };
//     using Action = const char*;
//     void initial_states(auto&& found) const { found(State::Off); }
//     void successors(const State& state, auto&& found) const {
//       if (state == State::Broken) return;    // terminal
//       found("switch", state == State::Off ? State::On : State::Off);
//       if (state == State::On) found("break", State::Broken);
//     }
//   };
//
//   const auto answer = check_ltl(Lamp{}, "G F on",
//                                 {{"on", [](auto state) { return state == Lamp::State::On; }}});
//   answer.value().verdict;                    // Verdict::Violated
//   answer.value().lasso->stem.steps.size();   // 2: switch, break
//   answer.value().lasso->cycle.size();        // 1: and so it stays
//
// The formula holds if every infinite run satisfies it. A terminal state is taken to go on for ever
// as it is: it stutters. docs/formulas.md has the grammar of formulas.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/base/contract.hpp"
#include "clew/base/diagnostic.hpp"
#include "clew/property/automaton.hpp"
#include "clew/property/named_proposition.hpp"
#include "clew/property/property.hpp"
#include "clew/space/cycle_algorithm.hpp"
#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_map.hpp"
#include "clew/space/cycle_nested.hpp"
#include "clew/space/cycle_owcty.hpp"
#include "clew/space/cycle_parallel.hpp"
#include "clew/space/cycle_weak.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/space/short_lasso.hpp"
#include "clew/space/starting_at.hpp"
#include "clew/space/transform.hpp"

namespace clew {

// --- the product ---------------------------------------------------------------------------------

// A Büchi automaton as something that watches a space: `propositions(state)` is the letter it reads,
// a mask with bit i for proposition i. It reads the state that is being left.
template <class Propositions>
class BuchiWatcher {
 public:
  using State = std::uint32_t;

  BuchiWatcher(BuchiAutomaton automaton, Propositions propositions)
      : automaton_(std::move(automaton)), propositions_(std::move(propositions)) {}

  void initial_states(auto&& found) const { found(automaton_.initial); }

  void successors(State state, const auto& read, auto&& found) const {
    const std::uint64_t letter = propositions_(read);
    for (const BuchiEdge& edge : automaton_.states[state].edges) {
      if (edge.guard.matches(letter)) found(edge.target);
    }
  }

  bool accepting(State state) const { return automaton_.states[state].accepting; }

 private:
  BuchiAutomaton automaton_;
  Propositions propositions_;
};

// The product of a space and an automaton that watches it. Itself a space, with states that have
// the members `system` and `automaton`, and actions that are empty where a terminal state stutters:
//
//   const WatchedSpace watched(space, automaton, [](const State& state) { return mask_of(state); });
//   SpaceGraph graph(watched, [&](const auto& state) { return watched.accepting(state); });
//   find_cycle_nested(graph);
//
// Threads: as the space.
template <StateSpace Space, class Propositions>
class WatchedSpace
    : public SynchronousProduct<Stuttering<SpaceReference<Space>>, BuchiWatcher<Propositions>> {
 public:
  // REQUIRES: the space outlives this.
  WatchedSpace(const Space& space, BuchiAutomaton automaton, Propositions propositions)
      : SynchronousProduct<Stuttering<SpaceReference<Space>>, BuchiWatcher<Propositions>>(
            Stuttering(by_reference(space)),
            BuchiWatcher<Propositions>(std::move(automaton), std::move(propositions))) {}
};

// --- formulas ------------------------------------------------------------------------------------

// The runs that violate a formula.
struct ViolationAutomaton {
  BuchiAutomaton automaton;
  std::vector<std::size_t> propositions;  // bit i of a letter: the place of its name in the list
};

// Reads the formula. Errors are in its text, or in a proposition that is not among the names.
ReadResult<ViolationAutomaton> violations_of_ltl(std::string_view formula,
                                                 const std::vector<std::string>& names);

// --- the question --------------------------------------------------------------------------------

// The price: may turn an answer into Unknown, never into another answer.
struct LtlOptions {
  CycleAlgorithm algorithm = CycleAlgorithm::Auto;  // Parallel has one worker here
  std::uint64_t states_max = number(no_node);       // of the product
  // Somebody else may set it at any time. What is found by then is still shown.
  const std::atomic<bool>* stop = nullptr;
};

template <StateSpace Space>
struct LtlAnswer {
  Verdict verdict = Verdict::Unknown;  // Unknown: there are too many states, or somebody set stop
  // With Violated: the run that does not satisfy the formula. Steps without an action are those in
  // which a terminal state stutters.
  std::optional<Lasso<Stuttering<Space>>> lasso;
  std::uint64_t states = 0;  // of the product, as far as it was discovered
};

// A graph that stops the search when it has discovered more than `nodes_max` nodes. The graph itself
// stays usable, so that a cycle which was found in time can be made into a lasso.
template <NumberedGraph Graph>
class BoundedGraph {
 public:
  BoundedGraph(Graph& graph, std::uint64_t nodes_max) : graph_(graph), nodes_max_(nodes_max) {}

  bool initial(unsigned worker, std::vector<NodeId>& out) {
    return graph_.initial(worker, out) && node_count() <= nodes_max_;
  }
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
    return graph_.successors(worker, node, out) && node_count() <= nodes_max_;
  }
  std::uint64_t marks(NodeId node) const { return graph_.marks(node); }
  std::uint64_t all_marks() const { return graph_.all_marks(); }
  std::uint32_t node_count() const { return graph_.node_count(); }

 private:
  Graph& graph_;
  std::uint64_t nodes_max_;
};

// Whether the automaton is weak makes a difference only for Auto.
template <NumberedGraph Graph>
CycleSearch find_cycle_with(CycleAlgorithm algorithm, Graph& graph, bool weak,
                            CycleOptions options) {
  switch (algorithm) {
    case CycleAlgorithm::Components: return find_cycle_components(graph, options);
    case CycleAlgorithm::Nested: return find_cycle_nested(graph, options);
    case CycleAlgorithm::Owcty: return find_cycle_owcty(graph, options);
    case CycleAlgorithm::Map: return find_cycle_map(graph, options);
    case CycleAlgorithm::Parallel:
      return find_cycle_parallel(
          graph, 1, [](const auto& job) { job(0U); }, options);
    case CycleAlgorithm::Auto: break;
  }
  return weak ? find_cycle_of_marked(graph, options) : find_cycle_components(graph, options);
}

// The same run, told in fewer steps: the automaton may have made a stem or a loop longer than the
// states of the space make necessary.
template <StateSpace Space>
void fold(Lasso<Space>& lasso) {
  auto& cycle = lasso.cycle;
  auto& steps = lasso.stem.steps;
  // A loop that goes round several times.
  for (std::size_t length = 1; length < cycle.size(); ++length) {
    if (cycle.size() % length != 0) continue;
    const auto rest = cycle.begin() + static_cast<std::ptrdiff_t>(length);
    if (!std::equal(rest, cycle.end(), cycle.begin())) continue;
    cycle.erase(rest, cycle.end());
    break;
  }
  // A stem whose end is already the loop.
  while (!steps.empty() && steps.back() == cycle.back()) {
    const auto& source = steps.size() == 1 ? lasso.stem.initial : steps[steps.size() - 2].state;
    // A loop of one step begins where it ends.
    const auto& source_in_cycle = cycle[cycle.size() == 1 ? 0 : cycle.size() - 2].state;
    if (!(source == source_in_cycle)) break;
    steps.pop_back();
    std::rotate(cycle.begin(), cycle.end() - 1, cycle.end());
  }
}

// The lasso of the space below a lasso of the product. Each action is the first that leads from
// state to state and lets the automaton come along.
template <StateSpace Space, StateSpace Watched, NumberedGraph Graph>
Lasso<Stuttering<Space>> system_lasso(const Watched& watched, const Graph& graph,
                                      const NodeLasso& nodes) {
  using LassoStep = Step<Stuttering<Space>>;
  const auto step_between = [&](NodeId source, NodeId target) {
    const auto steps = steps_from(watched, graph.state(source));
    const auto found = std::find_if(steps.begin(), steps.end(), [&](const auto& step) {
      return step.state == graph.state(target);
    });
    // The search came this way, so it is there unless the space does not do the same each time.
    if (found == steps.end()) {
      throw ContractError("check_ltl: the space has other successors than before");
    }
    return LassoStep{found->action, found->state.system};
  };
  Lasso<Stuttering<Space>> lasso{{graph.state(nodes.stem.front()).system, {}}, {}};
  for (std::size_t i = 1; i < nodes.stem.size(); ++i) {
    lasso.stem.steps.push_back(step_between(nodes.stem[i - 1], nodes.stem[i]));
  }
  NodeId source = nodes.stem.back();
  for (const NodeId target : nodes.loop) {
    lasso.cycle.push_back(step_between(source, target));
    source = target;
  }
  fold(lasso);
  return lasso;
}

// Whether every run of the space satisfies the formula, and if not, a short lasso that does not.
// REQUIRES: the space does the same each time it is asked, else ContractError.
template <StateSpace Space>
ReadResult<LtlAnswer<Space>> check_ltl(
    const Space& space, std::string_view formula,
    const std::vector<NamedProposition<typename Space::State>>& propositions,
    const LtlOptions& options = {}) {
  std::vector<std::string> names;
  for (const auto& proposition : propositions) names.push_back(proposition.name);
  auto violations = violations_of_ltl(formula, names);
  if (!violations.ok()) return {nullptr, std::move(violations.diagnostics)};
  const std::vector<std::size_t>& places = violations.value().propositions;

  const auto letter = [&](const typename Space::State& state) {
    std::uint64_t mask = 0;
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
      if (propositions[places[bit]].holds(state)) mask |= std::uint64_t{1} << bit;
    }
    return mask;
  };
  const WatchedSpace watched(space, violations.value().automaton, letter);
  SpaceGraph graph(watched, [&](const auto& state) { return watched.accepting(state); });
  BoundedGraph bounded(graph, options.states_max);
  const CycleSearch search = find_cycle_with(options.algorithm, bounded,
                                             is_weak(violations.value().automaton), {options.stop});

  auto answer = std::make_unique<LtlAnswer<Space>>();
  if (search.end == SearchEnd::Exhausted) answer->verdict = Verdict::Holds;
  if (search.on_cycle) {
    const auto nodes = short_lasso(graph, *search.on_cycle);
    if (!nodes) throw ContractError("check_ltl: the space has other successors than before");
    answer->verdict = Verdict::Violated;
    answer->lasso = system_lasso<Space>(watched, graph, *nodes);
  }
  answer->states = graph.node_count();
  return {std::move(answer), std::move(violations.diagnostics)};
}

}  // namespace clew
