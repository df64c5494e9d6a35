#include "clew/lang/dve/macros.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "clew/base/environment.hpp"
#include "clew/base/temporary_folder.hpp"
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

std::string names_of_globals(const Model& model) {
  std::string names;
  for (const Slot& slot : model.globals.slots) {
    if (!names.empty()) names += ' ';
    names += slot.name;
    if (slot.is_vector) names += '[' + std::to_string(slot.length) + ']';
  }
  return names;
}

// "x[3] y", the globals of the model.
std::string globals_of(const std::string& text, const Definitions& definitions = {}) {
  const ReadResult<Model> result = read_macros(text + end_of_model, definitions);
  EXPECT_EQ(result.diagnostics.text(), "");
  return result.ok() ? names_of_globals(result.value()) : "";
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
            "in the expansion:\n"
            "      |   trans q -> q { guard == 0; };\n"
            "      |                        ^~\n"
            "m.mdve:8:1: error: expected an expression, found '=='\n"
            "    8 | proc(1)\n"
            "      | ^\n"
            "in the expansion:\n"
            "      |   trans q -> q { guard == 1; };\n"
            "      |                        ^~\n");
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

// --- files

class DveMacroFiles : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"model", "model/sub", "lib"}) {
      std::filesystem::create_directory(folder_.path() + "/" + name);
    }
  }

  ReadResult<Model> read(const std::string& text,
                         const std::vector<std::string>& include_folders = {}) const {
    return read_with_macros(
        {folder_.path() + "/model/m.mdve", text + end_of_model, {}, {}, include_folders});
  }
  std::string globals(const std::string& text,
                      const std::vector<std::string>& include_folders = {}) const {
    const ReadResult<Model> result = read(text, include_folders);
    EXPECT_EQ(result.diagnostics.text(), "");
    return result.ok() ? names_of_globals(result.value()) : "";
  }
  // The first line that is said.
  std::string refusal(const std::string& text) const {
    const std::string said = clew::said_of_invalid(read(text));
    return said.substr(0, said.find('\n'));
  }

  TemporaryFolder folder_;
};

TEST_F(DveMacroFiles, AreReadBelowTheFolderOfTheModel) {
  folder_.write("model/a.m4", "define(`N', 3)dnl $1 $* `$10' unbalanced: '\n");
  folder_.write("model/sub/b.m4", "define(`two', `byte $1, $2')dnl\ninclude(`c.m4')dnl\n");
  folder_.write("model/c.m4", "define(`M', `x')dnl\n");
  EXPECT_EQ(globals("include(`a.m4')dnl\ninclude(`sub/'`b.m4')dnl\ntwo(`M', y);\nbyte z[N];\n"),
            "x y z[3]");
  EXPECT_EQ(globals("define(`d', defn(`include'))d(`a.m4')byte z[N];\n"), "z[3]");
  EXPECT_EQ(globals("define(`w', indir(`include', `c.m4')byte M)w;\n"), "x");
}

TEST_F(DveMacroFiles, AreFoundInTheIncludeFoldersToo) {
  folder_.write("lib/a.m4", "define(`N', 3)dnl\n");
  EXPECT_EQ(globals("include(`a.m4')byte z[N];\n", {folder_.path() + "/lib"}), "z[3]");
  EXPECT_EQ(globals("include(`../lib/a.m4')byte z[N];\n", {folder_.path() + "/lib"}), "z[3]");
}

TEST_F(DveMacroFiles, MayBeMissingForSinclude) {
  EXPECT_EQ(globals("sinclude(`none.m4')byte x;\n"), "x");
  EXPECT_EQ(refusal("sinclude(`none.m4')include(`none.m4')byte x;\n"),
            folder_.path() + "/model/m.mdve:1:1: error: cannot include 'none.m4': no such file");
}

TEST_F(DveMacroFiles, AreUndivertedAsTheyAre) {
  folder_.write("model/raw.txt", "byte N, M; // $1 `quoted' $*\n");
  EXPECT_EQ(globals("define(`N', 3)undivert(`raw.txt')byte x;\n"), "N M x");
  EXPECT_EQ(globals("divert(2)byte x;\ndivert(0)undivert(2, `raw.txt')byte y;\n"), "x N M y");
}

TEST_F(DveMacroFiles, OutsideAreRefusedHoweverTheyAreNamed) {
  const std::string secret = folder_.write("lib/secret", "tellnobody\n");
  std::filesystem::create_symlink(secret, folder_.path() + "/model/link");
  const std::string model = folder_.path() + "/model/m.mdve";
  for (const std::string& name :
       {secret, std::string("../lib/secret"), std::string("link"), std::string("sub/../link")}) {
    for (const std::string macro : {"include", "sinclude", "undivert"}) {
      const std::string verb = macro == "undivert" ? "undivert" : "include";
      const std::string said = clew::said_of_invalid(
          read("byte x;\n" + macro + "(`" + name.substr(0, 3) + "'`" + name.substr(3) + "')\n"));
      EXPECT_EQ(said.substr(0, said.find('\n')),
                model + ":2:1: error: cannot " + verb + " '" + name +
                    "': it lies outside of the folders that may be read");
      EXPECT_NE(said.find("help: -I " + std::filesystem::canonical(folder_.path()).string() +
                          "/lib allows the files there"),
                std::string::npos);
      EXPECT_EQ(said.find("tellnobody"), std::string::npos);
    }
  }
  // The builtin that writes diversions is still there, but can open nothing.
  EXPECT_EQ(refusal("_clew_undivert(`" + secret + "')\n"),
            model + ":1:1: error: m4 may open no files, and keeps 512 KiB of diverted text");
}

TEST_F(DveMacroFiles, AreNotReadForEver) {
  EXPECT_EQ(refusal("define(`all', `sinclude(`x$1')all(incr($1))')all(1)\n"),
            folder_.path() + "/model/m.mdve: error: the macros read more than 100 files");
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

TEST(DveInputs, WhatReplacesAnInputIsNoMacro) {
  const std::string text =
      "input int size = N, more = 1;\nbyte x[size + more];\nprocess P { state q; init q; }\n"
      "system async;\n";
  const auto read_size = [&](const Definitions& definitions) {
    const ReadResult<Model> result = read_macros(text, definitions);
    return result.ok() ? names_of_globals(result.value()) : result.diagnostics.text();
  };
  EXPECT_EQ(read_size({{"N", "3"}}), "x[4]");
  EXPECT_EQ(read_size({{"N", "3"}, {"size", "7"}}), "x[8]");
  EXPECT_EQ(read_size({{"N", "3"}, {"size", "7"}, {"more", "4"}}), "x[11]");
}

}  // namespace
}  // namespace clew::dve
