#include <gtest/gtest.h>

#include "clew/property/formula_parser.hpp"

namespace clew {
namespace {

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

}  // namespace
}  // namespace clew
