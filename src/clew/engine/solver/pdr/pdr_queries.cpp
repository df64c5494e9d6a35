#include "clew/engine/solver/pdr/pdr_queries.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace clew {

PdrQueries::PdrQueries(SolverRun& run, const SymbolicQuestion& question)
    : run_(run),
      question_(question),
      system_(*question.symbolic.model),
      fixed_(fixed_bits(system_)),
      unrolled_(system_, question.moves, Unrolled::Begin::Anywhere) {
  // Whatever else the condition says is about these bits then: they are an initial state, or none is.
  is_start_fixed_ =
      std::all_of(fixed_.begin(), fixed_.end(), [](const auto& bit) { return bit.has_value(); }) &&
      Unrolled(system_, {}, Unrolled::Begin::Initial).begins() == lit_true;
  unrolled_.extend();
  renew();
}

void PdrQueries::renew() {
  const std::size_t frames = acts_.size();
  clauses_.reset();
  solver_ = run_.make_solver();
  clauses_.emplace(unrolled_.circuit(), *solver_);
  Clauses& clauses = *clauses_;
  clauses.require(unrolled_.at(0, system_.valid));
  moves_ = solver_->add_variable();
  // Without any move the choice among them is a contradiction: states may be asked about all the same.
  const bool has_moves = !unrolled_.choice(0).front().empty();
  for (const std::vector<Lit>& clause : unrolled_.choice(0)) {
    clauses.require_any(clause, has_moves ? std::nullopt : std::optional(moves_));
  }
  clauses.require_any({{unrolled_.ok(0)}}, moves_);
  now_ = clauses(unrolled_.bits(0));
  next_ = clauses(unrolled_.bits(1));
  starts_ = clauses(unrolled_.at(0, system_.initial));
  decides_by_state_ = clauses(unrolled_.at(0, question_.by_state));
  decides_ = clauses(unrolled_.circuit().either(unrolled_.at(0, question_.by_state),
                                                unrolled_.at(0, question_.by_move)));
  acts_.clear();
  for (std::size_t i = 0; i < frames; ++i) add_frame();
  rubbish_ = 0;
}

void PdrQueries::block(const StateCube& cube, std::size_t frame) {
  std::vector<SatLit> clause{!acts_[frame]};
  for (const BitValue value : cube) {
    clause.push_back(negated_if(now_[bit_of(value)], is_set(value)));
  }
  solver_->add_clause(clause);
}

SatAnswer PdrQueries::ask(SatSolver& solver, const std::vector<SatLit>& assumptions) {
  const SatAnswer answer = solver.solve(assumptions);
  if (answer == SatAnswer::Stopped) throw PdrStopped();
  return answer;
}

std::vector<SatLit> PdrQueries::acts_from(std::size_t frame) const {
  if (frame == 0) return {starts_};
  return {acts_.begin() + static_cast<std::ptrdiff_t>(frame), acts_.end()};
}

PdrStep PdrQueries::step_found(bool takes_move) {
  PdrStep step;
  step.bits = clauses_->values(unrolled_.bits(0));
  step.inputs = clauses_->values(unrolled_.inputs(0));
  if (takes_move) step.move = unrolled_.move_taken(*clauses_, 0);
  return step;
}

std::optional<PdrStep> PdrQueries::deciding_state(std::size_t frame, bool also_by_move) {
  std::vector<SatLit> assumptions = acts_from(frame);
  assumptions.push_back(also_by_move ? decides_ : decides_by_state_);
  if (ask(*solver_, assumptions) == SatAnswer::Unsatisfiable) return std::nullopt;
  return step_found(false);
}

std::optional<PdrStep> PdrQueries::state_before(const StateCube& cube, std::size_t frame,
                                                bool leaves_out_cube, StateCube* core) {
  std::vector<SatLit> assumptions = acts_from(frame);
  assumptions.push_back(moves_);
  std::optional<SatLit> guard;
  if (leaves_out_cube) {
    guard = solver_->add_variable();
    std::vector<SatLit> outside{!*guard};
    for (const BitValue value : cube) {
      outside.push_back(negated_if(now_[bit_of(value)], is_set(value)));
    }
    solver_->add_clause(outside);
    assumptions.push_back(*guard);
    ++rubbish_;
  }
  for (const BitValue value : cube) {
    assumptions.push_back(negated_if(next_[bit_of(value)], !is_set(value)));
  }
  std::optional<PdrStep> step;
  if (ask(*solver_, assumptions) == SatAnswer::Satisfiable) {
    step = step_found(true);
  } else if (core) {
    core->clear();
    for (const BitValue value : cube) {
      if (solver_->failed(negated_if(next_[bit_of(value)], !is_set(value)))) core->push_back(value);
    }
  }
  if (guard) solver_->add_clause({!*guard});
  return step;
}

