// What engines that ask solvers have in common: one property after the other, each with limits, and how
// they say what came out.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clew/base/function_ref.hpp"
#include "clew/engine/solver/symbolic_question.hpp"
#include "clew/solve/sat_solver.hpp"
#include "clew/walk/limit_watch.hpp"

namespace clew {

// One property on its way to an answer.
class Inquiry {
 public:
  Inquiry() = default;
  virtual ~Inquiry() = default;
  Inquiry(const Inquiry&) = delete;
  Inquiry& operator=(const Inquiry&) = delete;

  // One move further.  The answer, once there is one.
  virtual std::optional<Finding> look_further() = 0;
  // The answer if no longer run has to be looked at.
  virtual Finding exhausted() = 0;
  // No run of so many moves or fewer decides; nothing: not even of none.
  virtual std::optional<std::uint64_t> clear() const = 0;
};

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

  // The report of an engine that goes on with all properties together, move by move, so that a hard one
  // does not keep the others from an answer.  Between two rounds, with at least one property open,
  // `is_exhausted` may end the search; it gets the number of rounds.
  using Make = FunctionRef<std::unique_ptr<Inquiry>(const Property&, const SymbolicQuestion&)>;
  EngineReport answer_in_turns(Make make, FunctionRef<bool(std::uint64_t)> is_exhausted);
  EngineReport answer_in_turns(Make make) {
    return answer_in_turns(make, [](std::uint64_t) { return false; });
  }
  // The report of an engine that answers one property after the other.
  EngineReport answer_each(FunctionRef<Finding(const Property&)> answer);

 private:
  struct Open {
    std::size_t property;
    std::unique_ptr<Inquiry> inquiry;
  };
  // What `answer` says, or why there is no answer if it throws.
  std::optional<Finding> guarded(FunctionRef<std::optional<Finding>()> answer);
  std::optional<Finding> begin(const Property& property, Make make, Open& open);
  EngineReport report(std::vector<Finding> findings) const;

  const Model& model_;
  const EngineTask& task_;
  SolverKind kind_;
  LimitWatch limits_;
  Symbolic symbolic_;
  std::uint64_t depth_ = 0;
};

}  // namespace clew
