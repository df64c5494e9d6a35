#include "clew/encode/symbolic_values.hpp"

#include <algorithm>
#include <utility>

namespace clew {

// --- expressions

SymbolicTruth SymbolicEvaluator::truth(ExprId id) {
  if (!is_some(id)) return {lit_true, lit_false};
  const SymbolicResult result = value(id);
  return {layout_.circuit().both(words_.is_true(result.word), !result.fails), result.fails};
}

SymbolicResult SymbolicEvaluator::value(ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return {words_.constant(expr.constant)};
    case Op::Read: return read(expr.place);
    case Op::AtLocation: return at_location(expr);
    case Op::Exists:
    case Op::Enabled:
    case Op::LocationNumber: return ask_process(expr);
    case Op::IsYoungest: {
      Lit youngest = lit_true;
      for (std::size_t i = to_index(view_.self) + 1; i < layout_.process_count(); ++i) {
        youngest =
            layout_.circuit().both(youngest, !layout_.is_alive(*view_.image, to_id<ProcessId>(i)));
      }
      return of(youngest);
    }
    case Op::Self: return {number(to_index(view_.self))};
    case Op::ProcessCount: {
      CircuitNumber count = number(0);
      for (std::size_t i = 0; i < layout_.process_count(); ++i) {
        count =
            words_.add(count, words_.truth(layout_.is_alive(*view_.image, to_id<ProcessId>(i))));
      }
      return {count};
    }
    case Op::OwnChannel:
      return {
          number(layout_.first_own_channel(view_.self) + static_cast<std::size_t>(expr.constant))};
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty:
    case Op::Poll: return ask_channel(expr);
    case Op::Timeout: return of(view_.timeout);
    case Op::NonProgress: return of(!some_process_at(&Location::is_progress));
    case Op::Accepting: return of(some_process_at(&Location::accepting));
    case Op::Bounded: {
      SymbolicResult index = value(expr.left);
      index.fails = layout_.circuit().either(
          index.fails, outside(index.word, static_cast<std::uint32_t>(expr.constant)));
      return index;
    }
    case Op::Conditional: return conditional(expr);
    case Op::And:
    case Op::Or:
    case Op::Imply: return logical(expr);
    default: return is_unary(expr.op) ? unary(expr) : binary(expr);
  }
}

SymbolicResult SymbolicEvaluator::conditional(const Expr& expr) {
  Circuit& circuit = layout_.circuit();
  const SymbolicTruth condition = truth(expr.left);
  const SymbolicResult yes = value(expr.right);
  const SymbolicResult no = value(expr.third);
  return {words_.choose(condition.value, yes.word, no.word),
          circuit.either(condition.fails, circuit.choose(condition.value, yes.fails, no.fails))};
}

SymbolicResult SymbolicEvaluator::logical(const Expr& expr) {
  Circuit& circuit = layout_.circuit();
  SymbolicTruth left = truth(expr.left);
  if (expr.op == Op::Imply) left.value = circuit.both(!left.value, !left.fails);
  const bool decided_by = expr.op != Op::And;  // what the left side must be to decide alone
  const Lit open = circuit.both(!left.fails, decided_by ? !left.value : left.value);
  if (open == lit_false) return {words_.truth(constant_lit(decided_by)), left.fails};
  const SymbolicTruth right = truth(expr.right);
  const Lit value =
      decided_by ? circuit.either(left.value, right.value) : circuit.both(left.value, right.value);
  return {words_.truth(value), circuit.either(left.fails, circuit.both(open, right.fails))};
}

SymbolicResult SymbolicEvaluator::unary(const Expr& expr) {
  const SymbolicResult operand = value(expr.left);
  switch (expr.op) {
    case Op::Not: return {words_.truth(!words_.is_true(operand.word)), operand.fails};
    case Op::Negate: return {words_.negate(operand.word), operand.fails};
    default: return {words_.complement(operand.word), operand.fails};
  }
}

SymbolicResult SymbolicEvaluator::binary(const Expr& expr) {
  const SymbolicResult left = value(expr.left);
  const SymbolicResult right = value(expr.right);
  SymbolicResult result = arithmetic(expr, left.word, right.word);
  Circuit& circuit = layout_.circuit();
  result.fails = circuit.either(result.fails, circuit.either(left.fails, right.fails));
  return result;
}

