#include "clew/model/value_view.hpp"

#include <algorithm>
#include <utility>

#include "clew/model/arithmetic.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/state.hpp"

namespace clew {

namespace {

// So many combinations are tried for an expression, and for a conjunction that could be taken apart.
constexpr std::uint64_t combinations_max = 512;
constexpr std::uint64_t combinations_max_of_many = 64;
constexpr Range truth_values{0, 1};

Op opposite(Op op) {
  switch (op) {
    case Op::Less: return Op::GreaterEqual;
    case Op::LessEqual: return Op::Greater;
    case Op::Greater: return Op::LessEqual;
    case Op::GreaterEqual: return Op::Less;
    case Op::Equal: return Op::NotEqual;
    default: return Op::Equal;
  }
}

bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }

// True if both always have the same value in one and the same state.
bool same_expr(const Model& model, ExprId a, ExprId b);

bool same_place(const Model& model, const Place& a, const Place& b) {
  return a.scope == b.scope && a.slot == b.slot && a.process == b.process && a.type == b.type &&
         same_expr(model, a.owner, b.owner) && same_expr(model, a.index, b.index);
}

bool same_expr(const Model& model, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!is_some(a) || !is_some(b)) return false;
  const Expr& left = model.exprs[a];
  const Expr& right = model.exprs[b];
  if (left.op != right.op) return false;
  if (left.op == Op::Constant) return left.constant == right.constant;
  if (left.op == Op::Read) return same_place(model, left.place, right.place);
  if (!is_unary(left.op) && !is_binary(left.op)) return false;
  return same_expr(model, left.left, right.left) && same_expr(model, left.right, right.right);
}

}  // namespace

ValueSet stored_values(const ValueSet& values, const ValueType& type) {
  if (type.is_reference()) return ValueSet(declared_range(type));
  ValueSet kept = values;
  kept.keep(type.range);
  if (type.overflow == Overflow::Error || kept == values) return kept;
  if (values.size() > combinations_max) return ValueSet(type.range);
  values.for_each([&](Value value) {
    const Value stored = type.range.contains(value) ? value : wrap(value, type.range);
    kept.add(Range{stored, stored});
  });
  return kept;
}

ValueView::ValueView(const Model& model, ValueFacts& facts, ProcessTypeId self,
                     std::vector<ValueSet> tracked)
    : model_(model), facts_(facts), self_(self) {
  known_.tracked = std::move(tracked);
}

void ValueView::note(FactId fact) {
  if (std::find(inputs_.begin(), inputs_.end(), fact) == inputs_.end()) inputs_.push_back(fact);
}

// --- places

std::optional<ValueView::Cell> ValueView::cell_of(const Place& place) const {
  const bool is_here =
      place.scope == Scope::Global || place.scope == Scope::Self || place.scope == Scope::Choice;
  if (!is_here) return std::nullopt;
  const Slot& slot = slot_of(place);
  if (slot.type.is_reference()) return std::nullopt;
  Cell cell{place.scope, place.slot, 0};
  if (!is_some(place.index)) return cell;
  const Expr& index = model_.exprs[place.index];
  if (index.op != Op::Constant) return std::nullopt;
  if (index.constant < 0 || index.constant >= static_cast<Value>(slot.length)) return std::nullopt;
  cell.element = static_cast<std::uint32_t>(index.constant);
  return cell;
}

bool ValueView::is_whole(const Cell& cell) const {
  Place place;
  place.scope = cell.scope;
  place.slot = cell.slot;
  return slot_of(place).length == 1;
}

ValueSet ValueView::values_of(const Cell& cell) {
  for (const KnownCell& known : known_.cells) {
    if (known.cell == cell) return known.values;
  }
  if (cell.scope == Scope::Choice) return ValueSet(model_.choices.slots[cell.slot].type.range);
  const std::size_t tracked = facts_.tracked_index(cell.scope, cell.slot, self_);
  if (tracked != ValueFacts::untracked) return known_.tracked[tracked];
  const FactId fact =
      cell.scope == Scope::Self ? facts_.of_local(self_, cell.slot) : facts_.of_global(cell.slot);
  note(fact);
  return facts_.values(fact);
}

ValueSet ValueView::read(const Place& place) {
  if (place.scope == Scope::Constant) {
    ValueSet values;
    for (const Value value : slot_of(place).initial) values.add(Range{value, value});
    return values;
  }
  if (const std::optional<Cell> cell = cell_of(place)) return values_of(*cell);
  const std::size_t tracked = facts_.tracked_index(place.scope, place.slot, self_);
  if (tracked != ValueFacts::untracked) return known_.tracked[tracked];
  const FactId fact = facts_.of_place(place, self_);
  note(fact);
  return facts_.values(fact);
}

