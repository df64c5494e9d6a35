#include "clew/property/ctl_space.hpp"

#include <gtest/gtest.h>

#include "clew/space/toy.hpp"

namespace clew {
namespace {

std::string text(const CtlStory<std::string>& story) {
  std::string result;
  for (const std::string& state : story.path) result += state + " ";
  if (story.loop_start) result += "loop " + std::to_string(*story.loop_start) + " ";
  result += "| " + story.ending;
  for (const auto& branch : story.branches) {
    result += " [" + std::to_string(branch.step) + " " + branch.story.formula +
              (branch.story.is_true ? " true: " : " false: ") + text(branch.story) + "]";
  }
  return result;
}

std::string ask(const Toy& space, const std::string& formula, std::uint64_t states_max = 100) {
  const auto is = [](const std::string& name) {
    return NamedProposition<std::string>{
        name, [name](const std::string& state) { return state == name; }};
  };
  const auto answer = check_ctl(space, formula, {is("a"), is("b"), is("c")}, states_max);
  if (!answer.ok()) return answer.diagnostics.text();
  const std::string verdict(name_of(answer.value().verdict));
  return answer.value().evidence ? verdict + ": " + text(*answer.value().evidence) : verdict;
}

TEST(CheckCtl, AnswersForASpaceOfYourOwn) {
  const Toy space = toy("s->a a->b b->a s->c");
  EXPECT_EQ(ask(space, "AG EF a"),
            "violated: s c | 'EF a' is false [1 EF a false: c | 'a' is false here, and no other "
            "state can be reached]");
  EXPECT_EQ(ask(space, "EG !c"), "holds: s a b a loop 1 | '!c' is true all the way");
  EXPECT_EQ(ask(space, "AF (b || c)"), "holds");
  EXPECT_EQ(ask(space, "EF (b && c)"), "violated");
}

TEST(CheckCtl, WantsTheFormulaInEveryInitialState) {
  const Toy space = toy("a->b b->b c->b", initial("a c"));
  EXPECT_EQ(ask(space, "a || c"), "holds");
  EXPECT_EQ(ask(space, "AX b && !c"), "violated: c | 'AX b && !c' is false");
}

TEST(CheckCtl, DoesNotKnowWithTooManyStates) {
  EXPECT_EQ(ask(toy("s->a a->b b->c"), "EF c", 2), "unknown");
}

TEST(CheckCtl, RefusesAPropositionThatHasNoName) {
  EXPECT_EQ(ask(toy("s->a"), "EF d"), R"(formula:1:4: error: unknown proposition 'd'
    1 | EF d
      |    ^
)");
}

}  // namespace
}  // namespace clew
