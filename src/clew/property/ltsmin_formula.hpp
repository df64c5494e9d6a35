// Formulas and state predicates as LTSmin writes them, in the words of the model's language:
//
//   [] (Person_0 == "in" -> <> Person_0 == "out")   becomes   [] (Person_0.in -> <> Person_0.out)
//   ! queue\[0\] == 2                               becomes   ! queue[0] == 2
//
// `P == "s"` says that process P is at location s; the quotes may be missing, and a number is the place of
// s among the locations of P.  Dots and brackets of names may stand behind a backslash.
#pragma once

#include <string>

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"

namespace clew {

// The text, line by line.  How tightly its operators bind is another matter: FormulaPrecedence::Ltsmin.
std::string from_ltsmin(const Model& model, const SourceText& source, Diagnostics& diagnostics);

}  // namespace clew
