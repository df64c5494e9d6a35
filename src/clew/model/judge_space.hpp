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

  // Of more than `moves_max` moves of a state only the first are transitions.
  // REQUIRES: the judge outlives the space.
  explicit JudgeSpace(const Interpreter& judge, std::size_t moves_max = ~std::size_t{0})
      : judge_(&judge), moves_max_(moves_max) {}

  void initial_states(auto&& found) const { judge_->initial_states(found); }
  void successors(const State& source, auto&& found) const {
    std::size_t moves = 0;
    judge_->moves(source, [&](const Move& move) {
      if (move.target) found(Action(move.firings.begin(), move.firings.end()), *move.target);
      return ++moves < moves_max_ ? Continue::Yes : Continue::No;
    });
  }

 private:
  const Interpreter* judge_;
  std::size_t moves_max_;
};

}  // namespace clew