SymbolicResult SymbolicEvaluator::arithmetic(const Expr& expr, const CircuitNumber& left,
                                             const CircuitNumber& right) {
  Circuit& circuit = layout_.circuit();
  switch (expr.op) {
    case Op::Multiply: return {words_.multiply(left, right)};
    case Op::Add: return {words_.add(left, right)};
    case Op::Subtract: return {words_.subtract(left, right)};
    case Op::Divide:
    case Op::Modulo: {
      const CircuitNumbers::Quotient found = words_.divide(left, right);
      const Lit overflows = circuit.both(words_.equal(left, words_.constant(full_range.low)),
                                         words_.equal(right, words_.constant(-1)));
      return {expr.op == Op::Divide ? found.quotient : found.remainder,
              circuit.either(!words_.is_true(right), overflows)};
    }
    case Op::ShiftLeft: return {words_.shift_left(left, right), outside(right, 32)};
    case Op::ShiftRight: return {words_.shift_right(left, right), outside(right, 32)};
    case Op::Less: return of(words_.less(left, right));
    case Op::LessEqual: return of(words_.less_equal(left, right));
    case Op::Greater: return of(words_.less(right, left));
    case Op::GreaterEqual: return of(words_.less_equal(right, left));
    case Op::Equal: return of(words_.equal(left, right));
    case Op::NotEqual: return of(!words_.equal(left, right));
    case Op::BitAnd: return {words_.bit_and(left, right)};
    case Op::BitXor: return {words_.bit_xor(left, right)};
    default: return {words_.bit_or(left, right)};
  }
}

// --- places

Lit SymbolicEvaluator::outside(const CircuitNumber& index, std::uint32_t length) {
  return !words_.within(index, {0, static_cast<Value>(length) - 1});
}

CircuitNumber SymbolicEvaluator::indexed(const CircuitNumber& index, std::span<const CircuitNumber> from) {
  if (words_.notes_terms()) {  // nobody wants to read single bits
    CircuitNumber result = from.back();
    for (std::size_t i = from.size() - 1; i-- > 0;) {
      result = words_.choose(words_.equal(index, number(i)), from[i], result);
    }
    return result;
  }
  std::vector<CircuitNumber> level(from.begin(), from.end());
  for (std::size_t bit = 0; level.size() > 1; ++bit) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      level[kept++] =
          i + 1 < level.size() ? words_.choose(index.bit(bit), level[i + 1], level[i]) : level[i];
    }
    level.resize(kept);
  }
  return level.front();
}

std::vector<SymbolicEvaluator::Owner> SymbolicEvaluator::owners_of(const Place& place, Lit& fails) {
  if (place.scope == Scope::Self) return {{lit_true, view_.self}};
  if (place.scope == Scope::Process) {
    if (place.process == claim_id) return {{lit_true, claim_id}};
    return {{layout_.is_alive(*view_.image, place.process), place.process}};
  }
  std::vector<Owner> owners;
  const bool is_numbered = is_some(place.owner);
  const SymbolicResult wanted = is_numbered ? value(place.owner) : SymbolicResult{};
  fails = wanted.fails;
  for (std::size_t i = 0; i < layout_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    if (layout_.part(process).type != place.type) continue;
    const Lit alive = layout_.is_alive(*view_.image, process);
    if (!is_numbered) return {{alive, process}};  // it is the first that is alive, if one is
    const Lit condition = layout_.circuit().both(alive, words_.equal(wanted.word, number(i)));
    if (condition != lit_false) owners.push_back({condition, process});
  }
  return owners;
}

