#include "clew/engine/bdd/bdd_engine.hpp"

#include <algorithm>
#include <utility>

#include "clew/engine/bdd/bdd_ctl.hpp"
#include "clew/engine/bdd/bdd_cycles.hpp"
#include "clew/engine/bdd/bdd_run.hpp"

namespace clew {

namespace {

// What decides a property that is about single states and moves.
struct Goal {
  Bdd states;   // they decide by themselves
  Bdd makers;   // some move of theirs does
  Bdd failing;  // the expression has no value there
};

class SafetyRun {
 public:
  explicit SafetyRun(BddRun& run)
      : run_(run),
        system_(run.system()),
        paths_(system_, system_.none()),
        reached_(system_.none()) {}

  EngineReport answer() {
    for (const Property& property : run_.task().properties) goals_.push_back(goal_of(property));
    const std::uint64_t level_max = run_.task().limits.level_max;
    const SearchEnd end = level_max == 0 ? search_all() : search_levels(level_max);
    EngineReport report;
    // What was found before the end is found, whatever becomes of the rest.
    const Ending ending = run_.ending(end);
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      report.findings.push_back(finding_for_goal(i, ending));
    }
    run_.tell(report, reached_, is_cut_ ? reached_ & !last_level_ : reached_, ending);
    report.statistics.level_sizes = level_sizes_;
    return report;
  }

 private:
  Goal goal_of(const Property& property) {
    const SymbolicModel& model = system_.model();
    Goal goal{system_.none(), system_.none(), system_.none()};
    switch (property.kind) {
      case PropertyKind::Deadlock:
      case PropertyKind::DeadlockExists:
        goal.states = !(system_.can_move() | system_.where(model.proper_end));
        break;
      case PropertyKind::Endless: goal.states = !system_.can_arrive(); break;
      case PropertyKind::Errors:
        for (const auto& failure : system_.failures()) goal.makers |= failure.relation.function;
        break;
      case PropertyKind::ClaimErrors:
        for (const auto& failure : system_.failures()) {
          if (failure.symbolic->claim_fails) goal.makers |= failure.relation.function;
        }
        break;
      case PropertyKind::Assertions:
        goal.states = system_.where(model.location_assertion_fails);
        for (const auto* moves : {&system_.moves(), &system_.failures()}) {
          for (const auto& move : *moves) {
            goal.makers |= system_.where(move.symbolic->breaks_assertion);
          }
        }
        break;
      case PropertyKind::Invariant:
      case PropertyKind::Reach: {
        const SymbolicTruth truth = run_.symbolic().truth_of(property.expr);
        const bool wants_truth = property.kind == PropertyKind::Reach;
        goal.states = system_.where(wants_truth ? truth.value : !truth.value);
        if (wants_truth) goal.failing = system_.where(truth.fails);
        break;
      }
      default: break;
    }
    return goal;
  }

  // --- search

  SearchEnd search_all() {
    reached_ = system_.closure(system_.initial());
    through_ = reached_;
    return SearchEnd::Exhausted;
  }

  // Level by level.  What is reached behind the last level is not looked at, but that there is nothing
  // there makes the answer complete.
  SearchEnd search_levels(std::uint64_t level_max) {
    Bdd level = system_.initial();
    reached_ = level;
    through_ = level;
    for (std::uint64_t k = 0; !level.is_false() && !run_.is_abandoned(); ++k) {
      run_.set_level(k);
      level_sizes_.push_back(system_.count(level).at_most_64_bits());
      const Bdd next = system_.targets(level) & !reached_;
      if (k == level_max) {
        last_level_ = level;
        // Where the model itself says how long a run is, a move that fails is one too many.
        is_cut_ = !next.is_false() || (run_.model().moves_max && can_fail(level));
        return is_cut_ ? SearchEnd::Bounded : SearchEnd::Exhausted;
      }
      level = next;
      reached_ |= level;
      if (run_.is_abandoned()) break;
      through_ = reached_;
    }
    return SearchEnd::Exhausted;
  }

  bool can_fail(const Bdd& states) {
    return std::any_of(
        system_.failures().begin(), system_.failures().end(),
        [&](const auto& failure) { return !(failure.relation.function & states).is_false(); });
  }

  // --- answers

  // Moves of the last level lead beyond the limit.
  Bdd makers_of(const Goal& goal) {
    const Bdd makers = goal.makers & through_;
    return is_cut_ ? makers & !last_level_ : makers;
  }

