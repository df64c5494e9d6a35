#include "clew/property/state_expression.hpp"

#include <algorithm>

namespace clew {

namespace {

class StateExpr {
 public:
  StateExpr(Model& model, const Formulas& formulas, const std::vector<Proposition>& propositions)
      : model_(model), formulas_(formulas), propositions_(propositions) {}

  ExprId of(FormulaId id) {
    const FormulaNode& node = formulas_[id];
    switch (node.op) {
      case FormulaOp::Proposition: return propositions_[node.proposition].expr;
      case FormulaOp::Not: return model_.add_unary(Op::Not, of(node.left()));
      case FormulaOp::And: return joined(Op::And, node);
      case FormulaOp::Or: return joined(Op::Or, node);
      case FormulaOp::Implies: return joined(Op::Imply, node);
      case FormulaOp::Equivalent:
        return model_.add_binary(Op::Equal, truth_of(node.left()), truth_of(node.right()));
      default: return model_.add_constant(node.op == FormulaOp::True ? 1 : 0);
    }
  }

 private:
  ExprId joined(Op op, const FormulaNode& node) {
    ExprId all = of(node.operands.front());
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      all = model_.add_binary(op, all, of(node.operands[i]));
    }
    return all;
  }

  // 0 or 1, whatever number the expression is.
  ExprId truth_of(FormulaId id) {
    return model_.add_unary(Op::Not, model_.add_unary(Op::Not, of(id)));
  }

  Model& model_;
  const Formulas& formulas_;
  const std::vector<Proposition>& propositions_;
};

}  // namespace

bool is_about_states(const Formulas& formulas, FormulaId formula) {
  const FormulaNode& node = formulas[formula];
  if (is_temporal(node.op) || is_quantifier(node.op)) return false;
  return std::all_of(node.operands.begin(), node.operands.end(),
                     [&](FormulaId operand) { return is_about_states(formulas, operand); });
}

ExprId state_expression(Model& model, const Formulas& formulas, FormulaId formula,
                        const std::vector<Proposition>& propositions) {
  return StateExpr(model, formulas, propositions).of(formula);
}

}  // namespace clew
