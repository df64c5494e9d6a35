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
      {"explicit", "look at every reachable state, one by one", run_explicit},
      {"bdd", "look at sets of states, as decision diagrams", run_bdd_engine},
      {"bmc", "ask a solver about runs of 0, 1, 2, ... moves", run_bmc_engine},
      {"induction", "prove by k-induction, with a certificate", run_induction_engine},
      {"pdr", "find an inductive invariant, or a run that shows there is none", run_pdr_engine},
      {"z3", "have another program look for runs of 0, 1, 2, ... moves", run_z3_engine, "z3"},
      {"cvc5", "the same", run_cvc5_engine, "cvc5"},
      {"yices-smt2", "the same", run_yices_engine, "yices-smt2"},
      {"nusmv", "have NuSMV or nuXmv decide", run_nusmv_engine, "NuSMV nuXmv"},
      {"verifyta", "have UPPAAL decide", run_verifyta_engine, "verifyta"},
  };
  return all;
}

const EngineInfo* engine_named(std::string_view name) {
  for (const EngineInfo& engine : engines()) {
    if (engine.name == name) return &engine;
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
