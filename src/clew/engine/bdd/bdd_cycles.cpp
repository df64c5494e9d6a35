#include "clew/engine/bdd/bdd_cycles.hpp"

#include <utility>

#include "clew/model/intervals.hpp"
#include "clew/walk/claim_failures.hpp"

namespace clew {

EndlessStates::EndlessStates(BddPaths& paths, Bdd accepting, std::uint64_t first_turn)
    : paths_(paths),
      system_(paths.system()),
      accepting_(std::move(accepting)),
      initial_(system_.initial()),
      kept_(system_.valid()),
      turn_(first_turn) {}

void EndlessStates::find() {
  Diagrams& diagrams = system_.diagrams();
  bool is_found = false;
  // What was kept at the end of a turn is where the next one goes on; a search begins anew, but knows
  // much of what it had found.  With turns of twice the length little is done twice.
  for (; !is_found && !diagrams.is_abandoned(); turn_ *= 2) {
    diagrams.begin_turn(turn_);
    Bdd reached = system_.closure(initial_);
    if (!diagrams.is_abandoned()) {
      reached_ = std::move(reached);
      break;
    }
    if (!diagrams.is_turn_over()) return;
    diagrams.begin_turn(turn_);
    is_found = paths_.keep_for_ever(kept_, accepting_, initial_);
    if (diagrams.is_turn_over()) diagrams.begin_turn(turn_);
  }
  diagrams.begin_turn(0);
  if (!reached_) return;
  kept_ &= *reached_;
  paths_.keep_for_ever(kept_, accepting_, initial_);
}

BddPath EndlessStates::lasso() {
  if (kept_.is_false() || system_.is_abandoned()) return {};
  return paths_.lasso(initial_ & kept_, reached_ ? *reached_ : kept_, kept_, accepting_);
}

namespace {

// What of the claim fails in a state that is reached; nothing if the limits do not let it be told.
std::optional<std::string> claim_failure(BddRun& run, const Bdd* reached) {
  const Model& model = run.model();
  if (!claim_can_fail(model, model.claim->type)) return std::string();
  BddSystem& system = run.system();
  Bdd failing = system.none();
  for (const BddSystem::Move& failure : system.failures()) {
    if (failure.symbolic->claim_fails) failing |= failure.relation.function;
  }
  failing &= reached ? *reached : system.closure(system.initial());
  if (system.is_abandoned()) return std::nullopt;
  if (failing.is_false()) return std::string();
  const Interpreter judge(model);
  return claim_failures_in(judge, system.state_of(system.row_in(failing))).text;
}

}  // namespace

EngineReport answer_about_runs(BddRun& run) {
  const EngineTask& task = run.task();
  if (task.fairness != Fairness::None && run.model().composition == Composition::Asynchronous) {
    return run.refused(Reason::Unsupported, "the bdd engine knows nothing of fairness");
  }
  BddSystem& system = run.system();
  BddPaths paths(system, system.none());
  // Without a claim every infinite run counts.
  const Bdd accepting = run.model().claim ? system.where(system.model().accepting) : system.all();
  EndlessStates states(paths, accepting, EndlessStates::usual_turn);
  states.find();
  const BddPath lasso = states.lasso();
  const Ending ending = run.ending(SearchEnd::Exhausted);
  Standing standing;
  standing.sightings = lasso.rows.empty() ? 0 : 1;
  EngineReport report;
  for (const Property& property : task.properties) {
    Finding& finding =
        report.findings.emplace_back(finding_for(property, standing, ending, task.limits));
    const bool accepts_nothing = run.model().claim && finding.verdict == Verdict::Holds;
    if (accepts_nothing) {
      finding.claim_failure = claim_failure(run, states.reached() ? &*states.reached() : nullptr);
    }
    if (lasso.rows.empty()) continue;
    finding.loop_start = lasso.loop_start;
    finding.traces.push_back(run.shown(paths, lasso));
  }
  if (states.reached()) {
    run.tell(report, *states.reached(), ending);
  } else {
    run.tell_without_states(report, ending);
  }
  return report;
}

}  // namespace clew
