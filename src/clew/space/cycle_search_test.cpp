// The searches for accepting cycles on graphs that can be seen in one line.

#include "clew/space/cycle_search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_map.hpp"
#include "clew/space/cycle_nested.hpp"
#include "clew/space/cycle_owcty.hpp"
#include "clew/space/cycle_parallel.hpp"
#include "clew/space/cycle_weak.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

constexpr auto alone = [](const auto& job) { job(0U); };

auto graph_of(const Toy& space, std::uint64_t states_max = 1000) {
  return SpaceGraph(
      space, [&](const std::string& state) { return space.accepting(state); }, 1, states_max);
}

// The answers of all searches for one mark: the name of a node on an accepting cycle, "-" when
// there is none, "stopped".
std::string answers(const Toy& space, std::uint64_t states_max = 1000) {
  std::string result;
  const auto add = [&](const char* name, auto&& find) {
    auto graph = graph_of(space, states_max);
    const CycleSearch search = find(graph);
    result += result.empty() ? "" : ", ";
    result += std::string(name) + " ";
    if (search.end == SearchEnd::Goal) result += graph.state(*search.on_cycle);
    if (search.end == SearchEnd::Exhausted) result += "-";
    if (search.end == SearchEnd::Stopped) result += "stopped";
  };
  add("nested", [](auto& graph) { return find_cycle_nested(graph); });
  add("components", [](auto& graph) { return find_cycle_components(graph); });
  add("parallel", [](auto& graph) { return find_cycle_parallel(graph, 1, alone); });
  add("owcty", [](auto& graph) { return find_cycle_owcty(graph); });
  add("map", [](auto& graph) { return find_cycle_map(graph); });
  return result;
}

TEST(CycleSearch, FindsTheCycleThroughAnAcceptingNode) {
  EXPECT_EQ(answers(toy("s->a a->b b->a b->c", accepting("b"))),
            "nested a, components a, parallel a, owcty b, map b");
}

TEST(CycleSearch, FindsTheLoopOfASingleNode) {
  EXPECT_EQ(answers(toy("s->a a->a", accepting("a"))),
            "nested a, components a, parallel a, owcty a, map a");
}

TEST(CycleSearch, AnAcceptingNodeThatIsPassedOnceIsNotEnough) {
  EXPECT_EQ(answers(toy("s->a a->b b->c c->b", accepting("s a"))),
            "nested -, components -, parallel -, owcty -, map -");
}

TEST(CycleSearch, AnAcceptingNodeBehindTheCycleIsNotEnough) {
  EXPECT_EQ(answers(toy("s->a a->s a->b b->c", accepting("b c"))),
            "nested -, components -, parallel -, owcty -, map -");
}

TEST(CycleSearch, FindsACycleThatIsClosedOverANodeLeftBefore) {
  // The outer search leaves b first; only the inner search from s comes back over it.
  EXPECT_EQ(answers(toy("r->b b->r r->s s->b", accepting("s"))),
            "nested r, components b, parallel r, owcty s, map s");
}

TEST(CycleSearch, LooksBehindEveryInitialNode) {
  EXPECT_EQ(answers(toy("s->a t->u u->t", accepting("u"), initial("s t"))),
            "nested t, components t, parallel t, owcty u, map u");
}

TEST(CycleSearch, ALimitOfTheGraphEndsItAsStopped) {
  EXPECT_EQ(answers(toy("s->a a->b b->c c->d d->d", accepting("d")), 3),
            "nested stopped, components stopped, parallel stopped, owcty stopped, map stopped");
}

TEST(CycleSearch, AnEarlyCycleIsFoundInSpiteOfTheLimit) {
  EXPECT_EQ(answers(toy("s->a a->s a->b b->c c->d", accepting("s")), 3),
            "nested s, components s, parallel s, owcty stopped, map s");
}

TEST(CycleSearch, WithoutMarksEveryCycleCounts) {
  const Toy space = toy("s->a a->b b->a");
  const auto none = [](const std::string&) { return false; };
  SpaceGraph graph(space, none, 0);
  EXPECT_EQ(graph.state(*find_cycle_components(graph).on_cycle), "a");
  EXPECT_EQ(graph.state(*find_cycle_nested(graph).on_cycle), "a");
  EXPECT_EQ(graph.state(*find_cycle_of_marked(graph).on_cycle), "a");
  EXPECT_TRUE(find_cycle_owcty(graph).on_cycle);
  EXPECT_TRUE(find_cycle_map(graph).on_cycle);
}

TEST(CycleSearch, ComponentsNeedEveryMark) {
  const Toy space = toy("s->a a->b b->a b->c c->d d->c");
  const auto marks = [](const std::string& state) -> std::uint64_t {
    return state == "a" || state == "c" ? 1 : state == "d" ? 2 : 0;
  };
  SpaceGraph both(space, marks, 3);
  const CycleSearch search = find_cycle_components(both);
  EXPECT_EQ(both.state(*search.on_cycle), "c");
  SpaceGraph more(space, marks, 7);
  EXPECT_EQ(find_cycle_components(more).end, SearchEnd::Exhausted);
}

