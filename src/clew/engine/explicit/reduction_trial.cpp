#include "clew/engine/explicit/reduction_trial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace clew {

namespace {

// Enough to tell, and few enough to cost nothing.
constexpr std::uint64_t states_tried = 1U << 12;
// Where nothing at all can wait, that is seen earlier.
constexpr std::uint64_t states_without = 1U << 11;
// Of what more states leave out, a part is a sample.
constexpr std::uint64_t states_sampled = 1U << 13;
constexpr std::uint64_t given_up_below = 20;  // one move in so many
constexpr std::uint64_t taken_up_above = 12;
// Of the states, each time that their number doubles.
constexpr double saved_next_to_nothing = 0.005;
constexpr double saved_little = 1.0 / 16;    // if nothing more comes of it
constexpr std::uint64_t behind_enough = 16;  // to tell that
constexpr std::uint64_t lost_above = 10;     // one in so many
constexpr double growth_max = 8;
constexpr std::uint64_t tried_again_after = 4;  // times as many states

}  // namespace

void ReductionTrial::note_level(std::uint64_t states, std::uint64_t found) {
  states_ = states;
  while (!levels_.empty() && levels_.front().states <= states / 4) levels_.pop_front();
  levels_.push_back({.states = states, .found = found, .left_out = std::nullopt});
}

void ReductionTrial::note_left_out(const LeftOutLevel& left_out) {
  levels_.back().left_out = left_out;
}

std::uint64_t ReductionTrial::one_sample_in() const {
  return std::bit_floor(std::max<std::uint64_t>(states_ / states_sampled, 1));
}

std::optional<ReductionTrial::Saved> ReductionTrial::saved_between(std::uint64_t low,
                                                                   std::uint64_t high) const {
  double levels = 0;
  double known = 0;
  double found = 0;
  double left = 1;
  LeftOutLevel all;
  for (const Level& level : levels_) {
    if (level.states <= low || level.states > high) continue;
    ++levels;
    if (!level.left_out) continue;
    ++known;
    const auto here = static_cast<double>(level.found);
    const auto missing = static_cast<double>(level.left_out->missing);
    found += here;
    if (missing > 0) left *= here / (here + missing);
    all.missing += level.left_out->missing;
    all.behind += level.left_out->behind;
    all.lost += level.left_out->lost;
  }
  if (known == 0) return std::nullopt;
  const auto missing = static_cast<double>(all.missing);
  return Saved{.alone = missing > 0 ? missing / (found + missing) : 0,
               .multiplied = 1 - std::pow(left, levels / known),
               .multiplies = all.behind < behind_enough || all.lost * lost_above > all.behind};
}

bool ReductionTrial::saves_little() const {
  const std::optional<Saved> now = saved_between(states_ / 2, states_);
  if (!now) return false;
  if (now->multiplied < saved_next_to_nothing) return true;
  // Little may be the edge of much.
  if (now->multiplies) return false;
  const std::optional<Saved> before = saved_between(states_ / 4, states_ / 2);
  // What grows is expected to do so for two more times.
  const double least = now->alone / growth_max;
  const double growth = before ? std::max(now->alone / std::max(before->alone, least), 1.0) : 1;
  return now->alone * growth * growth < saved_little;
}

bool ReductionTrial::changes(const TriedMoves& all) {
  const TriedMoves now{.states = all.states - before_.states,
                       .moves = all.moves - before_.moves,
                       .waiting = all.waiting - before_.waiting};
  const std::uint64_t wanted = !reduces_          ? looks_wanted_
                               : now.waiting == 0 ? states_without
                                                  : states_tried;
  if (now.states < wanted) return false;
  before_ = all;
  if (!reduces_) {
    reduces_ = now.waiting * taken_up_above > now.moves && states_ >= try_from_;
    // The more often that was in vain, the longer it is thought over.
    if (reduces_) looks_wanted_ *= 2;
    return reduces_;
  }
  if (now.waiting * given_up_below < now.moves) {
    try_from_ = 0;
    reduces_ = false;
  } else if (saves_little()) {
    try_from_ = tried_again_after * states_;
    reduces_ = false;
  }
  return !reduces_;
}

}  // namespace clew
