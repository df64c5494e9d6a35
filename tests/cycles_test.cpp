// All searches for accepting cycles get the same random graphs, and answers that are slow and
// obvious.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_map.hpp"
#include "clew/space/cycle_nested.hpp"
#include "clew/space/cycle_owcty.hpp"
#include "clew/space/cycle_parallel.hpp"
#include "clew/space/cycle_trim.hpp"
#include "clew/space/cycle_weak.hpp"
#include "clew/space/fair_graph.hpp"
#include "clew/space/scc.hpp"
#include "clew/space/short_lasso.hpp"
#include "clew/space/toy.hpp"
#include "tests/random_graph.hpp"

namespace clew {
namespace {

auto on_threads(unsigned count) {
  return [count](const auto& job) {
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < count; ++worker) threads.emplace_back(job, worker);
  };
}

template <class Graph>
struct NamedSearch {
  std::string name;
  std::function<CycleSearch(Graph&)> find;
};

template <class Graph>
std::vector<NamedSearch<Graph>> searches_for(unsigned mark_count) {
  std::vector<NamedSearch<Graph>> searches = {
      {"components", [](Graph& graph) { return find_cycle_components(graph); }}};
  if (mark_count > 1) return searches;
  searches.push_back({"nested", [](Graph& graph) { return find_cycle_nested(graph); }});
  searches.push_back({"owcty", [](Graph& graph) { return find_cycle_owcty(graph); }});
  searches.push_back({"map", [](Graph& graph) { return find_cycle_map(graph); }});
  for (const unsigned workers : {1U, 2U, 4U}) {
    searches.push_back({"parallel " + std::to_string(workers), [workers](Graph& graph) {
                          return find_cycle_parallel(graph, workers, on_threads(workers));
                        }});
  }
  return searches;
}

// The seed of a graph: no two tests share one.
constexpr std::uint64_t seed_of(std::uint64_t test, std::uint64_t shape, std::uint64_t i) {
  return (test << 40) | (shape << 32) | i;
}

template <NumberedGraph Graph>
bool has_transition(Graph& graph, NodeId source, NodeId target) {
  std::vector<NodeId> targets;
  graph.successors(0, source, targets);
  return std::find(targets.begin(), targets.end(), target) != targets.end();
}

// Transition by transition, and that the loop is accepting. Empty if all is well.
template <NumberedGraph Graph>
std::string flaw_of(Graph& graph, const NodeLasso& lasso) {
  std::vector<NodeId> initial;
  graph.initial(0, initial);
  if (lasso.stem.empty() || lasso.loop.empty()) return "a part is empty";
  if (std::find(initial.begin(), initial.end(), lasso.stem.front()) == initial.end()) {
    return "the stem does not begin in an initial node";
  }
  if (lasso.loop.back() != lasso.stem.back()) return "the loop does not close";
  std::vector<NodeId> path = lasso.stem;
  path.insert(path.end(), lasso.loop.begin(), lasso.loop.end());
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!has_transition(graph, path[i - 1], path[i])) {
      return "there is no transition at step " + std::to_string(i);
    }
  }
  std::uint64_t marks = 0;
  for (const NodeId node : lasso.loop) marks |= graph.marks(node);
  if ((marks & graph.all_marks()) != graph.all_marks()) return "the loop is not accepting";
  return "";
}

constexpr std::size_t far = std::numeric_limits<std::size_t>::max();

// Steps from the nodes of `start`, which are 0 themselves, to each node.
std::vector<std::size_t> distances(const MarkedGraph& graph,
                                   const std::vector<std::uint32_t>& start) {
  std::vector<std::size_t> result(graph.size(), far);
  for (const std::uint32_t node : start) result[node] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t source = 0; source < graph.size(); ++source) {
      for (const auto& transition : graph.transitions[source]) {
        if (result[source] == far || result[transition.target] <= result[source] + 1) continue;
        result[transition.target] = result[source] + 1;
        changed = true;
      }
    }
  }
  return result;
}

std::size_t shortest_loop(const MarkedGraph& graph, std::uint32_t node) {
  const std::vector<std::size_t> from_node = distances(graph, {node});
  std::size_t result = far;
  for (std::uint32_t source = 0; source < graph.size(); ++source) {
    for (const auto& transition : graph.transitions[source]) {
      if (transition.target == node && from_node[source] != far) {
        result = std::min(result, from_node[source] + 1);
      }
    }
  }
  return result;
}

