// The expander that asks the judge about every state: slow, and right by definition.
#pragma once

#include "clew/engine/explicit/expander.hpp"
#include "clew/engine/explicit/walked_words.hpp"

namespace clew {

// The processes that take part in a move, a bit each; the last one stands for all from number 63 on.
std::uint64_t movers_of(std::span<const Firing> firings);

class InterpreterExpander : public Expander {
 public:
  // REQUIRES: both outlive this.
  InterpreterExpander(const WalkedWords& walked, const std::vector<Property>& properties);

  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  const std::vector<std::uint64_t>& movers() const override { return movers_; }
  bool looks() const override { return !looked_at_.empty(); }
  bool look(const std::uint64_t* state, Looked& found) override;
  void mark_taken(std::vector<bool>& action_taken) const override;

 private:
  const WalkedWords& walked_;
  const std::vector<Property>& properties_;
  std::vector<std::uint32_t> looked_at_;  // the properties about states
  std::vector<bool> action_taken_;
  std::vector<std::uint64_t> movers_;
  std::uint64_t moves_seen_ = 0;
  Words target_;  // kept for its room
};

}  // namespace clew
