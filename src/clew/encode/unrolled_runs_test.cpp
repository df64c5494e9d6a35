#include "clew/encode/unrolled_runs.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

// Two bits, low one first, that count up to 3 and, in one jump, from 0 to 2.  `amount` is an input: a
// third move sets the low bit to it, where the high one is set.
SymbolicModel counter() {
  SymbolicModel model;
  Circuit& circuit = model.circuit;
  const Lit low = circuit.add_input();
  const Lit high = circuit.add_input();
  model.bits = {low, high};
  model.inputs = {circuit.add_input()};
  model.initial = circuit.both(!low, !high);
  SymbolicMove up;
  up.enabled = !circuit.both(low, high);
  up.updates = {{0, !low}, {1, circuit.differs(low, high)}};
  SymbolicMove jump;
  jump.enabled = circuit.both(!low, !high);
  jump.updates = {{1, lit_true}};
  SymbolicMove set;
  set.enabled = high;
  set.updates = {{0, model.inputs[0]}};
  model.moves = {up, jump, set};
  return model;
}

// The numbers that can be reached by so many moves, as a row of digits.
std::string reached(const SymbolicModel& model, std::vector<std::uint32_t> moves, int length,
                    Unrolled::Begin begin = Unrolled::Begin::Initial) {
  Unrolled unrolled(model, std::move(moves), begin);
  const auto solver = make_sat_solver(SolverKind::Cadical);
  Clauses clauses(unrolled.circuit(), *solver);
  clauses.require(unrolled.begins());
  for (int i = 0; i < length; ++i) {
    unrolled.extend();
    unrolled.require_move(clauses, static_cast<std::size_t>(i));
  }
  const std::vector<Lit>& bits = unrolled.bits(static_cast<std::size_t>(length));
  std::string digits;
  for (int number = 0; number < 4; ++number) {
    const std::vector<Lit> is_number{negated_if(bits[0], (number & 1) == 0),
                                     negated_if(bits[1], (number & 2) == 0)};
    if (solver->solve(clauses(is_number)) == SatAnswer::Satisfiable)
      digits += std::to_string(number);
  }
  return digits;
}

TEST(Unrolled, TakesExactlyOneMoveForEveryFrame) {
  const SymbolicModel model = counter();
  EXPECT_EQ(reached(model, all_moves(model), 0), "0");
  EXPECT_EQ(reached(model, all_moves(model), 1), "12");
  EXPECT_EQ(reached(model, all_moves(model), 2), "23");
  EXPECT_EQ(reached(model, all_moves(model), 3), "23");
}

TEST(Unrolled, TakesNoOtherMovesThanThoseGiven) {
  const SymbolicModel model = counter();
  EXPECT_EQ(reached(model, {0}, 2), "2");
  EXPECT_EQ(reached(model, {0}, 3), "3");
  EXPECT_EQ(reached(model, {0}, 4), "");
  EXPECT_EQ(reached(model, {}, 0), "0");
  EXPECT_EQ(reached(model, {}, 1), "");
}

TEST(Unrolled, MayBeginAnywhere) {
  const SymbolicModel model = counter();
  EXPECT_EQ(reached(model, {0}, 1, Unrolled::Begin::Anywhere), "123");
  EXPECT_EQ(reached(model, {2}, 1, Unrolled::Begin::Anywhere), "23");
}

TEST(Unrolled, KeepsConstantsConstant) {
  const SymbolicModel model = counter();
  Unrolled unrolled(model, {0}, Unrolled::Begin::Initial);
  unrolled.extend();
  unrolled.extend();
  EXPECT_EQ(unrolled.bits(2), (std::vector<Lit>{lit_false, lit_true}));
  EXPECT_EQ(unrolled.ok(1), lit_true);
  EXPECT_EQ(unrolled.same_state(0, 2), lit_false);
}

}  // namespace
}  // namespace clew
