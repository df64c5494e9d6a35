// Properties over infinite runs: is there one that the claim accepts, or any at all?
#pragma once

#include "clew/engine/bdd/bdd_run.hpp"

namespace clew {

// REQUIRES: all properties are about runs, or all are PropertyKind::Infinite.
EngineReport answer_about_runs(BddRun& run);

}  // namespace clew
