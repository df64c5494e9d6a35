#include "clew/lang/dve/macros.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "clew/base/environment.hpp"
#include "clew/lang/said_test.hpp"

namespace clew::dve {
namespace {

using Definitions = std::map<std::string, std::string>;

constexpr const char* end_of_model = "process P { state q; init q; }\nsystem async;\n";

ReadResult<Model> read_macros(const std::string& text, const Definitions& definitions = {}) {
  return read_with_macros({"m.mdve", text, definitions});
}

std::string said_of_invalid(const std::string& text) {
  return clew::said_of_invalid(read_macros(text));
}

// "x[3] y", the globals of the model.
std::string globals_of(const std::string& text, const Definitions& definitions = {}) {
  const ReadResult<Model> result = read_macros(text + end_of_model, definitions);
  EXPECT_EQ(result.diagnostics.text(), "");
  std::string names;
  if (!result.ok()) return names;
  for (const Slot& slot : result.value().globals.slots) {
    if (!names.empty()) names += ' ';
    names += slot.name;
    if (slot.is_vector) names += '[' + std::to_string(slot.length) + ']';
  }
  return names;
}

TEST(DveMacros, AreExpandedByM4) {
  EXPECT_EQ(globals_of("define(`SIZE', `eval(2 * 3)')\nbyte x[SIZE];\n"), "x[6]");
}

TEST(DveMacros, TakeDefinitionsFromOutside) {
  EXPECT_EQ(globals_of("byte x[N];\n", {{"N", "4"}}), "x[4]");
  EXPECT_EQ(globals_of("byte name;\n", {{"name", "other"}}), "other");
}

TEST(DveMacros, DefaultHoldsUnlessADefinitionWasGiven) {
  const std::string text = "default(N, 2)\nbyte x[N];\n";
  EXPECT_EQ(globals_of(text), "x[2]");
  EXPECT_EQ(globals_of(text, {{"N", "5"}}), "x[5]");
}

TEST(DveMacros, LoopsCountAndSeparate) {
  EXPECT_EQ(globals_of("forloop(`i', 1, 3, `byte a_`'i;\n')"), "a_1 a_2 a_3");
  EXPECT_EQ(globals_of("byte myloop(`i', 0, 2, `b`'i', `,');\n"), "b0 b1 b2");
  EXPECT_EQ(globals_of("forloop(`i', 1, 0, `byte a_`'i;\n')byte z;\n"), "z");
}

TEST(DveMacros, OfThePreludeAreOrdinaryNamesWithoutArguments) {
  EXPECT_EQ(globals_of("byte top, push, pop, forloop, myloop;\n"), "top push pop forloop myloop");
}

TEST(DveMacros, AChannelMediumBecomesAProcessBeforeTheSystemLine) {
  const ReadResult<Model> result = read_macros(
      "async_channel(a)\nloosy_channel(b)\nbuffer_channel(c, 2)\n"
      "process P {\n  byte k; state q; init q;\n"
      "  trans q -> q { sync a_in!1; }, q -> q { sync a_out?k; }, q -> q { sync b_in!1; },\n"
      "  q -> q { sync b_out?k; }, q -> q { sync c_in!1; }, q -> q { sync c_out?k; };\n}\n"
      "system async;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  std::string names;
  for (const Process& process : result.value().processes) names += process.name + " ";
  EXPECT_EQ(names, "P channel_a channel_b channel_c ");
}

TEST(DveMacros, TheModelIsNamedAfterItsFileAndIsDve) {
  const ReadResult<Model> result = read_with_macros({"some/where/ring.3.mdve", end_of_model, {}});
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  EXPECT_EQ(result.value().name, "ring.3");
  EXPECT_EQ(result.value().file, "some/where/ring.3.mdve");
  EXPECT_EQ(result.value().language, "dve");
}

// --- positions

TEST(DveMacros, ErrorsHaveTheirPlaceInTheOriginalFile) {
  EXPECT_EQ(said_of_invalid("default(N, 2)\n\ndnl gone\nbyte x[N];\nbyte y = z;\n" +
                            std::string(end_of_model)),
            "m.mdve:5:10: error: unknown variable 'z'\n"
            "    5 | byte y = z;\n"
            "      |          ^\n");
}

TEST(DveMacros, ErrorsInAnExpandedLineAreFoundByTheirWord) {
  EXPECT_EQ(
      said_of_invalid("define(`N', `2')\nbyte x[N] = nonsense;\n" + std::string(end_of_model)),
      "m.mdve:2:13: error: vector 'x' takes a list of initial values in braces\n"
      "    2 | byte x[N] = nonsense;\n"
      "      |             ^~~~~~~~\n");
}

TEST(DveMacros, SyntaxErrorsInAMacroAreReportedAtItsCallWithTheExpandedLine) {
  EXPECT_EQ(said_of_invalid("define(`proc', `process P_$1 {\n  state q;\n  init q;\n"
                            "  trans q -> q { guard == $1; };\n}')\nbyte x;\n"
                            "proc(0)\nproc(1)\nsystem async;\n"),
            "m.mdve:7:1: error: expected an expression, found '=='\n"
            "    7 | proc(0)\n"
            "      | ^\n"
            "help: after macro expansion the line reads:   trans q -> q { guard == 0; };\n"
            "m.mdve:8:1: error: expected an expression, found '=='\n"
            "    8 | proc(1)\n"
            "      | ^\n"
            "help: after macro expansion the line reads:   trans q -> q { guard == 1; };\n");
}

TEST(DveMacros, ActionsKnowTheirLineInTheOriginalFile) {
  const ReadResult<Model> result = read_macros(
      "dnl\ndnl\nprocess P {\n  state q;\n  init q;\n  trans\n    q -> q { };\n}\nsystem async;\n");
  ASSERT_TRUE(result.ok()) << result.diagnostics.text();
  EXPECT_EQ(result.value().actions[ActionId{0}].span, (SourceSpan{7, 5, 6}));
}

// --- what m4 says

TEST(DveMacros, AMacroThatIsNotClosedIsReportedWhereItBegins) {
  EXPECT_EQ(said_of_invalid("byte x;\ndefine(`a', `unfinished\n" + std::string(end_of_model)),
            "m.mdve:2:1: error: m4: end of file in string\n"
            "    2 | define(`a', `unfinished\n"
            "      | ^\n");
}

TEST(DveMacros, WhatM4SaysBeforeItFailsIsPassedOn) {
  EXPECT_EQ(said_of_invalid("errprint(`no luck today')m4exit(1)\n" + std::string(end_of_model)),
            "m.mdve: error: m4: no luck today\n");
  EXPECT_EQ(said_of_invalid("m4exit(1)\n" + std::string(end_of_model)),
            "m.mdve: error: m4 failed without giving a reason\n");
}

TEST(DveMacros, CannotRunProgramsOrWriteFiles) {
  for (const char* forbidden :
       {"syscmd", "esyscmd", "mkstemp", "maketemp", "debugfile", "changeword", "builtin"}) {
    const std::string said =
        said_of_invalid(std::string(forbidden) + "(`touch', `x')\n" + end_of_model);
    const std::string expected = std::string("m.mdve:1:1: error: expected a declaration or a ") +
                                 "process, found '" + forbidden + "'\n";
    EXPECT_EQ(said.substr(0, expected.size()), expected);
  }
}

TEST(DveMacros, AZeroByteIsRefusedBeforeM4SeesIt) {
  EXPECT_EQ(said_of_invalid(std::string("byte x\0;", 8)),
            "m.mdve:1:1: error: this is not a text file: expected a DVE model\n"
            "    1 | byte x?;\n"
            "      | ^\n");
}

TEST(DveMacros, AnEmptyFileIsReportedAsOne) {
  EXPECT_EQ(said_of_invalid(""), "m.mdve:1:1: error: the file is empty: expected a DVE model\n");
}

TEST(DveMacros, NeedM4) {
  const WithEnvironment nowhere("PATH", "/nowhere");
  EXPECT_EQ(said_of_invalid(end_of_model),
            "m.mdve: error: files with macros (.mdve, .mltl) need the program m4, which is not "
            "installed\n");
}

TEST(DveMacros, ThatExpandForEverAreCutOff) {
  const std::string said = said_of_invalid("define(`x', `y x')x\n");
  EXPECT_EQ(said.substr(0, said.find(" or ")), "m.mdve: error: m4 needs more than 1 s");
  EXPECT_EQ(said.substr(said.find(": a macro")), ": a macro may expand for ever\n");
}

}  // namespace
}  // namespace clew::dve
