#include "clew/walk/reordered_expander.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "clew/base/hash.hpp"
#include "clew/base/random.hpp"

namespace clew {

ReorderedExpander::ReorderedExpander(std::unique_ptr<Expander> inner, SuccessorOrder order,
                                     std::uint32_t word_count)
    : inner_(std::move(inner)), order_(order), listed_(word_count) {
  inner_->ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
}

Expanded ReorderedExpander::expand(const std::uint64_t* state, SuccessorBuffer& out) {
  listed_.clear();
  const Expanded expanded = inner_->expand(state, listed_);
  const std::size_t count = listed_.count();
  chosen_.resize(count);
  std::iota(chosen_.begin(), chosen_.end(), 0);
  if (count > 1) choose_order(listed_.state(0));
  for (const std::size_t i : chosen_) out.add(listed_.state(i));
  const std::span<const std::uint64_t> labels = inner_->labels();
  labels_.clear();
  if (labels.size() != count) return expanded;
  for (const std::size_t i : chosen_) labels_.push_back(labels[i]);
  return expanded;
}

// Told by the first successor, which depends on nothing but the state.
void ReorderedExpander::choose_order(std::span<const std::uint64_t> first) {
  if (order_ == SuccessorOrder::Reversed) return std::reverse(chosen_.begin(), chosen_.end());
  SplitMix64 random(hash_bytes(std::as_bytes(first)));
  for (std::size_t i = chosen_.size(); i > 1; --i) std::swap(chosen_[i - 1], chosen_[random.below(i)]);
}

std::unique_ptr<Expander> reordered(std::unique_ptr<Expander> expander, SuccessorOrder order,
                                    std::uint32_t word_count) {
  if (order == SuccessorOrder::Listed) return expander;
  return std::make_unique<ReorderedExpander>(std::move(expander), order, word_count);
}

}  // namespace clew
