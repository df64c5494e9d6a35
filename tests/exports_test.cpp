// What other tools make of exported models, against the explicit engine: Z3 and cvc5 on problems in SMT-LIB,
// an independent reader of SMV (smv_check.py), XML readers on UPPAAL's files.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/check/check.hpp"
#include "clew/encode/symbolic.hpp"
#include "clew/export/smt2.hpp"
#include "clew/export/smv.hpp"
#include "clew/export/uppaal.hpp"
#include "clew/lang/language.hpp"
#include "tests/ask.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"
#include "tests/random_uts.hpp"

namespace clew {
namespace {

constexpr std::uint64_t depth_max = 4;

ProgramLimits patience() {
  ProgramLimits limits;
  limits.time_max = std::chrono::seconds(30);
  return limits;
}

ReadResult<Model> read_zoo_model(const std::string& file) {
  const std::string text = read_file(file).bytes;
  return language_for_file(file)->read({file, text, definitions_in(text)});
}

bool is_small(const Model& model) {
  CheckOptions options;
  options.limits.seconds_max = 5;
  const Report size = explore(model, options);
  return size.finished && size.statistics.states < 3'000;
}

std::string file_in_test_folder(const std::string& name, const std::string& text) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "clew-exports";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / name).string();
  std::ofstream(file) << text;
  return file;
}

// --- SMT-LIB

// True if the path is as short as any, and how long it is.
std::optional<std::uint64_t> shortest(const PropertyResult& result) {
  if (result.traces.empty() || result.property.is_about_runs()) return std::nullopt;
  const Trace& trace = result.traces.front().trace;
  if (trace.loop_start) return std::nullopt;
  return trace.length();
}

void compare_solver(const std::string& solver, const Model& model,
                    const std::vector<Property>& properties) {
  const Report expected = ask(model, "explicit", properties, {.seconds_max = 20});
  const Report found = ask(model, solver, properties, {.seconds_max = 10, .level_max = depth_max});
  EXPECT_EQ(found.defect, "");
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const PropertyResult& a = expected.properties[i];
    const PropertyResult& b = found.properties[i];
    if (a.verdict == Verdict::Unknown) continue;
    if (b.verdict != Verdict::Unknown) {
      EXPECT_EQ(name_of(a.verdict), name_of(b.verdict)) << properties[i].name;
      EXPECT_EQ(shortest(a), shortest(b)) << properties[i].name;
    } else if (b.basis == Basis::Bounded && shortest(a)) {
      EXPECT_GT(*shortest(a), b.depth) << properties[i].name;
    }
  }
}

// Without the models that have too many states for readers that look at one after the other, and one
// that a bound cuts off.
std::vector<std::string> small_zoo_files() {
  const std::set<std::string> large{"bakery.mdve",         "bridge_torch.dve",
                                    "counted_steps.uts",   "elevator.mdve",
                                    "equal_owners.prom",   "fischer.mdve",
                                    "hanoi.mdve",          "leader_ring.mdve",
                                    "parallel_adder.uts",  "philosophers_4_pointers.prom",
                                    "philosophers_4.prom", "philosophers.mdve",
                                    "robot.uts",           "sliding_tiles.dve",
                                    "sliding_window.mdve", "token_ring.mdve"};
  std::vector<std::string> files = zoo_files();
  std::erase_if(files, [&](const std::string& file) {
    return large.contains(std::filesystem::path(file).filename().string());
  });
  return files;
}

class SmallZooExports : public testing::TestWithParam<std::string> {};
class ZooExports : public testing::TestWithParam<std::string> {};

TEST_P(SmallZooExports, SolversFindWhatTheExplicitEngineFinds) {
  const bool has_z3 = !program_path("z3").empty();
  const bool has_cvc5 = !program_path("cvc5").empty();
  if (!has_z3 && !has_cvc5) GTEST_SKIP() << "neither z3 nor cvc5 is on the PATH";
  auto read = read_zoo_model(GetParam());
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  ASSERT_TRUE(is_small(read.value())) << "belongs into the list of large models";
  if (has_z3) compare_solver("z3", read.value(), properties_of(read.value()));
  const bool asks_cvc5 = has_cvc5 && read.value().language == "uts";
  if (asks_cvc5) compare_solver("cvc5", read.value(), properties_of(read.value()));
}

// --- SMV

