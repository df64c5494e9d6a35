// The marks of locations that generated code asks about by number.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

inline constexpr int mark_progress = 0;
inline constexpr int mark_no_end = 1;
inline constexpr int mark_committed = 2;
inline constexpr int mark_accepting = 3;

inline bool has_mark(const Location& location, int mark) {
  switch (mark) {
    case mark_progress: return location.is_progress;
    case mark_no_end: return !location.is_end;
    case mark_committed: return location.committed;
    default: return location.accepting;
  }
}

}  // namespace clew
