// How a property stands while a search runs, and what follows from that when it is over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/space/search_result.hpp"
#include "clew/store/word_store.hpp"
#include "clew/walk/task.hpp"

namespace clew {

class LimitWatch;

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

// Something was found, and the limits did not let its trace be sought to the end.  If the search is one whose
// verdict needs no trace (`is_certain`: exact, and through the model as it is) the time limit does not change
// it; otherwise nothing is known.
void make_unshown(Finding& finding, const LimitWatch& limits, bool is_certain);

// True of such a verdict.
bool is_unshown(const Finding& finding);

// Everything of the report that follows from the end alone.
void tell_ending(EngineReport& report, const Ending& ending, const Limits& limits);

}  // namespace clew
