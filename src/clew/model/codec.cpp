#include "clew/model/codec.hpp"

#include <algorithm>
#include <mutex>

#include "clew/base/bits.hpp"

namespace clew {

namespace {

// A heap can take any form, so there may be as many plans as states; these many are worth keeping,
// as long as they are small: a heap of a thousand objects makes a plan of thousands of fields.
constexpr std::size_t plans_max = 1U << 14;
constexpr std::size_t plan_entries_max = 1U << 20;

// Counts come in groups of three bits, each with one that says whether more follow.
constexpr unsigned group_bits = 3;
constexpr std::uint32_t group_mask = (1U << group_bits) - 1;

template <class Put>
void put_count(std::size_t count, const Put& put) {
  while (count > group_mask) {
    put((count & group_mask) | (group_mask + 1), group_bits + 1);
    count >>= group_bits;
  }
  put(count, group_bits + 1);
}

template <class Get>
std::size_t get_count(const Get& get) {
  std::size_t count = 0;
  for (unsigned shift = 0;; shift += group_bits) {
    const std::uint64_t group = get(group_bits + 1);
    count |= static_cast<std::size_t>(group & group_mask) << shift;
    if (group <= group_mask) return count;
  }
}

std::size_t hash_of(const std::vector<std::uint32_t>& parts) {
  return hash_bytes(std::as_bytes(std::span(parts)));
}

}  // namespace

Codec::TypeCode::TypeCode(const std::vector<bool>& can_be_there) : rank_of(can_be_there.size()) {
  for (std::uint32_t type = 0; type < can_be_there.size(); ++type) {
    if (!can_be_there[type]) continue;
    rank_of[type] = static_cast<std::uint32_t>(types.size());
    types.push_back(type);
  }
  width = types.empty() ? 0 : bits_for(types.size() - 1);
}

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
  find_types();
  Parts parts;
  set_parts(*initial_state(model, layout_).shape, parts);
  initial_ = make_plan(parts);
}

void Codec::find_types() {
  std::vector<bool> started(model_.process_types.size(), false);
  std::vector<bool> allocated(model_.object_types.size(), false);
  const auto look_at = [&](const std::vector<Instruction>& instructions) {
    for (const Instruction& step : instructions) {
      if (step.kind == Instruction::Kind::Start) started[to_index(step.process_type)] = true;
      if (step.kind == Instruction::Kind::Allocate) allocated[to_index(step.object_type)] = true;
      processes_end_ = processes_end_ || step.kind == Instruction::Kind::Terminate;
    }
  };
  for (const Action& action : model_.actions) look_at(action.effect);
  for (const ProcessType& type : model_.process_types) look_at(type.setup);
  started_types_ = TypeCode(started);
  object_types_ = TypeCode(allocated);
  for (const Process& process : model_.processes) started[to_index(process.type)] = true;
  process_types_ = TypeCode(started);
  processes_start_ = !started_types_.types.empty();
  objects_come_ = !object_types_.types.empty();
}

void Codec::set_parts(const Shape& shape, Parts& parts) {
  parts.clear();
  parts.push_back(static_cast<std::uint32_t>(shape.processes.size()));
  for (const auto& part : shape.processes) {
    parts.push_back(static_cast<std::uint32_t>(to_index(part.type)));
  }
  for (const auto& part : shape.objects) {
    parts.push_back(static_cast<std::uint32_t>(to_index(part.type)));
  }
}

bool Codec::begins_as_at_first(const Parts& parts) const {
  const std::size_t count = model_.processes.size();
  if (parts[0] < count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (parts[1 + i] != to_index(model_.processes[to_id<ProcessId>(i)].type)) return false;
  }
  return true;
}

template <class Put>
void Codec::write_header(const Parts& parts, const Put& put) const {
  const std::size_t processes = parts[0];
  const bool as_at_first = begins_as_at_first(parts);
  if (processes_end_) put(as_at_first ? 1 : 0, 1);
  if (!as_at_first) {
    put_count(processes, put);
    for (std::size_t i = 1; i <= processes; ++i) {
      put(process_types_.rank_of[parts[i]], process_types_.width);
    }
  } else if (processes_start_) {
    put_count(processes - model_.processes.size(), put);
    for (std::size_t i = model_.processes.size() + 1; i <= processes; ++i) {
      put(started_types_.rank_of[parts[i]], started_types_.width);
    }
  }
  if (!objects_come_) return;
  put_count(parts.size() - 1 - processes, put);
  for (std::size_t i = 1 + processes; i < parts.size(); ++i) {
    put(object_types_.rank_of[parts[i]], object_types_.width);
  }
}

