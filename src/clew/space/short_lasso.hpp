#pragma once

// A short lasso for an accepting cycle that some search has found: the stem leads from an initial
// node to the loop, the loop comes back to where it began and has all marks.
//
//   const CycleSearch search = find_cycle_components(graph);
//   const auto lasso = short_lasso(graph, *search.on_cycle);
//   lasso->stem    s a b     from an initial node to the entry, both included
//   lasso->loop    c d b     from behind the entry back to it
//
// Depth-first searches find long ones, so this begins anew, with the component of the cycle:
//   - of its nodes that have a mark, one that is nearest to the initial nodes is chosen;
//   - the loop goes from there to the nearest node with a mark that is missing, and so on, then
//     back, without the detours: with one mark it is a shortest loop through the chosen node;
//   - the stem is a shortest path to any node of the loop, which is turned to begin there.
// Only nodes that are discovered already take part: an early find on a huge graph stays cheap. The
// cost is one successor call for each node that can be reached from the cycle, one for each that is
// nearer to the initial nodes than the chosen one, and one for each node of the component and mark.
// The same graph with the same numbers gives the same lasso.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_search.hpp"

namespace clew {

struct NodeLasso {
  std::vector<NodeId> stem;  // its last node is the entry of the loop
  std::vector<NodeId> loop;  // its last node is the entry as well; never empty

  bool operator==(const NodeLasso&) const = default;
};

template <NumberedGraph Graph>
class LassoFinder {
 public:
  LassoFinder(Graph& graph, unsigned worker, CycleOptions options)
      : reader_(graph, worker, options),
        nodes_end_(reader_.node_count()),
        all_marks_(reader_.all_marks()),
        in_component_(nodes_end_),
        parents_(nodes_end_, no_node) {}

  std::optional<NodeLasso> run(NodeId on_cycle) {
    if (!find_component(on_cycle)) return std::nullopt;
    const NodeId chosen = search_from_initial();
    if (chosen == no_node) return std::nullopt;
    std::vector<NodeId> near;  // what was met, in that order; the chosen node is the last
    near.swap(order_);
    std::vector<NodeId> parents_near(nodes_end_, no_node);
    parents_near.swap(parents_);
    std::vector<NodeId> loop;
    if (!append_loop(chosen, loop)) return std::nullopt;
    return make_lasso(near, parents_near, std::move(loop));
  }

 private:
  using Walk = ComponentWalk<Graph>;

  bool find_component(NodeId on_cycle) {
    Walk walk(reader_, Walk::Until::End, nodes_end_);
    if (walk.walk_from(on_cycle) != SearchEnd::Exhausted) return false;
    for (const NodeId node : walk.component_of_start()) in_component_[number(node)] = true;
    return true;
  }

  // Breadth-first from all initial nodes, which become their own parents. Returns the first node of
  // the component that has a mark, or no_node when there is none or the graph stops.
  NodeId search_from_initial() {
    std::vector<NodeId> targets;
    if (!reader_.initial(targets)) return no_node;
    const auto is_wanted = [&](NodeId node) {
      return in_component_[number(node)] && (all_marks_ == 0 || mark_of(node) != 0);
    };
    for (const NodeId node : targets) {
      if (meet(node, node) && is_wanted(node)) return node;
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      targets.clear();
      if (!reader_.successors(order_[i], targets)) return no_node;
      for (const NodeId target : targets) {
        if (meet(target, order_[i]) && is_wanted(target)) return target;
      }
    }
    return no_node;
  }

  // Appends the nodes behind `start`, and `start` as the last.
  bool append_loop(NodeId start, std::vector<NodeId>& loop) {
    std::uint64_t missing = all_marks_ & ~mark_of(start);
    NodeId at = start;
    while (missing != 0) {
      const std::size_t known = loop.size();
      const auto has_missing = [&](NodeId node) { return (mark_of(node) & missing) != 0; };
      if (!append_path(at, has_missing, loop)) return false;
      for (std::size_t i = known; i < loop.size(); ++i) missing &= ~mark_of(loop[i]);
      at = loop.back();
    }
    if (!append_path(
            at, [&](NodeId node) { return node == start; }, loop))
      return false;
    while (std::popcount(all_marks_) > 1 && cut_detour(loop)) {
    }
    return true;
  }

