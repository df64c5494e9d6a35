#include "clew/engine/explicit/reduction_trial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace clew {

namespace {

// Enough to tell, and few enough to cost nothing.
constexpr std::uint64_t states_tried = 1U << 11;
// Where nothing at all can wait, that is seen earlier.
constexpr std::uint64_t states_without = 1U << 10;
// Of what more states leave out, a part is a sample.
constexpr std::uint64_t states_sampled = 1U << 11;
// Of what comes behind them, too: more would leave too few of those.
constexpr std::uint64_t one_left_out_in_max = 16;
constexpr std::uint64_t given_up_below = 20;  // one move in so many
// Of the states, each time that their number doubles.
constexpr double saved_next_to_nothing = 0.005;
constexpr std::uint64_t behind_enough = 16;  // to tell what comes of them
constexpr std::uint64_t lost_above = 5;      // one in so many
constexpr double growth_max = 8;

// Of a level that is weighed, about so many new states are samples, fewer if it is small and more if it is
// large.
constexpr std::uint64_t samples_weighed = 1U << 6;
constexpr std::uint64_t one_weighed_in_min = 8;
constexpr std::uint64_t one_weighed_in_max = 64;
constexpr std::uint64_t missing_enough = 4;  // to be no accident
constexpr double wanted_max = 0.5;
constexpr std::uint64_t levels_between = 6;  // those that are weighed, if the search grows slowly

// A probe costs as much as some thousand states.
constexpr std::uint64_t probed_above = 12;       // one move in so many
constexpr std::uint64_t looks_enough = 8;        // to tell that
constexpr std::uint64_t probed_again_after = 4;  // times as many states
constexpr std::uint64_t states_probed_min = 1U << 18;

}  // namespace

void ReductionTrial::note_level(std::uint64_t states, std::uint64_t found) {
  states_ = states;
  while (!levels_.empty() && levels_.front().states <= states / 4) levels_.pop_front();
  levels_.push_back({.states = states, .found = found, .left_out = {}, .weighed = {}});
}

void ReductionTrial::note_left_out(const LeftOutLevel& left_out) {
  if (!std::exchange(is_first_, false)) levels_.back().left_out = left_out;
}

std::uint64_t ReductionTrial::one_sample_in() const {
  const std::uint64_t one_in = waiting_ == Waiting::Weighed && !levels_.empty()
                                   ? std::clamp(levels_.back().found / samples_weighed,
                                                one_weighed_in_min, one_weighed_in_max)
                                   : std::min(states_ / states_sampled, one_left_out_in_max);
  return std::bit_floor(std::max<std::uint64_t>(one_in, 1));
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
  return now->alone * growth * growth < saved_little_;
}

double ReductionTrial::would_save() const {
  if (levels_.empty() || !levels_.back().weighed || levels_.back().weighed->missing == 0) return 0;
  WeighedLevel all;
  for (const Level& level : levels_) {
    if (level.states <= states_ / 2 || !level.weighed) continue;
    all.met += level.weighed->met;
    all.missing += level.weighed->missing;
  }
  if (all.missing < missing_enough) return 0;
  return static_cast<double>(all.missing) / static_cast<double>(all.met);
}

TriedMoves ReductionTrial::tried_since(const TriedMoves& all) const {
  return {.states = all.states - before_.states,
          .moves = all.moves - before_.moves,
          .waiting = all.waiting - before_.waiting};
}

bool ReductionTrial::gives_up(const TriedMoves& all) {
  const TriedMoves now = tried_since(all);
  if (now.states < (now.waiting == 0 ? states_without : states_tried)) return false;
  before_ = all;
  const bool little_waits = now.waiting * given_up_below < now.moves;
  if (!little_waits && !saves_little()) return false;
  // Where little can wait, that is seen when it changes.
  const bool is_known = little_waits && !was_taken_up_;
  probe_from_ = is_known ? 0 : std::max(probed_again_after * states_, states_probed_min);
  return true;
}

void ReductionTrial::take_up() {
  was_taken_up_ = true;
  // If it is in vain, more is wanted the next time.
  wanted_ = std::min(4 * wanted_, wanted_max);
  wants_probe_ = false;
  waiting_ = Waiting::LeftOut;
  is_first_ = true;
}

bool ReductionTrial::looks_at_weighed(const TriedMoves& all) {
  levels_since_weighed_ = 0;
  states_weighed_ = states_;
  const TriedMoves now = tried_since(all);
  before_ = all;
  if (would_save() >= wanted_) {
    take_up();
    return true;
  }
  wants_probe_ = states_ >= probe_from_ && now.states >= looks_enough &&
                 now.waiting * probed_above > now.moves;
  return false;
}

bool ReductionTrial::heed_probe(bool pays) {
  wants_probe_ = false;
  if (pays) take_up();
  probe_from_ = probed_again_after * states_;
  return pays;
}

bool ReductionTrial::changes(const TriedMoves& all) {
  if (reduces()) {
    if (!gives_up(all)) return false;
    waiting_ = Waiting::Weighed;
    return true;
  }
  wants_probe_ = false;
  if (waiting_ == Waiting::Weighed && looks_at_weighed(all)) return true;
  const bool is_time = levels_since_weighed_ == levels_between || states_ / 2 >= states_weighed_;
  waiting_ = is_time ? Waiting::Weighed : Waiting::Followed;
  ++levels_since_weighed_;
  return false;
}

}  // namespace clew
