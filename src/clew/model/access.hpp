// What an action reads and writes.  Partial-order reduction, symbolic engines, compression and
// explanations all feed on these sets.
#pragma once

#include <compare>
#include <set>

#include "clew/model/model.hpp"

namespace clew {

// A part of the state, as far as it can be told without running the model.  A vector is one part.
struct StatePart {
  enum class Kind : std::uint8_t {
    Global,
    Channel,
    AnyChannel,  // which one depends on the state
    Location,
    Local,
    Heap,
    Processes,   // which processes there are
    Everything,  // any part of the state
  };
  Kind kind = Kind::Global;
  std::uint32_t owner = 0;  // process (Location, Local); 0 otherwise
  std::uint32_t item = 0;   // slot or channel; 0 otherwise
  friend auto operator<=>(const StatePart&, const StatePart&) = default;
};

struct AccessSets {
  std::set<StatePart> guard_reads;  // what decides whether the action is enabled
  std::set<StatePart> reads;        // all it reads, the guard's included
  std::set<StatePart> writes;
};

// The sets of one process taking one action.  A rendezvous counts as access to the channel by both
// partners; what a receiver stores is a write of the receiver.
AccessSets access_sets(const Model& model, ActionId action, ProcessId process);

}  // namespace clew
