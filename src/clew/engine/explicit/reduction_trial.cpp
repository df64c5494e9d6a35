#include "clew/engine/explicit/reduction_trial.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr std::uint64_t levels_waited = 3;  // other ways may be longer
constexpr std::size_t samples_min = 1U << 9;
constexpr std::size_t samples_max = 1U << 13;
// Of all states: less is not worth the while, unless it is more than at the look before.
constexpr double little = 1.0 / 32;
constexpr double growth = 1.25;

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
  constexpr std::uint64_t few_moves = 200;  // one of so many
  if (so_far.left_out * few_moves < so_far.transitions) return false;
  if (!has_enough(level)) return true;
  while (next_look_ <= so_far.expanded) next_look_ *= 2;
  const double before =
      std::exchange(share_saved_, saved(level, is_known) / static_cast<double>(so_far.states));
  return share_saved_ > little || share_saved_ > growth * before;
}

bool ReductionTrial::has_enough(std::uint64_t level) const {
  const auto count = std::count_if(samples_.begin(), samples_.end(), [&](const auto& sample) {
    return sample.second + levels_waited < level;
  });
  return static_cast<std::size_t>(count) >= samples_min;
}

double ReductionTrial::saved(std::uint64_t level, FunctionRef<bool(const State&)> is_known) const {
  std::uint64_t missing = 0;
  for (const auto& [state, left_out_at] : samples_) {
    if (left_out_at + levels_waited < level && !is_known(state)) ++missing;
  }
  return static_cast<double>(missing * one_in_);
}

void ReductionTrial::thin_out() {
  one_in_ *= 2;
  std::erase_if(samples_,
                [&](const auto& sample) { return sample_key(sample.first) % one_in_ != 0; });
}

}  // namespace clew
