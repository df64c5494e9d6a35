#include "clew/engine/solver/certificate.hpp"

#include <algorithm>
#include <utility>

#include "clew/encode/unrolled_runs.hpp"

namespace clew {

namespace {

// Thrown when a limit was reached; never leaves this file.
struct CheckStopped {};

class Checker {
 public:
  Checker(SolverRun& run, const Property& property, const Certificate& certificate)
      : run_(run), certificate_(certificate) {
    question_ = question_of(run.model(), symbolic_model(run.model()), property, run.task());
    if (question_.is_about_loops) question_ = as_question_about_states(question_);
    symbolic_ = question_.symbolic;
    SymbolicModel& system = *symbolic_.model;
    const Lit decided = system.circuit.either(question_.by_state, question_.by_move);
    decides_ = system.circuit.either(decided, question_.fails);
  }

  bool is_confirmed() {
    if (certificate_.length == 0) return is_invariant();
    return certificate_.runs_end ? are_runs_over() : is_induction();
  }

 private:
  std::unique_ptr<SatSolver> make_solver() {
    const bool is_cadical = run_.solver_kind() == SolverKind::Cadical;
    return run_.make_solver(is_cadical ? SolverKind::Minisat : SolverKind::Cadical);
  }

  static bool is_impossible(SatSolver& solver, std::span<const SatLit> assumptions) {
    const SatAnswer answer = solver.solve(assumptions);
    if (answer == SatAnswer::Stopped) throw CheckStopped();
    return answer == SatAnswer::Unsatisfiable;
  }

  // Over the literals that stand for the bits of a state: it is in none of these cubes.
  static Lit outside(Circuit& circuit, std::span<const Lit> bits,
                     const std::vector<const StateCube*>& cubes) {
    std::vector<Lit> clauses;
    for (const StateCube* const cube : cubes) {
      std::vector<Lit> clause;
      for (const BitValue value : *cube) {
        clause.push_back(negated_if(bits[bit_of(value)], is_set(value)));
      }
      clauses.push_back(circuit.any(clause));
    }
    return circuit.all(clauses);
  }

  std::vector<const StateCube*> cubes_about(const SymbolicMove* move) const {
    std::vector<bool> is_updated(symbolic_.model->bits.size(), move == nullptr);
    if (move) {
      for (const SymbolicMove::Update& update : move->updates) is_updated[update.bit] = true;
    }
    std::vector<const StateCube*> cubes;
    for (const StateCube& cube : certificate_.excluded) {
      const bool is_about = std::any_of(cube.begin(), cube.end(),
                                        [&](BitValue value) { return is_updated[bit_of(value)]; });
      if (!move || is_about) cubes.push_back(&cube);
    }
    return cubes;
  }

  bool is_invariant() {
    SymbolicModel& system = *symbolic_.model;
    const auto solver = make_solver();
    Clauses clauses(system.circuit, *solver);
    const Lit invariant = system.circuit.both(
        system.valid, outside(system.circuit, system.bits, cubes_about(nullptr)));
    if (!is_impossible(*solver, clauses({{system.initial, !invariant}}))) return false;
    clauses.require(invariant);
    if (!is_impossible(*solver, clauses({{decides_}}))) return false;
    const auto& moves = question_.moves;
    return std::all_of(moves.begin(), moves.end(), [&](std::uint32_t number) {
      const SymbolicMove& move = system.moves[number];
      // Cubes over bits that the move does not touch stay excluded.
      Rewiring behind(system.circuit, system.circuit);
      std::vector<Lit> bits = system.bits;
      for (const SymbolicMove::Update& update : move.updates) {
        behind.set(system.bits[update.bit], update.value);
        bits[update.bit] = update.value;
      }
      const Lit stays = system.circuit.both(behind(system.valid),
                                            outside(system.circuit, bits, cubes_about(&move)));
      return is_impossible(*solver, clauses({{move.enabled, !stays}}));
    });
  }

