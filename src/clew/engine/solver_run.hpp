// What engines that ask solvers have in common: one property after the other, each with limits, and how
// they say what came out.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clew/base/function_ref.hpp"
#include "clew/engine/limit_watch.hpp"
#include "clew/engine/symbolic_question.hpp"
#include "clew/solve/sat_solver.hpp"

namespace clew {

class SolverRun {
 public:
  // `preferred` is the solver if the task names none.
  SolverRun(const Model& model, const EngineTask& task, SolverKind preferred);

  const Model& model() const { return model_; }
  const EngineTask& task() const { return task_; }
  const Symbolic& symbolic() const { return symbolic_; }
  const SymbolicModel& system() const { return *symbolic_.model; }
  SolverKind solver_kind() const { return kind_; }

  // A new solver that stops when a limit is reached.
  std::unique_ptr<SatSolver> make_solver() { return make_solver(kind_); }
  std::unique_ptr<SatSolver> make_solver(SolverKind kind);

  // False if a limit was reached.
  bool goes_on();
  // How far the search has come: for the heartbeat and for what is said in the end.
  void set_depth(std::uint64_t depth) { depth_ = depth; }
  // Runs of more moves are not asked about; nothing: of all lengths.
  std::optional<std::uint64_t> bound() const;

  // --- findings
  // Some run decides.
  static Finding found(const Property& property, MovePath path);
  // No run does.
  static Finding proven(const Property& property, Basis basis);
  // Whether some does is open: a limit was reached, after no run of `clear` moves or fewer did.
  Finding stopped(std::optional<std::uint64_t> clear) const;
  // The same because the bound was.
  Finding bounded(std::uint64_t bound) const;
  static Finding refused(std::string why);
  static Finding without_value(std::string text);

  // The report of an engine that answers one property after the other.
  EngineReport answer_each(FunctionRef<Finding(const Property&)> answer);
  // The same if it answers all at once.  Those that it leaves alone are open.
  EngineReport answer_all(FunctionRef<void(std::vector<Finding>&)> answer);

 private:
  // Why there is no answer if `answer` throws.
  Finding guarded(FunctionRef<Finding()> answer);
  EngineReport report(std::vector<Finding> findings) const;

  const Model& model_;
  const EngineTask& task_;
  SolverKind kind_;
  LimitWatch limits_;
  Symbolic symbolic_;
  std::uint64_t depth_ = 0;
};

}  // namespace clew
