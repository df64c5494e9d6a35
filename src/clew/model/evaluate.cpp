#include "clew/model/evaluate.hpp"

#include <algorithm>

#include "clew/model/arithmetic.hpp"
#include "clew/model/choices.hpp"

namespace clew {

Value Evaluator::fail(ErrorKind kind, SourceSpan span, Value value, Range allowed,
                      const std::string& name) {
  if (!error_) error_ = RuntimeError{kind, span, value, allowed, name};
  return 0;
}

ProcessId Evaluator::process_of(const Place& place) {
  if (place.scope == Scope::Self) return self_;
  if (place.scope == Scope::Process) {
    if (place.process == claim_id) return claim_id;
    const bool is_there = to_index(place.process) < state_.process_count() &&
                          state_.type_of(place.process) == model_.processes[place.process].type;
    return is_there ? place.process : no_id<ProcessId>;
  }
  if (is_some(place.owner)) {
    const Value number = value(place.owner);
    if (failed() || !is_alive(number)) return no_id<ProcessId>;
    const auto process = to_id<ProcessId>(static_cast<std::size_t>(number));
    return state_.type_of(process) == place.type ? process : no_id<ProcessId>;
  }
  for (std::size_t i = 0; i < state_.process_count(); ++i) {
    if (state_.type_of(to_id<ProcessId>(i)) == place.type) return to_id<ProcessId>(i);
  }
  return no_id<ProcessId>;
}

Value Evaluator::value(ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return expr.constant;
    case Op::Read: return read(expr.place);
    case Op::AtLocation: {
      const ProcessId process = process_of(expr.place);
      return is_some(process) && state_.location_of(process) == expr.location ? 1 : 0;
    }
    case Op::Exists:
    case Op::Enabled:
    case Op::LocationNumber: return ask_process(expr);
    case Op::IsYoungest: return to_index(self_) + 1 == state_.process_count() ? 1 : 0;
    case Op::Self: return static_cast<Value>(to_index(self_));
    case Op::ProcessCount: return static_cast<Value>(state_.process_count());
    case Op::OwnChannel: return own_channel(expr.constant);
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty:
    case Op::Poll: return ask_channel(expr);
    case Op::Timeout: return timeout_ ? 1 : 0;
    case Op::NonProgress: return some_process_at(&Location::is_progress) ? 0 : 1;
    case Op::Accepting: return some_process_at(&Location::accepting) ? 1 : 0;
    case Op::Bounded: return bounded(expr);
    case Op::Conditional: {
      const bool chosen = is_true(expr.left);
      return failed() ? 0 : value(chosen ? expr.right : expr.third);
    }
    default: break;
  }
  if (is_unary(expr.op)) return unary(expr.op, value(expr.left));
  return binary(expr);
}

Value Evaluator::ask_process(const Expr& expr) {
  const Value number = value(expr.left);
  if (failed() || !is_alive(number)) return 0;
  if (expr.op == Op::Exists) return 1;
  const auto process = to_id<ProcessId>(static_cast<std::size_t>(number));
  if (expr.op == Op::LocationNumber) return static_cast<Value>(state_.location_of(process));
  const std::optional<bool> enabled =
      oracle_ && process != self_ ? oracle_->is_enabled(state_, process) : std::nullopt;
  if (!enabled) return fail(ErrorKind::AsksItself, expr.span);
  return *enabled ? 1 : 0;
}

Value Evaluator::ask_channel(const Expr& expr) {
  const bool polls = expr.op == Op::Poll;
  const Shape::ChannelPart* const part =
      channel(polls ? model_.polls[expr.poll].channel : expr.left);
  if (!part) return 0;
  const Channel& declared = model_.channels[part->id];
  if (polls) {
    if (declared.is_rendezvous()) {
      return fail(ErrorKind::PollsRendezvous, expr.span, 0, {}, declared.name);
    }
    const Communication& poll = model_.polls[expr.poll];
    const std::optional<std::uint32_t> index = message_for(poll, *part);
    if (!index) return 0;
    return poll.searches ? static_cast<Value>(*index) + 1 : 1;
  }
  const Value fill = declared.is_rendezvous() ? 0 : state_.values[part->offset];
  if (expr.op == Op::Length) return fill;
  if (expr.op == Op::IsEmpty) return fill == 0 ? 1 : 0;
  const bool has_room = static_cast<std::uint32_t>(fill) < declared.capacity;
  return declared.is_rendezvous() || has_room ? 0 : 1;
}

