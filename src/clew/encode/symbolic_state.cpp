#include "clew/encode/symbolic_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace clew {

namespace {

Range joined(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

bool ends(const Action& action) {
  return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
    return step.kind == Instruction::Kind::Terminate;
  });
}

}  // namespace

SymbolicLayout::SymbolicLayout(const Model& source, SymbolicModel& model)
    : source_(source), model_(model), words_(model.circuit, model.terms.get()), parts_(source) {
  first_ = Interpreter(source).declared_state();
  for (const ProcessType& type : source.process_types) {
    outgoing_.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
    type_can_end_.push_back(false);
  }
  for (std::size_t i = 0; i < source.actions.size(); ++i) {
    const Action& action = source.actions[to_id<ActionId>(i)];
    outgoing_[action.owner][action.from].push_back(to_id<ActionId>(i));
    if (ends(action)) type_can_end_[to_index(action.owner)] = true;
  }
  base_.resize(shape().value_count);
  value_at_.resize(shape().value_count);
  is_free_.resize(shape().value_count);
  channel_owner_.resize(parts_.channels.size(), no_id<ProcessId>);
  const Ranges ranges = proven_ranges(source);
  add_frame(source.globals, ranges.globals, 0, "");
  for (const Shape::ChannelPart& part : parts_.channels) add_channel(part, ranges, "");
  if (shape().claim) add_process(claim_id, ranges);
  for (std::size_t i = 0; i < process_count(); ++i) add_process(to_id<ProcessId>(i), ranges);
  finish_validity();
}

void SymbolicLayout::add_value(std::uint32_t offset, Range range, std::string name) {
  SymbolicValue value;
  value.name = std::move(name);
  value.offset = offset;
  value.first_bit = static_cast<std::uint32_t>(model_.bits.size());
  value.is_signed = range.low < 0;
  value.range = range;
  CircuitNumber word;
  if (range.span() == 0) {
    word = words_.constant(range.low);
  } else {
    value.width = static_cast<std::uint32_t>(width_of(range) - (value.is_signed ? 0 : 1));
    for (std::uint32_t i = 0; i < value.width; ++i) {
      model_.bits.push_back(model_.circuit.add_input());
      word.bits.push_back(model_.bits.back());
    }
    if (!value.is_signed) word.bits.push_back(lit_false);
  }
  value_at_[offset] = static_cast<std::uint32_t>(model_.values.size());
  Term term;
  term.op = Term::Op::State;
  term.index = value_at_[offset];
  base_[offset] = words_.named(std::move(word), term);
  model_.values.push_back(std::move(value));
}

void SymbolicLayout::add_frame(const Frame& frame, const std::vector<GappedRange>& ranges,
                               std::uint32_t base, const std::string& prefix) {
  for (std::size_t i = 0; i < frame.slots.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    for (std::uint32_t k = 0; k < slot.length; ++k) {
      const std::string index = slot.is_vector ? fmt::format("[{}]", k) : "";
      add_value(base + slot.offset + k, ranges[i], prefix + slot.name + index);
      is_free_[base + slot.offset + k] = slot.is_free;
      model_.values.back().is_free = slot.is_free;
    }
  }
}

void SymbolicLayout::add_channel(const Shape::ChannelPart& part, const Ranges& ranges,
                                 const std::string& prefix) {
  const Channel& channel = source_.channels[part.id];
  if (channel.is_rendezvous()) return;
  const std::string name = prefix + channel.name;
  add_value(part.offset, {0, static_cast<Value>(channel.capacity)}, name);
  std::uint32_t offset = part.offset + 1;
  for (std::uint32_t k = 0; k < channel.capacity; ++k) {
    for (std::size_t i = 0; i < channel.items.size(); ++i) {
      // Free places hold zero.
      const Range range = joined(ranges.messages[part.id][i], {0, 0});
      add_value(offset++, range, fmt::format("{}[{}].{}", name, k, i));
    }
  }
}

void SymbolicLayout::add_process(ProcessId process, const Ranges& ranges) {
  const Shape::ProcessPart& at = part(process);
  Range locations = ranges.locations[at.type];
  if (can_end(process)) locations.high = ended(process);
  const std::string name =
      process == claim_id ? source_.claim->name : source_.processes[process].name;
  add_value(at.offset, locations, name);
  model_.values.back().located = process;
  add_frame(type_of(process).frame, ranges.processes[at.type], at.offset + 1, name + ".");
  if (process == claim_id) return;
  for (std::size_t i = 0; i < type_of(process).channels.size(); ++i) {
    add_channel(shape().channels[channel_owner_.size()], ranges, name + ".");
    channel_owner_.push_back(process);
  }
  if (!can_end(process)) return;
  // An ended process has one form only: what its values are then must be within their ranges.
  const std::uint32_t end = to_index(process) + 1 < process_count()
                                ? part(to_id<ProcessId>(to_index(process) + 1)).offset
                                : shape().value_count;
  for (std::uint32_t offset = at.offset + 1; offset < end; ++offset) {
    if (!model_.values[value_at_[offset]].range.contains(first_.values[offset])) {
      first_.values[offset] = model_.values[value_at_[offset]].range.low;
    }
  }
}

