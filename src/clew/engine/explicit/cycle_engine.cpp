#include "clew/engine/explicit/cycle_engine.hpp"

#include <algorithm>
#include <thread>

#include "clew/base/memory.hpp"
#include "clew/engine/explicit/expanders.hpp"
#include "clew/engine/explicit/product_graph.hpp"
#include "clew/engine/explicit/word_traces.hpp"
#include "clew/native/words_of.hpp"
#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_map.hpp"
#include "clew/space/cycle_nested.hpp"
#include "clew/space/cycle_owcty.hpp"
#include "clew/space/cycle_parallel.hpp"
#include "clew/space/cycle_weak.hpp"
#include "clew/space/scc.hpp"
#include "clew/space/short_lasso.hpp"

namespace clew {

namespace {

// The locations of a claim, whatever its guards say.
struct ClaimSpace {
  using State = LocationId;
  using Action = bool;
  void initial_states(auto&& found) const { found(type.initial); }
  void successors(State state, auto&& found) const {
    for (const clew::Action& action : model.actions) {
      if (action.owner == claim && action.from == state) found(true, action.to);
    }
  }

  const Model& model;
  ProcessTypeId claim;
  const ProcessType& type;
};

// True if every cycle of the claim is accepting as a whole or not at all.
bool is_weak(const Model& model) {
  const ProcessTypeId claim = model.claim->type;
  const ProcessType& type = model.process_types[claim];
  HashStore<LocationId> store;
  bool weak = true;
  for_each_component(
      ClaimSpace{model, claim, type}, store, [&](std::span<const StateId> members, bool has_cycle) {
        const auto accepts = [&](StateId id) { return type.locations[store.state(id)].accepting; };
        const auto count = std::count_if(members.begin(), members.end(), accepts);
        const bool mixed = count != 0 && static_cast<std::size_t>(count) != members.size();
        weak = weak && !(has_cycle && mixed);
      });
  return weak;
}

unsigned worker_count(const EngineTask& task) {
  const bool shares =
      task.algorithm == CycleAlgorithm::Auto || task.algorithm == CycleAlgorithm::Parallel;
  if (!shares) return 1;
  constexpr std::uint64_t workers_max = 256;
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min(task.threads > 0 ? task.threads : cores, workers_max));
}

CycleSearch search_for_cycle(ProductGraph& graph, const SearchSetting& setting) {
  const CycleAlgorithm wanted = setting.task.algorithm;
  const auto run_workers = [&](auto&& job) {
    setting.crew.run([&](unsigned worker) { job(worker); }, [] {});
  };
  switch (wanted) {
    case CycleAlgorithm::Components: return find_cycle_components(graph);
    case CycleAlgorithm::Nested: return find_cycle_nested(graph);
    case CycleAlgorithm::Owcty: return find_cycle_owcty(graph);
    case CycleAlgorithm::Map: return find_cycle_map(graph);
    case CycleAlgorithm::Parallel:
      return find_cycle_parallel(graph, setting.crew.size(), run_workers);
    case CycleAlgorithm::Auto: break;
  }
  if (setting.crew.size() > 1) return find_cycle_parallel(graph, setting.crew.size(), run_workers);
  if (is_weak(setting.walked.judge().model())) return find_cycle_of_marked(graph);
  return find_cycle_components(graph);
}

// The lasso as moves: through its stem, once around its loop, and back to where the loop began.
void show_lasso(ProductGraph& graph, const WalkedWords& walked, NodeId on_cycle, Finding& finding) {
  const auto lasso = short_lasso(graph, on_cycle);
  if (!lasso) return;
  WordPath path;
  for (const NodeId node : lasso->stem) path.push_back(graph.words_of(0, node));
  finding.loop_start = path.size() - 1;
  for (const NodeId node : lasso->loop) path.push_back(graph.words_of(0, node));
  finding.traces.push_back(run_through(walked, path));
}

// One search with so many workers.
EngineReport search_with(unsigned workers, const WalkedWords& walked, Expanders& expanders,
                         const EngineTask& task, LimitWatch& limits) {
  Crew crew(workers);
  const SearchSetting setting{walked, task, limits, crew,
                              [&](unsigned worker) { return expanders.make(worker); }};
  NumberStore store({.word_count = walked.stride(),
                     .workers = crew.size(),
                     .memory_bytes_max = store_share(task.limits.memory_bytes_max)});
  ProductGraph graph(setting, store);
  const CycleSearch found = search_for_cycle(graph, setting);
  if (found.end == SearchEnd::Stopped && !limits.is_stopped()) limits.store_is_full(store.size());
  const Ending ending{found.end, limits.reason(), limits.text(), false};
  EngineReport report;
  tell_ending(report, ending, task.limits);
  report.action_taken.resize(walked.judge().model().actions.size(), false);
  graph.mark_taken(report.action_taken);
  Standing standing;
  standing.sightings = found.on_cycle ? 1 : 0;
  for (const Property& property : task.properties) {
    report.findings.push_back(finding_for(property, standing, ending, task.limits));
    if (found.on_cycle && crew.size() == 1) {
      show_lasso(graph, walked, *found.on_cycle, report.findings.back());
    }
  }
  Statistics& statistics = report.statistics;
  statistics.states = store.state_count();
  statistics.transitions = graph.counts().transitions;
  statistics.deadlocks = graph.counts().deadlocks;
  statistics.errors = graph.counts().errors;
  statistics.threads = crew.size();
  statistics.store = "numbers";
  statistics.bytes_per_state = static_cast<double>(store.memory_bytes()) /
                               static_cast<double>(std::max<std::uint64_t>(statistics.states, 1));
  return report;
}

EngineReport search(const Interpreter& judge, const WordCodec& codec, const EngineTask& task,
                    LimitWatch& limits) {
  const WalkedWords walked(judge, codec, Reduction::None);
  Expanders expanders(walked, task);
  const unsigned workers = worker_count(task);
  EngineReport report = search_with(workers, walked, expanders, task, limits);
  const bool is_violated = report.findings.front().verdict == Verdict::Violated;
  if (workers > 1 && is_violated) {
    // Which cycle several workers find is a matter of chance, and a counterexample must not be.
    EngineTask again = task;
    again.algorithm = CycleAlgorithm::Auto;
    report = search_with(1, walked, expanders, again, limits);
    report.statistics.threads = workers;
  }
  report.statistics.packed_bytes_per_state = static_cast<double>((codec.state_bits() + 7) / 8);
  expanders.tell(report.statistics);
  report.statistics.seconds = limits.seconds();
  report.statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

}  // namespace

bool is_cycle_task(const EngineTask& task) {
  return !task.properties.empty() &&
         std::all_of(task.properties.begin(), task.properties.end(), [](const Property& property) {
           return property.kind == PropertyKind::Claim || property.kind == PropertyKind::Ltl;
         });
}

EngineReport run_cycle_engine(const Model& model, const EngineTask& task) {
  LimitWatch limits(task);
  const Interpreter judge(model);
  try {
    return search(judge, *words_of(judge), task, limits);
  } catch (const ForeignShape&) {
    // The guess was wrong: once more, with states of different lengths.
    return search(judge, *words_of(judge, Places::None), task, limits);
  }
}

}  // namespace clew