void ValueView::keep(const Cell& cell, const ValueSet& values) {
  ValueSet kept = values_of(cell);
  kept.keep(values);
  if (kept.empty()) known_.is_possible = false;
  const std::size_t tracked = facts_.tracked_index(cell.scope, cell.slot, self_);
  if (tracked != ValueFacts::untracked && is_whole(cell)) {
    known_.tracked[tracked] = std::move(kept);
    return;
  }
  for (KnownCell& known : known_.cells) {
    if (known.cell != cell) continue;
    known.values = std::move(kept);
    return;
  }
  known_.cells.push_back({cell, std::move(kept)});
}

void ValueView::forget_cells(Scope scope, SlotId slot) {
  std::erase_if(known_.cells, [&](const KnownCell& known) {
    return known.cell.scope == scope && known.cell.slot == slot;
  });
}

void ValueView::forget_shared() {
  std::erase_if(known_.cells, [&](const KnownCell& known) {
    return facts_.tracked_index(known.cell.scope, known.cell.slot, self_) == ValueFacts::untracked;
  });
}

void ValueView::write(const Place& target, const ValueSet& values) {
  const Slot& slot = slot_of(target);
  ValueSet stored = stored_values(values, slot.type);
  if (stored.empty()) known_.is_possible = false;
  if (!is_possible()) return;
  facts_.grow(facts_.of_place(target, self_), stored);
  if (target.scope == Scope::Process || target.scope == Scope::Numbered) {
    // It may be this process under another name; its slot is not tracked then.
    std::erase_if(known_.cells,
                  [&](const KnownCell& known) { return known.cell.scope == Scope::Self; });
    return;
  }
  if (target.scope == Scope::Object || slot.type.is_reference()) return;
  const std::size_t tracked = facts_.tracked_index(target.scope, target.slot, self_);
  const std::optional<Cell> cell = cell_of(target);
  if (!cell) {
    forget_cells(target.scope, target.slot);
    if (tracked != ValueFacts::untracked) known_.tracked[tracked].add(stored);
    return;
  }
  if (tracked != ValueFacts::untracked && is_whole(*cell)) {
    known_.tracked[tracked] = std::move(stored);
    return;
  }
  if (tracked != ValueFacts::untracked) known_.tracked[tracked].add(stored);
  std::erase_if(known_.cells, [&](const KnownCell& known) { return known.cell == *cell; });
  known_.cells.push_back({*cell, std::move(stored)});
}

// --- what expressions ask

ValueSet ValueView::channel_numbers() const {
  std::size_t count = 0;
  for (const Channel& channel : model_.channels) count += channel.is_global() ? 1U : 0U;
  if (facts_.is_dynamic()) return ValueSet(Range{1, full_range.high});
  for (const Process& process : model_.processes) {
    count += model_.process_types[process.type].channels.size();
  }
  return ValueSet(Range{1, std::max(static_cast<Value>(count), 1)});
}

ValueSet ValueView::own_numbers() const {
  ValueSet numbers;
  // The claim is asked, too, and nobody cares for the answer.
  if (model_.claim && model_.claim->type == self_) numbers.add(full_range);
  if (facts_.is_dynamic()) numbers.add(Range{0, static_cast<Value>(parts_max)});
  for (std::size_t i = 0; i < model_.processes.size(); ++i) {
    if (model_.processes[to_id<ProcessId>(i)].type != self_) continue;
    numbers.add(Range{static_cast<Value>(i), static_cast<Value>(i)});
  }
  return numbers;
}

// Of what is neither computed nor read.
ValueSet ValueView::leaf_values(const Expr& expr) {
  const auto largest = [](const auto& items, const auto& size_of) {
    std::size_t result = 0;
    for (const auto& item : items) result = std::max<std::size_t>(result, size_of(item));
    return static_cast<Value>(std::min<std::size_t>(result, full_range.high));
  };
  const auto capacity = [](const Channel& channel) { return channel.capacity; };
  switch (expr.op) {
    case Op::Read: return read(expr.place);
    case Op::Self: return own_numbers();
    case Op::ProcessCount: {
      const auto count = static_cast<Value>(model_.processes.size());
      return facts_.is_dynamic() ? ValueSet(Range{0, static_cast<Value>(parts_max)})
                                 : ValueSet(count);
    }
    case Op::OwnChannel: return channel_numbers();
    case Op::Length: return ValueSet(Range{0, largest(model_.channels, capacity)});
    case Op::Poll:
      if (!model_.polls[expr.poll].searches) return ValueSet(truth_values);
      return ValueSet(Range{0, std::max(largest(model_.channels, capacity), 1)});
    case Op::LocationNumber:
      return ValueSet(Range{0, largest(model_.process_types, [](const ProcessType& type) {
                              return type.locations.size();
                            })});
    default: return ValueSet(truth_values);
  }
}

