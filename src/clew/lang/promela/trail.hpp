// SPIN's trails: what pan writes when it finds an error, as moves of a model.
//
//   -4:-4:-4        statements were merged: a line stands for a statement and the local ones behind it
//   -2:2:-2         there is a claim: it is process 0, all others have one more than their number
//   12:1:16         step 12: process 1 takes the statement that SPIN numbers 16
//   -1:-1:-1        from here on the run is a cycle
//
// SPIN writes a line for every statement within an atomic block, one for a whole d_step, and two for
// a rendezvous.  The judge says which move is meant.
#pragma once

#include <optional>
#include <string>

#include "clew/model/trace.hpp"

namespace clew::promela {

struct ReadTrail {
  std::optional<MoveList> moves;
  std::optional<std::size_t> loop_start;  // a cycle: the number of moves in front of it
  std::string error;                      // empty if there are moves: "line 3: ..."
};

// True if the text looks like a trail, not like JSON.
bool is_trail(const std::string& text);

// A trail that ends within a move (an assertion failed there) ends with that whole move.  Any text
// may be given.  REQUIRES: the judge's model was read from Promela and has no claim.
ReadTrail read_trail(const Interpreter& judge, const std::string& text);

}  // namespace clew::promela
