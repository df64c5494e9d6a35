// Expressions that people ask about a whole state: -p 'inv: x < 3 || P[1]@critical'.
//
// They come after the model was read, when only the model is left to look names up in.
#pragma once

#include <cstdint>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// `P:x` where there are several processes of the type P.
enum class WithoutNumber : std::uint8_t {
  Refused,
  TheFirst,  // as SPIN reads it, with a warning
};

// REQUIRES: the parser found no error in `nodes`.
ExprId lower_question(Model& model, const std::vector<Node>& nodes, SyntaxId root,
                      WithoutNumber without_number, Diagnostics& diagnostics);

}  // namespace clew::promela
