#include "clew/export/static_expressions.hpp"

#include <algorithm>

#include "clew/model/evaluate.hpp"
#include "clew/model/intervals.hpp"

namespace clew {

namespace {

// An index that is larger than every vector.
constexpr Value far_outside = 16'777'216;
// More than this many channels for one statement would hide the model behind its translation.
constexpr std::int64_t choices_max = 16;

Op opposite(Op op) {
  switch (op) {
    case Op::Less: return Op::GreaterEqual;
    case Op::LessEqual: return Op::Greater;
    case Op::Greater: return Op::LessEqual;
    case Op::GreaterEqual: return Op::Less;
    case Op::Equal: return Op::NotEqual;
    case Op::NotEqual: return Op::Equal;
    default: return op;
  }
}

}  // namespace

void PlainExpressions::enter(ProcessId process, ProcessTypeId type) {
  process_ = process;
  type_ = type;
  name_ = from_.processes[process].name;
}

void PlainExpressions::enter_claim(const std::string& name, ProcessTypeId type,
                                   const Locations& locations) {
  process_ = no_id<ProcessId>;
  type_ = type;
  name_ = name;
  locations_ = &locations;
}

const BufferCells* PlainExpressions::cells_of(std::size_t channel) const {
  const auto found = cells_.find(channel);
  return found == cells_.end() ? nullptr : &found->second;
}

// --- made

std::optional<Value> PlainExpressions::constant(ExprId expr) const {
  const Expr& found = to_.exprs[expr];
  return found.op == Op::Constant ? std::optional(found.constant) : std::nullopt;
}

Range PlainExpressions::interval(ExprId expr) const { return interval_of(to_, expr, type_); }

ExprId PlainExpressions::unary(Op op, ExprId operand) {
  Expr expr;
  expr.op = op;
  expr.left = operand;
  const bool is_known = constant(operand).has_value();
  const ExprId made = to_.add_expr(expr);
  if (!is_known) return made;
  const State nothing;
  return number(Evaluator(to_, nothing).value(made));
}

ExprId PlainExpressions::binary(Op op, ExprId left, ExprId right) {
  Expr expr;
  expr.op = op;
  expr.left = left;
  expr.right = right;
  const auto a = constant(left);
  const auto b = constant(right);
  if (a == Value{0} && (op == Op::And || op == Op::Imply)) return number(op == Op::Imply ? 1 : 0);
  if (a && *a != 0 && op == Op::Or) return number(1);
  if (op == Op::Add && b == Value{0}) return left;
  if (op == Op::Add && a == Value{0}) return right;
  if (op == Op::Multiply && a == Value{1}) return right;
  const ExprId made = to_.add_expr(expr);
  if (!a || !b) return made;
  const State nothing;
  Evaluator evaluator(to_, nothing);
  const Value value = evaluator.value(made);
  return evaluator.failed() ? made : number(value);
}

ExprId PlainExpressions::both(ExprId a, ExprId b) {
  if (is_true(a)) return is_true(b) ? no_id<ExprId> : b;
  if (is_true(b) || is_false(a)) return a;
  return is_false(b) ? b : binary(Op::And, a, b);
}

ExprId PlainExpressions::either(ExprId a, ExprId b) {
  if (is_true(a) || is_true(b)) return no_id<ExprId>;
  if (is_false(a)) return b;
  return is_false(b) ? a : binary(Op::Or, a, b);
}

ExprId PlainExpressions::negated(ExprId a) {
  if (is_true(a)) return number(0);
  if (is_false(a)) return no_id<ExprId>;
  const Expr expr = to_.exprs[a];
  if (expr.op == Op::Not) return expr.left;
  if (opposite(expr.op) != expr.op) return binary(opposite(expr.op), expr.left, expr.right);
  return unary(Op::Not, a);
}

ExprId PlainExpressions::global(SlotId slot, ExprId index) {
  Expr expr;
  expr.op = Op::Read;
  expr.place.slot = slot;
  expr.place.index = index;
  return to_.add_expr(expr);
}

ExprId PlainExpressions::alive() { return global(alive_); }

ExprId PlainExpressions::cut(ExprId value, Range range) {
  if (range == full_range || lies_within(interval(value), range)) return value;
  if (const auto known = constant(value)) return number(wrap(*known, range));
  const auto mask = static_cast<Value>(range.span());
  if (range.low == 0) return binary(Op::BitAnd, value, number(mask));
  const ExprId moved = binary(Op::Add, value, number(-range.low));
  return binary(Op::Subtract, binary(Op::BitAnd, moved, number(mask)), number(-range.low));
}

// --- places

ProcessId PlainExpressions::looked_at(const Place& place) {
  if (place.scope == Scope::Process) return place.process;
  const ExprId number = is_some(place.owner) ? copy(place.owner, {}) : no_id<ExprId>;
  if (is_some(number) && !constant(number)) {
    refuse_("'{}' looks into a process that only the state tells, which DVE cannot say", name_);
    return no_id<ProcessId>;
  }
  for (std::size_t i = 0; i < from_.processes.size(); ++i) {
    const auto process = to_id<ProcessId>(i);
    if (from_.processes[process].type != place.type) continue;
    if (!is_some(number) || constant(number) == static_cast<Value>(i)) return process;
  }
  return no_id<ProcessId>;
}

bool PlainExpressions::can_end(ProcessId process) const {
  return std::any_of(from_.actions.begin(), from_.actions.end(), [&](const Action& action) {
    return action.owner == from_.processes[process].type &&
           std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
             return step.kind == Instruction::Kind::Terminate;
           });
  });
}

