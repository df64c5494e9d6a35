#include "clew/native/heap_words.hpp"

#include <algorithm>

namespace clew {

namespace {

constexpr unsigned word_bits = 64;

constexpr std::uint64_t mask_of(unsigned width) { return (std::uint64_t{1} << width) - 1; }

// A field that may lie in two words.
std::uint64_t get_bits(const std::uint64_t* words, std::uint64_t at, unsigned width) {
  const auto shift = static_cast<unsigned>(at % word_bits);
  std::uint64_t bits = words[at / word_bits] >> shift;
  if (shift + width > word_bits) bits |= words[at / word_bits + 1] << (word_bits - shift);
  return bits & mask_of(width);
}

void set_bits(std::uint64_t* words, std::uint64_t at, unsigned width, std::uint64_t bits) {
  const auto shift = static_cast<unsigned>(at % word_bits);
  std::uint64_t& first = words[at / word_bits];
  first = (first & ~(mask_of(width) << shift)) | bits << shift;
  if (shift + width <= word_bits) return;
  std::uint64_t& second = words[at / word_bits + 1];
  const unsigned taken = word_bits - shift;
  second = (second & ~(mask_of(width) >> taken)) | bits >> taken;
}

}  // namespace

HeapWords::HeapWords(const WordCodec& codec) : codec_(codec) {
  const Model& model = codec.model();
  const PackedLayout& layout = codec.layout();
  globals_ = references_of(model.globals, layout.globals);
  for (std::size_t i = 0; i < model.channels.size(); ++i) {
    const auto id = to_id<ChannelId>(i);
    if (!model.channels[id].is_global() || model.channels[id].is_rendezvous()) continue;
    channels_.push_back(messages_of(id, layout.channels[id]));
  }
  if (model.claim) {
    claim_ = references_of(model.process_types[model.claim->type].frame, layout.claim.slots);
  }
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    const auto id = to_id<ProcessTypeId>(i);
    const ProcessType& type = model.process_types[id];
    const PackedProcess& packed = layout.process_types[id];
    processes_.add(references_of(type.frame, packed.slots));
    std::vector<MessageReferences> channels;
    for (std::size_t k = 0; k < type.channels.size(); ++k) {
      if (model.channels[type.channels[k]].is_rendezvous()) continue;
      channels.push_back(messages_of(type.channels[k], packed.channels[k]));
    }
    process_channels_.add(std::move(channels));
  }
  for (std::size_t i = 0; i < model.object_types.size(); ++i) {
    const auto id = to_id<ObjectTypeId>(i);
    objects_.add(references_of(model.object_types[id].frame, layout.object_types[id]));
  }
}

std::vector<PackedSlot> HeapWords::references_of(const Frame& frame,
                                                 const std::vector<PackedSlot>& slots) {
  std::vector<PackedSlot> out;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    // One that never refers to anything takes no bits.
    const bool refers = frame.slots[to_id<SlotId>(i)].type.is_reference() && slots[i].width > 0;
    if (refers) out.push_back(slots[i]);
  }
  return out;
}

HeapWords::MessageReferences HeapWords::messages_of(ChannelId id,
                                                    const PackedChannel& channel) const {
  MessageReferences out{channel, {}};
  const std::vector<ValueType>& items = codec_.model().channels[id].items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const PackedItem& item = channel.items[i];
    if (items[i].is_reference() && item.width > 0) out.items.push_back({item.offset, item.width});
  }
  return out;
}

template <class Visit>
void HeapWords::for_references(Words part, const std::vector<PackedSlot>& slots,
                               const Visit& visit) {
  for (const PackedSlot& slot : slots) {
    for (std::uint32_t i = 0; i < slot.count; ++i) {
      std::uint64_t& word = part[slot.word + i / slot.per_word];
      const unsigned shift = slot.shift + i % slot.per_word * slot.width;
      const std::uint64_t reference = word >> shift & mask_of(slot.width);
      const std::uint64_t renumbered = visit(reference);
      if (renumbered == reference) continue;
      word = (word & ~(mask_of(slot.width) << shift)) | renumbered << shift;
    }
  }
}

template <class Visit>
void HeapWords::for_messages(Words part, const MessageReferences& messages, const Visit& visit) {
  if (messages.items.empty()) return;
  const PackedSlot& fill = messages.channel.fill;
  const std::uint64_t count = part[fill.word] >> fill.shift & mask_of(fill.width);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t begin =
        messages.channel.messages_begin() + i * messages.channel.message_bits;
    for (const MessageItem& item : messages.items) {
      const std::uint64_t reference = get_bits(part, begin + item.offset, item.width);
      set_bits(part, begin + item.offset, item.width, visit(reference));
    }
  }
}

template <class Visit>
void HeapWords::for_roots(Words state, const PackedShape& shape, const Visit& visit) const {
  for_references(state, globals_, visit);
  for (const MessageReferences& each : channels_) for_messages(state, each, visit);
  for (std::size_t i = 0; i < shape.process_types.size(); ++i) {
    for (const MessageReferences& each : process_channels_[shape.process_types[i]]) {
      for_messages(state + shape.process_begins[i], each, visit);
    }
  }
  for_references(state, claim_, visit);
  for (std::size_t i = 0; i < shape.process_types.size(); ++i) {
    for_references(state + shape.process_begins[i], processes_[shape.process_types[i]], visit);
  }
}

bool HeapWords::is_canonical(Words state, const PackedShape& shape) const {
  std::uint64_t met = 0;
  bool in_order = true;
  const auto meet = [&](std::uint64_t reference) {
    if (reference == met + 1) ++met;
    in_order = in_order && reference <= met;
    return reference;
  };
  for_roots(state, shape, meet);
  for (std::size_t i = 0; i < met && in_order; ++i) {  // grows while we walk
    for_references(state + shape.object_begins[i], objects_[shape.object_types[i]], meet);
  }
  return in_order && met == shape.object_types.size();
}

void HeapWords::make_canonical(std::uint64_t* state) const {
  const PackedShape& shape = codec_.shape_of(state);
  if (shape.object_types.empty() || is_canonical(state, shape)) return;
  std::vector<std::uint64_t> number(shape.object_types.size() + 1, 0);  // 0: not met yet
  std::vector<std::size_t> met;  // old indices in the new order
  const auto meet = [&](std::uint64_t reference) {
    if (reference == 0) return reference;
    std::uint64_t& renumbered = number[reference];
    if (renumbered == 0) {
      met.push_back(static_cast<std::size_t>(reference) - 1);
      renumbered = met.size();
    }
    return renumbered;
  };
  for_roots(state, shape, meet);
  std::vector<ObjectTypeId> types;
  for (std::size_t i = 0; i < met.size(); ++i) {  // grows while we walk
    types.push_back(shape.object_types[met[i]]);
    for_references(state + shape.object_begins[met[i]], objects_[types.back()], meet);
  }
  const std::size_t begin = shape.process_begins.back();
  const std::vector<std::uint64_t> heap(state + begin, state + shape.word_count);
  std::uint64_t* out = state + begin;
  for (const std::size_t old : met) {
    const auto first = heap.begin() + static_cast<std::ptrdiff_t>(shape.object_begins[old] - begin);
    const auto end =
        heap.begin() + static_cast<std::ptrdiff_t>(shape.object_begins[old + 1] - begin);
    out = std::copy(first, end, out);
  }
  state[0] = codec_.shapes().with(shape.process_types, types).number;
}

}  // namespace clew
