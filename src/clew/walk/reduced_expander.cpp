#include "clew/walk/reduced_expander.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clew {

namespace {

void watch_claim(const Model& model, StubbornOptions& options) {
  options.watches_runs = true;
  for (const Action& action : model.actions) {
    if (action.owner == model.claim->type && is_some(action.guard)) {
      options.watched.push_back(action.guard);
    }
  }
}

}  // namespace

StubbornOptions stubborn_options(const Model& model, const std::vector<Property>& properties) {
  StubbornOptions options;
  // Who asks for nothing in particular wants to see all that can happen.
  options.needs_progress = model.claim.has_value() || properties.empty();
  if (model.claim) watch_claim(model, options);
  for (const Property& property : properties) {
    // Every set of moves that is stubborn leads to all ends, and keeps some run that never ends.
    const bool is_about_ends_alone =
        is_about_ends(property.kind) || property.kind == PropertyKind::Infinite;
    options.needs_progress = options.needs_progress || !is_about_ends_alone;
    const bool is_about_states =
        property.kind == PropertyKind::Invariant || property.kind == PropertyKind::Reach;
    if (is_about_states && is_some(property.expr)) options.watched.push_back(property.expr);
    if (property.kind != PropertyKind::Assertions) continue;
    for (const Assertion& assertion : model.assertions) {
      options.watched.push_back(assertion.expr);
      options.watched_locations.emplace_back(assertion.owner, assertion.location);
    }
  }
  return options;
}

ReducedExpander::ReducedExpander(std::unique_ptr<Expander> inner, const StubbornSets& sets,
                                 std::uint32_t stride)
    : inner_(std::move(inner)), chooser_(sets), samples_(stride) {
  inner_->ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
}

void ReducedExpander::treat(Waiting waiting, std::uint64_t one_sample_in) {
  waiting_ = waiting;
  one_sample_in_ = one_sample_in;
  is_reduced_ = false;
}

Expanded ReducedExpander::expand(const std::uint64_t* state, SuccessorBuffer& out) {
  if (waiting_ == Waiting::Followed) return inner_->expand(state, out);
  const std::size_t first = out.count();
  const Expanded expanded = inner_->expand(state, out);
  if (waiting_ == Waiting::LeftOut) return leave_out(state, expanded, out, first);
  return weigh(state, expanded, out, first);
}

// Of the state for which moves were chosen last.
TriedMoves ReducedExpander::tried(bool can_wait) const {
  if (!chooser_.had_choice()) return {};
  const std::size_t all = inner_->labels().size();
  return {.states = 1, .moves = all, .waiting = can_wait ? all - chooser_.kept_count() : 0};
}

Expanded ReducedExpander::leave_out(const std::uint64_t* state, Expanded expanded,
                                    SuccessorBuffer& out, std::size_t first) {
  is_reduced_ = false;
  // Whatever fails is shown, and so is all that happens beside it.
  if (expanded.errors != 0 || expanded.asserting != 0) return expanded;
  const std::span<const std::uint64_t> labels = inner_->labels();
  is_reduced_ = chooser_.choose(state, labels);
  expanded.tried = tried(is_reduced_);
  if (!is_reduced_) return expanded;
  if (one_sample_in_ != 0) take_samples(out, first, false);
  out.filter(first, [&](std::size_t number) { return chooser_.keeps(labels[number - first]); });
  labels_.clear();
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(labels_),
               [&](std::uint64_t label) { return chooser_.keeps(label); });
  expanded.left_out = expanded.moves - labels_.size();
  expanded.moves = labels_.size();
  return expanded;
}

Expanded ReducedExpander::weigh(const std::uint64_t* state, Expanded expanded,
                                const SuccessorBuffer& out, std::size_t first) {
  const StateBatch all = out.batch(nullptr);
  const std::uint64_t one_in = one_sample_in_;
  std::size_t sample = first;
  while (sample < all.count && !is_sample(all.state(sample), one_in)) ++sample;
  if (sample == all.count) return expanded;
  const bool fails = expanded.errors != 0 || expanded.asserting != 0;
  const bool can_wait = !fails && chooser_.choose(state, inner_->labels());
  if (!fails) expanded.tried = tried(can_wait);
  if (can_wait) {
    take_samples(out, first, true);
    return expanded;
  }
  for (; sample < all.count; ++sample) {
    if (is_sample(all.state(sample), one_in)) samples_.add(all.state(sample));
  }
  return expanded;
}

void ReducedExpander::take_samples(const SuccessorBuffer& out, std::size_t first, bool chosen) {
  const std::span<const std::uint64_t> labels = inner_->labels();
  const StateBatch all = out.batch(nullptr);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (chooser_.keeps(labels[i]) != chosen) continue;
    const std::span<const std::uint64_t> target = all.state(first + i);
    if (is_sample(target, one_sample_in_)) samples_.add(target);
  }
}

}  // namespace clew
