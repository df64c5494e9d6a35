// Small models written down in C++, for tests of what no front-end says yet.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/validate.hpp"

namespace clew {

class ModelBuilder {
 public:
  static ValueType byte() { return {"byte", {0, 255}, Overflow::Wrap, no_id<ObjectTypeId>}; }
  static ValueType reference(ObjectTypeId type) { return {"ref", {0, 255}, Overflow::Error, type}; }

  SlotId global(const std::string& name, const ValueType& type = byte()) {
    return model.globals.add(slot(name, type));
  }
  SlotId local(ProcessTypeId owner, const std::string& name, const ValueType& type = byte()) {
    return model.process_types[owner].frame.add(slot(name, type));
  }
  ChannelId channel(const std::string& name, std::uint32_t capacity) {
    return model.channels.add({name, {byte()}, capacity, true, {}});
  }
  ObjectTypeId object_type(const std::string& name) { return model.object_types.add({name, {}}); }

  // Locations are named by numbers; the first one is initial.
  ProcessTypeId process_type(const std::string& name, std::size_t location_count) {
    ProcessType type;
    type.name = name;
    for (std::size_t i = 0; i < location_count; ++i) {
      Location location;
      location.name = std::to_string(i);
      type.locations.add(std::move(location));
    }
    type.initial = LocationId{0};
    return model.process_types.add(std::move(type));
  }
  Location& location(ProcessTypeId type, std::uint32_t number) {
    return model.process_types[type].locations[LocationId{number}];
  }
  void start(ProcessTypeId type) {
    model.processes.add({model.process_types[type].name, type, {}});
  }

  Action& action(ProcessTypeId owner, std::uint32_t from, std::uint32_t to) {
    Action added;
    added.owner = owner;
    added.from = LocationId{from};
    added.to = LocationId{to};
    return model.actions[model.actions.add(std::move(added))];
  }
  // An atomic block: every action added so far that leads to one of these locations goes on.
  void atomic(ProcessTypeId owner, const std::set<std::uint32_t>& inside) {
    for (Action& each : model.actions) {
      if (each.owner == owner && inside.contains(static_cast<std::uint32_t>(each.to)))
        each.then = Action::Then::GoesOn;
    }
  }
  // The way every Promela process ends: at its last location, and only the youngest may go.
  void end_at(ProcessTypeId owner, std::uint32_t from) {
    Expr youngest;
    youngest.op = Op::IsYoungest;
    location(owner, from).is_end = true;
    Action& leaving = action(owner, from, from);
    leaving.guard = model.add_expr(std::move(youngest));
    Instruction step;
    step.kind = Instruction::Kind::Terminate;
    leaving.effect.push_back(std::move(step));
  }

  ExprId number(Value value) { return model.add_constant(value); }
  ExprId read(const Place& place) {
    Expr expr;
    expr.op = Op::Read;
    expr.place = place;
    return model.add_expr(std::move(expr));
  }
  ExprId binary(Op op, ExprId left, ExprId right) {
    Expr expr;
    expr.op = op;
    expr.left = left;
    expr.right = right;
    return model.add_expr(std::move(expr));
  }
  static Place at_global(SlotId slot) {
    Place place;
    place.slot = slot;
    return place;
  }
  static Place at_local(SlotId slot) {
    Place place;
    place.scope = Scope::Self;
    place.slot = slot;
    return place;
  }
  static Place in_object(ExprId object, SlotId slot) {
    Place place;
    place.scope = Scope::Object;
    place.owner = object;
    place.slot = slot;
    return place;
  }
  static ReceiveItem into(const Place& target) {
    ReceiveItem item;
    item.target = target;
    return item;
  }
  static Instruction assign(const Place& target, ExprId value) {
    Instruction step;
    step.target = target;
    step.value = value;
    return step;
  }
  static Instruction run(ProcessTypeId type) {
    Instruction step;
    step.kind = Instruction::Kind::Start;
    step.process_type = type;
    return step;
  }
  static Instruction allocate(const Place& target, ObjectTypeId type) {
    Instruction step;
    step.kind = Instruction::Kind::Allocate;
    step.target = target;
    step.object_type = type;
    return step;
  }
  Communication communicate(Communication::Kind kind, ChannelId channel) {
    Communication communication;
    communication.kind = kind;
    communication.channel = model.add_channel_number(channel);
    return communication;
  }

  Model model;

 private:
  static Slot slot(const std::string& name, const ValueType& type) {
    Slot result;
    result.name = name;
    result.type = type;
    return result;
  }
};

// The size of a model's state space, every state packed and unpacked on the way.
struct SpaceSize {
  std::size_t states = 0;
  std::size_t transitions = 0;
  std::size_t deadlocks = 0;
  std::size_t errors = 0;
  bool round_trips = true;  // every state came back from its bytes unchanged
  friend bool operator==(const SpaceSize&, const SpaceSize&) = default;
};

inline SpaceSize size_of(const Model& model) {
  const Interpreter judge(model);
  const Codec codec(model);
  SpaceSize size;
  std::vector<PackedState> frontier;
  std::set<std::vector<std::byte>> known;
  const auto bytes_of = [](const PackedState& state) {
    return std::vector<std::byte>(state.bytes().begin(), state.bytes().end());
  };
  judge.initial_states([&](const State& first) {
    frontier.push_back(codec.pack(first));
    known.insert(bytes_of(frontier.back()));
  });
  while (!frontier.empty()) {
    const State source = codec.unpack(frontier.back().bytes());
    frontier.pop_back();
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (!move.target) return;
      PackedState packed = codec.pack(*move.target);
      size.round_trips = size.round_trips && codec.unpack(packed.bytes()) == *move.target;
      if (known.insert(bytes_of(packed)).second) frontier.push_back(std::move(packed));
    });
    size.transitions += expansion.moves;
    size.errors += expansion.errors;
    size.deadlocks += expansion.deadlock ? 1 : 0;
  }
  size.states = known.size();
  return size;
}

}  // namespace clew
