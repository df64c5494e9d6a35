#include "clew/space/breadth_first.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

auto named(const std::string& name) {
  return is([name](const std::string& state) { return state == name; });
}

// All the states of a store, in order of discovery.
template <class Store>
std::string text_of_states(const Store& store) {
  std::string result;
  for (std::uint64_t id = 0; id < store.size(); ++id) {
    result.append(id > 0 ? " " : "").append(name_of(store.state(StateId{id})));
  }
  return result;
}

TEST(BreadthFirst, DiscoversStatesLevelByLevel) {
  const auto space = toy("s->a s->b a->c b->c b->d c->s d->e");
  HashStore<std::string> store;
  const auto result = breadth_first(space, store);
  EXPECT_EQ(text_of_states(store), "s a b c d e");
  EXPECT_EQ(result.end, SearchEnd::Exhausted);
  EXPECT_FALSE(result.path);
  EXPECT_EQ(result.counters, (SearchCounters{.discovered = 6,
                                             .expanded = 6,
                                             .transitions = 7,
                                             .revisited = 2,
                                             .terminal = 1,
                                             .cut = 0,
                                             .level_max = 3}));
}

TEST(BreadthFirst, FindsAShortestPath) {
  const auto space = toy("s->a a->b b->c c->g s->d d->g");
  HashStore<std::string> store;
  const auto result = breadth_first(space, store, rules(rule(named("g"), goal), store_in(store)));
  EXPECT_EQ(result.end, SearchEnd::Goal);
  EXPECT_EQ(text(*result.path), "s d g");
  EXPECT_EQ(result.path->steps[1].action, "d->g");
}

TEST(BreadthFirst, FindsTheSamePathWithAndWithoutRecordedParents) {
  const auto space = toy("s->a s->b a->c b->c c->d b->d d->e c->e e->f e->g");
  HashStore<std::string> plain;
  HashStore<std::string, Parents::Kept> with_parents;
  const auto first = breadth_first(space, plain, rules(rule(named("g"), goal), store_in(plain)));
  const auto second =
      breadth_first(space, with_parents, rules(rule(named("g"), goal), store_in(with_parents)));
  EXPECT_EQ(text(*first.path), "s a c e g");
  EXPECT_EQ(*first.path, *second.path);
}

TEST(BreadthFirst, TakesTheFirstOfSeveralTransitionsToTheSameState) {
  const Graph graph{{{1, 1}, {2, 2}, {}}};
  HashStore<std::uint32_t> store;
  const auto at_two = is([](std::uint32_t state) { return state == 2; });
  const auto result = breadth_first(graph, store, rules(rule(at_two, goal), store_in(store)));
  EXPECT_EQ(*result.path, (Path<Graph>{0, {{0, 1}, {0, 2}}}));
}

TEST(BreadthFirst, FindsTheSamePathWhenTheGoalIsStoredFirst) {
  const auto space = toy("s->a a->b s->b b->g");
  HashStore<std::string> store;
  const auto result = breadth_first(space, store, rules(store_in(store), rule(named("g"), goal)));
  EXPECT_EQ(text(*result.path), "s b g");
  EXPECT_EQ(store.size(), 4u);
}

TEST(BreadthFirst, AcceptsAnInitialStateAsGoal) {
  const auto space = toy("s->a t->b", initial("s t"));
  HashStore<std::string> store;
  const auto result = breadth_first(space, store, rules(rule(named("t"), goal), store_in(store)));
  EXPECT_EQ(text(*result.path), "t");
}

TEST(BreadthFirst, DoesNotExpandASkippedInitialState) {
  const auto space = toy("s->a t->b", initial("s t"));
  HashStore<std::string> store;
  breadth_first(space, store, rules(rule(named("s"), skip), store_in(store)));
  EXPECT_EQ(text_of_states(store), "t b");
}

TEST(BreadthFirst, CountsAnInitialStateGivenTwiceOnce) {
  const auto space = toy("s->a", initial("s s"));
  HashStore<std::string> store;
  const auto result = breadth_first(space, store);
  EXPECT_EQ(result.counters.discovered, 2u);
  EXPECT_EQ(result.counters.revisited, 1u);
}

TEST(BreadthFirst, StopsWhenTheStoreIsFull) {
  HashStore<std::string> store(2);
  const auto result = breadth_first(toy("s->a s->b"), store);
  EXPECT_EQ(result.end, SearchEnd::Stopped);
  EXPECT_EQ(text_of_states(store), "s a");
}

TEST(BreadthFirst, LeavesStatesAtTheBoundUnexpanded) {
  HashStore<std::string> store;
  const auto space = toy("s->a a->b b->c");
  const auto result = breadth_first(space, store, rules(store_in(store)), NoObserver{}, 2);
  EXPECT_EQ(result.end, SearchEnd::Bounded);
  EXPECT_EQ(text_of_states(store), "s a b");
  EXPECT_EQ(result.counters.cut, 1u);
}

TEST(BreadthFirst, IsExhaustedWhenTheBoundCutsNothing) {
  HashStore<std::string> store;
  const auto space = toy("s->a a->s");
  EXPECT_EQ(breadth_first(space, store, rules(store_in(store)), NoObserver{}, 2).end,
            SearchEnd::Exhausted);
}

