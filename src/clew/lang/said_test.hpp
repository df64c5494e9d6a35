// What a front-end says about a text, for the tests of lang/.  A language adds in its own said_test.hpp
// how it is asked.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "clew/lang/language.hpp"

namespace clew {

inline std::string said_of_invalid(const ReadResult<Model>& result) {
  EXPECT_FALSE(result.ok());
  return result.diagnostics.text();
}

inline std::string said_of_valid(const ReadResult<Model>& result) {
  EXPECT_TRUE(result.ok());
  return result.diagnostics.text();
}

// REQUIRES: the text is a model.
inline Model model_of(ReadResult<Model> result) {
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  return result.ok() ? std::move(result.value()) : Model{};
}

}  // namespace clew
