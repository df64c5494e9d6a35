#include "tests/random_ctl.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "clew/base/random.hpp"

namespace clew {
namespace {

class FormulaMaker {
 public:
  FormulaMaker(Formulas& formulas, std::size_t propositions, std::uint64_t seed)
      : formulas_(formulas), propositions_(propositions), random_(seed) {}

  FormulaId make(unsigned operators) {
    if (operators == 0) return leaf();
    const std::uint64_t kind = random_.below(10);
    if (kind == 0) return formulas_.make(FormulaOp::Not, make(operators - 1));
    const auto part = static_cast<unsigned>(random_.below(operators));
    if (kind <= 3) {
      constexpr std::array ops = {FormulaOp::And, FormulaOp::Or, FormulaOp::Implies,
                                  FormulaOp::Equivalent};
      const FormulaOp op = ops[random_.below(random_.below(4) == 0 ? 4 : 3)];
      const FormulaId left = make(part);
      return formulas_.make(op, left, make(operators - 1 - part));
    }
    const FormulaOp quantifier =
        random_.below(2) == 0 ? FormulaOp::ExistsPath : FormulaOp::AllPaths;
    return formulas_.make(quantifier, path_formula(operators, part));
  }

 private:
  FormulaId path_formula(unsigned operators, unsigned part) {
    constexpr std::array ops = {FormulaOp::Next,         FormulaOp::Finally, FormulaOp::Globally,
                                FormulaOp::Until,        FormulaOp::Release, FormulaOp::WeakUntil,
                                FormulaOp::StrongRelease};
    const FormulaOp op = ops[random_.below(ops.size())];
    if (!is_binary_temporal(op)) return formulas_.make(op, make(operators - 1));
    const FormulaId left = make(part);
    return formulas_.make(op, left, make(operators - 1 - part));
  }

  FormulaId leaf() {
    if (random_.below(12) == 0) return formulas_.constant(random_.below(2) == 0);
    const FormulaId one =
        formulas_.proposition(static_cast<std::uint32_t>(random_.below(propositions_)));
    return random_.below(3) == 0 ? formulas_.make(FormulaOp::Not, one) : one;
  }

  Formulas& formulas_;
  std::size_t propositions_;
  SplitMix64 random_;
};

}  // namespace

CtlFormula random_ctl(std::vector<std::string> propositions, unsigned operators_max,
                      std::uint64_t seed) {
  CtlFormula ctl;
  SplitMix64 random(seed);
  const auto operators = static_cast<unsigned>(1 + random.below(operators_max));
  ctl.formula = FormulaMaker(ctl.formulas, propositions.size(), random.next()).make(operators);
  ctl.propositions = std::move(propositions);
  return ctl;
}

NaiveCtl::NaiveCtl(Rows rows, std::vector<std::vector<bool>> labels, const Formulas& formulas)
    : rows_(std::move(rows)), labels_(std::move(labels)), formulas_(formulas) {
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].empty()) rows_[i].push_back(i);
  }
}

bool NaiveCtl::has_transition(std::uint32_t source, std::uint32_t target) const {
  return std::find(rows_[source].begin(), rows_[source].end(), target) != rows_[source].end();
}

const NaiveCtl::Nodes& NaiveCtl::nodes_of(FormulaId formula) {
  const auto known = known_.find(formula);
  if (known != known_.end()) return known->second;
  Nodes nodes = label(formula);
  return known_.emplace(formula, std::move(nodes)).first->second;
}

NaiveCtl::Nodes NaiveCtl::label(FormulaId formula) {
  const FormulaNode& node = formulas_[formula];
  if (is_quantifier(node.op)) return quantified(formula);
  if (node.op == FormulaOp::Proposition) return labels_[node.proposition];
  Nodes nodes(rows_.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const auto value = [&](FormulaId operand) { return is_true(operand, i); };
    const auto& all = node.operands;
    switch (node.op) {
      case FormulaOp::True: nodes[i] = true; break;
      case FormulaOp::Not: nodes[i] = !value(all[0]); break;
      case FormulaOp::And: nodes[i] = std::all_of(all.begin(), all.end(), value); break;
      case FormulaOp::Or: nodes[i] = std::any_of(all.begin(), all.end(), value); break;
      case FormulaOp::Implies: nodes[i] = !value(all[0]) || value(all[1]); break;
      case FormulaOp::Equivalent: nodes[i] = value(all[0]) == value(all[1]); break;
      default: break;
    }
  }
  return nodes;
}

// Each operator as the least or greatest solution of its own law, found by going over all nodes until
// nothing changes.
NaiveCtl::Nodes NaiveCtl::quantified(FormulaId formula) {
  const bool on_all_paths = formulas_.op(formula) == FormulaOp::AllPaths;
  const FormulaNode& path = formulas_[formulas_[formula].left()];
  const Nodes left = nodes_of(path.operands.front());
  const Nodes right = nodes_of(path.operands.back());
  if (path.op == FormulaOp::Next) return next(left, on_all_paths);
  const bool is_greatest = path.op == FormulaOp::Globally || path.op == FormulaOp::Release ||
                           path.op == FormulaOp::WeakUntil;
  Nodes nodes(rows_.size(), is_greatest);
  for (bool changed = true; changed;) {
    const Nodes behind = next(nodes, on_all_paths);
    Nodes better(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      switch (path.op) {
        case FormulaOp::Finally: better[i] = left[i] || behind[i]; break;
        case FormulaOp::Globally: better[i] = left[i] && behind[i]; break;
        case FormulaOp::Until:
        case FormulaOp::WeakUntil: better[i] = right[i] || (left[i] && behind[i]); break;
        default: better[i] = right[i] && (left[i] || behind[i]); break;
      }
    }
    changed = better != nodes;
    nodes = std::move(better);
  }
  return nodes;
}

NaiveCtl::Nodes NaiveCtl::next(const Nodes& nodes, bool on_all_paths) const {
  Nodes found(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto is_in = [&](std::uint32_t target) { return bool{nodes[target]}; };
    found[i] = on_all_paths ? std::all_of(rows_[i].begin(), rows_[i].end(), is_in)
                            : std::any_of(rows_[i].begin(), rows_[i].end(), is_in);
  }
  return found;
}

}  // namespace clew