struct Listener {
  std::string heard;
  std::uint64_t batches_left = 1000;

  void discovered(const Visit<Toy>& visit) {
    heard.append("+").append(visit.state).append(std::to_string(visit.level)).append(" ");
  }
  void revisited(const Visit<Toy>& visit) { heard.append("=").append(visit.state).append(" "); }
  void expanded(StateId id, const std::string& state, std::uint64_t successors) {
    heard += state + std::to_string(number(id)) + ":" + std::to_string(successors) + " ";
  }
  void level_finished(std::uint64_t level, std::uint64_t states) {
    heard.append("|").append(std::to_string(level)).append(":");
    heard.append(std::to_string(states)).append(" ");
  }
  bool keep_going() { return batches_left-- > 0; }
};

TEST(BreadthFirst, TellsTheObserverEverythingInOrder) {
  HashStore<std::string> store;
  Listener listener;
  breadth_first(toy("s->a s->b a->s b->c"), store, rules(store_in(store)), listener);
  EXPECT_EQ(listener.heard, "+s0 +a1 +b1 s0:2 |0:1 =s a1:1 +c2 b2:1 |1:2 c3:0 |2:1 ");
}

TEST(BreadthFirst, StopsWhenTheObserverSaysSo) {
  HashStore<std::string> store;
  Listener listener{.heard = "", .batches_left = 1};
  const auto result = breadth_first(toy("s->a a->b b->c"), store, rules(store_in(store)), listener);
  EXPECT_EQ(result.end, SearchEnd::Stopped);
  EXPECT_EQ(text_of_states(store), "s a");
}

// A space without a template, and one that expands whole batches, over the same graph.
struct PlainGraph {
  using State = std::uint32_t;
  using Action = std::uint32_t;
  Graph graph;
  void initial_states(FunctionRef<void(const State&)> found) const { graph.initial_states(found); }
  void successors(const State& state, FunctionRef<void(const Action&, const State&)> found) const {
    graph.successors(state, found);
  }
};
struct BatchGraph : PlainGraph {
  void expand(std::span<const State> batch, auto&& sink) const { expand_batch(graph, batch, sink); }
};
static_assert(StateSpace<PlainGraph> && !BatchSpace<PlainGraph>);
static_assert(BatchSpace<BatchGraph>);

// Keeps nothing but what the concept asks for, and gives states back by value.
struct FrugalStore {
  HashStore<std::uint32_t> inner{};
  Insertion insert(const std::uint32_t& state) { return inner.insert(state); }
  std::uint32_t state(StateId id) const { return inner.state(id); }
  std::uint64_t size() const { return inner.size(); }
};
static_assert(StateStore<FrugalStore, std::uint32_t> &&
              !PrefetchingStore<FrugalStore, std::uint32_t>);

// The textbook: a list of states, each expanded in turn.
struct Textbook {
  std::vector<std::uint32_t> order{0};
  std::vector<std::uint64_t> levels;

  explicit Textbook(const Graph& graph) : levels(graph.targets.size(), no_level) {
    levels[0] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
      for (const std::uint32_t target : graph.targets[order[next]]) {
        if (levels[target] != no_level) continue;
        levels[target] = levels[order[next]] + 1;
        order.push_back(target);
      }
    }
  }
};

template <class Store>
std::vector<std::uint32_t> order_of(const Store& store) {
  std::vector<std::uint32_t> order;
  for (std::uint64_t id = 0; id < store.size(); ++id) order.push_back(store.state(StateId{id}));
  return order;
}

TEST(BreadthFirst, DiscoversInTheOrderOfTheTextbookOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto states = static_cast<std::uint32_t>(1 + 17 * seed);
    const Graph graph = random_graph(states, 2 * states, seed);
    const Textbook textbook(graph);
    HashStore<std::uint32_t> store;
    const auto one_by_one = breadth_first(graph, store);
    ASSERT_EQ(order_of(store), textbook.order) << "seed " << seed;
    FrugalStore frugal;
    const auto in_batches = breadth_first(BatchGraph{{graph}}, frugal, rules(store_in(frugal)));
    ASSERT_EQ(order_of(frugal), textbook.order) << "seed " << seed;
    ASSERT_EQ(in_batches.counters, one_by_one.counters) << "seed " << seed;
  }
}

TEST(BreadthFirst, FindsShortestPathsOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = random_graph(200, 500, seed);
    const Textbook textbook(graph);
    const auto wanted = static_cast<std::uint32_t>(seed * 3);
    HashStore<std::uint32_t> store;
    const auto result = breadth_first(
        graph, store,
        rules(rule(is([&](auto state) { return state == wanted; }), goal), store_in(store)));
    ASSERT_EQ(result.end == SearchEnd::Goal, textbook.levels[wanted] != no_level);
    if (!result.path) continue;
    EXPECT_TRUE(is_a_path_of(*result.path, graph));
    EXPECT_EQ(result.path->last(), wanted);
    EXPECT_EQ(result.path->steps.size(), textbook.levels[wanted]);
  }
}

}  // namespace
}  // namespace clew