const Shape::ChannelPart* Evaluator::channel(ExprId id) {
  const Value number = value(id);
  if (failed()) return nullptr;
  if (number < 1 || static_cast<std::size_t>(number) > state_.shape->channels.size()) {
    fail(ErrorKind::NoSuchChannel, model_.exprs[id].span, number);
    return nullptr;
  }
  return &state_.shape->channels[static_cast<std::size_t>(number) - 1];
}

bool Evaluator::matches(const Communication& receive, std::span<const Value> message) {
  for (std::size_t i = 0; i < receive.items.size() && i < message.size(); ++i) {
    if (receive.items[i].kind != ReceiveItem::Kind::Match) continue;
    const Value wanted = value(receive.items[i].value);
    if (failed() || wanted != message[i]) return false;
  }
  return true;
}

std::optional<std::uint32_t> Evaluator::message_for(const Communication& receive,
                                                    const Shape::ChannelPart& part) {
  const std::size_t width = model_.channels[part.id].items.size();
  const auto fill = static_cast<std::uint32_t>(state_.values[part.offset]);
  const std::uint32_t last = receive.searches ? fill : std::min(fill, 1U);
  for (std::uint32_t i = 0; i < last; ++i) {
    const std::span<const Value> message(state_.values.data() + part.offset + 1 + i * width, width);
    if (matches(receive, message)) return i;
    if (failed()) return std::nullopt;
  }
  return std::nullopt;
}

Value Evaluator::own_channel(Value index) const {
  const auto own = channels_of(model_, state_, self_);
  return static_cast<Value>(own.data() - state_.shape->channels.data()) + index + 1;
}

bool Evaluator::some_process_at(bool Location::*mark) const {
  for (std::size_t i = 0; i < state_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    const ProcessType& type = model_.process_types[state_.type_of(process)];
    if (type.locations[state_.location_of(process)].*mark) return true;
  }
  return false;
}

Value Evaluator::bounded(const Expr& expr) {
  const Value index = value(expr.left);
  if (failed() || (index >= 0 && index < expr.constant)) return index;
  return fail(ErrorKind::IndexOutOfRange, expr.span, index, {0, expr.constant - 1});
}

Value Evaluator::unary(Op op, Value operand) const {
  switch (op) {
    case Op::Not: return operand == 0 ? 1 : 0;
    case Op::Negate: return wrapped_value(-std::int64_t{operand});
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
  const bool left_was_open = expr.op == Op::And || expr.op == Op::Or || expr.op == Op::Imply;
  if (left_was_open) return right != 0;
  if (const std::optional<Value> result = computed(expr.op, left, right)) return *result;
  if (expr.op == Op::ShiftLeft || expr.op == Op::ShiftRight) {
    return fail(ErrorKind::ShiftOutOfRange, expr.span, right, {0, 31});
  }
  return fail(right == 0 ? ErrorKind::DivisionByZero : ErrorKind::DivisionOverflow, expr.span);
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
    const Value reference = value(place.owner);
    if (failed()) return {};
    if (reference == 0) {
      fail(ErrorKind::NullReference, place.span);
      return {};
    }
    const auto& part = state_.shape->objects[static_cast<std::size_t>(reference) - 1];
    base = part.offset;
    frame = &model_.object_types[part.type].frame;
  } else if (place.scope != Scope::Global) {
    const ProcessId process = process_of(place);
    if (failed()) return {};
    if (!is_some(process)) {
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
  if (place.scope == Scope::Choice) {
    return chosen_value(model_, *action_, combination_, place.slot);
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
