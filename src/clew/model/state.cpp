#include "clew/model/state.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

std::uint32_t process_value_count(const Model& model, ProcessTypeId type) {
  std::uint32_t count = 1 + model.process_types[type].frame.value_count;
  for (const ChannelId channel : model.process_types[type].channels) {
    count += model.channels[channel].value_count();
  }
  return count;
}

std::vector<ProcessTypeId> process_types_of(const Shape& shape) {
  std::vector<ProcessTypeId> types;
  for (const auto& part : shape.processes) types.push_back(part.type);
  return types;
}

std::vector<ObjectTypeId> object_types_of(const Shape& shape) {
  std::vector<ObjectTypeId> types;
  for (const auto& part : shape.objects) types.push_back(part.type);
  return types;
}

void write_initial(const Frame& frame, std::vector<Value>& values, std::size_t offset) {
  for (const Slot& slot : frame.slots) {
    std::copy(slot.initial.begin(), slot.initial.end(),
              values.begin() + static_cast<std::ptrdiff_t>(offset + slot.offset));
  }
}

void write_initial_process(const Model& model, State& state, const Shape::ProcessPart& part) {
  const ProcessType& type = model.process_types[part.type];
  state.values[part.offset] = static_cast<Value>(type.initial);
  write_initial(type.frame, state.values, part.offset + 1);
}

// Calls visit(value) for every reference slot element of one frame that begins at `offset`.
template <class Values, class Visit>
void for_references(const Frame& frame, std::size_t offset, Values& values, const Visit& visit) {
  for (const Slot& slot : frame.slots) {
    if (!slot.type.is_reference()) continue;
    for (std::uint32_t i = 0; i < slot.length; ++i) visit(values[offset + slot.offset + i]);
  }
}

// The same for the references in messages on their way; free places are null.
template <class Values, class Visit>
void for_messages(const Model& model, const Shape& shape, Values& values, const Visit& visit) {
  for (const auto& part : shape.channels) {
    const std::vector<ValueType>& items = model.channels[part.id].items;
    for (std::size_t cell = 0; cell + 1 < model.channels[part.id].value_count(); ++cell) {
      if (items[cell % items.size()].is_reference()) visit(values[part.offset + 1 + cell]);
    }
  }
}

// The references that do not lie in objects, in the order in which objects are numbered.
template <class Values, class Visit>
void for_roots(const Model& model, const Shape& shape, Values& values, const Visit& visit) {
  for_references(model.globals, 0, values, visit);
  for_messages(model, shape, values, visit);
  if (shape.claim) {
    const auto& part = *shape.claim;
    for_references(model.process_types[part.type].frame, part.offset + 1, values, visit);
  }
  for (const auto& part : shape.processes) {
    for_references(model.process_types[part.type].frame, part.offset + 1, values, visit);
  }
}

// Most moves leave the heap as it is, and looking is much cheaper than numbering.
bool has_canonical_heap(const Model& model, const State& state) {
  const Shape& shape = *state.shape;
  std::size_t met = 0;
  bool in_order = true;
  const auto meet = [&](Value reference) {
    const auto number = static_cast<std::size_t>(reference);
    if (number == met + 1) ++met;
    in_order = in_order && number <= met;
  };
  for_roots(model, shape, state.values, meet);
  for (std::size_t i = 0; i < met && in_order; ++i) {  // grows while we walk
    const auto& part = shape.objects[i];
    for_references(model.object_types[part.type].frame, part.offset, state.values, meet);
  }
  return in_order && met == shape.objects.size();
}

}  // namespace

Layout::Layout(const Model& model) {
  std::uint32_t offset = model.globals.value_count;
  for (std::size_t i = 0; i < model.channels.size(); ++i) {
    const auto id = to_id<ChannelId>(i);
    if (!model.channels[id].is_global()) continue;
    channels.push_back({id, offset});
    offset += model.channels[id].value_count();
  }
  claim_offset = offset;
  if (model.claim) offset += process_value_count(model, model.claim->type);
  process_offset = offset;
}

std::shared_ptr<const Shape> Layout::shape_of(const Model& model, const Layout& layout,
                                              const std::vector<ProcessTypeId>& processes,
                                              const std::vector<ObjectTypeId>& objects) {
  auto shape = std::make_shared<Shape>();
  if (model.claim) shape->claim = {model.claim->type, layout.claim_offset};
  shape->channels = layout.channels;
  std::uint32_t offset = layout.process_offset;
  for (const ProcessTypeId type : processes) {
    shape->processes.push_back({type, offset});
    offset += 1 + model.process_types[type].frame.value_count;
    for (const ChannelId channel : model.process_types[type].channels) {
      shape->channels.push_back({channel, offset});
      offset += model.channels[channel].value_count();
    }
  }
  for (const ObjectTypeId type : objects) {
    shape->objects.push_back({type, offset});
    offset += model.object_types[type].frame.value_count;
  }
  shape->value_count = offset;
  return shape;
}

