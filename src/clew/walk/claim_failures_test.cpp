#include "clew/walk/claim_failures.hpp"

#include <gtest/gtest.h>

#include "clew/lang/language.hpp"
#include "clew/model/intervals.hpp"

namespace clew {
namespace {

Model read_model(const std::string& claim) {
  const std::string text =
      "byte x; byte a[2];\nprocess P { state s; init s; trans s -> s { effect "
      "x = x + 2; }; }\nprocess Q { byte k; state q; init q; trans " +
      claim + "; }\nsystem async property Q;\n";
  auto read = language_named("dve")->read({"test.dve", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

ClaimFailures failures_of(const Model& model) {
  const Interpreter judge(model);
  return claim_failures_in(judge, judge.initial_state());
}

TEST(ClaimFailures, AreThoseOfGuardsAndEffectsOfTheClaim) {
  const ClaimFailures failures = failures_of(
      read_model("q -> q { guard 1 / k == 1; }, q -> q { effect k = 1, a[x] = k; }, q -> q { }"));
  EXPECT_EQ(failures.count, 2U);
  EXPECT_EQ(failures.text,
            "the effect 'k = 1, a[x] = k' of the claim fails: index 2 is outside 0..1 of 'a'");
}

TEST(ClaimFailures, AreNotThoseOfTheSystem) {
  const std::string text =
      "byte x;\nprocess P { state s; init s; trans s -> s { effect x = 1 / x; }; }\n"
      "process Q { state q; init q; trans q -> q { guard x == 0; }; }\nsystem async property Q;\n";
  auto read = language_named("dve")->read({"test.dve", text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  EXPECT_EQ(failures_of(read.value()).count, 0U);
}

TEST(ClaimFailures, CanBeRuledOutBeforehand) {
  const auto can_fail = [](const std::string& claim) {
    const Model model = read_model(claim);
    return claim_can_fail(model, model.claim->type);
  };
  EXPECT_FALSE(can_fail("q -> q { guard a[k & 1] == 0 or 5 / 2 == x; effect k = k & 3; }"));
  EXPECT_FALSE(can_fail("q -> q { effect a[1] = k; }"));
  EXPECT_TRUE(can_fail("q -> q { guard a[k] == 0; }"));
  EXPECT_TRUE(can_fail("q -> q { effect k = k + 1; }"));
  EXPECT_TRUE(can_fail("q -> q { effect a[x] = 0; }"));
  EXPECT_TRUE(can_fail("q -> q { effect k = 2 % x; }"));
}

}  // namespace
}  // namespace clew
