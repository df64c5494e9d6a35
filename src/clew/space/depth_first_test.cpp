#include "clew/space/depth_first.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "clew/space/toy.hpp"

namespace clew {
namespace {

auto named(const std::string& name) {
  return is([name](const std::string& state) { return state == name; });
}

// What happens, event by event: "+s" explored as new, "-s" left.
std::string events_of(const Toy& space, std::uint64_t level_max = no_level) {
  std::string events;
  HashStore<std::string> store;
  const auto explored =
      call([&](const auto& visit) { events.append("+").append(visit.state).append(" "); });
  const auto left =
      call([&](const auto& visit) { events.append("-").append(visit.state).append(" "); });
  depth_first(space, rules(store_in(store), explored), rules(left), NoObserver{}, level_max);
  return events;
}

TEST(DepthFirst, ExploresInPreorderAndLeavesInPostorder) {
  EXPECT_EQ(events_of(toy("s->a s->b a->c a->d c->b d->s")), "+s +a +c +b -b -c +d -d -a -s ");
}

TEST(DepthFirst, LeavesEveryInitialStateToo) {
  EXPECT_EQ(events_of(toy("s->a t->a u", initial("s t s u"))), "+s +a -a -s +t -t +u -u ");
}

TEST(DepthFirst, DoesNotExpandBeyondTheBound) {
  EXPECT_EQ(events_of(toy("s->a a->b b->c"), 1), "+s +a -a -s ");
}

TEST(DepthFirst, SaysThatItWasBounded) {
  HashStore<std::string> store;
  const auto result =
      depth_first(toy("s->a a->b"), rules(store_in(store)), rules(), NoObserver{}, 1);
  EXPECT_EQ(result.end, SearchEnd::Bounded);
  EXPECT_EQ(result.counters, (SearchCounters{.discovered = 2,
                                             .expanded = 1,
                                             .transitions = 1,
                                             .revisited = 0,
                                             .terminal = 0,
                                             .cut = 1,
                                             .level_max = 1}));
}

TEST(DepthFirst, ReturnsItsStackAsThePath) {
  HashStore<std::string> store;
  const auto result =
      depth_first(toy("s->x x->y s->a a->z a->g"), rules(rule(named("g"), goal), store_in(store)));
  EXPECT_EQ(result.end, SearchEnd::Goal);
  EXPECT_EQ(text(*result.path), "s a g");
  EXPECT_EQ(result.path->steps[0].action, "s->a");
}

TEST(DepthFirst, HonoursSkipAndGoalForInitialStates) {
  HashStore<std::string> store;
  const auto space = toy("s->a t->b", initial("s t"));
  const auto result =
      depth_first(space, rules(rule(named("s"), skip), rule(named("t"), goal), store_in(store)));
  EXPECT_EQ(text(*result.path), "t");
  EXPECT_EQ(result.counters.expanded, 0u);
}

TEST(DepthFirst, CanFindItsGoalWhenLeavingAState) {
  HashStore<std::string> store;
  const auto result =
      depth_first(toy("s->a a->b b->c"), rules(store_in(store)), rules(rule(named("b"), goal)));
  EXPECT_EQ(text(*result.path), "s a b");
}

TEST(DepthFirst, TellsRulesWhereAVisitComesFrom) {
  HashStore<std::string> store;
  std::string seen;
  const auto look = call([&](const Visit<Toy>& visit) {
    seen.append(visit.source == no_state ? "-" : store.state(visit.source));
    seen.append(">").append(visit.state).append(std::to_string(visit.level)).append(" ");
  });
  depth_first(toy("s->a a->b s->c"), rules(store_in(store), look), rules(look));
  EXPECT_EQ(seen, "->s0 s>a1 a>b2 a>b2 s>a1 s>c1 s>c1 ->s0 ");
}

TEST(DepthFirst, StopsWhenARuleSaysSo) {
  HashStore<std::string> store(2);
  EXPECT_EQ(depth_first(toy("s->a a->b"), rules(store_in(store))).end, SearchEnd::Stopped);
}

TEST(DepthFirst, StopsWhenTheObserverSaysSo) {
  struct {
    bool keep_going() { return false; }
  } impatient;
  HashStore<std::string> store;
  const auto result = depth_first(toy("s->a"), rules(store_in(store)), rules(), impatient);
  EXPECT_EQ(result.end, SearchEnd::Stopped);
  EXPECT_EQ(result.counters.expanded, 0u);
}

TEST(DepthFirst, RunsANestedSearchWhoseGoalIsItsOwn) {
  const auto space = toy("s->a a->b b->g");
  HashStore<std::string> outer_store;
  std::string inner_path;
  const auto look_for_g = run([&](const Visit<Toy>&) {
    HashStore<std::string> inner_store;
    auto inner = depth_first(space, rules(rule(named("g"), goal), store_in(inner_store)));
    inner_path = text(*inner.path);
    return inner;
  });
  const auto result =
      depth_first(space, rules(store_in(outer_store), rule(named("a"), look_for_g)));
  EXPECT_EQ(text(*result.path), "s a");
  EXPECT_EQ(inner_path, "s a b g");
}

TEST(Rules, AskInOrderAndStopAtTheFirstObjection) {
  std::string asked;
  const auto note = [&](const char* name) {
    return call([&asked, name](const auto&) { asked += name; });
  };
  auto composed = rules(note("a"), rule(named("s"), skip), note("b"), rule(always, goal));
  const std::string s = "s";
  const std::string t = "t";
  Visit<Toy> at_s{s};
  Visit<Toy> at_t{t};
  EXPECT_EQ(composed(at_s), Answer::Skip);
  EXPECT_EQ(composed(at_t), Answer::Goal);
  EXPECT_EQ(asked, "aab");
}

// The recursive function of the textbook.
struct Textbook {
  const Graph& graph;
  std::vector<std::uint32_t> preorder{};
  std::vector<std::uint32_t> postorder{};
  std::set<std::uint32_t> known{};

  void visit(std::uint32_t state) {
    if (!known.insert(state).second) return;
    preorder.push_back(state);
    for (const std::uint32_t target : graph.targets[state]) visit(target);
    postorder.push_back(state);
  }
};

TEST(DepthFirst, DoesWhatTheRecursiveFunctionDoesOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto states = static_cast<std::uint32_t>(1 + 11 * seed);
    const Graph graph = random_graph(states, 2 * states, seed);
    Textbook textbook{graph};
    textbook.visit(0);
    HashStore<std::uint32_t> store;
    Textbook found{graph};
    const auto explored = [&](const auto& visit) { found.preorder.push_back(visit.state); };
    const auto left = [&](const auto& visit) { found.postorder.push_back(visit.state); };
    const auto result =
        depth_first(graph, rules(store_in(store), call(explored)), rules(call(left)));
    std::uint64_t transitions = 0;
    for (const std::uint32_t state : textbook.preorder) transitions += graph.targets[state].size();
    ASSERT_EQ(result.counters.transitions, transitions) << "seed " << seed;
    ASSERT_EQ(result.counters.discovered, textbook.preorder.size()) << "seed " << seed;
    ASSERT_EQ(result.counters.revisited, transitions + 1 - textbook.preorder.size());
    ASSERT_EQ(found.preorder, textbook.preorder) << "seed " << seed;
    ASSERT_EQ(found.postorder, textbook.postorder) << "seed " << seed;
  }
}

}  // namespace
}  // namespace clew
