// CTL over any graph that answers the questions of branching time about sets of its nodes: one kept
// whole (ctl_check.hpp), or one that is known as sets alone (engine/bdd).
//
// Every subformula is labelled once (equal ones are the same formula), the A operators through the E
// operators of their negation.
//
// A graph has types Node and Set, the latter with &, |, ! and is:
//
//   Set all(), none();
//   Set exists_next(Set), exists_until(Set through, Set targets), exists_globally(Set);
//   bool contains(const Set&, const Node&);
//   std::optional<Node> initial_outside(const Set&);        // the first initial node that is not in it
//   Node first_initial();
//   Node successor_in(const Node&, const Set&);             // REQUIRES: there is one
//   CtlPath<Node> path_to(const Node&, const Set& through, const Set& targets);
//   CtlPath<Node> path_for_ever(const Node&, const Set& within);
//   std::uint64_t reachable_count(const Node&);
//
// Threads: one worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "clew/property/ctl_evidence.hpp"

namespace clew {

// Nodes one after the other; of a lasso the last one is that at `loop_start` again.
template <class Node>
struct CtlPath {
  std::vector<Node> nodes;  // empty: there is no such path
  std::optional<std::size_t> loop_start;
};

template <class Graph>
class CtlCheckOn {
 public:
  using Node = typename Graph::Node;
  using Set = typename Graph::Set;
  using Evidence = CtlEvidenceOn<Node>;

  // REQUIRES: what the graph refers to and the formula outlive this; there is a set for each proposition.
  CtlCheckOn(Graph graph, const CtlFormula& ctl, std::vector<Set> propositions)
      : graph_(std::move(graph)), ctl_(ctl), propositions_(std::move(propositions)) {}

  // True if the formula is true in every initial node.  Means nothing if the graph was stopped.
  bool holds() { return !graph_.initial_outside(nodes_of(ctl_.formula)); }

  // Why: about the first initial node in which it is false, or the first one if it is true in all.
  Evidence evidence() {
    const auto outside = graph_.initial_outside(nodes_of(ctl_.formula));
    return evidence(outside ? *outside : graph_.first_initial(), ctl_.formula);
  }
  Evidence evidence(const Node& node, FormulaId formula) {
    branch_count_ = 0;
    return explain_all(node, formula);
  }

  // The nodes in which a part of the formula is true.
  const Set& nodes_of(FormulaId part) {
    const auto known = labels_.find(part);
    if (known != labels_.end()) return known->second;
    Set nodes = label(part);
    return labels_.emplace(part, std::move(nodes)).first->second;
  }

 private:
  struct Fact {
    FormulaId formula;
    bool is_true;
  };

  Set label(FormulaId formula);
  Set quantified(FormulaId formula);
  Set some_path(const PathFact& fact);
  // The nodes where a part has a value.
  Set nodes_with(FormulaId part, bool value) { return value ? nodes_of(part) : !nodes_of(part); }
  bool value_in(const Node& node, FormulaId part) { return graph_.contains(nodes_of(part), node); }

  void collect_facts(const Node& node, FormulaId formula, std::vector<Fact>& facts);
  // The operands that decide alone; false if all of them matter.
  bool find_deciding(const Node& node, FormulaId formula, std::vector<FormulaId>& deciding);
  bool needs_path(FormulaId formula, bool is_true) const {
    return path_fact(ctl_.formulas, formula, is_true).some_path;
  }
  Evidence explain(const Node& node, Fact fact);
  Evidence explain_all(const Node& node, FormulaId formula);
  CtlPath<Node> path_showing(const Node& node, const PathFact& fact);
  void add_path(const Node& node, const PathFact& fact, Evidence& evidence);
  void add_branches(std::size_t step, FormulaId operand, Evidence& evidence);

  static constexpr std::uint64_t branches_max = 40;

