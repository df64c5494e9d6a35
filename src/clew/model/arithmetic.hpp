// What operators compute, in one place: the judge, the range analysis and the printer of C text all ask
// here.
#pragma once

#include <cstdint>
#include <optional>

#include "clew/model/model.hpp"

namespace clew {

// Arithmetic wraps around at 32 bits.
constexpr Value wrapped_value(std::int64_t value) {
  return static_cast<Value>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
}

// Nothing where it is an error: a division by zero or out of the range of values, a shift by more than
// there are bits.
// REQUIRES: the operator is binary and looks at both sides: not And, Or, Imply.
constexpr std::optional<Value> computed(Op op, Value left, Value right) {
  switch (op) {
    case Op::Multiply: return wrapped_value(std::int64_t{left} * right);
    case Op::Add: return wrapped_value(std::int64_t{left} + right);
    case Op::Subtract: return wrapped_value(std::int64_t{left} - right);
    case Op::Divide:
    case Op::Modulo:
      if (right == 0 || (left == full_range.low && right == -1)) return std::nullopt;
      return op == Op::Divide ? left / right : left % right;
    case Op::ShiftLeft:
    case Op::ShiftRight:
      if (right < 0 || right > 31) return std::nullopt;
      return op == Op::ShiftRight ? left >> right  // arithmetic since C++20
                                  : wrapped_value(std::int64_t{left} * (std::int64_t{1} << right));
    case Op::Less: return left < right;
    case Op::LessEqual: return left <= right;
    case Op::Greater: return left > right;
    case Op::GreaterEqual: return left >= right;
    case Op::Equal: return left == right;
    case Op::NotEqual: return left != right;
    case Op::BitAnd: return left & right;
    case Op::BitXor: return left ^ right;
    default: return left | right;
  }
}

}  // namespace clew
