// A proposition of a formula over a state space of one's own.
#pragma once

#include <functional>
#include <string>

namespace clew {

// What a proposition means. The name is what the formula says: "open", or, blanks folded, "floor == 3".
template <class State>
struct NamedProposition {
  std::string name;
  std::function<bool(const State&)> holds;
};

}  // namespace clew
