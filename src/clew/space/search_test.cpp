// Searches that must agree with each other, on toys and on random graphs.

#include "clew/space/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "clew/space/toy.hpp"

namespace clew {
namespace {

auto named(const std::string& name) {
  return is([name](const std::string& state) { return state == name; });
}
auto numbered(std::uint32_t wanted) {
  return is([wanted](std::uint32_t state) { return state == wanted; });
}

TEST(IterativeDeepening, FindsAShortestPathAlthoughALongOneComesFirst) {
  // A plain bounded search would meet c first at the bound, on the long way, and never go on from
  // there.
  const auto space = toy("s->a a->b b->c s->c c->g");
  const auto result = iterative_deepening(space, named("g"));
  EXPECT_EQ(result.end, SearchEnd::Goal);
  EXPECT_EQ(text(*result.path), "s c g");
}

TEST(IterativeDeepening, EndsOnACycle) {
  const auto result = iterative_deepening(toy("s->a a->b b->s"), named("g"));
  EXPECT_EQ(result.end, SearchEnd::Exhausted);
  EXPECT_EQ(result.counters.discovered, 3u);
}

TEST(IterativeDeepening, SaysThatItWasBounded) {
  const auto result = iterative_deepening(toy("s->a a->b b->g"), named("g"), 2);
  EXPECT_EQ(result.end, SearchEnd::Bounded);
  EXPECT_FALSE(result.path);
}

TEST(BestFirst, FollowsItsHeuristicAndNothingElse) {
  // b looks near to the goal, and is on the longer way.
  const auto space = toy("s->a s->b a->g b->c c->g");
  const auto looks = [](const std::string& state) -> std::uint64_t {
    return state == "g" ? 0 : state == "c" ? 1 : state == "b" ? 2 : 9;
  };
  const auto greedy = best_first(space, BestFirst{.heuristic = looks}, named("g"));
  EXPECT_EQ(text(*greedy.path), "s b c g");
  EXPECT_EQ(greedy.cost, 3u);
  EXPECT_EQ(greedy.counters.expanded, 3u);
}

TEST(AStar, FindsACheapestPath) {
  const auto space = toy("s->a s->g a->b b->g");
  const auto price = [](const std::string&, const std::string& action, const std::string&) {
    return action == "s->g" ? 10u : 2u;
  };
  const auto result = best_first(space, AStar{.cost = price}, named("g"));
  EXPECT_EQ(text(*result.path), "s a b g");
  EXPECT_EQ(result.cost, 6u);
}

TEST(AStar, OpensAStateAgainWhenTheHeuristicIsInconsistent) {
  // The estimate of a keeps it back until c and d were reached through b, for more.
  const auto space = toy("s->a s->b a->c b->c c->d d->g");
  const auto price = [](const std::string&, const std::string& action,
                        const std::string&) -> unsigned {
    return action == "b->c" ? 3 : action == "d->g" ? 10 : 1;
  };
  const auto estimate = [](const std::string& state) -> unsigned { return state == "a" ? 10 : 0; };
  const auto result = best_first(space, AStar{.cost = price, .heuristic = estimate}, named("g"));
  EXPECT_EQ(text(*result.path), "s a c d g");
  EXPECT_EQ(result.cost, 13u);
  EXPECT_GT(result.counters.expanded, result.counters.discovered - 1);
}

TEST(AStar, ExpandsAStateOnceWhenACheaperWayIsFoundInTime) {
  const auto price = [](const auto&, const std::string& action, const auto&) {
    return action == "s->a" ? 5u : 1u;
  };
  const auto result =
      best_first(toy("s->a s->b b->a a->c"), AStar{.cost = price}, named("nowhere"));
  EXPECT_EQ(result.end, SearchEnd::Exhausted);
  EXPECT_EQ(result.counters.expanded, 4u);
}

TEST(AStar, AcceptsCostsThatAreNotIntegers) {
  const auto price = [](const auto&, const auto&, const auto&) { return 0.5; };
  EXPECT_EQ(best_first(toy("s->a a->g"), AStar{.cost = price}, named("g")).cost, 1.0);
}

TEST(BestFirst, StopsAtItsLimit) {
  const auto result = best_first(toy("s->a a->b b->g"), AStar{}, named("g"), {.states_max = 2});
  EXPECT_EQ(result.end, SearchEnd::Stopped);
}

TEST(RandomWalk, RepeatsItselfFromTheSameSeed) {
  const Graph graph = random_graph(50, 300, 1);
  const auto nothing = is([](std::uint32_t) { return false; });
  const auto first = random_walk(graph, nothing, {.seed = 5, .steps_max = 100});
  const auto again = random_walk(graph, nothing, {.seed = 5, .steps_max = 100});
  const auto other = random_walk(graph, nothing, {.seed = 6, .steps_max = 100});
  EXPECT_EQ(*first.path, *again.path);
  EXPECT_NE(*first.path, *other.path);
  EXPECT_TRUE(is_a_path_of(*first.path, graph));
  EXPECT_EQ(first.end, SearchEnd::Stopped);
}

TEST(RandomWalk, EndsInATerminalStateAndStartsAgain) {
  const auto result =
      random_walk(toy("s->a"), named("x"), {.seed = 1, .steps_max = 9, .walks_max = 3});
  EXPECT_EQ(result.end, SearchEnd::Stopped);
  EXPECT_EQ(text(*result.path), "s a");
  EXPECT_EQ(result.counters.terminal, 3u);
}

TEST(RandomWalk, FindsAGoalItCannotMiss) {
  const auto result = random_walk(toy("s->a a->g g->s"), named("g"), {});
  EXPECT_EQ(result.end, SearchEnd::Goal);
  EXPECT_EQ(text(*result.path), "s a g");
}

TEST(Searches, AgreeOnReachabilityAndLengthOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = random_graph(60, 90, seed);
    const auto wanted = static_cast<std::uint32_t>(seed % 60);
    HashStore<std::uint32_t> store;
    HashStore<std::uint32_t> deep_store;
    const auto breadth =
        breadth_first(graph, store, rules(rule(numbered(wanted), goal), store_in(store)));
    const auto depth =
        depth_first(graph, rules(rule(numbered(wanted), goal), store_in(deep_store)));
    const auto deepening = iterative_deepening(graph, numbered(wanted));
    const auto star = best_first(graph, AStar{}, numbered(wanted));
    const auto greedy =
        best_first(graph, BestFirst{.heuristic = [](std::uint32_t state) { return state % 7; }},
                   numbered(wanted));
    ASSERT_EQ(depth.end, breadth.end) << "seed " << seed;
    ASSERT_EQ(deepening.end, breadth.end) << "seed " << seed;
    ASSERT_EQ(star.end, breadth.end) << "seed " << seed;
    ASSERT_EQ(greedy.end, breadth.end) << "seed " << seed;
    if (!breadth.path) {
      EXPECT_EQ(deepening.counters.discovered, breadth.counters.discovered);
      EXPECT_EQ(star.counters, (SearchCounters{breadth.counters}));
      continue;
    }
    EXPECT_EQ(deepening.path->steps.size(), breadth.path->steps.size());
    EXPECT_EQ(star.path->steps.size(), breadth.path->steps.size());
    EXPECT_TRUE(is_a_path_of(*depth.path, graph));
    EXPECT_TRUE(is_a_path_of(*deepening.path, graph));
    EXPECT_TRUE(is_a_path_of(*star.path, graph));
    EXPECT_TRUE(is_a_path_of(*greedy.path, graph));
  }
}

// Bellman and Ford: relax every transition until nothing changes.
std::vector<std::uint64_t> cheapest(const Graph& graph, std::uint32_t start, auto&& price) {
  std::vector<std::uint64_t> cost(graph.targets.size(), no_level);
  cost[start] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t source = 0; source < graph.targets.size(); ++source) {
      if (cost[source] == no_level) continue;
      for (std::uint32_t action = 0; action < graph.targets[source].size(); ++action) {
        const std::uint32_t target = graph.targets[source][action];
        const std::uint64_t through = cost[source] + price(source, action, target);
        if (through < cost[target]) cost[target] = through, changed = true;
      }
    }
  }
  return cost;
}

