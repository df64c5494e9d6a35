#include "clew/engine/solver/induction/induction_engine.hpp"

#include "clew/engine/solver/bounded_search.hpp"
#include "clew/engine/solver/certificate.hpp"

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

  // Rows of so many moves.  Unsatisfiable: there is none.
  SatAnswer ask(std::uint64_t length) {
    SatAnswer answer = SatAnswer::Satisfiable;
    while (answer == SatAnswer::Satisfiable && unrolled_.frame_count() <= length) {
      answer = ask_longer();
    }
    return answer;
  }

 private:
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

  Lit valid_;
  Lit decides_;
  std::unique_ptr<SatSolver> solver_;
  Unrolled unrolled_;
  Clauses clauses_;
};

class Induction final : public Inquiry {
 public:
  Induction(SolverRun& run, const Property& property, const SymbolicQuestion& question)
      : run_(run), property_(property), question_(question), base_(run, property, question_) {
    Circuit& circuit = question_.symbolic.model->circuit;
    decides_ = circuit.either(question_.by_state, question_.by_move);
    failure_.symbolic = question_.symbolic;
    failure_.by_state = question_.fails;
    failure_.moves = question_.moves;
    if (question_.fails == lit_false) return;
    // A state without a value must not be reached, either: it leaves the answer open.
    failures_.emplace(run, property, failure_);
    decides_ = circuit.either(decides_, question_.fails);
  }

  std::optional<Finding> look_further() override {
    if (!step_) step_.emplace(run_, question_, decides_);
    const auto outcome = base_.look_further();
    if (outcome == BoundedSearch::Outcome::Found) return base_.finding();
    if (outcome == BoundedSearch::Outcome::Stopped || !look_for_failures()) {
      return run_.stopped(base_.clear());
    }
    if (outcome == BoundedSearch::Outcome::Exhausted) return exhausted();
    const auto bound = run_.bound();
    if (bound && base_.length() >= *bound) return run_.bounded(*bound);
    if (base_.length() == 0) return std::nullopt;
    const SatAnswer answer = step_->ask(base_.length());
    if (answer == SatAnswer::Stopped) return run_.stopped(base_.clear());
    if (answer == SatAnswer::Unsatisfiable) return proven({base_.length(), {}});
    return std::nullopt;
  }

  // There are no longer runs than those that were looked at; without any move there is no initial state.
  Finding exhausted() override {
    const std::uint64_t length = base_.length();
    return proven(length == 0 ? Certificate{0, {StateCube{}}} : Certificate{length, {}, true});
  }

  std::optional<std::uint64_t> clear() const override { return base_.clear(); }

 private:
  // False if a limit was reached.
  bool look_for_failures() {
    if (!failures_ || has_failure_) return true;
    const auto outcome = failures_->look_further();
    if (outcome == BoundedSearch::Outcome::Found) {
      has_failure_ = true;
      // All that is left to find is a state that decides by its value.
      Circuit& circuit = question_.symbolic.model->circuit;
      step_.emplace(run_, question_, circuit.either(question_.by_state, question_.by_move));
    }
    return outcome != BoundedSearch::Outcome::Stopped;
  }

  Finding proven(const Certificate& certificate) {
    if (has_failure_) {
      return SolverRun::without_value("the expression has no value in some state");
    }
    return certified(run_, property_, question_, certificate, base_.length());
  }

  SolverRun& run_;
  const Property& property_;
  SymbolicQuestion question_;
  Lit decides_ = lit_false;
  BoundedSearch base_;
  SymbolicQuestion failure_;  // whether the expression has no value somewhere
  std::optional<BoundedSearch> failures_;
  std::optional<Step> step_;
  bool has_failure_ = false;
};

}  // namespace

EngineReport run_induction_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Cadical);
  return run.answer_in_turns([&](const Property& property, const SymbolicQuestion& question) {
    return std::make_unique<Induction>(
        run, property, question.is_about_loops ? as_question_about_states(question) : question);
  });
}

}  // namespace clew
