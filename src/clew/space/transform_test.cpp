#include "clew/space/transform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "clew/space/search.hpp"
#include "clew/space/simulation.hpp"
#include "clew/space/starting_at.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

auto named(const std::string& name) {
  return is([name](const std::string& state) { return state == name; });
}

template <StateSpace Space>
std::vector<typename Space::State> states_of(const Space& space) {
  HashStore<typename Space::State> store;
  breadth_first(space, store);
  std::vector<typename Space::State> states;
  for (std::uint64_t id = 0; id < store.size(); ++id) states.push_back(store.state(StateId{id}));
  return states;
}

TEST(ParallelProduct, InterleavesTheMovesOfBothSides) {
  const ParallelProduct product(toy("s->a a->b"), toy("x->y"));
  std::string states;
  for (const auto& [left, right] : states_of(product)) states += left + right + " ";
  EXPECT_EQ(states, "sx ax sy bx ay by ");
}

TEST(ParallelProduct, CanBeNestedAndReferToItsSources) {
  const auto counter = toy("0->1 1->2 2->0");
  const ParallelProduct product(ParallelProduct(by_reference(counter), by_reference(counter)),
                                by_reference(counter));
  EXPECT_EQ(states_of(product).size(), 27u);
}

TEST(ParallelProduct, LetsConditionsOfEitherSideThrough) {
  const ParallelProduct product(toy("s->a a->b"), toy("x->y y->z"));
  HashStore<decltype(product)::State> store;
  const auto result =
      breadth_first(product, store,
                    rules(rule(through(product.left(), named("s")), call([](const auto&) {})),
                          rule(through(product.right(), named("z")), goal), store_in(store)));
  EXPECT_EQ(result.path->steps.size(), 2u);
  EXPECT_EQ(result.path->last().left + result.path->last().right, "sz");
}

struct Listener {
  std::string heard;
  void discovered(const Visit<Toy>& visit) {
    heard += (visit.action == nullptr ? "-" : *visit.action) + ">" + visit.state + " ";
  }
  void expanded(StateId, const std::string& state, std::uint64_t successors) {
    heard += state + std::to_string(successors) + " ";
  }
  void started(const std::string& state) { heard += "[" + state; }
  void taken(const Step<Toy>& step) { heard += " " + step.action; }
  void ended(const std::string& state) { heard += " " + state + "]"; }
};

TEST(Through, LetsAnObserverOfTheSourceWatchTheProduct) {
  const ParallelProduct product(toy("s->a"), toy("x->y"));
  HashStore<decltype(product)::State> store;
  Listener listener;
  breadth_first(product, store, rules(store_in(store)), through(product.left(), listener));
  EXPECT_EQ(listener.heard, "->s s->a>a ->s s2 ->a a1 s1 a0 ");
}

TEST(Through, TellsASimulationObserverOnlyTheStepsOfItsSide) {
  const ParallelProduct product(toy("s->a a->b"), toy("x->y"));
  Simulation simulation(product);
  Listener listener;
  simulation.run([](const auto& here) { return std::optional(here.choices().size() - 1); }, 10,
                 through(product.left(), listener));
  EXPECT_EQ(listener.heard, "[s s->a a->b b]");
}

// Accepts the runs in which `wanted` holds only finitely often: it guesses when the last one has
// passed.
struct NeverAgain {
  using State = bool;  // guessed
  std::string wanted;

  void initial_states(auto&& found) const { found(false); }
  void successors(const State& guessed, const std::string& read, auto&& found) const {
    if (!guessed) found(false);
    if (read != wanted) found(true);
  }
  bool accepting(const State& guessed) const { return guessed; }
};

template <class Space>
std::string text_of_system(const Lasso<Space>& lasso) {
  std::string result = lasso.stem.initial.system;
  for (const auto& step : lasso.stem.steps) result += " " + step.state.system;
  result += " |";
  for (const auto& step : lasso.cycle) result += " " + step.state.system;
  return result;
}

