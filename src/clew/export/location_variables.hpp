// Where a process is, as a variable: `P_at == 2` instead of `P@busy`.  For languages in which a process
// cannot ask within a step where another one is.  A step on the way to Promela (promela.hpp).
//
//   LocationVariables located = with_location_variables(model);
//   if (located.refusal.empty()) use(located.model);
//
// The variable changes with the location, at the beginning of each effect, so there are as many states and
// moves as before.  Only processes that another process asks about get one; what the claim asks stays as it
// is where nobody else does.
#pragma once

#include <string>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

struct LocationVariables {
  Model model;
  std::vector<std::string> notes;  // which variables there are, without a full stop
  std::string refusal;
};

// REQUIRES: validate(model) found nothing.
LocationVariables with_location_variables(Model model);

}  // namespace clew
