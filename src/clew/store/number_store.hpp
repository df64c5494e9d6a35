// NumberStore gives every state a number, and the state back for its number.
//
//   NumberStore store({.word_count = 2, .workers = 2});
//   store.number(worker, batch, numbers);      // of every state of the batch, known or new
//   store.read(worker, numbers[0], record);    // its words, and more
//
// For searches that remember more about a state than that it was seen: colours, orders, what it leads to
// live in arrays by number.  Numbers are given in order of discovery from 0 on; of several workers each
// may hold one in reserve, so a few are never given.
//
// Threads: any number of workers may call number and read at once, each with its own number.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "clew/store/node_table.hpp"
#include "clew/store/pages.hpp"
#include "clew/store/tree_folder.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

// Many may enter; one may ask all others to stay outside for a while.  Entering is a store and a load,
// and touches no cache line of another worker.
class SharedEntrance {
 public:
  explicit SharedEntrance(unsigned workers)
      : inside_(std::make_unique<Flag[]>(workers)), workers_(workers) {}

  void enter(unsigned worker);
  void leave(unsigned worker) { inside_[worker].is_set.store(false, std::memory_order_release); }

  // Calls `work` while nobody is inside.
  // REQUIRES: the caller is outside.
  template <class Work>
  void alone(Work work) {
    const std::lock_guard lock(mutex_);
    is_closed_.store(true, std::memory_order_seq_cst);
    wait_until_empty();
    work();
    is_closed_.store(false, std::memory_order_release);
    is_closed_.notify_all();
  }

 private:
  struct alignas(64) Flag {
    std::atomic<bool> is_set{false};
  };
  void wait_until_empty() const;

  std::unique_ptr<Flag[]> inside_;
  unsigned workers_;
  std::atomic<bool> is_closed_{false};
  std::mutex mutex_;
};

class NumberStore {
 public:
  struct Options {
    std::uint32_t word_count = 0;  // of every state; 0: they differ
    unsigned workers = 1;
    std::uint64_t memory_bytes_max = 0;  // 0: no limit
  };

  explicit NumberStore(Options options);

  // Replaces `numbers` by those of the states.  false: there is no memory for a new one, or no number.
  bool number(unsigned worker, const StateBatch& batch, std::vector<std::uint32_t>& numbers);
  // Replaces `record` by that of the state: its words come first, and as a source in a batch it makes
  // its successors cheaper to number.
  // REQUIRES: the number was given.
  void read(unsigned worker, std::uint32_t number, std::vector<std::uint64_t>& record);

  // One word of the state.
  // REQUIRES: the number was given; the state has so many words.
  std::uint64_t word(std::uint32_t number, std::uint32_t word) const;

  // Numbers given so far are below this.
  std::uint32_t size() const { return states_.id_count(); }
  // How many states there are.
  // REQUIRES: nobody numbers any meanwhile.
  std::uint32_t state_count() const { return states_.word_count(); }
  std::uint64_t memory_bytes() const { return limit_.taken(); }

 private:
  bool number_folded(unsigned worker, const StateBatch& batch, std::vector<std::uint32_t>& numbers);
  bool wants_to_grow() const;
  void grow();

  Options options_;
  MemoryLimit limit_;
  NodeTable states_;                    // a state of one word, or its two fields
  std::unique_ptr<TreeFolder> folder_;  // none: all states have one word
  SharedEntrance entrance_;
  std::atomic<bool> is_full_{false};
  std::vector<std::vector<std::uint64_t>> keys_;   // by worker
  std::vector<std::vector<std::uint32_t>> names_;  // by worker
};

}  // namespace clew
