#include "clew/model/word_codec.hpp"

#include <fmt/format.h>

#include "clew/base/contract.hpp"

namespace clew {

namespace {

constexpr unsigned word_bits = 64;

constexpr std::uint64_t low_bits(unsigned width) { return (std::uint64_t{1} << width) - 1; }

// Reads the values of a state in order and puts each where it belongs.
class Packer {
 public:
  Packer(const std::vector<Value>& values, std::uint64_t* words)
      : value_(values.data()), words_(words) {}

  // Where the slots that follow are counted from.
  void begin_at(std::size_t word) { base_ = words_ + word; }

  void slot(const PackedSlot& slot) {
    for (std::uint32_t i = 0; i < slot.count; ++i) {
      const std::uint64_t bits = bits_of(*value_++, slot);
      if (slot.width == 0) continue;
      base_[slot.word + i / slot.per_word] |= bits << (slot.shift + i % slot.per_word * slot.width);
    }
  }

  void channel(const PackedChannel& channel) {
    if (channel.capacity == 0) return;
    const auto fill = static_cast<std::uint32_t>(*value_);
    slot(channel.fill);
    std::uint64_t message = channel.messages_begin();
    for (std::uint32_t i = 0; i < channel.capacity; ++i) {
      for (const PackedItem& item : channel.items) {
        if (i < fill) {
          put(message + item.offset, bits_of(*value_, item), item.width);
        } else if (*value_ != 0) {
          throw ContractError(
              fmt::format("WordCodec::pack: a free place of a buffer holds {}", *value_));
        }
        ++value_;
      }
      message += channel.message_bits;
    }
  }

  void process(const PackedProcess& process) {
    slot(process.location);
    slots(process.slots);
    for (const PackedChannel& each : process.channels) channel(each);
  }

  void slots(const std::vector<PackedSlot>& slots) {
    for (const PackedSlot& each : slots) slot(each);
  }

 private:
  static std::uint64_t bits_of(Value value, const ValueCode& code) {
    if (!code.can_hold(value)) {
      throw ContractError(fmt::format("WordCodec::pack: {} does not fit {} bits from {} on", value,
                                      code.width, code.low));
    }
    return code.bits_of(value);
  }

  // `begin` is counted from bit 0 of the word that slots are counted from.
  void put(std::uint64_t begin, std::uint64_t bits, unsigned width) {
    if (width == 0) return;
    const auto shift = static_cast<unsigned>(begin % word_bits);
    base_[begin / word_bits] |= bits << shift;
    if (shift + width > word_bits) base_[begin / word_bits + 1] |= bits >> (word_bits - shift);
  }

  const Value* value_;
  std::uint64_t* words_;
  std::uint64_t* base_ = words_;
};

// The inverse: collects the values in order.
class Unpacker {
 public:
  Unpacker(const std::uint64_t* words, std::vector<Value>& values)
      : words_(words), values_(values) {}

  void begin_at(std::size_t word) { base_ = words_ + word; }

  void slot(const PackedSlot& slot) {
    for (std::uint32_t i = 0; i < slot.count; ++i) {
      std::uint64_t bits = 0;
      if (slot.width != 0) {
        bits =
            base_[slot.word + i / slot.per_word] >> (slot.shift + i % slot.per_word * slot.width) &
            low_bits(slot.width);
      }
      values_.push_back(slot.value_of(bits));
    }
  }

  void channel(const PackedChannel& channel) {
    if (channel.capacity == 0) return;
    slot(channel.fill);
    const auto fill = static_cast<std::uint32_t>(values_.back());
    std::uint64_t message = channel.messages_begin();
    for (std::uint32_t i = 0; i < channel.capacity; ++i) {
      for (const PackedItem& item : channel.items) {
        const bool is_there = i < fill;
        values_.push_back(is_there ? item.value_of(get(message + item.offset, item.width)) : 0);
      }
      message += channel.message_bits;
    }
  }

  void process(const PackedProcess& process) {
    slot(process.location);
    slots(process.slots);
    for (const PackedChannel& each : process.channels) channel(each);
  }

  void slots(const std::vector<PackedSlot>& slots) {
    for (const PackedSlot& each : slots) slot(each);
  }

 private:
  std::uint64_t get(std::uint64_t begin, unsigned width) const {
    if (width == 0) return 0;
    const auto shift = static_cast<unsigned>(begin % word_bits);
    std::uint64_t bits = base_[begin / word_bits] >> shift;
    if (shift + width > word_bits) bits |= base_[begin / word_bits + 1] << (word_bits - shift);
    return bits & low_bits(width);
  }

