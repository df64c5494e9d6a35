#include "clew/property/ctl_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"

namespace clew {

// --- labelling -----------------------------------------------------------------------------------

bool CtlCheck::holds() {
  const NodeSet& nodes = nodes_of(ctl_.formula);
  const std::vector<NodeId>& initial = graph_.initial();
  return std::all_of(initial.begin(), initial.end(),
                     [&](NodeId node) { return nodes.contains(node); });
}

const NodeSet& CtlCheck::nodes_of(FormulaId part) {
  const auto known = labels_.find(part);
  if (known != labels_.end()) return known->second;
  NodeSet nodes = label(part);
  return labels_.emplace(part, std::move(nodes)).first->second;
}

NodeSet CtlCheck::label(FormulaId formula) {
  const FormulaNode& node = ctl_.formulas[formula];
  switch (node.op) {
    case FormulaOp::False: return graph_.none();
    case FormulaOp::True: return graph_.all();
    case FormulaOp::Proposition: return propositions_[node.proposition];
    case FormulaOp::Not: return !nodes_of(node.left());
    case FormulaOp::Implies: return (!nodes_of(node.left())) | nodes_of(node.right());
    case FormulaOp::Equivalent: {
      const NodeSet& left = nodes_of(node.left());
      const NodeSet& right = nodes_of(node.right());
      return (left & right) | (!(left | right));
    }
    case FormulaOp::ExistsPath:
    case FormulaOp::AllPaths: return quantified(formula);
    default: break;
  }
  NodeSet nodes = nodes_of(node.operands.front());
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    if (node.op == FormulaOp::And) {
      nodes &= nodes_of(node.operands[i]);
    } else {
      nodes |= nodes_of(node.operands[i]);
    }
  }
  return nodes;
}

NodeSet CtlCheck::quantified(FormulaId formula) {
  const bool exists = ctl_.formulas.op(formula) == FormulaOp::ExistsPath;
  NodeSet nodes = some_path(path_fact(ctl_.formulas, formula, exists));
  return exists ? nodes : !nodes;
}

NodeSet CtlCheck::some_path(const PathFact& fact) {
  const NodeSet left = nodes_with(fact.left(), fact.wanted);
  const NodeSet right = nodes_with(fact.right(), fact.wanted);
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

CtlEvidence CtlCheck::evidence() {
  const NodeSet& nodes = nodes_of(ctl_.formula);
  for (const NodeId node : graph_.initial()) {
    if (!nodes.contains(node)) return evidence(node, ctl_.formula);
  }
  return evidence(graph_.initial().front(), ctl_.formula);
}

CtlEvidence CtlCheck::evidence(NodeId node, FormulaId formula) {
  branch_count_ = 0;
  return explain_all(node, formula);
}

bool CtlCheck::needs_path(FormulaId formula, bool is_true) const {
  return path_fact(ctl_.formulas, formula, is_true).some_path;
}

// The truth of `formula` in the node follows from that of these quantified formulas, and of
// propositions.  Where one operand is enough, one that needs no words is preferred, then one that a
// path shows.
void CtlCheck::collect_facts(NodeId node, FormulaId formula, std::vector<Fact>& facts) {
  const FormulaNode& top = ctl_.formulas[formula];
  if (is_quantifier(top.op)) {
    const Fact fact{formula, value_in(node, formula)};
    const auto is_same = [&](const Fact& other) { return other.formula == formula; };
    if (std::none_of(facts.begin(), facts.end(), is_same)) facts.push_back(fact);
    return;
  }
  const bool value = value_in(node, formula);
  // The value of an operand that decides alone.
  std::vector<FormulaId> deciding;
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
CtlEvidence CtlCheck::explain_all(NodeId node, FormulaId formula) {
  std::vector<Fact> facts;
  collect_facts(node, formula, facts);
  if (facts.empty()) return {formula, value_in(node, formula), {node}, {}, 0, {}, 0};
  const auto trunk = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) {
    return needs_path(fact.formula, fact.is_true);
  });
  if (trunk != facts.end()) std::rotate(facts.begin(), trunk, trunk + 1);
  CtlEvidence evidence = explain(node, facts.front());
  for (std::size_t i = 1; i < facts.size(); ++i) {
    evidence.branches.push_back({0, explain(node, facts[i])});
  }
  return evidence;
}

CtlEvidence CtlCheck::explain(NodeId node, Fact fact) {
  CtlEvidence evidence{fact.formula, fact.is_true, {node}, {}, 0, {}, 0};
  const PathFact path = path_fact(ctl_.formulas, fact.formula, fact.is_true);
  if (path.some_path) {
    add_path(node, path, evidence);
  } else if (path.op == FormulaOp::Globally) {
    evidence.reachable = paths_.reachable_count(node);
  }
  return evidence;
}

