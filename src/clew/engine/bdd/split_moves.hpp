// Moves taken apart by the values of an index.
//
// In `a[i] := x` every element of a gets a new value that depends on i.  For one value of i only one
// element does, and the relation is small and local; so such a move becomes one for each value of i.
#pragma once

#include <vector>

#include "clew/encode/symbolic.hpp"

namespace clew {

// A part of a move: what it does under some condition.  The parts of a move exclude each other.
struct MovePart {
  const SymbolicMove* move = nullptr;
  Lit enabled = lit_false;
  std::vector<SymbolicMove::Update> updates;  // those that stay as they are left out
};

// All parts of the moves, one move after the other.  Adds gates to the circuit.
std::vector<MovePart> split_moves(SymbolicModel& model, const std::vector<SymbolicMove>& moves);

}  // namespace clew
