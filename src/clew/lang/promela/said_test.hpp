// What the front-end makes of a text, for the tests of lang/promela.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "clew/lang/promela/promela.hpp"
#include "clew/model/print.hpp"

namespace clew::promela {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.pml", text, {}}); }

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

// Every table of the model, as text.
inline std::string lowered(const std::string& text) {
  const ReadResult<Model> result = read_text(text);
  EXPECT_TRUE(result.ok()) << result.diagnostics.text();
  return result.ok() ? text_of(result.value()) : std::string();
}

}  // namespace clew::promela
