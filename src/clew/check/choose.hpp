// Which engines are asked, and why.
#pragma once

#include <string>
#include <vector>

#include "clew/check/check.hpp"

namespace clew {

struct Choice {
  EngineInfo engine;  // asks all of them
  std::vector<std::string> names;
  std::string because;  // empty if the user has named them
};

// What CheckOptions::engine means for this model and these properties.
// Throws ContractError if there is no such engine.
Choice choose_engines(const Model& model, const CheckOptions& options);

// The same for somebody who wants to see every state.
Choice choose_explorer(const CheckOptions& options);

// Those that "auto", "portfolio" or a list of names stand for when all are to be heard.
std::vector<EngineInfo> engines_to_compare(const CheckOptions& options);

// Empty if CheckOptions::engine can be this; else what is wrong with it.
std::string reason_against_engines(const std::string& wish);

}  // namespace clew
