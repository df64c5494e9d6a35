#include "clew/engine/solver/bounded_search.hpp"

#include <utility>

namespace clew {

BoundedSearch::BoundedSearch(SolverRun& run, const Property& property,
                             const SymbolicQuestion& question)
    : run_(run),
      property_(property),
      question_(question),
      solver_(run.make_solver()),
      unrolled_(*question.symbolic.model, question.moves, Unrolled::Begin::Initial),
      clauses_(unrolled_.circuit(), *solver_) {
  clauses_.require(unrolled_.begins());
}

SatAnswer BoundedSearch::ask(Lit lit) {
  if (lit == lit_false) return SatAnswer::Unsatisfiable;
  if (lit == lit_true) return solver_->solve(std::span<const SatLit>());
  const SatLit wanted = clauses_(lit);
  const SatAnswer answer = solver_->solve({wanted});
  if (answer == SatAnswer::Unsatisfiable) solver_->add_clause({!wanted});
  return answer;
}

BoundedSearch::Outcome BoundedSearch::look_further() {
  if (has_begun_) ++length_;
  run_.set_depth(length_);
  const Outcome outcome = question_.is_about_loops ? ask_loops() : ask_states();
  has_begun_ = true;
  if (outcome == Outcome::Clear || outcome == Outcome::Exhausted) clear_ = length_;
  return outcome;
}

BoundedSearch::Outcome BoundedSearch::ask_states() {
  if (length_ > 0) {
    // A move that decides takes the place of the last move, so this is asked before there is one.
    const SatAnswer by_move = ask(unrolled_.at(length_ - 1, question_.by_move));
    if (by_move == SatAnswer::Stopped) return Outcome::Stopped;
    if (by_move == SatAnswer::Satisfiable) {
      tell(run_so_far(length_ - 1), true);
      return Outcome::Found;
    }
    unrolled_.extend();
    unrolled_.require_move(clauses_, length_ - 1);
  }
  const SatAnswer by_state = ask(unrolled_.at(length_, question_.by_state));
  if (by_state == SatAnswer::Stopped) return Outcome::Stopped;
  if (by_state == SatAnswer::Satisfiable) {
    tell(run_so_far(length_), false);
    return Outcome::Found;
  }
  const SatAnswer any = ask(lit_true);
  if (any == SatAnswer::Stopped) return Outcome::Stopped;
  return any == SatAnswer::Satisfiable ? Outcome::Clear : Outcome::Exhausted;
}

void BoundedSearch::add_loop_frame() {
  Circuit& circuit = unrolled_.circuit();
  const std::vector<Lit>& bits = unrolled_.bits(length_);
  if (length_ == 0) {
    for (std::size_t i = 0; i < bits.size(); ++i) remembered_.push_back(circuit.add_input());
  }
  has_accepted_ = circuit.either(
      has_accepted_, circuit.both(has_remembered_, unrolled_.at(length_, question_.accepting)));
  remembers_.push_back(circuit.add_input());
  const SatLit guard = clauses_(remembers_.back());
  clauses_.require_any({{!has_remembered_}}, guard);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    clauses_.require_any({{circuit.same(remembered_[i], bits[i])}}, guard);
  }
  has_remembered_ = circuit.either(has_remembered_, remembers_.back());
}

BoundedSearch::Outcome BoundedSearch::ask_loops() {
  if (length_ > 0) {
    unrolled_.extend();
    unrolled_.require_move(clauses_, length_ - 1);
    // Closed: what was remembered before is the state of this frame.
    Circuit& circuit = unrolled_.circuit();
    std::vector<Lit> closed{has_remembered_};
    for (std::size_t i = 0; i < remembered_.size(); ++i) {
      closed.push_back(circuit.same(remembered_[i], unrolled_.bits(length_)[i]));
    }
    closed.push_back(circuit.either(has_accepted_, unrolled_.at(length_, question_.accepting)));
    const SatAnswer answer = ask(circuit.all(closed));
    if (answer == SatAnswer::Stopped) return Outcome::Stopped;
    if (answer == SatAnswer::Satisfiable) {
      std::size_t loop_start = 0;
      while (!clauses_.value(remembers_[loop_start])) ++loop_start;
      tell(run_so_far(length_), false);
      finding_.loop_start = loop_start;
      return Outcome::Found;
    }
  }
  add_loop_frame();
  const SatAnswer any = ask(lit_true);
  if (any == SatAnswer::Stopped) return Outcome::Stopped;
  return any == SatAnswer::Satisfiable ? Outcome::Clear : Outcome::Exhausted;
}

SymbolicRun BoundedSearch::run_so_far(std::size_t moves) const {
  SymbolicRun run(question_.symbolic, unrolled_.first_bits(clauses_));
  for (std::size_t i = 0; i < moves; ++i) {
    run.take(unrolled_.move_taken(clauses_, i), unrolled_.input_values(clauses_, i),
             question_.in_loop_bit);
  }
  return run;
}

void BoundedSearch::tell(SymbolicRun run, bool by_move) {
  if (by_move) {
    run.end_with_decision(property_, unrolled_.input_values(clauses_, run.moves().size()));
  }
  finding_ = SolverRun::found(property_, {run.first(), run.moves()});
  finding_.loop_start = run.loop_start();
}

}  // namespace clew