Place PlainExpressions::copy(const Place& place, const Substitution& done) {
  Place result = place;
  if (place.scope == Scope::Process || place.scope == Scope::Numbered) {
    const ProcessId process = locations_ != nullptr ? looked_at(place) : no_id<ProcessId>;
    if (locations_ == nullptr) {
      refuse_("'{}' looks into another process, which is translated of the claim only", name_);
    } else if (!is_some(process) || can_end(process)) {
      refuse_("'{}' looks at a variable of a process that is not always there", name_);
    } else {
      result = {};
      result.scope = Scope::Process;
      result.slot = place.slot;
      result.process = process;
      if (is_some(place.index)) result.index = copy(place.index, done);
      return result;
    }
    result.scope = Scope::Global;
    result.slot = SlotId{0};
    result.index = no_id<ExprId>;
    return result;
  }
  if (is_some(place.index)) result.index = copy(place.index, done);
  return result;
}

ExprId PlainExpressions::read(const Place& place, const Substitution& done) {
  Expr expr;
  expr.op = Op::Read;
  expr.place = place;
  if (place.scope == Scope::Constant) return to_.add_expr(expr);
  const auto index = is_some(place.index) ? constant(place.index) : std::optional<Value>(0);
  const bool is_scattered = done.scattered.contains({place.scope, place.slot});
  if (index && !is_scattered) {
    const auto known = done.known.find({place.scope, place.slot, *index});
    if (known == done.known.end()) return to_.add_expr(expr);
    if (is_some(known->second)) return read_known(known->second);
  } else if (!is_scattered) {
    const auto first =
        done.known.lower_bound({place.scope, place.slot, std::numeric_limits<Value>::min()});
    const bool is_changed = first != done.known.end() && first->first.scope == place.scope &&
                            first->first.slot == place.slot;
    if (!is_changed) return to_.add_expr(expr);
  }
  met_unknown_ = true;
  if (tolerates_unknown_) return number(0);
  refuse_(
      "what '{}' does inside an atomic block depends on '{}', which changes there in a way that "
      "DVE cannot foresee",
      name_, to_.slot_of(place, type_).name);
  return number(0);
}

// An expression that is read twice is written twice, and so is what it was made of.
ExprId PlainExpressions::read_known(ExprId value) {
  constexpr std::size_t size_max = 4096;
  if (size_of(value) <= size_max) return value;
  refuse_("what '{}' computes inside an atomic block is too long to write down in one expression",
          name_);
  return number(0);
}

std::size_t PlainExpressions::size_of(ExprId id) {
  if (!is_some(id)) return 0;
  const auto known = sizes_.find(id);
  if (known != sizes_.end()) return known->second;
  const Expr& expr = to_.exprs[id];
  const std::size_t size = 1 + size_of(expr.left) + size_of(expr.right) + size_of(expr.third) +
                           (expr.op == Op::Read ? size_of(expr.place.index) : 0);
  sizes_.emplace(id, size);
  return size;
}