SymbolicAddress SymbolicEvaluator::address(const Place& place) {
  Circuit& circuit = layout_.circuit();
  SymbolicAddress result;
  const bool is_global = place.scope == Scope::Global;
  std::vector<Owner> owners{{lit_true, no_id<ProcessId>}};
  if (!is_global) {
    owners = owners_of(place, result.fails);
    Lit found = lit_false;
    for (const Owner& owner : owners) found = circuit.either(found, owner.condition);
    result.fails = circuit.either(result.fails, !found);
  }
  SymbolicResult index;
  if (is_some(place.index)) index = value(place.index);
  for (const Owner& owner : owners) {
    const Frame& frame = is_global ? model_.globals : layout_.type_of(owner.process).frame;
    const std::uint32_t base = is_global ? 0 : layout_.part(owner.process).offset + 1;
    result.slot = &frame.slots[place.slot];
    const std::uint32_t first = base + result.slot->offset;
    if (!is_some(place.index)) {
      result.candidates.push_back({owner.condition, first});
      continue;
    }
    result.fails = circuit.either(result.fails, index.fails);
    result.fails = circuit.either(result.fails, outside(index.word, result.slot->length));
    for (std::uint32_t k = 0; k < result.slot->length; ++k) {
      const Lit condition = circuit.both(owner.condition, words_.equal(index.word, number(k)));
      if (condition != lit_false) result.candidates.push_back({condition, first + k});
    }
  }
  return result;
}

SymbolicResult SymbolicEvaluator::constant_table(const Place& place) {
  const Slot& slot = model_.constants.slots[place.slot];
  if (!is_some(place.index)) return {words_.constant(slot.initial.front())};
  const SymbolicResult index = value(place.index);
  std::vector<CircuitNumber> values;
  for (const Value entry : slot.initial) values.push_back(words_.constant(entry));
  return {indexed(index.word, values),
          layout_.circuit().either(index.fails, outside(index.word, slot.length))};
}

SymbolicResult SymbolicEvaluator::read(const Place& place) {
  if (place.scope == Scope::Constant) return constant_table(place);
  if (place.scope == Scope::Choice) return {view_.choices[to_index(place.slot)]};
  const bool is_plain = place.scope == Scope::Global || place.scope == Scope::Self;
  if (is_plain && is_some(place.index)) {
    // Halving the vector bit by bit gives smaller functions than asking element by element.
    const bool is_global = place.scope == Scope::Global;
    const Frame& frame = is_global ? model_.globals : layout_.type_of(view_.self).frame;
    const Slot& slot = frame.slots[place.slot];
    const std::uint32_t base = is_global ? 0 : layout_.part(view_.self).offset + 1;
    const SymbolicResult index = value(place.index);
    std::vector<CircuitNumber> values;
    for (std::uint32_t k = 0; k < slot.length; ++k) {
      values.push_back(view_.image->at(base + slot.offset + k));
    }
    return {indexed(index.word, values),
            layout_.circuit().either(index.fails, outside(index.word, slot.length))};
  }
  const SymbolicAddress found = address(place);
  SymbolicResult result{words_.constant(0), found.fails};
  for (auto at = found.candidates.rbegin(); at != found.candidates.rend(); ++at) {
    const CircuitNumber& word = view_.image->at(at->offset);
    const bool is_last = at == found.candidates.rbegin();
    result.word = is_last ? word : words_.choose(at->condition, word, result.word);
  }
  return result;
}

// --- questions

Lit SymbolicEvaluator::some_process_at(bool Location::*mark) {
  Lit found = lit_false;
  for (std::size_t i = 0; i < layout_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    const auto& locations = layout_.type_of(process).locations;
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (!(locations[to_id<LocationId>(k)].*mark)) continue;
      found = layout_.circuit().either(
          found, layout_.at_location(*view_.image, process, to_id<LocationId>(k)));
    }
  }
  return found;
}

SymbolicResult SymbolicEvaluator::at_location(const Expr& expr) {
  Circuit& circuit = layout_.circuit();
  Lit fails = lit_false;
  Lit is_there = lit_false;
  for (const Owner& owner : owners_of(expr.place, fails)) {
    const Lit here = layout_.at_location(*view_.image, owner.process, expr.location);
    is_there = circuit.either(is_there, circuit.both(owner.condition, here));
  }
  return {words_.truth(is_there), fails};
}

