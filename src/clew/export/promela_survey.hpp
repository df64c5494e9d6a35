// What to know about a model before it is written as Promela: are there words for all of it, and
// which variables must be seen by more than their process.  A part of to_promela (promela.hpp).
#pragma once

#include <array>
#include <set>
#include <string>
#include <utility>

#include "clew/model/model.hpp"

namespace clew {

struct PromelaSurvey {
  std::string refusal;  // the first thing that cannot be said; empty: there is none
  // Locals that become global: those that a sender's effect uses, which its partner runs, and those that
  // another process looks at.
  std::set<std::pair<ProcessTypeId, SlotId>> shared;
  bool has_committed = false;
  bool may_wrap = false;  // some value might leave a range that it must not leave
};

PromelaSurvey survey_for_promela(const Model& model);

// bit, byte, short and int.
inline constexpr std::array<Range, 4> promela_types = {Range{0, 1}, Range{0, 255},
                                                       Range{-32768, 32767}, full_range};

// "byte", "short", ...; empty for a range that no Promela type has.
std::string promela_type_name(Range range);

// A channel variable that nobody gives a channel.
bool is_no_channel(const Slot& slot);

// The number of processes at committed locations changes by this much.
int committed_change(const Model& model, const Action& action);

}  // namespace clew
