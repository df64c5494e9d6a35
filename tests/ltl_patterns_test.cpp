// The specification patterns of Dwyer, Avrunin and Corbett (1999) and a few more: their automata are
// right, and do not grow.
#include <gtest/gtest.h>

#include <array>

#include "clew/base/process.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "tests/ltl_words.hpp"

namespace clew {
namespace {

struct Size {
  std::size_t states;
  std::size_t edges;
};

struct Pattern {
  const char* name;
  const char* scope;
  const char* formula;
  Size size;          // of the Büchi automaton
  Size negated_size;  // of that of the negation, which a checker uses
};

// After a change that makes automata smaller, write the new numbers here.
constexpr std::array patterns = std::to_array<Pattern>({
    // clang-format off
    {"absence", "globally",
     "G !p",
     {1, 1}, {2, 3}},
    {"absence", "before r",
     "F r -> (!p U r)",
     {4, 7}, {3, 5}},
    {"absence", "after q",
     "G (q -> G !p)",
     {2, 3}, {3, 6}},
    {"absence", "between q and r",
     "G ((q && !r && F r) -> (!p U r))",
     {3, 7}, {4, 8}},
    {"absence", "after q until r",
     "G (q && !r -> (!p W r))",
     {2, 5}, {3, 6}},
    {"existence", "globally",
     "F p",
     {2, 3}, {1, 1}},
    {"existence", "before r",
     "!r W (p && !r)",
     {2, 3}, {2, 3}},
    {"existence", "after q",
     "G !q || F (q && F p)",
     {5, 11}, {2, 3}},
    {"existence", "between q and r",
     "G (q && !r -> (!r W (p && !r)))",
     {2, 6}, {3, 5}},
    {"existence", "after q until r",
     "G (q && !r -> (!r U (p && !r)))",
     {2, 6}, {3, 5}},
    {"at most twice", "globally",
     "!p W (p W (!p W (p W G !p)))",
     {5, 9}, {6, 11}},
    {"at most twice", "before r",
     "F r -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p "
     "&& !r) U (r || (!p U r)))))))))",
     {8, 20}, {7, 13}},
    {"at most twice", "after q",
     "F q -> (!q U (q && (!p W (p W (!p W (p W G !p))))))",
     {8, 17}, {7, 14}},
    {"at most twice", "between q and r",
     "G ((q && F r) -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U "
     "(r || ((p && !r) U (r || (!p U r))))))))))",
     {7, 20}, {8, 16}},
    {"at most twice", "after q until r",
     "G (q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || "
     "((p && !r) U (r || (!p W r) || G p)))))))))",
     {7, 28}, {7, 14}},
    {"universality", "globally",
     "G p",
     {1, 1}, {2, 3}},
    {"universality", "before r",
     "F r -> (p U r)",
     {4, 7}, {3, 5}},
    {"universality", "after q",
     "G (q -> G p)",
     {2, 3}, {3, 6}},
    {"universality", "between q and r",
     "G ((q && !r && F r) -> (p U r))",
     {3, 7}, {4, 8}},
    {"universality", "after q until r",
     "G (q && !r -> (p W r))",
     {2, 5}, {3, 6}},
    {"precedence", "globally",
     "!p W s",
     {2, 3}, {2, 3}},
    {"precedence", "before r",
     "F r -> (!p U (s || r))",
     {4, 9}, {3, 5}},
    {"precedence", "after q",
     "G !q || F (q && (!p W s))",
     {5, 11}, {3, 8}},
    {"precedence", "between q and r",
     "G ((q && !r && F r) -> (!p U (s || r)))",
     {3, 9}, {4, 8}},
    {"precedence", "after q until r",
     "G (q && !r -> (!p W (s || r)))",
     {2, 7}, {3, 6}},
    {"response", "globally",
     "G (p -> F s)",
     {2, 5}, {2, 3}},
    {"response", "before r",
     "F r -> (p -> (!r U (s && !r))) U r",
     {5, 13}, {3, 5}},
    {"response", "after q",
     "G (q -> G (p -> F s))",
     {3, 9}, {3, 6}},
    {"response", "between q and r",
     "G ((q && !r && F r) -> (p -> (!r U (s && !r))) U r)",
     {4, 13}, {4, 8}},
    {"response", "after q until r",
     "G (q && !r -> ((p -> (!r U (s && !r))) W r))",
     {3, 11}, {4, 8}},
    {"s, t precede p", "globally",
     "F p -> (!p U (s && !p && X (!p U t)))",
     {5, 9}, {3, 6}},
    {"s, t precede p", "before r",
     "F r -> (!p U (r || (s && !p && X (!p U t))))",
     {5, 11}, {4, 8}},
    {"s, t precede p", "after q",
     "G !q || (!q U (q && (F p -> (!p U (s && !p && X (!p U t))))))",
     {7, 16}, {4, 10}},
    {"s, t precede p", "between q and r",
     "G ((q && F r) -> (!p U (r || (s && !p && X (!p U t)))))",
     {7, 37}, {5, 12}},
    {"s, t precede p", "after q until r",
     "G (q -> (F p -> (!p U (r || (s && !p && X (!p U t))))))",
     {7, 37}, {4, 10}},
    {"p precedes s, t", "globally",
     "F (s && X F t) -> (!s U p)",
     {5, 10}, {3, 5}},
    {"p precedes s, t", "before r",
     "F r -> (!(s && !r && X (!r U (t && !r))) U (r || p))",
     {6, 16}, {4, 7}},
    {"p precedes s, t", "after q",
     "G !q || (!q U (q && (F (s && X F t) -> (!s U p))))",
     {7, 18}, {4, 8}},
    {"p precedes s, t", "between q and r",
     "G ((q && F r) -> (!(s && !r && X (!r U (t && !r))) U (r || p)))",
     {6, 20}, {5, 10}},
    {"p precedes s, t", "after q until r",
     "G (q -> (!(s && !r && X (!r U (t && !r))) U (r || p) || G !(s && X F t)))",
     {7, 27}, {4, 8}},
    {"p responds to s, t", "globally",
     "G (s && X F t -> X F (t && F p))",
     {9, 39}, {3, 5}},
    {"p responds to s, t", "before r",
     "F r -> (s && X (!r U t) -> X (!r U (t && F p))) U r",
     {11, 48}, {4, 8}},
    {"p responds to s, t", "after q",
     "G (q -> G (s && X F t -> X (!t U (t && F p))))",
     {10, 42}, {4, 8}},
    {"p responds to s, t", "between q and r",
     "G ((q && F r) -> (s && X (!r U t) -> X (!r U (t && F p))) U r)",
     {16, 96}, {5, 11}},
    {"p responds to s, t", "after q until r",
     "G (q -> (s && X (!r U t) -> X (!r U (t && F p))) U (r || G (s && X "
     "(!r U t) -> X (!r U (t && F p)))))",
     {29, 249}, {4, 8}},
    {"s, t respond to p", "globally",
     "G (p -> F (s && X F t))",
     {5, 21}, {3, 6}},
    {"s, t respond to p", "before r",
     "F r -> (p -> (!r U (s && !r && X (!r U t)))) U r",
     {6, 18}, {4, 9}},
    {"s, t respond to p", "after q",
     "G (q -> G (p -> (s && X F t)))",
     {4, 13}, {4, 9}},
    {"s, t respond to p", "between q and r",
     "G ((q && F r) -> (p -> (!r U (s && !r && X (!r U t)))) U r)",
     {5, 18}, {5, 13}},
    {"s, t respond to p", "after q until r",
     "G (q -> (p -> (!r U (s && !r && X (!r U t)))) U (r || G (p -> (s && X F t))))",
     {7, 32}, {9, 30}},
    {"s, t without z respond to p", "globally",
     "G (p -> F (s && !z && X (!z U t)))",
     {5, 21}, {3, 9}},
    {"s, t without z respond to p", "before r",
     "F r -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r",
     {7, 22}, {4, 12}},
    {"s, t without z respond to p", "after q",
     "G (q -> G (p -> (s && !z && X (!z U t))))",
     {4, 13}, {4, 12}},
    {"s, t without z respond to p", "between q and r",
     "G ((q && F r) -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r)",
     {6, 22}, {5, 17}},
    {"s, t without z respond to p", "after q until r",
     "G (q -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U (r || G "
     "(p -> (s && !z && X (!z U t)))))",
     {8, 36}, {13, 71}},
    {"strong fairness", "globally",
     "G F p -> G F s",
     {5, 10}, {3, 6}},
    {"weak fairness", "globally",
     "F G p -> G F s",
     {2, 6}, {2, 3}},
    {"two things again and again", "globally",
     "G F p && G F s",
     {3, 8}, {3, 5}},
    {"reactivity", "globally",
     "(G F p -> G F q) && (G F r -> G F s)",
     {12, 30}, {7, 16}},
    {"nested untils", "globally",
     "(p U q) U (r U s)",
     {5, 13}, {4, 9}},
    // clang-format on
});

Size size_of(const BuchiAutomaton& automaton) {
  return {automaton.states.size(), edge_count(automaton)};
}

TEST(LtlPatterns, HaveAutomataThatDoNotGrow) {
  for (const Pattern& pattern : patterns) {
    SCOPED_TRACE(pattern.formula);
    auto read = parse_ltl(pattern.formula, {});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    ParsedFormula& parsed = read.value();
    const FormulaId negation = parsed.formulas.make(FormulaOp::Not, parsed.formula);
    const Size size =
        size_of(to_buchi(ltl_to_automaton(parsed.formulas, parsed.formula, {}).automaton));
    const Size negated_size =
        size_of(to_buchi(ltl_to_automaton(parsed.formulas, negation, {}).automaton));
    EXPECT_LE(size.states, pattern.size.states);
    EXPECT_LE(size.edges, pattern.size.edges);
    EXPECT_LE(negated_size.states, pattern.negated_size.states);
    EXPECT_LE(negated_size.edges, pattern.negated_size.edges);
  }
}

TEST(LtlPatterns, HaveAutomataThatAcceptWhatTheySay) {
  for (const Pattern& pattern : patterns) {
    SCOPED_TRACE(pattern.formula);
    auto read = parse_ltl(pattern.formula, {});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    ParsedFormula& parsed = read.value();
    const auto count = static_cast<unsigned>(parsed.propositions.size());
    // Fewer letters for more propositions: a few thousand words each.
    constexpr std::array<std::size_t, 7> lengths = {1, 7, 5, 4, 3, 2, 2};
    const std::vector<LassoWord> words = lasso_words(count, lengths.at(count));
    const FormulaId negation = parsed.formulas.make(FormulaOp::Not, parsed.formula);
    std::vector<bool> truth = truth_on(parsed.formulas, parsed.formula, words);
    const Automaton automaton = ltl_to_automaton(parsed.formulas, parsed.formula, {}).automaton;
    const Automaton negated = ltl_to_automaton(parsed.formulas, negation, {}).automaton;
    EXPECT_TRUE(accepted_by(automaton, words) == truth);
    EXPECT_TRUE(accepted_by(to_buchi(automaton), words) == truth);
    truth.flip();
    EXPECT_TRUE(accepted_by(negated, words) == truth);
    EXPECT_TRUE(accepted_by(to_buchi(negated), words) == truth);
  }
}

// --- beside SPIN ----------------------------------------------------------------------------------

// The formula as `spin -f` reads it.
std::string spin_text(const Formulas& formulas, FormulaId id) {
  const FormulaNode& node = formulas[id];
  std::vector<std::string> parts;
  for (const FormulaId operand : node.operands) parts.push_back(spin_text(formulas, operand));
  switch (node.op) {
    case FormulaOp::False: return "false";
    case FormulaOp::True: return "true";
    case FormulaOp::Proposition: return "p" + std::to_string(node.proposition);
    case FormulaOp::Finally: return "(<> " + parts[0] + ")";
    case FormulaOp::Globally: return "([] " + parts[0] + ")";
    case FormulaOp::Release: return "(" + parts[0] + " V " + parts[1] + ")";
    case FormulaOp::WeakUntil: return "(" + parts[1] + " V (" + parts[0] + " || " + parts[1] + "))";
    default: break;
  }
  const std::string name(name_of(node.op));
  std::string text = "(" + (parts.size() == 1 ? name + " " + parts[0] : parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) text += " " + name + " " + parts[i];
  return text + ")";
}

// States of a never claim of SPIN.  A state may have two labels, one below the other; its statements
// are indented.
std::size_t states_of_claim(const std::string& claim) {
  std::size_t count = 0;
  for (std::size_t at = claim.find(":\n\t"); at != std::string::npos;
       at = claim.find(":\n\t", at + 1)) {
    ++count;
  }
  return count;
}

// SPIN is usually built without X, and takes minutes for some of the others: those are counted, not
// compared.
TEST(LtlPatterns, HaveNoMoreStatesThanSpinsAutomata) {
  if (program_path("spin").empty()) GTEST_SKIP() << "spin is not installed";
  int with_next = 0;
  int too_slow = 0;
  int compared = 0;
  std::size_t states = 0;
  std::size_t spin_states = 0;
  for (const Pattern& pattern : patterns) {
    SCOPED_TRACE(pattern.formula);
    auto read = parse_ltl(pattern.formula, {});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    const std::string text = "!" + spin_text(read.value().formulas, read.value().formula);
    if (text.find('X') != std::string::npos) {
      ++with_next;
      continue;
    }
    const ProgramResult spin =
        run_program({"spin", "-f", text}, "", {.time_max = std::chrono::seconds(1)});
    if (spin.end == ProgramResult::End::TimedOut) {
      ++too_slow;
      continue;
    }
    ASSERT_EQ(spin.exit_code, 0) << text << spin.output;
    const std::size_t theirs = states_of_claim(spin.output);
    ++compared;
    spin_states += theirs;
    states += pattern.negated_size.states;
    EXPECT_LE(pattern.negated_size.states, theirs) << text << spin.output;
  }
  EXPECT_EQ(with_next, 25);
  EXPECT_EQ(compared + too_slow, 35);
  RecordProperty("compared", compared);
  RecordProperty("states", static_cast<int>(states));
  RecordProperty("spin_states", static_cast<int>(spin_states));
}

}  // namespace
}  // namespace clew
