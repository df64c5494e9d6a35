#include "clew/model/moves.hpp"

#include <utility>

#include "clew/base/patience.hpp"

namespace clew {

// --- both compositions

MoveMaker::Outcome MoveMaker::guard(Firing firing, MaybeError& error) const {
  const Action& action = model_.actions[firing.action];
  if (!is_some(action.guard)) return Outcome::Enabled;
  Evaluator evaluator(model_, source_, firing.process, &oracle_of(judge_), timeout_);
  evaluator.take(action, firing.choice);
  const bool enabled = evaluator.is_true(action.guard);
  if (evaluator.failed()) {
    error = evaluator.error();
    return Outcome::Failed;
  }
  return enabled ? Outcome::Enabled : Outcome::Disabled;
}

MoveMaker::MaybeError MoveMaker::run_effect(Firing firing, State& state) {
  return judge_.effects_.run(model_.actions[firing.action], firing.choice, state, firing.process,
                             happenings_);
}

void MoveMaker::count_step() {
  constexpr std::uint32_t steps_per_pause = 1024;
  if (pause_ == nullptr) return ask_patience();
  if (++steps_ % steps_per_pause == 0 && (*pause_)() == Continue::No) stopped_ = true;
}

void MoveMaker::emit(const State* target, const MaybeError& error, ClaimFailure claim_failure) {
  ++expansion_.moves;
  if (error) ++expansion_.errors;
  const Move move{firings_,
                  error ? nullptr : target,
                  error ? &*error : nullptr,
                  happenings_.failed_assertion,
                  happenings_.printed,
                  claim_failure};
  if (found_(move) == Continue::No) stopped_ = true;
}

// --- asynchronous

Expansion AsynchronousMoves::run() {
  bool committed_only = false;
  for (std::size_t i = 0; i < source_.process_count(); ++i) {
    committed_only = committed_only || steps_.is_committed(source_, to_id<ProcessId>(i));
  }
  steps_.set_committed_only(committed_only);
  list_all();
  if (system_moves_ == 0 && judge_.uses_timeout_ && !stopped_) {
    timeout_ = true;
    steps_.set_timeout(true);
    list_all();
  }
  if (system_moves_ == 0 && !stopped_) {
    expansion_.deadlock = !judge_.at_proper_end(source_);
  }
  // A system that comes to no other state stutters: the claim goes on alone, so that it sees maximal
  // runs.
  if (model_.claim && !has_arrived_ && !stopped_) join_claim(&source_, std::nullopt);
  return expansion_;
}

void AsynchronousMoves::list_all() {
  for (std::size_t i = 0; i < source_.process_count() && !stopped_; ++i) {
    first_steps_.clear();
    steps_.list(source_, to_id<ProcessId>(i), false, first_steps_);
    for (MicroStep& step : first_steps_) {
      if (stopped_) return;
      follow(std::move(step));
    }
  }
}

void AsynchronousMoves::follow(MicroStep step) {
  std::optional<MicroStep> going = take(std::move(step));
  for (;;) {
    while (going && !stopped_) going = take(std::move(*going));
    if (passages_.empty()) break;
    Passage& here = passages_.back();
    // What the last step did beyond this state is not part of the next one's move.
    firings_.resize(here.firings);
    happenings_.printed.resize(here.printed);
    happenings_.failed_assertion = here.failed_assertion;
    if (stopped_ || here.next == here.steps.size()) {
      go_back();
    } else {
      kept_.reset();  // another way may well pass where an earlier one did
      going = take(std::move(here.steps[here.next++]));
    }
  }
  firings_.clear();
  happenings_ = {};
  kept_.reset();
}

std::optional<MicroStep> AsynchronousMoves::take(MicroStep step) {
  count_step();
  firings_.insert(firings_.end(), step.firings.begin(), step.firings.end());
  for (Printed& text : step.happenings.printed) happenings_.printed.push_back(std::move(text));
  if (!happenings_.failed_assertion) {
    happenings_.failed_assertion = step.happenings.failed_assertion;
  }
  if (step.error) {
    finish(nullptr, step.error);
    return std::nullopt;
  }
  ++steps_since_canonical_;
  is_canonical_ = !judge_.is_dynamic_;
  const bool has_ended = to_index(step.process) >= step.target.process_count();
  if (step.then == Action::Then::Ends || has_ended) {
    make_canonical(step.target);
    finish(&step.target, std::nullopt);
    return std::nullopt;
  }
  if (must_be_canonical(step.target)) make_canonical(step.target);
  return pass_through(std::move(step));
}

// Numbering the objects takes as long as there are objects, so in a move of many steps it waits for about
// as many: a list of n objects is built and walked in a time that grows with n.
bool AsynchronousMoves::must_be_canonical(const State& state) const {
  constexpr std::size_t steps_per_object = 4;
  // What nobody refers to any more counts until then, and there may only be so many.
  constexpr std::size_t objects_free = 1024;
  const std::size_t objects = state.shape->objects.size();
  return !is_canonical_ && (steps_since_canonical_ * steps_per_object >= objects ||
                            objects + objects_free > parts_max ||
                            state.values.size() > state_values_max / 2);
}

void AsynchronousMoves::make_canonical(State& state) {
  if (!is_canonical_) state = with_canonical_heap(model_, judge_.layout(), std::move(state));
  is_canonical_ = true;
  steps_since_canonical_ = 0;
}

std::optional<MicroStep> AsynchronousMoves::pass_through(MicroStep step) {
  const SourceSpan span = model_.actions[firings_.back().action].span;
  const auto fail = [&](ErrorKind kind, std::size_t limit = 0) {
    finish(nullptr, RuntimeError{kind, span, 0, {0, static_cast<Value>(limit)}, {}});
    return std::nullopt;
  };
  if (firings_.size() >= move_firings_max) return fail(ErrorKind::LongMove, move_firings_max);
  std::vector<MicroStep> steps;
  const bool must_go_on = step.then == Action::Then::MustGoOn;
  within_.list(step.target, step.process, must_go_on, steps);
  if (steps.empty()) {
    if (must_go_on) return fail(ErrorKind::BlockedMove);
    // Blocked in the middle: the move ends here and everybody may go on.
    make_canonical(step.target);
    finish(&step.target, std::nullopt);
    return std::nullopt;
  }
  if (steps.size() == 1) {
    if (is_canonical_ && goes_in_circles(step.target, step.process)) {
      return fail(ErrorKind::EndlessMove);
    }
    if (steps.front().is_open) within_.carry_out(steps.front(), std::move(step.target));
    return std::move(steps.front());
  }
  make_canonical(step.target);
  for (MicroStep& each : steps) {
    if (each.is_open) within_.carry_out(each, step.target);
  }
  const std::size_t hash = hash_value(step.target);
  if (was_passed(step.target, step.process, hash)) return fail(ErrorKind::EndlessMove);
  Passage passage;
  passage.process = step.process;
  passage.state = std::move(step.target);
  passage.steps = std::move(steps);
  passage.firings = firings_.size();
  passage.printed = happenings_.printed.size();
  passage.failed_assertion = happenings_.failed_assertion;
  passage.hash = hash;
  passed_.emplace(hash, passages_.size());
  passages_.push_back(std::move(passage));
  kept_.reset();
  return std::nullopt;
}

bool AsynchronousMoves::goes_in_circles(const State& state, ProcessId process) {
  if (kept_ && kept_->second == process && kept_->first == state) return true;
  if (!kept_) {
    steps_since_kept_ = 0;
    keep_next_after_ = 1;
  }
  if (!kept_ || ++steps_since_kept_ == keep_next_after_) {
    kept_.emplace(state, process);
    keep_next_after_ *= 2;
    steps_since_kept_ = 0;
  }
  return false;
}

bool AsynchronousMoves::was_passed(const State& state, ProcessId process, std::size_t hash) const {
  const auto [begin, end] = passed_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Passage& passage = passages_[it->second];
    if (passage.process == process && passage.state == state) return true;
  }
  return false;
}

