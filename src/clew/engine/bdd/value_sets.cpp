#include "clew/engine/bdd/value_sets.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace clew {

namespace {

// A value that changes more often, or comes to more numbers, counts or measures something, and may as well
// be anything.
constexpr std::uint32_t changes_max = 16;
const BigUnsigned numbers_max{64};

}  // namespace

ValueSets::ValueSets(BddFunctions& functions, const std::vector<MovePart>& parts)
    : functions_(functions), parts_(parts) {
  find_readers();
  begin();
  grow();
}

void ValueSets::find_readers() {
  const SymbolicModel& model = functions_.model();
  value_of_bit_.resize(model.bits.size(), 0);
  for (std::uint32_t i = 0; i < model.values.size(); ++i) {
    for (std::uint32_t k = 0; k < model.values[i].width; ++k) {
      value_of_bit_[model.values[i].first_bit + k] = i;
    }
  }
  for (std::uint32_t i = 0; i < model.bits.size(); ++i) bit_of_[node_of(model.bits[i])] = i;
  read_by_.resize(model.values.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Reader reader;
    std::vector<Lit> lits{parts_[i].enabled};
    for (const SymbolicMove::Update& update : parts_[i].updates) {
      lits.push_back(update.value);
      const std::uint32_t value = value_of_bit_[update.bit];
      if (reader.written.empty() || reader.written.back() != value) reader.written.push_back(value);
    }
    reader.values = values_read(lits);
    reader.values.insert(reader.values.end(), reader.written.begin(), reader.written.end());
    std::sort(reader.values.begin(), reader.values.end());
    reader.values.erase(std::unique(reader.values.begin(), reader.values.end()),
                        reader.values.end());
    for (const std::uint32_t value : reader.values) read_by_[value].push_back(i);
    readers_.push_back(std::move(reader));
  }
}

std::vector<std::uint32_t> ValueSets::values_read(const std::vector<Lit>& lits) {
  const Circuit& circuit = functions_.model().circuit;
  std::unordered_set<std::uint32_t> entered;
  std::vector<std::uint32_t> open;
  std::vector<std::uint32_t> values;
  const auto enter = [&](Lit lit) {
    if (entered.insert(node_of(lit)).second) open.push_back(node_of(lit));
  };
  for (const Lit lit : lits) enter(lit);
  while (!open.empty()) {
    const Gate& gate = circuit.gate(open.back());
    const auto bit = bit_of_.find(open.back());
    open.pop_back();
    const Lit operands[] = {gate.a, gate.b, gate.c};
    for (int k = 0; k < gate.operand_count(); ++k) enter(operands[k]);
    if (bit != bit_of_.end()) values.push_back(value_of_bit_[bit->second]);
  }
  return values;
}

Bdd ValueSets::around(Lit lit) { return all_of(values_read({lit})); }

Bdd ValueSets::all_of(const std::vector<std::uint32_t>& values) {
  Bdd known = functions_.diagrams().constant(true);
  for (const std::uint32_t value : values) known &= sets_[value];
  return known;
}

void ValueSets::begin() {
  const SymbolicModel& model = functions_.model();
  const Bdd initial = functions_.of(model.initial);
  for (std::uint32_t bit = 0; bit < model.bits.size(); ++bit) {
    levels_.push_back(functions_.level_of(bit));
  }
  std::sort(levels_.begin(), levels_.end());
  for (std::uint32_t value = 0; value < model.values.size(); ++value) {
    sets_.push_back(alone(initial, value));
  }
  changes_.resize(model.values.size(), 0);
  is_given_up_.resize(model.values.size(), false);
}

// The levels of all other bits are as many nodes as the state has bits: kept for each value they would be the
// square of that.
Bdd ValueSets::alone(const Bdd& states, std::uint32_t value) {
  const SymbolicValue& bits = functions_.model().values[value];
  std::vector<std::uint32_t> own;
  for (std::uint32_t k = 0; k < bits.width; ++k) {
    own.push_back(functions_.level_of(bits.first_bit + k));
  }
  std::sort(own.begin(), own.end());
  std::vector<std::uint32_t> others;
  std::set_difference(levels_.begin(), levels_.end(), own.begin(), own.end(),
                      std::back_inserter(others));
  Diagrams& diagrams = functions_.diagrams();
  return diagrams.exists(states, diagrams.cube(others));
}

void ValueSets::grow() {
  std::deque<std::size_t> waiting;
  is_waiting_.resize(parts_.size(), true);
  for (std::size_t i = 0; i < parts_.size(); ++i) waiting.push_back(i);
  while (!waiting.empty() && !functions_.diagrams().is_abandoned()) {
    const std::size_t part = waiting.front();
    waiting.pop_front();
    is_waiting_[part] = false;
    const std::vector<std::uint32_t>& written = readers_[part].written;
    std::vector<Bdd> before;
    for (const std::uint32_t value : written) before.push_back(sets_[value]);
    if (!look_at(part)) continue;
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (sets_[written[i]] == before[i]) continue;
      for (const std::size_t reader : read_by_[written[i]]) {
        if (is_waiting_[reader]) continue;
        is_waiting_[reader] = true;
        waiting.push_back(reader);
      }
    }
  }
}

// True if some set has grown.
bool ValueSets::look_at(std::size_t index) {
  const MovePart& part = parts_[index];
  const Bdd known = around(index);
  if (known.is_false()) return false;
  KnownFunctions functions(functions_, known);
  const Bdd enabled = functions.of(part.enabled) & known;
  if (enabled.is_false()) return false;
  bool has_grown = false;
  for (const std::uint32_t value : readers_[index].written) {
    if (is_given_up_[value]) continue;
    Bdd grown = sets_[value] | numbers_after(part, value, functions, enabled);
    if (grown == sets_[value]) continue;
    has_grown = true;
    sets_[value] = std::move(grown);
    if (++changes_[value] == changes_max || numbers_of(value) > numbers_max) give_up(value);
  }
  return has_grown;
}

Bdd ValueSets::numbers_after(const MovePart& part, std::uint32_t value, KnownFunctions& functions,
                             const Bdd& enabled) {
  Diagrams& diagrams = functions_.diagrams();
  std::vector<std::uint32_t> touched;
  Bdd function = enabled;
  for (const SymbolicMove::Update& update : part.updates) {
    if (value_of_bit_[update.bit] != value) continue;
    const std::uint32_t level = functions_.level_of(update.bit);
    touched.push_back(level);
    function &= !(diagrams.variable(level + 1) ^ functions.of(update.value));
  }
  const Relation relation{functions_.with_some_choice(function), diagrams.cube(touched)};
  return alone(diagrams.image(diagrams.constant(true), relation), value);
}

BigUnsigned ValueSets::numbers_of(std::uint32_t value) {
  const SymbolicValue& bits = functions_.model().values[value];
  std::vector<std::uint32_t> levels;
  for (std::uint32_t k = 0; k < bits.width; ++k) {
    levels.push_back(functions_.level_of(bits.first_bit + k));
  }
  std::sort(levels.begin(), levels.end());
  return functions_.diagrams().count(sets_[value], levels);
}

void ValueSets::give_up(std::uint32_t value) {
  is_given_up_[value] = true;
  sets_[value] = alone(functions_.of(functions_.model().valid), value);
}

}  // namespace clew
