#include "clew/engine/explicit/examination.hpp"

#include <algorithm>

#include "clew/base/memory.hpp"
#include "clew/walk/replayed_run.hpp"

namespace clew {

Examination::Examination(const Interpreter& judge, const Codec& codec,
                         const Representatives& representatives, ExactStore& store,
                         const EngineTask& task)
    : judge_(judge),
      codec_(codec),
      representatives_(representatives),
      store_(store),
      task_(task),
      limits_(task),
      standings_(task.properties.size()),
      kept_(task.properties.size()),
      action_taken_(judge.model().actions.size(), false) {
  for (const Property& property : task.properties) {
    const bool about_states =
        property.kind == PropertyKind::Invariant || property.kind == PropertyKind::Reach ||
        (property.kind == PropertyKind::Assertions && !judge.model().assertions.empty());
    looks_into_states_ = looks_into_states_ || about_states;
  }
}

void Examination::note(std::size_t property, StateId state, std::optional<std::uint32_t> move) {
  if (standings_[property].sightings++ < task_.violations_kept_max) {
    kept_[property].push_back({state, move});
  }
}

void Examination::look_into(const PackedState& packed, StateId id) {
  const State state = codec_.unpack(packed.bytes());
  for (std::size_t i = 0; i < task_.properties.size(); ++i) {
    const Property& property = task_.properties[i];
    if (property.kind == PropertyKind::Assertions) {
      if (judge_.failed_assertion(state)) note(i, id, std::nullopt);
    } else if (property.kind == PropertyKind::Invariant) {
      // An invariant without a value is not true.
      const Evaluation evaluation = judge_.evaluate(property.expr, state);
      if (evaluation.error || evaluation.value == 0) note(i, id, std::nullopt);
    } else if (property.kind == PropertyKind::Reach) {
      const Evaluation evaluation = judge_.evaluate(property.expr, state);
      if (evaluation.error) {
        if (standings_[i].failed_evaluations++ == 0)
          standings_[i].first_failure = text_of(*evaluation.error);
      } else if (evaluation.value != 0) {
        note(i, id, std::nullopt);
      }
    }
  }
}

void Examination::on_expansion(const PackedState& state, const Expansion& expansion) {
  if (counts_ == Counts::Nothing) {
    errors_behind_ += expansion.errors;
    return;
  }
  if (counts_ == Counts::All) {
    ++expanded_;
    transitions_ += expansion.moves;
    errors_ += expansion.errors;
  }
  deadlocks_ += expansion.deadlock ? 1 : 0;
  const bool is_end = expansion.moves == expansion.errors;
  if (is_end || expansion.deadlock || !failing_moves_.empty() || !asserting_moves_.empty()) {
    const StateId id = store_.find(representatives_.kept(state));
    for (std::size_t i = 0; i < task_.properties.size(); ++i) {
      const PropertyKind kind = task_.properties[i].kind;
      const bool asks_deadlock =
          kind == PropertyKind::Deadlock || kind == PropertyKind::DeadlockExists;
      if (asks_deadlock && expansion.deadlock) note(i, id, std::nullopt);
      if (kind == PropertyKind::Endless && is_end) note(i, id, std::nullopt);
      if (kind == PropertyKind::Errors) {
        for (const std::uint32_t move : failing_moves_) note(i, id, move);
      } else if (kind == PropertyKind::ClaimErrors) {
        for (const std::uint32_t move : claim_failing_moves_) note(i, id, move);
      } else if (kind == PropertyKind::Assertions) {
        for (const std::uint32_t move : asserting_moves_) note(i, id, move);
      }
    }
  }
  failing_moves_.clear();
  claim_failing_moves_.clear();
  asserting_moves_.clear();
  ordinal_ = 0;
}

void Examination::store_is_full() {
  if (!satisfied_) limits_.store_is_full(store_.size());
}

bool Examination::has_room_to_begin() {
  constexpr std::uint64_t states_held = 8;
  return limits_.has_room_for(states_held *
                              (codec_.slot_count() * sizeof(Value) + codec_.state_bytes()));
}

bool Examination::keep_going() {
  satisfied_ = everything_decided(task_, standings_);
  return !stopped_ && !satisfied_ && within_limits();
}

bool Examination::within_limits() {
  return limits_.allows([&] {
    Heartbeat heartbeat;
    heartbeat.states_discovered = store_.size();
    heartbeat.transitions = transitions_;
    heartbeat.frontier_length = store_.size() - std::min(store_.size(), expanded_);
    heartbeat.level = level_;
    return heartbeat;
  });
}

std::optional<MovePath> Examination::path_to(const Sighting& sighting) {
  std::vector<StateId> ids;
  for (StateId id = sighting.state; id != no_state; id = store_.parent(id)) ids.push_back(id);
  std::reverse(ids.begin(), ids.end());
  const bool is_fixed = has_fixed_start(judge_.model());
  ReplayedRun run(judge_,
                is_fixed ? judge_.initial_state() : codec_.unpack(store_.bytes(ids.front())));
  constexpr std::size_t moves_between_questions = 64;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (i % moves_between_questions == 0 && !limits_.lets_show()) return std::nullopt;
    const PackedState wanted = store_.state(ids[i]);
    run.move_to([&](const State& state) { return representatives_.kept_for(state) == wanted; });
  }
  if (!sighting.move) return run.path();
  if (representatives_.reduction() == Reduction::Symmetry) {
    run.end_like(codec_.unpack(store_.bytes(ids.back())), *sighting.move);
  } else {
    run.end_with(*sighting.move);
  }
  return run.path();
}

EngineReport Examination::report(SearchEnd end, std::uint64_t states_cut, bool knows_levels) {
  EngineReport report;
  const Ending ending{end, limits_.reason(), limits_.text(), knows_levels};
  tell_ending(report, ending, task_.limits);
  report.action_taken = action_taken_;
  Statistics& statistics = report.statistics;
  statistics.states = store_.size();
  statistics.transitions = transitions_;
  statistics.deadlocks = deadlocks_;
  statistics.errors = errors_;
  if (knows_levels) statistics.level_sizes = level_sizes_;
  if (knows_levels && states_cut > 0) statistics.level_sizes.push_back(states_cut);
  statistics.bytes_per_state = store_.bytes_per_state();
  statistics.packed_bytes_per_state = store_.packed_bytes_per_state();
  statistics.store = "exact";
  statistics.reduction = task_.reduction;
  for (std::size_t i = 0; i < task_.properties.size(); ++i) {
    report.findings.push_back(
        finding_for(task_.properties[i], standings_[i], ending, task_.limits));
    Finding& finding = report.findings.back();
    for (const Sighting& sighting : kept_[i]) {
      if (auto path = path_to(sighting)) finding.traces.push_back(std::move(*path));
    }
    if (is_unshown(finding)) {
      make_unshown(finding, limits_, task_.reduction == Reduction::None);
    }
  }
  statistics.seconds = limits_.seconds();
  statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

}  // namespace clew
