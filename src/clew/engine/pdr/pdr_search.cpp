#include "clew/engine/pdr/pdr_search.hpp"

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

PdrSearch::Outcome PdrSearch::run() {
  try {
    return search();
  } catch (const PdrStopped&) {
    return Outcome::Stopped;
  }
}

PdrSearch::Outcome PdrSearch::search() {
  const auto bound = run_.bound();
  // A move that decides counts: in the last frame there is no time for it.
  const auto has_time_for_move = [&](std::size_t frame) { return !bound || frame < *bound; };
  if (const auto step = queries_.deciding_state(0, has_time_for_move(0))) {
    obligations_.push_back({{}, std::nullopt, *step});
    tell(0, step->bits);
    return Outcome::Found;
  }
  clear_ = 0;
  for (std::size_t top = 1;; ++top) {
    if (bound && top > *bound) return Outcome::Bounded;
    run_.set_depth(top);
    queries_.add_frame();
    blocked_.emplace_back();
    if (!block_everything(top, has_time_for_move(top))) return Outcome::Found;
    clear_ = top;
    if (push_forward(top)) return Outcome::Proven;
  }
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
  const Cube cube = obligations_[due.number].cube;
  // What is blocked here may be reached by a longer way.  Within a bound longer ways are not asked
  // about.
  const bool goes_on = due.frame < top && !run_.bound();
  if (is_blocked(cube, due.frame)) {
    if (goes_on) due_.push({due.frame + 1, due.number});
    return true;
  }
  Cube core;
  if (const auto step = queries_.state_before(cube, due.frame - 1, true, &core)) {
    obligations_.push_back({queries_.lifted(*step, cube), due.number, *step});
    if (is_start(obligations_.size() - 1)) return false;
    due_.push({due.frame - 1, obligations_.size() - 1});
    due_.push(due);
    return true;
  }
  Cube general = generalised(queries_.apart_from_initial(std::move(core), cube), due.frame);
  std::size_t frame = due.frame;
  while (frame < top && !queries_.state_before(general, frame, true, nullptr)) ++frame;
  add_blocked(general, frame);
  if (goes_on && frame < top) due_.push({frame + 1, due.number});
  return true;
}

Cube PdrSearch::generalised(Cube cube, std::size_t frame) {
  // Bits that were seldom of use are tried first.
  Cube in_order = cube;
  std::stable_sort(in_order.begin(), in_order.end(), [&](BitValue a, BitValue b) {
    return activity_[bit_of(a)] < activity_[bit_of(b)];
  });
  for (const BitValue value : in_order) {
    if (!std::binary_search(cube.begin(), cube.end(), value) || cube.size() == 1) continue;
    const Cube smaller = without(cube, value);
    if (queries_.meets_initial(smaller)) continue;
    Cube core;
    if (queries_.state_before(smaller, frame - 1, true, &core)) continue;
    cube = queries_.apart_from_initial(std::move(core), smaller);
  }
  return cube;
}

bool PdrSearch::is_blocked(const Cube& cube, std::size_t frame) const {
  for (std::size_t i = frame; i < blocked_.size(); ++i) {
    for (const Cube& each : blocked_[i]) {
      if (contains(each, cube)) return true;
    }
  }
  return false;
}

void PdrSearch::add_blocked(const Cube& cube, std::size_t frame) {
  for (std::size_t i = 1; i <= frame; ++i) {
    std::erase_if(blocked_[i], [&](const Cube& each) { return contains(cube, each); });
  }
  blocked_[frame].push_back(cube);
  queries_.block(cube, frame);
  for (const BitValue value : cube) ++activity_[bit_of(value)];
}

bool PdrSearch::push_forward(std::size_t top) {
  for (std::size_t frame = 1; frame < top; ++frame) {
    const std::vector<Cube> cubes = blocked_[frame];
    for (const Cube& cube : cubes) {
      // It may be gone since: a larger one took its place.
      const auto& here = blocked_[frame];
      if (std::find(here.begin(), here.end(), cube) == here.end()) continue;
      Cube core;
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
    for (const Cube& cube : blocked_[i]) queries_.block(cube, i);
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
