#include "clew/store/tree_plan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "clew/base/random.hpp"

namespace clew {
namespace {

std::string text(const TreePlan& plan, std::uint32_t node) {
  if (node < plan.word_count) return std::to_string(node);
  const auto [left, right] = plan.pairs[node - plan.word_count];
  return "(" + text(plan, left) + " " + text(plan, right) + ")";
}

// The fields: "0 (1 2)".
std::string text(const TreePlan& plan) {
  std::string result;
  for (const std::uint32_t field : plan.fields)
    result += (result.empty() ? "" : " ") + text(plan, field);
  return result;
}

// States whose words come from `draw(state, word)`.
template <class Draw>
TreeSample sample_of(std::uint32_t words, std::uint32_t states, std::vector<std::uint32_t> counts,
                     Draw draw) {
  TreeSample sample{words, {}, std::move(counts)};
  for (std::uint32_t state = 0; state < states; ++state)
    for (std::uint32_t word = 0; word < words; ++word) sample.ids.push_back(draw(state, word));
  return sample;
}

TEST(TreePlanTest, PairsNeighboursIfNothingIsKnown) {
  EXPECT_EQ(text(TreePlan::balanced(5, 2)), "((0 1) 2) (3 4)");
  EXPECT_EQ(text(TreePlan::balanced(3, 6)), "0 1 2");
  EXPECT_EQ(text(TreePlan::balanced(7, 6)), "(0 1) 2 3 4 5 6");
  EXPECT_EQ(text(TreePlan::balanced(1, 2)), "0");
  EXPECT_EQ(text(TreePlan::balanced(0, 2)), "");
}

TEST(TreePlanTest, KeepsIndependentWordsApart) {
  SplitMix64 random(1);
  const TreeSample sample = sample_of(3, 4096, {1000, 1000, 1000}, [&](auto, auto) {
    return static_cast<std::uint32_t>(random.below(1000));
  });
  EXPECT_EQ(text(plan_from_sample(sample, 1'000'000)), "0 1 2");
}

TEST(TreePlanTest, PutsTogetherWhatGoesTogether) {
  SplitMix64 random(2);
  std::uint32_t shared = 0;
  const TreeSample sample =
      sample_of(4, 4096, {1000, 50, 1000, 50}, [&](auto, std::uint32_t word) -> std::uint32_t {
        if (word == 1) shared = static_cast<std::uint32_t>(random.below(50));
        if (word % 2 == 1) return shared;
        return static_cast<std::uint32_t>(random.below(1000));
      });
  EXPECT_EQ(text(plan_from_sample(sample, 1'000'000)), "0 2 (1 3)");
}

TEST(TreePlanTest, MakesFieldsThatFitIntoAKey) {
  SplitMix64 random(3);
  const TreeSample sample =
      sample_of(12, 4096, std::vector<std::uint32_t>(12, 4000),
                [&](auto, auto) { return static_cast<std::uint32_t>(random.below(4000)); });
  const TreePlan plan = plan_from_sample(sample, 1'000'000);
  EXPECT_LE(plan.fields.size(), 4U);
  EXPECT_EQ(plan.node_count(), 12U + 12U - plan.fields.size());
}

TEST(TreePlanTest, PlansStatesOfVeryManyWords) {
  SplitMix64 random(4);
  const TreeSample sample = sample_of(80, 500, std::vector<std::uint32_t>(80, 3), [&](auto, auto) {
    return static_cast<std::uint32_t>(random.below(3));
  });
  const TreePlan plan = plan_from_sample(sample, 500);
  EXPECT_GE(plan.fields.size(), 2U);
  EXPECT_LE(plan.fields.size(), TreePlan::fields_max);
}

}  // namespace
}  // namespace clew
