#include "clew/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/process.hpp"
#include "clew/engine/bdd/bdd_engine.hpp"
#include "clew/engine/ctl/ctl_engine.hpp"
#include "clew/engine/cycles/cycle_engine.hpp"
#include "clew/engine/explicit/acceptance_search.hpp"
#include "clew/engine/explicit/explicit_engine.hpp"
#include "clew/engine/solver/bmc/bmc_engine.hpp"
#include "clew/engine/solver/induction/induction_engine.hpp"
#include "clew/engine/solver/outside/checker_engines.hpp"
#include "clew/engine/solver/outside/smt_engine.hpp"
#include "clew/engine/solver/pdr/pdr_engine.hpp"
#include "clew/walk/refusal.hpp"

namespace clew {

namespace {

// Searches through single states, by what is asked.
EngineReport run_explicit(const Model& model, const EngineTask& task) {
  if (const std::string reason = reason_against_walking(model); !reason.empty()) {
    return refused(model, task, reason);
  }
  if (is_cycle_task(task)) {
    return is_acceptance_task(model, task) ? run_acceptance_search(model, task)
                                           : run_cycle_engine(model, task);
  }
  return is_ctl_task(task) ? run_ctl_engine(model, task) : run_explicit_engine(model, task);
}

}  // namespace

const std::vector<EngineInfo>& engines() {
  static const std::vector<EngineInfo> all = {
      {"explicit", "look at every reachable state, one by one", run_explicit,
       {.walks_states = true,
        .runs_at_home = true,
        .reserves_addresses = true,
        .is_believed_without_trace = true,
        .is_asked_by_auto = true,
        .takes_reductions = true}},
      {"bdd", "look at sets of states, as decision diagrams", run_bdd_engine,
       {.is_asked_by_auto = true}},
      {"bmc", "ask a solver about runs of 0, 1, 2, ... moves", run_bmc_engine,
       {.is_asked_by_auto = true}},
      {"induction", "prove by k-induction, with a certificate", run_induction_engine},
      {"pdr", "find an inductive invariant, or a run that shows there is none", run_pdr_engine,
       {.is_asked_by_auto = true}},
      {"z3", "have another program look for runs of 0, 1, 2, ... moves", run_z3_engine,
       {.proves = false}, "z3"},
      {"cvc5", "the same", run_cvc5_engine, {.proves = false}, "cvc5"},
      {"yices-smt2", "the same", run_yices_engine, {.proves = false}, "yices-smt2"},
      {"nusmv", "have NuSMV or nuXmv decide", run_nusmv_engine, {}, "NuSMV nuXmv"},
      {"verifyta", "have UPPAAL decide", run_verifyta_engine, {}, "verifyta"},
  };
  return all;
}

const EngineInfo* engine_named(std::string_view name, const std::vector<EngineInfo>& added) {
  const auto is_it = [&](const EngineInfo& engine) { return engine.name == name; };
  for (const std::vector<EngineInfo>* const list : {&added, &engines()}) {
    const auto found = std::find_if(list->begin(), list->end(), is_it);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

std::string obstacle_to(const EngineInfo& engine) {
  if (engine.programs.empty()) return {};
  std::string names;
  for (std::string_view rest = engine.programs; !rest.empty();) {
    const std::string name(rest.substr(0, rest.find(' ')));
    if (!program_path(name).empty()) return {};
    names += fmt::format("{}'{}'", names.empty() ? "" : " or ", name);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  return fmt::format("engine '{}' is the program {}, which is not on the PATH", engine.name, names);
}

}  // namespace clew
