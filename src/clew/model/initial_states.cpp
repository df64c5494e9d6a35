#include "clew/model/initial_states.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "clew/base/patience.hpp"
#include "clew/model/intervals.hpp"

namespace clew {

namespace {

constexpr Range nothing{1, 0};
constexpr std::uint64_t trials_between_pauses = 1U << 16;
// A range of more values is not looked at value by value.
constexpr std::uint64_t narrowed_values_max = 1U << 16;

bool has_free_slot(const Frame& frame) {
  return std::any_of(frame.slots.begin(), frame.slots.end(),
                     [](const Slot& slot) { return slot.is_free; });
}

// Sets of cells, each of which is whole once all its cells are placed.
class Countdown {
 public:
  explicit Countdown(std::size_t cells) : sets_of_(cells) {}

  void add(const std::vector<std::size_t>& cells) {
    for (const std::size_t cell : cells) sets_of_[cell].push_back(missing_.size());
    if (cells.empty()) whole_.push_back(missing_.size());
    missing_.push_back(cells.size());
  }
  void place(std::size_t cell) {
    for (const std::size_t set : sets_of_[cell]) {
      if (--missing_[set] == 0) whole_.push_back(set);
    }
  }
  // The sets that have become whole since this was asked last, by number, rising.
  std::vector<std::size_t> take_whole() {
    std::sort(whole_.begin(), whole_.end());
    return std::exchange(whole_, {});
  }

 private:
  std::vector<std::vector<std::size_t>> sets_of_;  // by cell
  std::vector<std::size_t> missing_;               // by set
  std::vector<std::size_t> whole_;
};

bool is_comparison(Op op) {
  return op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual ||
         op == Op::Equal;
}

// The values of the range for which `value op bound` may be true; one of its values where there is none.
Range narrowed(Range range, Op op, Value bound) {
  std::int64_t low = range.low;
  std::int64_t high = range.high;
  const std::int64_t limit = bound;
  if (op == Op::Greater || op == Op::GreaterEqual || op == Op::Equal) {
    low = std::max(low, op == Op::Greater ? limit + 1 : limit);
  }
  if (op == Op::Less || op == Op::LessEqual || op == Op::Equal) {
    high = std::min(high, op == Op::Less ? limit - 1 : limit);
  }
  if (low > high) return {range.low, range.low};
  return {static_cast<Value>(low), static_cast<Value>(high)};
}

}  // namespace

bool has_fixed_start(const Model& model) {
  if (is_some(model.initial_condition) || has_free_slot(model.globals)) return false;
  return std::none_of(model.processes.begin(), model.processes.end(), [&](const Process& process) {
    return has_free_slot(model.process_types[process.type].frame);
  });
}

InitialStates::InitialStates(const Model& model, State declared)
    : model_(model), declared_(std::move(declared)) {
  add_cells(model.globals, 0);
  for (const auto& part : declared_.shape->processes) {
    add_cells(model.process_types[part.type].frame, part.offset + 1);
  }
  if (is_some(model.initial_condition)) split(model.initial_condition);
  narrow_cells();
  make_stages();
}

void InitialStates::add_cells(const Frame& frame, std::uint32_t offset) {
  for (const Slot& slot : frame.slots) {
    if (!slot.is_free) continue;
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      cells_.push_back({offset + slot.offset + i, slot.type.range});
    }
  }
}

void InitialStates::split(ExprId id) {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::And) {
    split(expr.left);
    split(expr.right);
  } else {
    conjuncts_.push_back({id, reads_of(id)});
  }
}

std::vector<std::size_t> InitialStates::reads_of(ExprId expr) const {
  std::vector<std::size_t> reads;
  collect_reads(expr, reads);
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  return reads;
}

