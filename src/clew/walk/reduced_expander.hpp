// An expander that leaves out moves which can wait (reduce/stubborn.hpp).
//
// The states that are left are those of a smaller state space, in which what was asked has the same answer.
// Which moves are left out in a state depends on the state alone.
#pragma once

#include <memory>

#include "clew/property/property.hpp"
#include "clew/reduce/stubborn.hpp"
#include "clew/walk/expander.hpp"

namespace clew {

// What must be kept for these properties of the model.
StubbornOptions stubborn_options(const Model& model, const std::vector<Property>& properties);

class ReducedExpander : public Expander {
 public:
  // At first moves are left out.
  // REQUIRES: the inner one tells MoveLabel::Beginning; the sets outlive this.
  // `stride`: words of every state; 0 if they differ in length.
  ReducedExpander(std::unique_ptr<Expander> inner, const StubbornSets& sets, std::uint32_t stride);

  bool may_leave_out() const override { return true; }
  void treat(Waiting waiting, std::uint64_t one_sample_in) override;
  Expander& plainest() override { return waiting_ == Waiting::Followed ? *inner_ : *this; }
  void give_samples(PackedStateSet& samples) override { samples_.move_to(samples); }
  void before_batch() override { inner_->before_batch(); }
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  std::span<const std::uint64_t> labels() const override {
    return is_reduced_ ? std::span<const std::uint64_t>(labels_) : inner_->labels();
  }
  bool looks() const override { return inner_->looks(); }
  bool look(const std::uint64_t* state, Looked& found) override {
    return inner_->look(state, found);
  }
  void mark_taken(std::vector<bool>& action_taken) const override {
    inner_->mark_taken(action_taken);
  }

 private:
  // All of these are about the successors from number `first` on.
  Expanded leave_out(const std::uint64_t* state, Expanded expanded, SuccessorBuffer& out,
                     std::size_t first);
  Expanded weigh(const std::uint64_t* state, Expanded expanded, const SuccessorBuffer& out,
                 std::size_t first);
  TriedMoves tried(bool can_wait) const;
  // Of those that were chosen, or of the others.
  void take_samples(const SuccessorBuffer& out, std::size_t first, bool chosen);

  std::unique_ptr<Expander> inner_;
  StubbornChooser chooser_;
  Waiting waiting_ = Waiting::LeftOut;
  std::uint64_t one_sample_in_ = 0;    // 0: none
  bool is_reduced_ = false;            // some moves of the last state were left out
  std::vector<std::uint64_t> labels_;  // then: of the others
  PackedStateSamples samples_;
};

}  // namespace clew
