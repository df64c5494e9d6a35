// From paths of words to the move lists that an engine hands over.
#pragma once

#include <optional>
#include <vector>

#include "clew/walk/replayed_run.hpp"
#include "clew/walk/search_setting.hpp"
#include "clew/walk/sightings.hpp"

namespace clew {

// The runs along `path`: one if its last state decides the property, otherwise one for each of that
// state's moves which do, at most `count_max`.  None if the limits do not let them be shown: a path may have
// millions of moves.
std::vector<MovePath> runs_along(const StatePacking& walked, LimitWatch& limits,
                                 const PackedPath& path, const Property& property, bool by_moves,
                                 std::size_t count_max);

// The run through all states of `path`, the first of which is where it begins.  Nothing: as above.
std::optional<MovePath> run_through(const StatePacking& walked, LimitWatch& limits,
                                    const PackedPath& path);

// Up to `count_max` runs to the states of the groups, in the order of the groups.
// REQUIRES: finder.prepare() was called with these groups, and `first` ones before them.
template <class Finder>
std::vector<MovePath> runs_to(Finder& finder, const StatePacking& walked, LimitWatch& limits,
                              const SightingGroups& groups, std::size_t first,
                              const Property& property, std::size_t count_max) {
  std::vector<MovePath> runs;
  for (std::size_t i = 0; i < groups.size() && runs.size() < count_max; ++i) {
    for (const PackedPath& path : finder.paths_to(first + i, count_max - runs.size())) {
      if (runs.size() == count_max) break;
      for (MovePath& run : runs_along(walked, limits, path, property, groups[i]->by_moves,
                                      count_max - runs.size())) {
        runs.push_back(std::move(run));
      }
    }
  }
  return runs;
}

}  // namespace clew
