// The parts that states are made of, as far as they can be told apart without running the model.
//
// A part is one value, or several that are only known together: an element of a vector, a whole vector
// that is long, the end of a channel at which messages arrive, the end at which they leave, whether a
// process is at a location, all heap objects.  Two moves that have no part in common do not know of each
// other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clew/base/id_set.hpp"
#include "clew/model/model.hpp"

namespace clew {

enum class ComponentId : std::uint32_t {};

using ComponentSet = IdSet<ComponentId>;

// Components that somebody reads or writes.
struct Access {
  ComponentSet own;  // of the acting process: its location, its slots
  ComponentSet shared;
  ComponentSet fresh;            // of processes that come to be: nobody's own yet
  bool everything = false;  // which parts cannot be told

  void add(const Access& other);
  // What one process has of its own is for any other a part as all others are.
  void add_as_shared(const Access& other);
};

// Who acts: a process with a number of its own, or any process of a type where numbers say nothing.
enum class ActorId : std::uint32_t {};
struct Actor {
  ProcessTypeId type;
  ProcessId process = no_id<ProcessId>;
};

// The processes of states that have these positions; none: those of a dynamic model, type by type.
IdMap<ActorId, Actor> actors_of(const Model& model, const std::vector<ProcessTypeId>& positions);

// A channel: one that every state has, or one of those that came with a process.
struct Line {
  ChannelId channel;
  ActorId owner = no_id<ActorId>;
};

class StateComponents {
 public:
  // REQUIRES: both outlive this.
  StateComponents(const Model& model, const IdMap<ActorId, Actor>& actors);

  // One element of a slot of the globals, or (none) all that it may be.
  void add_global(SlotId slot, std::optional<std::uint32_t> element, ComponentSet& set) const;
  // The part that is this one value and nothing else; none if there is no such part.
  std::optional<ComponentId> global_value(SlotId slot, std::uint32_t element) const;
  ComponentId local(ActorId actor, SlotId slot) const;
  ComponentId at(ActorId actor, LocationId location) const;
  ComponentId arrivals(Line line) const;     // where messages are put
  ComponentId departures(Line line) const {  // from where they are taken
    return ComponentId{static_cast<std::uint32_t>(to_index(arrivals(line))) + 1};
  }
  ComponentId heap() const { return ComponentId{0}; }
  ComponentId processes() const { return ComponentId{1}; }   // which processes there are
  ComponentId commitment() const { return ComponentId{2}; }  // whether one of them is at a committed location

 private:
  static constexpr std::uint32_t first_of_model = 3;
  // A longer vector is one part: there are no more processes to share it out.
  static constexpr std::uint32_t elements_max = 256;

  const Model& model_;
  std::vector<std::uint32_t> globals_;    // by slot: the first part
  std::uint32_t channels_ = 0;            // the first part of the first channel
  IdMap<ActorId, std::uint32_t> actors_;  // the first part: slots, locations, channels
  const IdMap<ActorId, Actor>& who_;
};

}  // namespace clew
