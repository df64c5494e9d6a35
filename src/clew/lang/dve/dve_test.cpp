#include "clew/lang/dve/dve.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace clew::dve {
namespace {

using Definitions = std::map<std::string, std::string>;

std::string said_about(const std::string& text, const Definitions& definitions) {
  return read({"m.dve", text, definitions}).diagnostics.text();
}

constexpr const char* model_text =
    "const byte N = 2, M = N + 1;\n"
    "const int LOW = -3, V[2] = { 1 };\n"
    "byte x = M;\n"
    "int y = LOW;\n"
    "process P { const byte L = 1; state q; init q; }\n"
    "system async;\n";

TEST(DveDefinitions, ReplaceTheValuesOfGlobalScalarConstants) {
  const ReadResult<Model> result = read({"m.dve", model_text, {{"N", "7"}, {"LOW", "-32768"}}});
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  const Model& model = result.value();
  EXPECT_EQ(model.constants.find("N")->initial, std::vector<Value>{7});
  EXPECT_EQ(model.globals.find("x")->initial, std::vector<Value>{8});
  EXPECT_EQ(model.globals.find("y")->initial, std::vector<Value>{-32768});
}

TEST(DveDefinitions, GiveAConstantTheValueItLacks) {
  EXPECT_TRUE(
      read(
          {"m.dve", "const byte N;\nprocess P { state q; init q; }\nsystem async;\n", {{"N", "1"}}})
          .ok());
}

TEST(DveDefinitions, AreNumbersThatFitTheConstant) {
  for (const char* value : {"256", "-1", "x", "", "1x", " 1", "99999999999999999999"}) {
    EXPECT_EQ(said_about(model_text, {{"N", value}}),
              "m.dve:1:12: error: -D N=" + std::string(value) +
                  ": expected a number in 0..255\n"
                  "    1 | const byte N = 2, M = N + 1;\n"
                  "      |            ^\n");
  }
}

TEST(DveDefinitions, NameNothingButGlobalScalarConstants) {
  EXPECT_EQ(said_about(model_text, {{"L", "1"}, {"V", "1"}, {"other", "1"}, {"x", "1"}}),
            "m.dve: error: -D L=1: the model has no scalar constant 'L'\n"
            "m.dve: error: -D V=1: the model has no scalar constant 'V'\n"
            "m.dve: error: -D other=1: the model has no scalar constant 'other'\n"
            "m.dve: error: -D x=1: the model has no scalar constant 'x'\n");
}

TEST(DveModel, IsNamedAfterItsFile) {
  const std::pair<const char*, const char*> names[] = {{"a/b/peterson.3.dve", "peterson.3"},
                                                       {"peterson", "peterson"},
                                                       {".dve", ".dve"},
                                                       {"a.b/c", "c"}};
  for (const auto& [file, name] : names) {
    const ReadResult<Model> result = read({file, model_text, {}});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().name, name);
    EXPECT_EQ(result.value().file, file);
    EXPECT_EQ(result.value().language, "dve");
  }
}

TEST(DveModel, ComesTogetherWithItsWarnings) {
  const ReadResult<Model> result =
      read({"m.dve", "channel c;\nprocess P { state q; init q; }\nsystem async;\n", {}});
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.diagnostics.text(),
            "m.dve:1:9: warning: channel 'c' is never used\n"
            "    1 | channel c;\n"
            "      |         ^\n");
}

}  // namespace
}  // namespace clew::dve
