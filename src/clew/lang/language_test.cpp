#include "clew/lang/language.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Languages, AreFoundByName) {
  ASSERT_NE(language_named("dve"), nullptr);
  EXPECT_EQ(language_named("dve")->name, "dve");
  EXPECT_EQ(language_named("mdve")->name, "mdve");
  EXPECT_EQ(language_named("DVE"), nullptr);
  EXPECT_EQ(language_named(""), nullptr);
}

TEST(Languages, AreFoundByTheSuffixOfAFile) {
  EXPECT_EQ(language_for_file("a/b.dve"), language_named("dve"));
  EXPECT_EQ(language_for_file("a.dve.mdve"), language_named("mdve"));
  EXPECT_EQ(language_for_file("a.uts"), language_named("uts"));
  EXPECT_EQ(language_for_file("dve"), nullptr);
  EXPECT_EQ(language_for_file(".dve"), nullptr);
  EXPECT_EQ(language_for_file("a.dve.txt"), nullptr);
}

TEST(Languages, SayWhatTheyAre) {
  for (const Language& language : languages()) {
    EXPECT_FALSE(language.summary.empty()) << language.name;
    EXPECT_FALSE(language.suffixes.empty()) << language.name;
    EXPECT_NE(language.read, nullptr) << language.name;
    EXPECT_NE(language.read_expression, nullptr) << language.name;
  }
}

TEST(Languages, AModelKnowsItsOwn) {
  for (const char* name : {"dve", "mdve"}) {
    const ReadResult<Model> result =
        language_named(name)->read({"m", "process P { state q; init q; }\nsystem async;\n", {}});
    ASSERT_TRUE(result.ok()) << result.diagnostics.text();
    EXPECT_EQ(language_of(result.value()).name, "dve");
  }
}

}  // namespace
}  // namespace clew