TEST(AStar, FindsTheCheapestCostOnRandomGraphsWithAnyAdmissibleHeuristic) {
  const auto price = [](std::uint32_t source, std::uint32_t action, std::uint32_t target) {
    return std::uint64_t{1} + (source * 7 + action * 3 + target * 5) % 11;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = random_graph(60, 150, seed);
    const auto wanted = static_cast<std::uint32_t>(seed % 60);
    const auto from_start = cheapest(graph, 0, price);
    // Any number up to the exact rest: never too much, and hardly ever consistent.
    const auto estimate = [&](std::uint32_t state) -> std::uint64_t {
      const std::uint64_t rest = cheapest(graph, state, price)[wanted];
      return SplitMix64(state).below(rest == no_level ? 100 : rest + 1);
    };
    const auto result =
        best_first(graph, AStar{.cost = price, .heuristic = estimate}, numbered(wanted));
    ASSERT_EQ(result.end == SearchEnd::Goal, from_start[wanted] != no_level) << "seed " << seed;
    if (!result.path) continue;
    EXPECT_EQ(result.cost, from_start[wanted]) << "seed " << seed;
  }
}

// --- components and cycles

std::string components_of(const Toy& space) {
  HashStore<std::string> store;
  std::string result;
  for_each_component(space, store, [&](std::span<const StateId> members, bool has_cycle) {
    std::set<std::string> names;
    for (const StateId id : members) names.insert(store.state(id));
    for (const std::string& name : names) result += name;
    result += has_cycle ? "* " : " ";
  });
  return result;
}

