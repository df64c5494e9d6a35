// Random state spaces times random formulas: every search, and an oracle that shares nothing with
// them, give the same verdict, and every lasso is looked at step by step.
//
// CLEW_RANDOM_MODELS and CLEW_RANDOM_FIRST say which seeds are tried (tests/model_files.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>

#include "clew/property/watched_space.hpp"
#include "tests/ltl_tableau.hpp"
#include "tests/ltl_words.hpp"
#include "tests/model_files.hpp"
#include "tests/random_graph.hpp"

namespace clew {
namespace {

constexpr unsigned proposition_count = 3;
const std::vector<std::string> names = {"a", "b", "c"};

struct GraphSpace {
  using State = std::uint32_t;
  using Action = std::uint32_t;  // the place of the transition in its list
  const LabelledGraph& graph;

  void initial_states(auto&& found) const {
    for (const State state : graph.initial) found(state);
  }
  void successors(const State& state, auto&& found) const {
    Action action = 0;
    for (const State target : graph.successors[state]) found(action++, target);
  }
};

// Lets many workers use a graph that is made for one.
template <class Graph>
class LockedGraph {
 public:
  explicit LockedGraph(Graph& graph) : graph_(graph) {}

  bool initial(unsigned worker, std::vector<NodeId>& out) {
    const std::lock_guard lock(mutex_);
    return graph_.initial(worker, out);
  }
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
    const std::lock_guard lock(mutex_);
    return graph_.successors(worker, node, out);
  }
  std::uint64_t marks(NodeId node) const {
    const std::lock_guard lock(mutex_);
    return graph_.marks(node);
  }
  std::uint64_t all_marks() const { return graph_.all_marks(); }
  std::uint32_t node_count() const {
    const std::lock_guard lock(mutex_);
    return graph_.node_count();
  }

