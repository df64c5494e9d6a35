// Values that stay as they are as soon as there is somebody to wait for.
//
//   const Constants constants(model, actors);
//   constants.own(actor, slot, 0);      // the channel that a process was started with, say
//
// A system often begins with moves of one process alone: `init` chooses a configuration, starts the others
// and hands each its channels and its number.  What is the same after all of these moves, and nobody writes
// from then on, is a constant there, although the text does not say so.  Before, nobody could wait for
// anybody, so nobody asks.
#pragma once

#include <optional>
#include <vector>

#include "clew/model/state.hpp"
#include "clew/reduce/state_components.hpp"

namespace clew {

// The actions that leave each location, in source order.
using Outgoing = IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>>;

class Constants {
 public:
  // REQUIRES: model and actors outlive this.
  Constants(const Model& model, const IdMap<ActorId, Actor>& actors, const Outgoing& outgoing);

  // No process is started any more.
  bool has_all_processes() const { return state_.has_value(); }
  std::optional<Value> global(SlotId slot, std::uint32_t element) const;
  // The channel with this number that came with a process which is there behind the first moves, as long as
  // that process is.
  std::optional<Line> line(Value number) const;
  // Of one that is there behind the first moves; none for others, and for any process of a type.
  std::optional<Value> own(ActorId actor, SlotId slot, std::uint32_t element) const;

 private:
  // Where the moves of one process alone lead to.
  std::vector<State> first_meetings() const;
  // Marks what is not the same as in the one that is kept.
  void note_differences(const State& other);
  // Marks what the process may still write.  False: it may start others.
  bool note_writes(const State& from, ProcessId process, const Outgoing& outgoing);
  bool note_writes(const Action& action, ProcessId process);
  void note_target(const Place& place, ProcessId process);

  const Model& model_;
  const IdMap<ActorId, Actor>& actors_;
  std::optional<State> state_;                 // one of those; none: nothing is known
  std::vector<bool> global_varies_;            // by slot
  std::vector<std::vector<bool>> own_varies_;  // by process and slot
};

}  // namespace clew
