// Whether a process that an expression looks at, and that is not there, was there before.
//
//   fmt::format("the process does not exist {}", when_missing(judge, expr, trace));  // "yet", "any more"
#pragma once

#include <string_view>

#include "clew/model/interpreter.hpp"
#include "clew/model/trace.hpp"

namespace clew {

// Asks about the last state of the trace.
// REQUIRES: there the expression has no value, because a process does not exist
std::string_view when_missing(const Interpreter& judge, ExprId expr, const Trace& trace);

}  // namespace clew
