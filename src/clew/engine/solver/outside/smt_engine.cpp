#include "clew/engine/solver/outside/smt_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/engine/solver/outside/outside_program.hpp"
#include "clew/engine/solver/solver_run.hpp"
#include "clew/export/smt2.hpp"

namespace clew {

namespace {

class SmtInquiry {
 public:
  SmtInquiry(SolverRun& run, const std::vector<std::string>& arguments)
      : run_(run), arguments_(arguments) {}

  Finding answer(const Property& property) {
    if (run_.task().fairness != Fairness::None && is_some(property.claim)) {
      return SolverRun::refused(
          "no fairness: only the explicit engine can tell fair runs from others");
    }
    if (run_.task().ends != Ends::Stutter && property.kind != PropertyKind::Progress &&
        is_some(property.claim)) {
      return SolverRun::refused("runs that end stay in their last state for other programs");
    }
    const Smt2Problem problem(run_.model(), property);
    if (!problem.refusal().empty()) return SolverRun::refused(problem.refusal());
    const std::uint64_t bound = run_.bound().value_or(outside_depth_max);
    std::optional<std::uint64_t> clear;
    for (std::uint64_t depth = 0; depth <= bound; ++depth) {
      run_.set_depth(depth);
      const auto said =
          ask_program(arguments_, problem.text(depth), [this] { return run_.goes_on(); });
      if (!said || !run_.goes_on()) return run_.stopped(clear);
      if (said->text.starts_with("sat")) return found(property, problem, depth, said->text);
      if (!said->text.starts_with("unsat")) return gave_up(said->text, clear);
      clear = depth;
    }
    return run_.bounded(bound);
  }

 private:
  Finding found(const Property& property, const Smt2Problem& problem, std::uint64_t depth,
                const std::string& said) const {
    auto path = problem.path(depth, said);
    if (!path) return gave_up(said, std::nullopt);
    Finding finding = SolverRun::found(property, std::move(path->moves));
    finding.loop_start = path->loop_start;
    return finding;
  }

  Finding gave_up(const std::string& said, std::optional<std::uint64_t> clear) const {
    Finding finding;
    finding.reason = Reason::Solver;
    finding.reason_text =
        said.empty() ? fmt::format("{} gave no answer", arguments_.front())
                     : fmt::format("{} said '{}'", arguments_.front(),
                                   said.substr(0, std::min<std::size_t>(said.find('\n'), 120)));
    if (clear) {
      finding.basis = Basis::Bounded;
      finding.depth = *clear;
    }
    return finding;
  }

  SolverRun& run_;
  const std::vector<std::string> arguments_;
};

EngineReport run_solver(const Model& model, const EngineTask& task, SolverKind kind,
                        const std::vector<std::string>& arguments) {
  SolverRun run(model, task, kind);
  SmtInquiry inquiry(run, arguments);
  EngineReport report =
      run.answer_each([&](const Property& property) { return inquiry.answer(property); });
  report.statistics.store = arguments.front();
  return report;
}

}  // namespace

EngineReport run_z3_engine(const Model& model, const EngineTask& task) {
  return run_solver(model, task, SolverKind::Z3, {"z3", "-in", "-smt2"});
}

EngineReport run_cvc5_engine(const Model& model, const EngineTask& task) {
  return run_solver(model, task, SolverKind::Cvc5, {"cvc5", "--lang=smt2", "--produce-models"});
}

EngineReport run_yices_engine(const Model& model, const EngineTask& task) {
  return run_solver(model, task, SolverKind::Yices, {"yices-smt2"});
}

}  // namespace clew
