#include "clew/walk/pilot/reduction_trial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace clew {

namespace {

// Enough to tell, and few enough to cost nothing.
constexpr std::uint64_t states_tried = 1U << 11;
// Where next to nothing can wait, that is seen earlier.
constexpr std::uint64_t states_without = 1U << 10;
constexpr std::uint64_t without_below = 100;  // one move in so many
// Of what more states leave out, a part is a sample.
constexpr std::uint64_t states_sampled = 1U << 11;
// Of what comes behind them, too: more would leave too few of those.
constexpr std::uint64_t one_left_out_in_max = 16;
constexpr std::uint64_t given_up_below = 20;  // one move in so many
// Of the states, each time that their number doubles.
constexpr double saved_next_to_nothing = 0.005;
constexpr std::uint64_t behind_enough = 16;  // to tell what comes of them
constexpr double lost_above = 5;             // one in so many
constexpr std::uint64_t then_enough = 16;    // to tell how many are found later
constexpr double growth_max = 8;
constexpr double saved_little_falling = 1.0 / 8;  // each time, where that gets less and less

// What was saved at the very beginning goes on to be: to begin anew would cost that.
constexpr double part_left_min = 0.9;

// Of a level that is weighed, about so many new states are samples, fewer if it is small and more if it is
// large.
constexpr std::uint64_t samples_weighed = 1U << 6;
constexpr std::uint64_t one_weighed_in_min = 8;
constexpr std::uint64_t one_weighed_in_max = 256;
constexpr std::uint64_t missing_enough = 4;  // to be no accident
// What has to be missing before moves are left out again, and if that was in vain once.
constexpr double wanted = 1.0 / 4;
constexpr double wanted_again = 1.0 / 2;
// Those that are weighed, if the search grows slowly: by a quarter at least.
constexpr std::uint64_t levels_between = 6;

// A probe costs as much as ten thousand states.
constexpr std::uint64_t probed_above = 12;       // one move in so many
constexpr std::uint64_t probed_soon_above = 3;   // and if there are few states
constexpr std::uint64_t looks_enough = 8;        // to tell that
constexpr std::uint64_t probed_again_after = 4;  // times as many states
constexpr std::uint64_t states_probed_min = 1U << 17;

double part_still(std::uint64_t still, std::uint64_t then) {
  return then < then_enough ? 1 : static_cast<double>(still) / static_cast<double>(then);
}

double part_missing(double missing, double found) {
  return missing > 0 ? missing / (found + missing) : 0;
}

bool multiplies(const LeftOutLevel& level) {
  const double lost =
      static_cast<double>(level.lost) * part_still(level.lost_still, level.lost_then);
  return level.behind < behind_enough || lost * lost_above > static_cast<double>(level.behind);
}

}  // namespace

void ReductionTrial::note_level(std::uint64_t states, std::uint64_t found) {
  states_ = states;
  while (!levels_.empty() && levels_.front().states <= states / 4) levels_.pop_front();
  levels_.push_back({.states = states, .found = found, .left_out = {}, .weighed = {}});
}

void ReductionTrial::note_left_out(const LeftOutLevel& left_out) {
  if (std::exchange(is_first_, false)) return;
  levels_.back().left_out = left_out;
  if (!multiplies(left_out)) return;
  part_left_ *= 1 - part_missing(static_cast<double>(left_out.missing),
                                 static_cast<double>(levels_.back().found));
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
  LeftOutLevel all;
  for (const Level& level : levels_) {
    if (level.states <= low || level.states > high) continue;
    ++levels;
    if (!level.left_out) continue;
    ++known;
    found += static_cast<double>(level.found);
    all.add(*level.left_out);
  }
  if (known == 0) return std::nullopt;
  const double for_good = part_still(all.missing_still, all.missing_then);
  double left = 1;
  for (const Level& level : levels_) {
    if (level.states <= low || level.states > high || !level.left_out) continue;
    left *= 1 - part_missing(static_cast<double>(level.left_out->missing) * for_good,
                             static_cast<double>(level.found));
  }
  return Saved{.alone = part_missing(static_cast<double>(all.missing) * for_good, found),
               .multiplied = 1 - std::pow(left, levels / known),
               .multiplies = multiplies(all)};
}

