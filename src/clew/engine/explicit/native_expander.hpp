// The expander that runs machine code.
#pragma once

#include "clew/engine/explicit/expander.hpp"
#include "clew/native/native_code.hpp"

namespace clew {

class NativeExpander : public Expander {
 public:
  // One of all workers is `in_charge` of asking for better code.
  // REQUIRES: all outlive this.
  NativeExpander(NativeCode& code, const WordCodec& codec, const Interpreter& judge,
                 bool in_charge);

  void before_batch() override;
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  bool looks() const override { return !code_.questions().empty(); }
  bool look(const std::uint64_t* state, Looked& found) override;
  void mark_taken(std::vector<bool>& action_taken) const override;

 private:
  Expanded expand_with(Machine& machine, const std::uint64_t* state, SuccessorBuffer& out);
  // Expands with the old and with the new code, which must agree.
  Expanded expand_twice(const std::uint64_t* state, SuccessorBuffer& out);

  NativeCode& code_;
  const WordCodec& codec_;
  bool in_charge_;
  Machine machine_;
  std::uint32_t version_ = 0;
  // After a change of code so many states are expanded by both.
  static constexpr unsigned states_compared = 64;
  unsigned left_to_compare_ = 0;
  std::unique_ptr<Machine> previous_;
  SuccessorBuffer previous_out_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> no_value_;
};

}  // namespace clew
