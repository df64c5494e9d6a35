#include "clew/engine/solver/pdr/pdr_search.hpp"

#include <algorithm>
#include <utility>

namespace clew {

PdrSearch::PdrSearch(SolverRun& run, const Property& property, const SymbolicQuestion& question)
    : run_(run),
      property_(property),
      question_(question),
      queries_(run, question),
      blocked_(1),
      activity_(question.symbolic.model->bits.size(), 0) {
  queries_.add_frame();
}

PdrSearch::Outcome PdrSearch::look_further() {
  try {
    return add_frame();
  } catch (const PdrStopped&) {
    return Outcome::Stopped;
  }
}

PdrSearch::Outcome PdrSearch::add_frame() {
  const auto bound = run_.bound();
  const std::size_t top = clear_ ? blocked_.size() : 0;
  if (bound && top > *bound) return Outcome::Bounded;
  run_.set_depth(top);
  // A move that decides counts: in the last frame there is no time for it.
  const bool also_by_move = !bound || top < *bound;
  if (top == 0) {
    if (const auto step = queries_.deciding_state(0, also_by_move)) {
      obligations_.push_back({{}, std::nullopt, *step});
      tell(0, step->bits);
      return Outcome::Found;
    }
    clear_ = 0;
    return Outcome::Open;
  }
  queries_.add_frame();
  blocked_.emplace_back();
  if (!block_everything(top, also_by_move)) return Outcome::Found;
  clear_ = top;
  return push_forward(top) ? Outcome::Proven : Outcome::Open;
}

bool PdrSearch::block_everything(std::size_t top, bool also_by_move) {
  while (const auto step = queries_.deciding_state(top, also_by_move)) {
    obligations_.clear();
    due_ = {};
    obligations_.push_back({queries_.lifted_decision(*step, also_by_move), std::nullopt, *step});
    if (is_start(0)) return false;
    due_.push({top, 0});
    while (!due_.empty()) {
      const Due due = due_.top();
      due_.pop();
      if (!block_one(due, top)) return false;
      renew_if_wanted();
    }
  }
  return true;
}

bool PdrSearch::block_one(const Due& due, std::size_t top) {
  // Copied: new obligations may move the old ones.
  const StateCube cube = obligations_[due.number].cube;
  // What is blocked here may be reached by a longer way.  Within a bound longer ways are not asked
  // about.
  const bool goes_on = due.frame < top && !run_.bound();
  if (is_blocked(cube, due.frame)) {
    if (goes_on) due_.push({due.frame + 1, due.number});
    return true;
  }
  StateCube core;
  if (const auto step = queries_.state_before(cube, due.frame - 1, true, &core)) {
    obligations_.push_back({queries_.lifted(*step, cube), due.number, *step});
    if (is_start(obligations_.size() - 1)) return false;
    due_.push({due.frame - 1, obligations_.size() - 1});
    due_.push(due);
    return true;
  }
  StateCube general = generalised(queries_.apart_from_initial(std::move(core), cube), due.frame, 0);
  std::size_t frame = due.frame;
  while (frame < top && !queries_.state_before(general, frame, true, nullptr)) ++frame;
  add_blocked(general, frame);
  if (goes_on && frame < top) due_.push({frame + 1, due.number});
  return true;
}

StateCube PdrSearch::generalised(StateCube cube, std::size_t frame, int depth) {
  // Bits that were seldom of use are tried first.
  StateCube in_order = cube;
  std::stable_sort(in_order.begin(), in_order.end(), [&](BitValue a, BitValue b) {
    return activity_[bit_of(a)] < activity_[bit_of(b)];
  });
  StateCube needed;
  for (const BitValue value : in_order) {
    if (!std::binary_search(cube.begin(), cube.end(), value) || cube.size() == 1) continue;
    StateCube smaller = without(cube, value);
    if (is_made_blockable(smaller, frame, depth, needed)) {
      cube = std::move(smaller);
    } else {
      needed.insert(std::lower_bound(needed.begin(), needed.end(), value), value);
    }
  }
  return cube;
}

bool PdrSearch::is_made_blockable(StateCube& cube, std::size_t frame, int depth, const StateCube& needed) {
  constexpr int obstacles_max = 3;
  int obstacles = 0;
  while (!queries_.meets_initial(cube)) {
    StateCube core;
    const auto step = queries_.state_before(cube, frame - 1, true, &core);
    if (!step) {
      cube = queries_.apart_from_initial(std::move(core), cube);
      return true;
    }
    if (depth >= depth_max) return false;
    const StateCube obstacle = queries_.lifted(*step, cube);
    if (obstacles < obstacles_max && is_obstacle_removed(obstacle, frame, depth)) {
      ++obstacles;
      continue;
    }
    obstacles = 0;
    // All states that the cube and the one before have in common with it.
    StateCube joined;
    for (const BitValue value : cube) {
      if (step->bits[bit_of(value)] == is_set(value)) joined.push_back(value);
    }
    if (!contains(needed, joined)) return false;
    cube = std::move(joined);
  }
  return false;
}

bool PdrSearch::is_obstacle_removed(const StateCube& obstacle, std::size_t frame, int depth) {
  if (frame < 2 || queries_.meets_initial(obstacle)) return false;
  StateCube core;
  if (queries_.state_before(obstacle, frame - 2, true, &core)) return false;
  StateCube general = queries_.apart_from_initial(std::move(core), obstacle);
  std::size_t last = frame - 1;
  while (last + 1 < blocked_.size() && !queries_.state_before(general, last, true, nullptr)) ++last;
  add_blocked(generalised(std::move(general), last, depth + 1), last);
  return true;
}

bool PdrSearch::is_blocked(const StateCube& cube, std::size_t frame) const {
  for (std::size_t i = frame; i < blocked_.size(); ++i) {
    for (const StateCube& each : blocked_[i]) {
      if (contains(each, cube)) return true;
    }
  }
  return false;
}

void PdrSearch::add_blocked(const StateCube& cube, std::size_t frame) {
  for (std::size_t i = 1; i <= frame; ++i) {
    std::erase_if(blocked_[i], [&](const StateCube& each) { return contains(cube, each); });
  }
  blocked_[frame].push_back(cube);
  queries_.block(cube, frame);
  for (const BitValue value : cube) ++activity_[bit_of(value)];
}

bool PdrSearch::push_forward(std::size_t top) {
  for (std::size_t frame = 1; frame < top; ++frame) {
    const std::vector<StateCube> cubes = blocked_[frame];
    for (const StateCube& cube : cubes) {
      // It may be gone since: a larger one took its place.
      const auto& here = blocked_[frame];
      if (std::find(here.begin(), here.end(), cube) == here.end()) continue;
      StateCube core;
      if (queries_.state_before(cube, frame, false, &core)) continue;
      add_blocked(queries_.apart_from_initial(std::move(core), cube), frame + 1);
      renew_if_wanted();
    }
    if (!blocked_[frame].empty()) continue;
    for (std::size_t i = frame + 1; i < blocked_.size(); ++i) {
      invariant_.insert(invariant_.end(), blocked_[i].begin(), blocked_[i].end());
    }
    return true;
  }
  return false;
}

void PdrSearch::renew_if_wanted() {
  if (!queries_.wants_renewal()) return;
  queries_.renew();
  for (std::size_t i = 1; i < blocked_.size(); ++i) {
    for (const StateCube& cube : blocked_[i]) queries_.block(cube, i);
  }
}

bool PdrSearch::is_start(std::size_t number) {
  auto first = queries_.initial_state_in(obligations_[number].cube);
  if (!first) return false;
  tell(number, std::move(*first));
  return true;
}

void PdrSearch::tell(std::size_t number, std::vector<bool> first_bits) {
  SymbolicRun run(question_.symbolic, std::move(first_bits));
  const Obligation* at = &obligations_[number];
  while (at->next) {
    run.take(at->step.move, at->step.inputs, question_.in_loop_bit);
    at = &obligations_[*at->next];
  }
  run.end_with_decision(property_, at->step.inputs);
  finding_ = SolverRun::found(property_, {run.first(), run.moves()});
  finding_.loop_start = run.loop_start();
}

}  // namespace clew
