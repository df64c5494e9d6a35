// The DVE front-end.  docs/languages/dve.md says what the language is and where we chose.
#pragma once

#include "clew/lang/language.hpp"

namespace clew::dve {

// A plain DVE model.  Definitions set global scalar constants.
ReadResult<Model> read(const ModelSource& source);

// A DVE model with m4 macros.  Definitions become m4 macros; `default`, `forloop` and `myloop`
// (prelude.m4) are there from the start.  Needs the program m4.
ReadResult<Model> read_with_macros(const ModelSource& source);

ReadResult<ExprId> read_expression(Model& model, const std::string& text);

// The m4 macros every .mdve model starts with.
extern const std::string_view prelude_text;

}  // namespace clew::dve
