// How far an engine is, in one line.
#pragma once

#include <string>

#include "clew/base/watch.hpp"

namespace clew {

// An engine that does not see states one by one has none to count.  Of what does not fit into so many
// columns the least interesting is left out.
std::string live_text(const Heartbeat& now, std::size_t columns = std::string::npos);

}  // namespace clew
