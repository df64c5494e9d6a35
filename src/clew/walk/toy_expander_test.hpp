// An expander for tests: states are numbers, and what comes next is said by a function.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "clew/walk/expander.hpp"
#include "clew/walk/state_set.hpp"

namespace clew {

// Of the moves of a state all but the first can wait.
class ToyExpander : public Expander {
 public:
  using Moves = std::function<std::vector<std::uint64_t>(std::uint64_t)>;
  explicit ToyExpander(Moves moves) : moves_(std::move(moves)), samples_(1) {}

  Waiting waiting() const { return waiting_; }

  bool may_leave_out() const override { return true; }
  void treat(Waiting waiting, std::uint64_t one_sample_in) override {
    waiting_ = waiting;
    one_sample_in_ = one_sample_in;
  }
  void give_samples(PackedStateSet& samples) override { samples_.move_to(samples); }
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override {
    const std::vector<std::uint64_t> targets = moves_(*state);
    Expanded expanded;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const std::array<std::uint64_t, 1> target{targets[i]};
      const bool is_left_out = i > 0 && waiting_ == Waiting::LeftOut;
      const bool may_be_sample = is_left_out || (i == 0 && waiting_ == Waiting::Weighed);
      if (one_sample_in_ != 0 && may_be_sample && is_sample(target, one_sample_in_)) {
        samples_.add(target);
      }
      if (!is_left_out) out.add(target);
      expanded.moves += is_left_out ? 0 : 1;
      expanded.left_out += is_left_out ? 1 : 0;
    }
    if (targets.size() > 1 && waiting_ != Waiting::Followed) {
      expanded.tried = {.states = 1, .moves = targets.size(), .waiting = targets.size() - 1};
    }
    return expanded;
  }
  std::span<const std::uint64_t> labels() const override { return {}; }
  bool looks() const override { return false; }
  bool look(const std::uint64_t* /*state*/, Looked& /*found*/) override { return false; }
  void mark_taken(std::vector<bool>& /*action_taken*/) const override {}

 private:
  Moves moves_;
  Waiting waiting_ = Waiting::LeftOut;
  std::uint64_t one_sample_in_ = 0;
  PackedStateSamples samples_;
};

}  // namespace clew
