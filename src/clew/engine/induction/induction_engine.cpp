#include "clew/engine/induction/induction_engine.hpp"

#include "clew/engine/bounded_search.hpp"
#include "clew/engine/certificate.hpp"

namespace clew {

namespace {

// Different states in a row, beginning anywhere, of which only the last one decides.
class Step {
 public:
  Step(SolverRun& run, const SymbolicQuestion& question, Lit decides)
      : valid_(question.symbolic.model->valid),
        decides_(decides),
        solver_(run.make_solver()),
        unrolled_(*question.symbolic.model, question.moves, Unrolled::Begin::Anywhere),
        clauses_(unrolled_.circuit(), *solver_) {
    clauses_.require(unrolled_.at(0, valid_));
  }

  // One state more.  Unsatisfiable: there is no such row.
  SatAnswer ask_longer() {
    const std::size_t last = unrolled_.frame_count() - 1;
    clauses_.require(!unrolled_.at(last, decides_));
    unrolled_.extend();
    unrolled_.require_move(clauses_, last);
    // Follows from the first frame; said here, it cuts the search short.
    clauses_.require(unrolled_.at(last + 1, valid_));
    for (std::size_t i = 0; i <= last; ++i) {
      clauses_.require(!unrolled_.same_state(i, last + 1));
    }
    const SatLit decides = clauses_(unrolled_.at(last + 1, decides_));
    return solver_->solve({decides});
  }

 private:
  Lit valid_;
  Lit decides_;
  std::unique_ptr<SatSolver> solver_;
  Unrolled unrolled_;
  Clauses clauses_;
};

Finding induce(SolverRun& run, const Property& property, const SymbolicQuestion& question) {
  Circuit& circuit = question.symbolic.model->circuit;
  // A state without a value must not be reached, either: otherwise the answer is open.
  const Lit by_state = circuit.either(question.by_state, question.fails);
  const Lit decides = circuit.either(by_state, question.by_move);
  SymbolicQuestion failure;
  failure.symbolic = question.symbolic;
  failure.by_state = question.fails;
  failure.moves = question.moves;
  BoundedSearch base(run, property, question);
  BoundedSearch base_of_values(run, property, failure);
  Step step(run, question, decides);
  const auto bound = run.bound();
  bool has_value = true;
  while (true) {
    switch (base.look_further()) {
      case BoundedSearch::Outcome::Found: return base.finding();
      case BoundedSearch::Outcome::Stopped: return run.stopped(base.clear());
      default: break;
    }
    if (has_value && question.fails != lit_false) {
      const auto outcome = base_of_values.look_further();
      if (outcome == BoundedSearch::Outcome::Stopped) return run.stopped(base.clear());
      has_value = outcome != BoundedSearch::Outcome::Found;
    }
    if (bound && base.length() >= *bound) return run.bounded(*bound);
    if (!has_value) continue;
    // Runs of this length and shorter are clear; a move that decides has been asked about one less.
    if (base.length() == 0) continue;
    const SatAnswer answer = step.ask_longer();
    if (answer == SatAnswer::Stopped) return run.stopped(base.clear());
    if (answer == SatAnswer::Satisfiable) continue;
    return certified(run, property, question, {base.length(), {}}, base.length());
  }
}

}  // namespace

EngineReport run_induction_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Cadical);
  return run.answer_each([&](const Property& property) {
    const SymbolicQuestion question = question_of(run.symbolic(), property, task);
    if (!question.refusal.empty()) return SolverRun::refused(question.refusal);
    return induce(run, property,
                  question.is_about_loops ? as_question_about_states(question) : question);
  });
}

}  // namespace clew
