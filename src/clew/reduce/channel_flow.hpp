// Who can know the channels that came with a process.
#pragma once

#include "clew/model/model.hpp"

namespace clew {

// True: a process gives its channels to nobody but those that it starts, and these give them to nobody but
// those they start.  Whoever is started is younger, and the youngest ends first, so when a process ends
// nobody else knows its channels, and when one is started nobody knows them yet.
bool hands_channels_down(const Model& model);

}  // namespace clew
