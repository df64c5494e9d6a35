// Where a process can be in the middle of a move, and whether it can come back there within the same
// move.  Text that follows a move by calling itself ends only where it cannot.
#pragma once

#include <vector>

#include "clew/model/model.hpp"

namespace clew {

class MoveGraph {
 public:
  explicit MoveGraph(const Model& model);

  // The actions that leave a location, in source order.
  const std::vector<ActionId>& outgoing(ProcessTypeId type, LocationId location) const {
    return outgoing_[type][location];
  }
  // True if a process can be here in the middle of a move.
  bool is_passed(ProcessTypeId type, LocationId location) const {
    return is_passed_[number_of(type, location)];
  }
  // True if a move that passes here may pass here again.
  bool can_return(ProcessTypeId type, LocationId location) const {
    return can_return_[number_of(type, location)];
  }
  // True if some process can be in the middle of a move at all.
  bool has_sequences() const { return sequence_steps_ > 0; }
  // How many actions do not end their move: more than these no move takes one inside the other.
  std::size_t sequence_steps() const { return sequence_steps_; }
  bool has_returns() const { return has_returns_; }

 private:
  std::size_t number_of(ProcessTypeId type, LocationId location) const {
    return first_[to_index(type)] + to_index(location);
  }

  std::vector<std::size_t> first_;
  IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>> outgoing_;
  std::vector<bool> is_passed_;
  std::vector<bool> can_return_;
  std::size_t sequence_steps_ = 0;
  bool has_returns_ = false;
};

}  // namespace clew
