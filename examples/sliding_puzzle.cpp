// The 3x3 sliding puzzle: eight numbered tiles in a frame of nine fields; a tile next to the gap
// can slide into it. The space is the struct below; everything after it is asking questions.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "clew/space/search.hpp"

using clew::HashStore;
using clew::SearchCounters;
using clew::SearchEnd;

// --- the space: a state, an action, where to start, where one can go

struct Puzzle {
  using State = std::array<std::uint8_t, 9>;  // the tile on each field, row by row; 0 is the gap
  enum class Action : char {
    Up = 'U',
    Down = 'D',
    Left = 'L',
    Right = 'R'
  };  // where a tile slides

  State start;

  void initial_states(auto&& found) const { found(start); }

  void successors(const State& state, auto&& found) const {
    std::size_t gap = 0;
    while (state[gap] != 0) ++gap;
    const auto slide = [&](Action action, std::size_t from) {
      State target = state;
      std::swap(target[gap], target[from]);
      found(action, target);
    };
    if (gap < 6) slide(Action::Up, gap + 3);
    if (gap >= 3) slide(Action::Down, gap - 3);
    if (gap % 3 < 2) slide(Action::Left, gap + 1);
    if (gap % 3 > 0) slide(Action::Right, gap - 1);
  }
};

const Puzzle::State solved = {1, 2, 3, 4, 5, 6, 7, 8, 0};

bool is_solved(const Puzzle::State& state) { return state == solved; }

// How far all tiles are from their places: never more than the slides still needed.
std::uint64_t distance(const Puzzle::State& state) {
  std::uint64_t sum = 0;
  for (int field = 0; field < 9; ++field) {
    const int tile = state[static_cast<std::size_t>(field)];
    if (tile == 0) continue;
    const int place = tile - 1;
    sum += static_cast<std::uint64_t>(std::abs(field / 3 - place / 3) +
                                      std::abs(field % 3 - place % 3));
  }
  return sum;
}

// --- asking questions

void print(const char* strategy, const clew::SearchResult<Puzzle>& result) {
  const SearchCounters& counters = result.counters;
  if (result.end == SearchEnd::Goal) {
    std::printf("%-20s solved in %zu slides", strategy, result.path->steps.size());
  } else {
    std::printf("%-20s not solved", strategy);
  }
  std::printf(", %llu states expanded\n", static_cast<unsigned long long>(counters.expanded));
}

std::string slides_of(const clew::Path<Puzzle>& path) {
  std::string slides;
  for (const auto& step : path.steps) slides += static_cast<char>(step.action);
  return slides;
}

int main() {
  using namespace clew;

  HashStore<Puzzle::State> everything;
  const auto whole = breadth_first(Puzzle{solved}, everything);
  std::printf("The puzzle has %llu states; the hardest need %llu slides.\n\n",
              static_cast<unsigned long long>(whole.counters.discovered),
              static_cast<unsigned long long>(whole.counters.level_max));

  const Puzzle puzzle{{8, 1, 3, 4, 0, 2, 7, 6, 5}};

  HashStore<Puzzle::State> store;
  const auto shortest =
      breadth_first(puzzle, store, rules(rule(is(is_solved), goal), rule(always, store_in(store))));
  print("breadth-first", shortest);

  HashStore<Puzzle::State> deep_store;
  print("depth-first",
        depth_first(puzzle, rules(rule(is(is_solved), goal), rule(always, store_in(deep_store)))));
  print("iterative deepening", iterative_deepening(puzzle, is(is_solved)));
  print("greedy best-first", best_first(puzzle, BestFirst{.heuristic = distance}, is(is_solved)));
  print("A*", best_first(puzzle, AStar{.heuristic = distance}, is(is_solved)));
  print("random walk", random_walk(puzzle, is(is_solved), {.seed = 1, .steps_max = 1'000'000}));

  std::printf("\nA shortest solution: %s\n", slides_of(*shortest.path).c_str());
  return 0;
}
