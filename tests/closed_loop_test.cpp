// Lassos found where dead values are forgotten: they are lassos of the model itself.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

#include "clew/check/check.hpp"
#include "clew/engine/cycles/closed_loop.hpp"
#include "clew/lang/language.hpp"
#include "tests/ask.hpp"

namespace clew {
namespace {

Model read(const std::string& language, const std::string& text) {
  auto model = language_named(language)->read({"m." + language, text, {}});
  EXPECT_TRUE(model.ok()) << model.diagnostics.text() << text;
  return model.value();
}

// A loop in which 'x' takes `rounds` rounds until it is what it was in some round before.
Model slow_loop(std::uint64_t rounds) {
  return read("dve", fmt::format("int x;\nprocess P {{ state a, b; init a;\n"
                                 "  trans a -> b {{ effect x = x + (x < {}); }}, b -> a {{ }}; }}\n"
                                 "system async;\n",
                                 rounds));
}

std::vector<Firing> firing_of(std::size_t action) {
  return {Firing{ProcessId{0}, to_id<ActionId>(action), {}}};
}

Finding one_round(const Interpreter& judge) {
  Finding finding;
  finding.traces.push_back({judge.initial_state(), {firing_of(0), firing_of(1)}});
  finding.loop_start = 0;
  return finding;
}

TEST(ClosedLoop, IsTakenUntilAStateRepeats) {
  const Model model = slow_loop(5);
  const Interpreter judge(model);
  Finding finding = one_round(judge);
  ASSERT_TRUE(close_loop(judge, finding));
  EXPECT_EQ(finding.loop_start, 9U);  // the move back before the sixth round is part of the loop
  const MovePath& path = finding.traces.front();
  ASSERT_EQ(path.moves.size(), 11U);
  const Replay replayed = replay(judge, path);
  ASSERT_TRUE(replayed.complete());
  EXPECT_EQ(replayed.trace.steps.back().state, replayed.trace.steps[9].state);
}

TEST(ClosedLoop, IsLeftAsItWasWhereItWouldBeTooLong) {
  const Model model = slow_loop(5);
  const Interpreter judge(model);
  Finding finding = one_round(judge);
  EXPECT_FALSE(close_loop(judge, finding, 11));
  EXPECT_EQ(finding.loop_start, 0U);
  EXPECT_EQ(finding.traces.front().moves.size(), 2U);
  EXPECT_TRUE(close_loop(judge, finding, 12));
}

TEST(ClosedLoop, IsNoneWhereAMoveIsImpossible) {
  const Model model = slow_loop(5);
  const Interpreter judge(model);
  Finding finding = one_round(judge);
  finding.traces.front().moves.pop_back();
  EXPECT_FALSE(close_loop(judge, finding));
}

// --- random loops that write values which nobody reads

class RandomLoops {
 public:
  explicit RandomLoops(unsigned seed) : random_(seed) {}

  std::string dve() {
    std::string text = "byte g0, g1, d0, d1;\n";
    for (std::size_t p = 0; p < 1 + below(2); ++p) {
      text += fmt::format("process P{} {{ byte l0, l1; state s0, s1, s2; init s0;\n  trans ", p);
      for (std::size_t i = 0; i < 4; ++i) {
        text += fmt::format("{}s{} -> s{} {{ {}effect {}; }}", i == 0 ? "" : ", ", i % 3,
                            i < 3 ? (i + 1) % 3 : below(3), guard(), statement());
      }
      text += "; }\n";
    }
    return text + "system async;\n";
  }

  std::string promela() {
    std::string text = "byte g0, g1, d0, d1;\nchan c = [1] of { byte };\n";
    for (std::size_t p = 0; p < 1 + below(2); ++p) {
      text += fmt::format("active proctype P{}() {{ byte l0, l1; do\n", p);
      for (std::size_t i = 0; i < 1 + below(2); ++i) {
        text += fmt::format("  :: {}; {}; {}\n", statement(), statement(), statement());
      }
      if (below(3) == 0) text += "  :: c!l0; c?l1\n";
      text += "od }\n";
    }
    return text;
  }

  std::string question() {
    const std::string p = fmt::format("(g{}=={})", below(2), below(3));
    const std::string q = fmt::format("(g{}=={})", below(2), below(3));
    switch (below(5)) {
      case 0: return "ltl: F " + p;
      case 1: return "ltl: F G " + p;
      case 2: return "ltl: G F " + p;
      case 3: return fmt::format("ltl: {} U {}", p, q);
      default: return fmt::format("ltl: G ({} -> F {})", p, q);
    }
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::string local() { return fmt::format("l{}", below(2)); }
  std::string value() {
    switch (below(6)) {
      case 0: return std::to_string(below(3));
      case 1: return fmt::format("({} + 1) % 3", local());
      case 2: return fmt::format("g{}", below(2));
      default: return local();
    }
  }
  std::string statement() {
    const std::size_t target = below(7);
    const std::string name = target == 0  ? "g0"
                             : target < 4 ? fmt::format("d{}", below(2))
                                          : local();
    return fmt::format("{} = {}", name, value());
  }
  std::string guard() {
    return below(4) == 0 ? fmt::format("guard {} != {}; ", local(), below(3)) : std::string();
  }

  std::mt19937 random_;
};

void expect_the_same_answer(const std::string& language, const std::string& text,
                            const std::string& question) {
  Model model = read(language, text);
  CheckOptions options;
  options.engine = "explicit";
  options.native = false;
  options.vacuity = false;
  options.properties = {property_of(model, question)};
  const Report whole = check(model, options);
  options.reduces_where_sound = true;
  for (const CycleAlgorithm algorithm :
       {CycleAlgorithm::Auto, CycleAlgorithm::Components, CycleAlgorithm::Nested,
        CycleAlgorithm::Parallel, CycleAlgorithm::Owcty, CycleAlgorithm::Map}) {
    options.algorithm = algorithm;
    options.threads = algorithm == CycleAlgorithm::Parallel ? 2 : 1;
    const Report reduced = check(model, options);
    EXPECT_EQ(reduced.defect, "") << text << question;
    EXPECT_EQ(name_of(reduced.properties[0].verdict), name_of(whole.properties[0].verdict))
        << text << question;
  }
}

TEST(ClosedLoop, IsOneOfTheModelItselfInRandomModels) {
  for (unsigned seed = 0; seed < 250; ++seed) {
    RandomLoops loops(seed);
    const std::string text = seed % 2 == 0 ? loops.dve() : loops.promela();
    for (int i = 0; i < 4; ++i) {
      expect_the_same_answer(seed % 2 == 0 ? "dve" : "promela", text, loops.question());
    }
  }
}

}  // namespace
}  // namespace clew