void SymbolicLayout::finish_validity() {
  std::vector<Lit> within;
  for (const SymbolicValue& value : model_.values) {
    within.push_back(words_.within(base_[value.offset], value.range));
  }
  model_.valid = model_.circuit.all(within);
}

bool SymbolicLayout::can_end(ProcessId process) const {
  return process != claim_id && type_can_end_[to_index(part(process).type)];
}

Lit SymbolicLayout::at_location(const SymbolicImage& image, ProcessId process,
                                LocationId location) {
  return words_.equal(image.at(part(process).offset),
                      words_.constant(static_cast<Value>(to_index(location))));
}

Lit SymbolicLayout::is_alive(const SymbolicImage& image, ProcessId process) {
  if (!can_end(process)) return lit_true;
  return !words_.equal(image.at(part(process).offset), words_.constant(ended(process)));
}

std::size_t SymbolicLayout::first_own_channel(ProcessId process) const {
  const auto own = std::find(channel_owner_.begin(), channel_owner_.end(), process);
  return static_cast<std::size_t>(own - channel_owner_.begin()) + 1;
}

void SymbolicLayout::end_process(SymbolicImage& image, ProcessId process) {
  const std::uint32_t begin = part(process).offset;
  const std::uint32_t end = to_index(process) + 1 < process_count()
                                ? part(to_id<ProcessId>(to_index(process) + 1)).offset
                                : shape().value_count;
  image.set(begin, words_.constant(ended(process)));
  for (std::uint32_t offset = begin + 1; offset < end; ++offset) {
    image.set(offset, words_.constant(first_.values[offset]));
  }
}

SymbolicLayout::Changes SymbolicLayout::changes_of(const SymbolicImage& image) {
  Changes changes;
  std::vector<Lit> fit;
  for (const auto& [offset, word] : image.changed()) {
    const SymbolicValue& value = model_.values[value_at_[offset]];
    // What the analysis of ranges excludes does not happen in a state that can be reached.
    fit.push_back(words_.within(word, value.range));
    for (std::uint32_t i = 0; i < value.width; ++i) {
      const std::uint32_t bit = value.first_bit + i;
      if (word.bit(i) != model_.bits[bit]) changes.updates.push_back({bit, word.bit(i)});
    }
    if (words_.notes_terms() && word.term != base_[offset].term) {
      changes.assignments.push_back({value_at_[offset], word.term});
    }
  }
  std::sort(changes.updates.begin(), changes.updates.end(),
            [](const auto& a, const auto& b) { return a.bit < b.bit; });
  changes.fit = model_.circuit.all(fit);
  return changes;
}

State SymbolicLayout::state_of(const std::vector<bool>& bits) const {
  State state = first_;
  for (const SymbolicValue& value : model_.values) {
    if (value.width == 0) {
      state.values[value.offset] = value.range.low;
      continue;
    }
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < value.width; ++i) {
      if (bits[value.first_bit + i]) number |= 1U << i;
    }
    const bool is_negative = value.is_signed && bits[value.first_bit + value.width - 1];
    if (is_negative && value.width < 32) number |= ~0U << value.width;
    state.values[value.offset] = static_cast<Value>(number);
  }
  while (state.process_count() > 0) {
    const auto last = to_id<ProcessId>(state.process_count() - 1);
    if (!can_end(last) || state.values[state.part(last).offset] != ended(last)) break;
    state = without_last_process(source_, parts_, state);
  }
  return state;
}

std::vector<bool> SymbolicLayout::bits_of(const State& state) const {
  std::vector<Value> values = state.values;
  values.insert(values.end(), first_.values.begin() + static_cast<std::ptrdiff_t>(values.size()),
                first_.values.end());
  for (std::size_t i = state.process_count(); i < process_count(); ++i) {
    values[part(to_id<ProcessId>(i)).offset] = ended(to_id<ProcessId>(i));
  }
  std::vector<bool> bits(model_.bits.size(), false);
  for (const SymbolicValue& value : model_.values) {
    for (std::uint32_t i = 0; i < value.width; ++i) {
      const auto number = static_cast<std::uint32_t>(values[value.offset]);
      bits[value.first_bit + i] = ((number >> i) & 1U) != 0;
    }
  }
  return bits;
}

}  // namespace clew
