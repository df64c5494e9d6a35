// Variables for languages with few types.  Where a language has no type for exactly the values of a
// variable, a wider one does as well, provided that no action can take the variable out of its range:
//
//   ? x < 9 -> x = x + 1     with x in 0..100, guarded by x + 1 <= 100: may be a byte
//
// What a wider type would hide, a value that is out of range and so an error, is looked for in every
// action; the guards of the model count.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "clew/model/model.hpp"

namespace clew {

struct Widened {
  Model model;
  std::string refusal;  // without a full stop
};

// Every variable with a range that is none of `types` gets the first of them that contains it.  Those
// that no type contains, and those that wrap around, stay as they are.
// REQUIRES: validate(model) found nothing; narrower types come first.
Widened widened(Model model, std::span<const Range> types, std::string_view language);

// Holds every value that the assignment can store, whenever its action is taken: those of its
// expression which the guard of the action lets pass.  low > high: it is never taken.
// REQUIRES: the instruction `index` of the effect is an assignment.
Range values_stored(const Model& model, const Action& action, std::size_t index);

}  // namespace clew