TEST(Components, ComeOutSuccessorsFirst) {
  EXPECT_EQ(components_of(toy("s->a a->b b->a b->c c->c s->d")), "c* ab* d s ");
}

TEST(Components, AreFoundFromEveryInitialState) {
  EXPECT_EQ(components_of(toy("s->a t->s a->s", initial("s t"))), "as* t ");
}

TEST(Components, StopWhenToldTo) {
  HashStore<std::string> store;
  int found = 0;
  EXPECT_EQ(for_each_component(toy("s->a a->b"), store,
                               [&](std::span<const StateId>, bool) { return ++found < 2; }),
            SearchEnd::Stopped);
  EXPECT_EQ(found, 2);
}

TEST(Components, AreSetsOfStatesThatReachEachOtherOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::uint32_t states = 40;
    const Graph graph = random_graph(states, 60, seed);
    std::vector<std::vector<bool>> reaches(states, std::vector<bool>(states));
    for (std::uint32_t source = 0; source < states; ++source) {
      for (const std::uint32_t target : graph.targets[source]) reaches[source][target] = true;
    }
    for (std::uint32_t via = 0; via < states; ++via) {
      for (std::uint32_t source = 0; source < states; ++source) {
        for (std::uint32_t target = 0; target < states; ++target) {
          if (reaches[source][via] && reaches[via][target]) reaches[source][target] = true;
        }
      }
    }
    HashStore<std::uint32_t> store;
    std::vector<int> component(states, -1);
    int count = 0;
    for_each_component(graph, store, [&](std::span<const StateId> members, bool has_cycle) {
      for (const StateId id : members) component[store.state(id)] = count;
      const std::uint32_t first = store.state(members.front());
      EXPECT_EQ(has_cycle, reaches[first][first]);
      ++count;
    });
    for (std::uint32_t a = 0; a < states; ++a) {
      ASSERT_EQ(component[a] != -1, a == 0 || reaches[0][a]) << "seed " << seed;
      for (std::uint32_t b = 0; b < states; ++b) {
        if (component[a] == -1 || component[b] == -1) continue;
        const bool together = a == b || (reaches[a][b] && reaches[b][a]);
        ASSERT_EQ(component[a] == component[b], together) << "seed " << seed;
      }
    }
  }
}

