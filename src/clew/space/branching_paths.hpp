#pragma once

// Paths that show why a question of branching time has the answer it has.
//
//   BranchingPaths paths(graph);
//   paths.to(node, through, targets);    // node ... target: one of the shortest
//   paths.for_ever(node, within);        // a lasso that stays in the set
//
// Threads: one worker.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clew/space/branching.hpp"
#include "clew/space/branching_components.hpp"

namespace clew {

// Nodes one after the other; of a lasso the last one is that at `loop_start` again.
struct BranchingPath {
  static constexpr std::size_t no_loop = ~std::size_t{0};
  std::vector<NodeId> nodes;  // empty: there is no such path
  std::size_t loop_start = no_loop;

  bool operator==(const BranchingPath&) const = default;
};

class BranchingPaths {
 public:
  // REQUIRES: the graph outlives this, and does not change.
  explicit BranchingPaths(const StoredGraph& graph) : graph_(graph) {}

  // A shortest path from `from` to a node of `targets`; all nodes before the last are in `through`.
  BranchingPath to(NodeId from, const NodeSet& through, const NodeSet& targets) {
    if (targets.contains(from)) return {{from}};
    if (!through.contains(from)) return {};
    return search(from, through, [&](NodeId node) { return targets.contains(node); });
  }

  // A path to a nearest node of `within` that lies on a cycle there, and a shortest one of these.
  BranchingPath for_ever(NodeId from, const NodeSet& within) {
    if (!within.contains(from)) return {};
    const NodeSet cyclic = on_cycles(from, within);
    BranchingPath lasso = to(from, within, cyclic);
    if (lasso.nodes.empty()) return {};
    const NodeId entry = lasso.nodes.back();
    const BranchingPath loop = search(entry, within, [&](NodeId node) { return node == entry; });
    lasso.loop_start = lasso.nodes.size() - 1;
    lasso.nodes.insert(lasso.nodes.end(), loop.nodes.begin() + 1, loop.nodes.end());
    return lasso;
  }

  // How many nodes can be reached, `from` itself counted.
  std::uint64_t reachable_count(NodeId from) {
    search(from, graph_.all(), [](NodeId) { return false; });
    return searched_count_;
  }

 private:
  // The part of the graph within a set, from one node on.
  struct Part {
    const StoredGraph& graph;
    const NodeSet& within;
    NodeId from;

    bool initial(unsigned, std::vector<NodeId>& out) const {
      out.push_back(from);
      return true;
    }
    bool successors(unsigned, NodeId node, std::vector<NodeId>& out) const {
      for (const NodeId target : graph.successors(node)) {
        if (within.contains(target)) out.push_back(target);
      }
      return true;
    }
    std::uint64_t marks(NodeId) const { return 0; }
    std::uint64_t all_marks() const { return 0; }
    std::uint32_t node_count() const { return graph.node_count(); }
  };

  NodeSet on_cycles(NodeId from, const NodeSet& within) const {
    NodeSet cyclic = graph_.none();
    Part part{graph_, within, from};
    walk_components(part, [&](const GraphComponent& component) {
      if (component.has_cycle) {
        for (const NodeId node : component.members) cyclic.insert(node);
      }
      return Continue::Yes;
    });
    return cyclic;
  }

  // Breadth-first, to a node that is wanted, by one step at least. Only nodes of `through` are
  // walked through.
  template <class Wanted>
  BranchingPath search(NodeId from, const NodeSet& through, const Wanted& is_wanted) {
    if (parents_.empty()) parents_.resize(graph_.node_count(), no_node);
    std::vector<NodeId> order{from};  // without a parent: it may be what is looked for
    NodeId reached = no_node;
    for (std::size_t i = 0; i < order.size() && reached == no_node; ++i) {
      if (!through.contains(order[i])) continue;
      for (const NodeId target : graph_.successors(order[i])) {
        if (parents_[number(target)] != no_node) continue;
        parents_[number(target)] = order[i];
        if (target != from) order.push_back(target);
        if (!is_wanted(target)) continue;
        reached = target;
        break;
      }
    }
    BranchingPath path;
    if (reached != no_node) {
      path.nodes.push_back(reached);
      do {
        path.nodes.push_back(parents_[number(path.nodes.back())]);
      } while (path.nodes.back() != from);
      std::reverse(path.nodes.begin(), path.nodes.end());
    }
    searched_count_ = order.size();
    for (const NodeId node : order) parents_[number(node)] = no_node;
    return path;
  }

  const StoredGraph& graph_;
  std::vector<NodeId> parents_;  // by node, of the search that runs
  std::uint64_t searched_count_ = 0;
};

}  // namespace clew
