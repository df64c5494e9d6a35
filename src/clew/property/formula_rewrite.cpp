#include "clew/property/formula_rewrite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "clew/property/formula_implication.hpp"

namespace clew {

namespace {

using enum FormulaOp;

// Each function below makes one operator from simplified operands, and simplifies what comes out.
class Simplifier {
 public:
  explicit Simplifier(Formulas& formulas) : formulas_(formulas), facts_(formulas) {}

  FormulaId simplify(FormulaId formula) {
    if (const auto found = known_.find(formula); found != known_.end()) return found->second;
    const FormulaNode& node = formulas_[formula];
    std::vector<FormulaId> operands;
    for (const FormulaId operand : node.operands) operands.push_back(simplify(operand));
    const FormulaId result = made(formula, node.op, operands);
    known_[formula] = result;
    return result;
  }

 private:
  FormulaId made(FormulaId formula, FormulaOp op, const std::vector<FormulaId>& operands) {
    switch (op) {
      case And:
      case Or: return joined(op, operands);
      case Next: return next(operands[0]);
      case Finally: return finally(operands[0]);
      case Globally: return globally(operands[0]);
      case Until: return until(operands[0], operands[1]);
      case Release: return release(operands[0], operands[1]);
      case WeakUntil: return weak_until(operands[0], operands[1]);
      case StrongRelease: return strong_release(operands[0], operands[1]);
      default: return formula;
    }
  }

  bool is_true(FormulaId id) const { return formulas_.op(id) == True; }
  bool is_false(FormulaId id) const { return formulas_.op(id) == False; }
  bool is(FormulaId id, FormulaOp op) const { return formulas_.op(id) == op; }
  FormulaId left(FormulaId id) const { return formulas_[id].left(); }
  FormulaId right(FormulaId id) const { return formulas_[id].right(); }
  // a and not b, which can never be
  bool excludes(FormulaId a, FormulaId b) { return facts_.implies(a, facts_.negation(b)); }
  // a or b, which is always
  bool covers(FormulaId a, FormulaId b) { return facts_.implies(facts_.negation(a), b); }

  // --- unary operators

  FormulaId next(FormulaId f) { return facts_.is_timeless(f) ? f : formulas_.make(Next, f); }

  FormulaId finally(FormulaId f) {
    if (facts_.is_eventual(f)) return f;
    switch (formulas_.op(f)) {
      case Next: return next(finally(left(f)));
      case Until: return finally(right(f));
      case StrongRelease: return finally(joined(And, {left(f), right(f)}));
      case And: return split_timeless(f, And, Finally);
      case Or: return without_inner(f, Or, Finally);
      default: return formulas_.make(Finally, f);
    }
  }

  FormulaId globally(FormulaId f) {
    if (facts_.is_universal(f)) return f;
    switch (formulas_.op(f)) {
      case Next: return next(globally(left(f)));
      case Release: return globally(right(f));
      case WeakUntil: return globally(joined(Or, {left(f), right(f)}));
      case Or: return split_timeless(f, Or, Globally);
      case And: return without_inner(f, And, Globally);
      default: return formulas_.make(Globally, f);
    }
  }

  FormulaId unary(FormulaOp op, FormulaId f) { return op == Finally ? finally(f) : globally(f); }

  // F (a && t) is F a && t for a timeless t; the same for G and ||.
  FormulaId split_timeless(FormulaId f, FormulaOp inside, FormulaOp outside) {
    std::vector<FormulaId> timeless;
    std::vector<FormulaId> others;
    for (const FormulaId operand : formulas_[f].operands) {
      (facts_.is_timeless(operand) ? timeless : others).push_back(operand);
    }
    if (timeless.empty()) return formulas_.make(outside, f);
    timeless.push_back(unary(outside, joined(inside, others)));
    return joined(inside, timeless);
  }

  // F (F a || b) is F (a || b); the same for G and &&.
  FormulaId without_inner(FormulaId f, FormulaOp inside, FormulaOp outside) {
    std::vector<FormulaId> operands;
    bool changed = false;
    for (const FormulaId operand : formulas_[f].operands) {
      const bool inner = is(operand, outside);
      operands.push_back(inner ? left(operand) : operand);
      changed = changed || inner;
    }
    return changed ? unary(outside, joined(inside, operands)) : formulas_.make(outside, f);
  }

  // --- binary operators

  bool are_next(FormulaId a, FormulaId b) const { return is(a, Next) && is(b, Next); }

  FormulaId until(FormulaId a, FormulaId b) {
    if (facts_.is_eventual(b) || is_false(a) || facts_.implies(a, b)) return b;
    if (is_true(a) || covers(a, b)) return finally(b);
    if (are_next(a, b)) return next(until(left(a), left(b)));
    if (is(b, Until) && facts_.implies(a, left(b))) return b;
    if (is(a, Until) && right(a) == b) return until(left(a), b);
    return formulas_.make(Until, a, b);
  }

