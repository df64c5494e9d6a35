// The expander that asks the judge about every state: slow, and right by definition.
#pragma once

#include "clew/model/move_label.hpp"
#include "clew/walk/expander.hpp"
#include "clew/walk/packing.hpp"

namespace clew {

class InterpreterExpander : public Expander {
 public:
  // REQUIRES: both outlive this.
  InterpreterExpander(const StatePacking& walked, const std::vector<Property>& properties,
                      MoveLabel label);

  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  std::span<const std::uint64_t> labels() const override { return labels_; }
  bool looks() const override { return !looked_at_.empty(); }
  bool look(const std::uint64_t* state, Looked& found) override;
  void mark_taken(std::vector<bool>& action_taken) const override;

 private:
  const StatePacking& walked_;
  const std::vector<Property>& properties_;
  std::vector<std::uint32_t> looked_at_;  // the properties about states
  std::vector<bool> action_taken_;
  MoveLabel label_;
  std::vector<std::uint64_t> labels_;
  std::uint64_t moves_seen_ = 0;
  PackedWords target_;  // kept for its room
};

}  // namespace clew
