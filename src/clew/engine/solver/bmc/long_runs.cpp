#include "clew/engine/solver/bmc/long_runs.hpp"

namespace clew {

namespace {

// The question is a luxury: bounded search goes on without it.
constexpr std::uint64_t conflicts_max = 5'000;
constexpr std::uint64_t failures_max = 3;

}  // namespace

LongRuns::LongRuns(SolverRun& run, const std::vector<std::uint32_t>& moves)
    : solver_(run.make_solver()),
      unrolled_(run.system(), moves, Unrolled::Begin::Initial),
      clauses_(unrolled_.circuit(), *solver_) {
  clauses_.require(unrolled_.begins());
}

bool LongRuns::are_shorter_than(std::uint64_t length) {
  if (failures_ >= failures_max) return false;
  try {
    return is_impossible(length);
  } catch (const SolverFailure&) {
    // Whoever looks at the runs themselves will say so, or can do without.
    failures_ = failures_max;
    return false;
  }
}

bool LongRuns::is_impossible(std::uint64_t length) {
  unrolled_.extend();
  unrolled_.require_move(clauses_, length - 1);
  for (std::size_t i = 0; i < length; ++i) clauses_.require(!unrolled_.same_state(i, length));
  const SatAnswer answer = solver_->solve(std::span<const SatLit>(), conflicts_max);
  failures_ = answer == SatAnswer::Stopped ? failures_ + 1 : 0;
  return answer == SatAnswer::Unsatisfiable;
}

}  // namespace clew