ExprId PlainExpressions::read_if_known(const Place& place, const Substitution& done) {
  const bool before = std::exchange(tolerates_unknown_, true);
  met_unknown_ = false;
  const ExprId found = read(place, done);
  tolerates_unknown_ = before;
  return met_unknown_ ? no_id<ExprId> : found;
}

ExprId PlainExpressions::copy_if_known(ExprId expr, const Substitution& done) {
  const bool before = std::exchange(tolerates_unknown_, true);
  met_unknown_ = false;
  const ExprId found = copy(expr, done);
  tolerates_unknown_ = before;
  return met_unknown_ ? no_id<ExprId> : found;
}

void PlainExpressions::assign(Substitution& done, const Place& place, ExprId value) {
  const auto index = is_some(place.index) ? constant(place.index) : std::optional<Value>(0);
  if (index) {
    done.known[{place.scope, place.slot, *index}] = value;
  } else {
    done.scattered.insert({place.scope, place.slot});
  }
}

// --- expressions

ExprId PlainExpressions::copy(ExprId id, const Substitution& done) {
  const Expr& expr = from_.exprs[id];
  switch (expr.op) {
    case Op::Constant: return number(expr.constant);
    case Op::Read: return read(copy(expr.place, done), done);
    case Op::Self: return number(static_cast<Value>(to_index(process_)));
    case Op::OwnChannel: {
      const auto own = channels_of(from_, initial_, process_);
      const auto first = own.data() - initial_.shape->channels.data();
      return number(static_cast<Value>(first) + expr.constant + 1);
    }
    case Op::Bounded: {
      const ExprId index = copy(expr.left, done);
      if (lies_within(interval(index), {0, expr.constant - 1})) return index;
      const ExprId outside = either(binary(Op::Less, index, number(0)),
                                    binary(Op::GreaterEqual, index, number(expr.constant)));
      if (!is_some(outside)) return number(far_outside);
      return binary(Op::Add, index, binary(Op::Multiply, outside, number(far_outside)));
    }
    case Op::Conditional: {
      const ExprId condition = copy(expr.left, done);
      const ExprId one = copy(expr.right, done);
      const ExprId other = copy(expr.third, done);
      if (const auto known = constant(condition)) return *known != 0 ? one : other;
      if (can_fail(to_, one, type_) || can_fail(to_, other, type_)) {
        refuse_("'{}' computes one of two values, and in DVE both would be computed", name_);
      }
      const ExprId yes = binary(Op::NotEqual, condition, number(0));
      const ExprId no = binary(Op::Equal, condition, number(0));
      return binary(Op::Add, binary(Op::Multiply, yes, one), binary(Op::Multiply, no, other));
    }
    default: break;
  }
  if (is_unary(expr.op)) return unary(expr.op, copy(expr.left, done));
  if (!is_binary(expr.op)) return copy_question(expr, done);
  const ExprId left = copy(expr.left, done);
  return binary(expr.op, left, copy(expr.right, done));
}

ExprId PlainExpressions::copy_question(const Expr& expr, const Substitution& done) {
  const auto mine = static_cast<Value>(to_index(process_));
  switch (expr.op) {
    case Op::IsYoungest: return binary(Op::Equal, alive(), number(mine + 1));
    case Op::ProcessCount:
      return is_some(alive_) ? alive() : number(static_cast<Value>(from_.processes.size()));
    case Op::Poll: return copy_poll(expr, done);
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty: {
      const std::vector<ChannelChoice> choices = channels(expr.left, done);
      if (choices.size() != 1) {
        refuse_("'{}' asks about a channel that only the state tells", name_);
        return number(0);
      }
      const Channel& asked = channel(choices[0].channel);
      if (asked.is_rendezvous()) return number(expr.op == Op::IsEmpty ? 1 : 0);
      Place place;
      place.slot = cells_of(choices[0].channel)->fill;
      const ExprId fill = read(place, done);
      if (expr.op == Op::Length) return fill;
      return binary(Op::Equal, fill,
                    number(expr.op == Op::IsEmpty ? 0 : static_cast<Value>(asked.capacity)));
    }
    case Op::Timeout: refuse_("'{}' waits for a timeout, which DVE has not", name_); break;
    case Op::AtLocation:
      if (locations_ != nullptr) return copy_location(expr);
      [[fallthrough]];
    case Op::LocationNumber:
      refuse_("'{}' asks where a process is, which is translated of the claim only", name_);
      break;
    default: refuse_("'{}' asks what processes are there or can do, which DVE cannot say", name_);
  }
  return number(0);
}

