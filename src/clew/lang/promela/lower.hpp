// A Promela syntax tree to a model.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// What is returned makes sense only if no error was reported.
Model lower(const FileSyntax& file, const std::string& file_name, Diagnostics& diagnostics);

}  // namespace clew::promela