  // No run of fewer than `length` moves decides.
  bool is_base_clear() {
    Unrolled unrolled(*symbolic_.model, question_.moves, Unrolled::Begin::Initial);
    const auto solver = make_solver();
    Clauses clauses(unrolled.circuit(), *solver);
    clauses.require(unrolled.begins());
    for (std::size_t i = 0; i < certificate_.length; ++i) {
      if (i > 0) {
        unrolled.extend();
        unrolled.require_move(clauses, i - 1);
      }
      if (!is_impossible(*solver, clauses({{unrolled.at(i, decides_)}}))) return false;
    }
    return true;
  }

  // What the step takes for granted: values stay within their ranges.
  bool is_valid_kept() {
    Unrolled one(*symbolic_.model, question_.moves, Unrolled::Begin::Anywhere);
    one.extend();
    const auto solver = make_solver();
    Clauses clauses(one.circuit(), *solver);
    const Lit valid = symbolic_.model->valid;
    if (!is_impossible(*solver,
                       clauses({{one.at(0, symbolic_.model->initial), !one.at(0, valid)}}))) {
      return false;
    }
    one.require_move(clauses, 0);
    return is_impossible(*solver, clauses({{one.at(0, valid), !one.at(1, valid)}}));
  }

  bool is_step_clear() {
    Unrolled unrolled(*symbolic_.model, question_.moves, Unrolled::Begin::Anywhere);
    const auto solver = make_solver();
    Clauses clauses(unrolled.circuit(), *solver);
    for (std::size_t i = 0; i < certificate_.length; ++i) {
      clauses.require(unrolled.at(i, symbolic_.model->valid));
      clauses.require(!unrolled.at(i, decides_));
      unrolled.extend();
      unrolled.require_move(clauses, i);
      for (std::size_t j = 0; j <= i; ++j) clauses.require(!unrolled.same_state(j, i + 1));
    }
    return is_impossible(*solver, clauses({{unrolled.at(certificate_.length, decides_)}}));
  }

  // No run of fewer than `length` moves decides, and none has as many.
  bool are_runs_over() {
    if (!is_base_clear()) return false;
    Unrolled unrolled(*symbolic_.model, question_.moves, Unrolled::Begin::Initial);
    const auto solver = make_solver();
    Clauses clauses(unrolled.circuit(), *solver);
    clauses.require(unrolled.begins());
    for (std::size_t i = 0; i < certificate_.length; ++i) {
      unrolled.extend();
      unrolled.require_move(clauses, i);
    }
    return is_impossible(*solver, {});
  }

  bool is_induction() { return is_base_clear() && is_valid_kept() && is_step_clear(); }

  SolverRun& run_;
  const Certificate& certificate_;
  Symbolic symbolic_;
  SymbolicQuestion question_;
  Lit decides_ = lit_false;
};

}  // namespace

CertificateCheck check_certificate(SolverRun& run, const Property& property,
                                   const Certificate& certificate) {
  try {
    Checker checker(run, property, certificate);
    return checker.is_confirmed() ? CertificateCheck::Confirmed : CertificateCheck::Refuted;
  } catch (const CheckStopped&) {
    return CertificateCheck::Stopped;
  }
}

Finding certified(SolverRun& run, const Property& property, const SymbolicQuestion& question,
                  const Certificate& certificate, std::uint64_t clear) {
  Finding finding;
  switch (check_certificate(run, property, certificate)) {
    case CertificateCheck::Confirmed:
      finding = SolverRun::proven(property, Basis::Inductive);
      finding.certificate = text_of(certificate, run.model(), property, question);
      return finding;
    case CertificateCheck::Stopped: return run.stopped(clear);
    case CertificateCheck::Refuted: break;
  }
  finding.reason = Reason::Defect;
  finding.reason_text = "the certificate does not stand";
  return finding;
}

}  // namespace clew
