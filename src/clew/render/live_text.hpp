// How far an engine is, in one line.
#pragma once

#include <string>

#include "clew/base/watch.hpp"

namespace clew {

// An engine that does not see states one by one has none to count.
std::string live_text(const Heartbeat& now);

}  // namespace clew
