// bmc, induction and pdr against the explicit engine: on the models of the zoo, on random ones, within
// bounds and limits; and their certificates before other solvers.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/random.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "tests/ask.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"

namespace clew {
namespace {

const std::vector<std::string> solver_engines{"bmc", "induction", "pdr"};

ReadResult<Model> read_model(const std::string& language, const std::string& text) {
  return language_named(language)->read({"m." + language, text, {}});
}

// True if the trace is as short as any.
bool is_path(const PropertyResult& result) {
  return !result.traces.empty() && !result.traces.front().trace.loop_start &&
         !result.property.is_about_runs();
}

// Returns how many answers there were to compare.
int compare(const Model& model, const std::vector<Property>& properties, const Limits& limits) {
  const Report expected = ask(model, "explicit", properties, {.seconds_max = 20});
  int compared = 0;
  for (const std::string& engine : solver_engines) {
    const Report found = ask(model, engine, properties, limits);
    EXPECT_EQ(found.defect, "") << engine;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const PropertyResult& a = expected.properties[i];
      const PropertyResult& b = found.properties[i];
      if (a.verdict == Verdict::Unknown) {
        // Where an expression has no value in some state, nobody knows.
        EXPECT_TRUE(b.verdict == Verdict::Unknown || a.reason != Reason::Error)
            << engine << " " << properties[i].name;
        continue;
      }
      if (b.verdict == Verdict::Unknown) continue;
      ++compared;
      EXPECT_EQ(name_of(a.verdict), name_of(b.verdict)) << engine << " " << properties[i].name;
      EXPECT_NE(b.basis == Basis::Inductive, b.certificate.empty());
      if (engine == "bmc" && is_path(a) && is_path(b)) {
        EXPECT_EQ(a.traces.front().trace.length(), b.traces.front().trace.length())
            << properties[i].name;
      }
    }
  }
  return compared;
}

class ZooSolvers : public testing::TestWithParam<std::string> {};

TEST_P(ZooSolvers, AgreeWithTheExplicitEngine) {
  const std::string text = read_file(GetParam()).bytes;
  auto read = language_for_file(GetParam())->read({GetParam(), text, definitions_in(text)});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  compare(read.value(), properties_of(read.value()), {.seconds_max = 1, .level_max = 0});
}

INSTANTIATE_TEST_SUITE_P(Models, ZooSolvers, testing::ValuesIn(zoo_files()), file_test_name);

// --- random models

// The usual questions, and some about the values of globals.
std::vector<Property> questions_about(Model& model, std::uint64_t seed) {
  std::vector<Property> questions = properties_of(model);
  SplitMix64 random(seed);
  for (std::size_t i = 0; i < std::min<std::size_t>(model.globals.slots.size(), 3); ++i) {
    const Slot& slot = model.globals.slots[to_id<SlotId>(i)];
    if (slot.is_vector || slot.type.is_channel) continue;
    const std::string number = std::to_string(random.below(4));
    for (const std::string& form :
         {"reach: " + slot.name + " == " + number, "inv: " + slot.name + " != " + number,
          "reach: 6 / (" + slot.name + " - 1) == 3"}) {
      auto property = read_property(model, form);
      if (property.ok()) questions.push_back(property.value());
    }
  }
  return questions;
}

int compare_random(const std::string& language, const std::string& text, std::uint64_t seed) {
  auto read = read_model(language, text);
  if (!read.ok()) return 0;
  const std::vector<Property> questions = questions_about(read.value(), seed);
  const int compared = compare(read.value(), questions, {.seconds_max = 0.3});
  EXPECT_FALSE(testing::Test::HasFailure()) << text;
  return compared;
}

TEST(RandomSolvers, AgreeWithTheExplicitEngine) {
  int compared = 0;
  std::vector<std::uint64_t> seeds = random_model_seeds();
  seeds.resize(std::min<std::size_t>(seeds.size(), 60));
  for (const std::uint64_t seed : seeds) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string dve = random_dve_model(seed);
    compared += compare_random("dve", seed % 2 == 0 ? dve : with_other_numbers(dve, seed), seed);
  }
  EXPECT_GT(compared, static_cast<int>(seeds.size()) * 5);
}

TEST(RandomSolvers, AgreeAboutFormulasOverRuns) {
  int compared = 0;
  std::vector<std::uint64_t> seeds = random_model_seeds();
  seeds.resize(std::min<std::size_t>(seeds.size(), 30));
  for (const std::uint64_t seed : seeds) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string text =
        with_formula(with_active_processes(text_of(random_promela(seed))), seed);
    compared += compare_random("promela", text, seed);
  }
  EXPECT_GT(compared, static_cast<int>(seeds.size()));
}