void InitialStates::collect_reads(ExprId id, std::vector<std::size_t>& reads) const {
  const Expr& expr = model_.exprs[id];
  for (const ExprId operand : operands_of(expr)) collect_reads(operand, reads);
  if (expr.op != Op::Read || expr.place.scope == Scope::Constant) return;
  const Place& place = expr.place;
  if (is_some(place.index)) collect_reads(place.index, reads);
  const bool is_global = place.scope == Scope::Global;
  const std::uint32_t base = is_global ? 0 : declared_.part(place.process).offset + 1;
  const Slot& slot = model_.slot_of(place, no_id<ProcessTypeId>);
  if (!slot.is_free) return;
  std::uint32_t first = base + slot.offset;
  std::uint32_t last = first + slot.length - 1;
  if (is_some(place.index) && model_.exprs[place.index].op == Op::Constant) {
    const Value index = model_.exprs[place.index].constant;
    if (index < 0 || index >= static_cast<Value>(slot.length)) return;
    first += static_cast<std::uint32_t>(index);
    last = first;
  }
  const auto before = [](const Cell& cell, std::uint32_t offset) { return cell.offset < offset; };
  auto cell = std::lower_bound(cells_.begin(), cells_.end(), first, before);
  for (; cell != cells_.end() && cell->offset <= last; ++cell) {
    reads.push_back(static_cast<std::size_t>(cell - cells_.begin()));
  }
}

void InitialStates::add_definition(ExprId defined, ExprId value,
                                   std::vector<Definition>& out) const {
  const Expr& expr = model_.exprs[defined];
  if (expr.op != Op::Read || expr.place.scope == Scope::Constant) return;
  if (is_some(expr.place.index) && model_.exprs[expr.place.index].op != Op::Constant) return;
  const std::vector<std::size_t> cells = reads_of(defined);
  if (cells.size() != 1) return;  // nothing that is free, or nobody knows which element
  std::vector<std::size_t> reads = reads_of(value);
  if (std::binary_search(reads.begin(), reads.end(), cells.front())) return;
  out.push_back({cells.front(), value, std::move(reads)});
}

std::vector<InitialStates::Definition> InitialStates::definitions() const {
  std::vector<Definition> result;
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr& expr = model_.exprs[conjunct.expr];
    if (expr.op != Op::Equal) continue;
    add_definition(expr.left, expr.right, result);
    add_definition(expr.right, expr.left, result);
  }
  return result;
}

// `x >= 0` and `x < 4` leave few of the four thousand million values that an int has.
void InitialStates::narrow_cells() {
  for (const Conjunct& conjunct : conjuncts_) {
    if (conjunct.reads.size() != 1) continue;
    const Expr& expr = model_.exprs[conjunct.expr];
    const bool is_read_first = is_comparison(expr.op) && is_plain_read(expr.left);
    const bool is_read_last = is_comparison(expr.op) && is_plain_read(expr.right);
    if (is_read_first == is_read_last) continue;
    const Expr& bound = model_.exprs[is_read_first ? expr.right : expr.left];
    if (bound.op != Op::Constant) continue;
    Range& range = cells_[conjunct.reads.front()].range;
    range = narrowed(range, is_read_first ? expr.op : turned(expr.op), bound.constant);
  }
}

bool InitialStates::is_plain_read(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (expr.op != Op::Read || expr.place.scope == Scope::Constant) return false;
  return !is_some(expr.place.index) || model_.exprs[expr.place.index].op == Op::Constant;
}

void InitialStates::make_stages() {
  const std::vector<Definition> defined = definitions();
  Countdown conjuncts(cells_.size());
  tests_of_one_.resize(cells_.size());
  for (const Conjunct& conjunct : conjuncts_) {
    conjuncts.add(conjunct.reads);
    if (conjunct.reads.size() == 1) tests_of_one_[conjunct.reads.front()].push_back(conjunct.expr);
  }
  Countdown definable(cells_.size());
  for (const Definition& definition : defined) definable.add(definition.reads);
  std::vector<bool> is_placed(cells_.size(), false);
  std::vector<bool> is_defined(cells_.size(), false);
  for (const Definition& definition : defined) is_defined[definition.cell] = true;
  const auto tests = [&] {
    std::vector<ExprId> ready;
    for (const std::size_t i : conjuncts.take_whole()) ready.push_back(conjuncts_[i].expr);
    return ready;
  };
  first_tests_ = tests();
  std::set<std::size_t> ready;  // definitions
  std::size_t next_open = 0;    // all before it that nothing defines are placed
  std::size_t next_of_all = 0;  // all before it are placed
  while (stages_.size() < cells_.size()) {
    Stage stage;
    for (const std::size_t i : definable.take_whole()) ready.insert(i);
    while (!ready.empty() && is_placed[defined[*ready.begin()].cell]) ready.erase(ready.begin());
    if (!ready.empty()) {
      stage.cell = defined[*ready.begin()].cell;
      stage.definition = defined[*ready.begin()].expr;
    } else {
      while (next_open < cells_.size() && (is_placed[next_open] || is_defined[next_open])) {
        ++next_open;
      }
      while (is_placed[next_of_all]) ++next_of_all;
      // Two that define each other: one of them has to begin.
      stage.cell = next_open < cells_.size() ? next_open : next_of_all;
    }
    is_placed[stage.cell] = true;
    conjuncts.place(stage.cell);
    definable.place(stage.cell);
    stage.tests = tests();
    stages_.push_back(std::move(stage));
  }
}

