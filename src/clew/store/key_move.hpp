// KeyMove carries the entries of a KeyTable over into a larger one.
//
//   KeyMove move(old_layout, old_pages, new_layout, std::move(new_pages));
//   move.work();                       // by all workers
//   take(move.layout, move.pages, move.spilled);
//
// The number of buckets is pieces * 2^split_bits, in both tables, so 64 splits of the old table are
// whole groups of buckets there, and become whole groups of the new one: a unit.  A unit is read,
// sorted by new bucket and written, bucket by bucket; nobody else has business in it.  What has been
// read is given back to the system, so old and new table are never there together.
//
// Threads: any number of workers may call work at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "clew/store/key_bucket.hpp"
#include "clew/store/key_layout.hpp"
#include "clew/store/pages.hpp"

namespace clew {

class KeyMove {
 public:
  // REQUIRES: the old pages outlive the move; the new layout has at least as many splits, and more
  // buckets.
  KeyMove(const KeyLayout& old_layout, const Pages& old_pages, const KeyLayout& new_layout,
          Pages new_pages);

  // Returns when there is nothing left to begin; others may still be at work.
  void work();

  KeyLayout layout;
  Pages pages;
  // Shuffled keys, with tags, for which the new table had no room near their home.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spilled;

 private:
  struct Unit;  // what a worker needs for one

  void move_unit(Unit& unit, std::uint64_t number);
  void place_leftover(std::uint64_t bucket, std::uint64_t remainder, std::uint64_t tag);

  KeyLayout old_layout_;
  const Pages& old_pages_;
  const KeyBucket* old_buckets_;
  KeyBucket* buckets_;
  std::uint64_t unit_count_;
  std::uint64_t unit_buckets_old_;
  std::uint64_t unit_buckets_;
  std::atomic<std::uint64_t> unit_next_{0};
  std::mutex spilled_mutex_;
};

}  // namespace clew
