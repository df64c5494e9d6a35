#include "clew/walk/native_expander.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "clew/base/contract.hpp"

namespace clew {

NativeExpander::NativeExpander(NativeCode& code, const StatePacking& walked,
                               const std::vector<Property>& properties, bool in_charge)
    : code_(code),
      walked_(walked),
      in_charge_(in_charge),
      machine_(walked.codec(), walked.judge()),
      previous_(std::make_unique<Machine>(walked.codec(), walked.judge())),
      expected_(walked.stride()),
      seen_(code.questions().size() / 64 + 1),
      no_value_(seen_.size()),
      judge_(walked, properties, code.label()) {
  version_ = code.version();
  machine_.use(code.functions());
  machine_.ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
  judge_.ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
  previous_->use(code.functions());
}

void NativeExpander::before_batch() {
  if (in_charge_) code_.poll();
  if (version_ == code_.version()) return;
  version_ = code_.version();
  machine_.use(code_.functions());
  left_to_compare_ = states_compared;
}

Expanded NativeExpander::expand_with(Machine& machine, const std::uint64_t* state,
                                     SuccessorBuffer& out) {
  Expanded expanded;
  expanded.deadlock = machine.moves(state, out);
  const Machine::Counts counts = machine.counts();
  expanded.moves = counts.moves;
  expanded.errors = counts.errors;
  expanded.asserting = counts.asserting;
  return expanded;
}

Expanded NativeExpander::expand(const std::uint64_t* state, SuccessorBuffer& out) {
  const std::size_t before = out.word_count();
  const Expanded expanded = expand_by_code(state, out);
  is_by_judge_ = machine_.has_given_up();
  if (!is_by_judge_) return expanded;
  out.drop_behind(before);
  return judge_.expand(state, out);
}

Expanded NativeExpander::expand_by_code(const std::uint64_t* state, SuccessorBuffer& out) {
  if (left_to_compare_ > 0) return expand_twice(state, out);
  if (--until_judged_ == 0) return expand_judged(state, out);
  return expand_with(machine_, state, out);
}

Expanded NativeExpander::expand_twice(const std::uint64_t* state, SuccessorBuffer& out) {
  --left_to_compare_;
  const std::size_t before = out.word_count();
  const Expanded expanded = expand_with(machine_, state, out);
  if (machine_.has_given_up()) return expanded;
  expected_.clear();
  const Expanded expected = expand_with(*previous_, state, expected_);
  require_same(expanded, expected, out, before,
               "two compilers made different code of the same text");
  require_same_labels(previous_->labels());
  return expanded;
}

Expanded NativeExpander::expand_judged(const std::uint64_t* state, SuccessorBuffer& out) {
  const std::size_t before = out.word_count();
  const Expanded expanded = expand_with(machine_, state, out);
  if (machine_.has_given_up()) return expanded;
  const auto begin = std::chrono::steady_clock::now();
  expected_.clear();
  const Expanded expected = judge_.expand(state, expected_);
  require_same(expanded, expected, out, before, "machine code and judge differ about a state");
  require_same_labels(judge_.labels());
  if (looks()) {
    const bool sees = look(state, looked_);
    const bool should_see = judge_.look(state, expected_look_);
    if (sees != should_see || (sees && !(looked_ == expected_look_))) {
      throw ContractError("NativeExpander: machine code and judge see different things in a state");
    }
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  plan_next_judgement(passed.count());
  return expanded;
}

void NativeExpander::plan_next_judgement(double judge_seconds) {
  judge_seconds_ += judge_seconds;
  until_judged_ = judge_seconds_ < all_judged_seconds ? 1 : judged_period;
}

void NativeExpander::require_same(const Expanded& expanded, const Expanded& expected,
                                  SuccessorBuffer& out, std::size_t before,
                                  const char* difference) {
  // A search that is told to stop leaves an expansion where it is.
  if (!may_go_on()) return;
  const std::size_t words = out.word_count() - before;
  const bool is_same = expanded == expected && words == expected_.word_count() &&
                       std::equal(out.begin() + before, out.next, expected_.begin());
  if (!is_same) throw ContractError(std::string("NativeExpander: ") + difference);
}

void NativeExpander::require_same_labels(std::span<const std::uint64_t> expected) const {
  const std::span<const std::uint64_t> told = machine_.labels();
  if (!may_go_on() || std::equal(told.begin(), told.end(), expected.begin(), expected.end()))
    return;
  throw ContractError("NativeExpander: it is not agreed who moves, or how");
}

bool NativeExpander::look(const std::uint64_t* state, Looked& found) {
  found.seen.clear();
  found.failed.clear();
  std::fill(seen_.begin(), seen_.end(), 0);
  std::fill(no_value_.begin(), no_value_.end(), 0);
  machine_.look(state, seen_.data(), no_value_.data());
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < seen_.size(); ++i) any |= seen_[i] | no_value_[i];
  if (any == 0) return false;
  const std::vector<std::size_t>& questions = code_.questions();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto property = static_cast<std::uint32_t>(questions[i]);
    if ((seen_[i / 64] >> i % 64 & 1) != 0) found.seen.push_back(property);
    if ((no_value_[i / 64] >> i % 64 & 1) != 0) found.failed.push_back(property);
  }
  return true;
}

void NativeExpander::mark_taken(std::vector<bool>& action_taken) const {
  for (std::size_t i = 0; i < action_taken.size(); ++i) {
    if (machine_.taken()[i] != 0) action_taken[i] = true;
  }
  judge_.mark_taken(action_taken);
}

}  // namespace clew
