#include "clew/reduce/conflicts.hpp"

namespace clew {

namespace {

template <class Use>
void for_each_part(const Access& access, const Use& use) {
  access.own.for_each(use);
  access.shared.for_each(use);
  access.fresh.for_each(use);
}

void add_at(std::vector<ProcessActionSet>& sets, ComponentId part, ProcessActionId id) {
  if (to_index(part) >= sets.size()) sets.resize(to_index(part) + 1);
  sets[to_index(part)].add(id);
}

void add_all_at(const std::vector<ProcessActionSet>& sets, const Access& access, ProcessActionSet& out) {
  for_each_part(access, [&](ComponentId part) {
    if (to_index(part) < sets.size()) out.add(sets[to_index(part)]);
  });
}

}  // namespace

ConflictTable::ConflictTable(const Footprints& footprints)
    : footprints_(footprints), dependence_(footprints) {
  for (std::size_t i = 0; i < footprints.actors().size(); ++i) number(to_id<ActorId>(i));
  first_of_.push_back(begins_.size());
  for (std::size_t i = 0; i < begins_.size(); ++i) note_parts(to_id<ProcessActionId>(i));
}

void ConflictTable::number(ActorId actor) {
  const Model& model = footprints_.model();
  const ProcessTypeId type = footprints_.actors()[actor].type;
  first_of_.push_back(begins_.size());
  id_of_.add(std::vector<ProcessActionId>(footprints_.count_of(actor), no_id<ProcessActionId>));
  for (std::size_t i = 0; i < model.process_types[type].locations.size(); ++i) {
    for (const ActionId action : footprints_.outgoing(type, to_id<LocationId>(i))) {
      const ProcessActionId id = begins_.add({actor, action});
      id_of_[actor][footprints_.number_of(action)] = id;
      conflicts_.add(std::nullopt);
      all_.add(id);
    }
  }
}

void ConflictTable::note_parts(ProcessActionId id) {
  const Footprint& mine = footprint(begins_[id]);
  if (mine.writes.everything) write_anything_.add(id);
  for_each_part(mine.writes, [&](ComponentId part) { add_at(writers_, part, id); });
  const auto note_read = [&](const Access& access) {
    if (access.everything) read_anything_.add(id);
    for_each_part(access, [&](ComponentId part) { add_at(readers_, part, id); });
  };
  note_read(mine.reads);
  for (const Condition& condition : mine.conditions) note_read(condition.made_false_by);
}

ProcessActionSet ConflictTable::writers(const Access& access) const {
  if (access.everything) return all_;
  ProcessActionSet found = write_anything_;
  add_all_at(writers_, access, found);
  return found;
}

ProcessActionSet ConflictTable::suspects(ProcessActionId id) const {
  const Footprint& mine = footprint(begins_[id]);
  ProcessActionSet found = writers(mine.writes);
  found.add(read_anything_);
  add_all_at(readers_, mine.writes, found);
  found.add(writers(mine.reads));
  for (const Condition& condition : mine.conditions) found.add(writers(condition.made_false_by));
  return found;
}

const ProcessActionSet& ConflictTable::conflicts(const ProcessAction& begin) {
  const ProcessActionId id = id_of(begin);
  std::optional<ProcessActionSet>& known = conflicts_[id];
  if (known) return *known;
  ProcessActionSet found;
  suspects(id).for_each([&](ProcessActionId other) {
    ++work_;
    if (is_same_process(begin, begins_[other])) return;
    const std::optional<ProcessActionSet>& theirs = conflicts_[other];
    const bool accord =
        theirs ? !theirs->contains(id) : dependence_.accords(begin, begins_[other], false);
    if (!accord) found.add(other);
  });
  known = std::move(found);
  return *known;
}

ProcessActionSet ConflictTable::makers(const Condition& condition, const ProcessAction& begin) const {
  ProcessActionSet found;
  writers(condition.made_true_by).for_each([&](ProcessActionId other) {
    ++work_;
    if (is_same_process(begin, begins_[other])) return;
    if (dependence_.may_make_true(condition, begins_[other], false)) found.add(other);
  });
  return found;
}

ProcessActionSet ConflictTable::own_makers(const Condition& condition, const ProcessAction& begin) const {
  ProcessActionSet found;
  writers(condition.made_true_by).for_each([&](ProcessActionId other) {
    ++work_;
    if (begins_[other].actor != begin.actor) return;
    if (dependence_.may_make_true(condition, begins_[other], true)) found.add(other);
  });
  return found;
}

}  // namespace clew