  const std::uint64_t* words_;
  const std::uint64_t* base_ = words_;
  std::vector<Value>& values_;
};

// Both directions walk a state in the same order: `walk` is a Packer or an Unpacker.
template <class Walk>
void walk_prefix(Walk& walk, const Model& model, const Layout& layout, const PackedLayout& packed) {
  walk.slots(packed.globals);
  for (const Shape::ChannelPart& part : layout.channels) walk.channel(packed.channels[part.id]);
  if (model.claim) walk.process(packed.claim);
}

template <class Walk>
void walk_dynamic(Walk& walk, const PackedLayout& packed, const PackedShape& shape) {
  for (std::size_t i = 0; i < shape.process_types.size(); ++i) {
    walk.begin_at(shape.process_begins[i]);
    walk.process(packed.process_types[shape.process_types[i]]);
  }
  for (std::size_t i = 0; i < shape.object_types.size(); ++i) {
    walk.begin_at(shape.object_begins[i]);
    walk.slots(packed.object_types[shape.object_types[i]]);
  }
}

// The shapes of fixed states, by number of processes: all that can be.
std::vector<std::shared_ptr<const Shape>> fixed_shapes(const Model& model, const Layout& layout,
                                                       const PackedLayout& packed) {
  std::vector<std::shared_ptr<const Shape>> shapes;
  if (!packed.is_fixed) return shapes;
  shapes.resize(packed.positions.size() + 1);
  const auto fewest = static_cast<std::size_t>(packed.alive.low);
  for (std::size_t count = fewest; count < shapes.size(); ++count) {
    const auto begin = packed.positions.begin();
    shapes[count] =
        Layout::shape_of(model, layout, {begin, begin + static_cast<std::ptrdiff_t>(count)}, {});
  }
  return shapes;
}

// True if the processes are the first ones of the positions.
bool fits(const Shape& shape, const std::vector<ProcessTypeId>& positions) {
  if (!shape.objects.empty() || shape.processes.size() > positions.size()) return false;
  for (std::size_t i = 0; i < shape.processes.size(); ++i) {
    if (shape.processes[i].type != positions[i]) return false;
  }
  return true;
}

}  // namespace

WordCodec::WordCodec(const Model& model, const Ranges& ranges,
                     const std::vector<ProcessTypeId>* positions)
    : model_(model),
      layout_(model),
      packed_(packed_layout(model, ranges, positions)),
      fixed_shapes_(fixed_shapes(model, layout_, packed_)),
      shapes_(model, layout_, packed_) {}

void WordCodec::pack(const State& state, std::vector<std::uint64_t>& words) const {
  if (packed_.is_fixed) {
    words.assign(packed_.word_count, 0);
    return pack_fixed(state, words.data());
  }
  const PackedShape& shape = shape_for(*state.shape);
  words.assign(shape.word_count, 0);
  words[0] = shape.number;
  Packer packer(state.values, words.data());
  walk_prefix(packer, model_, layout_, packed_);
  walk_dynamic(packer, packed_, shape);
}

void WordCodec::pack_fixed(const State& state, std::uint64_t* words) const {
  if (!fits(*state.shape, packed_.positions)) throw ForeignShape();
  const auto count = static_cast<Value>(state.process_count());
  if (!packed_.alive.can_hold(count)) throw ForeignShape();
  words[packed_.alive.word] |= packed_.alive.bits_of(count) << packed_.alive.shift;
  Packer packer(state.values, words);
  walk_prefix(packer, model_, layout_, packed_);
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    packer.process(packed_.processes[to_id<ProcessId>(i)]);
  }
}

State WordCodec::unpack(const std::uint64_t* words) const {
  State state;
  const PackedShape* const shape = packed_.is_fixed ? nullptr : &shape_of(words);
  state.shape = shape ? shape->shape : fixed_shapes_[process_count(words)];
  state.values.reserve(state.shape->value_count);
  Unpacker unpacker(words, state.values);
  walk_prefix(unpacker, model_, layout_, packed_);
  if (shape) {
    walk_dynamic(unpacker, packed_, *shape);
  } else {
    for (std::size_t i = 0; i < state.process_count(); ++i) {
      unpacker.process(packed_.processes[to_id<ProcessId>(i)]);
    }
  }
  return state;
}

std::size_t WordCodec::process_count(const std::uint64_t* words) const {
  const PackedSlot& alive = packed_.alive;
  const std::uint64_t bits = words[alive.word] >> alive.shift & low_bits(alive.width);
  return static_cast<std::size_t>(alive.value_of(bits));
}

const PackedShape& WordCodec::shape_for(const Shape& shape) const {
  thread_local std::vector<ProcessTypeId> processes;
  thread_local std::vector<ObjectTypeId> objects;
  processes.clear();
  objects.clear();
  for (const auto& part : shape.processes) processes.push_back(part.type);
  for (const auto& part : shape.objects) objects.push_back(part.type);
  return shapes_.with(processes, objects);
}

std::size_t WordCodec::state_bits() const {
  std::size_t bits = 0;
  for (const std::uint8_t width : packed_.word_widths) bits += width;
  return bits;
}

}  // namespace clew
