// Properties over infinite runs: is there one that the claim accepts, or any at all?
#pragma once

#include <cstdint>
#include <optional>

#include "clew/engine/bdd/bdd_run.hpp"

namespace clew {

// Which states have an infinite run that comes through accepting states again and again?
//
//   EndlessStates states(paths, system.all(), EndlessStates::usual_turn);
//   states.find();
//   states.lasso();      // such a run from an initial state, if there is one
//
// Two ways lead there: to find all states that can be reached and keep those that go on for ever, or to do
// that with all states at once, reached or not.  The first has fewer states to keep, the second needs no
// search, and its sets may be simpler.  Nobody knows before which way is the shorter one, so they take turns.
class EndlessStates {
 public:
  static constexpr std::uint64_t usual_turn = 50'000'000;  // a few seconds

  // REQUIRES: the paths and their system outlive this; `first_turn`, the steps of the first turn, is not 0.
  EndlessStates(BddPaths& paths, Bdd accepting, std::uint64_t first_turn);

  void find();

  // Empty: there is no such run, or it was abandoned.
  // REQUIRES: find() was called.
  BddPath lasso();

  // All states that can be reached; none: the answer was found without them.
  const std::optional<Bdd>& reached() const { return reached_; }

 private:
  BddPaths& paths_;
  BddSystem& system_;
  Bdd accepting_;
  Bdd initial_;
  Bdd kept_;
  std::uint64_t turn_;  // steps of the next one
  std::optional<Bdd> reached_;
};

// REQUIRES: all properties are about runs, or all are PropertyKind::Infinite.
EngineReport answer_about_runs(BddRun& run);

}  // namespace clew
