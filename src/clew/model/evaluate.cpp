#include "clew/model/evaluate.hpp"

#include <limits>

namespace clew {

namespace {

// Wrap-around arithmetic: through unsigned, where overflow is defined.
constexpr Value wrapping_add(Value a, Value b) {
  return static_cast<Value>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
constexpr Value wrapping_subtract(Value a, Value b) {
  return static_cast<Value>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
constexpr Value wrapping_multiply(Value a, Value b) {
  return static_cast<Value>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

}  // namespace

Value Evaluator::fail(ErrorKind kind, SourceSpan span, Value value, Range allowed,
                      const std::string& name) {
  if (!error_) error_ = RuntimeError{kind, span, value, allowed, name};
  return 0;
}

bool Evaluator::exists(ProcessId process) const {
  return to_index(process) < state_.process_count() &&
         state_.type_of(process) == model_.processes[process].type;
}

Value Evaluator::value(ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return expr.constant;
    case Op::Read: return read(expr.place);
    case Op::AtLocation: {
      const ProcessId process = expr.place.scope == Scope::Self ? self_ : expr.place.process;
      if (expr.place.scope == Scope::Process && !exists(process)) return 0;
      return state_.location_of(process) == expr.location ? 1 : 0;
    }
    case Op::Exists: {
      const Value number = value(expr.left);
      return number >= 0 && static_cast<std::size_t>(number) < state_.process_count() ? 1 : 0;
    }
    case Op::IsYoungest: return to_index(self_) + 1 == state_.process_count() ? 1 : 0;
    default: break;
  }
  if (is_unary(expr.op)) return unary(expr.op, value(expr.left));
  return binary(expr);
}

Value Evaluator::unary(Op op, Value operand) const {
  switch (op) {
    case Op::Not: return operand == 0 ? 1 : 0;
    case Op::Negate: return wrapping_subtract(0, operand);
    default: return ~operand;
  }
}

Value Evaluator::binary(const Expr& expr) {
  const Value left = value(expr.left);
  if (failed()) return 0;
  if (expr.op == Op::And && left == 0) return 0;
  if (expr.op == Op::Or && left != 0) return 1;
  if (expr.op == Op::Imply && left == 0) return 1;
  const Value right = value(expr.right);
  if (failed()) return 0;
  switch (expr.op) {
    case Op::Multiply: return wrapping_multiply(left, right);
    case Op::Divide:
    case Op::Modulo: return divide(expr, left, right);
    case Op::Add: return wrapping_add(left, right);
    case Op::Subtract: return wrapping_subtract(left, right);
    case Op::ShiftLeft:
    case Op::ShiftRight: return shift(expr, left, right);
    case Op::Less: return left < right;
    case Op::LessEqual: return left <= right;
    case Op::Greater: return left > right;
    case Op::GreaterEqual: return left >= right;
    case Op::Equal: return left == right;
    case Op::NotEqual: return left != right;
    case Op::BitAnd: return left & right;
    case Op::BitXor: return left ^ right;
    case Op::BitOr: return left | right;
    default: return right != 0;  // And, Or, Imply: the left side did not decide
  }
}

Value Evaluator::divide(const Expr& expr, Value left, Value right) {
  if (right == 0) return fail(ErrorKind::DivisionByZero, expr.span);
  if (left == std::numeric_limits<Value>::min() && right == -1) {
    return fail(ErrorKind::DivisionOverflow, expr.span);
  }
  return expr.op == Op::Divide ? left / right : left % right;
}

Value Evaluator::shift(const Expr& expr, Value left, Value right) {
  if (right < 0 || right > 31) return fail(ErrorKind::ShiftOutOfRange, expr.span, right, {0, 31});
  if (expr.op == Op::ShiftRight) return left >> right;  // arithmetic since C++20
  return static_cast<Value>(static_cast<std::uint32_t>(left) << right);
}

std::uint32_t Evaluator::element(const Place& place, const Slot& slot) {
  if (!is_some(place.index)) return 0;
  const Value index = value(place.index);
  if (failed()) return 0;
  if (index < 0 || static_cast<std::uint32_t>(index) >= slot.length) {
    fail(ErrorKind::IndexOutOfRange, place.span, index, {0, static_cast<Value>(slot.length) - 1},
         slot.name);
    return 0;
  }
  return static_cast<std::uint32_t>(index);
}

Address Evaluator::address(const Place& place) {
  std::uint32_t base = 0;
  const Frame* frame = &model_.globals;
  if (place.scope == Scope::Object) {
    const Value reference = value(place.object);
    if (failed()) return {};
    if (reference == 0) {
      fail(ErrorKind::NullReference, place.span);
      return {};
    }
    const auto& part = state_.shape->objects[static_cast<std::size_t>(reference) - 1];
    base = part.offset;
    frame = &model_.object_types[part.type].frame;
  } else if (place.scope != Scope::Global) {
    const ProcessId process = place.scope == Scope::Self ? self_ : place.process;
    if (place.scope == Scope::Process && !exists(process)) {
      fail(ErrorKind::NoSuchProcess, place.span);
      return {};
    }
    const auto& part = state_.part(process);
    base = part.offset + 1;
    frame = &model_.process_types[part.type].frame;
  }
  const Slot& slot = frame->slots[place.slot];
  return {base + slot.offset + element(place, slot), &slot};
}

Value Evaluator::read(const Place& place) {
  if (place.scope == Scope::Constant) {
    const Slot& slot = model_.constants.slots[place.slot];
    return slot.initial[element(place, slot)];
  }
  const Address found = address(place);
  return failed() ? 0 : state_.values[found.offset];
}

std::optional<RuntimeError> convert(Value& value, const ValueType& type, const Slot* slot,
                                    SourceSpan span) {
  if (type.range.contains(value)) return std::nullopt;
  if (type.overflow == Overflow::Wrap) {
    value = wrap(value, type.range);
    return std::nullopt;
  }
  return RuntimeError{ErrorKind::ValueOutOfRange, span, value, type.range, slot ? slot->name : ""};
}

}  // namespace clew