TEST(CycleSearch, EachNodeIsExpandedOnceByComponentsAndOnGraphsWithoutCyclesByNested) {
  const Toy space = toy("s->a s->b a->c b->c c->d", accepting("s a b c d"));
  auto graph = graph_of(space);
  EXPECT_EQ(find_cycle_components(graph), (CycleSearch{SearchEnd::Exhausted, {}, {5, 5}}));
  EXPECT_EQ(find_cycle_nested(graph), (CycleSearch{SearchEnd::Exhausted, {}, {5, 5}}));
}

TEST(CycleSearch, OneWorkerInParallelDoesWhatNestedDoes) {
  const Toy space = toy("s->a a->b b->a b->c c->d d->c a->e e->f", accepting("s e f"));
  auto graph = graph_of(space);
  EXPECT_EQ(find_cycle_parallel(graph, 1, alone), find_cycle_nested(graph));
}

TEST(CycleSearch, OwctyRemovesAWholeChainInOneRound) {
  const Toy space = toy("s->a a->b b->c c->d", accepting("s a b c d"));
  auto graph = graph_of(space);
  // All nodes are reached, reached from accepting ones, and removed: three calls for each.
  EXPECT_EQ(find_cycle_owcty(graph), (CycleSearch{SearchEnd::Exhausted, {}, {5, 15}}));
}

// Two workers meet at the worst moment: r -> a -> y -> z -> r with a accepting, and s -> a with s
// accepting. Worker 0 begins in r, leaves z, y and a, and is held when its inner search from a
// expands y: it will go on to r only if z is not red. Worker 1 then comes from s, does not enter a,
// which is blue, and its inner search collects the whole cycle.
class MeetingGraph {
 public:
  static constexpr NodeId r{0};
  static constexpr NodeId a{1};
  static constexpr NodeId y{2};
  static constexpr NodeId z{3};
  static constexpr NodeId s{4};

  bool initial(unsigned worker, std::vector<NodeId>& out) {
    out.push_back(worker == 0 ? r : s);
    return true;
  }
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
    if (worker == 0 && node == y && ++calls_for_y_ == 2) {
      worker_0_is_held_ = true;
      // Long enough for worker 1 to make the cycle red, if it did not wait for worker 0.
      while (!worker_1_has_collected_) std::this_thread::yield();
      for (int i = 0; i < 2000; ++i) std::this_thread::yield();
    }
    if (worker == 1 && node == s) {
      while (!worker_0_is_held_) std::this_thread::yield();
    }
    if (worker == 1 && node == r) worker_1_has_collected_ = true;
    out.push_back(node == r || node == s ? a : node == a ? y : node == y ? z : r);
    return true;
  }
  std::uint64_t marks(NodeId node) const { return node == a || node == s ? 1 : 0; }
  std::uint64_t all_marks() const { return 1; }
  std::uint32_t node_count() const { return 5; }

 private:
  int calls_for_y_ = 0;
  std::atomic<bool> worker_0_is_held_{false};
  std::atomic<bool> worker_1_has_collected_{false};
};

TEST(CycleSearch, AWorkerWaitsBeforeItMakesTheCycleOfAnotherRed) {
  MeetingGraph graph;
  const auto two = [](const auto& job) {
    std::jthread other(job, 1U);
    job(0U);
  };
  const CycleSearch search = find_cycle_parallel(graph, 2, two);
  EXPECT_EQ(search.end, SearchEnd::Goal);
  EXPECT_EQ(search.on_cycle, MeetingGraph::r);
}

TEST(CycleSearch, OneMarkIsTheMostForSearchesOfSingleNodes) {
  const Toy space = toy("s->s");
  SpaceGraph graph(
      space, [](const std::string&) { return std::uint64_t{3}; }, 3);
  const auto refusal = [&](auto&& find) -> std::string {
    try {
      find();
    } catch (const ContractError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal([&] { find_cycle_nested(graph); }),
            "find_cycle_nested: the graph has 2 marks, this search can do with one at most");
  EXPECT_EQ(refusal([&] { find_cycle_parallel(graph, 1, alone); }),
            "find_cycle_parallel: the graph has 2 marks, this search can do with one at most");
  EXPECT_EQ(refusal([&] { find_cycle_owcty(graph); }),
            "find_cycle_owcty: the graph has 2 marks, this search can do with one at most");
  EXPECT_EQ(refusal([&] { find_cycle_map(graph); }),
            "find_cycle_map: the graph has 2 marks, this search can do with one at most");
  EXPECT_EQ(refusal([&] { find_cycle_components(graph); }), "none");
}

TEST(CycleSearch, ASpaceGraphNumbersStatesInOrderOfDiscovery) {
  const Toy space = toy("s->b s->a a->s", accepting("a"));
  auto graph = graph_of(space);
  std::vector<NodeId> out;
  EXPECT_TRUE(graph.initial(0, out));
  EXPECT_TRUE(graph.successors(0, NodeId{0}, out));
  EXPECT_EQ(out, (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{2}}));
  EXPECT_EQ(graph.state(NodeId{1}) + graph.state(NodeId{2}), "ba");
  EXPECT_EQ(graph.marks(NodeId{1}), 0u);
  EXPECT_EQ(graph.marks(NodeId{2}), 1u);
}

}  // namespace
}  // namespace clew
