#include "clew/property/watched_space.hpp"

#include <gtest/gtest.h>

#include <array>

#include "clew/space/search.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

constexpr std::array algorithms = {CycleAlgorithm::Auto,   CycleAlgorithm::Components,
                                   CycleAlgorithm::Nested, CycleAlgorithm::Parallel,
                                   CycleAlgorithm::Owcty,  CycleAlgorithm::Map};

struct Lamp {  // as in the header
  enum class State { Off, On, Broken };
  using Action = const char*;
  void initial_states(auto&& found) const { found(State::Off); }
  void successors(const State& state, auto&& found) const {
    if (state == State::Broken) return;
    found("switch", state == State::Off ? State::On : State::Off);
    if (state == State::On) found("break", State::Broken);
  }
};

const std::vector<NamedProposition<Lamp::State>> lamp_propositions = {
    {"on", [](auto state) { return state == Lamp::State::On; }},
    {"broken", [](auto state) { return state == Lamp::State::Broken; }}};

// "Off switch On (break Broken stays Broken)"
std::string text_of(const Lasso<Stuttering<Lamp>>& lasso) {
  const std::array names = {"Off", "On", "Broken"};
  const auto name = [&](Lamp::State state) { return names[static_cast<std::size_t>(state)]; };
  std::string text = name(lasso.stem.initial);
  const auto add = [&](const Step<Stuttering<Lamp>>& step) {
    text += std::string(" ") + (step.action ? *step.action : "stays") + " " + name(step.state);
  };
  for (const auto& step : lasso.stem.steps) add(step);
  text += " (";
  for (const auto& step : lasso.cycle) add(step);
  return text + " )";
}

// "holds", or the lasso, or what is wrong with the formula.
std::string ask(std::string_view formula, const LtlOptions& options = {}) {
  const auto answer = check_ltl(Lamp{}, formula, lamp_propositions, options);
  if (!answer.ok()) return answer.diagnostics.text();
  EXPECT_EQ(answer.value().lasso.has_value(), answer.value().verdict == Verdict::Violated);
  return answer.value().lasso ? text_of(*answer.value().lasso)
                              : std::string(name_of(answer.value().verdict));
}

TEST(WatchedSpace, ShowsAViolationAsALassoOfTheUsersStates) {
  for (const CycleAlgorithm algorithm : algorithms) {
    EXPECT_EQ(ask("G F on", {.algorithm = algorithm}),
              "Off switch On break Broken ( stays Broken )");
    EXPECT_EQ(ask("G !broken", {.algorithm = algorithm}),
              "Off switch On break Broken ( stays Broken )");
    EXPECT_EQ(ask("F broken", {.algorithm = algorithm}), "Off ( switch On switch Off )");
  }
}

TEST(WatchedSpace, KnowsWhatHolds) {
  for (const CycleAlgorithm algorithm : algorithms) {
    EXPECT_EQ(ask("G F on || F G broken", {.algorithm = algorithm}), "holds");
    EXPECT_EQ(ask("!broken W on", {.algorithm = algorithm}), "holds");
    EXPECT_EQ(ask("X on", {.algorithm = algorithm}), "holds");
    EXPECT_EQ(ask("G (broken -> G broken)", {.algorithm = algorithm}), "holds");
    EXPECT_EQ(ask("true", {.algorithm = algorithm}), "holds");
  }
}

TEST(WatchedSpace, SaysWhatIsWrongWithAFormula) {
  EXPECT_EQ(ask("G (on -> F lit)"),
            "formula:1:12: error: unknown proposition 'lit'\n"
            "    1 | G (on -> F lit)\n"
            "      |            ^~~\n"
            "help: the propositions are 'on' and 'broken'\n");
  EXPECT_EQ(ask("G (on"),
            "formula:1:3: error: '(' is never closed\n"
            "    1 | G (on\n"
            "      |   ^\n");
}

TEST(WatchedSpace, KeepsToTheLimitOfStates) {
  for (const CycleAlgorithm algorithm : algorithms) {
    EXPECT_EQ(ask("G F on || F G broken", {.algorithm = algorithm, .states_max = 1}), "unknown");
  }
  const std::atomic<bool> stop = true;
  EXPECT_EQ(ask("G F on || F G broken", {.stop = &stop}), "unknown");
}

// 0, 1, 2, ... without an end: only a search that stops early can answer.
struct Naturals {
  using State = int;
  using Action = char;
  void initial_states(auto&& found) const { found(0); }
  void successors(const State& state, auto&& found) const {
    found('=', state);
    found('+', state + 1);
  }
};

TEST(WatchedSpace, FindsAViolationInAnInfiniteSpaceWithinALimit) {
  const auto answer =
      check_ltl(Naturals{}, "F large", {{"large", [](int state) { return state > 1000; }}},
                {.algorithm = CycleAlgorithm::Nested, .states_max = 3});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().verdict, Verdict::Violated);
  EXPECT_EQ(answer.value().lasso->cycle.size(), 1U);
}

TEST(WatchedSpace, TakesSeveralInitialStatesAndExpressionsAsNames) {
  const auto space = toy("a->a b->c c->b", initial("a b"));
  const auto answer =
      check_ltl(space, "G state == a", {{"state == a", [](const auto& s) { return s == "a"; }}});
  ASSERT_TRUE(answer.ok()) << answer.diagnostics.text();
  ASSERT_EQ(answer.value().verdict, Verdict::Violated);
  EXPECT_EQ(answer.value().lasso->stem.initial, "b");
}

TEST(WatchedSpace, IsAStateSpaceLikeAnyOther) {
  // "F G !on": waits, then decides that the lamp will not be on any more.
  BuchiAutomaton automaton;
  automaton.states = {{false, {{{}, 0}, {{.negative = 1}, 1}}}, {true, {{{.negative = 1}, 1}}}};
  const Lamp lamp;
  const WatchedSpace watched(lamp, automaton, [](Lamp::State state) {
    return state == Lamp::State::On ? std::uint64_t{1} : 0;
  });
  HashStore<decltype(watched)::State> store;
  breadth_first(watched, store);
  // Waiting in each state; decided where the lamp is broken, and in vain where it goes on.
  EXPECT_EQ(store.size(), 5U);

  SpaceGraph graph(watched, [&](const auto& state) { return watched.accepting(state); });
  const CycleSearch search = find_cycle_nested(graph);
  ASSERT_TRUE(search.on_cycle);
  EXPECT_EQ(graph.state(*search.on_cycle).system, Lamp::State::Broken);
}

}  // namespace
}  // namespace clew
