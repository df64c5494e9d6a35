#include <gtest/gtest.h>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/lang/said_test.hpp"

namespace clew {
namespace {

constexpr auto counter = R"(byte x;
process P { state up, down; init up; trans up -> down { effect x = 1; }, down -> up { effect x = 0; }; }
system async;
)";

Model dve_model(const std::string& text) {
  return model_of(language_named("dve")->read({"m.dve", text, {}}));
}

Model promela_model(const std::string& text) {
  return model_of(language_named("promela")->read({"m.pml", text, {}}));
}

ReadResult<FileProperties> properties_in(Model& model, const std::string& text) {
  const auto file = read_property_file("m.ltl", text);
  EXPECT_TRUE(file.ok()) << file.diagnostics.text();
  return read_properties(model, file.value());
}

std::string verdicts(const Model& model, const std::vector<Property>& properties) {
  CheckOptions options;
  options.properties = properties;
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  std::string text;
  for (const PropertyResult& result : report.properties) {
    text += result.property.name + " " + std::string(name_of(result.verdict)) + "\n";
  }
  return text;
}

TEST(Properties, OfAFileAreCheckedWithThoseOfTheModel) {
  Model model = dve_model(counter);
  const auto file = properties_in(model,
                                  "#define top (x == 1)\n"
                                  "#property G F top\n"
                                  "#property stays: F G top\n"
                                  "#property inv: x < 2\n"
                                  "#property reached: reach: top\n");
  ASSERT_TRUE(file.ok()) << file.diagnostics.text();
  EXPECT_EQ(verdicts(model, properties_of(model, file.value())),
            "prop1 holds\nstays violated\nprop3 holds\nreached holds\n"
            "deadlock holds\nassertions holds\nerrors holds\n");
}

TEST(Properties, DefinitionsOfAFileCanBeUsedOutsideOfIt) {
  Model model = dve_model(counter);
  const auto file = properties_in(model, "#define top (x == 1)\n#property a: G F top\n");
  ASSERT_TRUE(file.ok());
  std::vector<Property> properties;
  for (const std::string text : {"a", "ltl: F G top", "inv: not top or P.down", "reach: top"}) {
    auto property = read_property(model, text, file.value());
    ASSERT_TRUE(property.ok()) << property.diagnostics.text();
    properties.push_back(property.value());
  }
  EXPECT_EQ(verdicts(model, properties),
            "a holds\nltl: F G top violated\ninv: not top or P.down holds\nreach: top holds\n");
}

TEST(Properties, ErrorsOfAFileAreSaidWhereTheyAre) {
  Model model = dve_model(counter);
  const auto file = properties_in(model,
                                  "#define top (x == y)\n"
                                  "#define low not top\n"
                                  "#property G F top\n"
                                  "#property G {P.side} -> F P.over\n"
                                  "#property G (x == 1\n"
                                  "#property inv: z < 2\n"
                                  "#property deadlock: G P.up\n"
                                  "#property F low\n");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.diagnostics.text(), R"(m.ltl:1:19: error: unknown variable 'y'
    1 | #define top (x == y)
      |                   ^
m.ltl:4:16: error: process 'P' has no state 'side'
    4 | #property G {P.side} -> F P.over
      |                ^~~~
m.ltl:4:29: error: process 'P' has no state 'over'
    4 | #property G {P.side} -> F P.over
      |                             ^~~~
m.ltl:5:13: error: '(' is never closed
    5 | #property G (x == 1
      |             ^
m.ltl:6:16: error: unknown variable 'z'
    6 | #property inv: z < 2
      |                ^
m.ltl:7:11: error: the property 'deadlock' has a meaning already
    7 | #property deadlock: G P.up
      |           ^~~~~~~~
m.ltl:8:13: error: unknown variable 'y'
    8 | #property F low
      |             ^~~
help: it stands for 'not (x == y)'
)");
}

TEST(Properties, NamesThatAreTakenAreNotGivenTwice) {
  Model model = promela_model(
      "byte x; active proctype P() { do :: x = 1 - x od }\n"
      "ltl prop1 { [] (x < 2) }\nltl mine { <> (x == 1) }\n");
  const auto file = properties_in(model, "#property [] (x < 2)\n#property prop2: <> (x == 1)\n");
  ASSERT_TRUE(file.ok()) << file.diagnostics.text();
  EXPECT_EQ(file.value().properties[0].name, "prop1_");
  EXPECT_EQ(file.value().properties[1].name, "prop2");
  const auto twice = properties_in(model, "#property mine: [] (x < 2)\n");
  EXPECT_EQ(twice.diagnostics.text(),
            R"(m.ltl:1:11: error: the model has a property 'mine' of its own
    1 | #property mine: [] (x < 2)
      |           ^~~~
)");
}

TEST(Properties, MacrosOfAPromelaModelAreKnown) {
  Model model = promela_model(
      "#define N 2\n#define small (x < N)\n#define is(a, b) ((a) == (b))\n#define gone 1\n"
      "#undef gone\nbyte x; active proctype P() { do :: x = 1 - x od }\n");
  std::vector<Property> properties;
  for (const std::string text :
       {"ltl: [] small", "ltl: [] <> is(x, N - 1)", "inv: small && x < N", "reach: is(x, N)"}) {
    auto property = read_property(model, text);
    ASSERT_TRUE(property.ok()) << property.diagnostics.text();
    properties.push_back(property.value());
  }
  EXPECT_EQ(verdicts(model, properties),
            "ltl: [] small holds\nltl: [] <> is(x, N - 1) holds\ninv: small && x < N holds\n"
            "reach: is(x, N) violated\n");
  EXPECT_EQ(read_property(model, "ltl: [] gone").diagnostics.text(),
            "property:1:4: error: unknown variable 'gone'\n    1 | [] gone\n      |    ^~~~\n");
  EXPECT_EQ(read_property(model, "inv: small + is(y, 1)").diagnostics.text(),
            "expression:1:12: error: unknown variable 'y'\n    1 | small + is(y, 1)\n"
            "      |            ^\n");
  model.macros["odd"] = "(x +)";
  EXPECT_EQ(read_property(model, "inv: odd").diagnostics.text(),
            "expression:1:1: error: expected an expression, found ')'\n    1 | odd\n      | ^~~\n"
            "help: in the expansion of macro 'odd', defined at m.pml\n");
}

}  // namespace
}  // namespace clew
