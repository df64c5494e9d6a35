// The types of DVE and what they can hold.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "clew/model/types.hpp"

namespace clew::dve {

struct NamedType {
  std::string_view name;
  Range range;
  // An item of a channel is cut to the bits of its type; of all others a value out of range is an error.
  bool is_cast;
};

// Expressions have 32 bits with a sign, so no value of a uint32 is beyond 2147483647: a sum that needs more
// bits is negative, which is an error.
inline constexpr std::array named_types = {
    NamedType{"byte", {0, 255}, true},
    NamedType{"int", {-32768, 32767}, true},
    NamedType{"bool", {0, 1}, false},
    NamedType{"int16", {-32768, 32767}, true},
    NamedType{"uint16", {0, 65535}, true},
    NamedType{"int32", full_range, true},
    NamedType{"uint32", {0, full_range.high}, false},
};

// Null if there is no type of that name.
constexpr const NamedType* named_type(std::string_view name) {
  const auto* const found =
      std::find_if(named_types.begin(), named_types.end(),
                   [&](const NamedType& each) { return each.name == name; });
  return found == named_types.end() ? nullptr : found;
}

}  // namespace clew::dve
