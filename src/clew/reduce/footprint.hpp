// What the moves of a model read, write and wait for.
//
//   const Footprints footprints(model, actors);
//   footprints.of(actor, action).writes.shared;
//
// A footprint is that of all moves that begin with an action: of an action that does not end its move,
// whatever the process, or one it meets on the way, may do before the move ends.  Of a rendezvous it is
// the half of one process; its partner has a footprint of its own.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "clew/reduce/read_sets.hpp"

namespace clew {

// A value that is compared with a constant.
struct Comparison {
  ComponentId part;  // this value and nothing else
  bool is_own = false;
  SlotId slot;
  std::uint32_t element = 0;
  Op op = Op::Equal;
  Value constant = 0;

  bool is_true_of(Value value) const;
};

// One of the conditions under which a move can begin; all must be true.
struct Condition {
  enum class Kind : std::uint8_t {
    Expression,
    HasRoom,     // the channel takes one more message
    HasMessage,  // there is a message that can be received
    Partner,     // somebody takes the other half of a rendezvous
    Siblings,    // what else the process could do at its location
    Timeout,
  };
  Kind kind = Kind::Expression;
  Access made_true_by;  // what must be written for it to become true
  Access made_false_by;
  std::optional<Comparison> comparison;  // the whole condition
  // HasRoom, HasMessage: the channel, if it is always the same.
  Line line{no_id<ChannelId>};
  // HasMessage: what must be written if there are messages already.  Behind the oldest one others may
  // arrive, which is no help unless they can be taken out of turn.
  Access made_true_if_filled_by = {};
};

struct Footprint {
  std::vector<Condition> conditions;
  Access reads;  // by what happens; what the conditions read is not among them
  Access writes;
  // Written parts that get this value, if they are written at all.
  std::map<ComponentId, Value> constants;
  bool asks_for_timeout = false;   // whether time is out may matter
  bool waits_for_timeout = false;  // it cannot begin unless time is out
  // The channels that the first action may talk about, each by the end where messages arrive.
  ComponentSet channels;
  bool channels_stay = false;  // on every cycle of states
  // Who may take the other half, by what action.
  std::vector<std::pair<ActorId, ActionId>> partners;
  std::vector<ProcessTypeId> started;  // types of processes that may come to be
};

class Footprints {
 public:
  // REQUIRES: both outlive this.
  Footprints(const Model& model, const IdMap<ActorId, Actor>& actors);

  const Model& model() const { return model_; }
  const IdMap<ActorId, Actor>& actors() const { return actors_; }
  const StateComponents& parts() const { return parts_; }
  const Constants& constants() const { return constants_; }

  // The actions that leave a location, in source order.
  const std::vector<ActionId>& outgoing(ProcessTypeId type, LocationId location) const {
    return outgoing_[type][location];
  }
  // Of an action among those of its type.
  std::uint32_t number_of(ActionId action) const { return number_[to_index(action)]; }
  std::size_t count_of(ActorId actor) const { return footprints_[actor].size(); }
  // REQUIRES: the action is one of the actor's type.
  const Footprint& of(ActorId actor, ActionId action) const {
    return footprints_[actor][number_[to_index(action)]];
  }
  // What an expression of nobody in particular reads: a property, or the guard of a claim.
  Access reads_of(ExprId expr) const;

 private:
  friend class FootprintMaker;

  const Model& model_;
  const IdMap<ActorId, Actor>& actors_;
  StateComponents parts_;
  Outgoing outgoing_;
  Constants constants_;
  std::vector<std::uint32_t> number_;                  // by action: among those of its type
  IdMap<ActorId, std::vector<Footprint>> footprints_;  // by number of the action
};

}  // namespace clew