// --- trying all combinations

bool ValueView::add_leaf(ExprId id, std::vector<Leaf>& leaves, std::uint64_t& combinations) {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Read) {
    for (Leaf& leaf : leaves) {
      const Expr& other = model_.exprs[leaf.readers.front()];
      if (other.op != Op::Read || !same_place(model_, other.place, expr.place)) continue;
      leaf.readers.push_back(id);
      return true;
    }
  }
  const ValueSet values = leaf_values(expr);
  const std::uint64_t size = values.size();
  if (size > combinations_max) return false;
  combinations *= size;  // at most 2^18
  if (combinations > combinations_max) return false;
  Leaf leaf;
  leaf.readers.push_back(id);
  if (expr.op == Op::Read) leaf.cell = cell_of(expr.place);
  leaf.values.reserve(size);
  values.for_each([&](Value each) { leaf.values.push_back(each); });
  leaf.used.assign(size, false);
  leaves.push_back(std::move(leaf));
  return true;
}

bool ValueView::collect(ExprId id, std::vector<Leaf>& leaves, std::uint64_t& combinations) {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Constant) return true;
  if (expr.op == Op::Read) {
    if (is_some(expr.place.index) && !collect(expr.place.index, leaves, combinations)) return false;
    return expr.place.scope == Scope::Constant || add_leaf(id, leaves, combinations);
  }
  const bool is_computed = is_unary(expr.op) || is_binary(expr.op) || expr.op == Op::Bounded ||
                           expr.op == Op::Conditional;
  if (!is_computed) return add_leaf(id, leaves, combinations);
  for (const ExprId operand : operands_of(expr)) {
    if (!collect(operand, leaves, combinations)) return false;
  }
  return true;
}

std::optional<Value> ValueView::read_value(ExprId id, const std::vector<Leaf>& leaves) const {
  const Expr& expr = model_.exprs[id];
  std::size_t element = 0;
  if (expr.op == Op::Read && is_some(expr.place.index)) {
    const std::optional<Value> index = value(expr.place.index, leaves);
    if (!index || *index < 0) return std::nullopt;
    element = static_cast<std::size_t>(*index);
    if (element >= slot_of(expr.place).length) return std::nullopt;
  }
  if (expr.op == Op::Read && expr.place.scope == Scope::Constant) {
    return slot_of(expr.place).initial[element];
  }
  for (const Leaf& leaf : leaves) {
    if (std::find(leaf.readers.begin(), leaf.readers.end(), id) == leaf.readers.end()) continue;
    return leaf.values[leaf.at];
  }
  return std::nullopt;  // collect() has found all of them
}

std::optional<Value> ValueView::binary_value(const Expr& expr,
                                             const std::vector<Leaf>& leaves) const {
  const std::optional<Value> left = value(expr.left, leaves);
  if (!left) return std::nullopt;
  if (expr.op == Op::And && *left == 0) return 0;
  if (expr.op == Op::Or && *left != 0) return 1;
  if (expr.op == Op::Imply && *left == 0) return 1;
  const std::optional<Value> right = value(expr.right, leaves);
  if (!right) return std::nullopt;
  if (expr.op == Op::And || expr.op == Op::Or || expr.op == Op::Imply) return *right != 0;
  return computed(expr.op, *left, *right);
}

std::optional<Value> ValueView::value(ExprId id, const std::vector<Leaf>& leaves) const {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Constant) return expr.constant;
  if (is_binary(expr.op)) return binary_value(expr, leaves);
  const bool has_operand =
      is_unary(expr.op) || expr.op == Op::Bounded || expr.op == Op::Conditional;
  if (!has_operand) return read_value(id, leaves);
  const std::optional<Value> operand = value(expr.left, leaves);
  if (!operand) return std::nullopt;
  switch (expr.op) {
    case Op::Not: return *operand == 0;
    case Op::Negate: return wrapped_value(-std::int64_t{*operand});
    case Op::Complement: return ~*operand;
    case Op::Conditional: return value(*operand != 0 ? expr.right : expr.third, leaves);
    default:  // Bounded
      if (*operand < 0 || *operand >= expr.constant) return std::nullopt;
      return operand;
  }
}