void CtlCheck::add_path(NodeId node, const PathFact& fact, CtlEvidence& evidence) {
  const NodeSet left = nodes_with(fact.left(), fact.wanted);
  const NodeSet right = nodes_with(fact.right(), fact.wanted);
  BranchingPath path;
  bool is_strict = false;
  switch (fact.op) {
    case FormulaOp::Next: {
      const auto row = graph_.successors(node);
      const auto next =
          std::find_if(row.begin(), row.end(), [&](NodeId each) { return left.contains(each); });
      path.nodes = {node, *next};
      is_strict = true;
      break;
    }
    case FormulaOp::Finally: path = paths_.to(node, graph_.all(), left); break;
    case FormulaOp::Globally: path = paths_.for_ever(node, left); break;
    case FormulaOp::Until:
    case FormulaOp::WeakUntil:
      path = paths_.to(node, left, right);
      if (path.nodes.empty()) path = paths_.for_ever(node, left);
      break;
    default:
      path = paths_.to(node, right, left & right);
      if (path.nodes.empty()) path = paths_.for_ever(node, right);
  }
  evidence.path = std::move(path.nodes);
  const bool loops = path.loop_start != BranchingPath::no_loop;
  if (loops) evidence.loop_start = path.loop_start;
  // What has to be so on the way, and at the end.
  const bool is_release = fact.op == FormulaOp::Release || fact.op == FormulaOp::StrongRelease;
  const FormulaId on_way = is_release ? fact.right() : fact.left();
  const std::size_t last = evidence.path.size() - 1;
  const bool has_way = !is_strict && fact.op != FormulaOp::Finally;
  for (std::size_t i = 0; i < last && has_way; ++i) add_branches(i, on_way, evidence);
  if (loops) return;
  add_branches(last, fact.right(), evidence);
  if (is_release) add_branches(last, fact.left(), evidence);
}

void CtlCheck::add_branches(std::size_t step, FormulaId operand, CtlEvidence& evidence) {
  std::vector<Fact> facts;
  collect_facts(evidence.path[step], operand, facts);
  for (const Fact& fact : facts) {
    if (branch_count_ >= branches_max) {
      ++evidence.branches_left_out;
      continue;
    }
    ++branch_count_;
    CtlEvidence branch = explain(evidence.path[step], fact);
    evidence.branches.push_back({step, std::move(branch)});
  }
}

// --- sentences -----------------------------------------------------------------------------------

namespace {

std::string quoted(const CtlFormula& ctl, FormulaId part) {
  return "'" + ctl.text_of_part(part) + "'";
}

std::string_view word_of(bool value) { return value ? "true" : "false"; }

std::string text_about_all_paths(const CtlFormula& ctl, const CtlEvidence& evidence,
                                 const PathFact& fact) {
  const std::string operand = quoted(ctl, fact.left());
  switch (fact.op) {
    case FormulaOp::Next:
      return fmt::format("{} is {} after every move", operand, word_of(fact.wanted));
    case FormulaOp::Finally:
      return fmt::format("on every path from here {} becomes {}", operand, word_of(fact.wanted));
    case FormulaOp::Globally:
      if (evidence.reachable == 1) {
        return fmt::format("{} is {} here, and no other state can be reached", operand,
                           word_of(fact.wanted));
      }
      if (!fact.wanted) {
        return fmt::format("{} is true in none of the {} that can be reached from here", operand,
                           counted(evidence.reachable, "state"));
      }
      return fmt::format("{} is true in all of the {} that can be reached from here", operand,
                         counted(evidence.reachable, "state"));
    default: break;
  }
  return fmt::format("{} is {} on every path from here",
                     quoted(ctl, ctl.formulas[evidence.formula].left()), word_of(evidence.is_true));
}

std::string text_about_a_path(const CtlFormula& ctl, const CtlEvidence& evidence,
                              const PathFact& fact) {
  const bool is_release = fact.op == FormulaOp::Release || fact.op == FormulaOp::StrongRelease;
  if (evidence.loop_start) {
    const FormulaId kept = is_release ? fact.right() : fact.left();
    return fmt::format("{} is {} all the way", quoted(ctl, kept), word_of(fact.wanted));
  }
  if (is_release) {
    return fmt::format("{} and {} are {}", quoted(ctl, fact.left()), quoted(ctl, fact.right()),
                       word_of(fact.wanted));
  }
  return fmt::format("{} is {}", quoted(ctl, fact.right()), word_of(fact.wanted));
}

}  // namespace

std::string ending_text(const CtlFormula& ctl, const CtlEvidence& evidence) {
  std::string text;
  if (!is_quantifier(ctl.formulas.op(evidence.formula))) {
    text = fmt::format("{} is {}", quoted(ctl, evidence.formula), word_of(evidence.is_true));
  } else {
    const PathFact fact = path_fact(ctl.formulas, evidence.formula, evidence.is_true);
    text = fact.some_path ? text_about_a_path(ctl, evidence, fact)
                          : text_about_all_paths(ctl, evidence, fact);
  }
  if (evidence.branches_left_out > 0) {
    text += fmt::format("; reasons that are not shown: {}", evidence.branches_left_out);
  }
  return text;
}

}  // namespace clew
