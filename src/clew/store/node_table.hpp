// NodeTable gives every 64-bit word a number, the same one whenever it sees the word again.
//
//   NodeTable table({.workers = 2}, limit);
//   table.intern(0, words, ids);      // for many words at once
//   table.word(ids[0]) == words[0];
//
// Numbers are given in order of discovery, from 0 on, and none is left out but those that a worker
// holds in reserve.  The words lie in segments that never move; the index is an open-addressing
// table:
//
//  63            32 31          0
// +----------------+-------------+   The place of a slot follows from its hash bits alone, and keeps
// | 32 hash bits   | id + 1      |   their order: growth reads the old index and writes the new one
// +----------------+-------------+   from begin to end, and looks at no word.
//
// Threads: any number of workers may call intern, find and word at once, each with its own number.
// grow is for one worker while nobody else uses the table.
// Invariants:
//   (1) a slot goes from empty to full, and never changes again while words are interned;
//   (2) the word of an id is written before a slot with the id is;
//   (3) a word is in the spill only if the `probes_max` slots from its place on are full.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>

#include "clew/store/pages.hpp"

namespace clew {

class NodeTable {
 public:
  struct Options {
    unsigned workers = 1;
    std::uint32_t ids_max = 0xffff0000U;  // how many there may be, with room for as many workers
  };
  static constexpr std::uint32_t no_id = 0xffffffffU;

  // REQUIRES: the limit outlives the table.
  NodeTable(Options options, MemoryLimit& limit);
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;
  ~NodeTable();

  // Writes the id of every word.  false: there is no memory for one, or no id; what was written is
  // then worth nothing.
  // REQUIRES: room for words.size() ids
  bool intern(unsigned worker, std::span<const std::uint64_t> words, std::uint32_t* ids);
  std::uint32_t find(std::uint64_t word) const;  // no_id if it is not there

  // REQUIRES: intern or find gave the id.
  std::uint64_t word(std::uint32_t id) const {
    const auto [segment, offset] = place_of(id);
    return segments_[segment].load(std::memory_order_relaxed)[offset];
  }

  bool wants_to_grow() const { return crowded_.load(std::memory_order_relaxed); }
  // false: the limit or the system refuses, and wants_to_grow will not be said again.
  bool grow();

  // Ids given so far are below this.
  std::uint32_t id_count() const { return id_next_.load(std::memory_order_relaxed); }
  // How many were given: those that workers hold in reserve do not count.
  // REQUIRES: nobody interns meanwhile.
  std::uint32_t word_count() const;
  std::uint64_t memory_bytes() const;

 private:
  using Slot = std::atomic<std::uint64_t>;
  struct alignas(64) Worker {
    std::uint32_t spare = no_id;  // an id that was taken, but somebody else was faster
  };
  struct Place {
    unsigned segment;
    std::uint32_t offset;
  };
  static constexpr unsigned segment_bits_at_first = 9;  // one page of words; each has twice as many
  static constexpr unsigned probes_max = 64;
  static constexpr std::size_t window = 16;  // words on their way at once

  static Place place_of(std::uint32_t id);
  std::uint64_t begin_of(std::uint64_t hash) const { return ((hash >> 32) * slot_count_) >> 32; }
  std::uint32_t look(std::uint64_t hash, std::uint64_t word, std::uint64_t& empty) const;
  std::uint32_t add(unsigned worker, std::uint64_t hash, std::uint64_t word, std::uint64_t empty);
  std::uint32_t take_id(unsigned worker, std::uint64_t word);
  bool make_segment(unsigned segment);
  std::uint32_t spill(unsigned worker, std::uint64_t word);
  std::uint32_t find_spilled(std::uint64_t word) const;
  void use_index(std::uint64_t slot_count);

  Options options_;
  MemoryLimit& limit_;
  Pages index_;
  Slot* slots_ = nullptr;
  std::uint64_t slot_count_ = 0;  // places; probes_max slots more follow
  std::uint32_t ids_wanted_max_ = 0;
  std::atomic<std::uint32_t> id_next_{0};
  std::array<std::atomic<std::uint64_t*>, 32> segments_{};
  std::array<Pages, 32> segment_pages_;
  std::unique_ptr<Worker[]> workers_;
  std::atomic<bool> crowded_{false};
  std::atomic<bool> refused_{false};
  mutable std::mutex mutex_;  // of segments that are made, and of the spill
  std::unordered_map<std::uint64_t, std::uint32_t> spilled_;
};

}  // namespace clew
