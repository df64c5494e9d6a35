#include "clew/solve/sat_solver.hpp"

#include "clew/solve/solvers.hpp"

namespace clew {

std::string_view name_of(SolverKind kind) {
  switch (kind) {
    case SolverKind::Cadical: return "cadical";
    case SolverKind::Minisat: return "minisat";
    case SolverKind::Z3: return "z3";
    case SolverKind::Cvc5: return "cvc5";
    case SolverKind::Yices: return "yices-smt2";
  }
  return {};
}

const std::vector<SolverKind>& solver_kinds() {
  static const std::vector<SolverKind> all = {SolverKind::Cadical, SolverKind::Minisat,
                                              SolverKind::Z3, SolverKind::Cvc5, SolverKind::Yices};
  return all;
}

std::optional<SolverKind> solver_named(std::string_view name) {
  for (const SolverKind kind : solver_kinds()) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

std::unique_ptr<SatSolver> make_sat_solver(SolverKind kind) {
  switch (kind) {
    case SolverKind::Cadical: return make_cadical_solver();
    case SolverKind::Minisat: return make_minisat_solver();
    case SolverKind::Z3: return make_smtlib_solver({"z3", "-in", "-smt2"});
    case SolverKind::Cvc5:
      return make_smtlib_solver({"cvc5", "--lang=smt2", "--incremental", "--produce-models"});
    case SolverKind::Yices: return make_smtlib_solver({"yices-smt2", "--incremental"});
  }
  return nullptr;
}

}  // namespace clew
