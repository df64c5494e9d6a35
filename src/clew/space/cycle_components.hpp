#pragma once

// Accepting cycles by strongly connected components, on the fly, for any number of marks.
//
//   const CycleSearch search = find_cycle_components(graph);
//   if (search.end == SearchEnd::Goal) short_lasso(graph, *search.on_cycle);
//
// J.-M. Couvreur, "On-the-fly verification of linear temporal logic" (1999), with the stacks of H.
// Gabow, "Path-based depth-first search for strong and biconnected components" (2000). The search
// keeps the parts of components that it knows so far on a stack of roots, with the marks that each
// has together. A transition back into such a part joins all parts above it, and if the marks are
// complete then, an accepting cycle is known: no search finds it earlier. Successors of each node
// are computed once.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/space/cycle_search.hpp"

namespace clew {

// The depth-first walk itself; short_lasso uses it as well, to see one whole component.
template <NumberedGraph Graph>
class ComponentWalk {
 public:
  enum class Until : std::uint8_t { AcceptingCycle, End };

  // Nodes from `nodes_end` on are taken not to exist.
  ComponentWalk(GraphReader<Graph>& reader, Until until, std::size_t nodes_end)
      : reader_(reader), until_(until), nodes_end_(nodes_end), all_marks_(reader.all_marks()) {
    make_room();
  }

  bool was_entered(NodeId node) const { return order_[number(node)] != unentered; }
  void make_room() {
    if (order_.size() < reader_.node_count()) order_.resize(reader_.node_count(), unentered);
  }

  // REQUIRES: !was_entered(start), and room was made for it.
  SearchEnd walk_from(NodeId start) {
    if (!enter(start)) return SearchEnd::Stopped;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == pending_.size()) {
        leave();
        continue;
      }
      const NodeId target = pending_[top.next++];
      const std::uint32_t order = order_[number(target)];
      if (order == closed) continue;
      if (order == unentered) {
        if (!enter(target)) return SearchEnd::Stopped;
        continue;
      }
      join(order);
      if (until_ == Until::AcceptingCycle && roots_.back().marks == all_marks_) {
        on_cycle_ = target;
        return SearchEnd::Goal;
      }
    }
    return SearchEnd::Exhausted;
  }

  // After Goal.
  NodeId on_cycle() const { return on_cycle_; }

  // After Exhausted: the component of the node where the walk started, in order of entering.
  std::span<const NodeId> component_of_start() const { return component_of_start_; }

 private:
  struct Frame {
    NodeId node;
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };
  // A part of a component: the open nodes from this order on, up to the next root.
  struct Root {
    std::uint32_t order;
    std::uint64_t marks;
  };
  static constexpr std::uint32_t unentered = 0;
  static constexpr std::uint32_t closed = ~std::uint32_t{0};

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    reader_.count_entered();
    if (!reader_.successors(node, pending_)) return false;
    if (nodes_end_ < reader_.node_count()) drop_from_end(first);
    make_room();
    open_.push_back(node);
    // Orders of open nodes count from 1 without a gap: those of closed nodes are used again.
    const auto order = static_cast<std::uint32_t>(open_.size());
    order_[number(node)] = order;
    roots_.push_back({order, reader_.marks(node) & all_marks_});
    frames_.push_back({node, first, first});
    return true;
  }

  void drop_from_end(std::size_t first) {
    std::size_t kept = first;
    for (std::size_t i = first; i < pending_.size(); ++i) {
      if (number(pending_[i]) < nodes_end_) pending_[kept++] = pending_[i];
    }
    pending_.resize(kept);
  }

  // A transition leads back to the open node with this order.
  void join(std::uint32_t order) {
    while (roots_.back().order > order) {
      const std::uint64_t marks = roots_.back().marks;
      roots_.pop_back();
      roots_.back().marks |= marks;
    }
  }

  void leave() {
    const Frame top = frames_.back();
    frames_.pop_back();
    pending_.resize(top.first);
    const std::uint32_t order = order_[number(top.node)];
    assert(order >= roots_.back().order);  // a root is left after everything above it
    if (order != roots_.back().order) return;
    roots_.pop_back();
    const std::size_t begin = order - 1;  // 0 for the start
    for (std::size_t i = begin; i < open_.size(); ++i) order_[number(open_[i])] = closed;
    if (frames_.empty()) component_of_start_.swap(open_);  // nothing else is open
    open_.resize(begin);
  }

  GraphReader<Graph>& reader_;
  Until until_;
  std::size_t nodes_end_;
  std::uint64_t all_marks_;
  NodeId on_cycle_ = no_node;
  std::vector<std::uint32_t> order_;  // by node: unentered, closed, or its position in open_ + 1
  std::vector<NodeId> open_;          // entered, component not complete
  std::vector<Root> roots_;
  std::vector<Frame> frames_;
  std::vector<NodeId> pending_;  // successors of the nodes on the path, one node after the other
  std::vector<NodeId> component_of_start_;
};

template <NumberedGraph Graph>
CycleSearch find_cycle_components(Graph& graph, CycleOptions options = {}) {
  using Walk = ComponentWalk<Graph>;
  CycleEnd end;
  GraphReader<Graph> reader(graph, 0, options);
  std::vector<NodeId> initial;
  if (!reader.initial(initial)) {
    end.stop();
    return end.result(reader.counters());
  }
  Walk walk(reader, Walk::Until::AcceptingCycle, number(no_node));
  for (const NodeId node : initial) {
    if (walk.was_entered(node)) continue;
    const SearchEnd walked = walk.walk_from(node);
    if (walked == SearchEnd::Goal) end.found(walk.on_cycle());
    if (walked == SearchEnd::Stopped) end.stop();
    if (!end.is_open()) break;
  }
  return end.result(reader.counters());
}

}  // namespace clew
