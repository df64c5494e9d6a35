#include "clew/engine/solver/outside/checker_engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/engine/solver/outside/checker_output.hpp"
#include "clew/engine/solver/outside/outside_program.hpp"
#include "clew/engine/solver/outside/watched_lasso.hpp"
#include "clew/engine/solver/solver_run.hpp"
#include "clew/export/smv.hpp"
#include "clew/export/uppaal.hpp"

namespace clew {

namespace {

Finding open_answer(std::string text) {
  Finding finding;
  finding.reason = Reason::Solver;
  finding.reason_text = std::move(text);
  return finding;
}

std::string no_answer(std::string_view program, const CheckerOutput& said) {
  const std::string_view colon = said.complaint.empty() ? "" : ": ";
  return fmt::format("{} gave no answer{}{}", program, colon, said.complaint);
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
std::vector<State> states_of(const NamedStates& named, const CheckerOutput& said) {
  std::vector<State> states;
  for (const auto& values : said.states) {
    auto state = named.state_of(values);
    if (!state) return {};
    states.push_back(std::move(*state));
  }
  return states;
}

// The run of the system, and of the claim that watches it, on which a formula is false.
std::optional<Finding> watched_finding(const Model& product, const Property& property,
                                       std::vector<State> states, std::size_t loop_start) {
  if (loop_start >= states.size()) return std::nullopt;
  // Where the loop begins is shown once more at its end.
  const bool is_closed = states.size() > loop_start + 1 && states.back() == states[loop_start];
  if (is_closed) states.pop_back();
  auto lasso = watched_lasso(product, states, loop_start);
  if (!lasso) return std::nullopt;
  Finding finding = SolverRun::found(property, std::move(lasso->path));
  finding.loop_start = lasso->loop_start;
  return finding;
}

// The run that the states are those of.
std::optional<Finding> finding_from(const NamedStates& named, const Property& property,
                                    const CheckerOutput& said) {
  const Interpreter judge(*named.model);
  const std::vector<State> states = states_of(named, said);
  if (states.empty()) return std::nullopt;
  MovePath path;
  path.first = states.front();
  std::vector<std::size_t> loop_starts;  // in moves
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    const auto& marked = said.loop_starts;
    if (std::find(marked.begin(), marked.end(), i) != marked.end()) {
      loop_starts.push_back(path.moves.size());
    }
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
  const std::size_t move_count = path.moves.size();
  Finding finding = SolverRun::found(property, std::move(path));
  if (property.kind == PropertyKind::Infinite) {
    // The shortest loop in which something moves.
    const auto shortest = std::find_if(loop_starts.rbegin(), loop_starts.rend(),
                                       [&](std::size_t begin) { return begin < move_count; });
    if (shortest == loop_starts.rend()) return std::nullopt;
    finding.loop_start = *shortest;
  }
  return finding;
}

bool is_formula(const Property& property) {
  return property.kind == PropertyKind::Ltl || property.kind == PropertyKind::Ctl;
}

Finding formula_holds() {
  Finding finding;
  finding.verdict = Verdict::Holds;
  finding.basis = Basis::Exhaustive;
  return finding;
}

// The program has found something, and shows it: the run is read back, and replayed by whoever asked.
Finding shown_finding(const SolverRun& run, const Property& property, const NamedStates& named,
                      const CheckerOutput& said, std::string_view program) {
  if (property.kind == PropertyKind::Ctl) {
    return open_answer(
        fmt::format("{} says that it is false, but what it shows is not read back", program));
  }
  std::optional<Finding> finding;
  if (!is_formula(property)) {
    finding = finding_from(named, property, said);
  } else {
    // The shortest loop first.
    const std::vector<State> states = states_of(named, said);
    for (auto start = said.loop_starts.rbegin(); start != said.loop_starts.rend() && !finding;
         ++start) {
      finding = watched_finding(run.model(), property, states, *start);
    }
  }
  return finding ? std::move(*finding)
                 : open_answer(fmt::format("the run that {} found could not be read", program));
}

Finding ask_nusmv(SolverRun& run, const Property& property) {
  if (run.task().fairness != Fairness::None || run.task().ends != Ends::Stutter) {
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
  const CheckerOutput said = read_nusmv_output(printed->text);
  if (!said.answer) return open_answer(no_answer(program, said));
  // What it shows can be replayed, what it only says must come from a program in good health.
  if (*said.answer && !printed->ended_well) {
    return open_answer(fmt::format("{} gave an answer, but did not end well", program));
  }
  if (!*said.answer) return shown_finding(run, property, smv.states, said, program);
  return is_formula(property) ? formula_holds() : nothing_decides(run, property);
}

Finding ask_verifyta(SolverRun& run, const Property& property) {
  if (run.task().fairness != Fairness::None || run.task().ends != Ends::Stutter) {
    return SolverRun::refused("another program knows neither fairness nor other ends of runs");
  }
  const UppaalExport uppaal = uppaal_export(run.model(), {property});
  if (!uppaal.refusal.empty()) return SolverRun::refused(uppaal.refusal);
  if (!uppaal.left_out.front().empty()) return SolverRun::refused(uppaal.left_out.front());
  const TemporaryFolder folder;
  const std::string file = folder.write("model.xml", uppaal.text);
  if (file.empty()) return open_answer("the model could not be written to a temporary file");
  const std::string& query = uppaal.queries.front();
  const bool is_about_states = query.starts_with("E<>") || query.starts_with("A[]");
  const std::string trace = is_about_states ? "-t1" : "-t0";  // the shortest, or any
  const auto printed = ask_program({"verifyta", trace, file}, "", [&] { return run.goes_on(); });
  if (!printed || !run.goes_on()) return run.stopped(std::nullopt);
  if (!printed->ended_well) return open_answer("verifyta did not end well");
  const CheckerOutput said = read_verifyta_output(printed->text, UppaalExport::location);
  if (!said.answer) {
    return open_answer(no_answer("verifyta", said));
  }
  if (is_formula(property) && *said.answer) return formula_holds();
  const bool is_shown = is_formula(property) || *said.answer == query.starts_with("E");
  return is_shown ? shown_finding(run, property, uppaal.states, said, "verifyta")
                  : nothing_decides(run, property);
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
