// Macro expansion of .mdve files with the program m4.
#pragma once

#include <memory>

#include "clew/lang/dve/dve.hpp"

namespace clew::dve {

// The expanded text, which remembers the line of the original that each of its lines came from; or
// null and diagnostics.
std::shared_ptr<const SourceText> expand_macros(const ModelSource& source,
                                                Diagnostics& diagnostics);

}  // namespace clew::dve
