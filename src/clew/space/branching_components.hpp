#pragma once

// The strongly connected components of a graph, each as soon as it is complete, while the graph is
// being discovered.
//
//   walk_components(graph, [&](const GraphComponent& component) {
//     if (component.is_terminal && none_is_red(component.members)) return Continue::No;
//     return Continue::Yes;
//   });
//
// A terminal component is one that no transition leaves: whoever gets there stays. Every path of a
// finite graph can be continued into one, so what is true of "always possible again" and of "in the
// end for ever" is decided there, and the first terminal component may already decide it.
//
// With the stacks of H. Gabow, "Path-based depth-first search for strong and biconnected
// components" (2000). Successors of each node are computed once.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/base/watch.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/space/search_result.hpp"

namespace clew {

struct GraphComponent {
  std::span<const NodeId> members;
  bool has_cycle = false;
  bool is_terminal = false;
};

template <NumberedGraph Graph, class Visit>
class ComponentVisits {
 public:
  ComponentVisits(Graph& graph, Visit& visit) : graph_(graph), visit_(visit) {}

  SearchEnd run() {
    std::vector<NodeId> initial;
    if (!graph_.initial(0, initial)) return SearchEnd::Stopped;
    make_room();
    for (const NodeId node : initial) {
      if (order_[number(node)] != unentered) continue;
      if (!enter(node)) return SearchEnd::Stopped;
      while (!frames_.empty()) {
        const SearchEnd end = step();
        if (end != SearchEnd::Exhausted) return end;
      }
    }
    return SearchEnd::Exhausted;
  }

 private:
  struct Frame {
    NodeId node;
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };
  // A part of a component: the open nodes from this order on, up to the next root.
  struct Root {
    std::uint32_t order;
    bool has_cycle;
    bool has_exit;
  };
  static constexpr std::uint32_t unentered = 0;
  static constexpr std::uint32_t closed = ~std::uint32_t{0};

  // Exhausted means here that there is nothing against going on.
  SearchEnd step() {
    Frame& top = frames_.back();
    if (top.next == pending_.size()) {
      return leave() ? SearchEnd::Exhausted : SearchEnd::Goal;
    }
    const NodeId target = pending_[top.next++];
    const std::uint32_t order = order_[number(target)];
    if (order == closed) {
      roots_.back().has_exit = true;
    } else if (order == unentered) {
      if (!enter(target)) return SearchEnd::Stopped;
    } else {
      join(order);
    }
    return SearchEnd::Exhausted;
  }

  void make_room() {
    if (order_.size() < graph_.node_count()) order_.resize(graph_.node_count(), unentered);
  }

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    if (!graph_.successors(0, node, pending_)) return false;
    make_room();
    open_.push_back(node);
    const auto order = static_cast<std::uint32_t>(open_.size());
    order_[number(node)] = order;
    roots_.push_back({order, false, false});
    frames_.push_back({node, first, first});
    return true;
  }

  // A transition leads back to the open node with this order.
  void join(std::uint32_t order) {
    while (roots_.back().order > order) {
      const bool has_exit = roots_.back().has_exit;
      roots_.pop_back();
      roots_.back().has_exit = roots_.back().has_exit || has_exit;
    }
    roots_.back().has_cycle = true;
  }

  // False: the visitor has seen enough.
  bool leave() {
    const Frame top = frames_.back();
    frames_.pop_back();
    pending_.resize(top.first);
    const std::uint32_t order = order_[number(top.node)];
    if (order != roots_.back().order) return true;
    const Root root = roots_.back();
    roots_.pop_back();
    const std::size_t begin = order - 1;
    for (std::size_t i = begin; i < open_.size(); ++i) order_[number(open_[i])] = closed;
    const GraphComponent component{
        {open_.data() + begin, open_.data() + open_.size()}, root.has_cycle, !root.has_exit};
    if (visit_(component) == Continue::No) return false;
    open_.resize(begin);
    if (!roots_.empty()) roots_.back().has_exit = true;  // by the transition that led here
    return true;
  }

  Graph& graph_;
  Visit& visit_;
  std::vector<std::uint32_t> order_;  // by node: unentered, closed, or its position in open_ + 1
  std::vector<NodeId> open_;          // entered, component not complete
  std::vector<Root> roots_;
  std::vector<Frame> frames_;
  std::vector<NodeId> pending_;  // successors of the nodes on the path, one node after the other
};

// Calls visit(component) for every component that can be reached, targets before sources, until it
// says No. Ends as Exhausted; as Goal if it said No; as Stopped if the graph had to stop.
template <NumberedGraph Graph, class Visit>
SearchEnd walk_components(Graph& graph, Visit visit) {
  return ComponentVisits<Graph, Visit>(graph, visit).run();
}

}  // namespace clew
