// Gives every part of a model a name that Promela accepts.  A part of to_promela (promela.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clew/encode/promela_survey.hpp"

namespace clew {

struct PromelaNames {
  std::map<std::pair<ProcessTypeId, SlotId>, std::string> shared;  // the locals that become global
  std::string committed;             // the counter of processes at committed locations
  std::vector<std::string> changes;  // "the variable 'run' is called 'run_' here"
};

// Changes the names in `model` as far as Promela demands it: no word of Promela or C, one name space
// for globals, macros and process types, no local that hides a global, no label that begins with
// accept, end or progress but the accepting ones of the claim, which must.
PromelaNames give_promela_names(Model& model, const PromelaSurvey& survey);

}  // namespace clew
