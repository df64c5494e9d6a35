#include "clew/engine/outside/checker_engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/encode/smv.hpp"
#include "clew/encode/uppaal.hpp"
#include "clew/engine/outside/nusmv_output.hpp"
#include "clew/engine/outside/outside_program.hpp"
#include "clew/engine/outside/watched_lasso.hpp"
#include "clew/engine/solver_run.hpp"

namespace clew {

namespace {

Finding open_answer(std::string text) {
  Finding finding;
  finding.reason = Reason::Solver;
  finding.reason_text = std::move(text);
  return finding;
}

// Nothing decides the property, says the other program: `bounded` if the model bounds its runs.
Finding nothing_decides(const SolverRun& run, const Property& property) {
  if (run.model().moves_max) return run.bounded(*run.model().moves_max);
  if (property.kind == PropertyKind::Reach &&
      run.symbolic().truth_of(property.expr).fails != lit_false) {
    return SolverRun::without_value("the expression may have no value in some state");
  }
  return SolverRun::proven(property, Basis::Exhaustive);
}

// The states of the counterexample; none if one of them cannot be read.
std::vector<State> states_of(const SmvExport& smv, const NusmvOutput& said) {
  std::vector<State> states;
  for (const auto& values : said.states) {
    auto state = smv.state_of(values);
    if (!state) return {};
    states.push_back(std::move(*state));
  }
  return states;
}

// The run of the system, and of the claim that watches it, on which a formula is false.
std::optional<Finding> watched_finding(const Model& product, const Property& property,
                                       std::vector<State> states,
                                       std::optional<std::size_t> loop_start) {
  if (!loop_start || *loop_start >= states.size()) return std::nullopt;
  // Where the loop begins is shown once more at its end.
  const bool is_closed = states.size() > *loop_start + 1 && states.back() == states[*loop_start];
  if (is_closed) states.pop_back();
  auto lasso = watched_lasso(product, states, *loop_start);
  if (!lasso) return std::nullopt;
  Finding finding = SolverRun::found(property, std::move(lasso->path));
  finding.loop_start = lasso->loop_start;
  return finding;
}

// The run that the states are those of.
std::optional<Finding> finding_from(const SmvExport& smv, const Property& property,
                                    const NusmvOutput& said) {
  const Interpreter judge(*smv.model);
  const std::vector<State> states = states_of(smv, said);
  if (states.empty()) return std::nullopt;
  MovePath path;
  path.first = states.front();
  std::optional<std::size_t> loop_start;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    if (said.loop_start == i) loop_start = path.moves.size();
    std::vector<Firing> move = move_between(judge, states[i], states[i + 1]);
    if (!move.empty()) {
      path.moves.push_back(std::move(move));
    } else if (states[i] != states[i + 1]) {
      return std::nullopt;
    }
  }
  if (property.kind == PropertyKind::Errors) {
    std::vector<Firing> failing;
    judge.moves(states.back(), [&](const Move& move) {
      if (!move.target && failing.empty()) failing = {move.firings.begin(), move.firings.end()};
    });
    if (failing.empty()) return std::nullopt;
    path.moves.push_back(std::move(failing));
  }
  Finding finding = SolverRun::found(property, std::move(path));
  if (property.kind == PropertyKind::Infinite) {
    if (!loop_start) return std::nullopt;
    finding.loop_start = loop_start;
  }
  return finding;
}

Finding ask_nusmv(SolverRun& run, const Property& property) {
  if (run.task().fairness != Fairness::None || !run.task().ends_stutter) {
    return SolverRun::refused("another program knows neither fairness nor other ends of runs");
  }
  const SmvExport smv = smv_export(run.model(), {property});
  if (!smv.refusal.empty()) return SolverRun::refused(smv.refusal);
  if (!smv.left_out.front().empty()) return SolverRun::refused(smv.left_out.front());
  const std::string program = program_path("NuSMV").empty() ? "nuXmv" : "NuSMV";
  const TemporaryFolder folder;
  const std::string file = folder.write("model.smv", smv.text);
  if (file.empty()) return open_answer("the model could not be written to a temporary file");
  const auto printed = ask_program({program, file}, "", [&] { return run.goes_on(); });
  if (!printed || !run.goes_on()) return run.stopped(std::nullopt);
  const NusmvOutput said = read_nusmv_output(printed->text);
  if (!said.answer)
    return open_answer(fmt::format("{} gave no answer: {}", program, said.complaint));
  // What it shows can be replayed, what it only says must come from a program in good health.
  if (*said.answer && !printed->ended_well) {
    return open_answer(fmt::format("{} gave an answer, but did not end well", program));
  }
  const bool is_formula = property.kind == PropertyKind::Ltl || property.kind == PropertyKind::Ctl;
  if (*said.answer && is_formula) {
    Finding finding;
    finding.verdict = Verdict::Holds;
    finding.basis = Basis::Exhaustive;
    return finding;
  }
  if (*said.answer) return nothing_decides(run, property);
  if (property.kind == PropertyKind::Ctl) {
    return open_answer(
        fmt::format("{} says that it is false, but what it shows is not read back", program));
  }
  auto finding = is_formula ? watched_finding(run.model(), property, states_of(smv, said),
                                              said.loop_start)
                            : finding_from(smv, property, said);
  return finding ? std::move(*finding)
                 : open_answer(fmt::format("the run that {} found could not be read", program));
}

Finding ask_verifyta(SolverRun& run, const Property& property) {
  if (run.task().fairness != Fairness::None || !run.task().ends_stutter) {
    return SolverRun::refused("another program knows neither fairness nor other ends of runs");
  }
  const UppaalExport uppaal = uppaal_export(run.model(), {property});
  if (!uppaal.refusal.empty()) return SolverRun::refused(uppaal.refusal);
  if (!uppaal.left_out.front().empty()) return SolverRun::refused(uppaal.left_out.front());
  const TemporaryFolder folder;
  const std::string file = folder.write("model.xml", uppaal.text);
  if (file.empty()) return open_answer("the model could not be written to a temporary file");
  const auto printed = ask_program({"verifyta", file}, "", [&] { return run.goes_on(); });
  if (!printed || !run.goes_on()) return run.stopped(std::nullopt);
  if (!printed->ended_well) return open_answer("verifyta did not end well");
  const auto is_satisfied = read_verifyta_output(printed->text);
  if (!is_satisfied) return open_answer("verifyta gave no answer");
  const bool finds = uppaal.queries.front().starts_with("E");
  if (*is_satisfied != finds) return nothing_decides(run, property);
  return open_answer(fmt::format("verifyta says {}, but its run is not read back",
                                 finds ? "that there is one" : "no"));
}

}  // namespace

EngineReport run_nusmv_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Z3);
  EngineReport report =
      run.answer_each([&](const Property& property) { return ask_nusmv(run, property); });
  report.statistics.store = "nusmv";
  return report;
}

EngineReport run_verifyta_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Z3);
  EngineReport report =
      run.answer_each([&](const Property& property) { return ask_verifyta(run, property); });
  report.statistics.store = "verifyta";
  return report;
}

}  // namespace clew
