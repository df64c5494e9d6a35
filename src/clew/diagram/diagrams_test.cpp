#include "clew/diagram/diagrams.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <utility>
#include <vector>

#include "clew/base/random.hpp"

namespace clew {
namespace {

// A function of six variables as its 64 values; bit k of the index is variable k.
using Table = std::uint64_t;
constexpr std::uint32_t table_levels = 6;
constexpr std::uint32_t row_count = 64;

Table table_of_variable(std::uint32_t level) {
  Table table = 0;
  for (std::uint32_t row = 0; row < row_count; ++row) {
    if ((row >> level & 1U) != 0) table |= Table{1} << row;
  }
  return table;
}

Table without(Table table, std::uint32_t level) {
  const Table high = table & table_of_variable(level);
  const Table low = table & ~table_of_variable(level);
  return high | high >> (1U << level) | low | low << (1U << level);
}

Table without_all(Table table, std::span<const std::uint32_t> levels) {
  for (const std::uint32_t level : levels) table = without(table, level);
  return table;
}

class RandomFunctions {
 public:
  explicit RandomFunctions(std::uint64_t seed) : random_(seed) {}

  struct Pair {
    Bdd diagram;
    Table table;
  };

  Pair draw(int operations) {
    if (operations == 0) {
      const auto level = static_cast<std::uint32_t>(random_.below(table_levels));
      return {diagrams.variable(level), table_of_variable(level)};
    }
    const int left = static_cast<int>(random_.below(static_cast<std::uint64_t>(operations)));
    const Pair a = draw(left);
    const Pair b = draw(operations - 1 - left);
    switch (random_.below(4)) {
      case 0: return {a.diagram & b.diagram, a.table & b.table};
      case 1: return {a.diagram | b.diagram, a.table | b.table};
      case 2: return {a.diagram ^ b.diagram, a.table ^ b.table};
      default: return {!(a.diagram & !b.diagram), ~(a.table & ~b.table)};
    }
  }

  std::vector<std::uint32_t> draw_levels(std::uint32_t step = 1) {
    std::vector<std::uint32_t> levels;
    for (std::uint32_t level = 0; level < table_levels; level += step) {
      if (random_.below(2) == 0) levels.push_back(level);
    }
    return levels;
  }

  Table table_of(const Bdd& function) {
    Table table = 0;
    for (std::uint32_t row = 0; row < row_count; ++row) {
      std::vector<bool> values;
      for (std::uint32_t level = 0; level < table_levels; ++level) {
        values.push_back((row >> level & 1U) != 0);
      }
      if (diagrams.contains(function, values)) table |= Table{1} << row;
    }
    return table;
  }

  Diagrams diagrams{{.level_count = table_levels}};

