// How a property stands while a search runs, and what follows from that when it is over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/engine/engine.hpp"
#include "clew/space/search_result.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

struct Standing {
  std::uint64_t sightings = 0;           // states or moves that decide it
  std::uint64_t failed_evaluations = 0;  // Reach only
  std::string first_failure;
};

// How the search ended.
struct Ending {
  SearchEnd end = SearchEnd::Exhausted;
  Reason reason = Reason::None;  // why it was stopped; none if all that was asked is decided
  std::string text;
  bool knows_levels = false;  // a depth limit was met, and every state up to it was seen
  // Of a lossy store: how many states it took for known by mistake, and how likely it was any.
  std::optional<Omission> omission = std::nullopt;
};

// Whether the task leaves nothing to look for.
bool everything_decided(const EngineTask& task, const std::vector<Standing>& standings);

// The answer to one property, without traces.
Finding finding_for(const Property& property, const Standing& standing, const Ending& ending,
                    const Limits& limits);

// Everything of the report that follows from the end alone.
void tell_ending(EngineReport& report, const Ending& ending, const Limits& limits);

}  // namespace clew
