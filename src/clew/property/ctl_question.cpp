#include "clew/property/ctl_question.hpp"

#include <utility>

#include "clew/model/initial_states.hpp"
#include "clew/property/ctl_formula.hpp"
#include "clew/property/state_expression.hpp"

namespace clew {

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
    property->expr = state_expression(model, ctl->formulas, plain, property->propositions);
  }
  property->ctl = std::move(ctl);
  return {std::move(property), std::move(parsed.diagnostics)};
}

}  // namespace clew
