// The states of an exported model by the names that its variables have there: for reading back what another
// program says about it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clew/encode/symbolic.hpp"

namespace clew {

struct NamedStates {
  std::shared_ptr<const Model> model;  // without its claim
  Symbolic symbolic;
  std::vector<std::string> value_names;  // of SymbolicModel::values; empty if it never changes

  // The state in which the variables have these values; none if one is missing.
  std::optional<State> state_of(const std::map<std::string, Value>& values) const;
};

// Of the model without its claim; no names yet.
NamedStates exported_states(const Model& model);

}  // namespace clew
