#include "clew/model/intervals.hpp"

#include <algorithm>
#include <bit>

#include "clew/model/state.hpp"

namespace clew {

namespace {

constexpr Range truth{0, 1};

bool is_truth_value(Op op) {
  switch (op) {
    case Op::AtLocation:
    case Op::Exists:
    case Op::IsYoungest:
    case Op::IsFull:
    case Op::IsEmpty:
    case Op::Poll:
    case Op::Timeout:
    case Op::Enabled:
    case Op::NonProgress:
    case Op::Accepting:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Imply: return true;
    default: return op >= Op::Less && op <= Op::NotEqual;
  }
}

// Of a model whose processes neither come nor go.
Value channel_count(const Model& model) {
  std::size_t count = 0;
  for (const Channel& channel : model.channels) count += channel.is_global() ? 1U : 0U;
  for (const Process& process : model.processes) {
    count += model.process_types[process.type].channels.size();
  }
  return static_cast<Value>(count);
}

// Arithmetic wraps around at 32 bits; where it might, nothing is known.
Range kept(std::int64_t low, std::int64_t high) {
  if (low < full_range.low || high > full_range.high) return full_range;
  return {static_cast<Value>(low), static_cast<Value>(high)};
}

// 2^k - 1, at least `value`.
Value all_bits_up_to(Value value) {
  const auto bits = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(value)));
  return static_cast<Value>((std::uint64_t{1} << bits) - 1);
}

Range product(Range a, Range b) {
  const std::int64_t corners[] = {std::int64_t{a.low} * b.low, std::int64_t{a.low} * b.high,
                                  std::int64_t{a.high} * b.low, std::int64_t{a.high} * b.high};
  return kept(*std::min_element(std::begin(corners), std::end(corners)),
              *std::max_element(std::begin(corners), std::end(corners)));
}

Range bitwise(Op op, Range a, Range b) {
  // One side without a sign bounds what is common to both.
  if (op == Op::BitAnd && (a.low >= 0 || b.low >= 0)) {
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
    return {0, a.low >= 0 ? a.high : b.high};
  }
  if (a.low < 0 || b.low < 0) return full_range;
  return {0, all_bits_up_to(std::max(a.high, b.high))};
}

Range remainder(Range a, Range b) {
  const std::int64_t most =
      std::max(std::abs(std::int64_t{b.low}), std::abs(std::int64_t{b.high})) - 1;
  if (most < 0) return full_range;
  return kept(a.low < 0 ? std::max(-most, std::int64_t{a.low}) : 0,
              a.high > 0 ? std::min(most, std::int64_t{a.high}) : 0);
}

Range binary(Op op, Range a, Range b) {
  switch (op) {
    case Op::Add: return kept(std::int64_t{a.low} + b.low, std::int64_t{a.high} + b.high);
    case Op::Subtract: return kept(std::int64_t{a.low} - b.high, std::int64_t{a.high} - b.low);
    case Op::Multiply: return product(a, b);
    case Op::Divide: {
      // Divisors that are not negative bring the dividend nearer to 0; others may change its sign, too.
      if (b.low >= 0) return {std::min(a.low, 0), std::max(a.high, 0)};
      const std::int64_t most = std::max(std::abs(std::int64_t{a.low}), std::int64_t{a.high});
      return kept(-most, most);
    }
    case Op::Modulo: return remainder(a, b);
    case Op::ShiftLeft:
      if (a.low < 0 || b.low < 0 || b.high > 31) return full_range;
      return kept(std::int64_t{a.low} << b.low, std::int64_t{a.high} << b.high);
    case Op::ShiftRight: return {std::min(a.low, 0), std::max(a.high, 0)};
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor: return bitwise(op, a, b);
    default: return full_range;
  }
}

Range values_of(const Slot& slot, bool is_constant) {
  if (!is_constant) return slot.type.range;
  const auto [low, high] = std::minmax_element(slot.initial.begin(), slot.initial.end());
  return {*low, *high};
}

}  // namespace

