#include "clew/solve/sat_solver.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "clew/base/environment.hpp"
#include "clew/base/process.hpp"
#include "clew/base/random.hpp"
#include "clew/solve/solvers.hpp"

namespace clew {
namespace {

class EverySolver : public testing::TestWithParam<SolverKind> {
 protected:
  void SetUp() override {
    const bool is_program = GetParam() != SolverKind::Cadical && GetParam() != SolverKind::Minisat;
    if (is_program && program_path(std::string(name_of(GetParam()))).empty()) {
      GTEST_SKIP() << "no program '" << name_of(GetParam()) << "' on the PATH";
    }
    solver = make_sat_solver(GetParam());
  }
  std::unique_ptr<SatSolver> solver;
};

INSTANTIATE_TEST_SUITE_P(SatSolver, EverySolver, testing::ValuesIn(solver_kinds()),
                         [](const auto& each) {
                           std::string name(name_of(each.param));
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(EverySolver, TellsValuesAndForgetsAssumptions) {
  const SatLit a = solver->add_variable();
  const SatLit b = solver->add_variable();
  solver->add_clause({a, b});
  ASSERT_EQ(solver->solve({!a}), SatAnswer::Satisfiable);
  EXPECT_TRUE(solver->value(b));
  EXPECT_TRUE(solver->value(!a));
  EXPECT_EQ(solver->solve({!a, !b}), SatAnswer::Unsatisfiable);
  EXPECT_EQ(solver->solve({!b}), SatAnswer::Satisfiable);
  EXPECT_TRUE(solver->value(a));
}

TEST_P(EverySolver, NamesTheAssumptionsThatFailed) {
  const SatLit a = solver->add_variable();
  const SatLit b = solver->add_variable();
  const SatLit c = solver->add_variable();
  solver->add_clause({!a, b});
  solver->add_clause({c, !c, b});
  ASSERT_EQ(solver->solve({c, a, !b}), SatAnswer::Unsatisfiable);
  EXPECT_TRUE(solver->failed(a));
  EXPECT_TRUE(solver->failed(!b));
  // Some name more than they need; that is allowed.
  EXPECT_TRUE(GetParam() == SolverKind::Cvc5 || !solver->failed(c));
}

TEST_P(EverySolver, KnowsThatAnEmptyClauseIsFalse) {
  solver->add_clause(std::span<const SatLit>());
  EXPECT_EQ(solver->solve(std::span<const SatLit>()), SatAnswer::Unsatisfiable);
}

// So many pigeons in one hole less.
void add_pigeons(SatSolver& solver, int count) {
  std::vector<std::vector<SatLit>> in(static_cast<std::size_t>(count));
  for (auto& holes : in) {
    for (int hole = 1; hole < count; ++hole) holes.push_back(solver.add_variable());
    solver.add_clause(holes);
  }
  for (std::size_t hole = 0; hole < in[0].size(); ++hole) {
    for (std::size_t a = 0; a < in.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) solver.add_clause({!in[a][hole], !in[b][hole]});
    }
  }
}

TEST_P(EverySolver, StopsSoonWhenToldTo) {
  add_pigeons(*solver, 14);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::steady_clock::now() - begin; };
  solver->set_stop([&] { return elapsed() > std::chrono::milliseconds(100); });
  EXPECT_EQ(solver->solve(std::span<const SatLit>()), SatAnswer::Stopped);
  EXPECT_LT(elapsed(), std::chrono::milliseconds(1000));
}

TEST_P(EverySolver, AgreesWithCadicalOnRandomClauses) {
  SplitMix64 random(7);
  const auto other = make_sat_solver(SolverKind::Cadical);
  std::vector<SatLit> lits;
  for (int i = 0; i < 25; ++i) {
    lits.push_back(solver->add_variable());
    EXPECT_EQ(other->add_variable(), lits.back());
  }
  const auto any = [&] { return negated_if(lits[random.below(25)], random.below(2) == 0); };
  std::vector<std::vector<SatLit>> clauses;
  for (int round = 0; round < 60; ++round) {
    clauses.push_back({any(), any(), any()});
    solver->add_clause(clauses.back());
    other->add_clause(clauses.back());
    const std::vector<SatLit> assumptions{any(), any(), any()};
    const SatAnswer answer = solver->solve(assumptions);
    ASSERT_EQ(answer, other->solve(assumptions)) << round;
    if (answer == SatAnswer::Satisfiable) {
      for (const auto& clause : clauses) {
        EXPECT_TRUE(solver->value(clause[0]) || solver->value(clause[1]) ||
                    solver->value(clause[2]));
      }
    } else {
      std::vector<SatLit> core;
      for (const SatLit lit : assumptions) {
        if (solver->failed(lit)) core.push_back(lit);
      }
      EXPECT_EQ(other->solve(core), SatAnswer::Unsatisfiable);
    }
  }
}

// What is said when a program stands in for a solver.
std::string failure_of(const std::vector<std::string>& arguments) {
  try {
    const auto solver = make_smtlib_solver(arguments);
    const SatLit lit = solver->add_variable();
    solver->solve({lit});
  } catch (const SolverFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST(SatSolver, SaysThatAProgramIsGone) {
  EXPECT_EQ(failure_of({"true"}), "the solver true is gone");
}

TEST(SatSolver, SaysWhatItDoesNotUnderstand) {
  EXPECT_EQ(failure_of({"sh", "-c", "echo busy; cat >/dev/null"}), "the solver sh said 'busy'");
}

TEST(SatSolver, SaysWhichProgramIsMissing) {
  const WithEnvironment nowhere("PATH", "/nowhere");
  std::string said;
  try {
    make_sat_solver(SolverKind::Yices);
  } catch (const SolverFailure& failure) {
    said = failure.what();
  }
  EXPECT_EQ(said, "there is no program 'yices-smt2' on the PATH");
}

}  // namespace
}  // namespace clew
