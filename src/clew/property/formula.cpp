#include "clew/property/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "clew/property/formula_parser.hpp"

namespace clew {

FormulaOp dual_of(FormulaOp op) {
  switch (op) {
    case FormulaOp::And: return FormulaOp::Or;
    case FormulaOp::Or: return FormulaOp::And;
    case FormulaOp::Finally: return FormulaOp::Globally;
    case FormulaOp::Globally: return FormulaOp::Finally;
    case FormulaOp::Until: return FormulaOp::Release;
    case FormulaOp::Release: return FormulaOp::Until;
    case FormulaOp::WeakUntil: return FormulaOp::StrongRelease;
    case FormulaOp::StrongRelease: return FormulaOp::WeakUntil;
    case FormulaOp::ExistsPath: return FormulaOp::AllPaths;
    case FormulaOp::AllPaths: return FormulaOp::ExistsPath;
    default: return op;
  }
}

bool is_temporal(FormulaOp op) { return op >= FormulaOp::Next && op <= FormulaOp::StrongRelease; }

bool is_quantifier(FormulaOp op) { return op >= FormulaOp::ExistsPath; }

bool is_binary_temporal(FormulaOp op) {
  return op >= FormulaOp::Until && op <= FormulaOp::StrongRelease;
}

std::string_view name_of(FormulaOp op) {
  switch (op) {
    case FormulaOp::False:
    case FormulaOp::True:
    case FormulaOp::Proposition: return "";
    case FormulaOp::Not: return "!";
    case FormulaOp::And: return "&&";
    case FormulaOp::Or: return "||";
    case FormulaOp::Implies: return "->";
    case FormulaOp::Equivalent: return "<->";
    case FormulaOp::Next: return "X";
    case FormulaOp::Finally: return "F";
    case FormulaOp::Globally: return "G";
    case FormulaOp::Until: return "U";
    case FormulaOp::Release: return "R";
    case FormulaOp::WeakUntil: return "W";
    case FormulaOp::StrongRelease: return "M";
    case FormulaOp::ExistsPath: return "E";
    case FormulaOp::AllPaths: return "A";
  }
  return "";
}

// --- the arena -----------------------------------------------------------------------------------

Formulas::Formulas() {
  intern(FormulaOp::False, 0, {});
  intern(FormulaOp::True, 0, {});
}

FormulaId Formulas::intern(FormulaOp op, std::uint32_t proposition,
                           std::vector<FormulaId> operands) {
  const auto [found, is_new] =
      known_.try_emplace({op, proposition, operands}, to_id<FormulaId>(nodes_.size()));
  if (!is_new) return found->second;
  std::uint32_t height = 0;
  for (const FormulaId operand : operands) {
    height = std::max(height, nodes_[to_index(operand)].height);
  }
  nodes_.push_back({op, proposition, height + 1, std::move(operands)});
  return found->second;
}

FormulaId Formulas::proposition(std::uint32_t number) {
  return intern(FormulaOp::Proposition, number, {});
}

FormulaId Formulas::make(FormulaOp op, FormulaId operand) { return intern(op, 0, {operand}); }

FormulaId Formulas::make(FormulaOp op, FormulaId left, FormulaId right) {
  const std::vector<FormulaId> operands{left, right};
  if (op == FormulaOp::And || op == FormulaOp::Or) return make(op, operands);
  return intern(op, 0, operands);
}

FormulaId Formulas::make(FormulaOp which, const std::vector<FormulaId>& operands) {
  std::vector<FormulaId> flat;
  for (const FormulaId operand : operands) {
    if (op(operand) == which) {
      const std::vector<FormulaId>& inner = (*this)[operand].operands;
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else {
      flat.push_back(operand);
    }
  }
  if (flat.empty()) return constant(which == FormulaOp::And);
  if (flat.size() == 1) return flat.front();
  return intern(which, 0, std::move(flat));
}

// --- logics --------------------------------------------------------------------------------------

namespace {

// Calls visit(id) once for every distinct subformula, operands before what they are operands of.
template <class Visit>
void for_each_subformula(const Formulas& formulas, FormulaId root, Visit visit) {
  std::vector<bool> seen(formulas.size());
  std::vector<std::pair<FormulaId, bool>> open{{root, false}};
  while (!open.empty()) {
    const auto [id, done] = open.back();
    open.pop_back();
    if (done) {
      visit(id);
      continue;
    }
    if (seen[to_index(id)]) continue;
    seen[to_index(id)] = true;
    open.emplace_back(id, true);
    for (const FormulaId operand : formulas[id].operands) open.emplace_back(operand, false);
  }
}

// Looks through a formula of CTL from state formula to state formula.
std::optional<FormulaObjection> state_objection(const Formulas& formulas, FormulaId root) {
  std::vector<bool> seen(formulas.size());
  std::vector<FormulaId> open{root};
  while (!open.empty()) {
    FormulaId id = open.back();
    open.pop_back();
    if (seen[to_index(id)]) continue;
    seen[to_index(id)] = true;
    const FormulaOp op = formulas.op(id);
    if (is_temporal(op)) {
      return FormulaObjection{
          id,
          fmt::format("the operator '{}' does not stand directly under a quantifier", name_of(op))};
    }
    if (is_quantifier(op)) {
      const FormulaId path = formulas[id].left();
      if (!is_temporal(formulas.op(path))) {
        return FormulaObjection{
            id,
            fmt::format("the quantifier '{}' does not stand directly before a temporal operator",
                        name_of(op))};
      }
      id = path;
    }
    const std::vector<FormulaId>& operands = formulas[id].operands;
    open.insert(open.end(), operands.rbegin(), operands.rend());
  }
  return std::nullopt;
}

}  // namespace

std::optional<FormulaObjection> ltl_objection(const Formulas& formulas, FormulaId formula) {
  std::optional<FormulaObjection> objection;
  for_each_subformula(formulas, formula, [&](FormulaId id) {
    if (objection || !is_quantifier(formulas.op(id))) return;
    objection = FormulaObjection{id, fmt::format("LTL has no quantifier '{}': all runs are meant",
                                                 name_of(formulas.op(id)))};
  });
  return objection;
}

std::optional<FormulaObjection> ctl_objection(const Formulas& formulas, FormulaId formula) {
  return state_objection(formulas, formula);
}

std::uint32_t proposition_count(const Formulas& formulas, FormulaId formula) {
  std::uint32_t count = 0;
  for_each_subformula(formulas, formula, [&](FormulaId id) {
    if (formulas.op(id) == FormulaOp::Proposition) {
      count = std::max(count, formulas[id].proposition + 1);
    }
  });
  return count;
}

std::uint64_t operator_count(const Formulas& formulas, FormulaId formula) {
  constexpr std::uint64_t count_max = 1'000'000;
  std::unordered_map<FormulaId, std::uint64_t> counts;
  for_each_subformula(formulas, formula, [&](FormulaId id) {
    const std::vector<FormulaId>& operands = formulas[id].operands;
    std::uint64_t count = operands.size() > 1 ? operands.size() - 1 : operands.size();
    for (const FormulaId operand : operands) count += counts[operand];
    counts[id] = std::min(count, count_max);
  });
  return counts[formula];
}

// --- negation normal form ------------------------------------------------------------------------

namespace {

class Normaliser {
 public:
  explicit Normaliser(Formulas& formulas) : formulas_(formulas) {}

  FormulaId normal(FormulaId id, bool negated) {
    const auto key = std::pair(id, negated);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const FormulaId result = compute(id, negated);
    known_[key] = result;
    return result;
  }

 private:
  FormulaId both(FormulaOp op, FormulaId a, bool a_negated, FormulaId b, bool b_negated) {
    return formulas_.make(op, normal(a, a_negated), normal(b, b_negated));
  }

  FormulaId compute(FormulaId id, bool negated) {
    const FormulaNode& node = formulas_[id];
    switch (node.op) {
      case FormulaOp::False: return formulas_.constant(negated);
      case FormulaOp::True: return formulas_.constant(!negated);
      case FormulaOp::Proposition: return negated ? formulas_.make(FormulaOp::Not, id) : id;
      case FormulaOp::Not: return normal(node.left(), !negated);
      case FormulaOp::Implies:
        return both(negated ? FormulaOp::And : FormulaOp::Or, node.left(), !negated, node.right(),
                    negated);
      case FormulaOp::Equivalent:
        return formulas_.make(FormulaOp::Or,
                              both(FormulaOp::And, node.left(), false, node.right(), negated),
                              both(FormulaOp::And, node.left(), true, node.right(), !negated));
      default: break;
    }
    std::vector<FormulaId> operands;
    for (const FormulaId operand : node.operands) operands.push_back(normal(operand, negated));
    const FormulaOp op = negated ? dual_of(node.op) : node.op;
    if (op == FormulaOp::And || op == FormulaOp::Or) return formulas_.make(op, operands);
    return operands.size() == 1 ? formulas_.make(op, operands[0])
                                : formulas_.make(op, operands[0], operands[1]);
  }

  Formulas& formulas_;
  std::map<std::pair<FormulaId, bool>, FormulaId> known_;
};

// --- printing ------------------------------------------------------------------------------------

// How tightly an operator binds; the same order as in the parser.
int tightness(FormulaOp op) {
  switch (op) {
    case FormulaOp::Equivalent: return 1;
    case FormulaOp::Implies: return 2;
    case FormulaOp::Or: return 3;
    case FormulaOp::And: return 4;
    case FormulaOp::Until:
    case FormulaOp::Release:
    case FormulaOp::WeakUntil:
    case FormulaOp::StrongRelease: return 5;
    case FormulaOp::False:
    case FormulaOp::True:
    case FormulaOp::Proposition: return 7;
    default: return 6;
  }
}

class Printer {
 public:
  Printer(const Formulas& formulas, const std::vector<std::string>& propositions)
      : formulas_(formulas), propositions_(propositions) {}

  // The formula where operators that bind less tightly than `least` need parentheses.
  std::string text(FormulaId id, int least) const {
    const FormulaNode& node = formulas_[id];
    if (node.op == FormulaOp::Proposition) return proposition(node.proposition, least);
    const int own = tightness(node.op);
    const std::string plain = bare(node, own);
    return own < least ? "(" + plain + ")" : plain;
  }

 private:
  std::string proposition(std::uint32_t number, int least) const {
    if (number >= propositions_.size()) return fmt::format("p{}", number);
    const std::string& written = propositions_[number];
    if (!reads_as_proposition(written)) return "{" + written + "}";
    // `!x == 1` is read as `!(x == 1)`, but not by people.
    const bool is_compound = written.find(' ') != std::string::npos;
    return is_compound && least > tightness(FormulaOp::And) ? "(" + written + ")" : written;
  }

  std::string bare(const FormulaNode& node, int own) const {
    switch (node.op) {
      case FormulaOp::False: return "false";
      case FormulaOp::True: return "true";
      case FormulaOp::Not: return "!" + text(node.left(), own);
      case FormulaOp::And:
      case FormulaOp::Or: {
        std::string joined;
        for (const FormulaId operand : node.operands) {
          if (!joined.empty()) joined += fmt::format(" {} ", name_of(node.op));
          joined += text(operand, own + 1);
        }
        return joined;
      }
      case FormulaOp::Equivalent: return binary(node, own, own + 1);
      case FormulaOp::ExistsPath:
      case FormulaOp::AllPaths: return quantified(node, own);
      default: break;
    }
    if (node.operands.size() == 2) return binary(node, own + 1, own);
    return fmt::format("{} {}", name_of(node.op), text(node.left(), own));
  }

  std::string binary(const FormulaNode& node, int left, int right) const {
    return fmt::format("{} {} {}", text(node.left(), left), name_of(node.op),
                       text(node.right(), right));
  }

  // `EX f` and `E[f U g]` are how people write it.
  std::string quantified(const FormulaNode& node, int own) const {
    const FormulaOp inner = formulas_.op(node.left());
    if (is_binary_temporal(inner)) {
      return fmt::format("{}[{}]", name_of(node.op), text(node.left(), 0));
    }
    const char* const blank = is_temporal(inner) ? "" : " ";
    return fmt::format("{}{}{}", name_of(node.op), blank, text(node.left(), own));
  }

  const Formulas& formulas_;
  const std::vector<std::string>& propositions_;
};

}  // namespace

FormulaId negation_normal_form(Formulas& formulas, FormulaId formula, bool negated) {
  return Normaliser(formulas).normal(formula, negated);
}

std::string text_of(const Formulas& formulas, FormulaId formula,
                    const std::vector<std::string>& propositions) {
  return Printer(formulas, propositions).text(formula, 0);
}

}  // namespace clew
