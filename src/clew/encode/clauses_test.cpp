#include "clew/encode/clauses.hpp"

#include <gtest/gtest.h>

#include "clew/base/random.hpp"

namespace clew {
namespace {

// A random circuit over so many inputs, and its literals.
std::vector<Lit> random_lits(Circuit& circuit, std::size_t inputs, SplitMix64& random) {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < inputs; ++i) lits.push_back(circuit.add_input());
  const auto any = [&] {
    return negated_if(lits[random.below(lits.size())], random.below(2) == 0);
  };
  for (int i = 0; i < 30; ++i) {
    switch (random.below(3)) {
      case 0: lits.push_back(circuit.both(any(), any())); break;
      case 1: lits.push_back(circuit.differs(any(), any())); break;
      default: lits.push_back(circuit.choose(any(), any(), any())); break;
    }
  }
  return lits;
}

TEST(Clauses, GiveEveryGateTheValueOfItsInputs) {
  SplitMix64 random(1);
  for (int round = 0; round < 30; ++round) {
    Circuit circuit;
    const std::vector<Lit> lits = random_lits(circuit, 5, random);
    const auto solver = make_sat_solver(SolverKind::Cadical);
    Clauses clauses(circuit, *solver);
    for (std::size_t row = 0; row < 32; ++row) {
      std::vector<bool> inputs;
      std::vector<SatLit> assumptions;
      for (std::size_t i = 0; i < 5; ++i) {
        inputs.push_back(((row >> i) & 1U) != 0);
        assumptions.push_back(clauses(negated_if(lits[i], !inputs.back())));
      }
      for (const Lit lit : lits) clauses(lit);
      ASSERT_EQ(solver->solve(assumptions), SatAnswer::Satisfiable);
      const std::vector<bool> values = evaluate(circuit, inputs);
      for (const Lit lit : lits) {
        ASSERT_EQ(clauses.value(lit), values[node_of(lit)] != is_negated(lit));
      }
    }
  }
}

TEST(Clauses, RequireWhatALiteralSays) {
  SplitMix64 random(2);
  for (int round = 0; round < 60; ++round) {
    Circuit circuit;
    const std::vector<Lit> lits = random_lits(circuit, 5, random);
    const auto solver = make_sat_solver(SolverKind::Minisat);
    Clauses clauses(circuit, *solver);
    const SatLit guard = solver->add_variable();
    clauses.require_any({{lits.back(), lits[lits.size() - 2]}}, guard);
    for (std::size_t row = 0; row < 32; ++row) {
      std::vector<bool> inputs;
      std::vector<SatLit> assumptions{guard};
      for (std::size_t i = 0; i < 5; ++i) {
        inputs.push_back(((row >> i) & 1U) != 0);
        assumptions.push_back(clauses(negated_if(lits[i], !inputs.back())));
      }
      const std::vector<bool> values = evaluate(circuit, inputs);
      const auto is_true = [&](Lit lit) { return values[node_of(lit)] != is_negated(lit); };
      const bool expected = is_true(lits.back()) || is_true(lits[lits.size() - 2]);
      ASSERT_EQ(solver->solve(assumptions) == SatAnswer::Satisfiable, expected);
      assumptions.front() = !guard;
      ASSERT_EQ(solver->solve(assumptions), SatAnswer::Satisfiable);
    }
  }
}

TEST(Clauses, SayThatExactlyOneIsTrue) {
  for (std::size_t count = 1; count < 40; ++count) {
    Circuit circuit;
    std::vector<Lit> lits;
    for (std::size_t i = 0; i < count; ++i) lits.push_back(circuit.add_input());
    const auto solver = make_sat_solver(SolverKind::Cadical);
    Clauses clauses(circuit, *solver);
    for (const auto& clause : exactly_one(circuit, lits)) clauses.require_any(clause);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(solver->solve({clauses(lits[i])}), SatAnswer::Satisfiable);
      for (std::size_t j = 0; j < i; ++j) {
        ASSERT_EQ(solver->solve({clauses(lits[i]), clauses(lits[j])}), SatAnswer::Unsatisfiable);
      }
    }
    std::vector<SatLit> none;
    for (const Lit lit : lits) none.push_back(clauses(!lit));
    ASSERT_EQ(solver->solve(none), SatAnswer::Unsatisfiable);
  }
}

}  // namespace
}  // namespace clew