template <class Get>
void Codec::read_header(Parts& parts, const Get& get) const {
  parts.assign(1, 0);
  const bool as_at_first = !processes_end_ || get(1) != 0;
  if (!as_at_first) {
    for (std::size_t i = get_count(get); i > 0; --i) {
      parts.push_back(process_types_.types[get(process_types_.width)]);
    }
  } else {
    for (const Process& process : model_.processes) {
      parts.push_back(static_cast<std::uint32_t>(to_index(process.type)));
    }
    for (std::size_t i = processes_start_ ? get_count(get) : 0; i > 0; --i) {
      parts.push_back(started_types_.types[get(started_types_.width)]);
    }
  }
  parts[0] = static_cast<std::uint32_t>(parts.size() - 1);
  for (std::size_t i = objects_come_ ? get_count(get) : 0; i > 0; --i) {
    parts.push_back(object_types_.types[get(object_types_.width)]);
  }
}

std::shared_ptr<const Codec::Plan> Codec::make_plan(const Parts& parts) const {
  auto plan = std::make_shared<Plan>();
  plan->parts = parts;
  plan->fields = prefix_;
  const auto append = [&](const std::vector<Field>& more) {
    plan->fields.insert(plan->fields.end(), more.begin(), more.end());
  };
  std::vector<ProcessTypeId> processes;
  std::vector<ObjectTypeId> objects;
  for (std::size_t i = 1; i <= parts[0]; ++i) {
    processes.push_back(to_id<ProcessTypeId>(parts[i]));
    append(process_fields_[processes.back()]);
  }
  for (std::size_t i = 1 + parts[0]; i < parts.size(); ++i) {
    objects.push_back(to_id<ObjectTypeId>(parts[i]));
    append(object_fields_[objects.back()]);
  }
  plan->shape = Layout::shape_of(model_, layout_, processes, objects);
  for (Field& field : plan->fields) {
    if (field.is_reference) field.width = bits_for(objects.size());
    plan->bits += std::size_t{field.width} * field.count;
  }
  if (is_dynamic_) {
    write_header(parts, [&](std::uint64_t, unsigned width) { plan->bits += width; });
  }
  return plan;
}

std::shared_ptr<const Codec::Plan> Codec::plan_for(const Parts& parts) const {
  if (parts == initial_->parts) return initial_;
  const std::size_t hash = hash_of(parts);
  {
    const std::shared_lock lock(plans_mutex_);
    const auto [begin, end] = plans_.equal_range(hash);
    const auto found =
        std::find_if(begin, end, [&](const auto& entry) { return entry.second->parts == parts; });
    if (found != end) return found->second;
  }
  std::shared_ptr<const Plan> plan = make_plan(parts);
  // Two workers may bring the same plan: a waste, no mistake.
  const std::unique_lock lock(plans_mutex_);
  const std::size_t entries = plan->parts.size() + plan->fields.size();
  if (plans_.size() < plans_max && entries <= plan_entries_max - plan_entries_) {
    plan_entries_ += entries;
    plans_.emplace(hash, plan);
  }
  return plan;
}

PackedState Codec::pack(const State& state) const {
  std::shared_ptr<const Plan> plan = initial_;
  if (is_dynamic_) {
    thread_local Parts parts;
    set_parts(*state.shape, parts);
    plan = plan_for(parts);
  }
  PackedState packed(is_dynamic_ ? bytes_for_bits(plan->bits) : state_bytes());
  BitWriter out(packed.bytes());
  if (is_dynamic_) {
    write_header(plan->parts, [&](std::uint64_t value, unsigned width) { out.put(value, width); });
  }
  auto value = state.values.begin();
  for (const Field& field : plan->fields) {
    for (std::uint32_t i = 0; i < field.count; ++i, ++value) {
      out.put(static_cast<std::uint64_t>(static_cast<std::int64_t>(*value) - field.low),
              field.width);
    }
  }
  out.finish();
  return packed;
}

State Codec::unpack(std::span<const std::byte> bytes) const {
  BitReader in(bytes);
  std::shared_ptr<const Plan> plan = initial_;
  if (is_dynamic_) {
    thread_local Parts parts;
    read_header(parts, [&](unsigned width) { return in.get(width); });
    plan = plan_for(parts);
  }
  State state;
  state.shape = plan->shape;
  state.values.reserve(state.shape->value_count);
  for (const Field& field : plan->fields) {
    for (std::uint32_t i = 0; i < field.count; ++i) {
      const auto offset = static_cast<std::int64_t>(in.get(field.width));
      state.values.push_back(static_cast<Value>(offset + field.low));
    }
  }
  return state;
}

}  // namespace clew
