#include "clew/engine/bdd/bdd_cycles.hpp"

namespace clew {

EngineReport answer_about_runs(BddRun& run) {
  const EngineTask& task = run.task();
  if (task.fairness != Fairness::None && run.model().composition == Composition::Asynchronous) {
    return run.refused(Reason::Unsupported, "the bdd engine knows nothing of fairness");
  }
  BddSystem& system = run.system();
  BddPaths paths(system, system.none());
  const Bdd reached = system.closure(system.initial());
  // Without a claim every infinite run counts.
  const Bdd accepting = run.model().claim ? system.where(system.model().accepting) : system.all();
  const Bdd hull = paths.for_ever(reached, accepting);
  BddPath lasso;
  if (!run.is_abandoned() && !hull.is_false()) {
    lasso = paths.lasso(system.initial(), reached, hull, accepting);
  }
  const Ending ending = run.ending(SearchEnd::Exhausted);
  Standing standing;
  standing.sightings = lasso.rows.empty() ? 0 : 1;
  EngineReport report;
  for (const Property& property : task.properties) {
    Finding& finding =
        report.findings.emplace_back(finding_for(property, standing, ending, task.limits));
    if (lasso.rows.empty()) continue;
    finding.loop_start = lasso.loop_start;
    finding.traces.push_back(run.shown(paths, lasso));
  }
  run.tell(report, reached, ending);
  return report;
}

}  // namespace clew
