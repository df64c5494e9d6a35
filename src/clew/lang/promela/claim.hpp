// A never claim as a process that watches: it takes one step with every move of the others, and has no
// other way to act.
#pragma once

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"

namespace clew::promela {

// Turns a lowered process type into a claim.  `else` becomes a guard; assertions behind a condition in
// one atomic block become part of its step; a claim that has come to its end accepts whatever follows,
// as SPIN says.  What a claim cannot do is reported.
void shape_claim(Model& model, ProcessTypeId type, Diagnostics& diagnostics);

}  // namespace clew::promela
