#pragma once

// What the searches for accepting cycles walk: a graph whose nodes are numbers, given when a node
// is discovered. The product of a model and an automaton is one; so is a state space of your own:
//
//   SpaceGraph graph(space, [](const State& state) { return state.waits; });
//   const CycleSearch search = find_cycle_components(graph);
//   if (search.on_cycle) show(short_lasso(graph, *search.on_cycle));
//
// Successors are computed when they are asked for, one node at a time, and cost far more than a
// look into an array by number. So the searches keep what they know in such arrays, and count the
// calls.
//
// Acceptance is by marks, a bit each. A cycle is accepting if the nodes on it have all the marks
// together: one mark makes a Büchi automaton, several a generalised one, and with none every cycle
// is accepting.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "clew/space/hash_store.hpp"
#include "clew/space/space.hpp"

namespace clew {

// The number of a node: dense, 0 is the first initial one.
enum class NodeId : std::uint32_t {};

inline constexpr NodeId no_node{~std::uint32_t{0}};

constexpr std::uint32_t number(NodeId id) { return static_cast<std::uint32_t>(id); }

// A graph has these functions:
//
//   initial(worker, out)           appends the initial nodes to `out`
//   successors(worker, node, out)  appends the successors of a node; a node may come up twice
//   marks(node)                    the marks of a node
//   all_marks()                    the marks that a cycle needs to be accepting
//   node_count()                   nodes discovered so far; every number is below it
//
// Both lists come in the same order each time. false says that the search has to stop, because a
// limit was reached or memory is short; the search then ends as Stopped. A node without successors
// is where a run ends: if runs shall go on there for ever, the graph says so by a transition from
// the node to itself.
//
// Threads: `worker` is the number of the caller. Searches with one worker are worker 0. A graph for
// a search with several lets each call everything at any time.
template <class T>
concept NumberedGraph = requires(T& graph, unsigned worker, NodeId node, std::vector<NodeId>& out) {
  { graph.initial(worker, out) } -> std::same_as<bool>;
  { graph.successors(worker, node, out) } -> std::same_as<bool>;
  { graph.marks(node) } -> std::convertible_to<std::uint64_t>;
  { graph.all_marks() } -> std::convertible_to<std::uint64_t>;
  { graph.node_count() } -> std::convertible_to<std::uint32_t>;
};

// A graph that is faster with many nodes at once:
//
//   successors_of_all(worker, nodes, out, ends)   as successors of one node after the other; those
//                                                 of nodes[i] end in front of out[ends[i]]
template <class T>
concept BatchGraph = NumberedGraph<T> &&
    requires(T& graph, unsigned worker, std::span<const NodeId> nodes, std::vector<NodeId>& out,
             std::vector<std::size_t>& ends) {
  { graph.successors_of_all(worker, nodes, out, ends) } -> std::same_as<bool>;
};

// The same for any graph.
template <NumberedGraph Graph>
bool successors_of_all(Graph& graph, unsigned worker, std::span<const NodeId> nodes,
                       std::vector<NodeId>& out, std::vector<std::size_t>& ends) {
  if constexpr (BatchGraph<Graph>) {
    return graph.successors_of_all(worker, nodes, out, ends);
  } else {
    for (const NodeId node : nodes) {
      if (!graph.successors(worker, node, out)) return false;
      ends.push_back(out.size());
    }
    return true;
  }
}

// Whether this node alone makes each cycle through it accepting.
template <NumberedGraph Graph>
bool is_accepting(Graph& graph, NodeId node) {
  const std::uint64_t all = graph.all_marks();
  return (graph.marks(node) & all) == all;
}

// A state space as a graph. `accepting(state)` is a bool, or a set of marks when there are several.
// The node of a state has the number of its state id.
//
// Threads: one worker.
template <StateSpace Space, class Accepting>
class SpaceGraph {
 public:
  using State = typename Space::State;

  // REQUIRES: the space outlives the graph.
  // The search has to stop when it needs more than `states_max` states.
  SpaceGraph(const Space& space, Accepting accepting, std::uint64_t all_marks = 1,
             std::uint64_t states_max = number(no_node))
      : space_(space),
        accepting_(std::move(accepting)),
        all_marks_(all_marks),
        store_(std::min<std::uint64_t>(states_max, number(no_node))) {}

  bool initial(unsigned /*worker*/, std::vector<NodeId>& out) {
    bool room = true;
    space_.initial_states([&](const State& state) { room = add(state, out) && room; });
    return room;
  }

  bool successors(unsigned /*worker*/, NodeId node, std::vector<NodeId>& out) {
    bool room = true;
    space_.successors(state(node), [&](const auto& /*action*/, const State& target) {
      room = add(target, out) && room;
    });
    return room;
  }

  std::uint64_t marks(NodeId node) const {
    return static_cast<std::uint64_t>(accepting_(state(node)));
  }
  std::uint64_t all_marks() const { return all_marks_; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(store_.size()); }

  // ENSURES: the reference is good as long as the graph lives.
  const State& state(NodeId node) const { return store_.state(StateId{number(node)}); }

 private:
  bool add(const State& state, std::vector<NodeId>& out) {
    const Insertion insertion = store_.insert(state);
    if (insertion.outcome == Outcome::Full) return false;
    out.push_back(NodeId{static_cast<std::uint32_t>(number(insertion.id))});
    return true;
  }

  const Space& space_;
  Accepting accepting_;
  std::uint64_t all_marks_;
  HashStore<State> store_;
};

}  // namespace clew