SymbolicResult SymbolicEvaluator::ask_process(const Expr& expr) {
  Circuit& circuit = layout_.circuit();
  const SymbolicResult asked = value(expr.left);
  SymbolicResult result{words_.constant(0), asked.fails};
  for (std::size_t i = 0; i < layout_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    const Lit meant =
        circuit.both(words_.equal(asked.word, number(i)), layout_.is_alive(*view_.image, process));
    if (meant == lit_false) continue;
    CircuitNumber answer = words_.constant(1);
    if (expr.op == Op::LocationNumber) {
      answer = view_.image->at(layout_.part(process).offset);
    } else if (expr.op == Op::Enabled) {
      const bool can_ask = view_.is_enabled && process != view_.self;
      if (can_ask) {
        answer = words_.truth(view_.is_enabled(*view_.image, process));
      } else {
        result.fails = circuit.either(result.fails, meant);
      }
    }
    result.word = words_.choose(meant, answer, result.word);
  }
  return result;
}

SymbolicChannels SymbolicEvaluator::channels(ExprId id) {
  Circuit& circuit = layout_.circuit();
  const SymbolicResult asked = value(id);
  SymbolicChannels result;
  Lit found = lit_false;
  for (std::size_t i = 0; i < layout_.shape().channels.size(); ++i) {
    Lit condition = words_.equal(asked.word, number(i + 1));
    const ProcessId owner = layout_.owner_of_channel(i);
    if (is_some(owner)) condition = circuit.both(condition, layout_.is_alive(*view_.image, owner));
    if (condition == lit_false) continue;
    result.candidates.push_back({condition, i});
    found = circuit.either(found, condition);
  }
  result.fails = circuit.either(asked.fails, !found);
  return result;
}

SymbolicResult SymbolicEvaluator::poll(const Expr& expr, std::size_t channel) {
  const Shape::ChannelPart& part = layout_.shape().channels[channel];
  if (model_.channels[part.id].is_rendezvous()) return {words_.constant(0), lit_true};
  const Communication& communication = model_.polls[expr.poll];
  const Taken taken = message_for(communication, part);
  if (!communication.searches) return {words_.truth(taken.any), taken.fails};
  SymbolicResult result{words_.constant(0), taken.fails};
  for (std::size_t i = 0; i < taken.messages.size(); ++i) {
    result.word = words_.choose(taken.messages[i], number(i + 1), result.word);
  }
  return result;
}

SymbolicResult SymbolicEvaluator::ask_channel(const Expr& expr) {
  Circuit& circuit = layout_.circuit();
  const bool polls = expr.op == Op::Poll;
  const SymbolicChannels found = channels(polls ? model_.polls[expr.poll].channel : expr.left);
  SymbolicResult result{words_.constant(0), found.fails};
  for (const SymbolicChannels::Candidate& candidate : found.candidates) {
    const Shape::ChannelPart& part = layout_.shape().channels[candidate.index];
    const Channel& channel = model_.channels[part.id];
    SymbolicResult answer;
    if (polls) {
      answer = poll(expr, candidate.index);
    } else {
      const CircuitNumber fill = channel.is_rendezvous() ? words_.constant(0) : view_.image->at(part.offset);
      const bool can_be_full = expr.op == Op::IsFull && !channel.is_rendezvous();
      answer.word = fill;
      if (expr.op == Op::IsEmpty) answer = of(!words_.is_true(fill));
      if (expr.op == Op::IsFull) {
        answer = of(can_be_full ? !words_.less(fill, number(channel.capacity)) : lit_false);
      }
    }
    result.fails = circuit.either(result.fails, circuit.both(candidate.condition, answer.fails));
    result.word = words_.choose(candidate.condition, answer.word, result.word);
  }
  return result;
}

SymbolicTruth SymbolicEvaluator::matches(const Communication& receive,
                                         std::span<const CircuitNumber> message) {
  Circuit& circuit = layout_.circuit();
  SymbolicTruth result{lit_true, lit_false};
  for (std::size_t i = 0; i < receive.items.size() && i < message.size(); ++i) {
    if (receive.items[i].kind != ReceiveItem::Kind::Match) continue;
    const SymbolicResult wanted = value(receive.items[i].value);
    result.fails = circuit.either(result.fails, circuit.both(result.value, wanted.fails));
    const Lit equal = circuit.both(words_.equal(wanted.word, message[i]), !wanted.fails);
    result.value = circuit.both(result.value, equal);
  }
  return result;
}

