// An expander whose successors come in another order than that of the moves.
//
// A depth-first search that takes the first move first sinks into whatever the first process can do.  What
// other processes do in the end is met sooner by a search that takes the last move first, or any.  The
// order depends on the state alone, so a state that is expanded again has the same successors.
#pragma once

#include <memory>
#include <vector>

#include "clew/walk/expander.hpp"
#include "clew/walk/search_options.hpp"

namespace clew {

class ReorderedExpander : public Expander {
 public:
  // REQUIRES: the order is not that of the moves.  `word_count`: words of every state; 0 if they differ.
  ReorderedExpander(std::unique_ptr<Expander> inner, SuccessorOrder order,
                    std::uint32_t word_count);

  bool may_leave_out() const override { return inner_->may_leave_out(); }
  void treat(Waiting waiting, std::uint64_t one_sample_in) override {
    inner_->treat(waiting, one_sample_in);
  }
  void give_samples(PackedStateSet& samples) override { inner_->give_samples(samples); }
  void before_batch() override { inner_->before_batch(); }
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  std::span<const std::uint64_t> labels() const override { return labels_; }
  bool looks() const override { return inner_->looks(); }
  bool look(const std::uint64_t* state, Looked& found) override {
    return inner_->look(state, found);
  }
  void mark_taken(std::vector<bool>& action_taken) const override {
    inner_->mark_taken(action_taken);
  }

 private:
  void choose_order(std::span<const std::uint64_t> first);

  std::unique_ptr<Expander> inner_;
  SuccessorOrder order_;
  std::vector<std::size_t> chosen_;  // by place: which of the successors stands there
  SuccessorBuffer listed_;
  std::vector<std::uint64_t> labels_;
};

// The expander itself where the order is that of the moves.
std::unique_ptr<Expander> reordered(std::unique_ptr<Expander> expander, SuccessorOrder order,
                                    std::uint32_t word_count);

}  // namespace clew
