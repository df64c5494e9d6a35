// Expressions inside of formulas: what the front-end of the model's language says about them is said
// where the user wrote them.
//
//   auto read = read_propositions(model, parsed, text, options, read_expression);
//   read.value()[0].expr;
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"
#include "clew/property/formula_parser.hpp"

namespace clew {

// For formulas about the model: diagnostics say `name`, and `P->x` is a variable where P is a process.
// REQUIRES: the model outlives them.
FormulaOptions formula_options(const Model& model, const std::string& name);

using ReadExpression = std::function<ReadResult<ExprId>(Model& model, const std::string& text)>;

// Adds the expression to the model.  `text` is what `written` and the options speak of: the formula,
// or the expression alone.
ReadResult<ExprId> read_proposition(Model& model, const WrittenProposition& written,
                                    const std::string& text, const FormulaOptions& options,
                                    const ReadExpression& read_expression);

// All propositions of the formula, or all that is wrong with them.
ReadResult<std::vector<Proposition>> read_propositions(Model& model, const ParsedFormula& formula,
                                                       const std::string& text,
                                                       const FormulaOptions& options,
                                                       const ReadExpression& read_expression);

}  // namespace clew
