// The front-end for scripts of update transition systems.  docs/languages/uts.md says what the language
// is and where we chose.
//
//   VARS: int x : 0..100;
//   INIT: x = 1;
//   TRANS: x = x - 1; x = x * 2;
//   REACH: x == 99
#pragma once

#include "clew/lang/language.hpp"

namespace clew::uts {

// Definitions set global constants.
ReadResult<Model> read(const ModelSource& source);

ReadResult<ExprId> read_expression(Model& model, const std::string& text);

}  // namespace clew::uts
