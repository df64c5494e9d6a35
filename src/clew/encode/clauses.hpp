// Circuits as clauses: hands a solver those gates that are asked about, each once.
//
//   Clauses clauses(circuit, solver);
//   clauses.require(valid);                                    // from now on
//   solver.solve({clauses(enabled)}) == SatAnswer::Satisfiable  // for this call
//
// Every gate gets a variable and clauses in both directions (Tseitin 1968), so that what is known about
// operands tells the gate and the other way round.
#pragma once

#include <span>
#include <vector>

#include "clew/encode/circuit.hpp"
#include "clew/solve/sat_solver.hpp"

namespace clew {

class Clauses {
 public:
  // REQUIRES: both outlive this.  The circuit may grow.
  Clauses(const Circuit& circuit, SatSolver& solver) : circuit_(circuit), solver_(solver) {}

  SatLit operator()(Lit lit);
  std::vector<SatLit> operator()(std::span<const Lit> lits);

  // The literal is true from now on.
  void require(Lit lit) { require_any({{lit}}); }
  // One of them is; `guard` may be a literal of the solver that has to be true for that.
  void require_any(std::span<const Lit> lits, std::optional<SatLit> guard = std::nullopt);

  // False also if the solver was never told about it.
  // REQUIRES: the solver's last answer was Satisfiable, and nothing was added since.
  bool value(Lit lit) const;
  std::vector<bool> values(std::span<const Lit> lits) const;

 private:
  static constexpr SatLit no_lit{0};

  SatLit known(Lit lit) const { return negated_if(by_node_[node_of(lit)], is_negated(lit)); }
  void add_gate(std::uint32_t node);

  const Circuit& circuit_;
  SatSolver& solver_;
  std::vector<SatLit> by_node_;  // no_lit: not told yet
};

// Clauses that say: exactly one of the literals is true.  The circuit gets inputs for that.
std::vector<std::vector<Lit>> exactly_one(Circuit& circuit, std::span<const Lit> lits);

}  // namespace clew