std::string cycle_of(const Toy& space) {
  const auto result = find_accepting_cycle(space);
  return result.lasso ? text(*result.lasso) : "none";
}

TEST(NestedDfs, FindsTheCycleThroughAnAcceptingState) {
  EXPECT_EQ(cycle_of(toy("s->a a->b b->a b->c", accepting("b"))), "s a (b a)");
}

TEST(NestedDfs, DoesNotTakeAnAcceptingStateForACycle) {
  EXPECT_EQ(cycle_of(toy("s->a a->b", accepting("s a b"))), "none");
}

TEST(NestedDfs, FindsALoopAtAnAcceptingState) {
  EXPECT_EQ(cycle_of(toy("s->a a->a", accepting("a"))), "s (a)");
  EXPECT_EQ(cycle_of(toy("s->s", accepting("s"))), "(s)");
}

TEST(NestedDfs, FindsACycleThroughAnAcceptingInitialState) {
  EXPECT_EQ(cycle_of(toy("s->a a->b b->s", accepting("s"))), "(s a b)");
}

TEST(NestedDfs, IgnoresACycleThatPassesNoAcceptingState) {
  EXPECT_EQ(cycle_of(toy("s->a a->b b->a", accepting("s"))), "none");
}

TEST(NestedDfs, SharesTheMemoryOfTheInnerSearchesSafely) {
  // The inner search from x passes c; the one from a must still find its cycle.
  EXPECT_EQ(cycle_of(toy("s->a a->x x->c a->c c->d d->a", accepting("x a"))), "s a (x c d a)");
}

TEST(NestedDfs, StopsWhenThereAreTooManyStates) {
  const auto space = toy("s->a a->b b->a", accepting("a"));
  const auto is_accepting = [&](const std::string& state) { return space.accepting(state); };
  EXPECT_EQ(find_accepting_cycle(space, is_accepting, 2).end, SearchEnd::Stopped);
  EXPECT_EQ(find_accepting_cycle(space, is_accepting, 3).end, SearchEnd::Goal);
}

TEST(NestedDfs, AgreesWithComponentsOnRandomGraphs) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_graph(30, 40, seed);
    const auto is_accepting = [&](std::uint32_t state) { return (state + seed) % 7 == 0; };
    HashStore<std::uint32_t> store;
    bool expected = false;
    for_each_component(graph, store, [&](std::span<const StateId> members, bool has_cycle) {
      expected =
          expected || (has_cycle && std::any_of(members.begin(), members.end(), [&](StateId id) {
                         return is_accepting(store.state(id));
                       }));
    });
    const auto result = find_accepting_cycle(graph, is_accepting);
    ASSERT_EQ(result.lasso.has_value(), expected) << "seed " << seed;
    ASSERT_EQ(result.end, expected ? SearchEnd::Goal : SearchEnd::Exhausted) << "seed " << seed;
    if (!expected) continue;
    ++found;
    const auto& [stem, cycle] = *result.lasso;
    Path<Graph> whole = stem;
    whole.steps.insert(whole.steps.end(), cycle.begin(), cycle.end());
    EXPECT_TRUE(is_a_path_of(whole, graph)) << "seed " << seed;
    ASSERT_FALSE(cycle.empty());
    EXPECT_EQ(whole.last(), stem.last()) << "seed " << seed;
    EXPECT_TRUE(is_accepting(stem.last())) << "seed " << seed;
  }
  EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace clew
