#include <minisat/core/Solver.h>

#include <algorithm>

#include "clew/solve/solvers.hpp"

namespace clew {

namespace {

// The library can be stopped from a signal handler or between two calls.  Calls with a small budget,
// one after the other, cost next to nothing, because what was learnt stays.
constexpr std::int64_t conflicts_per_call = 2'000;
constexpr std::int64_t propagations_per_call = 1'000'000;

Minisat::Lit inner(SatLit lit) { return Minisat::mkLit(variable_of(lit) - 1, is_negated(lit)); }

class MinisatSolver final : public SatSolver {
 public:
  SatLit add_variable() override { return static_cast<SatLit>(solver_.newVar() + 1); }

  void add_clause(std::span<const SatLit> clause) override {
    scratch_.clear();
    for (const SatLit lit : clause) scratch_.push(inner(lit));
    solver_.addClause_(scratch_);
  }

  SatAnswer solve(std::span<const SatLit> assumptions, std::uint64_t conflicts_max) override {
    assumptions_.clear();
    for (const SatLit lit : assumptions) assumptions_.push(inner(lit));
    const std::uint64_t begin = solver_.conflicts;
    while (!wants_to_stop()) {
      solver_.setConfBudget(conflicts_per_call);
      solver_.setPropBudget(propagations_per_call);
      const Minisat::lbool answer = solver_.solveLimited(assumptions_);
      if (Minisat::toInt(answer) == 0) return SatAnswer::Satisfiable;
      if (Minisat::toInt(answer) == 1) return mark_failed();
      if (conflicts_max > 0 && solver_.conflicts - begin >= conflicts_max) break;
    }
    return SatAnswer::Stopped;
  }

  bool value(SatLit lit) override { return Minisat::toInt(solver_.modelValue(inner(lit))) == 0; }

  bool failed(SatLit assumption) override {
    const auto index = static_cast<std::size_t>(Minisat::toInt(inner(assumption)));
    return index < failed_.size() && failed_[index];
  }

 private:
  SatAnswer mark_failed() {
    failed_.assign(2 * static_cast<std::size_t>(solver_.nVars()), false);
    for (int i = 0; i < solver_.conflict.size(); ++i) {
      failed_[static_cast<std::size_t>(Minisat::toInt(~solver_.conflict[i]))] = true;
    }
    return SatAnswer::Unsatisfiable;
  }

  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> scratch_;
  Minisat::vec<Minisat::Lit> assumptions_;
  std::vector<bool> failed_;  // by literal, of the last answer
};

}  // namespace

std::unique_ptr<SatSolver> make_minisat_solver() { return std::make_unique<MinisatSolver>(); }

}  // namespace clew
