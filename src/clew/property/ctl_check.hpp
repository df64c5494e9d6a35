// CTL over a graph that is kept whole.
//
//   StoredGraph graph;                       // space/branching.hpp
//   graph.read(states);
//   CtlCheck check(graph, ctl, {ready, broken});   // a NodeSet for each proposition
//   if (!check.holds()) show(check.evidence());
//
// Every subformula is labelled once (equal ones are the same formula), the A operators through the E
// operators of their negation.
//
// Threads: one worker.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clew/property/ctl_formula.hpp"
#include "clew/space/branching.hpp"
#include "clew/space/branching_paths.hpp"

namespace clew {

struct CtlBranch;

// Why a formula is true or false in a node.  A path, a lasso, or the node alone where the reason is
// something about all paths; and what the path does not show by itself, as branches.
struct CtlEvidence {
  FormulaId formula = no_id<FormulaId>;  // a quantified one, or one without temporal operators
  bool is_true = false;
  std::vector<NodeId> path;  // begins in the node
  std::optional<std::size_t> loop_start;
  std::uint64_t reachable = 0;  // for AG that is true and EF that is false: nodes it speaks of
  std::vector<CtlBranch> branches;
  std::uint64_t branches_left_out = 0;  // a person would not read more
};

struct CtlBranch {
  std::size_t step = 0;
  CtlEvidence evidence;  // its path begins in the node of that step
};

// A sentence about what the evidence shows, without the moves: "'p' is false in all 5 states that can
// be reached from here".
std::string ending_text(const CtlFormula& ctl, const CtlEvidence& evidence);

class CtlCheck {
 public:
  // REQUIRES: the graph and the formula outlive this; there is a set for each proposition.
  CtlCheck(StoredGraph& graph, const CtlFormula& ctl, std::vector<NodeSet> propositions)
      : graph_(graph), ctl_(ctl), propositions_(std::move(propositions)), paths_(graph) {}

  // True if the formula is true in every initial node.  Means nothing if graph.is_stopped().
  bool holds();

  // Why: about the first initial node in which it is false, or the first one if it is true in all.
  CtlEvidence evidence();
  CtlEvidence evidence(NodeId node, FormulaId formula);

  // The nodes in which a part of the formula is true.
  const NodeSet& nodes_of(FormulaId part);

 private:
  struct Fact {
    FormulaId formula;
    bool is_true;
  };

  NodeSet label(FormulaId formula);
  NodeSet quantified(FormulaId formula);
  NodeSet some_path(const PathFact& fact);
  // The nodes where a part has a value.
  NodeSet nodes_with(FormulaId part, bool value) {
    return value ? nodes_of(part) : !nodes_of(part);
  }
  bool value_in(NodeId node, FormulaId part) { return nodes_of(part).contains(node); }

  void collect_facts(NodeId node, FormulaId formula, std::vector<Fact>& facts);
  bool needs_path(FormulaId formula, bool is_true) const;
  CtlEvidence explain(NodeId node, Fact fact);
  CtlEvidence explain_all(NodeId node, FormulaId formula);
  void add_path(NodeId node, const PathFact& fact, CtlEvidence& evidence);
  void add_branches(std::size_t step, FormulaId operand, CtlEvidence& evidence);

  static constexpr std::uint64_t branches_max = 40;

  StoredGraph& graph_;
  const CtlFormula& ctl_;
  std::vector<NodeSet> propositions_;
  BranchingPaths paths_;
  std::map<FormulaId, NodeSet> labels_;
  std::uint64_t branch_count_ = 0;
};

}  // namespace clew
