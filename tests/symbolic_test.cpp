// A model in Boolean functions against the judge: every move of every state, with its target, and what
// is said about the state as a whole.
#include "clew/encode/symbolic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/choices.hpp"
#include "tests/model_files.hpp"
#include "tests/random_claim.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"

namespace clew {
namespace {

using Bits = std::vector<bool>;

// One move as both sides see it.
struct Seen {
  std::vector<Firing> firings;
  Bits target;  // empty: it fails
  bool breaks_assertion = false;
  bool claim_fails = false;

  std::string text() const {
    std::string out;
    for (const Firing& firing : firings) {
      out += std::to_string(static_cast<std::int32_t>(firing.process)) + ":" +
             std::to_string(to_index(firing.action)) + "/" + std::to_string(firing.choice) + " ";
    }
    if (breaks_assertion) out += "! ";
    if (claim_fails) out += "? ";
    out += "-> ";
    for (const bool bit : target) out += bit ? '1' : '0';
    return out;
  }
};

class Comparison {
 public:
  explicit Comparison(const Model& model) : model_(model), judge_(model) {
    symbolic_ = symbolic_model(model);
  }

  // Empty if there was something to compare.
  const std::string& refusal() const { return symbolic_.refusal; }

  void run(std::size_t states_max) {
    std::size_t initial = 0;
    judge_.initial_states([&](const State& state) {
      discover(state);
      EXPECT_TRUE(truth(values_of(symbolic_.bits_of(state), {}), symbolic_.model->initial));
      return ++initial < states_max ? Continue::Yes : Continue::No;
    });
    for (std::size_t i = 0; i < states_max && !frontier_.empty(); ++i) {
      const Bits bits = frontier_.front();
      frontier_.pop_front();
      compare(bits);
      if (testing::Test::HasFailure()) return;
    }
  }

 private:
  void discover(const State& state) {
    const Bits bits = symbolic_.bits_of(state);
    ASSERT_EQ(symbolic_.state_of(bits), state);
    if (seen_.insert(bits).second) frontier_.push_back(bits);
  }

  // Of all nodes, by node; `inputs` are the bits of choices.
  std::vector<bool> values_of(const Bits& bits, Bits inputs) const {
    const SymbolicModel& system = *symbolic_.model;
    inputs.resize(system.inputs.size());
    // Inputs are numbered in the order in which they were added: the state first.
    Bits all = bits;
    all.insert(all.end(), inputs.begin(), inputs.end());
    return evaluate(system.circuit, all);
  }

  static bool truth(const std::vector<bool>& values, Lit lit) {
    return values[node_of(lit)] != is_negated(lit);
  }

  void look(const Bits& bits, const Bits& inputs, std::set<std::string>& found) const {
    const std::vector<bool> values = values_of(bits, inputs);
    for (const SymbolicMove& move : symbolic_.model->moves) {
      if (!truth(values, move.enabled)) continue;
      Seen seen{symbolic_.firings_of(move, inputs), bits, truth(values, move.breaks_assertion)};
      for (const SymbolicMove::Update& update : move.updates) {
        seen.target[update.bit] = truth(values, update.value);
      }
      found.insert(seen.text());
    }
    for (const SymbolicMove& move : symbolic_.model->failures) {
      if (!truth(values, move.enabled)) continue;
      found.insert(Seen{symbolic_.firings_of(move, inputs), {}, false, move.claim_fails}.text());
    }
  }

  void compare(const Bits& bits) {
    const State state = symbolic_.state_of(bits);
    const SymbolicModel& system = *symbolic_.model;
    std::set<std::string> expected;
    std::vector<State> targets;
    bool arrives = false;
    const Expansion expansion = judge_.moves(state, [&](const Move& move) {
      Seen seen{{move.firings.begin(), move.firings.end()}, {}, false};
      seen.claim_fails = move.claim_failure != ClaimFailure::None;
      if (move.target) {
        seen.target = symbolic_.bits_of(*move.target);
        seen.breaks_assertion = move.failed_assertion != nullptr;
        targets.push_back(*move.target);
        arrives = true;
      }
      expected.insert(seen.text());
    });
    std::set<std::string> found;
    const std::size_t inputs = system.inputs.size();
    ASSERT_LT(inputs, 16U);
    for (std::size_t k = 0; k < (std::size_t{1} << inputs); ++k) {
      Bits choice;
      for (std::size_t i = 0; i < inputs; ++i) choice.push_back(((k >> i) & 1U) != 0);
      look(bits, choice, found);
    }
    ASSERT_EQ(found, expected);
    const std::vector<bool> values = values_of(bits, {});
    ASSERT_TRUE(truth(values, system.valid));
    if (system.can_move) {
      const bool stuck = !truth(values, *system.can_move) && !truth(values, system.proper_end);
      ASSERT_EQ(stuck, expansion.deadlock);
    }
    if (system.can_arrive && !model_.claim) {
      ASSERT_EQ(truth(values, *system.can_arrive), arrives);
    }
    ASSERT_EQ(truth(values, system.location_assertion_fails),
              judge_.failed_assertion(state).has_value());
    for (const State& target : targets) discover(target);
  }

