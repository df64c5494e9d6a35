// CompactStore keeps a fingerprint of a state instead of the state: hash compaction (Wolper and Leroy
// 1993, Stern and Dill 1995).  Two states with equal fingerprints are taken for one, so a search can
// miss some; what it finds is real.
//
//   CompactStore store({.workers = 2});
//   store.insert(0, batch, level, records, fresh);
//   store.omission().probability;   // that anything was missed so far
//
// A fingerprint is a 64-bit hash cut to fingerprint_bits, and the key of a KeyTable, so it costs less
// than its bits, and the store grows like TreeStore does.
//
// Threads: as KeyTable.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clew/store/key_table.hpp"
#include "clew/store/meeting.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class CompactStore {
 public:
  struct Options {
    unsigned workers = 1;
    unsigned fingerprint_bits = 56;      // 16 to 64
    std::uint64_t memory_bytes_max = 0;  // 0: no limit
  };

  explicit CompactStore(Options options);

  // See WordStore for the contracts of these.
  bool insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
              std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh);
  bool prepare(unsigned worker, const StateBatch& batch, std::vector<std::uint64_t>& records);
  Outcome insert(unsigned worker, std::span<const std::uint64_t> record, std::uint64_t level);
  std::size_t record_words(std::size_t word_count) const { return word_count; }
  bool wants_to_grow() const { return keys_.wants_to_grow(); }
  bool grow(unsigned worker, unsigned workers);

  std::uint64_t size() const { return keys_.size(); }
  std::uint64_t memory_bytes() const { return limit_.taken(); }
  double bytes_per_state() const;

  static constexpr bool is_exact() { return false; }
  // Assumes that the hash is as good as chance.
  Omission omission() const;

 private:
  std::uint64_t fingerprint(std::span<const std::uint64_t> state) const;

  Options options_;
  MemoryLimit limit_;
  KeyTable keys_;
  std::vector<std::vector<std::uint64_t>> fingerprints_;  // of a batch, by worker
  Meeting meeting_;
  bool grows_ = false;
};

static_assert(WordStore<CompactStore>);

}  // namespace clew
