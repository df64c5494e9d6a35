// Machine code against the judge: every successor of every state, in order, and every count.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <set>
#include <thread>

#include "clew/base/file.hpp"
#include "clew/base/random.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/validate.hpp"
#include "clew/walk/native_expander.hpp"
#include "clew/walk/packing_choice.hpp"
#include "tests/model_files.hpp"
#include "tests/random_claim.hpp"
#include "tests/random_heap.hpp"
#include "tests/random_liberties.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"
#include "tests/random_symmetric.hpp"

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

std::vector<Property> assertions_only() {
  Property property;
  property.name = "assertions";
  property.kind = PropertyKind::Assertions;
  return {property};
}

// Walks a model breadth-first, asking both about every state.
class Comparison {
 public:
  Comparison(const Model& model, Places places)
      : model_(model),
        judge_(model),
        codec_(chosen_codec(judge_, places)),
        properties_(assertions_only()),
        code_(model, codec_->layout(), properties_, {.uses_cache = false}),
        machine_(*codec_, judge_),
        out_(codec_->is_fixed() ? codec_->layout().word_count : 0),
        taken_(model.actions.size(), false) {}

  // False if the layout turned out not to fit, which a guess may.
  bool run(std::size_t states_max) {
    EXPECT_EQ(code_.error(), "");
    if (!code_.error().empty()) return true;
    machine_.use(code_.functions());
    try {
      judge_.initial_states([&](const State& state) {
        codec_->pack(state, packed_);
        discover(packed_);
      });
      for (std::size_t i = 0; i < states_max && !frontier_.empty(); ++i) {
        const Words state = frontier_.front();
        frontier_.pop_front();
        compare(state);
        if (testing::Test::HasFailure()) return true;
      }
    } catch (const ForeignShape&) {
      return false;
    }
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (gave_up_ && taken_[i]) continue;
      EXPECT_EQ(machine_.taken()[i] != 0, taken_[i]) << "action " << i;
    }
    return true;
  }

 private:
  void discover(const Words& words) {
    if (seen_.insert(words).second) frontier_.push_back(words);
  }

  void compare(const Words& words) {
    const State state = codec_->unpack(words.data());
    std::vector<Words> expected;
    std::uint64_t asserting = 0;
    const Expansion expansion = judge_.moves(state, [&](const Move& move) {
      for (const Firing& firing : move.firings) taken_[to_index(firing.action)] = true;
      if (move.failed_assertion) ++asserting;
      if (!move.target) return;
      codec_->pack(*move.target, packed_);
      expected.push_back(packed_);
    });
    out_.clear();
    const bool deadlock = machine_.moves(words.data(), out_);
    for (const Words& each : expected) discover(each);
    if (machine_.has_given_up()) {  // the judge's part, as in NativeExpander
      gave_up_ = true;
      return;
    }
    const Machine::Counts counts = machine_.counts();
    ASSERT_EQ(counts.moves, expansion.moves);
    ASSERT_EQ(counts.errors, expansion.errors);
    ASSERT_EQ(counts.asserting, asserting);
    ASSERT_EQ(deadlock, expansion.deadlock);
    ASSERT_EQ(out_.count(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto found = out_.state(i);
      ASSERT_EQ(Words(found.begin(), found.end()), expected[i]) << "successor " << i;
    }
    std::uint64_t seen = 0;
    std::uint64_t no_value = 0;
    machine_.look(words.data(), &seen, &no_value);
    if (!model_.assertions.empty()) {
      ASSERT_EQ(seen != 0, judge_.failed_assertion(state).has_value());
    }
  }

  const Model& model_;
  Interpreter judge_;
  std::unique_ptr<WordCodec> codec_;
  std::vector<Property> properties_;
  NativeCode code_;
  Machine machine_;
  SuccessorBuffer out_;
  Words packed_;
  std::vector<bool> taken_;
  bool gave_up_ = false;  // of some state
  std::set<Words> seen_;
  std::deque<Words> frontier_;
};

// With places for processes that come and go, if there can be, and without.
void compare_model(const Model& model, std::size_t states_max) {
  Comparison(model, Places::Guessed).run(states_max);
  if (model.is_dynamic() && !testing::Test::HasFailure()) {
    EXPECT_TRUE(Comparison(model, Places::None).run(states_max));
  }
}

void compare_file(const std::string& file, std::size_t states_max) {
  const std::string text = read_file(file).bytes;
  auto read = language_for_file(file)->read({file, text, definitions_in(text)});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  compare_model(read.value(), states_max);
}

