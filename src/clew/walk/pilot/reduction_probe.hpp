// A small search that leaves out moves, level by level, from a few states on, to see whether that pays
// (reduction_trial.hpp).
//
//   ReductionProbe probe(expander, stride, {.choices_max = 4096, .asks_what_is_missing = true});
//   probe.begin_at(state);
//   const bool pays = probe.run(may_go_on);
//
// What it finds is the same on any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "clew/walk/expander.hpp"
#include "clew/walk/pilot/left_out_states.hpp"
#include "clew/walk/pilot/reduction_trial.hpp"
#include "clew/walk/state_set.hpp"

namespace clew {

class ReductionProbe {
 public:
  struct Options {
    std::uint64_t choices_max = 0;  // states in which several processes can move
    // Whether what is left out would be found on other ways is asked, too; then a no is final.
    bool asks_what_is_missing = false;
  };
  // The expander, which leaves out moves, is told to do so when this has ended.
  // `stride`: words of every state; 0 if they differ in length.
  ReductionProbe(Expander& expander, std::uint32_t stride, const Options& options)
      : expander_(expander),
        stride_(stride),
        options_(options),
        seen_(stride),
        successors_(stride),
        trial_(options.asks_what_is_missing ? saved_little_by_few : ReductionTrial::saved_little),
        left_out_(stride) {}

  // False: there are enough of them.
  bool begin_at(std::span<const std::uint64_t> state) {
    seen_.insert(state);
    return seen_.size() < expanded_max;
  }
  // False: it does not pay.  True as well if nothing can be said.
  bool run(const std::function<bool()>& may_go_on);

  // So far.
  std::uint64_t states() const { return seen_.size(); }
  std::uint64_t expanded() const { return expanded_; }
  std::uint64_t transitions() const { return transitions_; }
  std::uint64_t level() const { return level_; }

 private:
  // Of few states more are missing than of all, because there are fewer other ways.
  static constexpr double saved_little_by_few = 1.0 / 4;
  static constexpr std::uint64_t expanded_max = 1U << 16;
  static constexpr std::uint64_t moves_max = 1U << 18;
  static constexpr std::uint64_t batch_states = 256;

  bool is_enough() const {
    return choices_ >= options_.choices_max || expanded_ >= expanded_max || moves_ >= moves_max;
  }
  void expand(std::size_t index);
  void end_level();
  void note_level();
  void treat_waiting_moves();
  PackedStateSet samples_met() const;

  Expander& expander_;
  std::uint32_t stride_;
  Options options_;
  PackedStateSet seen_;
  SuccessorBuffer successors_;
  std::vector<std::uint64_t> source_;
  ReductionTrial trial_;
  LeftOutStates left_out_;
  TriedMoves tried_;
  std::uint64_t one_sample_in_ = 0;
  std::size_t level_begin_ = 0;  // what was seen from there on is new
  std::uint64_t level_ = 0;
  std::uint64_t choices_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t moves_ = 0;  // with those that were left out
};

}  // namespace clew
