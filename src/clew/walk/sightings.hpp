// What searches over words saw of the properties: how often, and in which states.
//
// Every worker notes what it sees on its own (Sightings); between two levels the notes are put
// together (Ledger).  States are kept only for as many sightings as are to be shown; all of them are
// of the same level, so that which is shown does not depend on who saw it first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clew/walk/claim_failures.hpp"
#include "clew/walk/expander.hpp"
#include "clew/walk/packing.hpp"
#include "clew/walk/standing.hpp"

namespace clew {

// How often an expansion of `state` decides a property.
inline std::uint64_t sightings_in(const Expanded& expanded, PropertyKind kind,
                                  const StatePacking& walked, const std::uint64_t* state) {
  switch (kind) {
    case PropertyKind::Deadlock:
    case PropertyKind::DeadlockExists: return expanded.deadlock ? 1 : 0;
    case PropertyKind::Endless: return expanded.is_end() ? 1 : 0;
    case PropertyKind::Errors: return expanded.errors;
    case PropertyKind::Assertions: return expanded.asserting;
    case PropertyKind::ClaimErrors:
      // Machine code counts errors, and does not say whose they are.
      if (expanded.errors == 0) return 0;
      return claim_failures_in(walked.judge(), walked.state(state)).count;
    default: return 0;
  }
}

// Why a goal has no value in a state.
// REQUIRES: it has none.
inline std::string failure_of(const Property& goal, const State& state, const Interpreter& judge) {
  return text_of(*judge.evaluate(goal.expr, state).error);
}

// The notes of one worker.
class Sightings {
 public:
  // REQUIRES: both outlive this.
  Sightings(const StatePacking& walked, const EngineTask& task)
      : walked_(walked), task_(task), of_(task.properties.size()) {}

  // REQUIRES: `expanded` is what the expansion of `state` gave.
  void note_expansion(const std::uint64_t* state, const Expanded& expanded) {
    if (expanded.is_remarkable()) note(state, expanded);
  }
  // REQUIRES: `looked` is what a look at `state` gave.
  void note_look(const std::uint64_t* state, const Looked& looked);

 private:
  friend class Ledger;

  struct OfProperty {
    bool keeps_states = true;
    std::uint64_t in_expansions = 0;
    std::uint64_t in_states = 0;
    PackedWords expanded;    // the states to which in_expansions belongs
    PackedWords discovered;  // the states to which in_states belongs
    std::uint64_t failed_evaluations = 0;
    std::string failure;  // of all texts the least, which no race can change
  };

  void note(const std::uint64_t* state, const Expanded& expanded);
  void keep(PackedWords& states, const std::uint64_t* state) const;

  const StatePacking& walked_;
  const EngineTask& task_;
  std::vector<OfProperty> of_;
};

// States of one level that decide a property.
struct SightingGroup {
  std::uint64_t level = 0;
  bool by_moves = false;  // not the states decide, but moves of theirs
  PackedWords states;           // one after the other
};

using SightingGroups = std::vector<const SightingGroup*>;

class Ledger {
 public:
  // REQUIRES: the task outlives this.
  explicit Ledger(const EngineTask& task)
      : task_(task), standings_(task.properties.size()), groups_(task.properties.size()) {}

  // Which notes on expansions count.
  enum class Expansions : std::uint8_t { All, Deadlocks };

  // Takes over what all workers noted while states of `level` were discovered, and those one level
  // before expanded.
  void take(const std::vector<Sightings*>& notes, std::uint64_t level, Expansions which);

  const std::vector<Standing>& standings() const { return standings_; }
  // Of one property, in the order of their levels.
  SightingGroups groups(std::size_t property) const {
    SightingGroups groups;
    for (const SightingGroup& group : groups_[property]) groups.push_back(&group);
    return groups;
  }

 private:
  void take_one(Sightings& notes, std::size_t property, bool takes_expansions,
                SightingGroup& expanded, SightingGroup& discovered, std::string& failure);

  const EngineTask& task_;
  std::vector<Standing> standings_;
  std::vector<std::vector<SightingGroup>> groups_;
};

}  // namespace clew
