#include "clew/engine/explicit/examination.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds heartbeat_period{50};

// A move as it looks to somebody who cannot tell equal processes apart.
struct Looks {
  explicit Looks(const Move& move)
      : fails(move.error != nullptr), asserts(move.failed_assertion != nullptr) {
    for (const Firing& firing : move.firings) actions.push_back(firing.action);
  }
  bool is_like(const Move& move) const {
    return fails == (move.error != nullptr) && asserts == (move.failed_assertion != nullptr) &&
           std::equal(
               actions.begin(), actions.end(), move.firings.begin(), move.firings.end(),
               [](ActionId action, const Firing& firing) { return action == firing.action; });
  }

  std::vector<ActionId> actions;
  bool fails;
  bool asserts;
};

}  // namespace

Examination::Examination(const Interpreter& judge, const Codec& codec,
                         const Representatives& representatives, ExactStore& store,
                         const EngineTask& task)
    : judge_(judge),
      codec_(codec),
      representatives_(representatives),
      store_(store),
      task_(task),
      started_(std::chrono::steady_clock::now()),
      next_heartbeat_(started_ + heartbeat_period),
      standing_(task.properties.size()),
      action_taken_(judge.model().actions.size(), false) {
  for (const Property& property : task.properties) {
    const bool about_states =
        property.kind == PropertyKind::Invariant || property.kind == PropertyKind::Reach ||
        (property.kind == PropertyKind::Assertions && !judge.model().assertions.empty());
    looks_into_states_ = looks_into_states_ || about_states;
  }
}

double Examination::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void Examination::note(std::size_t property, StateId state, std::optional<std::uint32_t> move) {
  Standing& standing = standing_[property];
  if (standing.sightings++ < task_.violations_kept_max) standing.kept.push_back({state, move});
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
        if (standing_[i].failed_evaluations++ == 0)
          standing_[i].first_failure = text_of(*evaluation.error);
      } else if (evaluation.value != 0) {
        note(i, id, std::nullopt);
      }
    }
  }
}

void Examination::on_expansion(const PackedState& state, const Expansion& expansion) {
  if (counts_ == Counts::Nothing) return;
  if (counts_ == Counts::All) {
    ++expanded_;
    transitions_ += expansion.moves;
    errors_ += expansion.errors;
  }
  deadlocks_ += expansion.deadlock ? 1 : 0;
  if (expansion.deadlock || !failing_moves_.empty() || !asserting_moves_.empty()) {
    const StateId id = store_.find(representatives_.kept(state));
    for (std::size_t i = 0; i < task_.properties.size(); ++i) {
      const PropertyKind kind = task_.properties[i].kind;
      if (kind == PropertyKind::Deadlock && expansion.deadlock) note(i, id, std::nullopt);
      if (kind == PropertyKind::Errors) {
        for (const std::uint32_t move : failing_moves_) note(i, id, move);
      } else if (kind == PropertyKind::Assertions) {
        for (const std::uint32_t move : asserting_moves_) note(i, id, move);
      }
    }
  }
  failing_moves_.clear();
  asserting_moves_.clear();
  ordinal_ = 0;
}

bool Examination::everything_decided() const {
  if (task_.explore_everything || task_.all_violations || standing_.empty()) return false;
  return std::all_of(standing_.begin(), standing_.end(), [&](const Standing& standing) {
    return standing.sightings >= task_.violations_kept_max;
  });
}

bool Examination::stop(Reason reason, std::string text) {
  stop_reason_ = reason;
  stop_text_ = std::move(text);
  return false;
}

void Examination::store_is_full() {
  if (satisfied_ || stop_reason_ != Reason::None) return;
  stop(Reason::Memory,
       task_.limits.memory_bytes_max == 0
           ? fmt::format("the store holds no more than {} states", with_commas(store_.size()))
           : fmt::format("memory limit of {} reached after {}",
                         bytes_text(task_.limits.memory_bytes_max),
                         counted(store_.size(), "state")));
}

bool Examination::has_room_to_begin() {
  constexpr std::uint64_t states_held = 8;
  const std::uint64_t needed =
      states_held * (codec_.slot_count() * sizeof(Value) + codec_.state_bytes());
  const std::uint64_t limit = task_.limits.memory_bytes_max;
  if (limit == 0 || resident_memory_bytes() + needed <= limit + limit / 10) return true;
  return stop(
      Reason::Memory,
      fmt::format("memory limit of {} is too low: the model itself needs more", bytes_text(limit)));
}

bool Examination::keep_going() {
  satisfied_ = everything_decided();
  return !stopped_ && !satisfied_ && within_limits();
}

