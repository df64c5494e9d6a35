// A formula about single states as an expression of the model.
#pragma once

#include <vector>

#include "clew/model/model.hpp"
#include "clew/property/formula.hpp"

namespace clew {

// Neither temporal operators nor quantifiers over paths, however deep.
bool is_about_states(const Formulas& formulas, FormulaId formula);

// Adds the expression to the model.
// REQUIRES: is_about_states(formula), and its propositions are in the list.
ExprId state_expression(Model& model, const Formulas& formulas, FormulaId formula,
                        const std::vector<Proposition>& propositions);

}  // namespace clew
