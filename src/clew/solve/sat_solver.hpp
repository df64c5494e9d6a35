// The one door to SAT solvers: clauses in, an answer out, again and again.
//
//   const auto solver = make_sat_solver(SolverKind::Cadical);
//   const SatLit a = solver->add_variable(), b = solver->add_variable();
//   solver->add_clause({{a, b}});
//   if (solver->solve({{!a}}) == SatAnswer::Satisfiable) use(solver->value(b));   // true
//
// Clauses stay for ever; assumptions count for one call of solve() only.
// Threads: one at a time; two solvers may run in two threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

enum class SatLit : std::int32_t {};  // a variable, counted from 1; below 0: its negation

constexpr SatLit operator!(SatLit lit) {
  return static_cast<SatLit>(-static_cast<std::int32_t>(lit));
}
constexpr std::int32_t variable_of(SatLit lit) {
  const auto number = static_cast<std::int32_t>(lit);
  return number < 0 ? -number : number;
}
constexpr bool is_negated(SatLit lit) { return static_cast<std::int32_t>(lit) < 0; }
constexpr SatLit negated_if(SatLit lit, bool condition) { return condition ? !lit : lit; }

enum class SatAnswer : std::uint8_t {
  Satisfiable,
  Unsatisfiable,  // under the assumptions
  Stopped,        // by the stop callback or by the limit of conflicts
};

enum class SolverKind : std::uint8_t {
  Cadical,
  Minisat,
  Z3,  // this and the following: programs on the PATH, spoken to in SMT-LIB 2
  Cvc5,
  Yices,
};

std::string_view name_of(SolverKind kind);  // as the user writes it
std::optional<SolverKind> solver_named(std::string_view name);
const std::vector<SolverKind>& solver_kinds();  // all of them

// A solver could not be started, ended by itself, or said what makes no sense.
struct SolverFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class SatSolver {
 public:
  // True: give up now.
  using Stop = std::function<bool()>;

  SatSolver() = default;
  virtual ~SatSolver() = default;
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  // Asked at least every 0.1 s while solve() runs.
  void set_stop(Stop stop) { stop_ = std::move(stop); }

  virtual SatLit add_variable() = 0;
  virtual void add_clause(std::span<const SatLit> clause) = 0;
  // `conflicts_max` 0: no limit.
  virtual SatAnswer solve(std::span<const SatLit> assumptions, std::uint64_t conflicts_max) = 0;
  // REQUIRES: the last answer was Satisfiable, and nothing was added since.
  virtual bool value(SatLit lit) = 0;
  // The answer needed this assumption.
  // REQUIRES: the last answer was Unsatisfiable, and nothing was added since.
  virtual bool failed(SatLit assumption) = 0;

  // --- shorthands
  SatAnswer solve(std::span<const SatLit> assumptions) { return solve(assumptions, 0); }
  SatAnswer solve(std::initializer_list<SatLit> assumptions) {
    return solve(std::span(assumptions.begin(), assumptions.size()), 0);
  }
  void add_clause(std::initializer_list<SatLit> clause) {
    add_clause(std::span(clause.begin(), clause.size()));
  }

 protected:
  bool wants_to_stop() const { return stop_ && stop_(); }

 private:
  Stop stop_;
};

// Throws SolverFailure if there is no such program.
std::unique_ptr<SatSolver> make_sat_solver(SolverKind kind);

}  // namespace clew
