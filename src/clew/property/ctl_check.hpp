// CTL over a graph that is kept whole.
//
//   StoredGraph graph;                       // space/branching.hpp
//   graph.read(states);
//   CtlCheck check(graph, ctl, {ready, broken});   // a NodeSet for each proposition
//   if (!check.holds()) show(check.evidence());
//
// Threads: one worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "clew/property/ctl_check_on.hpp"
#include "clew/space/branching.hpp"
#include "clew/space/branching_paths.hpp"

namespace clew {

using CtlEvidence = CtlEvidenceOn<NodeId>;
using CtlBranch = CtlBranchOn<NodeId>;

// A stored graph as CtlCheckOn asks for it.
class StoredCtlGraph {
 public:
  using Node = NodeId;
  using Set = NodeSet;

  // REQUIRES: the graph outlives this.
  explicit StoredCtlGraph(StoredGraph& graph) : graph_(&graph), paths_(graph) {}

  NodeSet all() const { return graph_->all(); }
  NodeSet none() const { return graph_->none(); }
  NodeSet exists_next(const NodeSet& targets) { return graph_->exists_next(targets); }
  NodeSet exists_until(const NodeSet& through, const NodeSet& targets) {
    return graph_->exists_until(through, targets);
  }
  NodeSet exists_globally(const NodeSet& nodes) { return graph_->exists_globally(nodes); }

  bool contains(const NodeSet& nodes, NodeId node) const { return nodes.contains(node); }
  std::optional<NodeId> initial_outside(const NodeSet& nodes) const {
    const std::vector<NodeId>& initial = graph_->initial();
    const auto found = std::find_if(initial.begin(), initial.end(),
                                    [&](NodeId node) { return !nodes.contains(node); });
    return found == initial.end() ? std::nullopt : std::optional(*found);
  }
  NodeId first_initial() const { return graph_->initial().front(); }
  NodeId successor_in(NodeId node, const NodeSet& nodes) const {
    const auto row = graph_->successors(node);
    return *std::find_if(row.begin(), row.end(), [&](NodeId each) { return nodes.contains(each); });
  }

  CtlPath<NodeId> path_to(NodeId node, const NodeSet& through, const NodeSet& targets) {
    return shown(paths_.to(node, through, targets));
  }
  CtlPath<NodeId> path_for_ever(NodeId node, const NodeSet& within) {
    return shown(paths_.for_ever(node, within));
  }
  std::uint64_t reachable_count(NodeId node) { return paths_.reachable_count(node); }

 private:
  static CtlPath<NodeId> shown(BranchingPath path) {
    CtlPath<NodeId> result{std::move(path.nodes), {}};
    if (path.loop_start != BranchingPath::no_loop) result.loop_start = path.loop_start;
    return result;
  }

  StoredGraph* graph_;
  BranchingPaths paths_;
};

class CtlCheck : public CtlCheckOn<StoredCtlGraph> {
 public:
  // REQUIRES: the graph and the formula outlive this; there is a set for each proposition.
  CtlCheck(StoredGraph& graph, const CtlFormula& ctl, std::vector<NodeSet> propositions)
      : CtlCheckOn(StoredCtlGraph(graph), ctl, std::move(propositions)) {}
};

}  // namespace clew