void AsynchronousMoves::go_back() {
  const auto [begin, end] = passed_.equal_range(passages_.back().hash);
  for (auto it = begin; it != end; ++it) {
    if (it->second + 1 != passages_.size()) continue;
    passed_.erase(it);
    break;
  }
  passages_.pop_back();
}

void AsynchronousMoves::finish(const State* target, const MaybeError& error) {
  ++system_moves_;
  has_arrived_ = has_arrived_ || !error;
  if (model_.claim) {
    join_claim(target, error);
  } else {
    emit(target, error);
  }
}

void AsynchronousMoves::join_claim(const State* target, const MaybeError& error) {
  for (const ActionId id : judge_.outgoing(source_, claim_id)) {
    const Action& action = model_.actions[id];
    MaybeError claim_error;
    if (stopped_) return;
    if (guard({claim_id, id}, claim_error) == Outcome::Disabled) continue;
    ClaimFailure failure = claim_error ? ClaimFailure::Guard : ClaimFailure::None;
    if (error) {
      claim_error = error;
      failure = ClaimFailure::None;
    }
    State joined;
    if (!claim_error) {
      joined = *target;
      joined.set_location(claim_id, action.to);
      claim_error = run_effect({claim_id, id}, joined);
      if (claim_error) failure = ClaimFailure::Effect;
    }
    firings_.push_back({claim_id, id});
    emit(&joined, claim_error, failure);
    firings_.pop_back();
  }
}

