// Gives every part of a model a name that Promela accepts.  A part of to_promela (promela.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clew/export/promela_survey.hpp"

namespace clew {

struct PromelaNames {
  std::map<std::pair<ProcessTypeId, SlotId>, std::string> shared;  // the locals that become global
  std::string committed;             // the counter of processes at committed locations
  std::vector<std::string> changes;  // "the variable 'run' is called 'run_' here"
  // Of locations that mean more than one name can say.
  std::map<std::pair<ProcessTypeId, LocationId>, std::vector<std::string>> further_labels;
};

// Changes the names in `model` as far as Promela demands it: no word of Promela or C, one name space
// for globals, macros and process types, no local that hides a global.  A label begins with accept, end
// or progress if its location is what that means there, and otherwise it does not.
PromelaNames give_promela_names(Model& model, const PromelaSurvey& survey);

}  // namespace clew
