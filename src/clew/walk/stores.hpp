// The stores that a search can be told to use, by name.
#pragma once

#include <string_view>
#include <vector>

namespace clew {

struct StoreInfo {
  std::string_view name;
  std::string_view summary;
  // False: it may take a new state for a known one, and says how likely that is.
  bool is_exact = true;
};

// What --store may be, `auto` first.
const std::vector<StoreInfo>& stores();
const StoreInfo* store_named(std::string_view name);  // null if there is none

}  // namespace clew
