// Macro expansion of .mdve and .mltl files with the program m4.
#pragma once

#include <cstdint>
#include <memory>

#include "clew/lang/dve/dve.hpp"

namespace clew::dve {

// A definition that the model does not mention is worth a warning.  The properties of the model get
// the same definitions, and need not mention them.
enum class MacroText : std::uint8_t { Model, Properties };

// Reads files below the folder of the text, the present folder and the include folders: include, sinclude
// and undivert find no others.
//
// The expanded text, which remembers the line of the original that each of its lines came from; or
// null and diagnostics.
std::shared_ptr<const SourceText> expand_macros(const ModelSource& source, Diagnostics& diagnostics,
                                                MacroText kind = MacroText::Model);

}  // namespace clew::dve
