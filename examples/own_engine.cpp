// An engine of one's own: breadth first through a model, looking for a state in which nothing can move.
// It is handed to check() in its options, and what it finds is replayed by the judge.
#include <iostream>
#include <vector>

#include "clew/check/check.hpp"
#include "clew/clew.hpp"
#include "clew/render/text.hpp"
#include "clew/walk/expander_factory.hpp"
#include "clew/walk/packing_choice.hpp"
#include "clew/walk/path_to_moves.hpp"
#include "clew/walk/state_set.hpp"

namespace {

using namespace clew;

EngineReport search(const StatePacking& packing, const EngineTask& task) {
  LimitWatch limits(task);
  ExpanderFactory expanders(packing, task);
  const auto expander = expanders.make(0);
  PackedStateSet known(packing.stride());
  std::vector<std::size_t> parents;  // by number of the state
  SuccessorBuffer successors(packing.stride());
  EngineReport report;
  report.action_taken.resize(packing.judge().model().actions.size(), true);
  const auto discover = [&](std::span<const std::uint64_t> state, std::size_t parent) {
    if (known.insert(state)) parents.push_back(parent);
  };
  packing.initial_states(
      [&](const PackedWords& state) { return discover(state, known.size()), Continue::Yes; },
      [] { return Continue::Yes; });
  std::vector<Standing> standings(task.properties.size());
  std::size_t next = 0;
  for (; next < known.size() && limits.allows([] { return Heartbeat{}; }); ++next) {
    const PackedWords state(known.state(next).begin(), known.state(next).end());
    successors.clear();
    const Expanded expanded = expander->expand(state.data(), successors);
    report.statistics.transitions += expanded.moves;
    for (std::size_t i = 0; i < successors.count(); ++i) discover(successors.state(i), next);
    if (!expanded.deadlock) continue;
    ++standings.front().sightings;
    break;
  }
  const bool is_found = next < known.size() && !limits.is_stopped();
  const Ending ending{next < known.size() ? SearchEnd::Stopped : SearchEnd::Exhausted,
                      limits.reason(), limits.text()};
  tell_ending(report, ending, task.limits);
  report.findings.push_back(
      finding_for(task.properties.front(), standings.front(), ending, task.limits));
  report.statistics.states = known.size();
  if (!is_found) return report;
  PackedPath path;  // from the state back to an initial one, which is its own parent
  for (std::size_t at = next;; at = parents[at]) {
    path.insert(path.begin(), PackedWords(known.state(at).begin(), known.state(at).end()));
    if (parents[at] == at) break;
  }
  if (auto run = run_through(packing, limits, path)) report.findings[0].traces.push_back(*run);
  return report;
}

EngineReport run_toy(const Model& model, const EngineTask& task) {
  const Interpreter judge(model);
  return with_chosen_codec(judge, [&](const WordCodec& codec) {
    return search(StatePacking(judge, codec, Reduction::None), task);
  });
}

}  // namespace

int main() {
  auto model = read_model("models/dve/lock_order.dve");
  CheckOptions options;
  options.engine = "toy";
  options.added = {{"toy", "breadth first, by hand", run_toy, {.walks_states = true, .runs_at_home = true}}};
  options.properties = {read_property(model.value(), "deadlock").value()};
  std::cout << text_report(check(model.value(), options));
}
