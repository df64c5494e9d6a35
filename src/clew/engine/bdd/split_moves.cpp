#include "clew/engine/bdd/split_moves.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t small_move = 12;  // values read for all updates together: not worth splitting
constexpr std::size_t cases_max = 64;   // of one index
constexpr std::size_t tried_max = 3;    // indices of which all cases are looked at
constexpr std::size_t parts_max = 20'000;              // of the whole model
constexpr std::uint64_t gates_seen_max = 100'000'000;  // while looking for indices
constexpr std::uint32_t node_count_max = 8'000'000;
// The parts have to be so much smaller than the whole.
constexpr double gain = 0.7;

// Which number a value has, as far as it is known: its highest bits.
struct Prefix {
  std::uint32_t bits = 0;  // how many
  std::uint32_t number = 0;
};

class Splitter {
 public:
  explicit Splitter(SymbolicModel& model) : model_(model) {
    value_of_bit_.resize(model.bits.size(), 0);
    for (std::uint32_t i = 0; i < model.values.size(); ++i) {
      const SymbolicValue& value = model.values[i];
      for (std::uint32_t k = 0; k < value.width; ++k) value_of_bit_[value.first_bit + k] = i;
    }
    for (std::uint32_t i = 0; i < model.bits.size(); ++i) bit_of_[node_of(model.bits[i])] = i;
    seen_.resize(model_.values.size(), 0);
  }

  void split(const SymbolicMove& move) {
    MovePart part{&move, move.enabled, {}};
    for (const SymbolicMove::Update& update : move.updates) add_update(part, update);
    split(std::move(part));
  }

  std::vector<MovePart> take_parts() { return std::move(parts_); }

 private:
  using Uses = std::unordered_map<std::uint32_t, std::size_t>;  // by value

  void add_update(MovePart& part, const SymbolicMove::Update& update) const {
    if (update.value != model_.bits[update.bit]) part.updates.push_back(update);
  }

  void split(MovePart part) {
    if (part.enabled == lit_false) return;
    std::vector<MovePart> cases = best_cases(part);
    if (cases.empty()) {
      parts_.push_back(std::move(part));
      return;
    }
    for (MovePart& each : cases) split(std::move(each));
  }

  bool is_tired() const {
    return parts_.size() >= parts_max || gates_seen_ > gates_seen_max ||
           model_.circuit.node_count() > node_count_max;
  }

  // --- fixing a value

  // From here on the first bits of the value are known.
  void fix(const SymbolicValue& value, Prefix prefix) {
    ++fixed_epoch_;
    for (std::uint32_t k = 0; k < prefix.bits; ++k) {
      const std::uint32_t bit = value.width - 1 - k;
      const bool is_set = (prefix.number >> (prefix.bits - 1 - k) & 1U) != 0;
      set_fixed(node_of(model_.bits[value.first_bit + bit]), constant_lit(is_set));
    }
    set_fixed(0, lit_false);
  }

  void set_fixed(std::uint32_t node, Lit lit) {
    if (fixed_.size() <= node) fixed_.resize(model_.circuit.node_count());
    fixed_[node] = {fixed_epoch_, lit};
  }
  bool is_fixed(Lit lit) const {
    const std::uint32_t node = node_of(lit);
    return node < fixed_.size() && fixed_[node].epoch == fixed_epoch_;
  }
  Lit fixed_lit(Lit lit) const { return negated_if(fixed_[node_of(lit)].lit, is_negated(lit)); }

