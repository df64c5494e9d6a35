// The expander that runs machine code.
//
// The judge looks over its shoulder: it expands the first states too, and one now and then later on.
// A difference is our defect, and ends the run.
#pragma once

#include "clew/native/native_code.hpp"
#include "clew/walk/interpreter_expander.hpp"

namespace clew {

class NativeExpander : public Expander {
 public:
  // One of all workers is `in_charge` of asking for better code.
  // REQUIRES: all outlive this.
  NativeExpander(NativeCode& code, const StatePacking& walked,
                 const std::vector<Property>& properties, bool in_charge);

  void before_batch() override;
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override;
  std::span<const std::uint64_t> labels() const override {
    return is_by_judge_ ? judge_.labels() : machine_.labels();
  }
  bool looks() const override { return !code_.questions().empty(); }
  bool look(const std::uint64_t* state, Looked& found) override;
  void mark_taken(std::vector<bool>& action_taken) const override;

 private:
  Expanded expand_by_code(const std::uint64_t* state, SuccessorBuffer& out);
  static Expanded expand_with(Machine& machine, const std::uint64_t* state, SuccessorBuffer& out);
  // Expands with the old and with the new code, which must agree.
  Expanded expand_twice(const std::uint64_t* state, SuccessorBuffer& out);
  // Asks the judge too, who must agree.
  Expanded expand_judged(const std::uint64_t* state, SuccessorBuffer& out);
  void require_same(const Expanded& expanded, const Expanded& expected, SuccessorBuffer& out,
                    std::size_t before, const char* difference);
  void require_same_labels(std::span<const std::uint64_t> expected) const;
  void plan_next_judgement(double judge_seconds);

  NativeCode& code_;
  const StatePacking& walked_;
  bool in_charge_;
  Machine machine_;
  std::uint32_t version_ = 0;
  // After a change of code so many states are expanded by both.
  static constexpr unsigned states_compared = 64;
  unsigned left_to_compare_ = 0;
  std::unique_ptr<Machine> previous_;
  SuccessorBuffer expected_;  // successors of the state that is expanded twice
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> no_value_;

  // The judge takes a hundred times as long, so he is asked about all states only at first.
  static constexpr double all_judged_seconds = 3e-3;
  static constexpr std::uint64_t judged_period = 1U << 16;
  InterpreterExpander judge_;
  bool is_by_judge_ = false;  // the last expansion
  double judge_seconds_ = 0;
  std::uint64_t until_judged_ = 1;
  Looked looked_;
  Looked expected_look_;
};

}  // namespace clew
