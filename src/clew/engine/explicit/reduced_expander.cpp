#include "clew/engine/explicit/reduced_expander.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "clew/engine/explicit/reduction_trial.hpp"

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
    : inner_(std::move(inner)), sets_(sets), chooser_(sets), samples_(stride) {
  inner_->ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
}

Expanded ReducedExpander::expand(const std::uint64_t* state, SuccessorBuffer& out) {
  const std::size_t before = out.count();
  Expanded expanded = inner_->expand(state, out);
  is_reduced_ = false;
  // Whatever fails is shown, and so is all that happens beside it.
  if (expanded.errors != 0 || expanded.asserting != 0) return expanded;
  if (!reduces_ && !is_looked_at(state)) return expanded;
  const std::span<const std::uint64_t> labels = inner_->labels();
  const bool can_wait = chooser_.choose(state, labels);
  if (chooser_.had_choice()) {
    const std::size_t kept = can_wait ? chooser_.kept_count() : labels.size();
    expanded.tried = {.states = 1, .moves = labels.size(), .waiting = labels.size() - kept};
  }
  is_reduced_ = can_wait && reduces_;
  if (!is_reduced_) return expanded;
  if (one_sample_in_ != 0) take_samples(out, before);
  out.filter(before, [&](std::size_t number) { return chooser_.keeps(labels[number - before]); });
  labels_.clear();
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(labels_),
               [&](std::uint64_t label) { return chooser_.keeps(label); });
  expanded.left_out = expanded.moves - labels_.size();
  expanded.moves = labels_.size();
  return expanded;
}

bool ReducedExpander::is_looked_at(const std::uint64_t* state) const {
  return is_sample({state, sets_.word_count(state)}, ReductionTrial::one_in);
}

void ReducedExpander::take_samples(const SuccessorBuffer& out, std::size_t first) {
  const std::span<const std::uint64_t> labels = inner_->labels();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (chooser_.keeps(labels[i])) continue;
    const std::span<const std::uint64_t> target = out.state(first + i);
    if (is_sample(target, one_sample_in_)) samples_.add(target);
  }
}

void ReducedExpander::give_left_out(WordSet& samples) {
  for (std::size_t i = 0; i < samples_.count(); ++i) samples.insert(samples_.state(i));
  samples_.clear();
}

}  // namespace clew