bool Examination::within_limits() {
  const auto now = std::chrono::steady_clock::now();
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  if (task_.limits.seconds_max > 0 && elapsed >= task_.limits.seconds_max) {
    return stop(Reason::Time,
                fmt::format("time limit of {} s reached after {}", task_.limits.seconds_max,
                            counted(store_.size(), "state")));
  }
  if (now < next_heartbeat_) return true;
  next_heartbeat_ = now + heartbeat_period;
  const std::uint64_t memory = resident_memory_bytes();
  if (task_.limits.memory_bytes_max > 0 && memory > task_.limits.memory_bytes_max) {
    store_is_full();
    return false;
  }
  if (!task_.watcher) return true;
  const Heartbeat heartbeat{
      store_.size(), transitions_, store_.size() - std::min(store_.size(), expanded_),
      level_,        memory,       elapsed};
  if (task_.watcher(heartbeat) == Continue::Yes) return true;
  return stop(Reason::Interrupted,
              fmt::format("interrupted after {}", counted(store_.size(), "state")));
}

MoveList Examination::moves_to(const Sighting& sighting) const {
  std::vector<StateId> ids;
  for (StateId id = sighting.state; id != no_state; id = store_.parent(id)) ids.push_back(id);
  std::reverse(ids.begin(), ids.end());
  // What the store keeps need not follow each other in one run, so the run is made anew.
  MoveList moves;
  State state = judge_.initial_state();
  for (std::size_t i = 1; i < ids.size(); ++i) moves.push_back(move_towards(state, ids[i]));
  if (sighting.move) moves.push_back(deciding_move(state, ids.back(), *sighting.move));
  return moves;
}

std::vector<Firing> Examination::move_towards(State& source, StateId target) const {
  const PackedState wanted = store_.state(target);
  std::vector<Firing> firings;
  std::optional<State> reached;
  judge_.moves(source, [&](const Move& move) {
    if (!move.target || !(representatives_.kept_for(*move.target) == wanted)) return Continue::Yes;
    firings.assign(move.firings.begin(), move.firings.end());
    reached = *move.target;
    return Continue::No;
  });
  if (reached) source = std::move(*reached);
  return firings;
}

std::vector<Firing> Examination::deciding_move(const State& source, StateId kept,
                                               std::uint32_t ordinal) const {
  // The move was met in the state that was walked; in one that is the same as it, another process may
  // have to make it.
  std::optional<Looks> wanted;
  std::uint32_t next = 0;
  const bool is_walked = representatives_.reduction() != Reduction::Symmetry;
  judge_.moves(is_walked ? source : codec_.unpack(store_.bytes(kept)), [&](const Move& move) {
    if (next++ == ordinal) wanted.emplace(move);
  });
  std::vector<Firing> firings;
  next = 0;
  judge_.moves(source, [&](const Move& move) {
    const bool found = is_walked ? next++ == ordinal : wanted && wanted->is_like(move);
    if (!found) return Continue::Yes;
    firings.assign(move.firings.begin(), move.firings.end());
    return Continue::No;
  });
  return firings;
}

Finding Examination::finding_for(std::size_t index, bool finished, Basis undecided_basis) const {
  const Property& property = task_.properties[index];
  const Standing& standing = standing_[index];
  Finding finding;
  finding.violation_count = standing.sightings;
  for (const Sighting& sighting : standing.kept) finding.traces.push_back(moves_to(sighting));
  if (standing.sightings > 0) {
    finding.verdict = property.is_existential() ? Verdict::Holds : Verdict::Violated;
    finding.basis = Basis::Witness;
    return finding;
  }
  if (!finished) {
    finding.basis = undecided_basis;
    finding.reason = stop_reason_;
    finding.reason_text = stop_text_;
    return finding;
  }
  if (standing.failed_evaluations > 0) {
    finding.reason = Reason::Error;
    finding.reason_text =
        fmt::format("the expression has no value in {}, first because {}",
                    counted(standing.failed_evaluations, "state"), standing.first_failure);
    return finding;
  }
  finding.verdict = property.is_existential() ? Verdict::Violated : Verdict::Holds;
  finding.basis = Basis::Exhaustive;
  return finding;
}

EngineReport Examination::report(SearchEnd end, std::uint64_t states_cut, bool knows_levels) const {
  EngineReport report;
  report.finished = end == SearchEnd::Exhausted;
  report.stop_reason = stop_reason_;
  report.stop_text = stop_text_;
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
  const Basis undecided = end == SearchEnd::Bounded && knows_levels ? Basis::Bounded : Basis::None;
  for (std::size_t i = 0; i < task_.properties.size(); ++i) {
    report.findings.push_back(finding_for(i, report.finished, undecided));
    Finding& finding = report.findings.back();
    if (end == SearchEnd::Bounded && finding.verdict == Verdict::Unknown) {
      finding.reason = Reason::Depth;
      finding.reason_text =
          fmt::format("depth limit of {} reached", counted(task_.limits.level_max, "move"));
    }
  }
  if (end == SearchEnd::Bounded) {
    report.stop_reason = Reason::Depth;
    report.stop_text =
        fmt::format("depth limit of {} reached", counted(task_.limits.level_max, "move"));
  }
  statistics.seconds = seconds();
  statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

}  // namespace clew
