// What fuzz targets ask for.
#pragma once

#include <cstdlib>

namespace clew {

// Ends the process, which is what libFuzzer takes for a find.
inline void require(bool holds) {
  if (!holds) std::abort();
}

// REQUIRES: of a front-end.  Either there is something, or the reasons why not are told.
template <class Result>
void require_answer(const Result& result) {
  require(result.ok() == !result.diagnostics.has_errors());
  require(result.ok() || !result.diagnostics.text().empty());
}

}  // namespace clew