 private:
  SplitMix64 random_;
};

constexpr int rounds = 300;
const std::vector<std::uint32_t> all_levels = {0, 1, 2, 3, 4, 5};

TEST(Diagrams, AgreeWithTruthTables) {
  RandomFunctions random(1);
  for (int round = 0; round < rounds; ++round) {
    const auto f = random.draw(round % 20);
    const auto g = random.draw(round % 13);
    const auto h = random.draw(round % 7);
    EXPECT_EQ(random.table_of(f.diagram), f.table);
    EXPECT_EQ(f.diagram == g.diagram, f.table == g.table);
    EXPECT_EQ(random.table_of(random.diagrams.choose(f.diagram, g.diagram, h.diagram)),
              (f.table & g.table) | (~f.table & h.table));
    const auto levels = random.draw_levels();
    const Bdd cube = random.diagrams.cube(levels);
    EXPECT_EQ(random.table_of(random.diagrams.exists(f.diagram, cube)),
              without_all(f.table, levels));
    EXPECT_EQ(random.table_of(random.diagrams.and_exists(f.diagram, g.diagram, cube)),
              without_all(f.table & g.table, levels));
    const Bdd narrowed = random.diagrams.restricted(f.diagram, g.diagram);
    EXPECT_EQ(random.table_of(narrowed) & g.table, f.table & g.table);
  }
}

TEST(Diagrams, CountPickAndKnowTheirLevels) {
  RandomFunctions random(2);
  for (int round = 0; round < rounds; ++round) {
    const auto f = random.draw(round % 20);
    EXPECT_EQ(random.diagrams.count(f.diagram, all_levels),
              BigUnsigned(std::bitset<row_count>(f.table).count()));
    std::vector<std::uint32_t> support;
    for (const std::uint32_t level : all_levels) {
      if (without(f.table, level) != f.table || without(~f.table, level) != ~f.table) {
        support.push_back(level);
      }
    }
    EXPECT_EQ(random.diagrams.support(f.diagram), support);
    if (f.table == 0) continue;
    std::vector<std::vector<bool>> rows;
    for (std::uint32_t row = 0; row < row_count; ++row) {
      std::vector<bool> values;
      for (const std::uint32_t level : all_levels) values.push_back((row >> level & 1U) != 0);
      if ((f.table >> row & 1U) != 0) rows.push_back(values);
    }
    EXPECT_EQ(random.diagrams.least_row(f.diagram, all_levels),
              *std::min_element(rows.begin(), rows.end()));
  }
}

// Three state bits: their rows, and what a partial relation does to them, one by one.
struct Rows {
  static std::uint32_t now(std::uint32_t row) {  // bit k of a state is level 2k
    return (row & 1U) | (row >> 1 & 2U) | (row >> 2 & 4U);
  }
  static std::uint32_t after(std::uint32_t row) { return now(row >> 1); }
};

TEST(Diagrams, FindTargetsAndSourcesOfPartialRelations) {
  RandomFunctions random(3);
  const Bdd odd = random.diagrams.cube({1, 3, 5});
  for (int round = 0; round < rounds; ++round) {
    const auto touched = random.draw_levels(2);
    auto f = random.draw(round % 15);
    for (const std::uint32_t level : {0U, 2U, 4U}) {  // untouched bits have no new value
      if (std::find(touched.begin(), touched.end(), level) != touched.end()) continue;
      f.diagram = random.diagrams.exists(f.diagram, random.diagrams.variable(level + 1));
      f.table = without(f.table, level + 1);
    }
    const auto drawn = random.draw(round % 9);
    const Bdd set = random.diagrams.exists(drawn.diagram, odd);
    const Table set_table = random.table_of(set);
    std::uint32_t members = 0;
    for (std::uint32_t row = 0; row < row_count; ++row) {
      if ((set_table >> row & 1U) != 0) members |= 1U << Rows::now(row);
    }
    std::uint32_t targets = 0;
    std::uint32_t sources = 0;
    for (std::uint32_t row = 0; row < row_count; ++row) {
      if ((f.table >> row & 1U) == 0) continue;
      bool keeps = true;
      for (const std::uint32_t level : {0U, 2U, 4U}) {
        const bool is_touched = std::find(touched.begin(), touched.end(), level) != touched.end();
        if (!is_touched && ((row >> level ^ row >> (level + 1)) & 1U) != 0) keeps = false;
      }
      if (!keeps) continue;
      if ((members >> Rows::now(row) & 1U) != 0) targets |= 1U << Rows::after(row);
      if ((members >> Rows::after(row) & 1U) != 0) sources |= 1U << Rows::now(row);
    }
    const Relation relation{f.diagram, random.diagrams.cube(touched)};
    const auto rows_of = [&](const Bdd& found) {
      const Table table = random.table_of(found);
      std::uint32_t rows = 0;
      for (std::uint32_t row = 0; row < row_count; ++row) {
        if ((table >> row & 1U) != 0) rows |= 1U << Rows::now(row);
      }
      return rows;
    };
    EXPECT_EQ(rows_of(random.diagrams.image(set, relation)), targets);
    EXPECT_EQ(rows_of(random.diagrams.preimage(set, relation)), sources);
  }
}

TEST(Saturation, FindsWhatRepeatedImagesFind) {
  RandomFunctions random(4);
  const Bdd odd = random.diagrams.cube({1, 3, 5});
  for (int round = 0; round < rounds; ++round) {
    std::vector<Relation> relations;
    for (int i = 0; i < 1 + round % 4; ++i) {
      const auto touched = random.draw_levels(2);
      Bdd function = random.draw(round % 15).diagram;
      for (const std::uint32_t level : {0U, 2U, 4U}) {
        if (std::find(touched.begin(), touched.end(), level) != touched.end()) continue;
        function = random.diagrams.exists(function, random.diagrams.variable(level + 1));
      }
      relations.push_back({function, random.diagrams.cube(touched)});
    }
    const Bdd set = random.diagrams.exists(random.draw(9).diagram, odd);
    Bdd reached = set;
    for (Bdd before = !set; !(before == reached);) {
      before = reached;
      for (const Relation& relation : relations) {
        reached |= random.diagrams.image(reached, relation);
      }
    }
    EXPECT_TRUE(Saturation(random.diagrams, relations)(set) == reached);
  }
}

Bdd queens(Diagrams& diagrams, std::uint32_t n) {
  const auto at = [&](std::uint32_t row, std::uint32_t column) {
    return diagrams.variable(row * n + column);
  };
  const auto threatens = [](std::uint32_t i, std::uint32_t j, std::uint32_t row,
                            std::uint32_t column) {
    return i == row || j == column || i + j == row + column || i + column == row + j;
  };
  Bdd board = diagrams.constant(true);
  for (std::uint32_t i = 0; i < n; ++i) {
    Bdd some = diagrams.constant(false);
    for (std::uint32_t j = 0; j < n; ++j) some |= at(i, j);
    board &= some;
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      Bdd alone = diagrams.constant(true);
      for (std::uint32_t row = n; row-- > 0;) {
        for (std::uint32_t column = n; column-- > 0;) {
          if ((row != i || column != j) && threatens(i, j, row, column)) alone &= !at(row, column);
        }
      }
      board &= alone | !at(i, j);
    }
  }
  return board;
}

std::vector<std::uint32_t> first_levels(std::uint32_t count) {
  std::vector<std::uint32_t> levels;
  for (std::uint32_t level = 0; level < count; ++level) levels.push_back(level);
  return levels;
}

TEST(Diagrams, CountTheQueens) {
  for (const auto& [n, count] : std::vector<std::pair<std::uint32_t, std::uint64_t>>{
           {4, 2}, {5, 10}, {6, 4}, {7, 40}, {8, 92}}) {
    Diagrams diagrams({.level_count = n * n});
    const Bdd board = queens(diagrams, n);
    EXPECT_EQ(diagrams.count(board, first_levels(n * n)), BigUnsigned(count)) << n;
  }
}

TEST(Diagrams, CountBeyondEveryWord) {
  Diagrams diagrams({.level_count = 200});
  const Bdd set = diagrams.variable(7) | diagrams.variable(150);
  EXPECT_EQ(diagrams.count(set, first_levels(200)).text(),
            "1205203533194242706656471569255871951891652245337094626476032");
}

TEST(Diagrams, ForgetWhatNobodyHolds) {
  Diagrams diagrams({.level_count = 64});
  {
    const Bdd board = queens(diagrams, 8);
    diagrams.collect_garbage();
    EXPECT_EQ(diagrams.nodes_in_use(), diagrams.node_count(board));
    EXPECT_EQ(diagrams.node_count(board), 2451U);
  }
  diagrams.collect_garbage();
  EXPECT_EQ(diagrams.nodes_in_use(), 1U);
}

TEST(Diagrams, AreAbandonedAtTheMemoryLimit) {
  Diagrams diagrams({.level_count = 100, .memory_bytes_max = 4 << 20});
  const Bdd board = queens(diagrams, 10);
  EXPECT_TRUE(diagrams.is_abandoned());
  EXPECT_TRUE(diagrams.is_out_of_memory());
  EXPECT_TRUE(board.is_false());
  EXPECT_LE(diagrams.memory_bytes(), 4U << 20);
}

TEST(Diagrams, TakeTurns) {
  Diagrams diagrams({.level_count = 64});
  diagrams.begin_turn(500);
  queens(diagrams, 8);
  EXPECT_TRUE(diagrams.is_turn_over());
  EXPECT_TRUE(diagrams.is_abandoned());
  // What is made while nobody has the turn is nothing; the next turn begins with what there was.
  EXPECT_TRUE(diagrams.variable(3).is_false());
  diagrams.begin_turn(10'000'000);
  EXPECT_FALSE(diagrams.is_abandoned());
  EXPECT_EQ(diagrams.node_count(queens(diagrams, 8)), 2451U);
  EXPECT_FALSE(diagrams.is_turn_over());
  diagrams.begin_turn(0);
  EXPECT_EQ(diagrams.count(queens(diagrams, 8), first_levels(64)).text(), "92");
}

TEST(Diagrams, AreAbandonedWhenSomebodyWantsAStop) {
  int asked = 0;
  Diagrams diagrams({.level_count = 100, .stop = [&] { return ++asked == 3; }});
  const Bdd board = queens(diagrams, 10);
  EXPECT_TRUE(diagrams.is_abandoned());
  EXPECT_FALSE(diagrams.is_out_of_memory());
  EXPECT_TRUE((!board).is_false());
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace clew
