// Which turn of a loop of macros a piece of the expanded text comes from.
//
// m4 expands the text a second time, with loops that mark where each of their turns begins and ends.  A mark
// may be in the way of what m4 computes with (`eval(forloop(...))'), so marks are believed only if the text
// without them is that of the first time, to the byte.
//
//   marking_text + model  -- m4 -->  "<forloop 1 0 i>byte a_0; </><forloop 2 1 i>byte a_1; </>"
//   turns_in(that, "byte a_0; byte a_1; ")  // from 0 on the first turn, from 10 on the second
//
// Each turn costs room in the model, so of very many none is told.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "clew/base/source.hpp"

namespace clew::dve {

// What the prelude is followed by, so that loops mark their turns; whole lines.
extern const std::string_view marking_text;

// True if the text has loops whose turns could be told, and none of the bytes that marks are made of.
bool could_mark_turns(std::string_view model, std::string_view expanded);

struct Turns {
  std::vector<TextExpansion> expansions;
  std::vector<ExpansionBegin> begins;
};

// The turns of `marked`, or nothing if without marks it is not `expanded`.
std::optional<Turns> turns_in(std::string_view marked, std::string_view expanded);

}  // namespace clew::dve
