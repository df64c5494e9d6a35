// A CTL formula about a model, as it is written after -p.
//
//   auto property = read_ctl(model, "AG EF P.ready", options, read_expression);
#pragma once

#include <string>

#include "clew/base/diagnostic.hpp"
#include "clew/property/property.hpp"
#include "clew/property/proposition.hpp"

namespace clew {

// Adds the expressions of the propositions to the model; if one reachable state decides, also that of
// the state.  The property has no name yet.  An error is in the formula or in one of its propositions.
ReadResult<Property> read_ctl(Model& model, const std::string& text, const FormulaOptions& options,
                              const ReadExpression& read_expression);

// Whether a path that shows the formula is the answer, if there is one.  A formula has to be true in every
// initial state: where there are several, what is found from one of them answers nothing.
bool asks_existence(const Model& model, const CtlFormula& ctl);

}  // namespace clew
