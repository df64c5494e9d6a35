// Another program that is given a text and asked for its opinion.
//
//   const auto said = ask_program({"z3", "-in"}, text, [&] { return run.goes_on(); });
//   if (!said) ...;                                   // somebody wanted to stop: it has ended
//   use(said->text);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/function_ref.hpp"

namespace clew {

struct ProgramSaid {
  std::string text;         // all that it printed, lines ended by line feeds
  bool ended_well = false;  // by itself, with exit code 0
};

// The program is ended when `goes_on` says no, which is asked a few times a second.
std::optional<ProgramSaid> ask_program(const std::vector<std::string>& arguments,
                                       std::string_view text, FunctionRef<bool()> goes_on);

}  // namespace clew
