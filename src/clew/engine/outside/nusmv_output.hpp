// What NuSMV and nuXmv print about one specification, read back.
//
//   const NusmvOutput said = read_nusmv_output(text);
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

struct NusmvOutput {
  std::optional<bool> answer;  // none: it did not give one
  // Of the counterexample: all variables of every state, FALSE as 0 and TRUE as 1.  Of definitions and
  // inputs, which it prints as well, nobody asks.
  std::vector<std::map<std::string, Value>> states;
  std::optional<std::size_t> loop_start;  // the first state that comes again and again
  std::string complaint;                  // the first line that looks like one
};

NusmvOutput read_nusmv_output(std::string_view text);

// Of verifyta: whether the only query is satisfied; none if it does not say.
std::optional<bool> read_verifyta_output(std::string_view text);

}  // namespace clew
