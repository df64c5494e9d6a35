// BitstateStore keeps a few bits instead of a state, so it can mistake a new state for a known one.
// What a search finds with it is real; what it does not find may still be there.
//
//   BitstateStore store({.workers = 2, .memory_bytes_max = 1 << 30});
//   store.insert(0, batch, level, records, fresh);
//   store.omission().states;   // how many states it is likely to have missed so far
//
// A state is hashed to one 64-bit word of a large array and to `probes` bits in it (Holzmann 1998
// spreads them over the array).  One word, because then one locked instruction sets all bits and
// tells exactly one worker that the state is new, and because it is one cache miss.  Four bits in one
// word are about as sure as three that are spread.
//
// The size of the array is fixed: a bit does not say of which states it is, so nothing can be moved
// to a larger one.  The store never gets full, it only gets worse.
//
// Threads: any number of workers may call insert and prepare at once, each with its own number.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clew/store/pages.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class BitstateStore {
 public:
  struct Options {
    unsigned workers = 1;
    unsigned probes = 4;                 // bits set for a state: 1 to 5
    std::uint64_t memory_bytes_max = 0;  // the array has the largest power of two; 0: 2^30 bits
  };

  // Throws std::bad_alloc if there is no memory for the array.
  explicit BitstateStore(Options options);

  // See WordStore for the contracts of these; insertion never fails.
  bool insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
              std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh);
  bool prepare(unsigned worker, const StateBatch& batch, std::vector<std::uint64_t>& records);
  Outcome insert(unsigned worker, std::span<const std::uint64_t> record, std::uint64_t level);
  std::size_t record_words(std::size_t word_count) const { return word_count; }
  bool wants_to_grow() const { return false; }
  bool grow(unsigned, unsigned) { return true; }

  std::uint64_t size() const;
  std::uint64_t memory_bytes() const { return pages_.bytes(); }
  double bytes_per_state() const;

  static constexpr bool is_exact() { return false; }
  // Assumes that the hash is as good as chance.
  Omission omission() const;

  // The probability that a new state is taken for known after `states` different ones were asked for.
  double mistake_probability(double states) const;

 private:
  using Word = std::atomic<std::uint64_t>;
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> inserted{0};
  };
  static constexpr std::size_t window = 24;  // states on their way at once

  std::uint64_t position_of(std::uint64_t hash) const { return hash >> word_shift_; }
  std::uint64_t bits_of(std::uint64_t hash) const;
  bool set(std::uint64_t hash);
  void count(unsigned worker, std::uint64_t more);

  Options options_;
  Pages pages_;
  Word* words_ = nullptr;
  unsigned word_shift_ = 0;
  std::unique_ptr<Worker[]> workers_;
};

static_assert(WordStore<BitstateStore>);

}  // namespace clew