std::optional<std::vector<bool>> PdrQueries::initial_state_in(const StateCube& cube) {
  if (!meets_initial(cube)) return std::nullopt;
  std::vector<bool> bits(fixed_.size());
  if (!is_start_fixed_) return clauses_->values(unrolled_.bits(0));
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = *fixed_[i];
  return bits;
}

bool PdrQueries::meets_initial(const StateCube& cube) {
  for (const BitValue value : cube) {
    const auto& fixed = fixed_[bit_of(value)];
    if (fixed && *fixed != is_set(value)) return false;
  }
  if (is_start_fixed_) return true;
  std::vector<SatLit> assumptions{starts_};
  for (const BitValue value : cube) {
    assumptions.push_back(negated_if(now_[bit_of(value)], !is_set(value)));
  }
  return ask(*solver_, assumptions) == SatAnswer::Satisfiable;
}

StateCube PdrQueries::apart_from_initial(StateCube part, const StateCube& whole) {
  if (!meets_initial(part)) return part;
  for (const BitValue value : whole) {
    const auto& fixed = fixed_[bit_of(value)];
    if (!fixed || *fixed == is_set(value)) continue;
    part.insert(std::lower_bound(part.begin(), part.end(), value), value);
    return part;
  }
  for (const BitValue value : whole) {
    const auto place = std::lower_bound(part.begin(), part.end(), value);
    if (place != part.end() && *place == value) continue;
    part.insert(place, value);
    if (!meets_initial(part)) return part;
  }
  return part;
}

void PdrQueries::prepare_lifter() {
  if (lifter_ && lifter_rubbish_ <= rubbish_max) return;
  lifter_clauses_.reset();
  lifter_ = run_.make_solver();
  lifter_clauses_.emplace(system_.circuit, *lifter_);
  lifter_clauses_->require(system_.valid);
  lifter_rubbish_ = 0;
}

StateCube PdrQueries::lifted_by(const PdrStep& step, SatLit guard) {
  Clauses& clauses = *lifter_clauses_;
  std::vector<SatLit> assumptions{guard};
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    assumptions.push_back(negated_if(clauses(system_.inputs[i]), !step.inputs[i]));
  }
  std::vector<SatLit> of_bits;
  for (std::size_t i = 0; i < step.bits.size(); ++i) {
    of_bits.push_back(negated_if(clauses(system_.bits[i]), !step.bits[i]));
  }
  assumptions.insert(assumptions.end(), of_bits.begin(), of_bits.end());
  StateCube cube;
  const bool is_lifted = ask(*lifter_, assumptions) == SatAnswer::Unsatisfiable;
  for (std::size_t i = 0; i < of_bits.size(); ++i) {
    if (!is_lifted || lifter_->failed(of_bits[i])) cube.push_back(bit_value(i, step.bits[i]));
  }
  lifter_->add_clause({!guard});
  ++lifter_rubbish_;
  return cube;
}

namespace {

// What the move makes of a bit.
Lit value_behind(const SymbolicModel& system, const SymbolicMove& move, std::uint32_t bit) {
  const auto update = std::lower_bound(
      move.updates.begin(), move.updates.end(), bit,
      [](const SymbolicMove::Update& each, std::uint32_t b) { return each.bit < b; });
  return update != move.updates.end() && update->bit == bit ? update->value : system.bits[bit];
}

}  // namespace

StateCube PdrQueries::lifted(const PdrStep& step, const StateCube& target) {
  prepare_lifter();
  const SymbolicMove& move = system_.moves[step.move];
  std::vector<Lit> misses{!move.enabled};
  for (const BitValue value : target) {
    misses.push_back(negated_if(value_behind(system_, move, bit_of(value)), is_set(value)));
  }
  const SatLit guard = lifter_->add_variable();
  lifter_clauses_->require_any(misses, guard);
  return lifted_by(step, guard);
}

StateCube PdrQueries::lifted_decision(const PdrStep& step, bool also_by_move) {
  prepare_lifter();
  const SatLit guard = lifter_->add_variable();
  lifter_clauses_->require_any({{!question_.by_state}}, guard);
  if (also_by_move) lifter_clauses_->require_any({{!question_.by_move}}, guard);
  return lifted_by(step, guard);
}

}  // namespace clew
