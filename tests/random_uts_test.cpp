// Random scripts mean to Clew what they mean by the page of the language.
#include "random_uts.hpp"

#include <gtest/gtest.h>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "model_files.hpp"

namespace clew {
namespace {

class RandomScript : public testing::TestWithParam<std::uint64_t> {};

void expect_verdict(const PropertyResult& result, bool holds,
                    const std::optional<std::uint64_t>& moves) {
  EXPECT_EQ(result.verdict, holds ? Verdict::Holds : Verdict::Violated) << result.property.name;
  if (!moves) return;
  ASSERT_FALSE(result.traces.empty()) << result.property.name;
  EXPECT_EQ(result.traces.front().trace.length(), *moves) << result.property.name;
}

TEST_P(RandomScript, MeansWhatThePageSays) {
  const RandomUts script(GetParam());
  SCOPED_TRACE(script.text());
  auto read = language_named("uts")->read({"random.uts", script.text(), {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const RandomUts::Meaning meaning = script.meaning();
  for (const bool native : {false, true}) {
    CheckOptions options;
    options.native = native;
    const Statistics counted = explore(read.value(), options).statistics;
    EXPECT_EQ(counted.states, meaning.states);
    EXPECT_EQ(counted.transitions, meaning.transitions);
    EXPECT_EQ(counted.deadlocks, meaning.deadlocks);
    EXPECT_EQ(counted.errors, meaning.errors);
  }
  CheckOptions question;
  question.properties = properties_of(read.value());
  ASSERT_EQ(question.properties.size(), 4U);
  const Report report = check(read.value(), question);
  EXPECT_EQ(report.defect, "");
  expect_verdict(report.properties[0], meaning.reached_after.has_value(), meaning.reached_after);
  expect_verdict(report.properties[1], !meaning.unsafe_after, meaning.unsafe_after);
  expect_verdict(report.properties[2], meaning.is_infinite, std::nullopt);
  expect_verdict(report.properties[3], meaning.deadlocks > 0, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomScript, testing::ValuesIn(random_model_seeds()));

}  // namespace
}  // namespace clew