ExprId PlainExpressions::copy_location(const Expr& expr) {
  const ProcessId process = looked_at(expr.place);
  if (!is_some(process)) return number(0);
  const auto& known = (*locations_)[to_index(process)];
  const auto location = known.find(expr.location);
  if (location == known.end()) return number(0);
  Expr plain;
  plain.op = Op::AtLocation;
  plain.place.scope = Scope::Process;
  plain.place.process = process;
  plain.location = location->second;
  return to_.add_expr(plain);
}

ExprId PlainExpressions::copy_poll(const Expr& expr, const Substitution& done) {
  const Communication& poll = from_.polls[expr.poll];
  const std::vector<ChannelChoice> choices = channels(poll.channel, done);
  if (choices.size() != 1 || channel(choices[0].channel).is_rendezvous()) {
    refuse_("'{}' looks into a channel that only the state tells, or that has no buffer", name_);
    return number(0);
  }
  const std::size_t index = choices[0].channel;
  const ExprId found = has_message(poll, *cells_of(index), channel(index).capacity, done);
  return is_some(found) ? found : number(1);
}

ExprId PlainExpressions::fits(const Communication& receive, const BufferCells& cells,
                              std::size_t message, const Substitution& done) {
  Place fill;
  fill.slot = cells.fill;
  const auto position = static_cast<Value>(message);
  ExprId result = binary(Op::Greater, read(fill, done), number(position));
  for (std::size_t i = 0; i < receive.items.size() && i < cells.items.size(); ++i) {
    if (receive.items[i].kind != ReceiveItem::Kind::Match) continue;
    Place item;
    item.slot = cells.items[i];
    item.index = number(position);
    const ExprId wanted = copy(receive.items[i].value, done);
    result = both(result, binary(Op::Equal, read(item, done), wanted));
  }
  return result;
}

ExprId PlainExpressions::has_message(const Communication& receive, const BufferCells& cells,
                                     std::size_t capacity, const Substitution& done) {
  ExprId result = fits(receive, cells, 0, done);
  for (std::size_t i = 1; receive.searches && i < capacity; ++i) {
    result = either(result, fits(receive, cells, i, done));
  }
  return result;
}

std::vector<PlainExpressions::ChannelChoice> PlainExpressions::channels(ExprId channel,
                                                                        const Substitution& done) {
  const ExprId number_of_it = copy(channel, done);
  if (const auto known = constant(number_of_it)) {
    if (*known >= 1 && static_cast<std::size_t>(*known) <= channel_count()) {
      return {{static_cast<std::size_t>(*known) - 1, no_id<ExprId>}};
    }
    refuse_("'{}' uses a channel that does not exist", name_);
    return {};
  }
  // What `first + Bounded(index)` became: the bound is in the original.
  const Range range = from_.exprs[channel].op == Op::Add
                          ? interval_of(from_, channel, no_id<ProcessTypeId>)
                          : full_range;
  const bool is_small = range.low >= 1 && range.high <= static_cast<Value>(channel_count()) &&
                        std::int64_t{range.high} - range.low < choices_max;
  if (!is_small) {
    refuse_("'{}' uses a channel that only the state tells, which DVE cannot say", name_);
    return {};
  }
  can_miss_channels_ = can_miss_channels_ || !lies_within(interval(number_of_it), range);
  std::vector<ChannelChoice> choices;
  for (Value value = range.low; value <= range.high; ++value) {
    choices.push_back(
        {static_cast<std::size_t>(value) - 1, binary(Op::Equal, number_of_it, number(value))});
  }
  return choices;
}

}  // namespace clew
