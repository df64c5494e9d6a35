#include "clew/model/codec.hpp"

#include "clew/base/bits.hpp"

namespace clew {

namespace {

// Width of the two counters in front of a state with dynamic parts.
constexpr unsigned count_width = bits_for(parts_max);

}  // namespace

void Codec::add_frame(std::vector<Field>& fields, const Frame& frame) {
  for (const Slot& slot : frame.slots) {
    const Field field{slot.type.is_reference() ? 0 : slot.type.range.low,
                      bits_for(slot.type.range.span()), slot.type.is_reference(), slot.length};
    fields.push_back(field);
  }
}

void Codec::add_channel(std::vector<Field>& fields, const Channel& channel) {
  if (channel.is_rendezvous()) return;
  fields.push_back({0, bits_for(channel.capacity), false, 1});
  for (std::uint32_t i = 0; i < channel.capacity; ++i) {
    for (const ValueType& item : channel.items) {
      fields.push_back({item.is_reference() ? 0 : item.range.low, bits_for(item.range.span()),
                        item.is_reference(), 1});
    }
  }
}

Codec::Codec(const Model& model) : model_(model), layout_(model), is_dynamic_(model.is_dynamic()) {
  add_frame(prefix_, model.globals);
  for (const Channel& channel : model.channels) {
    if (channel.is_global()) add_channel(prefix_, channel);
  }
  for (const ProcessType& type : model.process_types) {
    std::vector<Field> fields{{0, bits_for(type.locations.size() - 1), false, 1}};
    add_frame(fields, type.frame);
    for (const ChannelId id : type.channels) add_channel(fields, model.channels[id]);
    process_fields_.add(std::move(fields));
  }
  for (const ObjectType& type : model.object_types) {
    std::vector<Field> fields;
    add_frame(fields, type.frame);
    object_fields_.add(std::move(fields));
  }
  if (model.claim) {
    const std::vector<Field>& fields = process_fields_[model.claim->type];
    prefix_.insert(prefix_.end(), fields.begin(), fields.end());
  }
  static_shape_ = initial_state(model, layout_).shape;
  static_fields_ = fields_of(*static_shape_);
  for (const Field& field : static_fields_) initial_bits_ += std::size_t{field.width} * field.count;
  slot_count_ = static_shape_->value_count;
}

std::vector<Codec::Field> Codec::fields_of(const Shape& shape) const {
  std::vector<Field> fields = prefix_;
  const auto append = [&](const std::vector<Field>& more) {
    fields.insert(fields.end(), more.begin(), more.end());
  };
  for (const auto& part : shape.processes) append(process_fields_[part.type]);
  for (const auto& part : shape.objects) append(object_fields_[part.type]);
  for (Field& field : fields) {
    if (field.is_reference) field.width = bits_for(shape.objects.size());
  }
  return fields;
}

PackedState Codec::pack(const State& state) const {
  const auto put_values = [&](BitWriter& out, const std::vector<Field>& fields) {
    auto value = state.values.begin();
    for (const Field& field : fields) {
      for (std::uint32_t i = 0; i < field.count; ++i, ++value) {
        out.put(static_cast<std::uint64_t>(static_cast<std::int64_t>(*value) - field.low),
                field.width);
      }
    }
    out.finish();
  };
  if (!is_dynamic_) {
    PackedState packed(state_bytes());
    BitWriter out(packed.bytes());
    put_values(out, static_fields_);
    return packed;
  }
  const std::vector<Field> fields = fields_of(*state.shape);
  const unsigned process_width = bits_for(model_.process_types.size() - 1);
  const unsigned object_width =
      model_.object_types.empty() ? 0 : bits_for(model_.object_types.size() - 1);
  std::size_t bits = 2 * count_width + state.shape->processes.size() * process_width +
                     state.shape->objects.size() * object_width;
  for (const Field& field : fields) bits += std::size_t{field.width} * field.count;
  PackedState packed(bytes_for_bits(bits));
  BitWriter out(packed.bytes());
  out.put(state.shape->processes.size(), count_width);
  out.put(state.shape->objects.size(), count_width);
  for (const auto& part : state.shape->processes) out.put(to_index(part.type), process_width);
  for (const auto& part : state.shape->objects) out.put(to_index(part.type), object_width);
  put_values(out, fields);
  return packed;
}

State Codec::unpack(std::span<const std::byte> bytes) const {
  State state;
  BitReader in(bytes);
  std::vector<Field> dynamic_fields;
  const std::vector<Field>* fields = &static_fields_;
  state.shape = static_shape_;
  if (is_dynamic_) {
    const unsigned process_width = bits_for(model_.process_types.size() - 1);
    const unsigned object_width =
        model_.object_types.empty() ? 0 : bits_for(model_.object_types.size() - 1);
    std::vector<ProcessTypeId> processes(in.get(count_width));
    std::vector<ObjectTypeId> objects(in.get(count_width));
    for (auto& type : processes) type = to_id<ProcessTypeId>(in.get(process_width));
    for (auto& type : objects) type = to_id<ObjectTypeId>(in.get(object_width));
    state.shape = Layout::shape_of(model_, layout_, processes, objects);
    dynamic_fields = fields_of(*state.shape);
    fields = &dynamic_fields;
  }
  state.values.reserve(state.shape->value_count);
  for (const Field& field : *fields) {
    for (std::uint32_t i = 0; i < field.count; ++i) {
      const auto offset = static_cast<std::int64_t>(in.get(field.width));
      state.values.push_back(static_cast<Value>(offset + field.low));
    }
  }
  return state;
}

}  // namespace clew