std::map<std::string, std::string> smv_answers(const std::string& name, const std::string& text) {
  const std::string file = file_in_test_folder(name, text);
  const ProgramResult run = run_program(
      {"python3", CLEW_SOURCE_DIR "/tests/smv_check.py", file, "--states", "5000"}, "", patience());
  std::map<std::string, std::string> answers;
  if (run.end == ProgramResult::End::TimedOut || run.exit_code == 3) return answers;
  EXPECT_EQ(run.exit_code, 0) << file << "\n" << run.output << run.errors;
  std::istringstream lines(run.output);
  for (std::string word, answer; lines >> word >> answer;) answers[word] = answer;
  return answers;
}

// Returns how many answers there were to compare.
int compare_smv(const std::string& name, const Model& model,
                const std::vector<Property>& properties) {
  const SmvExport smv = smv_export(model, properties);
  if (!smv.refusal.empty()) return 0;
  auto answers = smv_answers(name, smv.text);
  if (answers.empty()) return 0;
  const Report expected = ask(model, "explicit", properties, {.seconds_max = 20});
  int compared = 0;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const PropertyResult& result = expected.properties[i];
    if (!smv.left_out[i].empty() || result.verdict == Verdict::Unknown) continue;
    const std::string& answer = answers[smv.spec_names[i]];
    if (answer == "unknown") continue;
    const bool opposite = properties[i].is_existential() && properties[i].kind != PropertyKind::Ctl;
    const bool is_true = (result.verdict == Verdict::Holds) != opposite;
    EXPECT_EQ(answer, is_true ? "true" : "false") << name << " " << properties[i].name;
    ++compared;
  }
  return compared;
}

TEST_P(SmallZooExports, AnotherReaderOfSmvFindsWhatTheExplicitEngineFinds) {
  if (program_path("python3").empty()) GTEST_SKIP() << "python3 is not on the PATH";
  auto read = read_zoo_model(GetParam());
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  ASSERT_TRUE(is_small(read.value())) << "belongs into the list of large models";
  compare_smv(read.value().name + ".smv", read.value(), properties_of(read.value()));
}

TEST_P(ZooExports, AreWellFormedForUppaal) {
  if (program_path("python3").empty()) GTEST_SKIP() << "python3 is not on the PATH";
  auto read = read_zoo_model(GetParam());
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const UppaalExport uppaal = uppaal_export(read.value(), properties_of(read.value()));
  if (!uppaal.refusal.empty()) {
    EXPECT_EQ(uppaal.text, "");
    const std::string of_numbers =
        "a number in it may be beyond 2147483647, where Clew goes on with -2147483648";
    const std::string of_model = symbolic_model(read.value()).refusal;
    EXPECT_EQ(uppaal.refusal, of_model.empty() ? of_numbers : of_model);
    return;
  }
  const ProgramResult run =
      run_program({"python3", "-c", "import sys, xml.etree.ElementTree as t; t.parse(sys.stdin)"},
                  uppaal.text, patience());
  EXPECT_EQ(run.exit_code, 0) << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Models, ZooExports, testing::ValuesIn(zoo_files()), file_test_name);
INSTANTIATE_TEST_SUITE_P(Models, SmallZooExports, testing::ValuesIn(small_zoo_files()),
                         file_test_name);

TEST(RandomExports, MeanTheSameInSmvAndToZ3) {
  if (program_path("python3").empty()) GTEST_SKIP() << "python3 is not on the PATH";
  int compared = 0;
  std::size_t models = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure() || ++models > 25) break;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    if (!is_small(read.value())) continue;
    const std::vector<Property> properties = properties_of(read.value());
    compared += compare_smv(fmt::format("random{}.smv", seed), read.value(), properties);
    if (!program_path("z3").empty()) compare_solver("z3", read.value(), properties);
  }
  EXPECT_GT(compared, 10);
}

