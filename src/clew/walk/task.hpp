// What an engine is asked, and what the answer may cost.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "clew/property/property.hpp"
#include "clew/walk/finding.hpp"
#include "clew/walk/search_options.hpp"

namespace clew {

// A search that needs no more states than this never waits for others.
constexpr std::uint64_t states_before_turns = 20'000;

struct EngineTask : SearchOptions {
  std::vector<Property> properties;
  SuccessorOrder successor_order = SuccessorOrder::Listed;
  // Stop behind the first level with which there are more states than this; 0: do not.
  std::uint64_t states_enough = 0;
  // A slice: stop as soon as there are more states than this, with Reason::Interrupted; 0: do not.  Kept by
  // searches through single states, and by no one else.
  std::uint64_t states_max = 0;
  // Do not stop before every state was seen, even if all properties are decided.
  bool explore_everything = false;
  // --- for engines that go on with several properties; all may be empty
  // Told of an answer as soon as there is one, while others are open: by number of the property.
  std::function<void(std::size_t, const Finding&)> decided;
  // False: somebody else has answered this property, and nobody asks for it any more.
  std::function<bool(std::size_t)> is_wanted;
  // --- for searches through single states; may be empty
  // Called by the thread that asked when there are states_before_turns, and again when there are as many
  // as it says: others have their turn, and the search goes on when it returns.
  std::function<std::uint64_t(std::uint64_t states)> turn;
  // Told of a property that is as good as decided: something was seen, and its trace follows.
  std::function<void(std::size_t)> seen;
};

// Every process takes part in every move of a synchronous system, so all its runs are fair.
inline bool asks_for_fairness(const Model& model, const EngineTask& task) {
  return task.fairness != Fairness::None && model.composition == Composition::Asynchronous;
}

}  // namespace clew
