// State spaces for other tools.
#pragma once

#include <string>

#include "clew/base/watch.hpp"
#include "clew/model/model.hpp"

namespace clew {

// Writes the state space in the Aldebaran format (.aut) of CADP, mCRL2 and others: states numbered in
// order of discovery, a line for each move, labelled with what the processes did.  Moves that end in
// a run-time error have no target and are left out.  Returns the reason if it could not be done (a
// limit, an interrupt, the disk), else an empty text; a file is written whole or not at all.
std::string export_aldebaran(const Model& model, const std::string& path, const Limits& limits,
                             const Watcher& watcher);

}  // namespace clew