  FormulaId release(FormulaId a, FormulaId b) {
    if (facts_.is_universal(b) || is_true(a) || facts_.implies(b, a)) return b;
    if (is_false(a) || excludes(a, b)) return globally(b);
    if (are_next(a, b)) return next(release(left(a), left(b)));
    if (is(b, Release) && facts_.implies(left(b), a)) return b;
    if (is(a, Release) && right(a) == b) return release(left(a), b);
    return formulas_.make(Release, a, b);
  }

  FormulaId weak_until(FormulaId a, FormulaId b) {
    if (is_false(a) || facts_.implies(a, b)) return b;
    if (is_true(a) || covers(a, b)) return formulas_.constant(true);
    if (is_false(b)) return globally(a);
    if (facts_.is_universal(a)) return joined(Or, {a, b});
    if (facts_.is_eventual(b)) return joined(Or, {globally(a), b});
    if (are_next(a, b)) return next(weak_until(left(a), left(b)));
    if (is(b, WeakUntil) && facts_.implies(a, left(b))) return b;
    return formulas_.make(WeakUntil, a, b);
  }

  FormulaId strong_release(FormulaId a, FormulaId b) {
    if (is_true(a) || facts_.implies(b, a)) return b;
    if (is_false(a) || excludes(a, b)) return formulas_.constant(false);
    if (is_true(b)) return finally(a);
    if (facts_.is_eventual(a)) return joined(And, {a, b});
    if (facts_.is_universal(b)) return joined(And, {finally(a), b});
    if (are_next(a, b)) return next(strong_release(left(a), left(b)));
    if (is(b, StrongRelease) && facts_.implies(left(b), a)) return b;
    return formulas_.make(StrongRelease, a, b);
  }

  // --- And and Or

  // Works for both; the comments speak of And.
  FormulaId joined(FormulaOp op, std::vector<FormulaId> operands) {
    while (true) {
      const FormulaId plain = formulas_.make(op, operands);
      if (formulas_.op(plain) != op) return plain;
      operands = formulas_[plain].operands;
      std::sort(operands.begin(), operands.end());
      operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
      const bool is_and = op == And;
      const FormulaId absorbing = formulas_.constant(!is_and);
      if (std::find(operands.begin(), operands.end(), absorbing) != operands.end()) {
        return absorbing;
      }
      std::erase(operands, formulas_.constant(is_and));
      if (operands.size() < 2) return formulas_.make(op, operands);
      if (contradict(op, operands)) return absorbing;
      const bool changed = drop_implied(op, operands) || join_operators(op, operands) ||
                           shorten_operands(op, operands);
      if (!changed) return formulas_.make(op, operands);
    }
  }

  // Beyond this, comparing all operands with each other takes too long.
  static constexpr std::size_t compared_max = 32;

  bool contradict(FormulaOp op, const std::vector<FormulaId>& operands) {
    if (operands.size() > compared_max) return false;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const FormulaId a = operands[i];
        const FormulaId b = operands[j];
        if (op == And ? excludes(a, b) || excludes(b, a) : covers(a, b) || covers(b, a))
          return true;
      }
    }
    return false;
  }

  // a && b is a, if a implies b.
  bool drop_implied(FormulaOp op, std::vector<FormulaId>& operands) {
    if (operands.size() > compared_max) return false;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      for (std::size_t j = 0; j < operands.size(); ++j) {
        if (i == j) continue;
        const bool superfluous = op == And ? facts_.implies(operands[i], operands[j])
                                           : facts_.implies(operands[j], operands[i]);
        if (!superfluous) continue;
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
        return true;
      }
    }
    return false;
  }

  // What two operands may have in common, so that they can become one.
  struct Kind {
    FormulaOp op;
    FormulaId shared;       // no_id: nothing
    bool nested;            // F G in And, G F in Or
    bool timeless = false;  // joined with others, it would no longer be

    auto operator<=>(const Kind&) const = default;
  };

  // The kind of an operand that can be joined with others of the kind, or nothing.
  std::optional<Kind> kind_of(FormulaOp op, FormulaId id) {
    const FormulaOp distributing = op == And ? Globally : Finally;
    const FormulaOp other = op == And ? Finally : Globally;
    const FormulaOp own = formulas_.op(id);
    if (own == Next) return Kind{own, no_id<FormulaId>, false};
    const bool timeless = facts_.is_timeless(id);
    if (own == distributing) return Kind{own, no_id<FormulaId>, false, timeless};
    if (own == other && is(left(id), distributing)) return Kind{own, no_id<FormulaId>, true};
    if (!is_binary_temporal(own)) return std::nullopt;
    // a U b && c U b, but a U b || a U c; the other way round for R.
    const bool is_until = own == Until || own == WeakUntil;
    return Kind{own, is_until == (op == And) ? right(id) : left(id), false};
  }

  FormulaId join(FormulaOp op, const Kind& kind, const std::vector<FormulaId>& group) {
    const bool shared_right = (kind.op == Until || kind.op == WeakUntil) == (op == And);
    std::vector<FormulaId> inner;
    for (const FormulaId id : group) {
      if (kind.nested) {
        inner.push_back(left(left(id)));
      } else {
        inner.push_back(is_binary_temporal(kind.op) && !shared_right ? right(id) : left(id));
      }
    }
    const FormulaId all = joined(op, inner);
    if (kind.nested) return op == And ? finally(globally(all)) : globally(finally(all));
    if (!is_binary_temporal(kind.op)) return made(all, kind.op, {all});
    return shared_right ? made(all, kind.op, {all, kind.shared})
                        : made(all, kind.op, {kind.shared, all});
  }

  // G a && G b is G (a && b), and so on.
  bool join_operators(FormulaOp op, std::vector<FormulaId>& operands) {
    std::map<Kind, std::vector<FormulaId>> groups;
    for (const FormulaId id : operands) {
      if (const auto kind = kind_of(op, id)) groups[*kind].push_back(id);
    }
    for (const auto& [kind, group] : groups) {
      if (group.size() < 2) continue;
      for (const FormulaId id : group) std::erase(operands, id);
      operands.push_back(join(op, kind, group));
      return true;
    }
    return false;
  }

  // a && (!a || b) is a && b.
  bool shorten_operands(FormulaOp op, std::vector<FormulaId>& operands) {
    if (operands.size() > compared_max) return false;
    const FormulaOp inside = op == And ? Or : And;
    for (FormulaId& operand : operands) {
      if (!is(operand, inside)) continue;
      std::vector<FormulaId> kept;
      for (const FormulaId part : formulas_[operand].operands) {
        const bool useless = std::any_of(operands.begin(), operands.end(), [&](FormulaId a) {
          return a != operand && (op == And ? excludes(a, part) : covers(a, part));
        });
        if (!useless) kept.push_back(part);
      }
      if (kept.size() == formulas_[operand].operands.size()) continue;
      operand = joined(inside, kept);
      return true;
    }
    return false;
  }

  Formulas& formulas_;
  FormulaFacts facts_;
  std::unordered_map<FormulaId, FormulaId> known_;
};

