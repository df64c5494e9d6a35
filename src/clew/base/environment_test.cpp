#include "clew/base/environment.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr const char* variable = "CLEW_ENVIRONMENT_TEST";

std::string value() {
  const char* const found = std::getenv(variable);
  return found == nullptr ? "absent" : found;
}

TEST(WithEnvironment, GivesBackWhatWasThere) {
  ASSERT_EQ(value(), "absent");
  {
    const WithEnvironment outer(variable, "outer");
    EXPECT_EQ(value(), "outer");
    {
      const WithEnvironment inner(variable, std::nullopt);
      EXPECT_EQ(value(), "absent");
    }
    EXPECT_EQ(value(), "outer");
  }
  EXPECT_EQ(value(), "absent");
}

}  // namespace
}  // namespace clew
