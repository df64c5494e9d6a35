#include "clew/property/ctl_question.hpp"

#include <utility>

#include "clew/model/initial_states.hpp"
#include "clew/property/ctl_formula.hpp"

namespace clew {

namespace {

class StateExpr {
 public:
  StateExpr(Model& model, const Formulas& formulas, const std::vector<Proposition>& propositions)
      : model_(model), formulas_(formulas), propositions_(propositions) {}

  // REQUIRES: the formula is in negation normal form, without temporal operators.
  ExprId of(FormulaId formula) {
    const FormulaNode& node = formulas_[formula];
    switch (node.op) {
      case FormulaOp::True:
      case FormulaOp::False: return model_.add_constant(node.op == FormulaOp::True ? 1 : 0, {});
      case FormulaOp::Proposition: return propositions_[node.proposition].expr;
      case FormulaOp::Not: return model_.add_unary(Op::Not, of(node.left()));
      default: break;
    }
    ExprId all = of(node.operands.front());
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      all = model_.add_binary(node.op == FormulaOp::And ? Op::And : Op::Or, all,
                              of(node.operands[i]));
    }
    return all;
  }

 private:
  Model& model_;
  const Formulas& formulas_;
  const std::vector<Proposition>& propositions_;
};

}  // namespace

bool asks_existence(const Model& model, const CtlFormula& ctl) {
  return has_fixed_start(model) && asks_existence(ctl);
}

ReadResult<Property> read_ctl(Model& model, const std::string& text, const FormulaOptions& options,
                              const ReadExpression& read_expression) {
  auto parsed = parse_ctl(text, options);
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};
  ParsedFormula& formula = parsed.value();
  constexpr std::size_t propositions_max = 64;
  if (formula.propositions.size() > propositions_max) {
    Diagnostics diagnostics(std::make_shared<SourceText>(options.name, text));
    diagnostics.error({1, 1, static_cast<std::uint32_t>(text.size())},
                      "the formula has more than 64 propositions");
    return {nullptr, std::move(diagnostics)};
  }
  auto property = std::make_unique<Property>();
  property->kind = PropertyKind::Ctl;
  property->text = text;
  auto propositions = read_propositions(model, formula, text, options, read_expression);
  if (!propositions.ok()) return {nullptr, std::move(propositions.diagnostics)};
  property->propositions = std::move(propositions.value());
  auto ctl = std::make_shared<CtlFormula>();
  ctl->propositions = formula.proposition_texts();
  ctl->formula = formula.formula;
  ctl->formulas = std::move(formula.formulas);
  property->ctl_asks_existence = asks_existence(model, *ctl);
  // EF p asks for the state that AG p forbids.
  const auto question = reach_question(*ctl);
  if (question && (has_fixed_start(model) || !asks_existence(*ctl))) {
    const FormulaId plain =
        negation_normal_form(ctl->formulas, question->operand, !question->wanted);
    property->expr = StateExpr(model, ctl->formulas, property->propositions).of(plain);
  }
  property->ctl = std::move(ctl);
  return {std::move(property), std::move(parsed.diagnostics)};
}

}  // namespace clew