bool ReductionTrial::saves_little() const {
  const std::optional<Saved> now = saved_between(states_ / 2, states_);
  if (!now) return false;
  if (now->multiplied < saved_next_to_nothing) return true;
  const std::optional<Saved> before = saved_between(states_ / 4, states_ / 2);
  // What grows, or falls, is expected to do so for two more times.
  if (now->multiplies) {
    // Little may be the edge of much, unless it gets less and less.
    const double fall = before ? now->alone / std::max(before->alone, now->alone) : 1;
    return fall < 1 && now->multiplied * fall * fall < saved_little_falling;
  }
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

bool ReductionTrial::has_saved() const {
  const std::optional<Saved> now = saved_between(states_ / 2, states_);
  return !now || now->multiplies || now->alone >= saved_little_;
}

TriedMoves ReductionTrial::tried_since(const TriedMoves& all) const {
  return {.states = all.states - before_.states,
          .moves = all.moves - before_.moves,
          .waiting = all.waiting - before_.waiting};
}

bool ReductionTrial::gives_up(const TriedMoves& all) {
  const TriedMoves now = tried_since(all);
  const bool is_without = now.waiting * without_below < now.moves;
  if (now.states < (is_without ? states_without : states_tried)) return false;
  before_ = all;
  const bool little_waits = now.waiting * given_up_below < now.moves;
  if (!little_waits && !saves_little()) return false;
  // Where little can wait, that is seen when it changes.
  const bool is_known = little_waits && !was_taken_up_;
  probe_from_ = is_known ? 0 : std::max(probed_again_after * states_, 2 * states_probed_min);
  return true;
}

void ReductionTrial::take_up() {
  was_taken_up_ = true;
  wants_probe_ = false;
  waiting_ = Waiting::LeftOut;
  is_first_ = true;
}

// Where a level has fewer than half of the states that others have, the end is probably near, and nothing
// worth while is left to be saved.
bool ReductionTrial::is_near_its_end() const {
  if (levels_.empty()) return false;
  const Level& first = levels_.front();
  const std::uint64_t found = states_ - first.states + first.found;
  return 2 * levels_.back().found * levels_.size() < found;
}

bool ReductionTrial::is_time_to_weigh() const {
  if (states_ < states_known_ || is_near_its_end()) return false;
  if (states_ / 2 >= states_weighed_) return true;
  return levels_since_weighed_ >= levels_between && 4 * states_ >= 5 * states_weighed_;
}

bool ReductionTrial::looks_at_weighed(const TriedMoves& all) {
  levels_since_weighed_ = 0;
  states_weighed_ = states_;
  const TriedMoves now = tried_since(all);
  before_ = all;
  if (would_save() >= (was_taken_up_ ? wanted_again : wanted)) {
    take_up();
    return true;
  }
  const std::uint64_t enough = states_ >= states_probed_min ? probed_above : probed_soon_above;
  wants_probe_ =
      states_ >= probe_from_ && now.states >= looks_enough && now.waiting * enough > now.moves;
  return false;
}

bool ReductionTrial::heed_probe(bool pays) {
  wants_probe_ = false;
  if (pays) take_up();
  probe_from_ = probed_again_after * states_;
  return pays;
}

std::optional<ReductionTrial> ReductionTrial::anew() const {
  if (part_left_ < part_left_min) return std::nullopt;
  ReductionTrial trial(saved_little_);
  trial.waiting_ = Waiting::Followed;
  trial.states_known_ = states_;
  trial.probe_from_ = probe_from_;
  return trial;
}

bool ReductionTrial::changes(const TriedMoves& all) {
  if (reduces()) {
    if (!gives_up(all)) return false;
    waiting_ = Waiting::Weighed;
    return true;
  }
  wants_probe_ = false;
  if (waiting_ == Waiting::Weighed && looks_at_weighed(all)) return true;
  waiting_ = is_time_to_weigh() ? Waiting::Weighed : Waiting::Followed;
  ++levels_since_weighed_;
  return false;
}

}  // namespace clew
