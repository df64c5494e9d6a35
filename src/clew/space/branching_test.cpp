#include "clew/space/branching.hpp"

#include <gtest/gtest.h>

#include <string>

#include "clew/space/branching_components.hpp"
#include "clew/space/branching_paths.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

constexpr auto unmarked = [](const std::string&) { return false; };
using ToyGraph = SpaceGraph<Toy, decltype(unmarked)>;

// A toy, stored, with sets and paths written as words.
struct Stored {
  explicit Stored(const Toy& toy) : states(toy, unmarked) {
    EXPECT_EQ(graph.read(states), SearchEnd::Exhausted);
  }

  NodeSet set(const std::string& names) const {
    NodeSet nodes = graph.none();
    const std::vector<std::string> wanted = words(names);
    for (std::uint32_t i = 0; i < graph.node_count(); ++i) {
      for (const std::string& name : wanted) {
        if (states.state(NodeId{i}) == name) nodes.insert(NodeId{i});
      }
    }
    return nodes;
  }
  std::string text(const NodeSet& nodes) const {
    std::string result;
    nodes.for_each([&](NodeId node) { result += " " + states.state(node); });
    return result.empty() ? "none" : result.substr(1);
  }
  std::string text(const BranchingPath& path) const {
    std::string result;
    for (std::size_t i = 0; i < path.nodes.size(); ++i) {
      if (path.loop_start == i) result += " (";
      result += (result.ends_with('(') || result.empty() ? "" : " ") + states.state(path.nodes[i]);
    }
    return path.loop_start == BranchingPath::no_loop ? result : result + ")";
  }

  ToyGraph states;
  StoredGraph graph;
};

TEST(NodeSet, CountsAndCombines) {
  NodeSet low(70);
  NodeSet high(70);
  low.insert(NodeId{0});
  low.insert(NodeId{64});
  high.insert(NodeId{64});
  high.insert(NodeId{69});
  EXPECT_EQ((low | high).count(), 3U);
  EXPECT_EQ((low & high).count(), 1U);
  EXPECT_EQ((!low).count(), 68U);
  EXPECT_EQ(NodeSet(70, true), !NodeSet(70));
  low.resize(64);
  EXPECT_EQ(low.count(), 1U);
  low.erase(NodeId{0});
  EXPECT_TRUE(low.empty());
}

TEST(StoredGraph, LetsATerminalNodeStayForEver) {
  const Toy space = toy("s->a s->b");
  const Stored stored(space);
  EXPECT_EQ(stored.graph.transition_count(), 4U);
  EXPECT_EQ(stored.text(stored.set("a")), "a");
}

TEST(StoredGraph, AnswersWhatSomePathDoes) {
  const Toy space = toy("s->a a->b b->a s->c c->d d->e");
  Stored stored(space);
  StoredGraph& graph = stored.graph;
  EXPECT_EQ(stored.text(graph.exists_next(stored.set("b c"))), "s a");
  EXPECT_EQ(stored.text(graph.exists_until(graph.all(), stored.set("e"))), "s c d e");
  EXPECT_EQ(stored.text(graph.exists_until(stored.set("s d"), stored.set("e"))), "d e");
  EXPECT_EQ(stored.text(graph.exists_globally(stored.set("s a b c d"))), "s a b");
  EXPECT_EQ(stored.text(graph.exists_globally(stored.set("c d e"))), "c d e");
  EXPECT_EQ(stored.text(graph.exists_globally(graph.none())), "none");
}

TEST(StoredGraph, ReadsNoFurtherThanItIsTold) {
  const Toy space = toy("s->a a->b b->c c->d s->x x->y");
  ToyGraph states(space, unmarked);
  StoredGraph graph;
  const SearchEnd end = graph.read(states, [&](NodeId node) {
    if (states.state(node) == "b") return Reading::Stop;
    return states.state(node) == "x" ? Reading::Leave : Reading::Expand;
  });
  EXPECT_EQ(end, SearchEnd::Goal);
  EXPECT_EQ(graph.node_count(), 4U);  // s a x b
  EXPECT_EQ(graph.nodes_left(), 1U);
  EXPECT_EQ(graph.successors(NodeId{2}).size(), 1U);  // x stays where it is
}

TEST(StoredGraph, SaysThatALevelWasNotExpanded) {
  const Toy space = toy("s->a a->b b->c");
  ToyGraph shallow(space, unmarked);
  StoredGraph part;
  const auto expand = [](NodeId) { return Reading::Expand; };
  EXPECT_EQ(part.read(shallow, expand, 2), SearchEnd::Bounded);
  EXPECT_EQ(part.node_count(), 3U);
}

