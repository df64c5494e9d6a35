// Is a formula over the tree of all runs true in the initial state?
//
// Reads as much of the state space as the formula needs, and keeps its transitions; then labels the
// states, part by part of the formula.  AG EF p and EF AG p need no transitions: they are decided by
// the first terminal component that says so.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// True if the task is one for run_ctl_engine: one property, and it is a formula over trees.
bool is_ctl_task(const EngineTask& task);

// Ways to an answer.  All give the same verdict.
enum class CtlRoute : std::uint8_t {
  Auto,    // what suits the formula
  Pruned,  // label the states, read no further than needed
  Whole,   // label the states, read all of them
};

// REQUIRES: is_ctl_task(task).
EngineReport run_ctl_engine(const Model& model, const EngineTask& task,
                            CtlRoute route = CtlRoute::Auto);

}  // namespace clew
