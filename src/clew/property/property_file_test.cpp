#include "clew/property/property_file.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "clew/property/formula_test.hpp"

namespace clew {
namespace {

TEST(PropertyFile, HasDefinitionsAndProperties) {
  const auto file = read_property_file("m.ltl", R"(/* two
properties */
#define a0 (P_0.CS)  // comment
#define w \
  (P_0.wait)

#property G (w -> F a0)
# property GF(a0)
)");
  ASSERT_TRUE(file.ok()) << file.diagnostics.text();
  ASSERT_EQ(file.value().properties.size(), 2U);
  const auto& [first, second] = std::pair(file.value().properties[0], file.value().properties[1]);
  EXPECT_EQ(propositions_of(first.formula, file.value().options_for(first, {})),
            "[P_0.wait] [P_0.CS]");
  EXPECT_EQ(ltl(second.formula, file.value().options_for(second, {})), "G F P_0.CS");
}

TEST(PropertyFile, SaysWhereAFormulaIsWrong) {
  const auto file = read_property_file("m.ltl", "#define a x\n#property G (a\n");
  ASSERT_TRUE(file.ok());
  const auto& item = file.value().properties[0];
  EXPECT_EQ(ltl(item.formula, file.value().options_for(item, {})),
            R"(m.ltl:2:13: error: '(' is never closed
    2 | #property G (a
      |             ^
)");
}

TEST(PropertyFile, SaysEverythingThatIsWrong) {
  const auto file = read_property_file("m.ltl", R"(#define
#define X 1
#define f(x) 1
#define a
#define b 1
#define b 2
#property
#include "x"
G a
)");
  EXPECT_EQ(file.diagnostics.text(), R"(m.ltl:1:8: error: expected a name after '#define'
    1 | #define
      |        ^
m.ltl:2:9: error: 'X' is an operator and cannot be defined
    2 | #define X 1
      |         ^
m.ltl:3:9: error: 'f' has parameters
    3 | #define f(x) 1
      |         ^
help: a definition is a name for one expression; a blank comes before it
m.ltl:4:9: error: expected an expression after 'a'
    4 | #define a
      |         ^
m.ltl:6:9: error: 'b' is defined twice
    6 | #define b 2
      |         ^
m.ltl:7:1: error: expected a formula after '#property'
    7 | #property
      | ^~~~~~~~~
m.ltl:8:1: error: expected '#define NAME EXPRESSION' or '#property FORMULA'
    8 | #include "x"
      | ^~~~~~~~~~~~
help: in a property file every line that begins with '#' is one of them
)");
}

std::string items_of(const std::string& text) {
  const auto file = read_property_file("m.ltl", text);
  if (!file.ok()) return file.diagnostics.text();
  std::string shown;
  for (const PropertyFile::Item& item : file.value().properties) {
    shown += item.name + "|" + item.kind + "|" + item.formula + "\n";
  }
  return shown;
}

TEST(PropertyFile, PropertiesMayHaveNamesAndKinds) {
  EXPECT_EQ(items_of("#property G F a\n"
                     "#property live: G F a\n"
                     "#property ctl: AG EF a\n"
                     "#property once : F a\n"
                     "#property small: inv: x < 3\n"
                     "#property reach:x==1\n"
                     "#property last: ltl: F a  // comment\n"),
            "|ltl|G F a\n"
            "live|ltl|G F a\n"
            "|ctl|AG EF a\n"
            "|ltl|once : F a\n"
            "small|inv|x < 3\n"
            "|reach|x==1\n"
            "last|ltl|F a\n");
}

TEST(PropertyFile, AVariableOfAProcessIsNoName) {
  EXPECT_EQ(items_of("#property P:x == 1 U Q:y == 2\n#property P::x\n"),
            "|ltl|P:x == 1 U Q:y == 2\n|ltl|P::x\n");
}

TEST(PropertyFile, SaysWhatIsWrongWithNames) {
  EXPECT_EQ(items_of("#property a: G p\n"
                     "#property a: G q\n"
                     "#property F: G q\n"
                     "#property b: c: G q\n"
                     "#property d:\n"),
            R"(m.ltl:2:11: error: there are two properties 'a'
    2 | #property a: G q
      |           ^
m.ltl:3:11: error: 'F' is an operator and cannot be a name
    3 | #property F: G q
      |           ^
m.ltl:4:14: error: expected a formula after the name 'b', found another name
    4 | #property b: c: G q
      |              ^
help: the kinds of properties are ltl, ctl, inv and reach
m.ltl:5:1: error: expected a formula after '#property'
    5 | #property d:
      | ^~~~~~~~~
)");
}

TEST(PropertyFile, DefinitionsAreFilledIntoExpressions) {
  const std::map<std::string, std::string, std::less<>> definitions = {
      {"a", "(x > 0)"}, {"b", "a and y"}, {"c", "c"}};
  EXPECT_EQ(with_definitions("a", definitions), "x > 0");
  EXPECT_EQ(with_definitions("not b or P.a", definitions), "not ((x > 0) and y) or P.a");
  EXPECT_EQ(with_definitions("c", definitions), "c");
}

TEST(PropertyFile, EverythingElseIsProseAndDescribesTheNextProperty) {
  const auto file = read_property_file("m.ltl", R"(Mutual exclusion
================

 1. Whoever waits   // and waits
    gets in.

/* A comment // of its own */
#define w P.wait
#property G (w -> F c)
Nobody is left out:
#define c P.cs
#property live: G F c
#property F c
)");
  ASSERT_TRUE(file.ok()) << file.diagnostics.text();
  const auto& properties = file.value().properties;
  ASSERT_EQ(properties.size(), 3U);
  EXPECT_EQ(properties[0].note,
            "1. Whoever waits   // and waits gets in.\nA comment // of its own");
  EXPECT_EQ(properties[1].note, "Nobody is left out:");
  EXPECT_EQ(properties[2].note, "");
}

TEST(PropertyFile, KindsAreToldByTheText) {
  using enum PropertyFileKind;
  EXPECT_EQ(kind_of_property_file("#property G a"), Directives);
  EXPECT_EQ(kind_of_property_file("Title\n  # define a b\n"), Directives);
  EXPECT_EQ(kind_of_property_file("/* none */ \n never { do :: true od }"), NeverClaim);
  EXPECT_EQ(kind_of_property_file("#define p x\nnever live {\n"), NeverClaim);
  EXPECT_EQ(kind_of_property_file("[] (P == \"a\")"), Formula);
  EXPECT_EQ(kind_of_property_file("It never {ends}"), Formula);
  EXPECT_EQ(kind_of_property_file("// nothing\n\n"), Empty);
  EXPECT_EQ(kind_of_property_file(""), Empty);
}

}  // namespace
}  // namespace clew
