// A model for languages that know one initial state, no choices, and one assignment after the other.
//
//   StepByStep plain = step_by_step(model, "DVE");
//   if (!plain.refusal.empty()) ...;      // "process 'P' chooses values, which DVE cannot say"
//
// Assignments that happen at once are put into an order in which none reads what an earlier one has
// changed, if there is such an order.
#pragma once

#include <string>
#include <string_view>

#include "clew/model/model.hpp"

namespace clew {

struct StepByStep {
  Model model;
  std::string refusal;  // without a full stop
};

// REQUIRES: validate(model) found nothing.
StepByStep step_by_step(Model model, std::string_view language);

}  // namespace clew
