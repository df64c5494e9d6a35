// Formulas of temporal logic in other tools' syntax.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/model/model.hpp"
#include "clew/property/ctl_formula.hpp"
#include "clew/property/property.hpp"

namespace clew {

// The formula of an Ltl or Ctl property; its propositions are Property::propositions.  None if the text
// of the property alone does not say what it is.
std::optional<CtlFormula> formula_of(const Model& model, const Property& property);

// For NuSMV, every operand in parentheses; the texts of propositions are given.
// Release, weak until and strong release are written with the operators that there are.
std::string smv_formula(const Formulas& formulas, FormulaId formula,
                        const std::vector<std::string>& propositions);

}  // namespace clew
