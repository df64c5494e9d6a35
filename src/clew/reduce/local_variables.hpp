// What is done to variables that processes have of their own.
#pragma once

#include <optional>

#include "clew/model/model.hpp"

namespace clew {

// Whether an action may write this slot of another process than the one that takes it.
bool is_written_by_others(const Model& model, SlotId slot);

// The positive constant that is added to a slot of the acting process, if that is what the expression is.
std::optional<Value> added_to(const Model& model, const Expr& sum, SlotId slot);

}  // namespace clew
