// Formulas over trees (CTL), on sets of states.
#pragma once

#include "clew/engine/bdd/bdd_run.hpp"

namespace clew {

// REQUIRES: all properties are PropertyKind::Ctl.
EngineReport answer_about_trees(BddRun& run);

}  // namespace clew