  const Model& model_;
  Interpreter judge_;
  Symbolic symbolic_;
  std::set<Bits> seen_;
  std::deque<Bits> frontier_;
};

// True if the model has such a form.
bool compare_model(const Model& model, std::size_t states_max) {
  Comparison comparison(model);
  if (!comparison.refusal().empty()) return false;
  comparison.run(states_max);
  return true;
}

bool compare_file(const std::string& file, std::size_t states_max) {
  const std::string text = read_file(file).bytes;
  auto read = language_for_file(file)->read({file, text, definitions_in(text)});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return read.ok() && compare_model(read.value(), states_max);
}

class ZooSymbolic : public testing::TestWithParam<std::string> {};
class BeemSymbolic : public testing::TestWithParam<std::string> {};

TEST_P(ZooSymbolic, HasTheMovesOfTheJudge) { compare_file(GetParam(), 60); }

TEST_P(BeemSymbolic, HasTheMovesOfTheJudge) {
  if (GetParam().empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  const bool is_dve = GetParam().ends_with("dve");
  EXPECT_TRUE(compare_file(GetParam(), 10) || !is_dve);
}

INSTANTIATE_TEST_SUITE_P(Models, ZooSymbolic, testing::ValuesIn(zoo_files()), file_test_name);
INSTANTIATE_TEST_SUITE_P(Models, BeemSymbolic, testing::ValuesIn(beem_files()), file_test_name);

// Returns whether there was something to compare.
bool compare_text(const std::string& language, const std::string& text, bool may_be_wrong = false) {
  auto read = language_named(language)->read({"random." + language, text, {}});
  if (may_be_wrong && !read.ok()) return false;
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  const bool compared = read.ok() && compare_model(read.value(), 40);
  EXPECT_FALSE(testing::Test::HasFailure()) << text;
  return compared;
}

TEST(RandomSymbolic, HasTheMovesOfTheJudge) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string promela = with_active_processes(text_of(random_promela(seed)));
    compared += compare_text("dve", random_dve_model(seed)) ? 1U : 0U;
    compared += compare_text("promela", promela, true) ? 1U : 0U;
  }
  EXPECT_GT(compared, random_model_seeds().size());
}

TEST(RandomSymbolic, HasTheMovesOfTheJudgeWhereThereAreErrors) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string promela = with_active_processes(text_of(random_promela(seed)));
    compared +=
        compare_text("dve", with_other_numbers(random_dve_model(seed), seed), true) ? 1U : 0U;
    compared += compare_text("promela", with_other_numbers(promela, seed), true) ? 1U : 0U;
  }
  EXPECT_GT(compared, random_model_seeds().size() / 2);
}

TEST(RandomSymbolic, HasTheMovesOfTheJudgeUnderAClaim) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string text =
        with_formula(with_active_processes(text_of(random_promela(seed))), seed);
    auto read = language_named("promela")->read({"random.pml", text, {}});
    if (!read.ok()) continue;
    const ProcessTypeId claim = read.value().declared_properties.front().claim;
    compared += compare_model(with_claim(read.value(), claim), 40) ? 1U : 0U;
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(compared, 0U);
}

TEST(RandomSymbolic, HasTheMovesOfTheJudgeUnderAClaimThatMayFail) {
  std::size_t compared = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string dve = with_property_process(random_dve_model(seed), seed);
    if (!dve.empty()) compared += compare_text("dve", dve) ? 1U : 0U;
    const std::string promela =
        with_never_claim(with_active_processes(text_of(random_promela(seed))), seed);
    auto read = language_named("promela")->read({"random.pml", promela, {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text() << promela;
    const ProcessTypeId claim = read.value().declared_properties.front().claim;
    compared += compare_model(with_claim(read.value(), claim), 40) ? 1U : 0U;
    ASSERT_FALSE(HasFailure()) << promela;
  }
  EXPECT_GT(compared, random_model_seeds().size() / 2);
}

}  // namespace
}  // namespace clew
