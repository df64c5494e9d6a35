// What the front-end says about a text, for the tests of lang/uts.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "clew/lang/uts/uts.hpp"

namespace clew::uts {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.uts", text, {}}); }

// REQUIRES: the text is a script.
inline Model model_of(const std::string& text) {
  ReadResult<Model> result = read_text(text);
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  return result.ok() ? std::move(result.value()) : Model{};
}

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

}  // namespace clew::uts