  Finding finding_for_goal(std::size_t index, const Ending& ending) {
    const Property& property = run_.task().properties[index];
    const Goal& goal = goals_[index];
    Standing standing;
    std::vector<MovePath> traces;
    if (!run_.is_abandoned()) {
      Bdd states = goal.states & through_;
      Bdd makers = makers_of(goal);
      standing.sightings = sightings(property, states, makers);
      if (standing.sightings > 0) traces = traces_to(property, states, makers);
      note_failures(property, goal.failing & through_, standing);
    }
    // A sighting that cannot be shown because a limit was reached meanwhile is none.
    if (run_.is_abandoned() && traces.empty()) {
      return finding_for(property, {}, run_.ending(SearchEnd::Stopped), run_.task().limits);
    }
    Finding finding = finding_for(property, standing, ending, run_.task().limits);
    finding.traces = std::move(traces);
    return finding;
  }

  std::uint64_t sightings(const Property& property, const Bdd& states, const Bdd& makers) {
    BigUnsigned count = system_.count(states);
    if (property.kind == PropertyKind::Errors) {
      count += system_.count_moves(makers, system_.failures());
    } else if (!makers.is_false()) {
      count += system_.count(makers);
    }
    return count.at_most_64_bits();
  }

  void note_failures(const Property& property, const Bdd& failing, Standing& standing) {
    if (failing.is_false()) return;
    standing.failed_evaluations = system_.count(failing).at_most_64_bits();
    const Interpreter judge(run_.model());
    const Evaluation evaluation =
        judge.evaluate(property.expr, system_.state_of(system_.row_in(failing)));
    if (evaluation.error) standing.first_failure = text_of(*evaluation.error);
  }

  std::vector<MovePath> traces_to(const Property& property, Bdd states, Bdd makers) {
    std::vector<MovePath> traces;
    while (traces.size() < run_.task().violations_kept_max && !run_.is_abandoned()) {
      const BddPath path = paths_.shortest(system_.initial(), states | makers, through_);
      if (path.rows.empty()) break;
      const BitRow& row = path.rows.back();
      std::optional<std::vector<Firing>> last;
      if (!system_.contains(states, row)) last = last_move(property, row);
      if (run_.is_abandoned()) break;
      traces.push_back(run_.shown(paths_, path, std::move(last)));
      const Bdd others = !system_.set_of(row);
      states &= others;
      makers &= others;
    }
    return traces;
  }

  // The move of the state that decides.
  std::vector<Firing> last_move(const Property& property, const BitRow& row) {
    if (property.kind == PropertyKind::Assertions) {
      std::vector<Firing> found = last_move(system_.moves(), property.kind, row);
      if (!found.empty()) return found;
    }
    return last_move(system_.failures(), property.kind, row);
  }
  std::vector<Firing> last_move(const std::vector<BddSystem::Move>& moves, PropertyKind kind,
                                const BitRow& row) {
    for (const BddSystem::Move& move : moves) {
      if (kind == PropertyKind::ClaimErrors && !move.symbolic->claim_fails) continue;
      const Lit wanted =
          kind == PropertyKind::Assertions ? move.symbolic->breaks_assertion : lit_true;
      if (wanted == lit_false || !system_.contains(system_.where(move.symbolic->enabled), row) ||
          !system_.contains(system_.where(wanted), row)) {
        continue;
      }
      return system_.firings_of(move, row, wanted);
    }
    return {};
  }

  BddRun& run_;
  BddSystem& system_;
  BddPaths paths_;
  std::vector<Goal> goals_;
  Bdd reached_;
  Bdd through_;  // the same, as long as nothing was abandoned
  Bdd last_level_;
  bool is_cut_ = false;
  std::vector<std::uint64_t> level_sizes_;
};

bool is_about(const EngineTask& task, bool (*is_so)(const Property&)) {
  return !task.properties.empty() &&
         std::all_of(task.properties.begin(), task.properties.end(), is_so);
}

}  // namespace

EngineReport run_bdd_engine(const Model& model, const EngineTask& task) {
  BddRun run(model, task);
  if (!run.refusal().empty()) return run.refused(Reason::Unsupported, run.refusal());
  if (is_about(task, [](const Property& each) {
        return each.is_about_runs() || each.kind == PropertyKind::Infinite;
      })) {
    return answer_about_runs(run);
  }
  if (is_about(task, [](const Property& each) { return each.kind == PropertyKind::Ctl; })) {
    return answer_about_trees(run);
  }
  return SafetyRun(run).answer();
}

}  // namespace clew
