// CTL over a state space of your own: no model, no language, just the two functions of
// space/space.hpp, and a function for each proposition.
//
//   const auto answer = check_ctl(lamp, "AG EF on", {{"on", [](auto state) { return state.is_on; }}});
//   answer.value().verdict;              // Verdict::Violated
//   answer.value().evidence->path;       // off, on, broken
//   answer.value().evidence->branches;   // at 2: EF on is false
//
// The formula has to be true in every initial state.  A terminal state goes on for ever as it is.
// docs/formulas.md has the grammar, docs/ctl.md says more.  This is examples/branching.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/property/ctl_check.hpp"
#include "clew/property/named_proposition.hpp"
#include "clew/property/property.hpp"

namespace clew {

template <class State>
struct CtlStoryBranch;

// Why a formula is true or false in a state: a path, a lasso, or the state alone where the reason is
// something about all paths.
template <class State>
struct CtlStory {
  std::string formula;  // a part of what was asked
  bool is_true = false;
  std::vector<State> path;
  std::optional<std::size_t> loop_start;  // the last state is that one again
  std::string ending;                     // a sentence
  std::vector<CtlStoryBranch<State>> branches;
};

template <class State>
struct CtlStoryBranch {
  std::size_t step = 0;
  CtlStory<State> story;  // begins in the state of that step
};

template <class State>
struct CtlAnswer {
  Verdict verdict = Verdict::Unknown;  // Unknown: there are more than states_max states
  // Why a requirement is violated, or a question of existence is answered by yes.
  std::optional<CtlStory<State>> evidence;
  std::uint64_t states = 0;
};

// The formula, and the place in `names` of each of its propositions.
struct NamedCtl {
  CtlFormula ctl;
  std::vector<std::size_t> places;
};
// Errors are in its text, or in a proposition that is not among the names.
ReadResult<NamedCtl> read_ctl_over(const std::vector<std::string>& names, std::string_view formula);

// The evidence with states for nodes.
template <class State, class Graph>
CtlStory<State> story_of(const CtlFormula& ctl, const CtlEvidence& evidence, const Graph& graph) {
  CtlStory<State> story;
  story.formula = ctl.text_of_part(evidence.formula);
  story.is_true = evidence.is_true;
  for (const NodeId node : evidence.path) story.path.push_back(graph.state(node));
  story.loop_start = evidence.loop_start;
  story.ending = ending_text(ctl, evidence);
  for (const CtlBranch& branch : evidence.branches) {
    story.branches.push_back({branch.step, story_of<State>(ctl, branch.evidence, graph)});
  }
  return story;
}

template <StateSpace Space>
ReadResult<CtlAnswer<typename Space::State>> check_ctl(
    const Space& space, std::string_view formula,
    const std::vector<NamedProposition<typename Space::State>>& propositions,
    std::uint64_t states_max = number(no_node)) {
  using SpaceState = typename Space::State;
  std::vector<std::string> names;
  for (const auto& proposition : propositions) names.push_back(proposition.name);
  auto named = read_ctl_over(names, formula);
  if (!named.ok()) return {nullptr, std::move(named.diagnostics)};
  const CtlFormula& ctl = named.value().ctl;

  SpaceGraph graph(
      space, [](const SpaceState&) { return false; }, 1, states_max);
  StoredGraph stored;
  auto answer = std::make_unique<CtlAnswer<SpaceState>>();
  const SearchEnd end = stored.read(graph);
  answer->states = graph.node_count();
  if (end == SearchEnd::Stopped) return {std::move(answer), std::move(named.diagnostics)};
  std::vector<NodeSet> labels;
  for (const std::size_t place : named.value().places) {
    NodeSet& label = labels.emplace_back(stored.node_count());
    for (std::uint32_t i = 0; i < stored.node_count(); ++i) {
      if (propositions[place].holds(graph.state(NodeId{i}))) label.insert(NodeId{i});
    }
  }
  CtlCheck check(stored, ctl, std::move(labels));
  const bool holds = check.holds();
  answer->verdict = holds ? Verdict::Holds : Verdict::Violated;
  if (holds == asks_existence(ctl)) {
    answer->evidence = story_of<SpaceState>(ctl, check.evidence(), graph);
  }
  return {std::move(answer), std::move(named.diagnostics)};
}

}  // namespace clew
