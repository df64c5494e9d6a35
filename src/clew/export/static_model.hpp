// The same model in plainer words: every process stands there from the beginning to the end, every
// action is a move of its own, every store keeps the value.  A step on the way to DVE (dve.hpp).
//
//   Plain plain = plain_model(model);
//   if (plain.refusal.empty()) use(plain.model);
//
// The result has as many states and moves.  What gets other words:
//
// * A process that ends stays at a location of its own, its variables as they were in the beginning.
//   A variable counts those that are alive, because the youngest must go first.
// * The paths through an atomic block or d_step become one action each, and where the block may
//   stop in the middle, one more.
// * else, unless, provided and the order of options in a d_step become guards.
// * Values that would wrap around on their way into a variable are cut by hand: (x + 1) & 255.
// * A buffer that somebody looks into becomes variables.  A handshake in which the receiver looks
//   at the message becomes one handshake for each value that it looks for.
// * The claim looks at the same places, where they still are.
// * assert(e) becomes an assertion about the location in front of it.
#pragma once

#include <string>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

struct Plain {
  Model model;
  std::vector<std::string> notes;  // what is not quite the same, without a full stop
  std::string refusal;             // what has no plainer words; empty: all has
};

// REQUIRES: validate(model) found nothing.
Plain plain_model(const Model& model);

}  // namespace clew
