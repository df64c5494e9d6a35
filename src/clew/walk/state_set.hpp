// Sets of states given by their words, for what a search does besides exploring.
//
//   PackedStateSet set(stride);
//   set.insert(words);   // true: it is new
//
// Threads: contains() and may_contain() may be called by any number of workers at once, while nobody
// inserts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/base/hash.hpp"
#include "clew/store/successor_buffer.hpp"

namespace clew {

inline std::uint64_t hash_words(std::span<const std::uint64_t> words) {
  return hash_bytes(std::as_bytes(words));
}

// Whether it is one of some that the state alone decides about: one in so many, a power of two.
inline bool is_sample(std::span<const std::uint64_t> state, std::uint64_t one_in) {
  std::uint64_t mixed = 0;
  for (std::size_t i = state.size(); i > 0; --i) {
    mixed = (mixed ^ state[i - 1]) * 0x9e37'79b9'7f4a'7c15;
  }
  return ((mixed >> 32) & (one_in - 1)) == 0;
}

// Keeps the words one after the other and finds them by open addressing.
class PackedStateSet {
 public:
  // Words of every state; 0 if they differ in length.
  explicit PackedStateSet(std::size_t stride) : stride_(stride) { grow(); }

  bool insert(std::span<const std::uint64_t> state) {
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    Slot& slot = slots_[locate(state)];
    if (slot != 0) return false;
    words_.insert(words_.end(), state.begin(), state.end());
    if (stride_ == 0) ends_.push_back(words_.size());
    slot = ++size_;
    return true;
  }
  bool contains(std::span<const std::uint64_t> state) const { return slots_[locate(state)] != 0; }

  std::size_t size() const { return size_; }
  // REQUIRES: index < size().  In the order of insertion.
  std::span<const std::uint64_t> state(std::size_t index) const {
    if (stride_ != 0) return {words_.data() + index * stride_, stride_};
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return {words_.data() + begin, ends_[index] - begin};
  }

 private:
  using Slot = std::size_t;  // index + 1; 0 is empty

  // The slot of `state`, or the empty one where it would go.
  std::size_t locate(std::span<const std::uint64_t> state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_words(state) & mask;
    while (slots_[at] != 0 && !std::ranges::equal(this->state(slots_[at] - 1), state)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
    for (std::size_t i = 0; i < size_; ++i) slots_[locate(state(i))] = i + 1;
  }

  std::size_t stride_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> ends_;  // if states differ in length
  std::vector<Slot> slots_;
};

// Some states, with repetitions, until somebody wants to know which.
class PackedStateSamples {
 public:
  // Words of every state; 0 if they differ in length.
  explicit PackedStateSamples(std::uint32_t stride) : states_(stride) {}

  void add(std::span<const std::uint64_t> state) { states_.add(state); }
  void move_to(PackedStateSet& set) {
    for (std::size_t i = 0; i < states_.count(); ++i) set.insert(states_.state(i));
    states_.clear();
  }

 private:
  SuccessorBuffer states_;
};

// A set that may take strangers for members: of some sixty one, at ten bits a state (Bloom, 1970).
class PackedStateFilter {
 public:
  PackedStateFilter() = default;
  explicit PackedStateFilter(const PackedStateSet& set) : bits_(set.size() * bits_per_state / 64 + 1, 0) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      std::uint64_t hash = hash_words(set.state(i));
      for (int probe = 0; probe < probes; ++probe, hash = mix_bits(hash)) {
        const std::uint64_t bit = bit_of(hash);
        bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }

  bool may_contain(std::span<const std::uint64_t> state) const {
    std::uint64_t hash = hash_words(state);
    for (int probe = 0; probe < probes; ++probe, hash = mix_bits(hash)) {
      const std::uint64_t bit = bit_of(hash);
      if ((bits_[bit / 64] >> (bit % 64) & 1) == 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t bits_per_state = 10;
  static constexpr int probes = 5;

  std::uint64_t bit_of(std::uint64_t hash) const { return hash % (64 * bits_.size()); }

  std::vector<std::uint64_t> bits_{0};
};

}  // namespace clew
