// The part of Machine that is about states whose processes and objects come and go.
#include <algorithm>
#include <cstring>

#include "clew/native/machine.hpp"
#include "clew/native/marks.hpp"

namespace clew {

namespace {

// What becomes of a shape, as a number: the last process goes, one of a type comes, an object comes.
constexpr std::uint32_t loses_process = 0;
constexpr std::uint32_t gains_process(int type) { return 1 + 2 * static_cast<std::uint32_t>(type); }
constexpr std::uint32_t gains_object(int type) { return 2 + 2 * static_cast<std::uint32_t>(type); }

std::uint64_t value_of(const std::uint64_t* words, const PackedSlot& slot) {
  if (slot.width == 0) return 0;
  return words[slot.word] >> slot.shift & ((std::uint64_t{1} << slot.width) - 1);
}

}  // namespace

void Machine::set_shape_routines() {
  run_.begin = [](Run* run, const std::uint64_t* state) {
    Machine& machine = of(run);
    const std::size_t words = machine.codec_.word_count(state);
    machine.out_->next = run->next;
    machine.out_->make_room(words);
    machine.out_->forbid_beyond(words);
    run->next = machine.out_->next;
    std::copy(state, state + words, run->next);
    return run->next;
  };
  run_.emit = [](Run* run) {
    Machine& machine = of(run);
    SuccessorBuffer& out = *machine.out_;
    out.next = run->next + machine.words_at_next();
    *out.next_end++ = static_cast<std::uint32_t>(out.next - out.begin());
    run->next = out.next;
    machine.make_room();
  };
  run_.keep = [](Run* run) {
    Machine& machine = of(run);
    machine.kept_targets_.emplace_back(run->next, run->next + machine.words_at_next());
    return static_cast<const std::uint64_t*>(machine.kept_targets_.back().data());
  };
  run_.forget = [](Run* run) { of(run).kept_targets_.pop_back(); };
  run_.canonical = [](Run* run) { of(run).canonical(); };
  run_.count = [](Run* run, const std::uint64_t* state) {
    return static_cast<int>(of(run).shape_of(state).process_types.size());
  };
  run_.type_of = [](Run* run, const std::uint64_t* state, int process) {
    const PackedShape& shape = of(run).shape_of(state);
    return static_cast<int>(to_index(shape.process_types[static_cast<std::size_t>(process)]));
  };
  run_.place_of = [](Run* run, const std::uint64_t* state, int process, int type) {
    return of(run).place_of(state, process, type);
  };
  run_.first = [](Run* run, const std::uint64_t* state, int type) {
    const auto& types = of(run).shape_of(state).process_types;
    const auto found =
        std::find(types.begin(), types.end(), to_id<ProcessTypeId>(static_cast<std::size_t>(type)));
    return found == types.end() ? -1 : static_cast<int>(found - types.begin());
  };
  run_.object_at = [](Run* run, const std::uint64_t* state, int reference) {
    const PackedShape& shape = of(run).shape_of(state);
    const auto number = static_cast<std::size_t>(reference);
    if (reference < 1 || number > shape.object_types.size()) return 0;
    return static_cast<int>(shape.object_begins[number - 1]);
  };
  run_.channel = [](Run* run, const std::uint64_t* state, int number, unsigned* base) {
    return of(run).channel(state, number, base);
  };
  run_.own_channel = [](Run* run, const std::uint64_t* state, int process, int index) {
    const PackedShape& shape = of(run).shape_of(state);
    return static_cast<int>(shape.first_channels[static_cast<std::size_t>(process)]) + index + 1;
  };
  run_.has_mark = [](Run* run, const std::uint64_t* state, int mark) {
    return of(run).has_mark(state, mark) ? 1 : 0;
  };
  run_.start = [](Run* run, int type) { return of(run).start(type); };
  run_.terminate = [](Run* run) { of(run).terminate(); };
  run_.allocate = [](Run* run, int type) { return of(run).allocate(type); };
}

int Machine::place_of(const std::uint64_t* state, int process, int type) const {
  const PackedShape& shape = shape_of(state);
  const auto number = static_cast<std::size_t>(process);
  if (process < 0 || number >= shape.process_types.size()) return 0;
  if (type >= 0 && to_index(shape.process_types[number]) != static_cast<std::size_t>(type))
    return 0;
  return static_cast<int>(shape.process_begins[number]);
}

int Machine::channel(const std::uint64_t* state, int number, unsigned* base) const {
  const PackedShape& shape = shape_of(state);
  if (number < 1 || static_cast<std::size_t>(number) > shape.shape->channels.size()) return 0;
  const auto index = static_cast<std::uint32_t>(number) - 1;
  const auto owner =
      std::upper_bound(shape.first_channels.begin(), shape.first_channels.end() - 1, index);
  *base =
      owner == shape.first_channels.begin()
          ? 0
          : shape
                .process_begins[static_cast<std::size_t>(owner - shape.first_channels.begin()) - 1];
  return static_cast<int>(to_index(shape.shape->channels[index].id)) + 1;
}

bool Machine::has_mark(const std::uint64_t* state, int mark) const {
  const PackedShape& shape = shape_of(state);
  const Model& model = judge_.model();
  for (std::size_t i = 0; i < shape.process_types.size(); ++i) {
    const ProcessTypeId type = shape.process_types[i];
    const PackedSlot& slot = codec_.layout().process_types[type].location;
    const auto at = to_id<LocationId>(value_of(state + shape.process_begins[i], slot));
    const Location& location = model.process_types[type].locations[at];
    if (clew::has_mark(location, mark)) return true;
  }
  return false;
}

const PackedShape& Machine::changed_shape(const PackedShape& from, std::uint32_t change) {
  const std::uint64_t key = std::uint64_t{from.number} << 32 | change;
  if (const auto known = changed_shapes_.find(key); known != changed_shapes_.end()) {
    return codec_.shapes()[known->second];
  }
  std::vector<ProcessTypeId> processes = from.process_types;
  std::vector<ObjectTypeId> objects = from.object_types;
  if (change == loses_process) {
    processes.pop_back();
  } else if (change % 2 == 1) {
    processes.push_back(to_id<ProcessTypeId>((change - 1) / 2));
  } else {
    objects.push_back(to_id<ObjectTypeId>((change - 2) / 2));
  }
  const PackedShape& to = codec_.shapes().with(processes, objects);
  // Heaps take so many forms that remembering all of them would cost more than it saves.
  constexpr std::size_t remembered_max = 1U << 16;
  if (changed_shapes_.size() < remembered_max) changed_shapes_.emplace(key, to.number);
  return to;
}

int Machine::start(int type) {
  const PackedShape& from = shape_of(run_.next);
  if (from.process_types.size() >= parts_max) return -1;
  if (from.shape->value_count > state_values_max) return -1;
  const PackedShape& to = changed_shape(from, gains_process(type));
  const std::size_t begin = from.process_begins.back();
  const Words& created = new_processes_[static_cast<std::size_t>(type)];
  out_->next = run_.next;
  out_->make_room(to.word_count);
  run_.next = out_->next;
  std::uint64_t* const words = run_.next;
  std::memmove(words + begin + created.size(), words + begin,
               (from.word_count - begin) * sizeof(std::uint64_t));
  std::copy(created.begin(), created.end(), words + begin);
  words[0] = to.number;
  return static_cast<int>(from.process_types.size());
}

void Machine::terminate() {
  const PackedShape& from = shape_of(run_.next);
  const PackedShape& to = changed_shape(from, loses_process);
  const std::size_t end = from.process_begins.back();
  const std::size_t begin = to.process_begins.back();
  std::memmove(run_.next + begin, run_.next + end, (from.word_count - end) * sizeof(std::uint64_t));
  run_.next[0] = to.number;
}

int Machine::allocate(int type) {
  const PackedShape& from = shape_of(run_.next);
  if (from.object_types.size() >= parts_max) return -1;
  if (from.shape->value_count > state_values_max) return -1;
  const PackedShape& to = changed_shape(from, gains_object(type));
  const Words& created = new_objects_[static_cast<std::size_t>(type)];
  out_->next = run_.next;
  out_->make_room(to.word_count);
  run_.next = out_->next;
  std::copy(created.begin(), created.end(), run_.next + from.word_count);
  run_.next[0] = to.number;
  return static_cast<int>(to.object_types.size());
}

void Machine::canonical() {
  if (heap_) heap_->make_canonical(run_.next);
}

}  // namespace clew
