#include "clew/property/ltl_claim.hpp"

#include <fmt/format.h>

#include <utility>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/ltl_to_automaton.hpp"

namespace clew {

namespace {

class ClaimMaker {
 public:
  ClaimMaker(Model& model, const std::vector<Proposition>& propositions, SourceSpan span)
      : model_(model), propositions_(propositions), span_(span) {}

  ProcessTypeId add(const std::string& name, const BuchiAutomaton& automaton) {
    ProcessType type;
    type.name = name;
    type.span = span_;
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
      Location location;
      location.name = fmt::format("q{}", i);
      location.accepting = automaton.states[i].accepting;
      location.span = span_;
      type.locations.add(std::move(location));
    }
    type.initial = to_id<LocationId>(automaton.initial);
    const ProcessTypeId id = model_.process_types.add(std::move(type));
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
      for (const BuchiEdge& edge : automaton.states[i].edges) add_action(id, i, edge);
    }
    return id;
  }

 private:
  void add_action(ProcessTypeId type, std::size_t from, const BuchiEdge& edge) {
    Action action;
    action.owner = type;
    action.from = to_id<LocationId>(from);
    action.to = to_id<LocationId>(edge.target);
    action.guard = guard_of(edge.guard, action.text);
    action.span = span_;
    model_.actions.add(std::move(action));
  }

  // None: always.
  ExprId guard_of(const Cube& cube, std::string& text) {
    ExprId guard = no_id<ExprId>;
    for (std::size_t i = 0; i < propositions_.size(); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if (((cube.positive | cube.negative) & bit) == 0) continue;
      const bool is_negative = (cube.negative & bit) != 0;
      const ExprId literal =
          is_negative ? add(Op::Not, propositions_[i].expr, no_id<ExprId>) : propositions_[i].expr;
      text += fmt::format("{}{}({})", text.empty() ? "" : " && ", is_negative ? "!" : "",
                          propositions_[i].text);
      guard = is_some(guard) ? add(Op::And, guard, literal) : literal;
    }
    if (text.empty()) text = "true";
    return guard;
  }

  ExprId add(Op op, ExprId left, ExprId right) {
    Expr expr;
    expr.op = op;
    expr.left = left;
    expr.right = right;
    expr.span = model_.exprs[left].span;
    return model_.add_expr(std::move(expr));
  }

  Model& model_;
  const std::vector<Proposition>& propositions_;
  SourceSpan span_;
};

}  // namespace

AddedClaim add_claim_against(Model& model, const std::string& name, Formulas& formulas,
                             FormulaId formula, const std::vector<Proposition>& propositions) {
  constexpr std::size_t propositions_max = 64;
  if (propositions.size() > propositions_max) {
    return {no_id<ProcessTypeId>, "the formula has more than 64 propositions"};
  }
  const FormulaId negated = formulas.make(FormulaOp::Not, formula);
  const Translation made = ltl_to_automaton(formulas, negated, {});
  if (!made.refusal.empty()) return {no_id<ProcessTypeId>, made.refusal};
  return {ClaimMaker(model, propositions, {}).add(name, to_buchi(made.automaton)), ""};
}

ReadResult<LtlClaim> add_ltl_claim(Model& model, const std::string& name, const std::string& text,
                                   const FormulaOptions& options,
                                   const ReadExpression& read_expression) {
  auto parsed = parse_ltl(text, options);
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};
  ParsedFormula& formula = parsed.value();
  auto claim = std::make_unique<LtlClaim>();
  for (const WrittenProposition& written : formula.propositions) {
    auto expr = read_expression(model, written.text);
    if (!expr.ok()) return {nullptr, std::move(expr.diagnostics)};
    claim->propositions.push_back({written.text, expr.value()});
  }
  const AddedClaim added =
      add_claim_against(model, name, formula.formulas, formula.formula, claim->propositions);
  if (!added.refusal.empty()) {
    Diagnostics diagnostics(std::make_shared<SourceText>(options.name, text));
    diagnostics.error({1, 1, static_cast<std::uint32_t>(text.size())}, added.refusal);
    return {nullptr, std::move(diagnostics)};
  }
  claim->type = added.type;
  return {std::move(claim), std::move(parsed.diagnostics)};
}

}  // namespace clew
