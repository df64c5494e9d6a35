// How long others have their turn while a search goes on (EngineTask::turn).
//
//   Slices slices;
//   if (const auto states = slices.due(now)) ...;   // a slice of so many states is due
//   return slices.next();                           // not before there are so many
//
// The first slice is as large as what the search itself has seen by then; later ones come whenever there are
// eight times as many states, and are a quarter of that.  Slices begin anew each time, so together they cost
// less than a third of the search, and whoever needs a tenth of its states gets them.  They are counted in
// states, never by a clock, so that runs repeat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "clew/engine/engine.hpp"

namespace clew {

class Slices {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  std::uint64_t next() const { return next_; }

  std::optional<std::uint64_t> due(std::uint64_t states) {
    if (states < next_) return std::nullopt;
    std::uint64_t passed = next_;
    while (next_ <= states && next_ <= never / growth) {
      passed = next_;
      next_ *= growth;
    }
    return std::max(states_before_turns, passed / share);
  }

 private:
  static constexpr std::uint64_t growth = 4;
  static constexpr std::uint64_t share = 3;

  std::uint64_t next_ = states_before_turns;
};

}  // namespace clew