  // Ways to several marks may overlap. Where the loop comes by a node twice, what lies between is a
  // detour if the rest has all marks. Returns whether one was cut out. No node comes up more often
  // than there are marks, so the pairs are few.
  bool cut_detour(std::vector<NodeId>& loop) {
    const std::size_t length = loop.size();
    std::vector<std::uint64_t> marks_from(length + 1);  // of loop[i ...]
    for (std::size_t i = length; i-- > 0;) marks_from[i] = marks_from[i + 1] | mark_of(loop[i]);
    std::vector<std::uint64_t> marks_before(length + 1);  // of loop[... i - 1], and of its begin
    marks_before[0] = mark_of(loop.back());
    std::unordered_map<NodeId, std::vector<std::size_t>>
        passed;  // where the walk goes on behind it
    passed[loop.back()].push_back(0);
    for (std::size_t i = 0; i < length; ++i) {
      marks_before[i + 1] = marks_before[i] | mark_of(loop[i]);
      std::vector<std::size_t>& begins = passed[loop[i]];
      for (const std::size_t begin : begins) {
        const bool is_whole = begin == 0 && i + 1 == length;
        if (is_whole || (marks_before[begin] | marks_from[i + 1]) != all_marks_) continue;
        loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(begin),
                   loop.begin() + static_cast<std::ptrdiff_t>(i + 1));
        return true;
      }
      begins.push_back(i + 1);
    }
    return false;
  }

  // A shortest path within the component, of one step at least, to a node that is wanted; appends
  // what comes behind `from`.
  template <class Wanted>
  bool append_path(NodeId from, const Wanted& is_wanted, std::vector<NodeId>& path) {
    std::vector<NodeId> targets;
    NodeId reached = no_node;
    order_.assign(1, from);  // without a parent: it may be what is looked for
    for (std::size_t i = 0; i < order_.size() && reached == no_node; ++i) {
      targets.clear();
      if (!reader_.successors(order_[i], targets)) return false;
      for (const NodeId target : targets) {
        if (!exists(target) || !in_component_[number(target)]) continue;
        if (target == from && !is_wanted(target)) continue;
        if (!meet(target, order_[i]) || !is_wanted(target)) continue;
        reached = target;
        break;
      }
    }
    if (reached == no_node) return false;
    const std::size_t known = path.size();
    NodeId node = reached;
    do {
      path.push_back(node);
      node = parents_[number(node)];
    } while (node != from);
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(known), path.end());
    forget(order_);
    return true;
  }

  // The first node of the loop in breadth-first order is one of those nearest to the initial nodes.
  NodeLasso make_lasso(const std::vector<NodeId>& near, const std::vector<NodeId>& parents,
                       std::vector<NodeId> loop) const {
    std::vector<bool> on_loop(nodes_end_);
    for (const NodeId node : loop) on_loop[number(node)] = true;
    const NodeId entry =
        *std::find_if(near.begin(), near.end(), [&](NodeId node) { return on_loop[number(node)]; });
    std::rotate(loop.begin(), std::next(std::find(loop.begin(), loop.end(), entry)), loop.end());
    NodeLasso lasso{{entry}, std::move(loop)};
    for (NodeId node = entry; parents[number(node)] != node;) {
      node = parents[number(node)];
      lasso.stem.push_back(node);
    }
    std::reverse(lasso.stem.begin(), lasso.stem.end());
    return lasso;
  }

  // Whether the node is met for the first time in this breadth-first search.
  bool meet(NodeId node, NodeId parent) {
    if (!exists(node) || parents_[number(node)] != no_node) return false;
    parents_[number(node)] = parent;
    order_.push_back(node);
    return true;
  }
  void forget(const std::vector<NodeId>& met) {
    for (const NodeId node : met) parents_[number(node)] = no_node;
  }

  bool exists(NodeId node) const { return number(node) < nodes_end_; }
  std::uint64_t mark_of(NodeId node) { return reader_.marks(node) & all_marks_; }

  GraphReader<Graph> reader_;
  std::size_t nodes_end_;  // nodes that are discovered later are ignored
  std::uint64_t all_marks_;
  std::vector<bool> in_component_;  // by node
  std::vector<NodeId> parents_;     // by node, of the breadth-first search that runs
  std::vector<NodeId> order_;       // the nodes it has met
};

// Nothing: the graph said stop, or `on_cycle` is not what a search has found in this graph.
template <NumberedGraph Graph>
std::optional<NodeLasso> short_lasso(Graph& graph, NodeId on_cycle, CycleOptions options = {}) {
  return LassoFinder<Graph>(graph, 0, options).run(on_cycle);
}

}  // namespace clew