// True if the expression can have a value although a part of it has none.
bool ValueView::leaves_something_out(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Conditional || expr.op >= Op::And) return true;
  const std::vector<ExprId> operands = operands_of(expr);
  return std::any_of(operands.begin(), operands.end(),
                     [&](ExprId operand) { return leaves_something_out(operand); });
}

bool ValueView::try_all(ExprId id, std::vector<Leaf>& leaves, Accept accept) {
  std::uint64_t combinations = 1;
  const bool is_of_many = model_.exprs[id].op >= Op::And;
  if (!collect(id, leaves, combinations)) return false;
  // Something has no value yet.  That decides nothing if it may not be looked at.
  if (combinations == 0) return !leaves_something_out(id);
  if (is_of_many && combinations > combinations_max_of_many) return false;
  for (;;) {
    const std::optional<Value> found = value(id, leaves);
    if (found && accept(*found)) {
      for (Leaf& leaf : leaves) leaf.used[leaf.at] = true;
    }
    std::size_t turning = 0;
    while (turning < leaves.size() && ++leaves[turning].at == leaves[turning].values.size()) {
      leaves[turning++].at = 0;
    }
    if (turning == leaves.size()) return true;
  }
}

ValueSet ValueView::evaluate(ExprId id) {
  ValueSet values;
  std::vector<Leaf> leaves;
  const bool all_tried = try_all(id, leaves, [&](Value each) {
    values.add(Range{each, each});
    return true;
  });
  return all_tried ? values : estimate(model_.exprs[id]);
}

// --- computing with ranges

ValueSet ValueView::estimate(const Expr& expr) {
  switch (expr.op) {
    case Op::Constant: return ValueSet(expr.constant);
    case Op::Bounded: {
      ValueSet values = evaluate(expr.left);
      values.keep(Range{0, expr.constant - 1});
      return values;
    }
    case Op::Conditional: {
      ValueSet values = evaluate(expr.right);
      values.add(evaluate(expr.third));
      return values;
    }
    case Op::Not: return ValueSet(truth_values);
    default: break;
  }
  if (!is_unary(expr.op) && !is_binary(expr.op)) return leaf_values(expr);
  const ValueSet left = evaluate(expr.left);
  if (left.empty()) return left;
  if (expr.op == Op::Negate) return ValueSet(interval_of(Op::Subtract, {0, 0}, left.hull()));
  if (expr.op == Op::Complement) return ValueSet(interval_of(Op::Subtract, {-1, -1}, left.hull()));
  if (expr.op >= Op::And) return ValueSet(truth_values);
  const ValueSet right = evaluate(expr.right);
  if (right.empty()) return right;
  return ValueSet(interval_of(expr.op, left.hull(), right.hull()));
}

void ValueView::constrain(ExprId id, Range allowed) {
  const Expr& expr = model_.exprs[id];
  if (allowed.low > allowed.high) {
    known_.is_possible = false;
    return;
  }
  if (expr.op == Op::Read) {
    if (const std::optional<Cell> cell = cell_of(expr.place)) keep(*cell, ValueSet(allowed));
    return;
  }
  if (expr.op != Op::Add && expr.op != Op::Subtract) return;
  const ValueSet left = evaluate(expr.left);
  const ValueSet right = evaluate(expr.right);
  if (left.size() <= 1 || right.size() != 1) return;
  // x + c lies in a..b if x lies in a - c .. b - c, unless the sum wraps around.
  const std::int64_t shift = std::int64_t{right.hull().low} * (expr.op == Op::Add ? 1 : -1);
  const bool stays =
      left.hull().low + shift >= full_range.low && left.hull().high + shift <= full_range.high;
  if (!stays) return;
  const auto bounded = [](std::int64_t bound) {
    return static_cast<Value>(std::clamp<std::int64_t>(bound, full_range.low, full_range.high));
  };
  constrain(expr.left, {bounded(allowed.low - shift), bounded(allowed.high - shift)});
}

void ValueView::assume_there(const Place& place) {
  if (!is_some(place.index)) return;
  const auto last = static_cast<Value>(slot_of(place).length) - 1;
  std::vector<Leaf> leaves;
  bool found = false;
  const bool all_tried = try_all(place.index, leaves, [&](Value index) {
    const bool fits = index >= 0 && index <= last;
    found = found || fits;
    return fits;
  });
  if (!all_tried) return constrain(place.index, {0, last});
  if (!found) known_.is_possible = false;
  keep_used(leaves);
}

bool ValueView::assume_by_trying(ExprId id, bool truth) {
  std::vector<Leaf> leaves;
  bool found = false;
  const bool all_tried = try_all(id, leaves, [&](Value each) {
    const bool fits = (each != 0) == truth;
    found = found || fits;
    return fits;
  });
  if (!all_tried) return false;
  if (!found) known_.is_possible = false;
  keep_used(leaves);
  return true;
}