// With one mark: some accepting node of the loop is as near to the initial nodes as any of its
// component and has no shorter loop, and no shorter stem leads to the loop. `part` is what was
// discovered when the lasso was asked for, under the same numbers.
std::string length_flaw_of(const MarkedGraph& part, const NodeLasso& lasso) {
  const Closure closure(part);
  const std::vector<std::size_t> levels = distances(part, part.initial);
  std::size_t stem = far;
  for (const NodeId node : lasso.loop) stem = std::min(stem, levels[number(node)]);
  if (lasso.stem.size() != stem + 1) return "there is a shorter stem";
  for (const NodeId node : lasso.loop) {
    const std::uint32_t chosen = number(node);
    if ((part.marks[chosen] & 1) == 0 || shortest_loop(part, chosen) != lasso.loop.size()) continue;
    bool nearest = true;
    for (std::uint32_t other = 0; other < part.size(); ++other) {
      const bool rival = (part.marks[other] & 1) != 0 && closure.in_one_component(chosen, other);
      if (rival && levels[other] < levels[chosen]) nearest = false;
    }
    if (nearest) return "";
  }
  return "there is a shorter loop";
}

TEST(Cycles, AllSearchesAgreeOnRandomGraphs) {
  unsigned with_cycle = 0;
  unsigned compared = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 700; ++i) {
      const unsigned marks = i % 8 == 0 ? 0 : 1;
      const MarkedGraph graph =
          random_marked_graph(static_cast<GraphShape>(shape), marks, seed_of(1, shape, i));
      const Closure closure(graph);
      const bool expected = has_accepting_cycle(graph, closure);
      for (const auto& [name, find] : searches_for<DiscoveringGraph>(marks)) {
        DiscoveringGraph numbered(graph);
        const CycleSearch search = find(numbered);
        ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted)
            << name << " on " << text(graph);
        ASSERT_EQ(search.on_cycle.has_value(), expected);
        if (!expected) continue;
        ASSERT_TRUE(is_in_accepting_component(graph, closure, numbered.original(*search.on_cycle)))
            << name << " on " << text(graph);
        const MarkedGraph part = discovered_part(numbered);
        const auto lasso = short_lasso(numbered, *search.on_cycle);
        ASSERT_TRUE(lasso) << name << " on " << text(graph);
        ASSERT_EQ(flaw_of(numbered, *lasso), "") << name << " on " << text(graph);
        if (marks == 0) continue;
        ASSERT_EQ(length_flaw_of(part, *lasso), "") << name << " on " << text(graph);
      }
      ++compared;
      with_cycle += expected;
    }
  }
  EXPECT_EQ(compared, 4200u);
  EXPECT_GT(with_cycle, compared / 4);  // the graphs are of both kinds
  EXPECT_LT(with_cycle, compared * 3 / 4);
}

TEST(Cycles, ComponentsPutSeveralMarksTogether) {
  unsigned with_cycle = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 700; ++i) {
      const MarkedGraph graph = random_marked_graph(
          static_cast<GraphShape>(shape), 2 + static_cast<unsigned>(i % 2), seed_of(2, shape, i));
      const Closure closure(graph);
      const bool expected = has_accepting_cycle(graph, closure);
      DiscoveringGraph numbered(graph);
      const CycleSearch search = find_cycle_components(numbered);
      ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted) << text(graph);
      ASSERT_LE(search.counters.successor_calls, graph.size());
      if (!expected) continue;
      ++with_cycle;
      ASSERT_TRUE(is_in_accepting_component(graph, closure, numbered.original(*search.on_cycle)));
      const auto lasso = short_lasso(numbered, *search.on_cycle);
      ASSERT_TRUE(lasso) << text(graph);
      ASSERT_EQ(flaw_of(numbered, *lasso), "") << text(graph);
    }
  }
  EXPECT_GT(with_cycle, 400u);
}