std::span<const Shape::ChannelPart> channels_of(const Model& model, const State& state,
                                                ProcessId process) {
  const auto& all = state.shape->channels;
  if (process == claim_id) return {};
  std::size_t behind = 0;  // channels of younger processes and of this one
  for (std::size_t i = to_index(process); i < state.process_count(); ++i) {
    behind += model.process_types[state.type_of(to_id<ProcessId>(i))].channels.size();
  }
  return std::span(all).subspan(all.size() - behind,
                                model.process_types[state.type_of(process)].channels.size());
}

State initial_state(const Model& model, const Layout& layout) {
  std::vector<ProcessTypeId> types;
  for (const Process& process : model.processes) types.push_back(process.type);
  State state;
  state.shape = Layout::shape_of(model, layout, types, {});
  state.values.resize(state.shape->value_count, 0);
  write_initial(model.globals, state.values, 0);
  if (state.shape->claim) write_initial_process(model, state, *state.shape->claim);
  for (const auto& part : state.shape->processes) write_initial_process(model, state, part);
  return state;
}

State with_process(const Model& model, const Layout& layout, const State& state,
                   ProcessTypeId type) {
  std::vector<ProcessTypeId> types = process_types_of(*state.shape);
  types.push_back(type);
  State next;
  next.shape = Layout::shape_of(model, layout, types, object_types_of(*state.shape));
  next.values = state.values;
  const std::uint32_t offset = next.shape->processes.back().offset;
  next.values.insert(next.values.begin() + offset, process_value_count(model, type), 0);
  write_initial_process(model, next, next.shape->processes.back());
  return next;
}

State without_last_process(const Model& model, const Layout& layout, const State& state) {
  std::vector<ProcessTypeId> types = process_types_of(*state.shape);
  const Shape::ProcessPart last = state.shape->processes.back();
  types.pop_back();
  State next;
  next.shape = Layout::shape_of(model, layout, types, object_types_of(*state.shape));
  next.values = state.values;
  const auto begin = next.values.begin() + last.offset;
  next.values.erase(begin, begin + process_value_count(model, last.type));
  return next;
}

State with_object(const Model& model, State state, ObjectTypeId type) {
  auto shape = std::make_shared<Shape>(*state.shape);
  shape->objects.push_back({type, shape->value_count});
  shape->value_count += model.object_types[type].frame.value_count;
  state.values.resize(shape->value_count, 0);
  write_initial(model.object_types[type].frame, state.values, shape->objects.back().offset);
  state.shape = std::move(shape);
  return state;
}

State with_canonical_heap(const Model& model, const Layout& layout, State state) {
  if (state.shape->objects.empty() || has_canonical_heap(model, state)) return state;
  std::vector<Value>& marked = state.values;
  std::vector<Value> number(state.shape->objects.size() + 1, 0);  // new number; 0: not met yet
  std::vector<std::size_t> met;                                   // old indices in the new order
  const auto meet = [&](Value& reference) {
    if (reference == 0) return;
    Value& renumbered = number[static_cast<std::size_t>(reference)];
    if (renumbered == 0) {
      met.push_back(static_cast<std::size_t>(reference) - 1);
      renumbered = static_cast<Value>(met.size());
    }
    reference = renumbered;
  };
  for_roots(model, *state.shape, marked, meet);
  std::vector<ObjectTypeId> types;
  for (std::size_t i = 0; i < met.size(); ++i) {  // grows while we walk
    const auto& part = state.shape->objects[met[i]];
    types.push_back(part.type);
    for_references(model.object_types[part.type].frame, part.offset, marked, meet);
  }
  State next;
  next.shape = Layout::shape_of(model, layout, process_types_of(*state.shape), types);
  const std::size_t heap_begin = state.shape->objects.front().offset;
  next.values.reserve(next.shape->value_count);
  next.values.assign(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(heap_begin));
  for (const std::size_t old : met) {
    const auto& part = state.shape->objects[old];
    const auto begin = marked.begin() + part.offset;
    next.values.insert(next.values.end(), begin,
                       begin + model.object_types[part.type].frame.value_count);
  }
  return next;
}

}  // namespace clew