// --- bounds and limits

// A counter that fails where it counts to `last`.
std::string counter(int last) {
  return "int x = 0;\nprocess P {\n  state a;\n  init a;\n  trans a -> a { guard x < " +
         std::to_string(last) + "; effect x = x + 1; };\n}\nsystem async;\n";
}

TEST(SolverEngines, KeepToTheBound) {
  auto read = read_model("dve", counter(9));
  Model& model = read.value();
  for (const std::string& engine : solver_engines) {
    SCOPED_TRACE(engine);
    const Property nine = property_of(model, "reach: x == 9");
    const PropertyResult within = ask(model, engine, {nine}, {.level_max = 9}).properties[0];
    EXPECT_EQ(within.verdict, Verdict::Holds);
    ASSERT_EQ(within.traces.size(), 1U);
    EXPECT_EQ(within.traces.front().trace.length(), 9U);
    const PropertyResult beyond = ask(model, engine, {nine}, {.level_max = 8}).properties[0];
    EXPECT_EQ(beyond.verdict, Verdict::Unknown);
    EXPECT_EQ(beyond.basis, Basis::Bounded);
    EXPECT_EQ(beyond.depth, 8U);
    EXPECT_EQ(beyond.reason, Reason::Depth);
    EXPECT_EQ(beyond.reason_text, "depth limit of 8 moves reached");
  }
}

TEST(SolverEngines, CountAMoveThatFails) {
  auto read = read_model("dve",
                         "byte a[3]; int x = 0;\nprocess P {\n  state s;\n  init s;\n  trans\n"
                         "  s -> s { effect a[x] = 1, x = x + 1; };\n}\nsystem async;\n");
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Property errors = property_of(read.value(), "errors");
  for (const std::string& engine : solver_engines) {
    SCOPED_TRACE(engine);
    const PropertyResult four = ask(read.value(), engine, {errors}, {.level_max = 4}).properties[0];
    EXPECT_EQ(four.verdict, Verdict::Violated);
    ASSERT_EQ(four.traces.size(), 1U);
    EXPECT_EQ(four.traces.front().trace.length(), 4U);
    EXPECT_EQ(ask(read.value(), engine, {errors}, {.level_max = 3}).properties[0].reason,
              Reason::Depth);
  }
}

TEST(SolverEngines, SayWhereAnExpressionHasNoValue) {
  auto read = read_model("dve", counter(4));
  const Property goal = property_of(read.value(), "reach: 6 / (x - 2) == 5");
  for (const std::string& engine : solver_engines) {
    const PropertyResult result = ask(read.value(), engine, {goal}).properties[0];
    EXPECT_EQ(result.verdict, Verdict::Unknown) << engine;
    EXPECT_EQ(result.reason_text, "the expression has no value in some state") << engine;
  }
}

TEST(SolverEngines, DecideFormulasOverRuns) {
  auto read = read_model("dve",
                         "byte x = 0;\nprocess P {\n  state a, b;\n  init a;\n  trans\n"
                         "  a -> b { effect x = 1; },\n  b -> a { effect x = 0; },\n"
                         "  a -> a { effect x = 0; };\n}\nsystem async;\n");
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Property often = property_of(read.value(), "ltl: G F (x == 1)");
  const Property back = property_of(read.value(), "ltl: G (x == 1 -> X (x == 0))");
  for (const std::string& engine : solver_engines) {
    SCOPED_TRACE(engine);
    const PropertyResult first = ask(read.value(), engine, {often}).properties[0];
    EXPECT_EQ(first.verdict, Verdict::Violated);
    ASSERT_EQ(first.traces.size(), 1U);
    EXPECT_TRUE(first.traces.front().trace.loop_start.has_value());
    EXPECT_EQ(ask(read.value(), engine, {back}).properties[0].verdict, Verdict::Holds);
  }
}