// --- synchronous

SynchronousMoves::Part SynchronousMoves::part_of(Firing firing, const MaybeError& guard_error) {
  const Action& action = model_.actions[firing.action];
  Part part{firing, {}, guard_error, guard_error.has_value()};
  if (guard_error) return part;
  State changed = source_;
  changed.set_location(firing.process, action.to);
  part.writes.push_back({source_.part(firing.process).offset, 0});
  const auto note_target = [&](const Instruction& step) {
    // What was assigned counts as written even if the value stays the same.
    Evaluator evaluator(model_, changed, firing.process);
    evaluator.take(action, firing.choice);
    part.writes.push_back({evaluator.address(step.target).offset, 0});
  };
  if (action.is_simultaneous) {
    for (const Instruction& step : action.effect) note_target(step);
    part.error = run_effect(firing, changed);
  } else {
    for (const Instruction& step : action.effect) {
      note_target(step);
      part.error = judge_.effects_.run_step(action, step, firing.choice, changed, firing.process,
                                            happenings_);
      if (part.error) break;
    }
  }
  if (part.error) return part;
  for (Write& write : part.writes) write.value = changed.values[write.offset];
  return part;
}

std::vector<SynchronousMoves::Part> SynchronousMoves::parts_of(ProcessId process) {
  std::vector<Part> parts;
  for (const ActionId id : judge_.outgoing(source_, process)) {
    for_each_choice(model_, wanted_, {process, id}, [&](Firing firing) {
      MaybeError error;
      if (guard(firing, error) != Outcome::Disabled) parts.push_back(part_of(firing, error));
      return Continue::Yes;
    });
  }
  return parts;
}

Expansion SynchronousMoves::run() {
  bool system_blocked = source_.process_count() == 0;
  for (std::size_t i = 0; i < source_.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    parts_.push_back(parts_of(process));
    if (parts_.back().empty()) system_blocked = true;
  }
  if (system_blocked) {
    expansion_.deadlock = !judge_.at_proper_end(source_);
    parts_.clear();
    if (!model_.claim) return expansion_;
  }
  if (model_.claim) parts_.push_back(parts_of(claim_id));
  combine(0);
  // A system that comes to no other state stutters: the claim goes on alone.
  if (model_.claim && !system_blocked && !arrived_ && !stopped_) {
    parts_.erase(parts_.begin(), parts_.end() - 1);
    combine(0);
  }
  return expansion_;
}

void SynchronousMoves::combine(std::size_t position) {
  if (position == parts_.size()) return emit_combination();
  for (const Part& part : parts_[position]) {
    if (stopped_) return;
    taken_.push_back(&part);
    firings_.push_back(part.firing);
    combine(position + 1);
    firings_.pop_back();
    taken_.pop_back();
  }
}

void SynchronousMoves::emit_combination() {
  State target = source_;
  std::vector<const Part*> writer(model_.globals.value_count, nullptr);
  for (const Part* part : taken_) {
    // The claim comes last.
    arrived_ = arrived_ || part->firing.process == claim_id;
    const bool is_claim = part->firing.process == claim_id;
    if (part->error) {
      const ClaimFailure own = part->guard_failed ? ClaimFailure::Guard : ClaimFailure::Effect;
      return emit(nullptr, part->error, is_claim ? own : ClaimFailure::None);
    }
    for (const Write& write : part->writes) {
      if (write.offset < writer.size()) {
        const Part*& owner = writer[write.offset];
        if (owner && owner != part) {
          const Slot* slot = nullptr;
          for (const Slot& candidate : model_.globals.slots) {
            if (candidate.offset <= write.offset) slot = &candidate;
          }
          const SourceSpan span = model_.actions[part->firing.action].span;
          return emit(nullptr, RuntimeError{ErrorKind::WriteConflict, span, 0, {}, slot->name},
                      is_claim ? ClaimFailure::Effect : ClaimFailure::None);
        }
        owner = part;
      }
      target.values[write.offset] = write.value;
    }
  }
  emit(&target, std::nullopt);
}

}  // namespace clew
