// The static rules of DVE: a syntax tree becomes a model, or diagnostics.
#pragma once

#include <map>
#include <string>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/dve/syntax.hpp"

namespace clew::dve {

// `constants` replace the values of global scalar constants (-D NAME=VALUE).
// REQUIRES: the syntax tree was read without errors.
Model resolve(const FileSyntax& file, std::string file_name,
              const std::map<std::string, std::string>& constants, Diagnostics& diagnostics);

}  // namespace clew::dve