TEST(SynchronousProduct, FindsARunThatTheAutomatonAccepts) {
  const SynchronousProduct product(toy("s->p p->s s->q q->q"), NeverAgain{"p"});
  const auto result = find_accepting_cycle(product);
  ASSERT_TRUE(result.lasso);
  EXPECT_EQ(text_of_system(*result.lasso), "s q q | q");
}

TEST(SynchronousProduct, FindsNothingWhenEveryRunIsRejected) {
  const SynchronousProduct product(toy("s->p p->s"), NeverAgain{"p"});
  EXPECT_EQ(find_accepting_cycle(product).end, SearchEnd::Exhausted);
}

TEST(SynchronousProduct, LetsConditionsOfTheSystemThrough) {
  const SynchronousProduct product(toy("s->p p->g"), NeverAgain{"p"});
  HashStore<decltype(product)::State> store;
  const auto result = breadth_first(
      product, store, rules(rule(through(product.system(), named("g")), goal), store_in(store)));
  EXPECT_EQ(result.path->steps.size(), 2u);
}

TEST(Stuttering, MakesAFiniteRunInfinite) {
  const auto space = toy("s->p p->e");
  EXPECT_FALSE(find_accepting_cycle(SynchronousProduct(space, NeverAgain{"p"})).lasso);
  const SynchronousProduct product(Stuttering{space}, NeverAgain{"p"});
  const auto result = find_accepting_cycle(product);
  ASSERT_TRUE(result.lasso);
  EXPECT_EQ(text_of_system(*result.lasso), "s p e e | e");
  EXPECT_EQ(result.lasso->cycle.front().action, std::nullopt);
}

// Two counters below 16 in one byte.
struct Counters {
  using State = std::array<int, 2>;
  using Action = int;
  void initial_states(auto&& found) const { found(State{0, 0}); }
  void successors(const State& state, auto&& found) const {
    if (state[0] < 15) found(0, State{state[0] + 1, state[1]});
    if (state[1] < 15) found(1, State{state[0], state[1] + 1});
  }
};
struct OneByte {
  using Packed = std::uint8_t;
  Packed encode(const std::array<int, 2>& state) const {
    return static_cast<Packed>(state[0] * 16 + state[1]);
  }
  std::array<int, 2> decode(const Packed& packed) const { return {packed / 16, packed % 16}; }
};

TEST(PackedSpace, HasTheSameStatesInFewerBytes) {
  const PackedSpace packed(Counters{}, OneByte{});
  const auto plain_states = states_of(Counters{});
  const auto packed_states = states_of(packed);
  ASSERT_EQ(packed_states.size(), 256u);
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_EQ(OneByte{}.decode(packed_states[i]), plain_states[i]);
}

TEST(PackedSpace, LetsConditionsOnUnpackedStatesThrough) {
  const PackedSpace packed(Counters{}, OneByte{});
  HashStore<std::uint8_t> store;
  const auto both_three = is([](const std::array<int, 2>& state) {
    return state == std::array{3, 3};
  });
  const auto result = breadth_first(
      packed, store, rules(rule(through(packed.unpacked(), both_three), goal), store_in(store)));
  EXPECT_EQ(result.path->steps.size(), 6u);
  EXPECT_EQ(result.path->last(), 3 * 16 + 3);
}

TEST(QuotientSpace, KeepsOneStateOfEachClass) {
  const auto sorted = [](std::array<int, 2> state) {
    std::sort(state.begin(), state.end());
    return state;
  };
  const QuotientSpace quotient(Counters{}, sorted);
  EXPECT_EQ(states_of(quotient).size(), 16u * 17u / 2u);
  HashStore<std::array<int, 2>> store;
  const auto nine = is([](const std::array<int, 2>& state) { return state[0] + state[1] == 9; });
  const auto result = breadth_first(
      quotient, store, rules(rule(through(quotient.source(), nine), goal), store_in(store)));
  EXPECT_EQ(result.path->steps.size(), 9u);
}

TEST(StartingAt, WalksTheSameSpaceFromAnotherState) {
  const auto space = toy("s->a a->b b->c");
  EXPECT_EQ(states_of(starting_at(space, "b")), (std::vector<std::string>{"b", "c"}));
}

}  // namespace
}  // namespace clew
