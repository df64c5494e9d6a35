// Whether a message has the number of items that its channel carries.
//
//   if (!fits(action.communication, model.channels[channel])) ...  // the move ends in an error
#pragma once

#include <algorithm>

#include "clew/model/model.hpp"

namespace clew {

// A send gives all items.  A receive that takes the message names all of them; one that leaves it in
// the channel may look at the first ones only.
inline bool fits(const Communication& communication, const Channel& channel) {
  const std::size_t width = channel.items.size();
  if (communication.kind == Communication::Kind::Send) return communication.values.size() == width;
  const std::size_t count = communication.items.size();
  return communication.keeps ? count <= width : count == width;
}

// How many items it has, whichever way it goes.
inline std::size_t item_count(const Communication& communication) {
  return std::max(communication.values.size(), communication.items.size());
}

}  // namespace clew
