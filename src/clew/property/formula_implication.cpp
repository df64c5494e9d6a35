#include "clew/property/formula_implication.hpp"

#include <algorithm>

namespace clew {

using enum FormulaOp;

bool FormulaFacts::is_eventual(FormulaId formula) {
  const auto found = eventual_.find(formula);
  if (found != eventual_.end()) return found->second;
  const bool answer = compute_eventual(formulas_[formula]);
  eventual_[formula] = answer;
  return answer;
}

bool FormulaFacts::is_universal(FormulaId formula) {
  const auto found = universal_.find(formula);
  if (found != universal_.end()) return found->second;
  const bool answer = compute_universal(formulas_[formula]);
  universal_[formula] = answer;
  return answer;
}

bool FormulaFacts::compute_eventual(const FormulaNode& node) {
  switch (node.op) {
    case False:
    case True:
    case Finally: return true;
    case Next:
    case Globally: return is_eventual(node.left());
    case And:
    case Or:
    case WeakUntil:
      return std::all_of(node.operands.begin(), node.operands.end(),
                         [&](FormulaId operand) { return is_eventual(operand); });
    case Until:
    case Release:
    case StrongRelease: return is_eventual(node.right());
    default: return false;
  }
}

bool FormulaFacts::compute_universal(const FormulaNode& node) {
  switch (node.op) {
    case False:
    case True:
    case Globally: return true;
    case Next:
    case Finally: return is_universal(node.left());
    case And:
    case Or:
    case StrongRelease:
      return std::all_of(node.operands.begin(), node.operands.end(),
                         [&](FormulaId operand) { return is_universal(operand); });
    case Until:
    case Release:
    case WeakUntil: return is_universal(node.right());
    default: return false;
  }
}

FormulaId FormulaFacts::negation(FormulaId formula) {
  const auto found = negations_.find(formula);
  if (found != negations_.end()) return found->second;
  const FormulaNode& node = formulas_[formula];
  FormulaId result = formula;
  if (node.op == And || node.op == Or) {
    std::vector<FormulaId> operands;
    for (const FormulaId operand : node.operands) operands.push_back(negation(operand));
    std::sort(operands.begin(), operands.end());
    result = formulas_.make(node.op == And ? Or : And, operands);
  } else if (is_binary_temporal(node.op)) {
    const FormulaOp dual = node.op == Until       ? Release
                           : node.op == Release   ? Until
                           : node.op == WeakUntil ? StrongRelease
                                                  : WeakUntil;
    const FormulaId left = negation(node.left());
    result = formulas_.make(dual, left, negation(node.right()));
  } else if (node.op == Next) {
    result = formulas_.make(Next, negation(node.left()));
  } else if (node.op == Finally || node.op == Globally) {
    result = formulas_.make(node.op == Finally ? Globally : Finally, negation(node.left()));
  } else {
    result = negation_normal_form(formulas_, formula, true);
  }
  negations_[formula] = result;
  negations_[result] = formula;
  return result;
}

bool FormulaFacts::implies(FormulaId stronger, FormulaId weaker) {
  if (stronger == weaker || formulas_.op(stronger) == False || formulas_.op(weaker) == True) {
    return true;
  }
  const auto key = std::pair(stronger, weaker);
  if (const auto found = implied_.find(key); found != implied_.end()) return found->second;
  // Each pair is looked at once, but a large formula has many pairs.
  constexpr std::size_t pairs_max = 300'000;
  if (implied_.size() > pairs_max) return false;
  const bool answer = compute_implies(stronger, weaker);
  implied_[key] = answer;
  return answer;
}

bool FormulaFacts::compute_implies(FormulaId stronger, FormulaId weaker) {
  const FormulaNode& left = formulas_[stronger];
  const FormulaNode& right = formulas_[weaker];
  const auto to_weaker = [&](FormulaId operand) { return implies(operand, weaker); };
  const auto from_stronger = [&](FormulaId operand) { return implies(stronger, operand); };
  if (left.op == Or) return std::all_of(left.operands.begin(), left.operands.end(), to_weaker);
  if (right.op == And) {
    return std::all_of(right.operands.begin(), right.operands.end(), from_stronger);
  }
  if (left.op == And && std::any_of(left.operands.begin(), left.operands.end(), to_weaker)) {
    return true;
  }
  if (right.op == Or && std::any_of(right.operands.begin(), right.operands.end(), from_stronger)) {
    return true;
  }
  return implies_by_left(left, weaker) || implies_by_right(stronger, right) ||
         implies_by_both(left, right);
}

// What the stronger one says about now, or about some time, is enough.
bool FormulaFacts::implies_by_left(const FormulaNode& stronger, FormulaId weaker) {
  switch (stronger.op) {
    case Globally: return implies(stronger.left(), weaker);
    case Release: return implies(stronger.right(), weaker);
    case StrongRelease:
      return implies(stronger.right(), weaker) ||
             (is_eventual(weaker) && implies(stronger.left(), weaker));
    case WeakUntil: return implies(stronger.left(), weaker) && implies(stronger.right(), weaker);
    case Until:
      return implies(stronger.right(), weaker) &&
             (is_eventual(weaker) || implies(stronger.left(), weaker));
    case Finally:
    case Next: return is_eventual(weaker) && implies(stronger.left(), weaker);
    default: return false;
  }
}

// What the stronger one says about now, or at all times, makes the weaker one true.
bool FormulaFacts::implies_by_right(FormulaId stronger, const FormulaNode& weaker) {
  switch (weaker.op) {
    case Finally: return implies(stronger, weaker.left());
    case Until: return implies(stronger, weaker.right());
    case WeakUntil:
      return implies(stronger, weaker.right()) ||
             (is_universal(stronger) && implies(stronger, weaker.left()));
    case StrongRelease:
      return implies(stronger, weaker.left()) && implies(stronger, weaker.right());
    case Release:
      return implies(stronger, weaker.right()) &&
             (is_universal(stronger) || implies(stronger, weaker.left()));
    case Globally:
    case Next: return is_universal(stronger) && implies(stronger, weaker.left());
    default: return false;
  }
}

// Two operators of a kind, operand by operand.
bool FormulaFacts::implies_by_both(const FormulaNode& stronger, const FormulaNode& weaker) {
  if (stronger.op == Next && weaker.op == Next) return implies(stronger.left(), weaker.left());
  if (!is_binary_temporal(stronger.op) || !is_binary_temporal(weaker.op)) return false;
  const bool from_until = stronger.op == Until || stronger.op == WeakUntil;
  const bool to_until = weaker.op == Until || weaker.op == WeakUntil;
  const bool from_strong = stronger.op == Until || stronger.op == StrongRelease;
  const bool to_strong = weaker.op == Until || weaker.op == StrongRelease;
  if (to_strong && !from_strong) return false;  // it may never come
  if (from_until == to_until) {
    return implies(stronger.left(), weaker.left()) && implies(stronger.right(), weaker.right());
  }
  // c R d is d W (c && d).
  return !from_until && implies(stronger.right(), weaker.left()) &&
         (implies(stronger.left(), weaker.right()) || implies(stronger.right(), weaker.right()));
}

}  // namespace clew
