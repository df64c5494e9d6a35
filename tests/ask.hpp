// One engine, some questions.
#pragma once

#include <string>
#include <vector>

#include "clew/check/check.hpp"

namespace clew {

// By the interpreter, and without a look at whether formulas are vacuous.
inline Report ask(const Model& model, const std::string& engine,
                  const std::vector<Property>& properties, const Limits& limits = {}) {
  CheckOptions options;
  options.engine = engine;
  options.properties = properties;
  options.limits = limits;
  options.vacuity = false;
  options.native = false;
  return check(model, options);
}

// As on the command line: "inv: x < 3".
inline Property property_of(Model& model, const std::string& text) {
  return read_property(model, text).value();
}

}  // namespace clew
