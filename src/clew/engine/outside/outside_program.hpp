// Another program that is given a text and asked for its opinion.
//
//   const auto said = ask_program({"z3", "-in"}, text, [&] { return run.goes_on(); });
//   if (!said) ...;                                   // somebody wanted to stop: it has ended
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/function_ref.hpp"

namespace clew {

// All that it prints, lines ended by line feeds.  It is ended when `goes_on` says no, which is asked a
// few times a second.
std::optional<std::string> ask_program(const std::vector<std::string>& arguments,
                                       std::string_view text, FunctionRef<bool()> goes_on);

}  // namespace clew
