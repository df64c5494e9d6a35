#include <cadical.hpp>

#include "clew/solve/solvers.hpp"

namespace clew {

namespace {

class CadicalSolver final : public SatSolver, private CaDiCaL::Terminator {
 public:
  CadicalSolver() {
    solver_.set("quiet", 1);
    solver_.connect_terminator(this);
  }
  ~CadicalSolver() override { solver_.disconnect_terminator(); }

  SatLit add_variable() override { return static_cast<SatLit>(++variables_); }

  void add_clause(std::span<const SatLit> clause) override {
    for (const SatLit lit : clause) solver_.add(static_cast<int>(lit));
    solver_.add(0);
  }

  SatAnswer solve(std::span<const SatLit> assumptions, std::uint64_t conflicts_max) override {
    if (wants_to_stop()) return SatAnswer::Stopped;
    for (const SatLit lit : assumptions) solver_.assume(static_cast<int>(lit));
    if (conflicts_max > 0) {
      solver_.limit("conflicts",
                    static_cast<int>(std::min<std::uint64_t>(conflicts_max, 1U << 30)));
    }
    switch (solver_.solve()) {
      case 10: return SatAnswer::Satisfiable;
      case 20: return SatAnswer::Unsatisfiable;
      default: return SatAnswer::Stopped;
    }
  }

  bool value(SatLit lit) override {
    // A variable that occurs in no clause has any value.
    if (variable_of(lit) > solver_.vars()) return is_negated(lit);
    return solver_.val(static_cast<int>(lit)) > 0;
  }

  bool failed(SatLit assumption) override { return solver_.failed(static_cast<int>(assumption)); }

 private:
  bool terminate() override { return wants_to_stop(); }

  CaDiCaL::Solver solver_;
  int variables_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> make_cadical_solver() { return std::make_unique<CadicalSolver>(); }

}  // namespace clew
