// Expressions that people ask about a whole state: -p 'inv: x < 3 || P[1]@critical'.
//
// They come after the model was read, when only the model is left to look names up in.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// REQUIRES: the parser found no error in `nodes`.
ExprId lower_question(Model& model, const std::vector<Node>& nodes, NodeId root,
                      Diagnostics& diagnostics);

}  // namespace clew::promela