// What every endless run has is no answer where runs may end and must not.
TEST(SolverEngines, DoNotTakeRunsForEndless) {
  auto read = read_model("dve", counter(9));
  CheckOptions options;
  options.properties = {property_of(read.value(), "ltl: G (x == 3 -> F (x == 3))")};
  options.ends = Ends::Reject;
  for (const std::string engine : {"explicit", "bmc", "induction"}) {
    options.engine = engine;
    options.limits.level_max = 3;
    const PropertyResult near = check(read.value(), options).properties[0];
    EXPECT_EQ(near.verdict, Verdict::Unknown) << engine;
    EXPECT_EQ(near.reason_text,
              "it is not known whether a run comes to an end: depth limit of 3 moves reached");
    options.limits.level_max = 0;
    const PropertyResult far = check(read.value(), options).properties[0];
    EXPECT_EQ(far.verdict, Verdict::Unknown) << engine;
    EXPECT_EQ(far.reason_text, "a run comes to an end, which --finite reject forbids");
  }
}

// Where every run ends soon that is the reason, and it is as well checked as any other.
TEST(SolverEngines, InductionCertifiesThatRunsEnd) {
  auto read = read_model("dve", counter(9));
  Property endless;
  endless.name = "inf";
  endless.kind = PropertyKind::Infinite;
  const PropertyResult result = ask(read.value(), "induction", {endless}).properties[0];
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_EQ(result.basis, Basis::Inductive);
  EXPECT_EQ(result.certificate.substr(0, 47), "; A certificate of Clew: no run has 10 moves\n; ");
}

TEST(SolverEngines, RefuseWhatIsNotTheirs) {
  auto read = read_model("dve", counter(4));
  const Property tree = property_of(read.value(), "ctl: AG EF (x == 4)");
  for (const std::string& engine : solver_engines) {
    const PropertyResult result = ask(read.value(), engine, {tree}).properties[0];
    EXPECT_EQ(result.reason, Reason::Unsupported) << engine;
    EXPECT_EQ(result.reason_text, "solvers are not asked about trees of runs: try bdd or explicit");
  }
}

// Four numbers that are shuffled by multiplication: no solver sees through that.
std::string shuffle() {
  return "int x = 12345; int y = 5432;\nprocess P {\n  state a;\n  init a;\n  trans\n"
         "  a -> a { effect x = (x * 1103515 + y) % 32003, y = (y * 69069 + x) % 31991; },\n"
         "  a -> a { effect x = (x * 22695 + 1) % 32003; };\n}\nsystem async;\n";
}

TEST(SolverEngines, StopWithinASecond) {
  auto read = read_model("dve", shuffle());
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Property hard = property_of(read.value(), "inv: x * x + y != 77777");
  for (const std::string& engine : solver_engines) {
    const auto begin = std::chrono::steady_clock::now();
    const PropertyResult result =
        ask(read.value(), engine, {hard}, {.seconds_max = 0.5}).properties[0];
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(result.reason, Reason::Time) << engine;
    EXPECT_LT(taken.count(), 2.5) << engine;
  }
}

// A z3 that hears the first three questions, and is gone.
TEST(SolverEngines, SayHowFarTheyCameWhenTheSolverIsGone) {
  const std::string z3 = program_path("z3");
  if (z3.empty()) GTEST_SKIP() << "no program 'z3'";
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "clew-gone";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "z3") << "#!/bin/sh\nn=0\nwhile IFS= read -r line; do\n"
                                  "  case $line in *check-sat*) n=$((n + 1)) ;; esac\n"
                                  "  [ $n -gt 3 ] && exit\n  printf '%s\\n' \"$line\"\n"
                                  "done | "
                               << z3 << " \"$@\"\n";
  std::filesystem::permissions(folder / "z3", std::filesystem::perms::owner_all);
  const WithEnvironment first("PATH", folder.string() + ":" + std::getenv("PATH"));
  auto read = read_model("dve", counter(30));
  CheckOptions options;
  options.properties = {property_of(read.value(), "inv: x != 20")};
  options.solver = SolverKind::Z3;
  options.engine = "bmc";
  const Report report = check(read.value(), options);
  const PropertyResult& result = report.properties[0];
  EXPECT_EQ(report.defect, "");
  EXPECT_EQ(exit_code(report), 3);
  EXPECT_EQ(result.reason, Reason::Solver);
  EXPECT_EQ(result.reason_text, "the solver z3 is gone");
  EXPECT_EQ(result.basis, Basis::Bounded);
  EXPECT_EQ(result.depth, 2U);
}

