// What the front-end says about a text, for the tests of lang/dve.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "clew/lang/dve/dve.hpp"

namespace clew::dve {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.dve", text, {}}); }

inline std::string said_of_invalid(const std::string& text) {
  const ReadResult<Model> result = read_text(text);
  EXPECT_FALSE(result.ok());
  return result.diagnostics.text();
}

inline std::string said_of_valid(const std::string& text) {
  const ReadResult<Model> result = read_text(text);
  EXPECT_TRUE(result.ok());
  return result.diagnostics.text();
}

}  // namespace clew::dve
