// What a run of a product says about the system alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/check/report.hpp"
#include "clew/walk/limit_watch.hpp"

namespace clew {

// The moves of a lasso, replayed on the judge of the product: every move is possible, the last state is
// that behind `loop_start` moves, the claim accepts within the loop, and the loop is fair if it has to
// be.  Without `loop_start` the moves are a path, in whose last state the claim has accepted.
//
// The trace shows the system alone: where nothing can move but the claim goes on, a step without firings
// says that the system stays where it is.  Nothing if any of that is not so, or if the limits do not let
// it be shown: limits.reason_not_to_show().
struct SystemRun {
  Trace trace;
  // The step whose state decides, whatever comes later: the claim accepts once and for all.
  std::optional<std::size_t> decided_at;
};
std::optional<SystemRun> system_run(const Model& product, const Interpreter& system,
                                    const MovePath& path, std::optional<std::size_t> loop_start,
                                    Fairness fairness, LimitWatch& limits);

// Ends the run with the state that decides, if there is one: what comes behind shows nothing.
void cut_behind_decision(SystemRun& run);

// What a reader should see in it: "after 3 moves the loop of 2 moves is taken for ever".
std::string run_text(const SystemRun& run);

// The lasso replayed: nothing if a move is not possible, the loop is not closed, or nothing moves in it.
// REQUIRES: the judge's model has no claim.
std::optional<SystemRun> infinite_run(const Interpreter& judge, const MovePath& path,
                                      std::size_t loop_start, LimitWatch& limits);

// Whether each proposition is true in each step.
std::vector<std::vector<Truth>> truths_along(const Interpreter& judge, const Trace& trace,
                                             const std::vector<Proposition>& propositions);

}  // namespace clew
