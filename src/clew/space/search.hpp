#pragma once

// All searches of the generic layer, for those who do not want to choose headers.
//
//   breadth_first        shortest paths, level by level
//   depth_first          its stack is the path; explore and backtrack rules
//   best_first           greedy by a heuristic, or A* with costs
//   iterative_deepening  shortest paths by bounded depth-first searches
//   random_walk          a cheap look around
//   find_accepting_cycle infinite runs through accepting states
//   for_each_component   strongly connected components

#include "clew/space/best_first.hpp"
#include "clew/space/breadth_first.hpp"
#include "clew/space/depth_first.hpp"
#include "clew/space/iterative_deepening.hpp"
#include "clew/space/nested_dfs.hpp"
#include "clew/space/random_walk.hpp"
#include "clew/space/scc.hpp"
