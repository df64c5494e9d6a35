// The colours that all pictures share: calm greys, so that blue (the path) and red (what went wrong)
// stand out.
#pragma once

#include <string_view>

namespace clew {

inline constexpr std::string_view ink = "#1f2937";
inline constexpr std::string_view line_color = "#9ca3af";

}  // namespace clew
