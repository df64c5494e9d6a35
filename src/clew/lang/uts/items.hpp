// Rules become actions, initial conditions become initial values.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "clew/lang/uts/expressions.hpp"

namespace clew::uts {

// Adds the actions of a process type, in the order of the text.  Where there are parameters, rules that
// they make impossible are left out.
// REQUIRES: the type has one location.
void lower_rules(Lowering& lowering, ProcessTypeId type, bool has_parameters,
                 const std::vector<ItemSyntax>& rules);

// What an INIT says about the variables of one frame: values that are known, and conditions.
struct InitialValues {
  std::map<SlotId, std::vector<std::optional<Value>>> known;  // by element
  std::vector<Typed> conditions;
};

// `process` is none for the globals; else one of the type `self`, whose variables are meant.
InitialValues lower_init(Lowering& lowering, ProcessTypeId self, ProcessId process,
                         const std::vector<ItemSyntax>& init);

// Sets initial values; what is not known is free.  Where only some elements are known, the others are
// free and conditions for the known ones are added.
void apply_initial(Lowering& lowering, Frame& frame, ProcessId process, InitialValues& values);

}  // namespace clew::uts