// After the one step that a run may have the next would divide by zero.  Nothing lies behind it, but it is a
// move.
TEST(Bounds, AMoveThatFailsIsOneMoveMore) {
  auto read = language_named("uts")->read({"m.uts",
                                           "MAXSTEPS: 1\nVARS: int x : 0..1;\nINIT: x = 0;\n"
                                           "TRANS: ? x == 0 -> x = 1;\n"
                                           "? x == 1 & 1 / (x - 1) == 0 -> x = 0;\n",
                                           {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Property errors = property_of(read.value(), "errors");
  for (const std::string engine : {"explicit", "bdd", "bmc", "induction", "pdr"}) {
    const PropertyResult result = ask(read.value(), engine, {errors}).properties[0];
    EXPECT_EQ(result.verdict, Verdict::Unknown) << engine;
    EXPECT_EQ(result.basis, Basis::Bounded) << engine;
  }
}

// --- certificates

class Certificates : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (program_path(GetParam()).empty()) GTEST_SKIP() << "no program '" << GetParam() << "'";
  }

  // What the program prints, one word after the other.
  std::string answers(const std::string& text) const {
    const std::vector<std::string> arguments =
        GetParam() == "z3" ? std::vector<std::string>{"z3", "-in", "-smt2"}
                           : std::vector<std::string>{"cvc5", "--lang=smt2", "--incremental"};
    std::istringstream words(run_program(arguments, text, {}).output);
    std::string all;
    for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
    return all;
  }

  static std::string certificate(const std::string& file, const std::string& engine,
                                 const std::string& question) {
    const std::string folder = file.find('/') == std::string::npos ? "/models/dve/" : "/models/";
    const std::string path = std::string(CLEW_SOURCE_DIR) + folder + file;
    auto read = language_for_file(path)->read({path, read_file(path).bytes, {}});
    EXPECT_TRUE(read.ok()) << read.diagnostics.text();
    const Property property = property_of(read.value(), question);
    const PropertyResult result = ask(read.value(), engine, {property}).properties[0];
    EXPECT_EQ(result.basis, Basis::Inductive);
    return result.certificate;
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, Certificates, testing::Values("z3", "cvc5"),
                         [](const auto& each) { return each.param; });

constexpr const char* mutex = "inv: not (P_0.critical and P_1.critical)";

TEST_P(Certificates, AreConfirmedByOtherSolvers) {
  EXPECT_EQ(answers(certificate("peterson.dve", "pdr", mutex)), "unsat unsat unsat");
  EXPECT_EQ(answers(certificate("peterson.dve", "induction", mutex)), "unsat unsat unsat");
  EXPECT_EQ(answers(certificate("producer_consumer.dve", "pdr", "errors")), "unsat unsat unsat");
  EXPECT_EQ(answers(certificate("water_pouring.dve", "pdr", "errors")), "unsat unsat unsat");
}

TEST_P(Certificates, AreConfirmedWhateverVariablesAreCalled) {
  for (const std::string engine : {"pdr", "induction"}) {
    EXPECT_EQ(
        answers(certificate("regress/certificate_names.uts", engine,
                            "inv: initial == invariant && g7 != 3 && !decides && !transition")),
        "unsat unsat unsat");
  }
}

TEST_P(Certificates, AreConfirmedForRunsThatNeverEnd) {
  EXPECT_EQ(answers(certificate("peterson.dve", "pdr", "ltl: G (P_0.waiting -> F P_0.critical)")),
            "unsat unsat unsat");
}

// The line that begins with `begin` gives way to `instead`.
std::string with_line(const std::string& text, const std::string& begin,
                      const std::string& instead) {
  const std::size_t at = text.find("\n" + begin);
  EXPECT_NE(at, std::string::npos);
  const std::size_t end = text.find('\n', at + 1);
  return text.substr(0, at + 1) + instead + text.substr(end);
}

TEST_P(Certificates, AreRefutedWhereSomebodyChangedThem) {
  const std::string text = certificate("peterson.dve", "pdr", mutex);
  // Without its clauses the invariant excludes nothing; with one more it excludes what is initial.
  std::string bare = text;
  const std::size_t invariant = bare.find("(define-fun |the invariant|");
  for (std::size_t at = bare.find("\n  (or", invariant); at != std::string::npos;
       at = bare.find("\n  (or", invariant)) {
    bare.erase(at, bare.find('\n', at + 1) - at);
  }
  EXPECT_EQ(answers(bare), "unsat unsat sat");
  EXPECT_EQ(answers(with_line(text, "  (or", "  false")).substr(0, 3), "sat");
  // A transition that is not there makes a hole somewhere, or nothing at all of the text.
  EXPECT_NE(answers(with_line(text, "(declare-const", "")), "unsat unsat unsat");
}

}  // namespace
}  // namespace clew
