#include "clew/engine/bdd/bdd_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"

namespace clew {

BddRun::BddRun(const Model& model, const EngineTask& task)
    : model_(model), task_(task), limits_(task), symbolic_(symbolic_model(model)) {
  if (!symbolic_.refusal.empty()) return;
  const DiagramLimits limits{.memory_bytes_max = store_share(task.limits.memory_bytes_max),
                             .stop = [this] { return wants_stop(); }};
  system_.emplace(symbolic_, limits, task.ends == Ends::Stutter ? EndsStutter::Yes : EndsStutter::No);
}

bool BddRun::wants_stop() {
  return !limits_.allows([&] {
    Heartbeat now;
    now.level = level_;
    return now;
  });
}

Ending BddRun::ending(SearchEnd end) {
  if (!is_abandoned()) return {end, Reason::None, {}, true};
  const std::string nodes = counted(system_->diagrams().nodes_in_use_peak(), "diagram node");
  const std::uint64_t memory = task_.limits.memory_bytes_max;
  if (system_->diagrams().is_out_of_memory() || limits_.reason() == Reason::Memory) {
    const std::string text =
        memory == 0 ? fmt::format("there is no room for more than {}", nodes)
                    : fmt::format("memory limit of {} reached with {}", bytes_text(memory), nodes);
    return {SearchEnd::Stopped, Reason::Memory, text, true};
  }
  const std::string text =
      limits_.reason() == Reason::Time
          ? fmt::format("time limit of {} s reached with {}", task_.limits.seconds_max, nodes)
          : fmt::format("interrupted with {}", nodes);
  return {SearchEnd::Stopped, limits_.reason(), text, true};
}

EngineReport BddRun::refused(Reason reason, const std::string& text) const {
  EngineReport report;
  for (std::size_t i = 0; i < task_.properties.size(); ++i) {
    Finding finding;
    finding.reason = reason;
    finding.reason_text = text;
    report.findings.push_back(std::move(finding));
  }
  report.stop_reason = reason;
  report.stop_text = text;
  report.action_taken.resize(model_.actions.size(), false);
  report.statistics.seconds = limits_.seconds();
  report.statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

void BddRun::count_states(Statistics& statistics, const Bdd& reached, const Bdd& followed) {
  BddSystem& system = *system_;
  const BigUnsigned states = system.count(reached);
  // Each move is a set to be counted.
  constexpr std::uint64_t cheap = 5'000'000;
  const std::uint64_t work = system.diagrams().node_count(reached) * system.moves().size();
  const bool counts_moves = task_.explore_everything || work <= cheap;
  BigUnsigned errors;
  BigUnsigned transitions;
  if (counts_moves) {
    errors = system.count_moves(followed, system.failures());
    transitions = system.count_moves(followed, system.moves());
    transitions += errors;
  }
  const Bdd dead = reached & !system.can_move() & !system.where(system.model().proper_end);
  const BigUnsigned deadlocks = system.count(dead);
  statistics.states = states.at_most_64_bits();
  statistics.transitions = transitions.at_most_64_bits();
  statistics.deadlocks = deadlocks.at_most_64_bits();
  statistics.errors = errors.at_most_64_bits();
  statistics.exact = {states.text(), counts_moves ? transitions.text() : std::string(),
                      deadlocks.text(), counts_moves ? errors.text() : std::string()};
}

void BddRun::tell(EngineReport& report, const Bdd& reached, const Bdd& followed,
                  const Ending& ending) {
  BddSystem& system = *system_;
  report.action_taken.resize(model_.actions.size(), false);
  if (!is_abandoned()) {
    for (const auto* list : {&system.moves(), &system.failures()}) {
      for (const BddSystem::Move& move : *list) {
        if (!system.have_common_state(move.enabled, followed)) continue;
        for (const SymbolicFiring& firing : move.symbolic->firings) {
          report.action_taken[to_index(firing.action)] = true;
        }
      }
    }
    count_states(report.statistics, reached, followed);
    state_nodes_ = system.diagrams().node_count(reached);
  } else {
    report.statistics.exact.emplace();  // nobody has counted
  }
  tell_ending(report, ending, task_.limits);
  tell_costs(report.statistics);
}

void BddRun::tell_without_states(EngineReport& report, const Ending& ending) {
  report.action_taken.resize(model_.actions.size(), false);
  report.statistics.exact.emplace();
  tell_ending(report, ending, task_.limits);
  report.finished = false;
  tell_costs(report.statistics);
}

void BddRun::tell_costs(Statistics& statistics) {
  const std::uint64_t nodes_peak = system_->diagrams().nodes_in_use_peak();
  const std::uint64_t bits = system_->model().bits.size();
  const std::uint64_t relations = system_->moves().size();
  statistics.facts.push_back({"diagrams",
                              fmt::format("{} for the states, {} at most, {}, {}",
                                          counted(state_nodes_, "node"), with_commas(nodes_peak),
                                          counted(bits, "bit"), counted(relations, "relation")),
                              {{"bits", bits, ""},
                               {"relations", relations, ""},
                               {"nodes", state_nodes_, "diagram nodes"},
                               {"nodes_peak", nodes_peak, "nodes at most"}}});
  statistics.has_no_single_states = true;
  statistics.store = "diagrams";
  statistics.seconds = limits_.seconds();
  statistics.peak_memory_bytes = resident_memory_bytes_peak();
}

MovePath BddRun::shown(BddPaths& paths, const BddPath& path,
                       std::optional<std::vector<Firing>> last) {
  MovePath shown{system_->state_of(path.rows.front()), paths.moves_along(path.rows)};
  if (last) shown.moves.push_back(std::move(*last));
  return shown;
}

}  // namespace clew
