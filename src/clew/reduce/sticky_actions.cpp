#include "clew/reduce/sticky_actions.hpp"

#include <algorithm>
#include <utility>

#include "clew/reduce/control_flow.hpp"
#include "clew/reduce/local_variables.hpp"

namespace clew {

namespace {

bool talks(const Action& action) { return action.communication.kind != Communication::Kind::None; }

// What the actions of a process do to its own variables.
class Counters {
 public:
  using ProcessAction = ConflictTable::ProcessAction;

  Counters(const ConflictTable& begins, ActorId actor)
      : begins_(begins),
        model_(begins.footprints().model()),
        type_(begins.footprints().actors()[actor].type),
        going_on_to_(model_.process_types[type_].locations.size()) {
    NextLocations edges(going_on_to_.size());
    std::size_t count = 0;
    begins.for_each_of(actor, [&](const ProcessAction& begin) {
      const Action& action = begins.action(begin);
      ++count;
      edges[action.from].push_back(action.to);
      if (action.then != Action::Then::Ends) going_on_to_[action.to].push_back(&action);
    });
    if (count > actions_max) return;
    begins.for_each_of(actor, [&](const ProcessAction& begin) {
      const Action& action = begins.action(begin);
      if (leads(edges, action.to, action.from)) begins.mark(on_cycle_, begin);
    });
    find_candidates(actor);
  }

  // Slots that some cycle raises.
  const std::vector<SlotId>& candidates() const { return candidates_; }

  // Marks the action if it may lower one of these slots.  True: it raises one, wherever it is not marked.
  bool mark(const ProcessAction& begin, const std::vector<SlotId>& watched, Sticky& marks) const {
    if (!begins_.has(on_cycle_, begin)) return false;
    bool is_raising = false;
    std::vector<StickyAbove> above;
    for (const SlotId slot : watched) {
      const Change change = change_of(begins_.action(begin), slot);
      is_raising = is_raising || change.raises;
      if (change.lowers) begins_.mark(marks.always, begin);
      if (change.lowers_above) above.push_back({slot, *change.lowers_above});
    }
    if (!above.empty()) marks.above.emplace(begins_.id_of(begin), std::move(above));
    return is_raising;
  }

 private:
  // Where there are more, looking for candidates would take longer than it saves.
  static constexpr std::size_t actions_max = 256;

  struct Change {
    bool raises = false;  // unless it lowers
    bool lowers = false;  // perhaps, in any state
    std::optional<Value> lowers_above =
        std::nullopt;  // perhaps, where the slot is greater than this
  };

  void find_candidates(ActorId actor) {
    const auto& slots = model_.process_types[type_].frame.slots;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto slot = to_id<SlotId>(i);
      if (slots[slot].length != 1 || is_written_by_others(model_, slot)) continue;
      bool is_raised = false;
      begins_.for_each_of(actor, [&](const ProcessAction& begin) {
        const bool is_there = begins_.has(on_cycle_, begin);
        is_raised = is_raised || (is_there && change_of(begins_.action(begin), slot).raises);
      });
      if (is_raised) candidates_.push_back(slot);
    }
  }

  Change change_of(const Action& action, SlotId slot) const {
    const auto is_it = [&](const Place& place) {
      return place.scope == Scope::Self && place.slot == slot;
    };
    Change change;
    for (const ReceiveItem& item : action.communication.items) {
      change.lowers =
          change.lowers || (item.kind == ReceiveItem::Kind::Store && is_it(item.target));
    }
    const Instruction* only = nullptr;
    for (const Instruction& step : action.effect) {
      if (!is_it(step.target)) continue;
      change.lowers = change.lowers || only != nullptr || step.kind != Instruction::Kind::Assign;
      only = &step;
    }
    if (only == nullptr || change.lowers) return change;
    // What was written earlier in the same move is not in the state.
    if (is_written_before(action, slot)) return {.lowers = true};
    return change_by(*only, slot);
  }

  bool is_written_before(const Action& action, SlotId slot) const {
    std::vector<bool> seen(going_on_to_.size(), false);
    std::vector<LocationId> open{action.from};
    while (!open.empty()) {
      const LocationId here = open.back();
      open.pop_back();
      if (seen[to_index(here)]) continue;
      seen[to_index(here)] = true;
      for (const Action* const earlier : going_on_to_[here]) {
        if (writes(*earlier, slot)) return true;
        open.push_back(earlier->from);
      }
    }
    return false;
  }

  static bool writes(const Action& action, SlotId slot) {
    const auto is_it = [&](const Place& place) {
      return place.scope == Scope::Self && place.slot == slot;
    };
    return std::any_of(action.effect.begin(), action.effect.end(),
                       [&](const Instruction& step) { return is_it(step.target); }) ||
           std::any_of(action.communication.items.begin(), action.communication.items.end(),
                       [&](const ReceiveItem& item) { return is_it(item.target); });
  }

  Change change_by(const Instruction& step, SlotId slot) const {
    const Expr& value = model_.exprs[step.value];
    if (value.op == Op::Constant) return {.lowers_above = value.constant};
    const Range range = model_.process_types[type_].frame.slots[slot].type.range;
    // Beyond the end of the range, or of what a remainder can be, it begins from below.
    if (const auto added = added_to(model_, value, slot)) {
      if (*added <= range.high) return {.raises = true, .lowers_above = range.high - *added};
    }
    if (value.op == Op::Modulo && range.low >= 0) {
      const auto added = added_to(model_, model_.exprs[value.left], slot);
      const Expr& divisor = model_.exprs[value.right];
      if (added && divisor.op == Op::Constant && divisor.constant > *added) {
        return {.raises = true,
                .lowers_above = std::min(divisor.constant - 1, range.high) - *added};
      }
    }
    return {.lowers = true};
  }

