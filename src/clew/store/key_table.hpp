// KeyTable is an exact set of numbers of up to 64 bits that keeps less than the numbers: where an
// entry lies says a part of its key.
//
//   KeyTable table({.key_bits = 48, .workers = 2}, limit);
//   table.insert(0, key, level);        // Outcome::New
//   table.insert(1, key, level);        // Outcome::Known
//   if (table.wants_to_grow() && table.begin_growth()) { table.move(); table.end_growth(); }
//
// Keys are shuffled (KeyMix), and the shuffled keys are cut into as many ranges of equal length as
// there are buckets.  A bucket is one cache line:
//
//   byte 0     bytes 1 .. slots       the rest, bit by bit
//  +--------+----------------------+---------------------------------------------------------+
//  | header | low 8 bits of values | rest of value 0 | tag 0 | rest of value 1 | tag 1 | ...    |
//  +--------+----------------------+---------------------------------------------------------+
//   value  = displacement, then the distance of the key from the begin of its bucket's range
//   header = number of entries, bit 7: somebody is adding one
//
// Eight bits of all entries are compared at once, the rest only where they agree.  A key whose
// bucket is full tries up to seven others of the same group of 64, which is one page of memory; the
// displacement says which try it was.  The more buckets, the shorter a range, the shorter a value,
// the more entries in a bucket: at 20 million keys of 48 bits an entry takes 33 bits, and a bucket
// has 15.
//
// Growth keeps the order of the groups, so a table is moved by reading the old one and writing the
// new one from begin to end.
//
// Threads: any number of workers may call insert and contains at once, each with its own number.
// begin_growth and end_growth are for one worker while all others wait, move is for all of them.
// Invariants:
//   (1) an entry, once counted in the header, never changes while keys are inserted;
//   (2) an entry is displaced only if all buckets it tried before were full, and full they stay;
//   (3) a key is in the spill only if all its eight buckets are full.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/space/hash_store.hpp"
#include "clew/store/key_bucket.hpp"
#include "clew/store/key_layout.hpp"
#include "clew/store/key_mix.hpp"
#include "clew/store/key_move.hpp"
#include "clew/store/pages.hpp"

namespace clew {

class KeyTable {
 public:
  struct Options {
    // --- the question
    unsigned key_bits = 64;  // 1 to 64
    // --- the price
    unsigned workers = 1;
    std::uint64_t bytes_at_first = 1U << 16;
  };
  static constexpr std::size_t window = 32;  // keys on their way at once

  // REQUIRES: the limit outlives the table.  A first table is taken whatever the limit says.
  KeyTable(Options options, MemoryLimit& limit);
  KeyTable(const KeyTable&) = delete;
  KeyTable& operator=(const KeyTable&) = delete;
  ~KeyTable();

  // Of all that insert a key exactly one is told New.  Full: the key is not there, and neither is
  // room, and growth was refused.
  // REQUIRES: key < 2^key_bits
  Outcome insert(unsigned worker, std::uint64_t key, std::uint64_t level);
  // The same for many: `fresh` gets the positions of the new ones, in no particular order; of equal
  // ones the first.  false: one was Full, and not all others were tried.
  bool insert(unsigned worker, std::span<const std::uint64_t> keys, std::uint64_t level,
              std::vector<std::uint32_t>& fresh);
  void prefetch(std::uint64_t key) const { prefetch_mixed(mix_.mix(key)); }
  bool contains(std::uint64_t key) const;

  // --- growth
  bool wants_to_grow() const { return crowded_.load(std::memory_order_relaxed); }
  // false: the limit or the system refuses, and wants_to_grow will not be said again.
  bool begin_growth();
  void move();
  void end_growth();

  // Gives back the keys of one of `parts` parts, with their tags: levels modulo 2^tag_bits().
  // REQUIRES: nobody inserts.
  void for_each(unsigned part, unsigned parts,
                FunctionRef<void(std::uint64_t key, unsigned tag)> found) const;
  // Never grows, but may shrink in growth.
  unsigned tag_bits() const { return layout_.tag_bits; }

  std::uint64_t size() const;
  std::uint64_t memory_bytes() const;
  const KeyLayout& layout() const { return layout_; }

 private:
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> inserted{0};
    std::uint64_t until_look = 0;  // insertions until the load is looked at again
  };
  struct Waiting;
  enum class Attempt : std::uint8_t { New, Known, Crowded };

  static KeyBucket* buckets_of(const Pages& pages) {
    return reinterpret_cast<KeyBucket*>(pages.data());
  }
  // The empty statement is there because g++ 12 takes a function that only prefetches for one that
  // does nothing, and drops the calls.
  void prefetch_mixed(std::uint64_t mixed) const {
    __builtin_prefetch(&buckets_[layout_.place_of(mixed).bucket]);
    asm volatile("");
  }
  Attempt attempt(const KeyLayout& layout, KeyBucket& bucket, std::uint64_t value,
                  std::uint64_t tag);
  Outcome insert_waiting(Waiting& waiting, std::uint64_t tag, std::uint32_t& index);
  Outcome insert_mixed(std::uint64_t mixed, std::uint64_t tag);
  Outcome spill(std::uint64_t mixed, std::uint64_t tag);
  void keep_spilled(std::uint64_t mixed, std::uint64_t tag);
  bool is_spilled(std::uint64_t mixed) const;
  void count(unsigned worker, std::uint64_t more);
  void set_thresholds();
  KeyLayout next_layout(std::uint64_t bytes_max) const;

  KeyMix mix_;
  Options options_;
  MemoryLimit& limit_;
  KeyLayout layout_;
  Pages pages_;
  KeyBucket* buckets_ = nullptr;
  std::uint64_t size_wanted_max_ = 0;  // beyond it, or beyond
  std::uint64_t spilled_max_ = 0;      // this many in the spill, the table should grow
  std::unique_ptr<Worker[]> workers_;
  std::atomic<bool> crowded_{false};
  std::atomic<bool> refused_{false};
  mutable std::mutex spill_mutex_;
  std::unordered_map<std::uint64_t, std::uint64_t> spilled_;  // shuffled key to tag
  std::unique_ptr<KeyMove> move_;                             // while the table grows
};

}  // namespace clew
