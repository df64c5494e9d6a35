// What the processes of a model can begin with, numbered, and sets of that.
//
//   ConflictTable begins(footprints);
//   begins.conflicts(id);              // of other processes, what does not accord with it
//   begins.makers(condition, begin);   // of other processes, what may make it true
//
// Most moves of a large model have nothing to do with each other.  Who has is found by the parts that they
// read and write, and only these are compared.
#pragma once

#include <optional>
#include <vector>

#include "clew/reduce/dependence.hpp"

namespace clew {

enum class ProcessActionId : std::uint32_t {};
using ProcessActionSet = IdSet<ProcessActionId>;

class ConflictTable {
 public:
  using ProcessAction = Dependence::ProcessAction;

  // REQUIRES: the footprints outlive this.
  explicit ConflictTable(const Footprints& footprints);

  const Footprints& footprints() const { return footprints_; }
  const Dependence& dependence() const { return dependence_; }
  const Footprint& footprint(const ProcessAction& begin) const {
    return footprints_.of(begin.actor, begin.action);
  }
  const Action& action(const ProcessAction& begin) const {
    return footprints_.model().actions[begin.action];
  }
  // False: any number of processes, of which one may be in the way of another.
  bool is_one_process(ActorId actor) const { return is_some(footprints_.actors()[actor].process); }

  std::size_t size() const { return begins_.size(); }
  const ProcessAction& operator[](ProcessActionId id) const { return begins_[id]; }
  ProcessActionId id_of(const ProcessAction& begin) const {
    return id_of_[begin.actor][footprints_.number_of(begin.action)];
  }
  // Pairs that were compared so far: what takes time here.
  std::uint64_t work() const { return work_; }
  void mark(ProcessActionSet& set, const ProcessAction& begin) const { set.add(id_of(begin)); }
  bool has(const ProcessActionSet& set, const ProcessAction& begin) const {
    return set.contains(id_of(begin));
  }

  template <class Use>
  void for_each(const Use& use) const {
    for (const ProcessAction& begin : begins_) use(begin);
  }
  // By location, in source order.
  template <class Use>
  void for_each_of(ActorId actor, const Use& use) const {
    const std::size_t end = first_of_[to_index(actor) + 1];
    for (std::size_t i = first_of_[to_index(actor)]; i < end; ++i) use(begins_[to_id<ProcessActionId>(i)]);
  }

  const ProcessActionSet& conflicts(const ProcessAction& begin);
  ProcessActionSet makers(const Condition& condition, const ProcessAction& begin) const;
  // Of the same process.
  ProcessActionSet own_makers(const Condition& condition, const ProcessAction& begin) const;

 private:
  void number(ActorId actor);
  void note_parts(ProcessActionId id);
  // Those of which some do not accord with it: no other does.
  ProcessActionSet suspects(ProcessActionId id) const;
  ProcessActionSet writers(const Access& access) const;
  bool is_same_process(const ProcessAction& a, const ProcessAction& b) const {
    return a.actor == b.actor && is_one_process(a.actor);
  }

  const Footprints& footprints_;
  Dependence dependence_;
  IdMap<ProcessActionId, ProcessAction> begins_;                       // actor by actor
  std::vector<std::size_t> first_of_;                  // by actor, and one more
  IdMap<ActorId, std::vector<ProcessActionId>> id_of_;         // by number of the action
  IdMap<ProcessActionId, std::optional<ProcessActionSet>> conflicts_;  // those that were asked for
  mutable std::uint64_t work_ = 0;
  ProcessActionSet all_;
  // By part; and those of which it is not known which parts.
  std::vector<ProcessActionSet> writers_;
  std::vector<ProcessActionSet> readers_;  // or it may be prevented by what is written there
  ProcessActionSet write_anything_;
  ProcessActionSet read_anything_;
};

}  // namespace clew
