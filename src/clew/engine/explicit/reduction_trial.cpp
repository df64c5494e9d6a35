#include "clew/engine/explicit/reduction_trial.hpp"

#include <utility>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr std::uint64_t expanded_min = 1U
                                       << 13;  // before anything is given up that leaves out some
constexpr std::uint64_t expanded_many = 1U << 15;
constexpr std::uint64_t few_moves = 200;    // one of so many
constexpr std::uint64_t levels_waited = 3;  // other ways may be longer
constexpr std::size_t samples_min = 1U << 6;
constexpr std::size_t samples_max = 1U << 13;
// Of all states: more is worth the while.
constexpr double share_saved_much = 1.0 / 32;
// Of the samples: fewer are worth the while only if they become more.
constexpr double missing_much = 0.15;

}  // namespace

std::uint64_t sample_key(std::span<const std::uint64_t> state) {
  return hash_bytes(std::as_bytes(state));
}

void ReductionTrial::note(const State& state, std::uint64_t level) {
  if (sample_key(state) % one_in_ == 0) samples_.emplace(state, level);
}

bool ReductionTrial::pays(const SoFar& so_far, std::uint64_t level,
                          FunctionRef<bool(const State&)> is_known) {
  while (samples_.size() > samples_max) thin_out();
  if (so_far.expanded < next_look_) return true;
  while (next_look_ <= so_far.expanded) next_look_ *= 2;
  if (so_far.left_out == 0) return false;
  if (so_far.expanded >= expanded_many && so_far.left_out * few_moves < so_far.transitions) {
    return false;
  }
  if (samples_.size() < samples_min) return true;
  const Missing missing = look(level, is_known);
  const double before = std::exchange(share_missing_, missing.of_samples);
  if (so_far.expanded < expanded_min || missing.of_samples >= missing_much) return true;
  if (missing.states > share_saved_much * static_cast<double>(so_far.states)) return true;
  return missing.of_samples > before;
}

ReductionTrial::Missing ReductionTrial::look(std::uint64_t level,
                                             FunctionRef<bool(const State&)> is_known) const {
  std::uint64_t missing = 0;
  std::uint64_t missing_long = 0;
  for (const auto& [state, left_out_at] : samples_) {
    if (is_known(state)) continue;
    ++missing;
    if (left_out_at + levels_waited < level) ++missing_long;
  }
  return {.of_samples = static_cast<double>(missing) / static_cast<double>(samples_.size()),
          .states = static_cast<double>(missing_long * one_in_)};
}

void ReductionTrial::thin_out() {
  one_in_ *= 2;
  std::erase_if(samples_,
                [&](const auto& sample) { return sample_key(sample.first) % one_in_ != 0; });
}

}  // namespace clew
