// A model as text for NuSMV and nuXmv, with what is asked of it.
//
//   const SmvExport smv = smv_export(model, properties);
//   if (smv.refusal.empty()) save(smv.text); else explain(smv.refusal);
//
// One module: a variable for every value of the state, an input variable for every choice, and one part
// of TRANS for every move.  Where no move leads to a state the state stays as it is, as runs that end
// do in Clew; nothing else stands still.  Moves that end in a run-time error do not exist there.
// Questions of existence are written as the opposite requirement: NuSMV's counterexample is the witness.
#pragma once

#include <string>
#include <vector>

#include "clew/export/named_states.hpp"
#include "clew/property/property.hpp"

namespace clew {

struct SmvExport {
  std::string text;
  std::string refusal;                  // of the whole model, without a full stop
  std::vector<std::string> left_out;    // by property: why it is not in the text; empty if it is
  std::vector<std::string> spec_names;  // by property
  NamedStates states;
};

// REQUIRES: validate(model) found nothing; the properties belong to it.
SmvExport smv_export(const Model& model, const std::vector<Property>& properties);

}  // namespace clew