SymbolicEvaluator::Taken SymbolicEvaluator::message_for(const Communication& receive,
                                                        const Shape::ChannelPart& part) {
  Circuit& circuit = layout_.circuit();
  const Channel& channel = model_.channels[part.id];
  const std::size_t width = channel.items.size();
  const CircuitNumber& fill = view_.image->at(part.offset);
  Taken taken;
  Lit open = lit_true;
  for (std::size_t i = 0; i < (receive.searches ? channel.capacity : 1); ++i) {
    std::vector<CircuitNumber> message;
    for (std::size_t k = 0; k < width; ++k) {
      message.push_back(
          view_.image->at(part.offset + 1 + static_cast<std::uint32_t>(i * width + k)));
    }
    open = circuit.both(open, words_.less(number(i), fill));
    const SymbolicTruth fits = matches(receive, message);
    taken.messages.push_back(circuit.both(open, fits.value));
    taken.any = circuit.either(taken.any, taken.messages.back());
    taken.fails = circuit.either(taken.fails, circuit.both(open, fits.fails));
    open = circuit.both(open, circuit.both(!fits.value, !fits.fails));
  }
  return taken;
}

// --- instructions

SymbolicResult converted(SymbolicLayout& layout, const CircuitNumber& word, const ValueType& type) {
  CircuitNumbers& words = layout.words();
  if (type.overflow == Overflow::Wrap) return {words.wrapped(word, type.range), lit_false};
  return {word, !words.within(word, type.range)};
}

Lit store(SymbolicLayout& layout, SymbolicImage& image, const SymbolicAddress& address,
          const CircuitNumber& word) {
  if (!address.slot) return address.fails;  // there is no such process
  const SymbolicResult kept = converted(layout, word, address.slot->type);
  for (const SymbolicAddress::Candidate& at : address.candidates) {
    image.set(at.offset, layout.words().choose(at.condition, kept.word, image.at(at.offset)));
  }
  return layout.circuit().either(address.fails, kept.fails);
}

namespace {

class EffectRunner {
 public:
  EffectRunner(SymbolicLayout& layout, SymbolicImage& image, const SymbolicView& view)
      : layout_(layout), image_(image), view_(view) {}

  void run_at_once(std::span<const Instruction> steps) {
    std::vector<std::pair<SymbolicAddress, SymbolicResult>> stores;
    for (const Instruction& step : steps) {
      SymbolicEvaluator look(layout_, view_);
      SymbolicAddress target = look.address(step.target);
      stores.emplace_back(std::move(target), look.value(step.value));
    }
    for (const auto& [target, value] : stores) assign(target, value);
  }

  void run_in_turn(std::span<const Instruction> steps) {
    for (const Instruction& step : steps) {
      SymbolicEvaluator look(layout_, view_);
      switch (step.kind) {
        case Instruction::Kind::Assign: {
          const SymbolicAddress target = look.address(step.target);
          assign(target, look.value(step.value));
          break;
        }
        case Instruction::Kind::Terminate: layout_.end_process(image_, view_.self); break;
        case Instruction::Kind::Assert: {
          const SymbolicTruth holds = look.truth(step.value);
          fail(holds.fails);
          breaks(!holds.value);
          break;
        }
        case Instruction::Kind::Print:
          for (const ExprId argument : step.arguments) fail(look.value(argument).fails);
          break;
        case Instruction::Kind::Start:
        case Instruction::Kind::Allocate: break;  // symbolic_model refuses models that have them
      }
    }
  }

  SymbolicOutcome outcome;

 private:
  void assign(const SymbolicAddress& target, const SymbolicResult& value) {
    fail(value.fails);
    fail(store(layout_, image_, target, value.word));
  }
  void fail(Lit condition) { outcome.fails = layout_.circuit().either(outcome.fails, condition); }
  void breaks(Lit condition) { outcome.add(layout_.circuit(), {lit_false, condition}); }

  SymbolicLayout& layout_;
  SymbolicImage& image_;
  const SymbolicView& view_;
};

}  // namespace

SymbolicOutcome run_effect(SymbolicLayout& layout, SymbolicImage& image, const SymbolicView& view,
                           std::span<const Instruction> steps, bool is_simultaneous) {
  EffectRunner runner(layout, image, view);
  if (is_simultaneous) {
    runner.run_at_once(steps);
  } else {
    runner.run_in_turn(steps);
  }
  return runner.outcome;
}

}  // namespace clew