void ValueView::keep_used(const std::vector<Leaf>& leaves) {
  for (const Leaf& leaf : leaves) {
    if (!leaf.cell) continue;
    ValueSet used;
    for (std::size_t i = 0; i < leaf.values.size(); ++i) {
      if (leaf.used[i]) used.add(Range{leaf.values[i], leaf.values[i]});
    }
    keep(*leaf.cell, used);
  }
}

void ValueView::assume_comparison(const Expr& expr, bool truth) {
  const Op op = truth ? expr.op : opposite(expr.op);
  const ValueSet left = evaluate(expr.left);
  const ValueSet right = evaluate(expr.right);
  if (left.empty() || right.empty()) {
    known_.is_possible = false;
    return;
  }
  const Range a = left.hull();
  const Range b = right.hull();
  // Clipped where nothing lies beyond; then nothing is learned, or nothing is possible.
  const auto below = [](Value v) {
    return v == full_range.low ? Range{1, 0} : Range{full_range.low, v - 1};
  };
  const auto above = [](Value v) {
    return v == full_range.high ? Range{1, 0} : Range{v + 1, full_range.high};
  };
  switch (op) {
    case Op::Less: constrain(expr.left, below(b.high)); return constrain(expr.right, above(a.low));
    case Op::LessEqual:
      constrain(expr.left, {full_range.low, b.high});
      return constrain(expr.right, {a.low, full_range.high});
    case Op::Greater:
      constrain(expr.left, above(b.low));
      return constrain(expr.right, below(a.high));
    case Op::GreaterEqual:
      constrain(expr.left, {b.low, full_range.high});
      return constrain(expr.right, {full_range.low, a.high});
    case Op::Equal: constrain(expr.left, b); return constrain(expr.right, a);
    default: break;
  }
  // Not equal: one value less, if the other side has only one.
  const auto exclude = [&](ExprId side, const ValueSet& other) {
    const Expr& read = model_.exprs[side];
    if (read.op != Op::Read || other.size() != 1) return;
    const std::optional<Cell> cell = cell_of(read.place);
    if (!cell) return;
    ValueSet values = values_of(*cell);
    values.remove(other.hull().low);
    keep(*cell, values);
  };
  exclude(expr.left, right);
  exclude(expr.right, left);
}

void ValueView::assume_either(ExprId first, bool first_truth, ExprId second, bool second_truth) {
  // Both ways are followed, so the work doubles with each; nothing has to be learned.
  constexpr unsigned depth_max = 6;
  if (either_depth_ == depth_max) return;
  ++either_depth_;
  const Known before = known_;
  assume(first, first_truth);
  Known one = std::move(known_);
  known_ = before;
  assume(first, !first_truth);
  if (known_.is_possible) assume(second, second_truth);
  --either_depth_;
  if (!one.is_possible) return;
  if (!known_.is_possible) {
    known_ = std::move(one);
    return;
  }
  for (std::size_t i = 0; i < one.tracked.size(); ++i) known_.tracked[i].add(one.tracked[i]);
  // A cell that is known on one way only is not known.
  std::vector<KnownCell> cells;
  for (KnownCell& known : known_.cells) {
    for (const KnownCell& other : one.cells) {
      if (other.cell != known.cell) continue;
      known.values.add(other.values);
      cells.push_back(std::move(known));
      break;
    }
  }
  known_.cells = std::move(cells);
}

void ValueView::assume(ExprId id, bool truth) {
  if (!is_possible() || assume_by_trying(id, truth)) return;
  const Expr& expr = model_.exprs[id];
  if (is_comparison(expr.op)) return assume_comparison(expr, truth);
  switch (expr.op) {
    case Op::Not: return assume(expr.left, !truth);
    case Op::And:
      if (!truth) return assume_either(expr.left, false, expr.right, false);
      assume(expr.left, true);
      return assume(expr.right, true);
    case Op::Or:
      if (truth) return assume_either(expr.left, true, expr.right, true);
      assume(expr.left, false);
      return assume(expr.right, false);
    case Op::Imply:
      if (truth) return assume_either(expr.left, false, expr.right, true);
      assume(expr.left, true);
      return assume(expr.right, false);
    case Op::Read: {
      const std::optional<Cell> cell = cell_of(expr.place);
      if (!cell) return;
      ValueSet values = values_of(*cell);
      if (truth) {
        values.remove(0);
      } else {
        values.keep(Range{0, 0});
      }
      return keep(*cell, values);
    }
    default: return;
  }
}

}  // namespace clew
