// Steps that concern nobody but the process that takes them.
//
//   const Model joined = merge_statements(model);
//   split_moves(model, joined, path.moves, LastMove::Whole);        // as the model itself moves
//
// Where all that a process can do next is about its own variables, it makes no difference when it does that:
// nobody can prevent it, and nobody sees it.  So the process does it at once, in the same move, and the state
// in between is none.  Every run that stays is a run of the model, and every other one differs from one of
// these only in when such steps are taken.  SPIN calls it statement merging.
#pragma once

#include "clew/model/trace.hpp"

namespace clew {

// REQUIRES: validate(model) found nothing, and all expressions that will be asked are in the model.
// The same model if it has a claim, which would see fewer moves.
Model merge_statements(Model model);

// Whether something was joined.  REQUIRES: the models have the same actions, of which effects may differ.
bool differ_in_moves(const Model& model, const Model& joined);

// The moves of `model` that the moves of a run of `joined` are.  REQUIRES: as above.
// What was joined changes nothing that a question is about but where the run ends: for others it is left out
// at the end.
enum class LastMove : std::uint8_t { Whole, FirstPart };
MoveList split_moves(const Model& model, const Model& joined, const MoveList& moves, LastMove last);

}  // namespace clew
