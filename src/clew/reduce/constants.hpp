// Values that stay as they are from the first choice on.
//
//   const Constants constants(model, actors);
//   constants.own(actor, slot, 0);      // the channel that a process was started with, say
//
// A system often begins with moves that leave no choice: `init` starts the others and hands each its
// channels and its number.  What nobody writes behind the last of these moves is a constant there, although
// the text does not say so.  Before it there is nothing to choose, so nobody asks.
#pragma once

#include <optional>
#include <vector>

#include "clew/model/state.hpp"
#include "clew/reduce/parts.hpp"

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
  // Of one that is there behind the first moves; none for others, and for any process of a type.
  std::optional<Value> own(ActorId actor, SlotId slot, std::uint32_t element) const;

 private:
  // Follows the moves that leave no choice.
  State first_choice() const;
  // Marks what the process may still write.  False: it may start others.
  bool note_writes(ProcessId process, const Outgoing& outgoing);
  bool note_writes(const Action& action, ProcessId process);
  void note_target(const Place& place, ProcessId process);

  const Model& model_;
  const IdMap<ActorId, Actor>& actors_;
  std::optional<State> state_;                  // none: nothing is known
  std::vector<bool> global_written_;            // by slot
  std::vector<std::vector<bool>> own_written_;  // by process and slot
};

}  // namespace clew
