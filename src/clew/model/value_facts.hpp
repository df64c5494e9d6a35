// What the variables and messages of a model can hold, as far as it is known: facts that only grow.
//
// There are two kinds.  A fact about a slot or an item of a message holds always.  What stands at a
// location holds whenever a process is there, and is about what only that process can change: its
// slots, and the globals that nobody else writes.  Those are the *tracked* variables of its type.
//
// A value that grows for long is widened: it jumps to the next constant of the model, then to its
// declared range.  So growing comes to an end.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "clew/model/model.hpp"
#include "clew/model/value_set.hpp"

namespace clew {

enum class FactId : std::uint32_t {};

// The range that the values of a type lie in, whatever the model does.
Range declared_range(const ValueType& type);

class ValueFacts {
 public:
  // REQUIRES: the model outlives this.
  explicit ValueFacts(const Model& model);

  bool is_dynamic() const { return is_dynamic_; }
  FactId of_global(SlotId slot) const { return globals_[slot]; }
  FactId of_local(ProcessTypeId type, SlotId slot) const { return locals_[type][slot]; }
  FactId of_object(ObjectTypeId type, SlotId slot) const { return objects_[type][slot]; }
  FactId of_item(ChannelId channel, std::size_t item) const { return messages_[channel][item]; }
  // Of the slot that `place` lies in, for a process of type `self`.  REQUIRES: it is no constant.
  FactId of_place(const Place& place, ProcessTypeId self) const;

  const ValueSet& values(FactId fact) const { return facts_[fact].values; }
  void grow(FactId fact, const ValueSet& more);

  // --- tracked variables
  static constexpr std::size_t untracked = static_cast<std::size_t>(-1);
  std::size_t tracked_count(ProcessTypeId type) const { return tracked_[type].declared.size(); }
  // The number of a slot among those tracked for processes of type `self`.
  std::size_t tracked_index(Scope scope, SlotId slot, ProcessTypeId self) const;
  // The globals that only processes of this type write, and there is only one.
  const std::vector<SlotId>& own_globals(ProcessTypeId type) const {
    return tracked_[type].own_globals;
  }

  struct Standing {
    bool reached = false;
    std::vector<ValueSet> values;  // by number of the tracked variable
    std::uint64_t changed_at = 0;
    std::vector<std::uint32_t> growths;
  };
  const Standing& at(ProcessTypeId type, LocationId location) const {
    return standings_[type][location];
  }
  // A process of this type can be at the location with these values.
  void reach(ProcessTypeId type, LocationId location, const std::vector<ValueSet>& values);

  // Counts what has grown.
  std::uint64_t clock() const { return clock_; }
  std::uint64_t changed_at(FactId fact) const { return facts_[fact].changed_at; }

 private:
  struct Fact {
    ValueSet values;
    Range declared;
    std::uint64_t changed_at = 0;
    std::uint32_t growths = 0;
  };
  struct Tracked {
    std::vector<std::size_t> of_slot;  // by slot of the process type
    std::unordered_map<std::size_t, std::size_t> of_global;
    std::vector<SlotId> own_globals;
    std::vector<Range> declared;  // by number of the tracked variable
  };

  FactId add_fact(const ValueType& type);
  IdMap<SlotId, FactId> add_frame(const Frame& frame);
  bool tracks(ProcessTypeId type) const;
  void find_tracked();
  void collect_constants();
  bool widen(ValueSet& values, const ValueSet& more, Range declared, std::uint32_t& growths) const;

  const Model& model_;
  bool is_dynamic_;  // asked once: that goes through all actions
  IdMap<FactId, Fact> facts_;
  IdMap<SlotId, FactId> globals_;
  IdMap<ProcessTypeId, IdMap<SlotId, FactId>> locals_;
  IdMap<ObjectTypeId, IdMap<SlotId, FactId>> objects_;
  IdMap<ChannelId, std::vector<FactId>> messages_;
  IdMap<ProcessTypeId, Tracked> tracked_;
  IdMap<ProcessTypeId, IdMap<LocationId, Standing>> standings_;
  std::vector<Value> constants_;  // in order; where widening stops
  std::uint64_t clock_ = 0;
};

}  // namespace clew
