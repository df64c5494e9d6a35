#include "clew/property/automaton.hpp"

#include <gtest/gtest.h>

#include "clew/property/automaton_print.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_test.hpp"
#include "clew/property/ltl_to_automaton.hpp"

namespace clew {
namespace {

struct Made {
  AutomatonNames names;
  Automaton generalised;
  BuchiAutomaton buchi;
};

Made made(std::string_view text) {
  auto read = parse_ltl(text, {});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  ParsedFormula& parsed = read.value();
  Made result;
  result.names = {std::string(text), parsed.proposition_texts()};
  const Translation translation = ltl_to_automaton(parsed.formulas, parsed.formula, {});
  EXPECT_EQ(translation.refusal, "");
  result.generalised = translation.automaton;
  result.buchi = to_buchi(result.generalised);
  return result;
}

std::string classes(std::string_view text) {
  const BuchiAutomaton automaton = made(text).buchi;
  std::string list;
  if (is_terminal(automaton)) list += " terminal";
  if (is_weak(automaton)) list += " weak";
  if (is_safety(automaton)) list += " safety";
  return list;
}

TEST(Cube, IsCoveredByOthersTogether) {
  const Cube a{1, 0};
  const Cube not_a_b{2, 1};
  const Cube not_b{0, 2};
  const std::vector<Cube> all{a, not_a_b, not_b};
  const std::vector<Cube> some{a, not_b};
  EXPECT_TRUE(is_covered({}, all));
  EXPECT_FALSE(is_covered({}, some));
  EXPECT_TRUE(is_covered({0, 2}, some));
  EXPECT_FALSE(is_covered({}, {}));
}

TEST(Automaton, KnowsItsClass) {
  EXPECT_EQ(classes("F a"), " terminal weak");
  EXPECT_EQ(classes("a U (b && X c)"), " terminal weak");
  EXPECT_EQ(classes("G a"), " weak safety");
  EXPECT_EQ(classes("G (a -> X b)"), " weak safety");
  EXPECT_EQ(classes("F G a"), " weak");
  EXPECT_EQ(classes("G F a"), "");
  EXPECT_EQ(classes("true"), " terminal weak safety");
  EXPECT_EQ(classes("false"), " terminal weak safety");
}

TEST(Automaton, IsPrintedForPeople) {
  const Made response = made("G (p -> F q)");
  EXPECT_EQ(plain_text(response.buchi, response.names),
            R"(Büchi automaton, 2 states, 5 edges, deterministic
state 0, initial, accepting
  !p || q -> 0
  p && !q -> 1
state 1
  !q -> 1
  q -> 0
)");
  const Made fair = made("G F p && G F x == 1");
  EXPECT_EQ(plain_text(fair.generalised, fair.names),
            R"(generalised Büchi automaton, 1 state, 4 edges, 2 marks, deterministic
state 0, initial
  !p && !(x == 1) -> 0
  p && !(x == 1) -> 0 {0}
  !p && (x == 1) -> 0 {1}
  p && (x == 1) -> 0 {0 1}
)");
}

TEST(Automaton, OfFalseHasAStateAndNoEdge) {
  const Made nothing = made("G a && F !a");
  EXPECT_EQ(plain_text(nothing.buchi, nothing.names),
            "Büchi automaton, 1 state, 0 edges, deterministic, safety, terminal, weak\n"
            "state 0, initial\n");
  EXPECT_EQ(never_text(nothing.buchi, nothing.names), R"(never {  /* G a && F !a */
T0_init:
  if
  :: (false) -> goto T0_init
  fi;
}
)");
  EXPECT_EQ(dve_text(nothing.buchi, nothing.names), R"(/* G a && F !a */
process LTL_property {
  state q0;
  init q0;
}
)");
}

TEST(Automaton, IsPrintedForOtherTools) {
  const Made claim = made("F (p && G {q \"*/\"})");
  EXPECT_EQ(dot_text(claim.buchi, claim.names), R"text(digraph automaton {
  rankdir=LR
  label="F (p && G {q \"*/\"})"
  labelloc=t
  node [shape=circle]
  start [shape=point]
  start -> 0
  0
  0 -> 0 [label="true"]
  0 -> 1 [label="p && {q \"*/\"}"]
  1 [shape=doublecircle]
  1 -> 1 [label="{q \"*/\"}"]
}
)text");
  EXPECT_EQ(hoa_text(claim.buchi, claim.names), R"text(HOA: v1
name: "F (p && G {q \"*/\"})"
tool: "clew"
States: 2
Start: 0
AP: 2 "p" "q \"*/\""
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc weak
--BODY--
State: 0
[t] 0
[0&1] 1
State: 1 {0}
[1] 1
--END--
)text");
  EXPECT_EQ(never_text(claim.buchi, claim.names), R"text(never {  /* F (p && G {q "* /"}) */
T0_init:
  if
  :: (true) -> goto T0_init
  :: ((p) && (q "*/")) -> goto accept_S1
  fi;
accept_S1:
  if
  :: ((q "*/")) -> goto accept_S1
  fi;
}
)text");
  EXPECT_EQ(dve_text(claim.buchi, claim.names), R"text(/* F (p && G {q "* /"}) */
process LTL_property {
  state q0, q1;
  init q0;
  accept q1;
  trans
    q0 -> q0 {},
    q0 -> q1 { guard (p) and (q "*/"); },
    q1 -> q1 { guard (q "*/"); };
}
)text");
}

TEST(Automaton, WithMarksIsPrintedAsGeneralisedHoa) {
  const Made fair = made("G F p && G F q");
  EXPECT_EQ(hoa_text(fair.generalised, fair.names), R"(HOA: v1
name: "G F p && G F q"
tool: "clew"
States: 1
Start: 0
AP: 2 "p" "q"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc deterministic
--BODY--
State: 0
[!0&!1] 0
[0&!1] 0 {0}
[!0&1] 0 {1}
[0&1] 0 {0 1}
--END--
)");
}

TEST(Automaton, ThatAcceptsEverythingAtTheEndClosesANeverClaim) {
  const Made seen = made("F p");
  EXPECT_EQ(never_text(seen.buchi, seen.names), R"(never {  /* F p */
T0_init:
  if
  :: (!(p)) -> goto T0_init
  :: ((p)) -> goto accept_all
  fi;
accept_all:
  skip
}
)");
}

TEST(LtlTranslation, GivesUpWithASentence) {
  const auto refusal = [](const std::string& text, const TranslationOptions& options) {
    auto read = parse_ltl(text, {});
    EXPECT_TRUE(read.ok());
    return ltl_to_automaton(read.value().formulas, read.value().formula, options).refusal;
  };
  std::string many = "p0";
  std::string fair = "true";
  for (int i = 1; i < 65; ++i) many += " || p" + std::to_string(i);
  for (int i = 0; i < 20; ++i) {
    fair += " && G (p" + std::to_string(i) + " -> F q" + std::to_string(i) + ")";
  }
  EXPECT_EQ(refusal(many, {}), "the formula has more than 64 propositions");
  EXPECT_EQ(refusal(fair, {}), "the formula has too many alternatives to be written down");
  EXPECT_EQ(refusal("G (a -> F b)", {.states_max = 1}),
            "the automaton has more than 1 states or 500,000 edges");
}

}  // namespace
}  // namespace clew