  // The function with what is known put in.
  Lit fixed(Lit lit) {
    std::vector<std::uint32_t> open{node_of(lit)};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      const Gate gate = model_.circuit.gate(node);
      const Lit operands[] = {gate.a, gate.b, gate.c};
      bool is_ready = true;
      for (int k = 0; k < gate.operand_count(); ++k) {
        if (is_fixed(operands[k])) continue;
        open.push_back(node_of(operands[k]));
        is_ready = false;
      }
      if (!is_ready) continue;
      open.pop_back();
      if (is_fixed(lit_of(node))) continue;
      ++gates_seen_;
      set_fixed(node, fixed_gate(node, gate));
    }
    return fixed_lit(lit);
  }

  Lit fixed_gate(std::uint32_t node, const Gate& gate) {
    Circuit& circuit = model_.circuit;
    switch (gate.kind) {
      case Gate::Kind::And: return circuit.both(fixed_lit(gate.a), fixed_lit(gate.b));
      case Gate::Kind::Xor: return circuit.differs(fixed_lit(gate.a), fixed_lit(gate.b));
      case Gate::Kind::Choose:
        return circuit.choose(fixed_lit(gate.a), fixed_lit(gate.b), fixed_lit(gate.c));
      default: return lit_of(node);
    }
  }

  // The part for one number of the value.
  MovePart with(const MovePart& part, const SymbolicValue& value, std::uint32_t number) {
    fix(value, {value.width, number});
    MovePart result{part.move, fixed(part.enabled), {}};
    for (const SymbolicMove::Update& update : part.updates) {
      Lit after = fixed(update.value);
      // A bit that is known and keeps its value keeps it as a variable, too.
      const Lit before = model_.bits[update.bit];
      if (is_fixed(before) && fixed_lit(before) == after) after = before;
      add_update(result, {update.bit, after});
    }
    for (std::uint32_t k = 0; k < value.width; ++k) {
      const Lit bit = model_.bits[value.first_bit + k];
      result.enabled =
          model_.circuit.both(negated_if(bit, (number >> k & 1U) == 0), result.enabled);
    }
    return result;
  }

  // The numbers for which the move may be enabled; none if there are too many.
  std::vector<std::uint32_t> numbers_of(const MovePart& part, const SymbolicValue& value,
                                        std::size_t count_max) {
    std::vector<std::uint32_t> numbers;
    std::vector<Prefix> open{{0, 0}};
    std::size_t looks_left = (count_max + 1) * (value.width + 1);
    while (!open.empty() && looks_left-- > 0 && !is_tired()) {
      const Prefix prefix = open.back();
      open.pop_back();
      fix(value, prefix);
      if (fixed(part.enabled) == lit_false) continue;
      if (prefix.bits == value.width) {
        numbers.push_back(prefix.number);
        if (numbers.size() >= count_max) return numbers;
        continue;
      }
      open.push_back({prefix.bits + 1, prefix.number * 2 + 1});
      open.push_back({prefix.bits + 1, prefix.number * 2});
    }
    if (!open.empty()) numbers.clear();
    return numbers;
  }

  // --- choosing an index

  // The part for each number of the value that makes the move smallest; nothing if that does not pay.
  std::vector<MovePart> best_cases(const MovePart& part) {
    if (is_tired()) return {};
    Uses uses;
    const std::size_t size = size_of(part, &uses);
    if (size <= small_move) return {};
    const double wanted = gain * static_cast<double>(size);
    // One number of each value gives a first impression.
    std::vector<std::pair<std::size_t, std::uint32_t>> impressions;
    for (const auto& [index, count] : uses) {
      // Of a move that changes nothing only the condition can become simpler.
      if ((count < 2 && !part.updates.empty()) || is_tired()) continue;
      const SymbolicValue& value = model_.values[index];
      const std::vector<std::uint32_t> first = numbers_of(part, value, 1);
      if (first.empty()) continue;
      const std::size_t rest = size_of(with(part, value, first.front()), nullptr);
      if (static_cast<double>(rest) < wanted) impressions.emplace_back(rest, index);
    }
    std::sort(impressions.begin(), impressions.end());
    std::size_t tried = 0;
    for (const auto& [rest, index] : impressions) {
      if (tried++ == tried_max || is_tired()) break;
      const SymbolicValue& value = model_.values[index];
      const std::vector<std::uint32_t> numbers = numbers_of(part, value, cases_max + 1);
      if (numbers.empty() || numbers.size() > cases_max) continue;
      std::vector<MovePart> cases;
      std::size_t total = 0;
      for (const std::uint32_t number : numbers) {
        cases.push_back(with(part, value, number));
        total += size_of(cases.back(), nullptr);
      }
      if (static_cast<double>(total) < wanted * static_cast<double>(cases.size())) return cases;
    }
    return {};
  }

  // How many values are read for each value that changes, all together.
  std::size_t size_of(const MovePart& part, Uses* uses) {
    std::size_t size = count_values({part.enabled}, uses);
    for (std::size_t i = 0; i < part.updates.size();) {
      const std::uint32_t value = value_of_bit_[part.updates[i].bit];
      std::vector<Lit> lits;
      for (; i < part.updates.size() && value_of_bit_[part.updates[i].bit] == value; ++i) {
        lits.push_back(part.updates[i].value);
      }
      size += 1 + count_values(lits, uses);
    }
    return size;
  }

  std::size_t count_values(const std::vector<Lit>& lits, Uses* uses) {
    ++epoch_;
    entered_.resize(model_.circuit.node_count(), 0);
    std::size_t count = 0;
    std::vector<std::uint32_t> open;
    const auto enter = [&](Lit lit) {
      const std::uint32_t node = node_of(lit);
      if (std::exchange(entered_[node], epoch_) != epoch_) open.push_back(node);
    };
    for (const Lit lit : lits) enter(lit);
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      ++gates_seen_;
      const Gate& gate = model_.circuit.gate(node);
      const Lit operands[] = {gate.a, gate.b, gate.c};
      for (int k = 0; k < gate.operand_count(); ++k) enter(operands[k]);
      const auto bit = gate.kind == Gate::Kind::Input ? bit_of_.find(node) : bit_of_.end();
      if (bit == bit_of_.end()) continue;
      const std::uint32_t value = value_of_bit_[bit->second];
      if (std::exchange(seen_[value], epoch_) == epoch_) continue;
      ++count;
      if (uses) ++(*uses)[value];
    }
    return count;
  }

  struct Fixed {
    std::uint32_t epoch = 0;
    Lit lit = lit_false;
  };

  SymbolicModel& model_;
  std::vector<std::uint32_t> value_of_bit_;
  std::unordered_map<std::uint32_t, std::uint32_t> bit_of_;  // by node
  std::vector<std::uint32_t> entered_;                       // by node: the last walk that did
  std::vector<std::uint32_t> seen_;                          // by value: the same
  std::uint32_t epoch_ = 0;
  std::vector<Fixed> fixed_;  // by node
  std::uint32_t fixed_epoch_ = 0;
  std::uint64_t gates_seen_ = 0;
  std::vector<MovePart> parts_;
};

}  // namespace

std::vector<MovePart> split_moves(SymbolicModel& model, const std::vector<SymbolicMove>& moves) {
  Splitter splitter(model);
  for (const SymbolicMove& move : moves) splitter.split(move);
  return splitter.take_parts();
}

}  // namespace clew