TEST(Cycles, OnePassIsEnoughForWeakGraphs) {
  unsigned with_cycle = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      const MarkedGraph graph = made_weak(random_marked_graph(
          static_cast<GraphShape>(shape), static_cast<unsigned>(i % 2), seed_of(3, shape, i)));
      const Closure closure(graph);
      const bool expected = has_accepting_cycle(graph, closure);
      DiscoveringGraph numbered(graph);
      const CycleSearch search = find_cycle_of_marked(numbered);
      ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted) << text(graph);
      ASSERT_LE(search.counters.successor_calls, graph.size());
      if (!expected) continue;
      ++with_cycle;
      ASSERT_TRUE(is_in_accepting_component(graph, closure, numbered.original(*search.on_cycle)));
    }
  }
  EXPECT_GT(with_cycle, 300u);
}

TEST(Cycles, TrimmingDecidesWeakGraphsWithAnyShareOfDepthFirstSearch) {
  constexpr DepthFirstShare shares[] = {{0, 0}, {0, 50}, {3, 20}};
  unsigned with_cycle = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const MarkedGraph graph = made_weak(random_marked_graph(
          static_cast<GraphShape>(shape), static_cast<unsigned>(i % 2), seed_of(8, shape, i)));
      const Closure closure(graph);
      const bool expected = has_accepting_cycle(graph, closure);
      with_cycle += expected;
      for (const unsigned workers : {1U, 2U, 4U}) {
        DiscoveringGraph numbered(graph);
        const CycleSearch search =
            find_cycle_by_trimming(numbered, workers, on_threads(workers), shares[i % 3]);
        ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted) << text(graph);
        if (!expected) continue;
        ASSERT_TRUE(is_in_accepting_component(graph, closure, numbered.original(*search.on_cycle)));
      }
    }
  }
  EXPECT_GT(with_cycle, 100u);
}

TEST(Cycles, TrimmingAgreesWithOnePassOnLargerGraphs) {
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 4; ++i) {
      const MarkedGraph graph =
          made_weak(large_marked_graph(static_cast<GraphShape>(shape), 800, seed_of(9, shape, i)));
      DiscoveringGraph once(graph);
      const SearchEnd expected = find_cycle_of_marked(once).end;
      for (const unsigned workers : {1U, 2U, 4U}) {
        DiscoveringGraph numbered(graph);
        const DepthFirstShare share{0, i % 2 == 0 ? 0U : 10U};
        ASSERT_EQ(find_cycle_by_trimming(numbered, workers, on_threads(workers), share).end,
                  expected);
      }
    }
  }
}

TEST(Cycles, FairSearchesFindTheFairCyclesAndNoOthers) {
  unsigned fair = 0;
  unsigned only_unfair = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      const unsigned marks = i % 8 < 5 ? 1 : static_cast<unsigned>(i % 8) - 5;
      MarkedGraph graph =
          random_marked_graph(static_cast<GraphShape>(shape), marks, seed_of(4, shape, i));
      if (i % 2 == 0) graph = with_escapes(std::move(graph), i);
      const Closure closure(graph);
      const bool expected = has_fair_cycle(graph, closure);
      fair += expected;
      only_unfair += !expected && has_accepting_cycle(graph, closure);
      for (const auto& [name, find] : searches_for<FairGraph<DiscoveringGraph>>(1)) {
        DiscoveringGraph numbered(graph);
        FairGraph wrapped(numbered, graph.process_count, 4);
        const CycleSearch search = find(wrapped);
        ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted)
            << name << " on " << text(graph);
        if (!expected) continue;
        const std::uint32_t on_cycle = numbered.original(wrapped.inner(*search.on_cycle));
        ASSERT_TRUE(is_in_fair_component(graph, closure, on_cycle)) << name << " " << text(graph);
        const auto lasso = short_lasso(wrapped, *search.on_cycle);
        ASSERT_TRUE(lasso) << name << " on " << text(graph);
        ASSERT_EQ(flaw_of(wrapped, *lasso), "") << name << " on " << text(graph);
      }
    }
  }
  EXPECT_GT(fair, 600u);
  EXPECT_GT(only_unfair, 100u);
}