class ZooCode : public testing::TestWithParam<std::string> {};
class BeemCode : public testing::TestWithParam<std::string> {};

TEST_P(ZooCode, FindsTheMovesOfTheJudge) { compare_file(GetParam(), 2'000); }

TEST_P(BeemCode, FindsTheMovesOfTheJudge) {
  if (GetParam().empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  compare_file(GetParam(), 500);
}

INSTANTIATE_TEST_SUITE_P(Models, ZooCode, testing::ValuesIn(zoo_files()), file_test_name);
INSTANTIATE_TEST_SUITE_P(Models, BeemCode, testing::ValuesIn(beem_files()), file_test_name);

void compare_text(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"random." + language, text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  compare_model(read.value(), 300);
  ASSERT_FALSE(testing::Test::HasFailure()) << text;
}

TEST(RandomCode, FindsTheMovesOfTheJudge) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_text("dve", random_dve_model(seed));
    compare_text("promela", text_of(random_promela(seed)));
  }
}

TEST(RandomCode, FindsTheMovesOfTheJudgeWithChoicesAndFreeValues) {
  std::size_t choices = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    const Model model = with_liberties(std::move(read.value()), seed);
    ASSERT_EQ(validate(model), std::vector<std::string>{});
    choices += model.choices.slots.size();
    compare_model(model, 300);
  }
  EXPECT_GT(choices, 100U);
}

TEST(RandomCode, FindsTheMovesOfTheJudgeOnAHeap) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_text("promela", random_symmetric_model(seed));
  }
}

TEST(RandomCode, FindsTheMovesOfTheJudgeWherePointersLeadNowhere) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_text("promela", random_heap_model(seed));
  }
}

TEST(RandomCode, FindsTheMovesOfTheJudgeWhereThereAreErrors) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const std::string language : {"dve", "promela"}) {
      const std::string text = with_other_numbers(
          language == "dve" ? random_dve_model(seed) : text_of(random_promela(seed)), seed);
      auto read = language_named(language)->read({"random." + language, text, {}});
      if (!read.ok()) continue;
      ++compared;
      compare_model(read.value(), 300);
      ASSERT_FALSE(HasFailure()) << text;
    }
  }
  EXPECT_GT(compared, random_model_seeds().size() / 2);  // most of them can still be read
}

// libtcc drops code behind conditions that it knows beforehand, and may drop too much.
TEST(NativeCode, FindsTheMovesOfTheJudgeWhereConditionsAreConstant) {
  compare_text("dve", R"(const byte two = 2;
byte one = 1, x;
process P {
state a, b;
init a;
trans
a -> b { guard one or ((x == 1 or one == 2) and x < 3); effect x = (x + 1) % 4; },
b -> a { guard (1 or ((x or 0) and one)) and not (0 and (x or one)); effect x = (x or 1) + (two == 3 or x); };
}
process C {
state q;
init q;
accept q;
trans
q -> q { guard one != 2 or ((P.b or one == 3) and x < 3); };
}
system async property C;
)");
}

void compare_under_claim(const std::string& text) {
  auto read = language_named("promela")->read({"random.pml", text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const ProcessTypeId claim = read.value().declared_properties.front().claim;
  compare_model(with_claim(read.value(), claim), 300);
  ASSERT_FALSE(testing::Test::HasFailure()) << text;
}

TEST(RandomCode, FindsTheMovesOfTheJudgeUnderAClaim) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_under_claim(with_formula(text_of(random_promela(seed)), seed));
  }
}

TEST(RandomCode, FindsTheMovesOfTheJudgeUnderAClaimThatMayFail) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string dve = with_property_process(random_dve_model(seed), seed);
    if (!dve.empty()) compare_text("dve", dve);
    compare_under_claim(with_never_claim(text_of(random_promela(seed)), seed));
  }
}

TEST(NativeCode, FindsTheMovesOfTheJudgeUnderAClaim) {
  compare_under_claim(R"(bit g0 = 1;
byte g1 = 1;
chan c0 = [0] of { byte };
proctype P0() { select (g0 : 0 .. (_pid & 1)) }
proctype P1(byte a0) { byte j; for (j : 0 .. 0) { g1 = 2 } c0!0 }
proctype P2(short a0; bit a1) { a1 = run P1(0) }
init { run P2(((!g0) & 3), (0 & 1)); run P0() }
ltl f { ! <> ((g0 > 0) && <> (g0 == 1)) }
)");
}

