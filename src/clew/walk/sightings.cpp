#include "clew/walk/sightings.hpp"

#include <utility>

namespace clew {

void Sightings::keep(PackedWords& states, const std::uint64_t* state) const {
  const auto words = walked_.span_at(state);
  states.insert(states.end(), words.begin(), words.end());
}

void Sightings::note(const std::uint64_t* state, const Expanded& expanded) {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const std::uint64_t count = sightings_in(expanded, task_.properties[i].kind, walked_, state);
    if (count == 0) continue;
    of_[i].in_expansions += count;
    if (of_[i].keeps_states) keep(of_[i].expanded, state);
  }
}

void Sightings::note_look(const std::uint64_t* state, const Looked& looked) {
  for (const std::uint32_t i : looked.seen) {
    ++of_[i].in_states;
    if (of_[i].keeps_states) keep(of_[i].discovered, state);
  }
  for (const std::uint32_t i : looked.failed) {
    const std::string failure =
        failure_of(task_.properties[i], walked_.state(state), walked_.judge());
    if (of_[i].failed_evaluations++ == 0 || failure < of_[i].failure) of_[i].failure = failure;
  }
}

void Ledger::take_one(Sightings& notes, std::size_t property, bool takes_expansions,
                      SightingGroup& expanded, SightingGroup& discovered, std::string& failure) {
  Sightings::OfProperty noted = std::exchange(notes.of_[property], {});
  Standing& standing = standings_[property];
  const auto append = [](PackedWords& all, const PackedWords& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (takes_expansions) {
    standing.sightings += noted.in_expansions;
    append(expanded.states, noted.expanded);
  }
  standing.sightings += noted.in_states;
  append(discovered.states, noted.discovered);
  if (noted.failed_evaluations > 0 && (failure.empty() || noted.failure < failure)) {
    failure = noted.failure;
  }
  standing.failed_evaluations += noted.failed_evaluations;
}

void Ledger::take(const std::vector<Sightings*>& notes, std::uint64_t level, Expansions which) {
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    const PropertyKind kind = task_.properties[i].kind;
    const bool is_end = is_about_ends(kind);
    SightingGroup expanded{level - 1, !is_end, {}};  // nothing is expanded before level 0
    SightingGroup discovered{level, false, {}};
    std::string failure;
    const bool is_first_failure = standings_[i].failed_evaluations == 0;
    for (Sightings* const one : notes) {
      take_one(*one, i, which == Expansions::All || is_end, expanded, discovered, failure);
    }
    if (is_first_failure) standings_[i].first_failure = failure;
    if (!expanded.states.empty()) groups_[i].push_back(std::move(expanded));
    if (!discovered.states.empty()) groups_[i].push_back(std::move(discovered));
    const bool keeps_states = standings_[i].sightings < task_.violations_kept_max;
    for (Sightings* const one : notes) one->of_[i].keeps_states = keeps_states;
  }
}

}  // namespace clew
