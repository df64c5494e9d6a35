// Whole texts against the files of tests/golden/bench.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "clew/base/file.hpp"

namespace clew::render_test {

// CLEW_UPDATE_GOLDEN=1 writes the file anew; then read the difference.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(CLEW_SOURCE_DIR) + "/tests/golden/bench/" + name;
  if (std::getenv("CLEW_UPDATE_GOLDEN") != nullptr) {
    ASSERT_EQ(write_file(path, text), "");
  }
  EXPECT_EQ(text, read_file(path).bytes) << name;
}

}  // namespace clew::render_test