TEST(RandomExports, OfScriptsMeanTheSameInSmvAndToZ3) {
  if (program_path("python3").empty()) GTEST_SKIP() << "python3 is not on the PATH";
  int compared = 0;
  std::size_t models = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure() || ++models > 25) break;
    const RandomUts script(seed);
    SCOPED_TRACE(script.text());
    auto read = language_named("uts")->read({"random.uts", script.text(), {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    const std::vector<Property> properties = properties_of(read.value());
    compared += compare_smv(fmt::format("random{}uts.smv", seed), read.value(), properties);
    if (!program_path("z3").empty()) compare_solver("z3", read.value(), properties);
  }
  EXPECT_GT(compared, 50);
}

// --- texts

Model script(const std::string& text) {
  auto read = language_named("uts")->read({"m.uts", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return read.value();
}

std::string left_out(const Model& model, const std::string& target, const std::string& property) {
  Model copy = model;
  auto read = read_property(copy, property, {});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  if (target == "smt2") return to_smt2(copy, read.value(), 3).refusal;
  if (target == "smv") return smv_export(copy, {read.value()}).left_out.front();
  return uppaal_export(copy, {read.value()}).left_out.front();
}

TEST(Exports, CompareInUppaalAsInC) {
  const Model model = script(
      "VARS: int b[2] : 0..3; int i : 0..1; INIT: b[0] = 0; b[1] = 0; i = 0;\n"
      "TRANS: ? b[i] == 2 -> i = 1; b[0] = 2; b[1] = 1;\nSAFE: b[i] != 1");
  const std::string text = uppaal_export(model, properties_of(model)).text;
  EXPECT_NE(text.find("return ((i == 0) ? (b_0) : (b_1)) == 2;"), std::string::npos) << text;
  EXPECT_NE(text.find("return ((i == 0) ? (b_0) : (b_1)) != 1;"), std::string::npos) << text;
}

TEST(Exports, RefuseAssertionsBeforeAnError) {
  auto read = language_named("promela")->read(
      {"m.pml", "int x; active proctype P() { atomic { assert(x == 1); x = 1 / x } }", {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  for (const std::string target : {"smv", "smt2", "uppaal"}) {
    EXPECT_EQ(left_out(read.value(), target, "assertions"),
              "an assertion may fail in a move that goes wrong after it");
  }
}

TEST(Exports, SayInSmvWhatTheScriptSays) {
  const Model model = script(
      "VARS: int next : 0..3; bool A; INIT: next = 0; A = false;\n"
      "TRANS: ? !A -> next = next + 1;\n ? next == 2 -> A = true;\n"
      "REACH: A INF:");
  EXPECT_EQ(smv_export(model, properties_of(model)).text,
            "-- m, written by Clew for NuSMV and nuXmv.\n"
            "-- Runs that come to an end stay in their last state.\n"
            "-- Moves that would end in a run-time error do not exist here.\n"
            "MODULE main\n"
            "VAR\n"
            "  next_ : 0..3;  -- next\n"
            "  A_ : 0..1;  -- A\n"
            "DEFINE\n"
            "  stuck := next_ != 2 & (next_ + 1 > 3 | A_ != 0);  -- no move leads to a state\n"
            "\n"
            "INIT\n"
            "  A_ = 0 & next_ = 0\n"
            "TRANS\n"
            "  -- ? !A -> next = next + 1 (m.uts:2)\n"
            "  (next_ + 1 <= 3 & A_ = 0 & next(next_) = next_ + 1 & next(A_) = A_) |\n"
            "  -- ? next == 2 -> A = true (m.uts:3)\n"
            "  (next_ = 2 & next(A_) = 1 & next(next_) = next_) |\n"
            "  -- nothing moves\n"
            "  (stuck & next(next_) = next_ & next(A_) = A_)\n"
            "\n"
            "-- reach: A\n"
            "-- false: there is one, and the counterexample shows it; true: there is none.\n"
            "INVARSPEC NAME reach := A_ = 0;\n"
            "\n"
            "-- inf: some run never ends\n"
            "-- false: there is one, and the counterexample shows it; true: there is none.\n"
            "LTLSPEC NAME inf := F stuck;\n");
}

TEST(Exports, RefuseWhatTheOtherToolCannotAsk) {
  const Model model = script("VARS: int x : 0..3; INIT: x = 0; TRANS: x = (x + 1) % 4; INF:");
  EXPECT_EQ(left_out(model, "smt2", "ctl: AG EF {x == 3}"),
            "the formula is about trees, and no single run answers it");
  EXPECT_EQ(
      left_out(model, "uppaal", "ctl: AG EF {x == 3}"),
      "UPPAAL has queries for G p, F p, G F p and G (p -> F q) on all runs, and for EF p and EG "
      "p, but for no other formula");
  EXPECT_EQ(left_out(model, "smv", "ctl: AG EF {x == 3}"), "");
  const Model bounded =
      script("MAXSTEPS: 5 VARS: int x : 0..3; INIT: x = 0; TRANS: x = (x + 1) % 4;");
  EXPECT_EQ(left_out(bounded, "smv", "ltl: G F {x == 3}"),
            "the model bounds its runs to 5 moves, and the question is about infinite ones");
}

}  // namespace
}  // namespace clew