  Graph graph_;
  const CtlFormula& ctl_;
  std::vector<Set> propositions_;
  std::map<FormulaId, Set> labels_;
  std::uint64_t branch_count_ = 0;
};

// --- labelling -----------------------------------------------------------------------------------

template <class Graph>
typename Graph::Set CtlCheckOn<Graph>::label(FormulaId formula) {
  const FormulaNode& node = ctl_.formulas[formula];
  switch (node.op) {
    case FormulaOp::False: return graph_.none();
    case FormulaOp::True: return graph_.all();
    case FormulaOp::Proposition: return propositions_[node.proposition];
    case FormulaOp::Not: return !nodes_of(node.left());
    case FormulaOp::Implies: return (!nodes_of(node.left())) | nodes_of(node.right());
    case FormulaOp::Equivalent: {
      const Set& left = nodes_of(node.left());
      const Set& right = nodes_of(node.right());
      return (left & right) | (!(left | right));
    }
    case FormulaOp::ExistsPath:
    case FormulaOp::AllPaths: return quantified(formula);
    default: break;
  }
  Set nodes = nodes_of(node.operands.front());
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    if (node.op == FormulaOp::And) {
      nodes &= nodes_of(node.operands[i]);
    } else {
      nodes |= nodes_of(node.operands[i]);
    }
  }
  return nodes;
}

template <class Graph>
typename Graph::Set CtlCheckOn<Graph>::quantified(FormulaId formula) {
  const bool exists = ctl_.formulas.op(formula) == FormulaOp::ExistsPath;
  Set nodes = some_path(path_fact(ctl_.formulas, formula, exists));
  return exists ? nodes : !nodes;
}

template <class Graph>
typename Graph::Set CtlCheckOn<Graph>::some_path(const PathFact& fact) {
  const Set left = nodes_with(fact.left(), fact.wanted);
  const Set right = nodes_with(fact.right(), fact.wanted);
  switch (fact.op) {
    case FormulaOp::Next: return graph_.exists_next(left);
    case FormulaOp::Finally: return graph_.exists_until(graph_.all(), left);
    case FormulaOp::Globally: return graph_.exists_globally(left);
    case FormulaOp::Until: return graph_.exists_until(left, right);
    case FormulaOp::WeakUntil:
      return graph_.exists_until(left, right) | graph_.exists_globally(left);
    case FormulaOp::Release:
      return graph_.exists_until(right, left & right) | graph_.exists_globally(right);
    case FormulaOp::StrongRelease: return graph_.exists_until(right, left & right);
    default: return graph_.none();
  }
}

// --- evidence ------------------------------------------------------------------------------------

template <class Graph>
bool CtlCheckOn<Graph>::find_deciding(const Node& node, FormulaId formula,
                                      std::vector<FormulaId>& deciding) {
  const FormulaNode& top = ctl_.formulas[formula];
  const bool value = value_in(node, formula);
  if (top.op == FormulaOp::And && !value) {
    for (const FormulaId operand : top.operands) {
      if (!value_in(node, operand)) deciding.push_back(operand);
    }
  } else if (top.op == FormulaOp::Or && value) {
    for (const FormulaId operand : top.operands) {
      if (value_in(node, operand)) deciding.push_back(operand);
    }
  } else if (top.op == FormulaOp::Implies && value) {
    if (!value_in(node, top.left())) deciding.push_back(top.left());
    if (value_in(node, top.right())) deciding.push_back(top.right());
  } else {
    return false;
  }
  return true;
}

// The truth of `formula` in the node follows from that of these quantified formulas, and of
// propositions.  Where one operand is enough, one that needs no words is preferred, then one that a
// path shows.
template <class Graph>
void CtlCheckOn<Graph>::collect_facts(const Node& node, FormulaId formula,
                                      std::vector<Fact>& facts) {
  const FormulaNode& top = ctl_.formulas[formula];
  if (is_quantifier(top.op)) {
    const Fact fact{formula, value_in(node, formula)};
    const auto is_same = [&](const Fact& other) { return other.formula == formula; };
    if (std::none_of(facts.begin(), facts.end(), is_same)) facts.push_back(fact);
    return;
  }
  std::vector<FormulaId> deciding;
  if (!find_deciding(node, formula, deciding)) {
    for (const FormulaId operand : top.operands) collect_facts(node, operand, facts);
    return;
  }
  std::vector<Fact> best;
  const auto cost = [&](const std::vector<Fact>& some) {
    const bool has_path = std::any_of(some.begin(), some.end(), [&](const Fact& fact) {
      return needs_path(fact.formula, fact.is_true);
    });
    return some.empty() ? 0 : has_path ? 1 : 2;
  };
  for (std::size_t i = 0; i < deciding.size(); ++i) {
    std::vector<Fact> some;
    collect_facts(node, deciding[i], some);
    if (i == 0 || cost(some) < cost(best)) best = std::move(some);
  }
  facts.insert(facts.end(), best.begin(), best.end());
}

