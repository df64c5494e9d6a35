#include "clew/engine/bmc/bmc_engine.hpp"

#include "clew/engine/bounded_search.hpp"

namespace clew {

namespace {

// No run decides that is asked about.  What remains is whether the expression always had a value.
Finding exhausted(SolverRun& run, const Property& property, const SymbolicQuestion& question);

Finding search(SolverRun& run, const Property& property, const SymbolicQuestion& question) {
  BoundedSearch search(run, property, question);
  const auto bound = run.bound();
  while (true) {
    switch (search.look_further()) {
      case BoundedSearch::Outcome::Found: return search.finding();
      case BoundedSearch::Outcome::Exhausted: return exhausted(run, property, question);
      case BoundedSearch::Outcome::Stopped: return run.stopped(search.clear());
      case BoundedSearch::Outcome::Clear: break;
    }
    if (bound && search.length() >= *bound) return run.bounded(*bound);
  }
}

Finding exhausted(SolverRun& run, const Property& property, const SymbolicQuestion& question) {
  if (question.fails == lit_false) return SolverRun::proven(property, Basis::Exhaustive);
  SymbolicQuestion failure;
  failure.by_state = question.fails;
  failure.moves = question.moves;
  Finding finding = search(run, property, failure);
  if (finding.basis != Basis::Witness) return finding;
  return SolverRun::without_value("the expression has no value in some state");
}

}  // namespace

EngineReport run_bmc_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Cadical);
  return run.answer_each([&](const Property& property) {
    const SymbolicQuestion question = question_of(run.symbolic(), property, task);
    if (!question.refusal.empty()) return SolverRun::refused(question.refusal);
    if (question.is_trivial()) return SolverRun::proven(property, Basis::Exhaustive);
    return search(run, property, question);
  });
}

}  // namespace clew
