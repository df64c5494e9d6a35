// How large a model is: what two ways of looking at it must agree about.
#pragma once

#include <cstdint>
#include <ostream>

namespace clew {

struct Size {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t errors = 0;
  friend bool operator==(const Size&, const Size&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Size& size) {
    return out << size.states << " states, " << size.transitions << " transitions, "
               << size.deadlocks << " deadlocks, " << size.errors << " errors";
  }
};

}  // namespace clew
