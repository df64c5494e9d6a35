#include "clew/engine/explicit/reduction_trial.hpp"

#include <utility>

namespace clew {

namespace {

// Enough to tell, and few enough to cost nothing.
constexpr std::uint64_t states_tried = 1U << 12;
constexpr std::uint64_t states_looked_at = 1U << 6;
// Where nothing at all can wait, that is seen earlier.
constexpr std::uint64_t states_without = 1U << 11;
constexpr std::uint64_t given_up_below = 20;  // one move in so many
constexpr std::uint64_t taken_up_above = 12;

}  // namespace

bool ReductionTrial::changes(const TriedMoves& all) {
  const TriedMoves now{.states = all.states - before_.states,
                       .moves = all.moves - before_.moves,
                       .waiting = all.waiting - before_.waiting};
  const std::uint64_t wanted = !reduces_          ? states_looked_at
                               : now.waiting == 0 ? states_without
                                                  : states_tried;
  if (now.states < wanted) return false;
  before_ = all;
  const bool pays = reduces_ ? now.waiting * given_up_below >= now.moves
                             : now.waiting * taken_up_above > now.moves;
  return std::exchange(reduces_, pays) != pays;
}

}  // namespace clew