Range interval_of(const Model& model, ExprId id, ProcessTypeId self) {
  const Expr& expr = model.exprs[id];
  if (expr.op == Op::Poll && model.polls[expr.poll].searches) return {0, full_range.high};
  if (is_truth_value(expr.op)) return truth;
  switch (expr.op) {
    case Op::Constant: return {expr.constant, expr.constant};
    case Op::Read:
      return values_of(model.slot_of(expr.place, self), expr.place.scope == Scope::Constant);
    case Op::Self:
    case Op::ProcessCount:
      return {0, static_cast<Value>(model.is_dynamic() ? parts_max : model.processes.size())};
    case Op::OwnChannel: return {0, model.is_dynamic() ? full_range.high : channel_count(model)};
    case Op::Length:
    case Op::LocationNumber: return {0, full_range.high};
    case Op::Bounded: return {0, expr.constant - 1};
    case Op::Conditional: {
      const Range one = interval_of(model, expr.right, self);
      const Range other = interval_of(model, expr.third, self);
      return {std::min(one.low, other.low), std::max(one.high, other.high)};
    }
    case Op::Negate: return binary(Op::Subtract, {0, 0}, interval_of(model, expr.left, self));
    case Op::Complement: return binary(Op::Subtract, {-1, -1}, interval_of(model, expr.left, self));
    default: break;
  }
  if (!is_binary(expr.op)) return full_range;
  return binary(expr.op, interval_of(model, expr.left, self), interval_of(model, expr.right, self));
}

Range interval_of(Op op, Range left, Range right) {
  return is_truth_value(op) ? truth : binary(op, left, right);
}

namespace {

bool can_fail(const Model& model, const Instruction& step, ProcessTypeId self) {
  if (step.kind == Instruction::Kind::Assert) return can_fail(model, step.value, self);
  if (step.kind != Instruction::Kind::Assign) return true;
  const Place& target = step.target;
  if (target.scope != Scope::Self && target.scope != Scope::Global) return true;
  // Of a synchronous system somebody else may write the same variable.
  const bool is_shared =
      target.scope == Scope::Global && model.composition == Composition::Synchronous;
  if (is_shared || can_fail(model, step.value, self)) return true;
  const Slot& slot = model.slot_of(target, self);
  if (is_some(target.index)) {
    const Range inside{0, static_cast<Value>(slot.length) - 1};
    if (can_fail(model, target.index, self)) return true;
    if (!lies_within(interval_of(model, target.index, self), inside)) return true;
  }
  return slot.type.overflow == Overflow::Error &&
         !lies_within(interval_of(model, step.value, self), slot.type.range);
}

}  // namespace

Op turned(Op op) {
  switch (op) {
    case Op::Less: return Op::Greater;
    case Op::LessEqual: return Op::GreaterEqual;
    case Op::Greater: return Op::Less;
    case Op::GreaterEqual: return Op::LessEqual;
    default: return op;
  }
}

bool claim_can_fail(const Model& model, ProcessTypeId claim) {
  return std::any_of(model.actions.begin(), model.actions.end(), [&](const Action& action) {
    if (action.owner != claim) return false;
    if (is_some(action.guard) && can_fail(model, action.guard, claim)) return true;
    return std::any_of(action.effect.begin(), action.effect.end(),
                       [&](const Instruction& step) { return can_fail(model, step, claim); });
  });
}

bool can_fail(const Model& model, ExprId id, ProcessTypeId self) {
  const Expr& expr = model.exprs[id];
  for (const ExprId operand : operands_of(expr)) {
    if (can_fail(model, operand, self)) return true;
  }
  switch (expr.op) {
    case Op::Read: {
      const Place& place = expr.place;
      if (place.scope == Scope::Numbered || place.scope == Scope::Object) return true;
      if (!is_some(place.index)) return false;
      const auto last = static_cast<Value>(model.slot_of(place, self).length) - 1;
      return can_fail(model, place.index, self) ||
             !lies_within(interval_of(model, place.index, self), {0, last});
    }
    case Op::Divide:
    case Op::Modulo: {
      const Range divisor = interval_of(model, expr.right, self);
      const bool has_too_large_result =
          divisor.contains(-1) &&
          interval_of(model, expr.left, self).contains(full_range.low);
      return divisor.contains(0) || has_too_large_result;
    }
    case Op::ShiftLeft:
    case Op::ShiftRight: return !lies_within(interval_of(model, expr.right, self), {0, 31});
    case Op::Bounded:
      return !lies_within(interval_of(model, expr.left, self), {0, expr.constant - 1});
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty: return model.exprs[expr.left].op != Op::Constant;
    case Op::Poll:
    case Op::Enabled: return true;
    default: return false;
  }
}

}  // namespace clew
