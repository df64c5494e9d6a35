// TreeStore keeps states of 64-bit words exactly, in a few bytes each, for many workers at once.
//
//   TreeStore store({.word_widths = layout.word_widths, .workers = 2});
//   std::vector<std::uint64_t> records;
//   std::vector<std::uint32_t> fresh;
//   store.insert(0, {.words = words, .count = 1, .stride = 2}, level, records, fresh);
//   if (store.wants_to_grow()) store.grow(0, 1);
//
// A state of one word is a key of a KeyTable.  A longer one is folded (TreePlan): each word becomes a
// number, some numbers are put together in pairs that have numbers again, and what is left are the
// few short fields of a key.  Successors share most words with their sources, so there are few
// different ones, and a state costs little more than its key.
//
//   w0 w1 w2 w3 w4  ->  ids 7 3 (0 4 1 -> pairs -> 12)  ->  key 7|3|12  ->  KeyTable
//
// What goes together is decided from a sample of the states when there are some thousand, and looked
// at again as they become more.
//
// A record is the words of a state, then the ids of its nodes, two to a word.  A successor which
// differs from its source in one word needs only what lies above that word.
//
// Threads: any number of workers may call insert, prepare and contains at once, each with its own
// number.  grow is called by all of them together.  for_each is for times when nobody inserts.
// Nothing known is ever found through a locked instruction.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/base/watch.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class TreeStore {
 public:
  struct Options {
    // --- the question
    std::vector<std::uint8_t> word_widths;  // bits used, by word; empty: states differ in length
    // --- the price
    unsigned workers = 1;
    std::uint64_t memory_bytes_max = 0;  // 0: no limit
    // Asked by worker 0 now and then while so many states are folded anew; No leaves them as they are.
    std::function<Continue(std::uint64_t states)> may_go_on = {};
  };
  // Which levels to give back.  Bit t stands for all levels that are t modulo 2^tag_bits().
  using TagSet = std::bitset<256>;

  explicit TreeStore(Options options);
  TreeStore(const TreeStore&) = delete;
  TreeStore& operator=(const TreeStore&) = delete;
  ~TreeStore();

  // See WordStore for the contracts of these.
  // REQUIRES: every state has word_widths.size() words, and no bit beyond its width is set.
  bool insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
              std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh);
  bool prepare(unsigned worker, const StateBatch& batch, std::vector<std::uint64_t>& records);
  Outcome insert(unsigned worker, std::span<const std::uint64_t> record, std::uint64_t level);
  bool wants_to_grow() const;
  bool grow(unsigned worker, unsigned workers);

  // Words of the record of a state of `word_count` words.
  std::size_t record_words(std::size_t word_count) const {
    return word_count < 2 ? word_count : 2 * word_count;
  }

  bool contains(std::span<const std::uint64_t> state) const;

  // Gives back the states whose level has a tag in `tags`, with that tag; each is in exactly one
  // of the `parts` parts.  Tags are levels modulo 2^tag_bits(), so states of other levels come too.
  // The span is good during the call only.
  void for_each(unsigned part, unsigned parts, const TagSet& tags,
                FunctionRef<void(unsigned tag, std::span<const std::uint64_t> state)> found) const;
  void for_each(unsigned part, unsigned parts, std::uint64_t level,
                FunctionRef<void(std::span<const std::uint64_t> state)> found) const;
  // At least 2, at most 8.  Never grows, but may shrink in grow().
  unsigned tag_bits() const;

  std::uint64_t size() const;
  std::uint64_t memory_bytes() const;
  double bytes_per_state() const;  // all memory of the store over its states

  static constexpr bool is_exact() { return true; }
  Omission omission() const { return {}; }

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

static_assert(WordStore<TreeStore>);

}  // namespace clew
