#include "clew/reduce/control_flow.hpp"

#include <algorithm>

namespace clew {

bool leads(const NextLocations& next, LocationId from, LocationId to) {
  std::vector<bool> seen(next.size(), false);
  std::vector<LocationId> open{from};
  while (!open.empty()) {
    const LocationId here = open.back();
    open.pop_back();
    if (here == to) return true;
    if (seen[to_index(here)]) continue;
    seen[to_index(here)] = true;
    open.insert(open.end(), next[here].begin(), next[here].end());
  }
  return false;
}

bool ends_process(const Action& action) {
  return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
    return step.kind == Instruction::Kind::Terminate;
  });
}

}  // namespace clew