TEST(Cycles, AStopIsNeverTakenForAnAnswer) {
  SplitMix64 random(5);
  unsigned stopped = 0;
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 150; ++i) {
      const MarkedGraph graph =
          random_marked_graph(static_cast<GraphShape>(shape), 1, seed_of(5, shape, i));
      const Closure closure(graph);
      const bool expected = has_accepting_cycle(graph, closure);
      for (const auto& [name, find] : searches_for<DiscoveringGraph>(1)) {
        DiscoveringGraph numbered(graph, random.below(2 * graph.size() + 1));
        const CycleSearch search = find(numbered);
        if (search.end == SearchEnd::Stopped) {
          ++stopped;
          ASSERT_FALSE(search.on_cycle);
        } else {
          ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted)
              << name << " on " << text(graph);
        }
      }
    }
  }
  EXPECT_GT(stopped, 1000u);
}

TEST(Cycles, AllSearchesAgreeOnLargerGraphs) {
  for (unsigned shape = 0; shape < graph_shapes; ++shape) {
    for (std::uint64_t i = 0; i < 10; ++i) {
      MarkedGraph graph =
          large_marked_graph(static_cast<GraphShape>(shape), 20000, seed_of(6, shape, i));
      // So that parallel searches run long: on half of the graphs no cycle is accepting.
      Graph space{std::vector<std::vector<std::uint32_t>>(graph.size())};
      graph.initial.assign(1, 0);
      for (std::uint32_t node = 0; node < graph.size(); ++node) {
        for (const auto& transition : graph.transitions[node]) {
          space.targets[node].push_back(transition.target);
        }
      }
      HashStore<std::uint32_t> store;
      bool expected = false;
      for_each_component(space, store, [&](std::span<const StateId> members, bool has_cycle) {
        if (!has_cycle) return;
        for (const StateId member : members) {
          std::uint64_t& marks = graph.marks[store.state(member)];
          if (i % 2 == 0) marks = 0;
          expected = expected || (marks & 1) != 0;
        }
      });
      for (const auto& [name, find] : searches_for<DiscoveringGraph>(1)) {
        DiscoveringGraph numbered(graph);
        const CycleSearch search = find(numbered);
        ASSERT_EQ(search.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted)
            << name << ", shape " << shape << ", graph " << i;
        if (!expected) continue;
        const auto lasso = short_lasso(numbered, *search.on_cycle);
        ASSERT_TRUE(lasso) << name << ", shape " << shape << ", graph " << i;
        ASSERT_EQ(flaw_of(numbered, *lasso), "") << name << ", shape " << shape << ", graph " << i;
      }
    }
  }
}

TEST(Cycles, NoSearchIsAfraidOfAMillionStepsDown) {
  constexpr std::uint32_t length = 1000000;
  MarkedGraph graph;
  graph.transitions.resize(length);
  graph.marks.assign(length, 0);
  graph.initial = {0};
  for (std::uint32_t node = 0; node + 1 < length; ++node) {
    graph.transitions[node].push_back({node + 1, 0});
  }
  graph.transitions[length - 1].push_back({0, 0});
  graph.marks[length / 2] = 1;
  for (const auto& [name, find] : searches_for<DiscoveringGraph>(1)) {
    DiscoveringGraph numbered(graph);
    const CycleSearch search = find(numbered);
    ASSERT_EQ(search.end, SearchEnd::Goal) << name;
    const auto lasso = short_lasso(numbered, *search.on_cycle);
    ASSERT_EQ(lasso->loop.size(), length) << name;
    ASSERT_EQ(lasso->stem.size(), 1u) << name;
  }
}

TEST(Cycles, SomebodyElseCanStopEverySearch) {
  const MarkedGraph graph = large_marked_graph(GraphShape::Sparse, 1000, 7);
  const std::atomic<bool> stop = true;
  const CycleOptions options{&stop};
  const auto end_of = [&](auto&& find) {
    DiscoveringGraph numbered(graph);
    return find(numbered).end;
  };
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_nested(g, options); }), SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_components(g, options); }), SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_parallel(g, 4, on_threads(4), options); }),
            SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_owcty(g, options); }), SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_map(g, options); }), SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) { return find_cycle_of_marked(g, options); }), SearchEnd::Stopped);
  EXPECT_EQ(end_of([&](auto& g) {
              return find_cycle_by_trimming(g, 4, on_threads(4), DepthFirstShare{0, 0}, options);
            }),
            SearchEnd::Stopped);
}

}  // namespace
}  // namespace clew
