// Ways through the text of a process.
#pragma once

#include <vector>

#include "clew/model/model.hpp"

namespace clew {

// By location: those that are one action behind it.
using NextLocations = IdMap<LocationId, std::vector<LocationId>>;

// Whether there is a way from one to the other; from each location there is one to itself.
bool leads(const NextLocations& next, LocationId from, LocationId to);

// Whether the process ends that takes it.
bool ends_process(const Action& action);

}  // namespace clew
