// What must be the same whatever way is taken, on random models: every order of search sees the
// same state space, a model survives its translation to DVE and back, and every verdict has its
// proof. CLEW_RANDOM_MODELS says how many models are tried (default 400).
#include "random_model.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "clew/check/check.hpp"
#include "clew/export/dve.hpp"
#include "clew/lang/language.hpp"
#include "tests/model_size.hpp"

namespace clew {
namespace {

Size size_of(const Model& model, Order order) {
  CheckOptions options;
  options.order = order;
  const Statistics statistics = explore(model, options).statistics;
  return {statistics.states, statistics.transitions, statistics.deadlocks, statistics.errors};
}

std::uint64_t model_count() {
  const char* given = std::getenv("CLEW_RANDOM_MODELS");
  return given ? std::strtoull(given, nullptr, 10) : 400;
}

void expect_agreement(const std::string& text) {
  auto read = language_named("dve")->read({"random.dve", text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Model& model = read.value();
  const Size expected = size_of(model, Order::BreadthFirst);
  EXPECT_EQ(size_of(model, Order::DepthFirst), expected);
  EXPECT_EQ(size_of(model, Order::BestFirst), expected);
  EXPECT_EQ(size_of(model, Order::Random), expected);

  const Encoded encoded = to_dve(model);
  ASSERT_EQ(encoded.refusal, "");
  auto again = language_named("dve")->read({"again.dve", encoded.text, {}});
  ASSERT_TRUE(again.ok()) << again.diagnostics.text() << encoded.text;
  EXPECT_EQ(size_of(again.value(), Order::BreadthFirst), expected) << encoded.text;

  CheckOptions question;
  question.properties = properties_of(model);
  const Report report = check(model, question);
  EXPECT_EQ(report.defect, "");
  for (const PropertyResult& result : report.properties) {
    if (result.property.kind == PropertyKind::Claim) continue;
    EXPECT_NE(result.verdict, Verdict::Unknown) << result.property.name;
    EXPECT_EQ(result.verdict == Verdict::Violated, !result.traces.empty()) << result.property.name;
  }
}

TEST(RandomModels, LookTheSameFromEverySide) {
  for (std::uint64_t seed = 1; seed <= model_count() && !HasFailure(); ++seed) {
    const std::string text = random_dve_model(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    expect_agreement(text);
  }
}

}  // namespace
}  // namespace clew
