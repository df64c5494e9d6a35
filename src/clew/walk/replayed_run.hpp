// One run of the model through what a search walked.
//
// With symmetry a search walks representatives, which need not follow each other in one run: the
// target of a move and the representative that was walked on from differ in the order of equal
// processes.  A single run is made anew, move by move.
//
//   ReplayedRun run(judge, first);
//   run.move_to([&](const State& state) { return representative(state) == wanted; });
//   run.moves();
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/model/trace.hpp"

namespace clew {

class ReplayedRun {
 public:
  // REQUIRES: the judge outlives this.
  ReplayedRun(const Interpreter& judge, State first)
      : judge_(judge), first_(first), state_(std::move(first)) {}

  const State& state() const { return state_; }
  const MoveList& moves() const { return moves_; }
  MovePath path() const { return {first_, moves_}; }

  // Goes on by the first move to a state that is wanted.
  // REQUIRES: there is one, or no move at all: then the run stays where it is, without firings.
  void move_to(FunctionRef<bool(const State&)> is_wanted);
  // Goes on by the first move that is wanted and does not fail.
  // REQUIRES: there is one.
  void move_by(FunctionRef<bool(const Move&)> is_wanted);

  // Ends with move number `ordinal` of this state.
  void end_with(std::uint32_t ordinal);
  // Ends with the move that answers number `ordinal` of `walked`, a state which is the same as this
  // one: there another process may have to make it.
  void end_like(const State& walked, std::uint32_t ordinal);

 private:
  const Interpreter& judge_;
  State first_;
  State state_;
  MoveList moves_;
};

}  // namespace clew
