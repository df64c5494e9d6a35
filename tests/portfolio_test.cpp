// Several engines on models of the zoo: who is chosen, and that nobody contradicts another.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/check/choose.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

Model read_zoo(const std::string& name) {
  const std::string path = std::string(CLEW_SOURCE_DIR "/models/") + name;
  auto read = language_for_file(path)->read({name, read_file(path).bytes, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

std::string chosen(const std::string& name, CheckOptions options = {}) {
  const Choice choice = choose_engines(read_zoo(name), options);
  std::string text;
  for (const std::string& engine : choice.names) text += (text.empty() ? "" : ",") + engine;
  return text + ": " + choice.because;
}

TEST(Auto, StaysExplicitForModelsOfProcesses) {
  EXPECT_EQ(chosen("dve/peterson.dve"), "explicit: processes, and few initial states");
  EXPECT_EQ(chosen("promela/alternating_bit.pml"), "explicit: processes, and few initial states");
}

TEST(Auto, AsksOthersBesideExplicitAboutScripts) {
  EXPECT_EQ(chosen("uts/peterson.uts"),
            "explicit,bdd,bmc,pdr: a script: explicit alone at first, then the others beside it");
  EXPECT_EQ(chosen("uts/alternating_bit_any_integers.uts"),
            "explicit,bdd,bmc,pdr: the model begins in 10,000 states or more");
}

TEST(Auto, IsExplicitIfOnlyThatKnowsTheOptions) {
  CheckOptions options;
  options.order = Order::DepthFirst;
  EXPECT_EQ(chosen("uts/peterson.uts", options),
            "explicit: the options are about a search through single states");
}

TEST(EngineNames, AreRefusedWithAReason) {
  EXPECT_EQ(reason_against_engines("auto"), "");
  EXPECT_EQ(reason_against_engines("portfolio"), "");
  EXPECT_EQ(reason_against_engines("explicit,pdr"), "");
  EXPECT_EQ(reason_against_engines("pdr,pdr"), "engine 'pdr' is named twice");
  EXPECT_EQ(
      reason_against_engines("pdr,,bmc"),
      "engine '' is not part of this version, there are: auto, explicit, bdd, bmc, induction, "
      "pdr, z3, cvc5, yices-smt2, nusmv, verifyta, portfolio");
}

// Small models of every language: whatever the engines say, they do not contradict each other.
TEST(Compare, EnginesAgreeAboutTheZoo) {
  for (const std::string name :
       {"dve/peterson.dve", "dve/lock_order.dve", "dve/assertion_fails.dve",
        "dve/division_by_zero.dve", "promela/assertion_fails.pml", "uts/peterson.uts",
        "uts/two_doublers.uts", "uts/liveness_only_once.uts", "uts/togglers.uts"}) {
    const Model model = read_zoo(name);
    CheckOptions options;
    options.properties = properties_of(model);
    options.compare = true;
    options.limits.seconds_max = 5;
    const Report report = check(model, options);
    EXPECT_EQ(report.defect, "") << name;
    for (const PropertyResult& result : report.properties) {
      EXPECT_EQ(result.compared.size(), 5U);
      EXPECT_NE(result.verdict, Verdict::Unknown) << name << ": " << result.property.name;
    }
  }
}

// The same question, asked alone and side by side.
TEST(Portfolio, AnswersAsExplicitDoes) {
  for (const std::string name : {"dve/peterson.dve", "dve/lock_order.dve", "uts/two_doublers.uts",
                                 "uts/liveness_only_once.uts", "uts/division.uts"}) {
    const Model model = read_zoo(name);
    CheckOptions options;
    options.properties = properties_of(model);
    options.engine = "explicit";
    const Report alone = check(model, options);
    options.engine = "portfolio";
    const Report together = check(model, options);
    for (std::size_t i = 0; i < options.properties.size(); ++i) {
      EXPECT_EQ(alone.properties[i].verdict, together.properties[i].verdict) << name;
    }
  }
}

}  // namespace
}  // namespace clew