  const ConflictTable& begins_;
  const Model& model_;
  ProcessTypeId type_;
  IdMap<LocationId, std::vector<const Action*>> going_on_to_;  // what a move may do before it
  ProcessActionSet on_cycle_;
  std::vector<SlotId> candidates_;
};

class StickyFinder {
 public:
  using ProcessAction = ConflictTable::ProcessAction;

  explicit StickyFinder(ConflictTable& begins)
      : begins_(begins),
        model_(begins.footprints().model()),
        is_covered_(begins.footprints().actors().size(), false) {
    if (!begins.footprints().constants().has_all_processes()) find_renewed();
  }

  Sticky find() {
    std::vector<ActorId> order;
    for (std::size_t i = 0; i < is_covered_.size(); ++i) order.push_back(to_id<ActorId>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](ActorId a, ActorId b) { return talks_of(a) > talks_of(b); });
    for (const ActorId actor : order) {
      cover(actor);
      is_covered_[to_index(actor)] = true;
    }
    return std::move(sticky_);
  }

 private:
  // Processes that may be started again and again.
  void find_renewed() {
    is_renewed_.assign(model_.process_types.size(), false);
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      for (const Action& action : model_.actions) {
        for (const Instruction& step : action.effect) {
          if (step.kind != Instruction::Kind::Start || is_renewed_[to_index(step.process_type)])
            continue;
          if (!is_renewed_[to_index(action.owner)] && !is_on_cycle(action)) continue;
          is_renewed_[to_index(step.process_type)] = true;
          is_growing = true;
        }
      }
    }
  }

  bool is_on_cycle(const Action& action) const {
    NextLocations edges(model_.process_types[action.owner].locations.size());
    for (const Action& each : model_.actions) {
      if (each.owner == action.owner) edges[each.from].push_back(each.to);
    }
    return leads(edges, action.to, action.from);
  }

  std::size_t talks_of(ActorId actor) const {
    std::size_t count = 0;
    begins_.for_each_of(actor, [&](const ProcessAction& begin) {
      if (talks(begins_.action(begin))) ++count;
    });
    return count;
  }

  void cover(ActorId actor) {
    const Counters counters(begins_, actor);
    Sticky best = marks_of(actor, counters, {});
    std::vector<SlotId> raised;
    for (const SlotId slot : counters.candidates()) {
      raised.push_back(slot);
      Sticky marks = marks_of(actor, counters, raised);
      if (cost_of(marks) < cost_of(best)) {
        best = std::move(marks);
      } else {
        raised.pop_back();
      }
    }
    sticky_.always.add(best.always);
    sticky_.above.merge(best.above);
  }

  // One that is always sticky weighs more than two that are so now and then.
  static std::size_t cost_of(const Sticky& marks) {
    return 3 * marks.always.size() + marks.above.size();
  }

  // What must be marked if these slots are watched.  Leaves as many actions as possible without a mark, those
  // that get into nobody's way first.
  Sticky marks_of(ActorId actor, const Counters& counters, const std::vector<SlotId>& watched) {
    Sticky marks;
    std::vector<std::pair<std::size_t, ProcessAction>> edges;
    begins_.for_each_of(actor, [&](const ProcessAction& begin) {
      const bool is_raising = counters.mark(begin, watched, marks);
      if (is_raising || is_answered(begin) || begins_.has(marks.always, begin)) return;
      const Action& action = begins_.action(begin);
      if (action.from == action.to) return begins_.mark(marks.always, begin);
      edges.emplace_back(conflicts_of(begin), begin);
    });
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const ProcessType& type = model_.process_types[begins_.footprints().actors()[actor].type];
    NextLocations kept(type.locations.size());
    for (const auto& [conflicts, begin] : edges) {
      const Action& action = begins_.action(begin);
      if (leads(kept, action.to, action.from)) {
        begins_.mark(marks.always, begin);
      } else {
        kept[action.from].push_back(action.to);
      }
    }
    marks.always.for_each([&](ProcessActionId id) { marks.above.erase(id); });
    return marks;
  }

  std::size_t conflicts_of(const ProcessAction& begin) {
    return begins_.footprint(begin).partners.size() + begins_.conflicts(begin).size();
  }

  bool is_renewed(ActorId actor) const {
    return !is_renewed_.empty() && is_renewed_[to_index(begins_.footprints().actors()[actor].type)];
  }

  // Messages that are sent on a cycle are received on it, by somebody who is covered and who comes back to
  // where it was: who is started again does not.
  bool is_answered(const ProcessAction& begin) const {
    const Communication& talk = begins_.action(begin).communication;
    if (talk.kind == Communication::Kind::None || talk.keeps) return false;
    // With a process its own channels go, and the messages in them.
    const Footprint& mine = begins_.footprint(begin);
    bool is_answered = mine.channels_stay;
    begins_.for_each([&](const ProcessAction& other) {
      const Communication& their = begins_.action(other).communication;
      if (their.kind == Communication::Kind::None || their.kind == talk.kind || their.keeps) return;
      if (is_covered_[to_index(other.actor)] && !is_renewed(other.actor)) return;
      is_answered = is_answered && !mine.channels.meets(begins_.footprint(other).channels);
    });
    return is_answered;
  }

  ConflictTable& begins_;
  const Model& model_;
  std::vector<bool> is_renewed_;  // by process type; empty: none is
  std::vector<bool> is_covered_;  // by actor: every cycle of its text has a mark, or needs none
  Sticky sticky_;
};

}  // namespace

Sticky sticky_actions(ConflictTable& begins) { return StickyFinder(begins).find(); }

}  // namespace clew
