// What becomes of the states that moves lead to which are left out, told by samples, level by level.
//
//   LeftOutStates left_out(stride);
//   const LeftOutLevel level = left_out.look(store, samples, one_in, next_one_in, expander);
//
// Most of them are usually found on other ways, and these save nothing.  Of those that are missing after
// their level some are looked behind: if all that comes next is found, or missing for the same reason, each
// saves itself and no more.  When there are twice as many states, both are looked for once more.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "clew/walk/expander.hpp"
#include "clew/walk/pilot/reduction_trial.hpp"
#include "clew/walk/state_set.hpp"

namespace clew {

// `met`: samples of the states that a level has met.  `kept`: those that it would have met without the moves
// that can wait.
inline WeighedLevel weighed(const PackedStateSet& met, const PackedStateSet& kept) {
  WeighedLevel level{.met = met.size()};
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (!kept.contains(met.state(i))) ++level.missing;
  }
  return level;
}

class LeftOutStates {
 public:
  // Words of every state; 0 if they differ in length.
  explicit LeftOutStates(std::uint32_t stride)
      : stride_(stride), behind_(stride), successors_(stride) {}

  // `samples`: of what the level left out, one in `one_in`.  On the next level it will be one in
  // `next_one_in`.  `expander` follows all moves.
  template <class Store>
  LeftOutLevel look(const Store& store, const PackedStateSet& samples, std::uint64_t one_in,
                    std::uint64_t next_one_in, Expander& expander) {
    LeftOutLevel level;
    look_again(store, level);
    Unseen unseen{store.size(), PackedStateSet(stride_), PackedStateSet(stride_)};
    for (std::size_t i = 0; i < behind_.size(); ++i) {
      const std::span<const std::uint64_t> state = behind_.state(i);
      ++level.behind;
      if (!store.contains(state) && !samples.contains(state)) unseen.lost.insert(state);
    }
    level.lost = unseen.lost.size();
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (!store.contains(samples.state(i))) missing.push_back(i);
    }
    level.missing = missing.size() * one_in;
    const std::uint64_t thinned =
        one_in * std::bit_floor(std::max<std::uint64_t>(missing.size() / looked_behind_max, 1));
    for (const std::size_t index : missing) {
      if (is_sample(samples.state(index), thinned)) unseen.missing.insert(samples.state(index));
    }
    look_behind(unseen.missing, next_one_in, expander);
    if (unseen.missing.size() + unseen.lost.size() != 0) unseen_.push_back(std::move(unseen));
    return level;
  }
  void forget() {
    if (behind_.size() != 0) behind_ = PackedStateSet(stride_);
    unseen_.clear();
  }

 private:
  static constexpr std::uint64_t looked_behind_max = 256;  // about so many

  // Of one level.
  struct Unseen {
    std::uint64_t states = 0;  // those that there were
    PackedStateSet missing;           // some
    PackedStateSet lost;
  };

  template <class Store>
  void look_again(const Store& store, LeftOutLevel& level) {
    for (; !unseen_.empty() && unseen_.front().states <= store.size() / 2; unseen_.pop_front()) {
      const Unseen& then = unseen_.front();
      level.missing_then += then.missing.size();
      level.missing_still += unseen_in(store, then.missing);
      level.lost_then += then.lost.size();
      level.lost_still += unseen_in(store, then.lost);
    }
  }

  template <class Store>
  static std::uint64_t unseen_in(const Store& store, const PackedStateSet& states) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!store.contains(states.state(i))) ++count;
    }
    return count;
  }

  void look_behind(const PackedStateSet& missing, std::uint64_t next_one_in, Expander& expander) {
    if (behind_.size() != 0) behind_ = PackedStateSet(stride_);
    for (std::size_t each = 0; each < missing.size(); ++each) {
      const std::span<const std::uint64_t> state = missing.state(each);
      source_.assign(state.begin(), state.end());
      successors_.clear();
      expander.expand(source_.data(), successors_);
      for (std::size_t i = 0; i < successors_.count(); ++i) {
        if (is_sample(successors_.state(i), next_one_in)) behind_.insert(successors_.state(i));
      }
    }
  }

  std::uint32_t stride_;
  PackedStateSet behind_;             // what comes next to those that were missing after the last level
  std::deque<Unseen> unseen_;  // since there were half of the states
  SuccessorBuffer successors_;
  std::vector<std::uint64_t> source_;
};

}  // namespace clew
