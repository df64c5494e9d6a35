// A call that breaks a rule of this library: the caller's mistake, not the model's and not ours.
#pragma once

#include <stdexcept>
#include <string>

namespace clew {

// Names the function and the rule: "check: there is no engine 'bdd'".
class ContractError : public std::logic_error {
 public:
  explicit ContractError(const std::string& text) : std::logic_error(text) {}
};

}  // namespace clew