// Finds what split_by_case() can split by, and fills in its truth.
class CaseSplitter {
 public:
  explicit CaseSplitter(Formulas& formulas) : formulas_(formulas), facts_(formulas) {}

  // The highest timeless subformula under a temporal operator; no_id: none.
  FormulaId find(FormulaId formula) {
    look(formula, false);
    return best_;
  }

  FormulaId fill_in(FormulaId formula, FormulaId timeless, bool truth) {
    filled_.clear();
    filled_[timeless] = formulas_.constant(truth);
    filled_[facts_.negation(timeless)] = formulas_.constant(!truth);
    return filled(formula);
  }

  FormulaId negation(FormulaId formula) { return facts_.negation(formula); }

 private:
  void look(FormulaId id, bool under_operator) {
    if (!seen_.emplace(id, under_operator).second) return;
    const FormulaNode& node = formulas_[id];
    if (under_operator && is_temporal(node.op) && facts_.is_timeless(id)) {
      const bool higher = !is_some(best_) || node.height > formulas_[best_].height;
      if (higher) best_ = id;
      return;
    }
    // The operator on top of a timeless formula is no reason to look for others below it.
    const bool below = under_operator || (is_temporal(node.op) && !facts_.is_timeless(id));
    for (const FormulaId operand : node.operands) look(operand, below);
  }

  FormulaId filled(FormulaId id) {
    if (const auto found = filled_.find(id); found != filled_.end()) return found->second;
    const FormulaNode& node = formulas_[id];
    std::vector<FormulaId> operands;
    for (const FormulaId operand : node.operands) operands.push_back(filled(operand));
    FormulaId result = id;
    if (node.op == And || node.op == Or) {
      result = formulas_.make(node.op, operands);
    } else if (operands.size() == 1) {
      result = formulas_.make(node.op, operands[0]);
    } else if (operands.size() == 2) {
      result = formulas_.make(node.op, operands[0], operands[1]);
    }
    filled_[id] = result;
    return result;
  }

  Formulas& formulas_;
  FormulaFacts facts_;
  FormulaId best_ = no_id<FormulaId>;
  std::set<std::pair<FormulaId, bool>> seen_;
  std::unordered_map<FormulaId, FormulaId> filled_;
};

}  // namespace

FormulaId split_by_case(Formulas& formulas, FormulaId formula) {
  CaseSplitter splitter(formulas);
  const FormulaId timeless = splitter.find(formula);
  if (!is_some(timeless)) return formula;
  const FormulaId if_true = formulas.make(And, timeless, splitter.fill_in(formula, timeless, true));
  const FormulaId if_false =
      formulas.make(And, splitter.negation(timeless), splitter.fill_in(formula, timeless, false));
  return simplify(formulas, formulas.make(Or, if_true, if_false));
}

FormulaId simplify(Formulas& formulas, FormulaId formula) {
  FormulaId current = negation_normal_form(formulas, formula);
  // One pass sees nearly everything; what it leaves shows up in the next.
  constexpr int passes_max = 4;
  for (int pass = 0; pass < passes_max; ++pass) {
    const FormulaId simplified = Simplifier(formulas).simplify(current);
    if (simplified == current) break;
    current = simplified;
  }
  return current;
}

}  // namespace clew
