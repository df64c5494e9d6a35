// A model as a state space over plain states, straight from the judge: for simulation and for every
// search of space/ where speed does not matter.  Moves that end in an error are no transitions.
#pragma once

#include <vector>

#include "clew/model/interpreter.hpp"

namespace clew {

class JudgeSpace {
 public:
  using State = clew::State;
  using Action = std::vector<Firing>;

  // REQUIRES: the judge outlives the space.
  explicit JudgeSpace(const Interpreter& judge) : judge_(&judge) {}

  void initial_states(auto&& found) const { judge_->initial_states(found); }
  void successors(const State& source, auto&& found) const {
    judge_->moves(source, [&](const Move& move) {
      if (move.target) found(Action(move.firings.begin(), move.firings.end()), *move.target);
    });
  }

 private:
  const Interpreter* judge_;
};

}  // namespace clew