 private:
  Graph& graph_;
  mutable std::mutex mutex_;
};

LabelledGraph random_labelled_graph(std::uint64_t seed) {
  const auto shape = static_cast<GraphShape>(seed % graph_shapes);
  const MarkedGraph marked = random_marked_graph(shape, proposition_count, seed);
  LabelledGraph graph;
  graph.initial = marked.initial;
  for (std::uint32_t node = 0; node < marked.size(); ++node) {
    graph.letters.push_back(marked.marks[node] & marked.all_marks);
    auto& targets = graph.successors.emplace_back();
    for (const auto& transition : marked.transitions[node]) targets.push_back(transition.target);
  }
  return graph;
}

std::string text(const LabelledGraph& graph) {
  std::string result;
  for (std::size_t node = 0; node < graph.letters.size(); ++node) {
    result += std::to_string(node) + ":" + std::to_string(graph.letters[node]) + " ->";
    for (const std::uint32_t target : graph.successors[node]) {
      result += " " + std::to_string(target);
    }
    result += "\n";
  }
  return result;
}

using GraphLasso = Lasso<Stuttering<GraphSpace>>;

// Empty if the lasso is a run of the graph.
std::string flaw_of(const LabelledGraph& graph, const GraphLasso& lasso) {
  const auto& initial = graph.initial;
  std::uint32_t at = lasso.stem.initial;
  if (std::find(initial.begin(), initial.end(), at) == initial.end()) return "not initial";
  if (lasso.cycle.empty()) return "the loop is empty";
  if (lasso.cycle.back().state != lasso.stem.last()) return "the loop does not close";
  std::vector<Step<Stuttering<GraphSpace>>> steps = lasso.stem.steps;
  steps.insert(steps.end(), lasso.cycle.begin(), lasso.cycle.end());
  for (const auto& [action, target] : steps) {
    const auto& targets = graph.successors[at];
    if (!action && !(targets.empty() && target == at)) return "stutters where it could move";
    if (action && (*action >= targets.size() || targets[*action] != target)) {
      return "there is no such transition";
    }
    at = target;
  }
  return "";
}

LassoWord word_of(const LabelledGraph& graph, const GraphLasso& lasso) {
  LassoWord word;
  word.letters.push_back(graph.letters[lasso.stem.initial]);
  for (const auto& step : lasso.stem.steps) word.letters.push_back(graph.letters[step.state]);
  word.loop_start = word.letters.size() - 1;
  for (const auto& step : lasso.cycle) word.letters.push_back(graph.letters[step.state]);
  word.letters.pop_back();  // the loop comes back to its first letter
  return word;
}

std::vector<NamedProposition<std::uint32_t>> propositions_of(const LabelledGraph& graph) {
  std::vector<NamedProposition<std::uint32_t>> propositions;
  for (unsigned i = 0; i < proposition_count; ++i) {
    propositions.push_back({names[i], [&graph, i](std::uint32_t node) {
                              return ((graph.letters[node] >> i) & 1) != 0;
                            }});
  }
  return propositions;
}

void check_one_worker(const Formulas& formulas, FormulaId formula, const LabelledGraph& graph,
                      bool violated) {
  constexpr std::array algorithms = {CycleAlgorithm::Auto,   CycleAlgorithm::Components,
                                     CycleAlgorithm::Nested, CycleAlgorithm::Parallel,
                                     CycleAlgorithm::Owcty,  CycleAlgorithm::Map};
  for (const CycleAlgorithm algorithm : algorithms) {
    SCOPED_TRACE("algorithm " + std::to_string(static_cast<int>(algorithm)));
    const auto answer = check_ltl(GraphSpace{graph}, text_of(formulas, formula, names),
                                  propositions_of(graph), {.algorithm = algorithm});
    ASSERT_TRUE(answer.ok()) << answer.diagnostics.text();
    ASSERT_EQ(answer.value().verdict, violated ? Verdict::Violated : Verdict::Holds);
    if (!violated) continue;
    const GraphLasso& lasso = *answer.value().lasso;
    ASSERT_EQ(flaw_of(graph, lasso), "");
    const LassoWord word = word_of(graph, lasso);
    constexpr std::size_t letters_max = 63;  // what the judge of words can do with
    if (word.letters.size() > letters_max) continue;
    ASSERT_FALSE(truth_on(formulas, formula, {word})[0]) << "the lasso satisfies the formula";
  }
}

void check_many_workers(const Formulas& formulas, FormulaId formula, const LabelledGraph& graph,
                        bool violated) {
  const auto violations = violations_of_ltl(text_of(formulas, formula, names), names);
  const auto& places = violations.value().propositions;
  const GraphSpace space{graph};
  const WatchedSpace watched(space, violations.value().automaton, [&](std::uint32_t node) {
    std::uint64_t letter = 0;
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
      letter |= ((graph.letters[node] >> places[bit]) & 1) << bit;
    }
    return letter;
  });
  SpaceGraph numbered(watched, [&](const auto& state) { return watched.accepting(state); });
  LockedGraph locked(numbered);
  constexpr unsigned workers = 3;
  const CycleSearch search = find_cycle_parallel(locked, workers, [&](const auto& job) {
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) threads.emplace_back(job, worker);
  });
  ASSERT_EQ(search.end, violated ? SearchEnd::Goal : SearchEnd::Exhausted);
}

TEST(RandomLtl, AllSearchesAndATableauAgree) {
  constexpr std::uint64_t pairs_per_seed = 8;
  constexpr std::size_t temporal_max = 5;
  std::size_t violated_count = 0;
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SplitMix64 random(seed);
    for (std::uint64_t pair = 0; pair < pairs_per_seed; ++pair) {
      const LabelledGraph graph = random_labelled_graph(random.next());
      Formulas formulas;
      const auto operators = static_cast<unsigned>(1 + random.below(8));
      const FormulaId formula = random_ltl(formulas, random, operators, proposition_count);
      if (temporal_count(formulas, formula) > temporal_max) continue;
      SCOPED_TRACE("CLEW_RANDOM_FIRST=" + std::to_string(seed) + " CLEW_RANDOM_MODELS=1\n" +
                   text_of(formulas, formula, names) + "\n" + text(graph));
      const bool violated = violates(formulas, formula, graph);
      check_one_worker(formulas, formula, graph, violated);
      if (pair == 0) check_many_workers(formulas, formula, graph, violated);
      if (HasFailure()) return;
      ++compared;
      violated_count += violated ? 1 : 0;
    }
  }
  if (compared < 1000) return;  // somebody looks at a few seeds
  EXPECT_GT(violated_count, compared / 4);
  EXPECT_LT(violated_count, compared * 9 / 10);
  RecordProperty("compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace clew