// What random models do not have, because SPIN does not survive it or no other language can say it.
TEST(NativeCode, FindsTheMovesOfTheJudgeInOddCases) {
  const char* const texts[] = {
      // A channel that is not there fails, whatever the others hold.
      "chan q[2] = [1] of { byte }; byte i = 2; active proctype P() { q[i]!1 }",
      "chan q[2] = [1] of { byte }; byte i = 2, x; active proctype P() { do :: q[0]!1 :: q[i]?x od "
      "}",
      "chan q[2] = [0] of { byte }; byte i = 2, x; active proctype P() { q[i]!1 }\n"
      "active proctype Q() { q[0]?x }",
      // The end of P has no bits, because nobody ever gets there; the parameter has, in the same place.
      "byte g[1]; proctype P(short a) { g[a & 1] = 0 } init { run P(1) }",
      "byte g[1]; byte i = 1; active proctype P() { g[i] = 0; i = 0 } active proctype Q() { i = 1 "
      "}",
      // What the first partner's way on asserts is nothing to the second.
      "chan c = [0] of { bit }; byte x;\n"
      "active proctype P() { atomic { c!1; assert(x) } }\n"
      "active proctype Q() { c?x } active proctype R() { c?_ } active proctype S() { c?x }",
      "byte g; active proctype P() { assert(g) } active proctype Q() provided (1 / g > 0) { skip }",
      // A guard in the middle of a move that has no value was tried all the same.
      "byte g[2], i = 2, j; active proctype P() { d_step { j = 1; g[i] == 0; i = 1 } }",
      // The smallest number has no name of its own in C.
      "int x = -2147483647 - 1; active proctype P() { assert(x - 1 > 0) }",
  };
  for (const char* const text : texts) compare_text("promela", text);
}

Model model_of(const std::string& text) {
  auto read = language_named("promela")->read({"test.pml", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

std::string refusal_for(const std::string& text) {
  const Model model = model_of(text);
  const Interpreter judge(model);
  return NativeCode(model, chosen_codec(judge)->layout(), {}, {.uses_cache = false}).error();
}

TEST(NativeCode, IsNotForStatesThatDoNotFitOnAStack) {
  EXPECT_EQ(refusal_for("int a[60000]; active proctype P() { atomic { a[1] = 7; a[2] = a[1] } }"),
            "");
  EXPECT_EQ(refusal_for("int x = 5, a[60000]; active [2] proctype P() { do :: atomic {\n"
                        "  if :: a[x] = a[x] + 1 :: x = 2 fi; if :: x = 5 :: x = 4 fi } od }"),
            "its states take 240,008 bytes");
}

TEST(NativeCode, IsNotForTextsWithoutEnd) {
  std::string body;
  for (int i = 0; i < 30; ++i) body += "  :: c[i]!" + std::to_string(i) + " :: c[i]?x\n";
  EXPECT_EQ(refusal_for("chan c[4] = [0] of { byte }; byte i, x;\n"
                        "active [30] proctype P() { do\n  :: i = 3\n" +
                        body + "  od }"),
            "its text in C would be longer than 8 MB");
}

// The change from the first compiler's code to the second's, as a search sees it.
TEST(NativeCode, ChangesOverToBetterCode) {
  if (!c_compiler()) GTEST_SKIP() << "no C compiler: set CLEW_CC";
  const std::string file = std::string(CLEW_SOURCE_DIR) + "/models/dve/peterson.dve";
  auto read = language_for_file(file)->read({file, read_file(file).bytes, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  const Interpreter judge(read.value());
  const auto codec = chosen_codec(judge);
  NativeCode code(read.value(), codec->layout(), {}, {.uses_cache = false, .patience = 0});
  ASSERT_EQ(code.error(), "");
  EXPECT_EQ(code.statistics().tier, "tcc");
  const StatePacking walked(judge, *codec, Reduction::None);
  NativeExpander expander(code, walked, {}, true);
  Words first;
  codec->pack(judge.initial_state(), first);
  SuccessorBuffer before(codec->layout().word_count);
  const Expanded expected = expander.expand(first.data(), before);
  while (code.version() == 0 && code.statistics().optimise_seconds == 0) {
    expander.before_batch();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_EQ(code.version(), 1U);
  EXPECT_EQ(code.statistics().tier, "cc");
  expander.before_batch();
  // More often than both are compared.
  for (int i = 0; i < 200; ++i) {
    SuccessorBuffer after(codec->layout().word_count);
    EXPECT_EQ(expander.expand(first.data(), after), expected);
    EXPECT_TRUE(std::equal(before.begin(), before.next, after.begin(), after.next));
  }
}

}  // namespace
}  // namespace clew
