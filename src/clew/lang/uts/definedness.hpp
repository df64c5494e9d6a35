// When an expression has a value, as an expression.
//
//   definedness(model, expr, self)   // of `a[i] / x` with a[3]: i <= 2 & x != 0
//
// A rule asks several things of a state at once, and one of them may have no value where another is false.
#pragma once

#include "clew/model/model.hpp"

namespace clew::uts {

// True wherever `expr` has a value, and never without a value itself; no_id if `expr` always has one.
// REQUIRES: `expr` is of a rule: constants, variables and operators.
ExprId definedness(Model& model, ExprId expr, ProcessTypeId self);

}  // namespace clew::uts
