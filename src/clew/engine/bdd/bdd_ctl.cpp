#include "clew/engine/bdd/bdd_ctl.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "clew/property/ctl_check_on.hpp"

namespace clew {

namespace {

// The reachable states as CtlCheckOn asks for them.  A state that no move leaves stays as it is for ever.
class BddCtlGraph {
 public:
  using Node = BitRow;
  using Set = Bdd;

  BddCtlGraph(BddSystem& system, const Bdd& reached)
      : system_(&system), reached_(reached), paths_(system, reached & !system.can_arrive()) {}

  Bdd all() { return system_->all(); }
  Bdd none() { return system_->none(); }
  Bdd exists_next(const Bdd& targets) { return reached_ & paths_.sources(reached_ & targets); }
  Bdd exists_until(const Bdd& through, const Bdd& targets) {
    return paths_.backward_closure(reached_ & targets, reached_ & through);
  }
  Bdd exists_globally(const Bdd& states) {
    return paths_.for_ever(reached_ & states, system_->all());
  }

  bool contains(const Bdd& states, const BitRow& row) { return system_->contains(states, row); }
  std::optional<BitRow> initial_outside(const Bdd& states) {
    const Bdd outside = system_->initial() & !states;
    if (outside.is_false()) return std::nullopt;
    return system_->row_in(outside);
  }
  BitRow first_initial() { return system_->row_in(system_->initial()); }
  BitRow successor_in(const BitRow& row, const Bdd& states) {
    const Bdd found = paths_.targets(system_->set_of(row)) & states;
    return found.is_false() ? row : system_->row_in(found);
  }

  CtlPath<BitRow> path_to(const BitRow& row, const Bdd& through, const Bdd& targets) {
    return shown(paths_.shortest(system_->set_of(row), reached_ & targets, reached_ & through));
  }
  CtlPath<BitRow> path_for_ever(const BitRow& row, const Bdd& within) {
    const Bdd hull = exists_globally(within);
    if (!contains(hull, row)) return {};
    return shown(paths_.lasso(system_->set_of(row), hull, hull, system_->all()));
  }
  std::uint64_t reachable_count(const BitRow& row) {
    const BigUnsigned count = system_->count(system_->closure(system_->set_of(row)));
    return count.to_uint64().value_or(std::numeric_limits<std::uint64_t>::max());
  }

  MoveList moves_along(const std::vector<BitRow>& rows) { return paths_.moves_along(rows); }

 private:
  static CtlPath<BitRow> shown(BddPath path) { return {std::move(path.rows), path.loop_start}; }

  BddSystem* system_;
  Bdd reached_;
  BddPaths paths_;
};

MoveTree tree_of(BddSystem& system, BddCtlGraph& graph, const CtlFormula& ctl,
                 const CtlEvidenceOn<BitRow>& evidence) {
  MoveTree tree;
  tree.formula = evidence.formula;
  tree.is_true = evidence.is_true;
  tree.first = system.state_of(evidence.path.front());
  tree.moves = graph.moves_along(evidence.path);
  tree.loop_start = evidence.loop_start;
  tree.ending = ending_text(ctl, evidence);
  for (const CtlBranchOn<BitRow>& branch : evidence.branches) {
    tree.branches.push_back({branch.step, tree_of(system, graph, ctl, branch.evidence)});
  }
  return tree;
}

// Why a proposition has no value in some state of the set; empty if all have one in all.
std::string failure_in(BddRun& run, const Property& property, const Bdd& states) {
  const Interpreter judge(run.model());
  for (const Proposition& proposition : property.propositions) {
    const Bdd failing =
        states & run.system().where(run.symbolic().truth_of(proposition.expr).fails);
    if (failing.is_false()) continue;
    const State state = run.system().state_of(run.system().row_in(failing));
    const Evaluation evaluation = judge.evaluate(proposition.expr, state);
    return fmt::format("'{}' has no value in some state: {}", proposition.text,
                       evaluation.error ? text_of(*evaluation.error) : "unknown");
  }
  return {};
}

Finding finding_about(BddRun& run, const Property& property, const Bdd& reached) {
  Finding finding;
  const auto stopped = [&] {
    return finding_for(property, {}, run.ending(SearchEnd::Stopped), run.task().limits);
  };
  if (run.is_abandoned()) return stopped();
  finding.reason_text = failure_in(run, property, reached);
  if (run.is_abandoned()) return stopped();
  if (!finding.reason_text.empty()) {
    finding.reason = Reason::Error;
    return finding;
  }
  std::vector<Bdd> propositions;
  for (const Proposition& proposition : property.propositions) {
    propositions.push_back(run.system().where(run.symbolic().truth_of(proposition.expr).value));
  }
  BddCtlGraph graph(run.system(), reached);
  CtlCheckOn<BddCtlGraph> check(graph, *property.ctl, std::move(propositions));
  const bool is_true = check.holds();
  if (run.is_abandoned()) return stopped();
  finding.verdict = is_true ? Verdict::Holds : Verdict::Violated;
  finding.basis = Basis::Exhaustive;
  const bool has_start = !run.system().initial().is_false();
  if (is_true != property.is_existential() || !has_start) return finding;
  MoveTree tree = tree_of(run.system(), graph, *property.ctl, check.evidence());
  if (run.is_abandoned()) return stopped();
  finding.basis = Basis::Witness;
  finding.violation_count = 1;
  finding.tree = std::move(tree);
  return finding;
}

}  // namespace

EngineReport answer_about_trees(BddRun& run) {
  BddSystem& system = run.system();
  const Bdd reached = system.closure(system.initial());
  EngineReport report;
  for (const Property& property : run.task().properties) {
    report.findings.push_back(finding_about(run, property, reached));
  }
  run.tell(report, reached, run.ending(SearchEnd::Exhausted));
  return report;
}

}  // namespace clew
