#include "clew/model/value_set.hpp"

#include <algorithm>

namespace clew {

namespace {

constexpr std::size_t ranges_max = 32;

std::uint64_t gap_between(Range a, Range b) {
  return static_cast<std::uint64_t>(std::int64_t{b.low} - a.high);
}

}  // namespace

std::uint64_t ValueSet::size() const {
  std::uint64_t count = 0;
  for (const Range range : ranges_) count += range.span() + 1;
  return count;
}

bool ValueSet::contains(Value value) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](Range range) { return range.contains(value); });
}

bool ValueSet::contains(const ValueSet& other) const {
  auto mine = ranges_.begin();
  for (const Range range : other.ranges_) {
    while (mine != ranges_.end() && mine->high < range.low) ++mine;
    if (mine == ranges_.end() || mine->low > range.low || mine->high < range.high) return false;
  }
  return true;
}

bool ValueSet::add(Range range) {
  // Those that overlap it or lie next to it become one with it.
  const auto first = std::find_if(ranges_.begin(), ranges_.end(), [&](Range each) {
    return std::int64_t{each.high} + 1 >= range.low;
  });
  if (first != ranges_.end() && first->low <= range.low && range.high <= first->high) return false;
  auto last = first;
  while (last != ranges_.end() && last->low <= std::int64_t{range.high} + 1) {
    range.low = std::min(range.low, last->low);
    range.high = std::max(range.high, last->high);
    ++last;
  }
  ranges_.insert(ranges_.erase(first, last), range);
  if (ranges_.size() > ranges_max) fill_smallest_gap();
  return true;
}

bool ValueSet::add(const ValueSet& other) {
  if (contains(other)) return false;
  for (const Range range : other.ranges_) add(range);
  return true;
}

void ValueSet::keep(Range range) {
  std::vector<Range> kept;
  for (const Range each : ranges_) {
    const Range common{std::max(each.low, range.low), std::min(each.high, range.high)};
    if (common.low <= common.high) kept.push_back(common);
  }
  ranges_ = std::move(kept);
}

void ValueSet::keep(const ValueSet& other) {
  std::vector<Range> kept;
  auto mine = ranges_.begin();
  auto theirs = other.ranges_.begin();
  while (mine != ranges_.end() && theirs != other.ranges_.end()) {
    const Range common{std::max(mine->low, theirs->low), std::min(mine->high, theirs->high)};
    if (common.low <= common.high) kept.push_back(common);
    if (mine->high < theirs->high) {
      ++mine;
    } else {
      ++theirs;
    }
  }
  ranges_ = std::move(kept);
}

void ValueSet::remove(Value value) {
  const auto found = std::find_if(ranges_.begin(), ranges_.end(),
                                  [&](Range range) { return range.contains(value); });
  if (found == ranges_.end()) return;
  const Range before{found->low, static_cast<Value>(std::int64_t{value} - 1)};
  const Range behind{static_cast<Value>(std::int64_t{value} + 1), found->high};
  const bool has_before = found->low < value;
  const bool has_behind = value < found->high;
  auto at = ranges_.erase(found);
  if (has_behind) at = ranges_.insert(at, behind);
  if (has_before) ranges_.insert(at, before);
}

void ValueSet::fill_smallest_gap() {
  auto best = ranges_.begin();
  for (auto it = ranges_.begin(); it + 1 != ranges_.end(); ++it) {
    if (gap_between(*it, *(it + 1)) < gap_between(*best, *(best + 1))) best = it;
  }
  best->high = (best + 1)->high;
  ranges_.erase(best + 1);
}

}  // namespace clew
