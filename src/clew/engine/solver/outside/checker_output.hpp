// What other model checkers print about one question, read back.
//
//   const CheckerOutput said = read_nusmv_output(text);
//   if (said.answer == true) ...;
//   for (const auto& state : said.states) use(state.at("x"));
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/model/types.hpp"

namespace clew {

struct CheckerOutput {
  std::optional<bool> answer;  // none: it did not give one
  // Of the run that shows it: all variables of every state, FALSE as 0 and TRUE as 1.
  std::vector<std::map<std::string, Value>> states;
  // States from which the run may go on as from its end: each is one that the program has marked.
  std::vector<std::size_t> loop_starts;
  std::string complaint;  // the first line that looks like one
};

// Of NuSMV and nuXmv.  Of definitions and inputs, which they print as well, nobody asks.
CheckerOutput read_nusmv_output(std::string_view text);

// Of verifyta: whether the only query is satisfied, and the states of its trace in which the automaton is
// at the location ("Model.run").  A state that was there before closes a loop, and is the last one.
CheckerOutput read_verifyta_output(std::string_view text, std::string_view location);

}  // namespace clew
