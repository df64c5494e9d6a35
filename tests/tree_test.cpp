// The tree obeys the rules of the house, and the checker that says so finds what it should.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/tree_check.hpp"

namespace clew::tree {
namespace {

using Lines = std::vector<std::string>;

// A tree that is in order, plus the given files.
Lines findings(const Tree& files) {
  Tree tree = {{"README.md", "# Clew\n```sh\nmake run\nmake test\n```\n"}};
  for (const auto& [path, text] : files) tree[path] = text;
  return check_tree(tree);
}

std::string lines(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line + "\n";
  return text;
}

TEST(Tree, ObeysTheRulesOfTheHouse) {
  std::string all;
  for (const std::string& line : check_tree(read_tree(CLEW_SOURCE_DIR))) all += line + "\n";
  EXPECT_EQ(all, "");
}

TEST(Tree, IsReadWithoutBuildFoldersAndHiddenOnes) {
  const Tree tree = read_tree(CLEW_SOURCE_DIR);
  EXPECT_TRUE(tree.contains("tests/tree_test.cpp"));
  EXPECT_TRUE(tree.contains(".ci/run"));
  for (const auto& [path, text] : tree) {
    EXPECT_FALSE(path.starts_with("build")) << path;
    EXPECT_FALSE(path == ".git" || path.starts_with(".git/")) << path;
  }
}

TEST(TreeCheck, FindsNothingInATreeThatIsInOrder) {
  EXPECT_EQ(findings({{"src/clew/space/search.hpp",
                       "#pragma once\n#include <vector>\n#include \"clew/base/ids.hpp\"\n"}}),
            Lines{});
}

TEST(TreeCheck, FindsAnIncludeAgainstTheOrderOfFolders) {
  EXPECT_EQ(findings({{"src/clew/encode/x.cpp", "\n#include \"clew/engine/engine.hpp\"\n"},
                      {"src/clew/engine/sweep/sweep.cpp", "#include \"clew/lang/dve/read.hpp\"\n"},
                      {"src/clew/space/a.cpp", "#include \"clew/model/model.hpp\"\n"}}),
            (Lines{"encode/x.cpp:2: error: encode/ may not include engine/",
                   "space/a.cpp:1: error: space/ may not include model/"}));
}

TEST(TreeCheck, LooksAtUnitTestsToo) {
  EXPECT_EQ(findings({{"src/clew/model/a_test.cpp", "#include \"clew/lang/dve/read.hpp\"\n"}}),
            Lines{"model/a_test.cpp:1: error: model/ may not include lang/"});
}

TEST(TreeCheck, FindsASiblingThatKnowsItsSibling) {
  EXPECT_EQ(
      findings({{"src/clew/engine/bmc/b.cpp",
                 "#include \"clew/engine/engine.hpp\"\n#include \"clew/engine/bdd/c.hpp\"\n"
                 "#include \"clew/engine/bmc/b.hpp\"\n"},
                {"src/clew/lang/dve/d.cpp", "#include \"clew/lang/promela/p.hpp\"\n"},
                {"src/clew/space/deep/d.cpp", "#include \"clew/space/other/p.hpp\"\n"}}),
      (Lines{"engine/bmc/b.cpp:2: error: engine/bmc/ may not include its sibling engine/bdd/",
             "lang/dve/d.cpp:1: error: lang/dve/ may not include its sibling lang/promela/"}));
}

TEST(TreeCheck, FindsANameThatIsDefinedTwice) {
  EXPECT_EQ(findings({{"src/clew/model/a.hpp",
                       "#pragma once\nnamespace clew {\nclass Run;\nstruct Step {\n};\nusing Id = int;\n}\n"},
                      {"src/clew/native/b.hpp",
                       "#pragma once\nnamespace clew {\nstruct Run {\n};\nenum class Step : int {\n};\n"
                       "template <>\nstruct Id<int> {\n};\n}\n"},
                      {"src/clew/lang/dve/c.hpp",
                       "#pragma once\nnamespace clew::dve {\nstruct Run {\n};\n}\n"}}),
            (Lines{"native/b.hpp:5: error: 'Step' is defined in src/clew/model/a.hpp, too"}));
}

TEST(TreeCheck, WantsTheLayersShownAsTheyAre) {
  EXPECT_EQ(findings({{"CONTRIBUTING.md", "base  space  store\n"}}),
            Lines{"CONTRIBUTING.md: error: does not have the layers: base  space  store  diagram  solve  "
                  "model  property  reduce  lang  native  walk  encode  export  engine  check  render"});
}

TEST(TreeCheck, LetsOnlyTheFrontDoorUseTheFrontDoor) {
  const std::string include = "#include \"clew/clew.hpp\"\n";
  EXPECT_EQ(findings({{"src/clew/clew.hpp", "#pragma once\n#include \"clew/render/text.hpp\"\n"},
                      {"src/clew/clew.cpp", include},
                      {"src/clew/clew_test.cpp", include},
                      {"apps/cli/main.cpp", include},
                      {"examples/first.cpp", include},
                      {"src/clew/render/r.cpp", include}}),
            Lines{"render/r.cpp:1: error: clew.hpp is for users, nothing in src/ may include it"});
}

TEST(TreeCheck, FindsFilesAndIncludesOutsideTheArchitecture) {
  EXPECT_EQ(findings({{"src/clew/util/u.cpp", ""},
                      {"src/clew/base/a.cpp", "#include \"clew/util/u.hpp\"\n"},
                      {"src/clew/stray.cpp", ""}}),
            (Lines{"base/a.cpp:1: error: 'clew/util/u.hpp' is in no folder of the architecture",
                   "stray.cpp: error: is in no folder of the architecture",
                   "util/u.cpp: error: is in no folder of the architecture"}));
}

TEST(TreeCheck, WantsOurHeadersIncludedInOneWay) {
  EXPECT_EQ(findings({{"src/clew/base/a.cpp", "#include \"a.hpp\"\n#include <clew/base/b.hpp>\n"}}),
            (Lines{"base/a.cpp:1: error: our headers are included as \"clew/folder/name.hpp\", "
                   "found 'a.hpp'",
                   "base/a.cpp:2: error: our headers are included as \"clew/folder/name.hpp\", "
                   "found 'clew/base/b.hpp'"}));
}

TEST(TreeCheck, IgnoresIncludesInCommentsAndLiterals) {
  EXPECT_EQ(findings({{"src/clew/space/a.cpp",
                       "// #include \"clew/model/m.hpp\"\n/*\n#include \"clew/model/m.hpp\"\n*/\n"
                       "const char* text = R\"x(\n#include \"clew/model/m.hpp\"\n)x\";\n"}}),
            Lines{});
}

TEST(TreeCheck, FindsALoudLibrary) {
  EXPECT_EQ(findings({{"src/clew/base/a.cpp",
                       "void f() {\n  std::cout << 1;\n  printf(\"x\");\n  std::exit(1);\n"
                       "  abort ();\n  std::fprintf(stderr, \"x\");\n}\n"}}),
            (Lines{"base/a.cpp:2: error: the library is silent, 'std::cout' is not",
                   "base/a.cpp:3: error: the library is silent, 'printf' is not",
                   "base/a.cpp:4: error: the library is silent, 'exit' is not",
                   "base/a.cpp:5: error: the library is silent, 'abort' is not",
                   "base/a.cpp:6: error: the library is silent, 'fprintf' is not"}));
}

TEST(TreeCheck, DoesNotTakeQuietThingsForLoudOnes) {
  EXPECT_EQ(findings({{"src/clew/base/a.cpp",
                       "// std::cout is not used here; printf() neither.\n"
                       "void f() {\n  std::snprintf(b, 9, \"%d\", 1);\n  ::_exit(1);\n"
                       "  text = \"abort()\";\n  writer.puts(1);\n  bool exit = on_exit(2);\n}\n"},
                      {"src/clew/base/a_test.cpp", "void f() { std::cout << 1; }\n"},
                      {"apps/cli/main.cpp", "void f() { std::cout << 1; }\n"}}),
            Lines{});
}

TEST(TreeCheck, GivesEveryOutsideLibraryOneDoor) {
  EXPECT_EQ(
      findings({{"src/clew/base/a.cpp", "#include <xxhash.h>\n"},
                {"src/clew/model/a.cpp", "#include <xxhash.h>\n"},
                {"src/clew/render/j.cpp", "#include <nlohmann/json.hpp>\n"},
                {"src/clew/engine/j.cpp", "#include <nlohmann/json.hpp>\n#include <fmt/core.h>\n"},
                {"src/clew/check/c.cpp", "#include <CLI/CLI.hpp>\n"},
                {"apps/cli/c.cpp", "#include <CLI/CLI.hpp>\n"},
                {"tests/t_test.cpp", "#include <nlohmann/json.hpp>\n"}}),
      (Lines{"check/c.cpp:1: error: CLI11 has no door here",
             "engine/j.cpp:1: error: nlohmann-json has no door here",
             "model/a.cpp:1: error: xxHash has no door here"}));
}

TEST(TreeCheck, LetsOnlyOneFileStartPrograms) {
  EXPECT_EQ(
      findings({{"src/clew/base/process.cpp", "int f() { return fork(); }\n"},
                {"src/clew/lang/a.cpp", "int f() {\n  ::execvp(a, b);\n  return fork();\n}\n"}}),
      (Lines{"lang/a.cpp:2: error: 'execvp' may be called in base/process.cpp only",
             "lang/a.cpp:3: error: 'fork' may be called in base/process.cpp only"}));
}

TEST(TreeCheck, KeepsTheGenericLayerFreeOfModelWords) {
  EXPECT_EQ(findings({{"src/clew/space/a.cpp", "// A Variable.\nint x = Expression();\n"}}),
            (Lines{"space/a.cpp:1: error: space/ knows states only by their type, found 'Variable'",
                   "space/a.cpp:2: error: space/ knows states only by their type, found 'Expr'"}));
}

TEST(TreeCheck, FindsFunctionsLongerThanTheLimit) {
  const std::string fits = "int f() {\n" + lines(68, "  g();") + "}\n";
  const std::string too_long = "int f() {\n" + lines(69, "  g();") + "}\n";
  EXPECT_EQ(findings({{"src/clew/base/fits.cpp", fits}}), Lines{});
  EXPECT_EQ(findings({{"src/clew/base/long.cpp", "// One.\n\n" + too_long}}),
            Lines{"base/long.cpp:3: error: function is 71 lines, the limit is 70"});
}

TEST(TreeCheck, FindsLongFilesAndLongLines) {
  const std::string wide = "// " + std::string(107, 'x') + "\n";
  const std::string umlauts = "// " + lines(1, "\u00e4\u00f6\u00fc");
  EXPECT_EQ(findings({{"src/clew/base/fits.cpp", wide + umlauts + lines(898, "")}}), Lines{});
  EXPECT_EQ(findings({{"src/clew/base/long.cpp", lines(901, "")},
                      {"src/clew/base/wide.cpp", "//" + wide}}),
            (Lines{"base/long.cpp: error: file is 901 lines, the limit is 900",
                   "base/wide.cpp:1: error: line is 112 columns, the limit is 110"}));
}

TEST(TreeCheck, FindsTabsTrailingBlanksAndHeadersWithoutPragma) {
  EXPECT_EQ(findings({{"Makefile", "all:\n\tx\n"},
                      {"docs/a.md", "a \n"},
                      {"src/clew/base/a.hpp", "// #pragma once\n\tint x;\n"},
                      {"tests/golden/a.txt", "a\t \n"}}),
            (Lines{"docs/a.md:1: error: line ends with a blank",
                   "base/a.hpp: error: header has no '#pragma once'",
                   "base/a.hpp:2: error: line has a tab"}));
}

// The words stand here in two halves, because this file is checked as well.
// clang-format off
TEST(TreeCheck, FindsUnfinishedWorkAndPathsOfAMachine) {
  EXPECT_EQ(findings({{"src/clew/base/a.cpp", "// TO" "DO: x\n// MASTO" "DON\n// FIX" "ME\n"},
                      {"docs/a.md", "see /ho" "me/ann/x\nhttp://a.org/ho" "me/x\n../wo" "rk/x\n"},
                      {"scripts/s", "cd /ro" "ot\ncd /ro" "oted\n"}}),
            (Lines{"docs/a.md:1: error: '/ho" "me/' is a path of somebody's machine",
                   "scripts/s:1: error: '/ro" "ot' is a path of somebody's machine",
                   "base/a.cpp:1: error: 'TO" "DO' belongs into an issue or docs/warts.md",
                   "base/a.cpp:3: error: 'FIX" "ME' belongs into an issue or docs/warts.md"}));
}
// clang-format on

TEST(TreeCheck, FollowsLinksInDocuments) {
  EXPECT_EQ(findings({{"docs/a.md",
                       "[b](b.md) [up](../README.md#x) [folder](languages/) [web](https://a.org)\n"
                       "[gone](c.md) ![picture](no.png \"title\") [here](#a)\n"
                       "```\n[code](d.md)\n```\n`[code](e.md)` <img src=\"f.svg\">\n"},
                      {"docs/b.md", "[a](languages/dve.md)\n"},
                      {"docs/languages/dve.md", "[a](../a.md) [b](b.md)\n"}}),
            (Lines{"docs/a.md:2: error: link to 'c.md', which does not exist",
                   "docs/a.md:2: error: link to 'no.png', which does not exist",
                   "docs/a.md:6: error: link to 'f.svg', which does not exist",
                   "docs/languages/dve.md:1: error: link to 'b.md', which does not exist"}));
}

TEST(TreeCheck, WantsTheTwoCommandsInTheFirstCodeBlockOfTheReadme) {
  EXPECT_EQ(findings({{"README.md", "```\nmake run\n```\n\n```\nmake test\n```\n"}}),
            Lines{"README.md: error: the first code block does not have 'make test'"});
  EXPECT_EQ(check_tree({}), Lines{"README.md: error: is missing"});
}

TEST(TreeCheck, WantsEveryModelAnnotated) {
  EXPECT_EQ(findings({{"models/dve/a.dve", "// Two.\n// expect: states 2\n"},
                      {"models/dve/b.mdve", "// Nothing.\n"},
                      {"models/README.md", "# Models\n"}}),
            Lines{"models/dve/b.mdve: error: model has no '// expect:' line"});
}

TEST(CodeOf, BlanksCommentsAndLiteralsAndKeepsTheRest) {
  EXPECT_EQ(code_of("a; // b\nc /* d\ne */ f"), "a;     \nc     \n     f");
  EXPECT_EQ(code_of("\"a\\\"b\" 'c' '\\'' 1'000 'd'"), "\"    \" ' ' '  ' 1'000 ' '");
  EXPECT_EQ(code_of("R\"x(a)\" b)x\" c"), "R\"         \" c");
  EXPECT_EQ(code_of("\"never closed\nint x;"), "\"            \nint x;");
  EXPECT_EQ(code_of("/* never closed"), "               ");
}

// "3-5 7-7": first and last lines of the functions of `code`.
std::string functions(const std::string& code) {
  std::string text;
  for (const FunctionLines function : functions_in(code)) {
    if (!text.empty()) text += ' ';
    text += std::to_string(function.first) + "-" + std::to_string(function.last);
  }
  return text;
}

TEST(FunctionsIn, FindsFunctionsInNamespacesAndClasses) {
  EXPECT_EQ(
      functions("namespace a::b {\nint f() {\n  if (x) { y(); }\n}\n\nclass C : D {\n public:\n"
                "  C()\n      : x_{1}, y_(2), z_{3} {\n    g();\n  }\n  int h() { return 1; }\n"
                " private:\n  int x_{4};\n};\n}\n"),
      "2-4 8-11 12-12");
}

TEST(FunctionsIn, CopesWithTemplatesConstraintsAndDefaultArguments) {
  EXPECT_EQ(
      functions(
          "template <class T, class U = X<T>>\nvoid f(T t = {}, U u = {1}) {\n}\n"
          "template <int N>\n  requires(N > 0)\nclass alignas(64) C {\n  void g() {\n  }\n};\n"
          "struct alignas(8) D {\n  void h();\n  void i() {}\n};\n"),
      "1-3 7-8 12-12");
}

TEST(FunctionsIn, DoesNotTakeDataForFunctions) {
  EXPECT_EQ(
      functions(
          "constexpr X table[] = {\n  {1, f(2)},\n};\nenum class E {\n  A,\n};\n"
          "const auto y = make({\n  1,\n});\n#define M(x) {\n#define N \\\n  {\nint f() {}\n"),
      "13-13");
}

TEST(FunctionsIn, TakesTestsAndNamedLambdasForFunctions) {
  EXPECT_EQ(functions("TEST(A, B) {\n  x();\n}\nconst auto f = [](int x) {\n  return x;\n};\n"
                      "extern \"C\" {\nint g() {\n}\n}\nextern \"C\" int h() {\n}\n"),
            "1-3 4-6 8-9 11-12");
}

}  // namespace
}  // namespace clew::tree
