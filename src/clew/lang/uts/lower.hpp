// The syntax tree of a script to a model.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/uts/syntax.hpp"

namespace clew::uts {

// Reports what is wrong.  What it returns then must not be used.  `constants` are those given on the
// command line.
Model lower(const FileSyntax& file, std::shared_ptr<const SourceText> source,
            const std::map<std::string, std::string>& constants, Diagnostics& diagnostics);

}  // namespace clew::uts
