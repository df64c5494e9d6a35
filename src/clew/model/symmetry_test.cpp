#include "clew/model/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

// Processes 'P' with a byte and two references each, and objects with a byte and a reference: states
// are written down by hand, nothing ever moves.
class SymmetryTest : public testing::Test {
 protected:
  SymmetryTest() {
    object_ = builder_.object_type("Cell");
    builder_.model.object_types[object_].frame.add(slot("v", ModelBuilder::byte()));
    builder_.model.object_types[object_].frame.add(slot("next", ModelBuilder::reference(object_)));
    type_ = builder_.process_type("P", 3);
    builder_.local(type_, "x");
    builder_.local(type_, "a", ModelBuilder::reference(object_));
    builder_.local(type_, "b", ModelBuilder::reference(object_));
  }

  static Slot slot(const std::string& name, const ValueType& type) {
    Slot made;
    made.name = name;
    made.type = type;
    return made;
  }

  struct Worker {
    Value location, x, a, b;
  };
  struct Cell {
    Value v, next;
  };

  State state_of(const std::vector<Worker>& workers, const std::vector<Cell>& cells) {
    while (builder_.model.processes.size() < workers.size()) builder_.start(type_);
    const Layout layout(builder_.model);
    State state;
    state.shape =
        Layout::shape_of(builder_.model, layout, std::vector<ProcessTypeId>(workers.size(), type_),
                         std::vector<ObjectTypeId>(cells.size(), object_));
    for (const Worker& worker : workers) {
      state.values.insert(state.values.end(), {worker.location, worker.x, worker.a, worker.b});
    }
    for (const Cell& cell : cells) {
      state.values.insert(state.values.end(), {cell.v, cell.next});
    }
    return with_canonical_heap(builder_.model, layout, state);
  }

  State representative(const State& state) {
    return Symmetry(builder_.model).representative(state);
  }

  // The workers in another order; what they refer to comes along.
  State shuffled(std::vector<Worker> workers, const std::vector<Cell>& cells,
                 std::mt19937& random) {
    std::shuffle(workers.begin(), workers.end(), random);
    return state_of(workers, cells);
  }

  ModelBuilder builder_;
  ObjectTypeId object_;
  ProcessTypeId type_;
};

TEST_F(SymmetryTest, ProcessesThatDifferInLocationOrValuesAreSorted) {
  const State state = state_of({{2, 0, 0, 0}, {0, 9, 0, 0}, {0, 4, 0, 0}}, {});
  EXPECT_EQ(representative(state).values, (std::vector<Value>{0, 4, 0, 0, 0, 9, 0, 0, 2, 0, 0, 0}));
}

TEST_F(SymmetryTest, ByLocationAloneEqualProcessesKeepTheirOrder) {
  const State state = state_of({{2, 0, 0, 0}, {0, 9, 0, 0}, {0, 4, 0, 0}}, {});
  EXPECT_EQ(Symmetry(builder_.model).sorted_by_location(state).values,
            (std::vector<Value>{0, 9, 0, 0, 0, 4, 0, 0, 2, 0, 0, 0}));
}

TEST_F(SymmetryTest, WhatAProcessRefersToTellsItApart) {
  const std::vector<Cell> cells = {{7, 0}, {5, 0}};
  EXPECT_EQ(representative(state_of({{0, 0, 1, 0}, {0, 0, 2, 0}}, cells)),
            representative(state_of({{0, 0, 2, 0}, {0, 0, 1, 0}}, cells)));
  EXPECT_FALSE(representative(state_of({{0, 0, 1, 0}, {0, 0, 2, 0}}, cells)) ==
               representative(state_of({{0, 0, 1, 0}, {0, 0, 1, 0}}, cells)));
}

