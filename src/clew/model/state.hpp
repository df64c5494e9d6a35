// A state of a model: a value for every slot, a location for every process.
//
// The values of all parts lie back to back:
//
//   +---------+----------+-------+------------------------+------------------------+----------+--
//   | globals | channels | claim | process 0: location    | process 1: location    | object 1 | ...
//   |         |          |       |            its slots   |            its slots   |          |
//   |         |          |       |            its channels|            its channels|          |
//   +---------+----------+-------+------------------------+------------------------+----------+--
//
// The Shape says which channels, processes and objects there are and where each begins.  All states
// of a model without dynamic parts share one shape.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clew/base/hash.hpp"
#include "clew/model/model.hpp"

namespace clew {

// A state holds at most this many processes, and as many heap objects; one more is a run-time error.
inline constexpr std::size_t parts_max = 65'535;

// It holds at most this many values, counting elements of vectors and places in buffers one by one.
inline constexpr std::size_t state_values_max = std::size_t{1} << 24;

struct Shape {
  struct ProcessPart {
    ProcessTypeId type;
    std::uint32_t offset;  // of its location; its slots follow
    friend bool operator==(const ProcessPart&, const ProcessPart&) = default;
  };
  struct ObjectPart {
    ObjectTypeId type;
    std::uint32_t offset;
    friend bool operator==(const ObjectPart&, const ObjectPart&) = default;
  };

  struct ChannelPart {
    ChannelId id;
    std::uint32_t offset;
    friend bool operator==(const ChannelPart&, const ChannelPart&) = default;
  };

  std::optional<ProcessPart> claim;
  // Channel number k is channels[k - 1]: first those every state has, then those of process 0, ...
  std::vector<ChannelPart> channels;
  std::vector<ProcessPart> processes;
  std::vector<ObjectPart> objects;  // object k of a reference is objects[k - 1]
  std::uint32_t value_count = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
};

struct State {
  std::vector<Value> values;
  std::shared_ptr<const Shape> shape;

  std::size_t process_count() const { return shape->processes.size(); }
  ProcessTypeId type_of(ProcessId process) const { return part(process).type; }
  LocationId location_of(ProcessId process) const {
    return static_cast<LocationId>(values[part(process).offset]);
  }
  void set_location(ProcessId process, LocationId location) {
    values[part(process).offset] = static_cast<Value>(location);
  }
  const Shape::ProcessPart& part(ProcessId process) const {
    return process == claim_id ? *shape->claim : shape->processes[to_index(process)];
  }

  friend bool operator==(const State& a, const State& b) {
    return a.values == b.values && (a.shape == b.shape || *a.shape == *b.shape);
  }
};

inline std::size_t hash_value(const State& state) {
  // States of different shapes that hold the same values are rare; equality tells them apart.
  return hash_bytes(std::as_bytes(std::span(state.values)));
}

// Where the parts that every state has begin.
struct Layout {
  explicit Layout(const Model& model);

  std::vector<Shape::ChannelPart> channels;  // those every state has
  std::uint32_t claim_offset = 0;            // of the claim, if there is one
  std::uint32_t process_offset = 0;          // of the first process

  // A shape with these processes and objects, in this order.
  static std::shared_ptr<const Shape> shape_of(const Model& model, const Layout& layout,
                                               const std::vector<ProcessTypeId>& processes,
                                               const std::vector<ObjectTypeId>& objects);
};

// The channels that came with a process.
std::span<const Shape::ChannelPart> channels_of(const Model& model, const State& state,
                                                ProcessId process);

// All slots initial, all channels empty, all processes at their initial location.
State initial_state(const Model& model, const Layout& layout);

// The same state with one more process of `type` (its slots initial), which comes last.
State with_process(const Model& model, const Layout& layout, const State& state,
                   ProcessTypeId type);
// The same state without its last process.
State without_last_process(const Model& model, const Layout& layout, const State& state);
// The same state with one more heap object (its slots initial), which comes last.
State with_object(const Model& model, State state, ObjectTypeId type);

// The representative of all states that differ only in the numbering of heap objects or in objects
// nothing refers to: objects are numbered breadth first from the globals, then process by process.
State with_canonical_heap(const Model& model, const Layout& layout, State state);

}  // namespace clew
