#include "clew/render/values.hpp"

#include <gtest/gtest.h>

#include "clew/render/models_test.hpp"

namespace clew {
namespace {

TEST(Values, ShowTheElementsOfAVectorTogether) {
  const auto model = render_test::model_of(render_test::two_forks);
  const Interpreter judge(*model);
  EXPECT_EQ(value_items(*model, judge.layout(), judge.initial_state()),
            (std::vector<std::string>{"fork = [0, 0]", "A = thinking", "B = thinking"}));
}

TEST(Values, SayWhatAMoveChanged) {
  const auto model = render_test::model_of(render_test::belt);
  const Trace trace = render_test::walk(*model, {0});
  const Layout layout(*model);
  const auto changes = changed_values(*model, layout, trace.steps[0].state, trace.steps[1].state);
  std::vector<std::string> texts;
  for (const ValueChange& change : changes) texts.push_back(text_of(change));
  EXPECT_EQ(texts, (std::vector<std::string>{"belt: [] -> [7]", "Baker: bake -> rest",
                                             "Baker->made: 0 -> 1"}));
}

TEST(Values, AppearAndDisappearWithTheirProcess) {
  const auto model = render_test::model_of(render_test::belt);
  const Layout layout(*model);
  const State before = initial_state(*model, layout);
  const State after = with_process(*model, layout, before, ProcessTypeId{1});
  const std::vector<ValueChange> come = changed_values(*model, layout, before, after);
  ASSERT_EQ(come.size(), 2u);
  EXPECT_EQ(text_of(come[0]), "Eater:2 = wait (new)");
  EXPECT_EQ(text_of(come[1]), "Eater:2->got = 0 (new)");
  const std::vector<ValueChange> go = changed_values(*model, layout, after, before);
  ASSERT_EQ(go.size(), 2u);
  EXPECT_EQ(text_of(go[0]), "Eater:2 (gone)");
  EXPECT_EQ(text_of(go[1]), "Eater:2->got (gone)");
}

TEST(Values, NameAProcessThatTheMoveItselfStarted) {
  const auto model = render_test::model_of(render_test::belt);
  const Layout layout(*model);
  const State source = initial_state(*model, layout);
  const State target = with_process(*model, layout, source, ProcessTypeId{1});
  const Firing by_newcomer{ProcessId{2}, ActionId{2}};
  EXPECT_EQ(acting_process_name(*model, by_newcomer, source, &target), "Eater:2");
  EXPECT_EQ(acting_process_name(*model, by_newcomer, source, nullptr), "Eater:2");
  EXPECT_EQ(acting_process_name(*model, {ProcessId{0}, ActionId{0}}, source, nullptr), "Baker");
}

}  // namespace
}  // namespace clew
