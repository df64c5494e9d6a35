// What is known about the value of an expression without running anything.
//
//   interval_of(model, expr, self)   // of `x + 1` with a byte x: 1..256
//
// Used to tell where a translation needs care: most assignments cannot leave the range of their
// target, and their text should not look as if they could.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

// Holds every value that the expression can have, and maybe others.
Range interval_of(const Model& model, ExprId expr, ProcessTypeId self);
// The same for two operands that are not written down.  REQUIRES: is_binary(op)
Range interval_of(Op op, Range left, Range right);

// The comparison that says the same with its sides exchanged.
Op turned(Op op);

// True if all values of `inner` are values of `outer`.
constexpr bool lies_within(Range inner, Range outer) {
  return outer.low <= inner.low && inner.high <= outer.high;
}

// False if the expression has a value in every state.
bool can_fail(const Model& model, ExprId expr, ProcessTypeId self);
// False if no guard and no effect of the process type, which watches as a claim, ever fails.
bool claim_can_fail(const Model& model, ProcessTypeId claim);

}  // namespace clew