Range InitialStates::values_of(const Stage& stage, const State& state) const {
  const Range range = cells_[stage.cell].range;
  if (!is_some(stage.definition)) return range;
  Evaluator evaluator(model_, state);
  const Value value = evaluator.value(stage.definition);
  if (evaluator.failed() || !range.contains(value)) return nothing;
  return {value, value};
}

bool InitialStates::all_true(const std::vector<ExprId>& tests, const State& state) const {
  return std::all_of(tests.begin(), tests.end(), [&](ExprId test) {
    Evaluator evaluator(model_, state);
    const bool holds = evaluator.is_true(test);
    return holds && !evaluator.failed();
  });
}

void InitialStates::for_each(Found found, Pause pause) const {
  State state = declared_;
  if (!all_true(first_tests_, state)) return;
  if (stages_.empty()) {
    found(state);
    return;
  }
  struct Turn {
    std::int64_t next = 0;
    std::int64_t last = -1;
  };
  std::vector<Turn> turns(stages_.size());
  const auto enter = [&](std::size_t depth) {
    const Range values = values_of(stages_[depth], state);
    turns[depth] = {values.low, values.high};
  };
  std::size_t depth = 0;
  enter(0);
  for (std::uint64_t trials = 1;; ++trials) {
    ask_patience();
    if (trials % trials_between_pauses == 0 && pause() == Continue::No) return;
    Turn& turn = turns[depth];
    if (turn.next > turn.last) {
      if (depth == 0) return;
      --depth;
      continue;
    }
    state.values[cells_[stages_[depth].cell].offset] = static_cast<Value>(turn.next++);
    if (!all_true(stages_[depth].tests, state)) continue;
    if (depth + 1 == stages_.size()) {
      if (found(state) == Continue::No) return;
    } else {
      enter(++depth);
    }
  }
}

bool InitialStates::contains(const State& state) const {
  if (*state.shape != *declared_.shape) return false;
  State fixed = state;
  for (const Cell& cell : cells_) {
    if (!cell.range.contains(state.values[cell.offset])) return false;
    fixed.values[cell.offset] = declared_.values[cell.offset];
  }
  if (fixed.values != declared_.values) return false;
  return !is_some(model_.initial_condition) || all_true({model_.initial_condition}, state);
}

ValueSet InitialStates::values_at(std::uint32_t offset) const {
  const auto found =
      std::lower_bound(cells_.begin(), cells_.end(), offset,
                       [](const Cell& cell, std::uint32_t wanted) { return cell.offset < wanted; });
  if (found == cells_.end() || found->offset != offset) return ValueSet(declared_.values[offset]);
  const std::vector<ExprId>& tests =
      tests_of_one_[static_cast<std::size_t>(found - cells_.begin())];
  if (tests.empty() || found->range.span() >= narrowed_values_max) return ValueSet(found->range);
  ValueSet values;
  State state = declared_;
  for (std::int64_t value = found->range.low; value <= found->range.high; ++value) {
    state.values[offset] = static_cast<Value>(value);
    if (!all_true(tests, state)) continue;
    values.add(Range{static_cast<Value>(value), static_cast<Value>(value)});
  }
  // No value at all: there is no initial state, and it does not matter.
  return values.empty() ? ValueSet(found->range) : values;
}

}  // namespace clew
