// A store of words for tests: a std::map behind a lock.  It asks for growth all the time and is strict
// about who does what when.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class PlainStore {
 public:
  struct Options {
    unsigned tag_bits = 2;
    std::uint64_t states_between_growth = 100;
    std::uint64_t states_max = ~std::uint64_t{0};
  };
  using TagSet = std::bitset<256>;
  using State = std::vector<std::uint64_t>;

  explicit PlainStore(Options options) : options_(options) {}

  // A record is the words of the state and a mark, to see that whoever keeps records keeps them whole.
  bool insert(unsigned, const StateBatch& batch, std::uint64_t level,
              std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh) {
    const Inserting inserting(*this);
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      if (batch.sources != nullptr) check_record_of_source(batch.sources[i]);
      const auto state = batch.state(i);
      const Outcome outcome = put(State(state.begin(), state.end()), level);
      if (outcome == Outcome::Full) return false;
      if (outcome == Outcome::Known) continue;
      append_record(state, records);
      fresh.push_back(i);
    }
    return true;
  }
  bool prepare(unsigned, const StateBatch& batch, std::vector<std::uint64_t>& records) {
    const Inserting inserting(*this);
    for (std::size_t i = 0; i < batch.count; ++i) {
      if (batch.sources != nullptr) check_record_of_source(batch.sources[i]);
      append_record(batch.state(i), records);
    }
    return true;
  }
  Outcome insert(unsigned, std::span<const std::uint64_t> record, std::uint64_t level) {
    const Inserting inserting(*this);
    EXPECT_EQ(record.back(), mark);
    return put(State(record.begin(), record.end() - 1), level);
  }

  std::size_t record_words(std::size_t word_count) const { return word_count + 1; }

  bool wants_to_grow() const {
    return inserted_.load(std::memory_order_relaxed) > options_.states_between_growth;
  }
  bool grow(unsigned worker, unsigned workers) {
    EXPECT_LT(worker, workers);
    EXPECT_EQ(inserting_.load(), 0);
    const std::lock_guard lock(mutex_);
    if (++growing_ < workers) return true;
    growing_ = 0;
    inserted_.store(0);
    ++growths_;
    return true;
  }
  std::uint64_t growths() const { return growths_; }

  bool contains(std::span<const std::uint64_t> state) const {
    const std::lock_guard lock(mutex_);
    return levels_.contains(State(state.begin(), state.end()));
  }

  void for_each(unsigned part, unsigned parts, const TagSet& tags,
                FunctionRef<void(unsigned, std::span<const std::uint64_t>)> found) const {
    std::uint64_t number = 0;
    for (const auto& [state, level] : levels_) {
      const auto tag = static_cast<unsigned>(level % (1U << options_.tag_bits));
      if (number++ % parts == part && tags[tag]) found(tag, state);
    }
  }
  void for_each(unsigned part, unsigned parts, std::uint64_t level,
                FunctionRef<void(std::span<const std::uint64_t>)> found) const {
    TagSet tags;
    tags.set(level % (1U << options_.tag_bits));
    for_each(part, parts, tags,
             [&](unsigned, std::span<const std::uint64_t> state) { found(state); });
  }
  unsigned tag_bits() const { return options_.tag_bits; }

  std::uint64_t size() const {
    const std::lock_guard lock(mutex_);
    return levels_.size();
  }
  std::uint64_t memory_bytes() const { return 64 * size(); }
  double bytes_per_state() const { return 64; }
  static constexpr bool is_exact() { return true; }
  Omission omission() const { return {}; }

 private:
  static constexpr std::uint64_t mark = 0x5245'434f'5244;

  struct Inserting {
    explicit Inserting(PlainStore& store) : count(store.inserting_) { ++count; }
    ~Inserting() { --count; }
    std::atomic<int>& count;
  };

  Outcome put(State state, std::uint64_t level) {
    const std::lock_guard lock(mutex_);
    if (levels_.size() == options_.states_max && !levels_.contains(state)) return Outcome::Full;
    if (!levels_.emplace(std::move(state), level).second) return Outcome::Known;
    ++inserted_;
    return Outcome::New;
  }

  static void append_record(std::span<const std::uint64_t> state,
                            std::vector<std::uint64_t>& records) {
    records.insert(records.end(), state.begin(), state.end());
    records.push_back(mark);
  }

  // A source was stored before; its words say how long they are only to those who know the codec, so
  // some state of the store has to be there.
  void check_record_of_source(const std::uint64_t* record) const {
    const std::lock_guard lock(mutex_);
    const auto at = levels_.lower_bound(State(1, *record));
    EXPECT_TRUE(at != levels_.end() && at->first.front() == *record);
  }

  Options options_;
  mutable std::mutex mutex_;
  std::map<State, std::uint64_t> levels_;
  std::atomic<std::uint64_t> inserted_{0};  // since the last growth
  std::atomic<int> inserting_{0};
  unsigned growing_ = 0;
  std::uint64_t growths_ = 0;
};

static_assert(WordStore<PlainStore>);

}  // namespace clew
