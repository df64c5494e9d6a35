// The Promela front-end: every model SPIN 6.5 reads, without embedded C, and Prom+ (pointers and heap
// objects) beside it.
#pragma once

#include "clew/lang/language.hpp"

namespace clew::promela {

ReadResult<Model> read(const ModelSource& source);
ReadResult<ExprId> read_expression(Model& model, const std::string& text);

}  // namespace clew::promela
