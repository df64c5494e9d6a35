// Gives every part of a model a name that DVE accepts.  A part of to_dve (dve.hpp).
#pragma once

#include <string>
#include <vector>

#include "clew/export/dve_survey.hpp"

namespace clew {

struct DveNames {
  // By constant: the process type that declares it, or none for a global one.
  IdMap<SlotId, ProcessTypeId> constant_owner;
  std::vector<std::string> changes;  // "the variable 'state' is called 'state_' here"
};

// Changes the names in `model` as far as DVE demands it: identifiers, no keywords, no name twice in
// a scope, no local that hides a global.  Constants of a process type lose its name ("P->x" becomes
// "x") if nobody else reads them.
DveNames give_dve_names(Model& model, const DveSurvey& survey);

}  // namespace clew