// All facts behind a formula: the first that a path shows is the trunk, the others are branches at
// its beginning.
template <class Graph>
auto CtlCheckOn<Graph>::explain_all(const Node& node, FormulaId formula) -> Evidence {
  std::vector<Fact> facts;
  collect_facts(node, formula, facts);
  if (facts.empty()) {
    Evidence evidence;
    evidence.formula = formula;
    evidence.is_true = value_in(node, formula);
    evidence.path = {node};
    return evidence;
  }
  const auto trunk = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) {
    return needs_path(fact.formula, fact.is_true);
  });
  if (trunk != facts.end()) std::rotate(facts.begin(), trunk, trunk + 1);
  Evidence evidence = explain(node, facts.front());
  for (std::size_t i = 1; i < facts.size(); ++i) {
    evidence.branches.push_back({0, explain(node, facts[i])});
  }
  return evidence;
}

template <class Graph>
auto CtlCheckOn<Graph>::explain(const Node& node, Fact fact) -> Evidence {
  Evidence evidence;
  evidence.formula = fact.formula;
  evidence.is_true = fact.is_true;
  evidence.path = {node};
  const PathFact path = path_fact(ctl_.formulas, fact.formula, fact.is_true);
  if (path.some_path) {
    add_path(node, path, evidence);
  } else if (path.op == FormulaOp::Globally) {
    evidence.reachable = graph_.reachable_count(node);
  }
  return evidence;
}

template <class Graph>
auto CtlCheckOn<Graph>::path_showing(const Node& node, const PathFact& fact) -> CtlPath<Node> {
  const Set left = nodes_with(fact.left(), fact.wanted);
  const Set right = nodes_with(fact.right(), fact.wanted);
  switch (fact.op) {
    case FormulaOp::Next: return {{node, graph_.successor_in(node, left)}, {}};
    case FormulaOp::Finally: return graph_.path_to(node, graph_.all(), left);
    case FormulaOp::Globally: return graph_.path_for_ever(node, left);
    case FormulaOp::Until:
    case FormulaOp::WeakUntil: {
      CtlPath<Node> path = graph_.path_to(node, left, right);
      return path.nodes.empty() ? graph_.path_for_ever(node, left) : path;
    }
    default: {
      CtlPath<Node> path = graph_.path_to(node, right, left & right);
      return path.nodes.empty() ? graph_.path_for_ever(node, right) : path;
    }
  }
}

template <class Graph>
void CtlCheckOn<Graph>::add_path(const Node& node, const PathFact& fact, Evidence& evidence) {
  CtlPath<Node> path = path_showing(node, fact);
  if (path.nodes.empty()) return;  // the graph was stopped
  evidence.path = std::move(path.nodes);
  evidence.loop_start = path.loop_start;
  // What has to be so on the way, and at the end.
  const bool is_release = fact.op == FormulaOp::Release || fact.op == FormulaOp::StrongRelease;
  const FormulaId on_way = is_release ? fact.right() : fact.left();
  const std::size_t last = evidence.path.size() - 1;
  const bool has_way = fact.op != FormulaOp::Next && fact.op != FormulaOp::Finally;
  for (std::size_t i = 0; i < last && has_way; ++i) add_branches(i, on_way, evidence);
  if (evidence.loop_start) return;
  add_branches(last, fact.right(), evidence);
  if (is_release) add_branches(last, fact.left(), evidence);
}

template <class Graph>
void CtlCheckOn<Graph>::add_branches(std::size_t step, FormulaId operand, Evidence& evidence) {
  const Node node = evidence.path[step];
  std::vector<Fact> facts;
  collect_facts(node, operand, facts);
  for (const Fact& fact : facts) {
    if (branch_count_ >= branches_max) {
      ++evidence.branches_left_out;
      continue;
    }
    ++branch_count_;
    evidence.branches.push_back({step, explain(node, fact)});
  }
}

}  // namespace clew
