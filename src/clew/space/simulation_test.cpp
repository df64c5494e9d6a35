#include "clew/space/simulation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clew/space/toy.hpp"

namespace clew {
namespace {

// The actions that can be taken, as text.
std::string choices_of(const Simulation<Toy>& simulation) {
  std::string result;
  for (const auto& step : simulation.choices()) result += step.action + " ";
  return result;
}

TEST(Simulation, OffersTheTransitionsOfTheStateItIsIn) {
  const auto space = toy("s->a s->b a->c");
  Simulation simulation(space);
  EXPECT_EQ(choices_of(simulation), "s->a s->b ");
  EXPECT_TRUE(simulation.take(0));
  EXPECT_EQ(simulation.state(), "a");
  EXPECT_EQ(choices_of(simulation), "a->c ");
  EXPECT_FALSE(simulation.take(1));
  EXPECT_EQ(simulation.state(), "a");
}

TEST(Simulation, StartsInTheInitialStateAskedFor) {
  const auto space = toy("s->a t->b", initial("s t"));
  EXPECT_EQ(Simulation(space, 1).state(), "t");
}

TEST(Simulation, GoesBackAndForthAsLongAsTheFutureIsKnown) {
  const auto space = toy("s->a a->b b->c");
  Simulation simulation(space);
  simulation.run(Random(1), 100);
  EXPECT_EQ(text(simulation.path()), "s a b c");
  EXPECT_TRUE(simulation.back(2));
  EXPECT_EQ(text(simulation.path()), "s a");
  EXPECT_EQ(simulation.steps_known(), 3u);
  EXPECT_TRUE(simulation.jump(3));
  EXPECT_EQ(simulation.state(), "c");
  EXPECT_FALSE(simulation.jump(4));
  EXPECT_FALSE(simulation.back(4));
  EXPECT_EQ(simulation.state(), "c");
}

TEST(Simulation, ForgetsTheFutureWhenAnotherTransitionIsTaken) {
  const auto space = toy("s->a a->b a->c b->s");
  Simulation simulation(space);
  simulation.take(0);
  simulation.take(0);
  simulation.take(0);
  EXPECT_EQ(text(simulation.path()), "s a b s");
  simulation.jump(1);
  simulation.take(0);  // the same as before: the future stays
  EXPECT_EQ(simulation.steps_known(), 3u);
  simulation.jump(1);
  simulation.take(1);
  EXPECT_EQ(text(simulation.path()), "s a c");
  EXPECT_EQ(simulation.steps_known(), 2u);
}

TEST(Simulation, EndsInATerminalState) {
  const auto space = toy("s->a a->b");
  Simulation simulation(space);
  EXPECT_EQ(simulation.run(Random(3), 100), 2u);
  EXPECT_FALSE(simulation.step(Random(3)));
}

TEST(Simulation, RepeatsARandomRunFromItsSeed) {
  const Graph graph = random_graph(40, 200, 9);
  Simulation first(graph);
  Simulation again(graph);
  first.run(Random(77), 50);
  again.run(Random(77), 50);
  EXPECT_EQ(first.path(), again.path());
  EXPECT_TRUE(is_a_path_of(first.path(), graph));
}

TEST(Simulation, FollowsAGuide) {
  const auto space = toy("s->a s->b b->c b->d");
  Simulation simulation(space);
  Guided guide(std::vector<std::string>{"s->b", "b->d"});
  EXPECT_EQ(simulation.run(guide, 100), 2u);
  EXPECT_TRUE(guide.finished());
  EXPECT_EQ(text(simulation.path()), "s b d");
}

TEST(Simulation, StopsWhereTheGuideAsksForTheImpossible) {
  const auto space = toy("s->a a->b");
  Simulation simulation(space);
  Guided guide(std::vector<std::string>{"s->a", "s->a"});
  simulation.run(guide, 100);
  EXPECT_FALSE(guide.finished());
  EXPECT_EQ(guide.followed(), 1u);
  EXPECT_EQ(simulation.state(), "a");
}

TEST(Simulation, TakesALambdaForAnInteractiveUser) {
  const auto space = toy("s->a s->b b->c b->s");
  Simulation simulation(space);
  const auto last_until_back_home = [](const Simulation<Toy>& here) -> std::optional<std::size_t> {
    if (here.position() > 0 && here.state() == "s") return std::nullopt;
    return here.choices().size() - 1;
  };
  simulation.run(last_until_back_home, 100);
  EXPECT_EQ(text(simulation.path()), "s b s");
}

struct Listener {
  std::string heard;
  void started(const std::string& state) { heard += "[" + state; }
  void taken(const Step<Toy>& step) { heard += " " + step.action; }
  void ended(const std::string& state) { heard += " " + state + "]"; }
};

TEST(Simulation, TellsItsObserver) {
  const auto space = toy("s->a a->b");
  Simulation simulation(space);
  Listener listener;
  simulation.run(Random(1), 10, listener);
  EXPECT_EQ(listener.heard, "[s s->a a->b b]");
}

}  // namespace
}  // namespace clew
