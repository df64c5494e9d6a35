#include "clew/store/key_move.hpp"

#include <algorithm>

namespace clew {

namespace {

constexpr std::uint64_t units_at_once = 64;  // of 16 to 28 KiB each

}  // namespace

// The entries of a unit, first in the order of the old table, then by new bucket.
struct KeyMove::Unit {
  struct Leftover {
    std::uint64_t bucket;
    std::uint64_t entry;
  };
  std::vector<std::uint64_t> entries;
  std::vector<std::uint16_t> buckets;  // of the entries, counted from the first of the unit
  std::vector<std::uint64_t> sorted;
  std::vector<std::uint32_t> ends;  // in `sorted`, by bucket
  std::vector<Leftover> leftovers;
};

KeyMove::KeyMove(const KeyLayout& old_layout, const Pages& old_pages, const KeyLayout& new_layout,
                 Pages new_pages)
    : layout(new_layout),
      pages(std::move(new_pages)),
      old_layout_(old_layout),
      old_pages_(old_pages),
      old_buckets_(reinterpret_cast<const KeyBucket*>(old_pages.data())),
      buckets_(reinterpret_cast<KeyBucket*>(pages.data())) {
  const unsigned unit_bits = std::min(old_layout.split_bits, KeyLayout::group_bits_max);
  unit_count_ = std::uint64_t{1} << (old_layout.split_bits - unit_bits);
  unit_buckets_old_ = old_layout.bucket_count() / unit_count_;
  unit_buckets_ = layout.bucket_count() / unit_count_;
}

void KeyMove::work() {
  Unit unit;
  unit.entries.resize(unit_buckets_old_ * old_layout_.slots);
  unit.buckets.resize(unit.entries.size());
  unit.sorted.resize(unit.entries.size());
  for (;;) {
    const std::uint64_t first = unit_next_.fetch_add(units_at_once, std::memory_order_relaxed);
    if (first >= unit_count_) return;
    const std::uint64_t last = std::min(first + units_at_once, unit_count_);
    const auto bytes = [](std::uint64_t bucket) { return bucket * sizeof(KeyBucket); };
    pages.populate(bytes(first * unit_buckets_), bytes(last * unit_buckets_));
    for (std::uint64_t number = first; number < last; ++number) move_unit(unit, number);
    old_pages_.forget(bytes(first * unit_buckets_old_), bytes(last * unit_buckets_old_));
  }
}

// The story: a counting sort.  The entries of the unit are read and counted by new bucket; then each
// bucket's entries lie together, and a bucket is written in one go.
void KeyMove::move_unit(Unit& unit, std::uint64_t number) {
  const KeyLayout to = layout;  // a copy, which no store can change
  const std::uint64_t first = number * unit_buckets_;
  const std::uint64_t tag_mask = low_ones(to.tag_bits);
  std::size_t count = 0;
  unit.ends.assign(unit_buckets_ + 1, 0);
  for_each_entry(old_layout_, old_buckets_, number * unit_buckets_old_,
                 (number + 1) * unit_buckets_old_, [&](std::uint64_t mixed, std::uint64_t tag) {
                   const KeyLayout::Place place = to.place_of(mixed);
                   const auto bucket = static_cast<std::uint16_t>(place.bucket - first);
                   unit.entries[count] = place.remainder | (tag & tag_mask) << to.value_bits;
                   unit.buckets[count] = bucket;
                   ++unit.ends[bucket + 1U];
                   ++count;
                 });
  for (std::size_t bucket = 1; bucket <= unit_buckets_; ++bucket)
    unit.ends[bucket] += unit.ends[bucket - 1];
  // Now ends[b] is where bucket b begins; after the next loop it is where it ends.
  for (std::size_t i = 0; i < count; ++i)
    unit.sorted[unit.ends[unit.buckets[i]]++] = unit.entries[i];
  unit.leftovers.clear();
  std::uint32_t begin = 0;
  for (std::uint64_t bucket = 0; bucket < unit_buckets_; ++bucket) {
    const std::uint32_t end = unit.ends[bucket];
    const std::uint32_t fill = std::min(end - begin, to.slots);
    buckets_[first + bucket].assign(to, unit.sorted.data() + begin, fill);
    for (std::uint32_t i = begin + fill; i < end; ++i)
      unit.leftovers.push_back({first + bucket, unit.sorted[i]});
    begin = end;
  }
  for (const Unit::Leftover& leftover : unit.leftovers) {
    place_leftover(leftover.bucket, leftover.entry & low_ones(to.value_bits),
                   leftover.entry >> to.value_bits);
  }
}

// Tries the other buckets of an entry whose home is full.
void KeyMove::place_leftover(std::uint64_t bucket, std::uint64_t remainder, std::uint64_t tag) {
  const KeyLayout::Place place{bucket, remainder};
  for (std::uint64_t displacement = 1; displacement <= KeyLayout::displacement_max;
       ++displacement) {
    KeyBucket& other = buckets_[layout.bucket_of(place, displacement)];
    const std::uint64_t header = other.header();
    if (KeyBucket::fill_of(header) == layout.slots) continue;
    other.add(layout, header, remainder | displacement << layout.remainder_bits, tag);
    return;
  }
  const std::lock_guard lock(spilled_mutex_);
  spilled.emplace_back(layout.begin_of(bucket) + remainder, tag);
}

}  // namespace clew
