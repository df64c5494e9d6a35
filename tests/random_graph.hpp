// Random small graphs with marks and movers for the searches that look for accepting cycles, and
// answers about them that are slow and obvious.
//
//   const MarkedGraph graph = random_marked_graph(GraphShape::Rings, 1, seed);
//   DiscoveringGraph numbered(graph);
//   EXPECT_EQ(find_cycle_nested(numbered).on_cycle.has_value(), has_accepting_cycle(graph));
//
// The same seed gives the same graph everywhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "clew/space/fair_graph.hpp"
#include "clew/space/numbered_graph.hpp"

namespace clew {

struct MarkedGraph {
  struct Transition {
    std::uint32_t target = 0;
    Movers movers = nobody;
  };
  std::vector<std::vector<Transition>> transitions;  // by source
  std::vector<std::uint32_t> initial;
  std::vector<std::uint64_t> marks;  // by node
  std::uint64_t all_marks = 1;
  unsigned process_count = 0;

  std::uint32_t size() const { return static_cast<std::uint32_t>(transitions.size()); }
  std::uint64_t enabled(std::uint32_t node) const;  // those that have a transition here
};

enum class GraphShape : std::uint8_t {
  Sparse,
  Dense,
  ManyComponents,  // many small ones, in a row
  LongChain,       // with a few transitions back
  Rings,           // linked one to the next
  Acyclic,         // but for transitions from a node to itself
};
inline constexpr unsigned graph_shapes = 6;

// Of 1 to 40 nodes, with up to 4 processes.
MarkedGraph random_marked_graph(GraphShape shape, unsigned mark_count, std::uint64_t seed);
// Of about so many nodes.
MarkedGraph large_marked_graph(GraphShape shape, std::uint32_t nodes, std::uint64_t seed);

// The marks of the first node of each component for all of it: a weak graph.
MarkedGraph made_weak(MarkedGraph graph);

// The same with one more process, which can leave for a node of its own from most nodes, and there
// goes on for ever: what is fair without it mostly is not any more.
MarkedGraph with_escapes(MarkedGraph graph, std::uint64_t seed);

// "0->1/a 0->2/b 1->0 | initial 0 | marks 0:1 2:3 of 3", for the message of a failed test.
std::string text(const MarkedGraph& graph);

// Which node reaches which by one step or more, by closure over all triples of nodes.
class Closure {
 public:
  explicit Closure(const MarkedGraph& graph);
  bool leads_to(std::uint32_t source, std::uint32_t target) const { return rows_[source][target]; }
  bool in_one_component(std::uint32_t first, std::uint32_t second) const {
    return leads_to(first, second) && leads_to(second, first);
  }
  bool is_reachable(std::uint32_t node) const { return reachable_[node]; }

 private:
  std::vector<std::vector<bool>> rows_;
  std::vector<bool> reachable_;  // from an initial node
};

// Whether the node can be reached, and its component has a cycle and all marks.
bool is_in_accepting_component(const MarkedGraph& graph, const Closure& closure,
                               std::uint32_t node);
bool has_accepting_cycle(const MarkedGraph& graph, const Closure& closure);
// The same, and the component has for each process a move of it or a node where it cannot move.
bool is_in_fair_component(const MarkedGraph& graph, const Closure& closure, std::uint32_t node);
bool has_fair_cycle(const MarkedGraph& graph, const Closure& closure);

// Gives numbers to the nodes of a MarkedGraph when they are met, as an engine does. From the call
// number `calls_max` on it says that the search has to stop. Small graphs now and then let other
// workers go first, so that they meet in many ways.
//
// Threads: any number of workers.
class DiscoveringGraph {
 public:
  explicit DiscoveringGraph(const MarkedGraph& graph, std::uint64_t calls_max = ~std::uint64_t{0});

  bool initial(unsigned worker, std::vector<NodeId>& out);
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out);
  bool successors_with_movers(unsigned worker, NodeId node, std::vector<NodeId>& out,
                              std::vector<Movers>& movers);
  std::uint64_t marks(NodeId node) const { return graph_.marks[original(node)]; }
  std::uint64_t all_marks() const { return graph_.all_marks; }
  std::uint32_t node_count() const { return count_.load(); }

  std::uint32_t original(NodeId node) const { return originals_[number(node)].load(); }
  const MarkedGraph& graph() const { return graph_; }

 private:
  NodeId number_of(std::uint32_t node);

  const MarkedGraph& graph_;
  std::uint64_t calls_max_;
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::uint32_t> count_{0};
  std::mutex mutex_;
  std::vector<NodeId> numbers_;                        // by original node
  std::vector<std::atomic<std::uint32_t>> originals_;  // by number
};

// The part of the graph that is discovered so far, under the numbers it has.
MarkedGraph discovered_part(const DiscoveringGraph& discovering);

}  // namespace clew