TEST(StoredGraph, StopsWhenTheGraphHasTo) {
  const Toy space = toy("s->a a->b b->c");
  ToyGraph states(space, unmarked, 1, 2);
  StoredGraph graph;
  EXPECT_EQ(graph.read(states), SearchEnd::Stopped);
}

TEST(StoredGraph, StopsWhenNobodyWantsToKnow) {
  Graph ring;
  for (std::uint32_t i = 0; i < 100'000; ++i) ring.targets.push_back({(i + 1) % 100'000});
  SpaceGraph states(ring, [](std::uint32_t) { return false; });
  StoredGraph graph;
  graph.read(states);
  graph.ask([] { return false; });
  EXPECT_FALSE(graph.is_stopped());
  graph.exists_next(graph.all());
  EXPECT_TRUE(graph.is_stopped());
}

TEST(StoredGraph, StopsWhereThereIsNoRoom) {
  const Toy space = toy("s->a a->b b->c");
  ToyGraph states(space, unmarked);
  StoredGraph graph;
  graph.read(states);
  graph.ask_room([](std::uint64_t) { return false; });
  graph.exists_next(graph.all());
  EXPECT_FALSE(graph.is_stopped());
  graph.exists_until(graph.all(), graph.all());
  EXPECT_TRUE(graph.is_stopped());

  StoredGraph unread;
  unread.ask_room([](std::uint64_t) { return false; });
  ToyGraph again(space, unmarked);
  EXPECT_EQ(unread.read(again), SearchEnd::Stopped);
}

TEST(BranchingPaths, FindsAShortestPathThroughASet) {
  const Toy space = toy("s->a s->b a->t b->c c->t");
  Stored stored(space);
  BranchingPaths paths(stored.graph);
  EXPECT_EQ(stored.text(paths.to(NodeId{0}, stored.graph.all(), stored.set("t"))), "s a t");
  EXPECT_EQ(stored.text(paths.to(NodeId{0}, stored.set("s b c"), stored.set("t"))), "s b c t");
  EXPECT_EQ(stored.text(paths.to(NodeId{0}, stored.set("s b"), stored.set("t"))), "");
  EXPECT_EQ(stored.text(paths.to(NodeId{0}, stored.graph.none(), stored.set("s"))), "s");
}

TEST(BranchingPaths, FindsALassoThatStaysInASet) {
  const Toy space = toy("s->a a->b b->c c->b s->d d->d b->s");
  Stored stored(space);
  BranchingPaths paths(stored.graph);
  EXPECT_EQ(stored.text(paths.for_ever(NodeId{0}, stored.set("s a b c"))), " (s a b s)");
  EXPECT_EQ(stored.text(paths.for_ever(NodeId{1}, stored.set("a b c"))), "a (b c b)");
  EXPECT_EQ(stored.text(paths.for_ever(NodeId{0}, stored.set("s d"))), "s (d d)");
  EXPECT_EQ(stored.text(paths.for_ever(NodeId{0}, stored.set("s a"))), "");
  EXPECT_EQ(paths.reachable_count(NodeId{0}), 5U);
}

std::string components_text(const Toy& space) {
  ToyGraph graph(space, unmarked);
  std::string result;
  walk_components(graph, [&](const GraphComponent& component) {
    result += "[";
    for (const NodeId node : component.members) result += graph.state(node);
    result += component.has_cycle ? " cycle" : "";
    result += component.is_terminal ? " terminal]" : "]";
    return Continue::Yes;
  });
  return result;
}

TEST(WalkComponents, KnowsWhichAreTerminal) {
  EXPECT_EQ(components_text(toy("s->a a->b b->a b->c c->c s->d")),
            "[c cycle terminal][ab cycle][d terminal][s]");
  EXPECT_EQ(components_text(toy("s->a a->s")), "[sa cycle terminal]");
}

TEST(WalkComponents, EndsWhenTheVisitorHasSeenEnough) {
  const Toy space = toy("s->a s->b b->c");
  ToyGraph graph(space, unmarked);
  const SearchEnd end = walk_components(graph, [](const GraphComponent&) { return Continue::No; });
  EXPECT_EQ(end, SearchEnd::Goal);
  EXPECT_EQ(graph.node_count(), 3U);
}

}  // namespace
}  // namespace clew
