// The expander that asks the judge about every state: slow, and right by definition.
#pragma once

#include "clew/engine/explicit/expander.hpp"
#include "clew/engine/explicit/walked_words.hpp"
#include "clew/model/move_label.hpp"

namespace clew {

class InterpreterExpander : public Expander {
 public:
  // REQUIRES: both outlive this.
  InterpreterExpander(const WalkedWords& walked, const std::vector<Property>& properties,
                      MoveLabel label);

  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  std::span<const std::uint64_t> labels() const override { return labels_; }
  bool looks() const override { return !looked_at_.empty(); }
  bool look(const std::uint64_t* state, Looked& found) override;
  void mark_taken(std::vector<bool>& action_taken) const override;

 private:
  const WalkedWords& walked_;
  const std::vector<Property>& properties_;
  std::vector<std::uint32_t> looked_at_;  // the properties about states
  std::vector<bool> action_taken_;
  MoveLabel label_;
  std::vector<std::uint64_t> labels_;
  std::uint64_t moves_seen_ = 0;
  Words target_;  // kept for its room
};

}  // namespace clew
