// What the judge makes of a path of perhaps millions of moves, as long as the limits let it be shown.
#pragma once

#include <optional>

#include "clew/walk/limit_watch.hpp"

namespace clew {

// As replay().  Nothing if the limits do not let it come to its end: limits.reason_not_to_show().
std::optional<Replay> replay_in_time(const Interpreter& judge, const MovePath& path,
                                     LimitWatch& limits);

}  // namespace clew
