// An LTL formula about a model, made into the process that watches for its violation.
//
//   auto claim = add_ltl_claim(model, "response", "G (P.wait -> F P.CS)", read_expression);
//   const Model product = with_claim(model, claim.value().type);
//
// The automaton of the negated formula becomes a process type: its states are locations, the letters on
// its edges are guards.  The formula holds if that process, watching, accepts no run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/proposition.hpp"

namespace clew {

// Of a formula that is an implication as a whole.
struct LtlPremise {
  Formulas formulas;
  FormulaId left = no_id<FormulaId>;
  std::string left_text;  // "G P.wait"
  std::string
      written;  // with the parentheses that the operators put there: "(G P.wait) -> (F P.CS)"
};

struct LtlClaim {
  ProcessTypeId type = no_id<ProcessTypeId>;
  std::vector<Proposition> propositions;
  std::vector<Proposition> antecedents;  // the left sides of its implications that are about states
  std::vector<Proposition> positives;    // the propositions that stand under no negation
  std::shared_ptr<const LtlPremise> premise = nullptr;  // none: the formula is no implication
};

// Adds the process type that watches for a violation of the formula.
struct AddedClaim {
  ProcessTypeId type = no_id<ProcessTypeId>;
  std::string refusal;  // empty, or why the formula cannot be translated
  std::vector<Proposition> antecedents = {};
  std::vector<Proposition> positives = {};
  std::shared_ptr<const LtlPremise> premise = nullptr;
};
// REQUIRES: the formula is LTL, and its propositions are in the list.
AddedClaim add_claim_against(Model& model, const std::string& name, Formulas& formulas,
                             FormulaId formula, const std::vector<Proposition>& propositions);

// Adds the expressions of the propositions and the process type to the model.  An error is in the
// formula, in one of its propositions, or that it is too large to be translated.
ReadResult<LtlClaim> add_ltl_claim(Model& model, const std::string& name, const std::string& text,
                                   const FormulaOptions& options,
                                   const ReadExpression& read_expression);

// Accept the runs that, from some moment on, pass no location marked as progress; and those that pass
// locations marked as accepting again and again.
ProcessTypeId add_progress_claim(Model& model);
ProcessTypeId add_acceptance_claim(Model& model);

}  // namespace clew
