// What all questions to the bdd engine have in common: the system, the limits, the report.
#pragma once

#include <optional>
#include <string>

#include "clew/engine/bdd/bdd_paths.hpp"
#include "clew/engine/engine.hpp"
#include "clew/walk/limit_watch.hpp"
#include "clew/walk/standing.hpp"

namespace clew {

class BddRun {
 public:
  // REQUIRES: all outlive this.
  BddRun(const Model& model, const EngineTask& task);

  const Model& model() const { return model_; }
  const EngineTask& task() const { return task_; }
  const Symbolic& symbolic() const { return symbolic_; }
  // Why there is no system; empty: there is one.
  const std::string& refusal() const { return symbolic_.refusal; }
  // REQUIRES: refusal() is empty.
  BddSystem& system() { return *system_; }
  bool is_abandoned() const { return system_->is_abandoned(); }

  // How a search ended that looked at everything (or at all levels up to the limit) unless it was
  // abandoned.
  Ending ending(SearchEnd end);
  // A report in which nothing can be said about any property.
  EngineReport refused(Reason reason, const std::string& text) const;
  // Everything but findings: what follows from the set of all states that were reached.
  void tell(EngineReport& report, const Bdd& reached, const Ending& ending) {
    tell(report, reached, reached, ending);
  }
  // The same, if the moves of only some of the states were followed.
  void tell(EngineReport& report, const Bdd& reached, const Bdd& followed, const Ending& ending);
  // The same if nobody knows which states can be reached.
  void tell_without_states(EngineReport& report, const Ending& ending);

  // The path as it is handed over, with one move more behind it if there is one.
  MovePath shown(BddPaths& paths, const BddPath& path,
                 std::optional<std::vector<Firing>> last = std::nullopt);

  // What the heartbeat says.
  void set_level(std::uint64_t level) { level_ = level; }

 private:
  bool wants_stop();
  void tell_costs(Statistics& statistics);
  void count_states(Statistics& statistics, const Bdd& reached, const Bdd& followed);

  const Model& model_;
  const EngineTask& task_;
  LimitWatch limits_;
  Symbolic symbolic_;
  std::optional<BddSystem> system_;
  std::uint64_t level_ = 0;
  std::uint64_t state_nodes_ = 0;  // of the set of all states that were reached
};

}  // namespace clew
