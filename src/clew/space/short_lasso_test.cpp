#include "clew/space/short_lasso.hpp"

#include <gtest/gtest.h>

#include <string>

#include "clew/space/cycle_nested.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

// "s a (b c)": the stem up to the entry, then the loop from the entry on.
template <class Graph>
std::string text(const Graph& graph, const NodeLasso& lasso) {
  std::string result;
  for (std::size_t i = 0; i + 1 < lasso.stem.size(); ++i) {
    result += graph.state(lasso.stem[i]) + " ";
  }
  result += "(" + graph.state(lasso.stem.back());
  for (std::size_t i = 0; i + 1 < lasso.loop.size(); ++i) {
    result += " " + graph.state(lasso.loop[i]);
  }
  return result + ")";
}

template <class Marks>
std::string lasso_text(const Toy& space, Marks marks, std::uint64_t all_marks) {
  SpaceGraph graph(space, marks, all_marks);
  const CycleSearch search = find_cycle_components(graph);
  if (!search.on_cycle) return "none";
  const auto lasso = short_lasso(graph, *search.on_cycle);
  return lasso ? text(graph, *lasso) : "nothing";
}

std::string lasso_text(const Toy& space) {
  return lasso_text(
      space, [&](const std::string& state) { return space.accepting(state); }, 1);
}

TEST(ShortLasso, IsStemAndLoop) {
  EXPECT_EQ(lasso_text(toy("s->a a->b b->c c->a", accepting("c"))), "s (a b c)");
}

TEST(ShortLasso, OfASingleNodeIsItsLoop) {
  EXPECT_EQ(lasso_text(toy("s->s", accepting("s"))), "(s)");
}

TEST(ShortLasso, EntersTheLoopWhereItIsNearest) {
  // The search comes by the long way to a; s leads straight to c.
  EXPECT_EQ(lasso_text(toy("s->x x->y y->a s->c a->b b->c c->a", accepting("a"))), "s (c a b)");
}

TEST(ShortLasso, TakesTheShorterLoopThroughTheAcceptingNode) {
  EXPECT_EQ(lasso_text(toy("s->a a->b b->c b->a c->d d->a", accepting("a"))), "s (a b)");
}

TEST(ShortLasso, TakesTheAcceptingNodeThatIsNearest) {
  // The loop b c d is closed first, over the accepting d; but b is accepting as well, and nearer.
  EXPECT_EQ(lasso_text(toy("s->b b->c c->d d->b b->s", accepting("d b"))), "(s b)");
}

TEST(ShortLasso, GoesFromMarkToMark) {
  const auto marks = [](const std::string& state) -> std::uint64_t {
    return state == "a" ? 1 : state == "c" ? 2 : state == "e" ? 4 : 0;
  };
  const Toy space = toy("s->a a->b b->c c->d d->a b->e e->b");
  EXPECT_EQ(lasso_text(space, marks, 5), "s (a b e b c d)");
  // On the way to c, then to e, it comes by a twice; one of the rounds is cut out.
  EXPECT_EQ(lasso_text(space, marks, 7), "s (a b e b c d)");
}

TEST(ShortLasso, WithoutMarksIsAnyLoop) {
  const auto none = [](const std::string&) { return false; };
  EXPECT_EQ(lasso_text(toy("s->a a->b b->a"), none, 0), "s (a b)");
}

TEST(ShortLasso, LooksOnlyAtNodesThatAreDiscovered) {
  // There is a shorter loop over x, but the search has ended before it met x.
  const Toy space = toy("s->a s->y a->b b->c c->d d->s y->x x->s", accepting("s"));
  SpaceGraph graph(space, [&](const std::string& state) { return space.accepting(state); });
  const CycleSearch search = find_cycle_nested(graph);
  const std::uint32_t discovered = graph.node_count();
  EXPECT_EQ(text(graph, *short_lasso(graph, *search.on_cycle)), "(s a b c d)");
  EXPECT_EQ(discovered, 6u);
  EXPECT_EQ(graph.node_count(), 7u);  // x was named on the way, and ignored
}

TEST(ShortLasso, IsNothingWhereThereIsNoCycle) {
  const Toy space = toy("s->a a->b", accepting("a"));
  SpaceGraph graph(space, [&](const std::string& state) { return space.accepting(state); });
  find_cycle_nested(graph);
  EXPECT_FALSE(short_lasso(graph, NodeId{1}));
}

}  // namespace
}  // namespace clew
