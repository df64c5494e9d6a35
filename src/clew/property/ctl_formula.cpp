#include "clew/property/ctl_formula.hpp"

#include <algorithm>

namespace clew {

namespace {

// Which quantifiers are outermost.
struct Outermost {
  bool some_exist = false;
  bool some_all = false;
};

void look_for_quantifiers(const Formulas& formulas, FormulaId formula, bool is_negated,
                          Outermost& found) {
  const FormulaNode& node = formulas[formula];
  switch (node.op) {
    case FormulaOp::ExistsPath: (is_negated ? found.some_all : found.some_exist) = true; return;
    case FormulaOp::AllPaths: (is_negated ? found.some_exist : found.some_all) = true; return;
    case FormulaOp::Not: return look_for_quantifiers(formulas, node.left(), !is_negated, found);
    case FormulaOp::Implies:
      look_for_quantifiers(formulas, node.left(), !is_negated, found);
      return look_for_quantifiers(formulas, node.right(), is_negated, found);
    case FormulaOp::Equivalent:  // both sides are needed both ways
      for (const FormulaId operand : node.operands) {
        look_for_quantifiers(formulas, operand, false, found);
        look_for_quantifiers(formulas, operand, true, found);
      }
      return;
    default:
      for (const FormulaId operand : node.operands) {
        look_for_quantifiers(formulas, operand, is_negated, found);
      }
  }
}

// The formula below its negations, and whether their number is odd.
struct Stripped {
  FormulaId formula;
  bool is_negated = false;
};

Stripped without_negations(const Formulas& formulas, FormulaId formula, bool is_negated = false) {
  while (formulas.op(formula) == FormulaOp::Not) {
    formula = formulas[formula].left();
    is_negated = !is_negated;
  }
  return {formula, is_negated};
}

// EF and AG, through negations: "some reachable state has the operand at `wanted`" being `is_true`.
struct Somewhere {
  FormulaId operand;
  bool wanted;
  bool is_true;
};

std::optional<Somewhere> somewhere(const Formulas& formulas, FormulaId formula, bool is_true) {
  const Stripped top = without_negations(formulas, formula);
  if (!is_quantifier(formulas.op(top.formula))) return std::nullopt;
  if (top.is_negated) is_true = !is_true;
  const PathFact fact = path_fact(formulas, top.formula, is_true);
  if (fact.some_path && fact.op == FormulaOp::Finally)
    return Somewhere{fact.left(), fact.wanted, true};
  if (!fact.some_path && fact.op == FormulaOp::Globally) {
    return Somewhere{fact.left(), !fact.wanted, false};
  }
  return std::nullopt;
}

// Only X: how many deep.
std::optional<std::uint64_t> next_depth(const Formulas& formulas, FormulaId formula) {
  const FormulaNode& node = formulas[formula];
  if (is_temporal(node.op) && node.op != FormulaOp::Next) return std::nullopt;
  std::uint64_t deepest = 0;
  for (const FormulaId operand : node.operands) {
    const auto depth = next_depth(formulas, operand);
    if (!depth) return std::nullopt;
    deepest = std::max(deepest, *depth);
  }
  return deepest + (node.op == FormulaOp::Next ? 1 : 0);
}

std::optional<bool> and_of(std::optional<bool> left, std::optional<bool> right) {
  if (left == false || right == false) return false;
  return left && right ? std::optional(true) : std::nullopt;
}

std::optional<bool> not_of(std::optional<bool> value) {
  return value ? std::optional(!*value) : std::nullopt;
}

std::optional<bool> or_of(std::optional<bool> left, std::optional<bool> right) {
  return not_of(and_of(not_of(left), not_of(right)));
}

}  // namespace

bool is_propositional(const Formulas& formulas, FormulaId formula) {
  const FormulaNode& node = formulas[formula];
  return !is_temporal(node.op) && !is_quantifier(node.op) &&
         std::all_of(node.operands.begin(), node.operands.end(),
                     [&](FormulaId operand) { return is_propositional(formulas, operand); });
}

bool asks_existence(const CtlFormula& ctl) {
  Outermost found;
  look_for_quantifiers(ctl.formulas, ctl.formula, false, found);
  return found.some_exist && !found.some_all;
}

PathFact path_fact(const Formulas& formulas, FormulaId formula, bool is_true) {
  const bool exists = formulas.op(formula) == FormulaOp::ExistsPath;
  const FormulaNode& path = formulas[formulas[formula].left()];
  // What is false of all paths is true of some, the other way round; and so for their operators.
  return {is_true ? path.op : dual_of(path.op), exists == is_true, is_true, path.operands};
}

std::optional<ReachQuestion> reach_question(const CtlFormula& ctl) {
  const auto found = somewhere(ctl.formulas, ctl.formula, true);
  if (!found || !is_propositional(ctl.formulas, found->operand)) return std::nullopt;
  return ReachQuestion{found->operand, found->wanted, found->is_true};
}

std::optional<TerminalQuestion> terminal_question(const CtlFormula& ctl) {
  // "Some state from which the operand keeps its value for ever": so it does in a terminal component
  // that can be reached from there.
  const auto outer = somewhere(ctl.formulas, ctl.formula, true);
  if (!outer) return std::nullopt;
  const auto inner = somewhere(ctl.formulas, outer->operand, outer->wanted);
  if (!inner || inner->is_true || !is_propositional(ctl.formulas, inner->operand)) {
    return std::nullopt;
  }
  return TerminalQuestion{inner->operand, !inner->wanted, outer->is_true};
}

std::optional<LassoQuestion> lasso_question(const CtlFormula& ctl) {
  const Stripped top = without_negations(ctl.formulas, ctl.formula);
  if (!is_quantifier(ctl.formulas.op(top.formula))) return std::nullopt;
  const bool exists = ctl.formulas.op(top.formula) == FormulaOp::ExistsPath;
  const PathFact fact = path_fact(ctl.formulas, top.formula, exists);
  if (fact.op != FormulaOp::Globally || !is_propositional(ctl.formulas, fact.left())) {
    return std::nullopt;
  }
  return LassoQuestion{fact.left(), fact.wanted, exists != top.is_negated};
}

bool is_true_under(const Formulas& formulas, FormulaId formula, std::uint64_t labels) {
  const FormulaNode& node = formulas[formula];
  const auto value = [&](FormulaId operand) { return is_true_under(formulas, operand, labels); };
  switch (node.op) {
    case FormulaOp::True: return true;
    case FormulaOp::Proposition: return (labels >> node.proposition & 1) != 0;
    case FormulaOp::Not: return !value(node.left());
    case FormulaOp::And: return std::all_of(node.operands.begin(), node.operands.end(), value);
    case FormulaOp::Or: return std::any_of(node.operands.begin(), node.operands.end(), value);
    case FormulaOp::Implies: return !value(node.left()) || value(node.right());
    case FormulaOp::Equivalent: return value(node.left()) == value(node.right());
    default: return false;
  }
}

CtlHorizon::CtlHorizon(const CtlFormula& ctl)
    : ctl_(ctl), level_max_(next_depth(ctl.formulas, ctl.formula).value_or(~std::uint64_t{0})) {
  const Stripped top = without_negations(ctl.formulas, ctl.formula);
  if (!is_quantifier(ctl.formulas.op(top.formula))) return;
  const PathFact fact = path_fact(ctl.formulas, top.formula, true);
  const auto is_plain = [&](FormulaId operand) { return is_propositional(ctl.formulas, operand); };
  if (!std::all_of(fact.operands.begin(), fact.operands.end(), is_plain)) return;
  const FormulaOp op = fact.some_path ? fact.op : dual_of(fact.op);
  const bool ends =
      op == FormulaOp::Finally || op == FormulaOp::Until || op == FormulaOp::StrongRelease;
  if (ends) decisive_ = fact.some_path != top.is_negated;
}

bool CtlHorizon::is_closed(std::uint64_t labels) const {
  bool closed = true;
  value_of(ctl_.formula, labels, closed);
  return closed;
}

bool CtlHorizon::is_decisive(std::uint64_t labels) const {
  bool closed = true;
  return decisive_ && value_of(ctl_.formula, labels, closed) == decisive_;
}

CtlHorizon::Value CtlHorizon::value_of(FormulaId formula, std::uint64_t labels,
                                       bool& closed) const {
  const FormulaNode& node = ctl_.formulas[formula];
  switch (node.op) {
    case FormulaOp::False: return false;
    case FormulaOp::True: return true;
    case FormulaOp::Proposition: return (labels >> node.proposition & 1) != 0;
    case FormulaOp::ExistsPath:
    case FormulaOp::AllPaths: {
      const Value value = quantified(formula, labels, closed);
      closed = closed && value.has_value();
      return value;
    }
    default: break;
  }
  // Every operand is looked at, even if an earlier one decides: it may not be closed.
  std::vector<Value> values;
  for (const FormulaId operand : node.operands) values.push_back(value_of(operand, labels, closed));
  switch (node.op) {
    case FormulaOp::Not: return not_of(values[0]);
    case FormulaOp::Implies: return or_of(not_of(values[0]), values[1]);
    case FormulaOp::Equivalent:
      return values[0] && values[1] ? Value(*values[0] == *values[1]) : std::nullopt;
    default: break;
  }
  const bool is_and = node.op == FormulaOp::And;
  Value value = is_and;
  for (const Value each : values) value = is_and ? and_of(value, each) : or_of(value, each);
  return value;
}

// By the laws of expansion: E[a U b] is b || (a && EX E[a U b]), whose last part is unknown here.
CtlHorizon::Value CtlHorizon::quantified(FormulaId formula, std::uint64_t labels,
                                         bool& closed) const {
  const FormulaNode& path = ctl_.formulas[ctl_.formulas[formula].left()];
  const Value left = value_of(path.left(), labels, closed);
  const Value right =
      path.operands.size() > 1 ? value_of(path.right(), labels, closed) : std::nullopt;
  switch (path.op) {
    case FormulaOp::Finally: return or_of(left, std::nullopt);
    case FormulaOp::Globally: return and_of(left, std::nullopt);
    case FormulaOp::Until:
    case FormulaOp::WeakUntil: return or_of(right, and_of(left, std::nullopt));
    case FormulaOp::Release:
    case FormulaOp::StrongRelease: return and_of(right, or_of(left, std::nullopt));
    default: return std::nullopt;  // X
  }
}

}  // namespace clew
