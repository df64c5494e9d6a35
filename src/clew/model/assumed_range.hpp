// Ranges that nobody wrote down.
//
// A variable that its script gives no range has one all the same, and rules that would leave it are
// not taken.  The name of its type tells that the range was assumed.
#pragma once

#include <string_view>

#include "clew/model/model.hpp"

namespace clew {

inline constexpr std::string_view type_without_range = "int without a range";

inline bool has_assumed_range(const Slot& slot) { return slot.type.name == type_without_range; }

}  // namespace clew
