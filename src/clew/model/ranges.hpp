// What values each variable can ever hold, found without running the model.
//
//   const Ranges ranges = proven_ranges(model);
//   ranges.globals[to_index(slot)]       // 0..3, although the variable was declared as a byte
//
// Every value a reachable state holds lies within the proven range, and the range lies within the
// declared one.  States are packed by these ranges, so a mistake here would lose states: packing
// checks every value it is given by the judge, and tests compare generated code with the judge.
#pragma once

#include <vector>

#include "clew/model/model.hpp"

namespace clew {

// The values low..high without those of the gap, which is empty if its high is below its low.  Models
// like to mark "none" by a value far away from all others: 0..3 and 255.
struct GappedRange : Range {
  Range gap{0, -1};

  constexpr bool has_gap() const { return gap.low <= gap.high; }
  constexpr bool contains(Value value) const {
    return Range::contains(value) && !gap.contains(value);
  }
  // How many values there are, less one.
  constexpr std::uint64_t span() const { return Range::span() - (has_gap() ? gap.span() + 1 : 0); }
  friend constexpr bool operator==(const GappedRange&, const GappedRange&) = default;
};

struct Ranges {
  std::vector<GappedRange> globals;                          // by slot
  IdMap<ProcessTypeId, std::vector<GappedRange>> processes;  // by slot
  IdMap<ObjectTypeId, std::vector<GappedRange>> objects;     // by slot
  IdMap<ChannelId, std::vector<GappedRange>> messages;       // by item
  IdMap<ProcessTypeId, Range> locations;  // from 0 to the last one that can be reached
};

// Whether ranges have gaps, where they save bits.
enum class Gaps : std::uint8_t { Ignored, Used };

Ranges declared_ranges(const Model& model);
Ranges proven_ranges(const Model& model, Gaps gaps = Gaps::Ignored);

}  // namespace clew