TEST_F(SymmetryTest, ARingIsTheSameWhereverItIsEntered) {
  std::mt19937 random(7);
  const std::vector<Cell> cells(6, {0, 0});
  std::vector<Worker> ring;
  for (Value i = 0; i < 6; ++i) ring.push_back({0, 0, i + 1, (i + 1) % 6 + 1});
  std::vector<Worker> two_rings;
  for (Value i = 0; i < 3; ++i) two_rings.push_back({0, 0, i + 1, (i + 1) % 3 + 1});
  for (Value i = 0; i < 3; ++i) two_rings.push_back({0, 0, i + 4, (i + 1) % 3 + 4});
  const State one = representative(state_of(ring, cells));
  const State two = representative(state_of(two_rings, cells));
  EXPECT_FALSE(one == two);  // refined colours alone do not tell them apart
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(representative(shuffled(ring, cells, random)), one);
    EXPECT_EQ(representative(shuffled(two_rings, cells, random)), two);
  }
}

// The least of all orders, tried one by one.
State least_of_all_orders(const Model& model, const State& state) {
  const Layout layout(model);
  std::vector<std::size_t> order(state.process_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  State least = state;
  bool is_first = true;
  do {
    State next = state;
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::copy_n(state.values.begin() + static_cast<std::ptrdiff_t>(4 * order[i]), 4,
                  next.values.begin() + static_cast<std::ptrdiff_t>(4 * i));
    }
    next = with_canonical_heap(model, layout, next);
    if (is_first || next.values < least.values) least = next;
    is_first = false;
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST_F(SymmetryTest, TwoStatesHaveOneRepresentativeExactlyIfSomeOrderMakesThemEqual) {
  std::mt19937 random(11);
  const auto below = [&](Value n) {
    return static_cast<Value>(random() % static_cast<unsigned>(n));
  };
  std::vector<std::pair<std::vector<Value>, std::vector<Value>>> seen;
  for (int round = 0; round < 600; ++round) {
    std::vector<Worker> workers(4);
    std::vector<Cell> cells(4);
    for (Worker& worker : workers) worker = {0, 0, below(5), below(5)};
    for (Cell& cell : cells) cell = {below(4) / 3, below(3) == 0 ? below(5) : 0};
    const State state = state_of(workers, cells);
    seen.emplace_back(least_of_all_orders(builder_.model, state).values,
                      representative(state).values);
  }
  for (const auto& [least, found] : seen) {
    for (const auto& [other_least, other_found] : seen) {
      ASSERT_EQ(least == other_least, found == other_found);
    }
  }
}

TEST_F(SymmetryTest, ManyEqualProcessesAreNotTriedInEveryOrder) {
  // Everybody refers to one cell; everybody has one of its own; pairs share one; a ring of rings.
  constexpr Value count = 12;
  std::vector<std::vector<Worker>> cases(5);
  for (Value i = 0; i < count; ++i) {
    cases[0].push_back({0, 0, 1, 1});
    cases[1].push_back({0, 0, 1, i + 2});
    cases[2].push_back({0, 0, i / 2 + 1, 0});
    cases[3].push_back({0, 0, i + 1, (i + 1) % count + 1});
    cases[4].push_back({0, 0, i + 1, i / 3 * 3 + (i + 1) % 3 + 1});
  }
  std::mt19937 random(3);
  const std::vector<Cell> cells(count + 1, {0, 0});
  for (const std::vector<Worker>& workers : cases) {
    const State one = representative(state_of(workers, cells));
    // 12! orders would take days.
    for (int i = 0; i < 5; ++i) EXPECT_EQ(representative(shuffled(workers, cells, random)), one);
  }
}

TEST_F(SymmetryTest, ThereMayBeSeveralOfATypeThatIsStartedInALoop) {
  const ProcessTypeId main = builder_.process_type("Main", 2);
  const ProcessTypeId once = builder_.process_type("Once", 1);
  builder_.start(main);
  Instruction run;
  run.kind = Instruction::Kind::Start;
  run.process_type = type_;
  builder_.action(main, 0, 0).effect.push_back(run);
  run.process_type = once;
  builder_.action(main, 0, 1).effect.push_back(run);
  EXPECT_EQ(types_with_several_processes(builder_.model), (std::vector<bool>{true, false, false}));
}

}  // namespace
}  // namespace clew
