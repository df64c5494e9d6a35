#include "clew/walk/pilot/reduction_probe.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "clew/walk/toy_expander_test.hpp"

namespace clew {
namespace {

// A tree in which each state leads to two others, so that with one of them half of what follows is missing.
std::vector<std::uint64_t> two_ways(std::uint64_t state) { return {2 * state, 2 * state + 1}; }

// A ring that goes on and on: what can wait is where a neighbour comes to.
constexpr std::uint64_t ring = 64;
std::vector<std::uint64_t> all_ways_meet(std::uint64_t state) {
  const std::uint64_t begin = state - state % ring;
  return {state + ring, begin + ring + (state + 1) % ring};
}

bool pays(ToyExpander& expander, const std::vector<std::uint64_t>& from) {
  ReductionProbe probe(expander, 1, {.choices_max = 1U << 14, .asks_what_is_missing = true});
  for (const std::uint64_t state : from) {
    EXPECT_TRUE(probe.begin_at(std::array<std::uint64_t, 1>{state}));
  }
  return probe.run([] { return true; });
}

std::vector<std::uint64_t> numbers(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = first; i <= last; ++i) all.push_back(i);
  return all;
}

TEST(ReductionProbe, PaysWhereWhatIsLeftOutStaysMissing) {
  ToyExpander expander(two_ways);
  EXPECT_TRUE(pays(expander, numbers(ring, 2 * ring - 1)));
}

TEST(ReductionProbe, DoesNotPayWhereAllIsFoundOnOtherWays) {
  ToyExpander expander(all_ways_meet);
  EXPECT_FALSE(pays(expander, numbers(0, ring - 1)));
  EXPECT_EQ(expander.waiting(), Waiting::LeftOut);  // for whoever goes on
}

TEST(ReductionProbe, LooksAtNoMoreStatesWithAChoiceThanItIsTold) {
  ToyExpander expander(two_ways);
  ReductionProbe probe(expander, 1, {.choices_max = 100, .asks_what_is_missing = true});
  for (const std::uint64_t state : {3U, 5U, 7U}) {
    probe.begin_at(std::array<std::uint64_t, 1>{state});
  }
  EXPECT_TRUE(probe.run([] { return true; }));
  EXPECT_EQ(probe.expanded(), 100U);
}

TEST(ReductionProbe, SaysYesWhereItIsStoppedBeforeItCanTell) {
  ToyExpander expander(all_ways_meet);
  ReductionProbe probe(expander, 1, {.choices_max = 1U << 14, .asks_what_is_missing = true});
  probe.begin_at(std::array<std::uint64_t, 1>{0});
  EXPECT_TRUE(probe.run([] { return false; }));
  EXPECT_EQ(probe.expanded(), 0U);
}

}  // namespace
}  // namespace clew
