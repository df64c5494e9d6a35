#include "clew/engine/pdr/pdr_engine.hpp"

#include <utility>

#include "clew/engine/certificate.hpp"
#include "clew/engine/pdr/pdr_search.hpp"

namespace clew {

namespace {

// What is left to do when no run decides: no state without a value may be reached, either.
std::optional<Finding> objection_of_values(SolverRun& run, const Property& property,
                                           const SymbolicQuestion& question,
                                           std::vector<Cube>& excluded) {
  if (question.fails == lit_false) return std::nullopt;
  SymbolicQuestion failure;
  failure.symbolic = question.symbolic;
  failure.by_state = question.fails;
  failure.moves = question.moves;
  PdrSearch search(run, property, failure);
  switch (search.run()) {
    case PdrSearch::Outcome::Found:
      return SolverRun::without_value("the expression has no value in some state");
    case PdrSearch::Outcome::Bounded: return run.bounded(*run.bound());
    case PdrSearch::Outcome::Stopped: return run.stopped(search.clear());
    case PdrSearch::Outcome::Proven: break;
  }
  excluded.insert(excluded.end(), search.invariant().begin(), search.invariant().end());
  return std::nullopt;
}

Finding answer(SolverRun& run, const Property& property, const SymbolicQuestion& question) {
  PdrSearch search(run, property, question);
  switch (search.run()) {
    case PdrSearch::Outcome::Found: return search.finding();
    case PdrSearch::Outcome::Bounded: return run.bounded(*run.bound());
    case PdrSearch::Outcome::Stopped: return run.stopped(search.clear());
    case PdrSearch::Outcome::Proven: break;
  }
  Certificate certificate{0, search.invariant()};
  if (auto objection = objection_of_values(run, property, question, certificate.excluded)) {
    return std::move(*objection);
  }
  return certified(run, property, question, certificate, *search.clear());
}

}  // namespace

EngineReport run_pdr_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Minisat);
  return run.answer_each([&](const Property& property) {
    const SymbolicQuestion question = question_of(run.symbolic(), property, task);
    if (!question.refusal.empty()) return SolverRun::refused(question.refusal);
    return answer(run, property,
                  question.is_about_loops ? as_question_about_states(question) : question);
  });
}

}  // namespace clew
