#include "clew/native/c_definitions.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(CDefinitions, ArePrintedIfSomethingUsesThem) {
  const std::vector<CDefinition> definitions{
      {"", "/* the first */\n", true},       {"one", "#define one 1\n"},
      {"two", "#define two (one + one)\n"},  {"", "/* the second */\n", true},
      {"three", "#define three 3\n"},        {"", "/* the last */\n", true},
      {"four", "#define four (two * two)\n"}};
  CIdentifiers used;
  used.add("int x = four; /* threefold */");
  EXPECT_EQ(used_definitions(definitions, used),
            "/* the first */\n#define one 1\n#define two (one + one)\n"
            "/* the last */\n#define four (two * two)\n");
  EXPECT_TRUE(used.contains("one"));
  EXPECT_FALSE(used.contains("three"));
}

}  // namespace
}  // namespace clew
