#include "clew/reduce/dependence.hpp"

#include <algorithm>

namespace clew {

namespace {

// Components that both have to do with; what two processes have of their own is never the same, and a process
// that is started is neither of them.
bool meet(const Access& a, const Access& b, bool same) {
  const auto is_nothing = [](const Access& each) {
    return !each.everything && each.own.empty() && each.shared.empty() && each.fresh.empty();
  };
  if (a.everything || b.everything) return !is_nothing(a) && !is_nothing(b);
  return a.shared.meets(b.shared) || a.shared.meets(b.own) || a.own.meets(b.shared) ||
         a.shared.meets(b.fresh) || a.fresh.meets(b.shared) || (same && a.own.meets(b.own));
}

bool meet_beside(const Access& a, const Access& b, bool same, ComponentId part) {
  if (a.everything || b.everything) return true;
  return a.shared.meets_beside(b.shared, part) || a.shared.meets_beside(b.own, part) ||
         a.own.meets_beside(b.shared, part) || a.shared.meets_beside(b.fresh, part) ||
         a.fresh.meets_beside(b.shared, part) || (same && a.own.meets_beside(b.own, part));
}

enum class Becomes : std::uint8_t { False, True };

// Whether the move may change the condition to this.
bool may_make(Becomes truth, const Condition& condition, const Footprint& writer, bool same) {
  const Access& by = truth == Becomes::True ? condition.made_true_by : condition.made_false_by;
  if (!meet(writer.writes, by, same)) return false;
  if (!condition.comparison) return true;
  const ComponentId part = condition.comparison->part;
  const auto written = writer.constants.find(part);
  if (written == writer.constants.end() || meet_beside(writer.writes, by, same, part)) return true;
  return condition.comparison->is_true_of(written->second) == (truth == Becomes::True);
}

bool may_prevent(const Footprint& writer, const Footprint& other, bool same) {
  return std::any_of(other.conditions.begin(), other.conditions.end(),
                     [&](const Condition& condition) {
                       return may_make(Becomes::False, condition, writer, same);
                     });
}

// Both write something, and not the same to it.
bool overwrite_each_other(const Footprint& a, const Footprint& b, bool same) {
  if (!meet(a.writes, b.writes, same)) return false;
  // All that both write must be known.
  if (a.writes.everything || b.writes.everything) return true;
  for (const auto& [part, value] : a.constants) {
    const auto other = b.constants.find(part);
    const bool is_same = other != b.constants.end() && other->second == value;
    if (is_same && !meet_beside(a.writes, b.writes, same, part)) return false;
  }
  return true;
}

// Values for which a comparison is true, if they are an interval.
std::optional<Range> interval_of(const Comparison& comparison) {
  const Value value = comparison.constant;
  Range range = full_range;
  switch (comparison.op) {
    case Op::Equal: return Range{value, value};
    case Op::Less:
      if (value == full_range.low) return std::nullopt;
      range.high = value - 1;
      return range;
    case Op::LessEqual: range.high = value; return range;
    case Op::Greater:
      if (value == full_range.high) return std::nullopt;
      range.low = value + 1;
      return range;
    case Op::GreaterEqual: range.low = value; return range;
    default: return std::nullopt;
  }
}

bool contradict(const Comparison& a, const Comparison& b) {
  if (a.part != b.part) return false;
  if (a.op == Op::Equal && !b.is_true_of(a.constant)) return true;
  if (b.op == Op::Equal && !a.is_true_of(b.constant)) return true;
  const auto first = interval_of(a);
  const auto second = interval_of(b);
  return first && second && (first->high < second->low || second->high < first->low);
}

}  // namespace

bool Dependence::exclude_each_other(const Footprint& a, const Footprint& b, bool same) const {
  // As long as anything else can move, no time is out.
  const bool never_waits =
      (a.waits_for_timeout && !b.asks_for_timeout) || (b.waits_for_timeout && !a.asks_for_timeout);
  if (never_waits) return true;
  for (const Condition& first : a.conditions) {
    if (!first.comparison || (first.comparison->is_own && !same)) continue;
    for (const Condition& second : b.conditions) {
      if (!second.comparison || (second.comparison->is_own && !same)) continue;
      if (contradict(*first.comparison, *second.comparison)) return true;
    }
  }
  return false;
}

bool Dependence::accords(ProcessAction a, ProcessAction b, bool same) const {
  const Model& model = footprints_.model();
  const Action& first = model.actions[a.action];
  const Action& second = model.actions[b.action];
  if (same && first.from != second.from) return true;  // never at the same time
  const Footprint& mine = footprints_.of(a.actor, a.action);
  const Footprint& theirs = footprints_.of(b.actor, b.action);
  if (exclude_each_other(mine, theirs, same)) return true;
  // Whoever leaves the location can do nothing else there.
  const ComponentId here = footprints_.parts().at(a.actor, first.from);
  if (same && (mine.writes.own.contains(here) || theirs.writes.own.contains(here))) return false;
  return !overwrite_each_other(mine, theirs, same) && !meet(mine.writes, theirs.reads, same) &&
         !meet(theirs.writes, mine.reads, same) && !may_prevent(mine, theirs, same) &&
         !may_prevent(theirs, mine, same);
}

bool Dependence::may_make_true(const Condition& condition, ProcessAction writer, bool same) const {
  return may_make(Becomes::True, condition, footprints_.of(writer.actor, writer.action), same);
}

bool Dependence::changes(const Access& watched, ProcessAction writer) const {
  return meet(footprints_.of(writer.actor, writer.action).writes, watched, true);
}

}  // namespace clew
