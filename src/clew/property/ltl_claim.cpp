#include "clew/property/ltl_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "clew/property/state_expression.hpp"

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
          is_negative ? model_.add_unary(Op::Not, propositions_[i].expr) : propositions_[i].expr;
      text += fmt::format("{}{}({})", text.empty() ? "" : " && ", is_negative ? "!" : "",
                          propositions_[i].text);
      guard = is_some(guard) ? model_.add_binary(Op::And, guard, literal) : literal;
    }
    if (text.empty()) text = "true";
    return guard;
  }

  Model& model_;
  const std::vector<Proposition>& propositions_;
  SourceSpan span_;
};

// Left sides of implications that are about a single state, as expressions of the model.
class Antecedents {
 public:
  Antecedents(Model& model, const Formulas& formulas, const std::vector<Proposition>& propositions)
      : model_(model), formulas_(formulas), propositions_(propositions) {
    for (const Proposition& proposition : propositions) texts_.push_back(proposition.text);
  }

  // The left side of the whole formula is asked about runs (LtlPremise), not about states.
  std::vector<Proposition> of(FormulaId formula) {
    if (formulas_.op(formula) == FormulaOp::Implies) {
      seen_.insert(formula);
      for (const FormulaId operand : formulas_[formula].operands) visit(operand);
    } else {
      visit(formula);
    }
    return std::move(found_);
  }

 private:
  void visit(FormulaId id) {
    if (!seen_.insert(id).second) return;
    const FormulaNode& node = formulas_[id];
    if (node.op == FormulaOp::Implies && is_about_states(formulas_, node.left())) {
      found_.push_back({text_of(formulas_, node.left(), texts_),
                        state_expression(model_, formulas_, node.left(), propositions_)});
    }
    for (const FormulaId operand : node.operands) visit(operand);
  }

  Model& model_;
  const Formulas& formulas_;
  const std::vector<Proposition>& propositions_;
  std::vector<std::string> texts_;
  std::set<FormulaId> seen_;
  std::vector<Proposition> found_;
};

// Where every negation stands at a proposition, the others are hoped for.
std::vector<Proposition> positives_of(Formulas& formulas, FormulaId formula,
                                      const std::vector<Proposition>& propositions) {
  std::set<FormulaId> seen;
  std::set<std::uint32_t> numbers;
  std::vector<FormulaId> open{negation_normal_form(formulas, formula)};
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second || formulas.op(id) == FormulaOp::Not) continue;
    if (formulas.op(id) == FormulaOp::Proposition) numbers.insert(formulas[id].proposition);
    for (const FormulaId operand : formulas[id].operands) open.push_back(operand);
  }
  std::vector<Proposition> positives;
  for (const std::uint32_t number : numbers) positives.push_back(propositions[number]);
  return positives;
}

std::shared_ptr<const LtlPremise> premise_of(const Formulas& formulas, FormulaId formula,
                                             const std::vector<Proposition>& propositions) {
  if (formulas.op(formula) != FormulaOp::Implies) return nullptr;
  std::vector<std::string> texts;
  for (const Proposition& proposition : propositions) texts.push_back(proposition.text);
  const FormulaNode& node = formulas[formula];
  std::string left = text_of(formulas, node.left(), texts);
  std::string written = fmt::format("({}) -> ({})", left, text_of(formulas, node.right(), texts));
  return std::make_shared<const LtlPremise>(
      LtlPremise{formulas, node.left(), std::move(left), std::move(written)});
}

bool mentions_next(const Formulas& formulas, FormulaId formula) {
  std::set<FormulaId> seen;
  std::vector<FormulaId> open{formula};
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    if (formulas.op(id) == FormulaOp::Next) return true;
    for (const FormulaId operand : formulas[id].operands) open.push_back(operand);
  }
  return false;
}

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
  const ProcessTypeId type =
      ClaimMaker(model, propositions, {}).add(name, to_buchi(made.automaton));
  model.process_types[type].ignores_repetition = !mentions_next(formulas, formula);
  return {type, "", Antecedents(model, formulas, propositions).of(formula),
          positives_of(formulas, formula, propositions),
          premise_of(formulas, formula, propositions)};
}

ReadResult<LtlClaim> add_ltl_claim(Model& model, const std::string& name, const std::string& text,
                                   const FormulaOptions& options,
                                   const ReadExpression& read_expression) {
  auto parsed = parse_ltl(text, options);
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};
  ParsedFormula& formula = parsed.value();
  auto propositions = read_propositions(model, formula, text, options, read_expression);
  if (!propositions.ok()) return {nullptr, std::move(propositions.diagnostics)};
  auto claim = std::make_unique<LtlClaim>();
  claim->propositions = std::move(propositions.value());
  const AddedClaim added =
      add_claim_against(model, name, formula.formulas, formula.formula, claim->propositions);
  if (!added.refusal.empty()) {
    const auto source =
        options.source ? options.source : std::make_shared<const SourceText>(options.name, text);
    Diagnostics diagnostics(source);
    diagnostics.error(source->span(options.source_offset, text.size()), added.refusal);
    return {nullptr, std::move(diagnostics)};
  }
  claim->type = added.type;
  claim->antecedents = added.antecedents;
  claim->positives = added.positives;
  claim->premise = added.premise;
  return {std::move(claim), std::move(propositions.diagnostics)};
}

namespace {

// Against runs for which `outer inner not leaf` is false.
ProcessTypeId add_claim_about(Model& model, const char* name, Op leaf, FormulaOp outer,
                              FormulaOp inner) {
  Expr expr;
  expr.op = leaf;
  const std::vector<Proposition> propositions{{name, model.add_expr(std::move(expr))}};
  Formulas formulas;
  const FormulaId no = formulas.make(FormulaOp::Not, formulas.proposition(0));
  const FormulaId formula = formulas.make(outer, formulas.make(inner, no));
  return add_claim_against(model, name, formulas, formula, propositions).type;
}

}  // namespace

ProcessTypeId add_progress_claim(Model& model) {
  return add_claim_about(model, "progress", Op::NonProgress, FormulaOp::Globally,
                         FormulaOp::Finally);
}

ProcessTypeId add_acceptance_claim(Model& model) {
  return add_claim_about(model, "acceptance", Op::Accepting, FormulaOp::Finally,
                         FormulaOp::Globally);
}

}  // namespace clew
