// What to know about a model before it is written as DVE: does DVE have words for all of it, and
// which process types read which constants.  A part of to_dve (dve.hpp).
#pragma once

#include <array>
#include <set>
#include <string>

#include "clew/model/model.hpp"

namespace clew {

struct DveSurvey {
  std::string refusal;  // the first thing DVE cannot say; empty: there is none
  IdMap<SlotId, std::set<ProcessTypeId>> constant_readers;
};

DveSurvey survey_for_dve(const Model& model);

// What a byte and an int can hold.
inline constexpr Range dve_byte{0, 255};
inline constexpr Range dve_int{-32768, 32767};
inline constexpr std::array<Range, 2> dve_types = {dve_byte, dve_int};

// The type of DVE that has these values, "byte" or "int" where there is a choice; empty if there is none.
std::string dve_type_name(const ValueType& type);

// An untyped DVE channel passes every value on as it was computed.
// REQUIRES: the survey of the model had nothing to refuse.
bool is_untyped_in_dve(const Channel& channel);

}  // namespace clew
