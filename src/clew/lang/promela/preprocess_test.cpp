#include "clew/lang/promela/preprocess.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace clew::promela {
namespace {

PreprocessOptions about(std::string text) {
  PreprocessOptions options;
  options.file_name = "m.pml";
  options.text = std::move(text);
  return options;
}

std::string joined(const Preprocessed& input) {
  std::string out;
  for (const Token& token : input.tokens) {
    if (token.kind == TokenKind::End) continue;
    if (!out.empty() && token.blank_before) out += ' ';
    out += token.text;
  }
  return out;
}

// What was said, and the tokens as one line.
std::string made(const PreprocessOptions& options) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(options, diagnostics);
  return diagnostics.text() + joined(input);
}
std::string made(const std::string& text) { return made(about(text)); }

TEST(Preprocess, ReplacesMacros) {
  EXPECT_EQ(made("#define N 3\nbyte a[N];"), "byte a[3];");
  EXPECT_EQ(made("#define EMPTY\na EMPTY b"), "a b");
  EXPECT_EQ(made("#define A B\n#define B C\nA"), "C");
}

TEST(Preprocess, ReplacesArguments) {
  EXPECT_EQ(made("#define max(a, b) ((a) > (b) -> (a) : (b))\nmax(x+1, f(y,z))"),
            "((x+1) > (f(y,z)) -> (x+1) : (f(y,z)))");
  EXPECT_EQ(made("#define f() g\nf() f ()"), "g g");
  EXPECT_EQ(made("#define f(x) [x]\nf f(1) f\n(2) f()"), "f [1] [2] []");
}

TEST(Preprocess, TakesAParenthesisBehindABlankForTheBody) {
  EXPECT_EQ(made("#define f (x)\nf"), "(x)");
}

TEST(Preprocess, DoesNotReplaceAMacroInItself) {
  EXPECT_EQ(made("#define x x+1\nx"), "x+1");
  EXPECT_EQ(made("#define a b\n#define b a\na b"), "a b");
  EXPECT_EQ(made("#define f(x) x+f(x)\nf(f(1))"), "1+f(1)+f(1+f(1))");
}

// The example of the C standard, 6.10.3.5.
TEST(Preprocess, RescansAsTheCStandardSays) {
  EXPECT_EQ(made("#define x 3\n"
                 "#define f(a) f(x * (a))\n"
                 "#undef x\n"
                 "#define x 2\n"
                 "#define g f\n"
                 "#define z z[0]\n"
                 "#define h g(~\n"
                 "#define m(a) a(w)\n"
                 "#define w 0,1\n"
                 "#define t(a) a\n"
                 "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n"
                 "g(x+(3,4)-w) | h 5) & m\n"
                 "(f)^m(m);\n"),
            "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); "
            "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);");
}

TEST(Preprocess, QuotesAndJoins) {
  EXPECT_EQ(made("#define s(x) #x\ns( a  + \"b\\n\" )"), "\"a + \\\"b\\\\n\\\"\"");
  EXPECT_EQ(made("#define j(a, b) a ## b\nj(x, 1) j(,y) j(z,) j(!, =)"), "x1 y z !=");
  EXPECT_EQ(made("#define j(a, b) a ## b\nj(+, 1)"),
            "m.pml:2:1: error: '##' makes no token of '+' and '1'\n"
            "    2 | j(+, 1)\n"
            "      | ^\n"
            "help: in the expansion of macro 'j', defined at m.pml:1:9\n"
            "+");
}

TEST(Preprocess, TakesAnyNumberOfArguments) {
  EXPECT_EQ(made("#define p(f, ...) printf(f, ## __VA_ARGS__)\np(\"a\") p(\"b\", 1, 2)"),
            "printf(\"a\") printf(\"b\", 1, 2)");
  EXPECT_EQ(made("#define p(x...) [x]\np(1,2) p()"), "[1,2] []");
}

TEST(Preprocess, CountsArguments) {
  EXPECT_EQ(made("#define f(a, b) a b\nf(1)"),
            "m.pml:2:1: error: macro 'f' takes 2 arguments, found 1\n"
            "    2 | f(1)\n"
            "      | ^\n"
            "help: in the expansion of macro 'f', defined at m.pml:1:9\n");
  EXPECT_EQ(made("#define f(a) a\nx f(1"),
            "m.pml:2:3: error: the call of macro 'f' has no closing ')'\n"
            "    2 | x f(1\n"
            "      |   ^\n"
            "help: in the expansion of macro 'f', defined at m.pml:1:9\n"
            "x f(1");
}

TEST(Preprocess, GoesByConditions) {
  EXPECT_EQ(made("#define A 2\n"
                 "#if A > 1 && defined(A) && !defined B\none\n#else\ntwo\n#endif\n"
                 "#ifdef B\nthree\n#elif A == 2\nfour\n#elif 1\nfive\n#else\nsix\n#endif\n"
                 "#ifndef A\nseven\n#if 1\neight\n#else\nnine\n#endif\n#endif\nten"),
            "one four ten");
}

TEST(Preprocess, DoesNotLookIntoWhatIsLeftOut) {
  EXPECT_EQ(made("#if 0\ndon't \"look\n#foo\n#if 1/0\n#endif\n#endif\n#define say don't\na"), "a");
}

TEST(Preprocess, WantsConditionsToMatch) {
  EXPECT_EQ(made("#endif\n#else\n#elif 1\n#if 1\n#else\n#else\n"),
            "m.pml:1:2: error: #endif without #if\n"
            "    1 | #endif\n"
            "      |  ^~~~~\n"
            "m.pml:2:2: error: #else without #if\n"
            "    2 | #else\n"
            "      |  ^~~~\n"
            "m.pml:3:2: error: #elif without #if\n"
            "    3 | #elif 1\n"
            "      |  ^~~~\n"
            "m.pml:6:2: error: a second #else for one #if\n"
            "    6 | #else\n"
            "      |  ^~~~\n"
            "m.pml:4:2: error: the condition that begins here has no #endif\n"
            "    4 | #if 1\n"
            "      |  ^~\n");
}

TEST(Preprocess, ContinuesLinesAndPassesOverCommentsInDirectives) {
  EXPECT_EQ(made("#define f(a, \\\n b) a /* x\n y */ - b // z\nf(1, 2)"), "1 - 2");
}

TEST(Preprocess, IgnoresLineMarkersAndPragmas) {
  EXPECT_EQ(made("# 1 \"x.c\"\n#line 7\n#pragma once\n#ident \"x\"\n#\na"), "a");
}

TEST(Preprocess, RefusesUnknownDirectives) {
  EXPECT_EQ(made("#defin N 3\n#error no luck\n"),
            "m.pml:1:2: error: unknown directive '#defin'\n"
            "    1 | #defin N 3\n"
            "      |  ^~~~~\n"
            "help: there is '#define'\n"
            "m.pml:2:2: error: #error no luck\n"
            "    2 | #error no luck\n"
            "      |  ^~~~~\n");
}

TEST(Preprocess, WarnsOfASecondDefinition) {
  EXPECT_EQ(made("#define N 3\n#define N 3\n#define N 4\nN"),
            "m.pml:3:9: warning: macro 'N' is defined again\n"
            "    3 | #define N 4\n"
            "      |         ^\n"
            "help: the first definition is at m.pml:2:9\n"
            "4");
}

TEST(Preprocess, TakesDefinitionsFromTheCommandLine) {
  PreprocessOptions options = about("N M f(2) U");
  options.definitions = {{"N", "3"}, {"M", ""}, {"f(x)", "[x]"}, {"U", "5"}};
  options.undefined = {"U"};
  EXPECT_EQ(made(options), "3 1 [2] U");
  options = about("a");
  options.definitions = {{"3", "x"}};
  EXPECT_EQ(made(options),
            "command line:1:9: error: expected the name of a macro after #define\n"
            "    1 | #define 3 x\n"
            "      |         ^\n"
            "a");
}

TEST(Preprocess, PlacesTokensWhereTheyWereWritten) {
  Diagnostics diagnostics;
  const Preprocessed input =
      preprocess(about("#define two(a) a + b\n#define one two(c)\n  one; two(x)"), diagnostics);
  std::vector<SourceSpan> spans;
  for (const Token& token : input.tokens) spans.push_back(token.span);
  // c + b ; x + b and the end
  const SourceSpan one{3, 3, 3};
  const SourceSpan two{3, 8, 3};
  EXPECT_EQ(spans,
            (std::vector<SourceSpan>{one, one, one, {3, 6, 1}, {3, 12, 1}, two, two, {3, 14, 0}}));
}

TEST(Preprocess, NamesTheMacroInDiagnostics) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(about("#define wrong x +\nwrong;"), diagnostics);
  diagnostics.error(input.tokens[1].span, "odd", "mend it");
  EXPECT_EQ(diagnostics.text(),
            "m.pml:2:1: error: odd\n"
            "    2 | wrong;\n"
            "      | ^~~~~\n"
            "help: mend it; in the expansion of macro 'wrong', defined at m.pml:1:9\n");
}

TEST(Preprocess, StopsWhenMacrosExplode) {
  std::string text = "#define x0 a a a a a a a a a a\n";
  for (int i = 1; i < 10; ++i) {
    text += "#define x" + std::to_string(i) + " ";
    for (int k = 0; k < 10; ++k) text += "x" + std::to_string(i - 1) + " ";
    text += "\n";
  }
  EXPECT_EQ(made(text + "x9"),
            "m.pml:11:1: error: includes and macros yield more than 4,000,000 tokens\n"
            "   11 | x9\n"
            "      | ^~\n"
            "help: in the expansion of macro 'x9', defined at m.pml:10:9\n");
}

TEST(Preprocess, StopsWhenCallsAreTooDeep) {
  std::string text = "#define f(x) x\n";
  for (int i = 0; i < 1000; ++i) text += "f(";
  text += "1" + std::string(1000, ')');
  Diagnostics diagnostics;
  preprocess(about(text), diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].message, "macro calls are nested more than 200 levels deep");
}

// Files that exist while a test runs.
class PreprocessInclude : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        ("clew_preprocess_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "sub");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  PreprocessOptions main(const std::string& text) const {
    PreprocessOptions options = about(text);
    options.file_name = (folder_ / "m.pml").string();
    return options;
  }
  // Without the folder's name.
  std::string said(const PreprocessOptions& options) const {
    std::string text = made(options);
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }

  std::filesystem::path folder_;
};

TEST_F(PreprocessInclude, LooksBesideTheFileAndThenInTheFolders) {
  write("a.h", "a1\n#include \"sub/b.h\"\n");
  write("sub/b.h", "b1\n#include \"c.h\"\n#include <a.h>\n#define N 3\n");
  write("sub/c.h", "c1");
  write("sub/a.h", "a2");
  PreprocessOptions options = main("#include \"a.h\"\nN");
  options.include_folders = {(folder_ / "sub").string()};
  EXPECT_EQ(said(options), "a1 b1 c1 a2 3");
}

TEST_F(PreprocessInclude, TakesTheNameFromAMacro) {
  write("a.h", "a1");
  EXPECT_EQ(said(main("#define F \"a.h\"\n#include F\n")), "a1");
}

TEST_F(PreprocessInclude, ShowsLinesOfTheIncludedFile) {
  write("a.h", "x\n#oops\n");
  EXPECT_EQ(said(main("#include \"a.h\"\ny")),
            "a.h:2:2: error: unknown directive '#oops'\n"
            "    2 | #oops\n"
            "      |  ^~~~\n"
            "x y");
}

TEST_F(PreprocessInclude, SaysWhatCannotBeIncluded) {
  EXPECT_EQ(said(main("#include \"none.h\"\n#include \"sub\"\n#include <m.h\n#include\n"
                      "#include \"/dev/zero\"\n")),
            "m.pml:1:10: error: cannot include 'none.h': no such file\n"
            "    1 | #include \"none.h\"\n"
            "      |          ^~~~~~~~\n"
            "m.pml:2:10: error: cannot include 'sub': is a directory, expected a file\n"
            "    2 | #include \"sub\"\n"
            "      |          ^~~~~\n"
            "m.pml:3:10: error: expected '>' after the name of the file\n"
            "    3 | #include <m.h\n"
            "      |          ^\n"
            "m.pml:4:2: error: expected \"file\" or <file> after #include\n"
            "    4 | #include\n"
            "      |  ^~~~~~~\n"
            "m.pml:5:10: error: cannot include '/dev/zero': it lies outside of the folders that "
            "may be read\n"
            "    5 | #include \"/dev/zero\"\n"
            "      |          ^~~~~~~~~~~\n"
            "help: -I /dev allows the files there\n");
}

TEST_F(PreprocessInclude, FindsNoFileOutsideOfItsFolders) {
  write("sub/b.h", "secret");
  std::filesystem::create_directory(folder_ / "model");
  std::filesystem::create_symlink(folder_ / "sub/b.h", folder_ / "model/link.h");
  PreprocessOptions options = about("#include \"../sub/b.h\"\n#include \"link.h\"\n");
  options.file_name = (folder_ / "model/m.pml").string();
  const auto refusal = [&](const std::string& line, const std::string& name) {
    return "model/m.pml:" + line + ":10: error: cannot include '" + name +
           "': it lies outside of the folders that may be read\n    " + line + " | #include \"" +
           name + "\"\n      |          ^" + std::string(name.size() + 1, '~') + "\nhelp: -I " +
           std::filesystem::canonical(folder_).string() + "/sub allows the files there\n";
  };
  const std::string expected = refusal("1", "../sub/b.h") + refusal("2", "link.h");
  std::string shown = made(options);
  for (const std::string& prefix : {folder_.string() + "/model/m.pml"}) {
    for (std::size_t at = shown.find(prefix); at != std::string::npos; at = shown.find(prefix)) {
      shown.replace(at, prefix.size(), "model/m.pml");
    }
  }
  EXPECT_EQ(shown, expected);
  // The folder may be given, and then also says where to look.
  options.include_folders = {(folder_ / "sub").string()};
  EXPECT_EQ(made(options), "secret secret");
}

TEST_F(PreprocessInclude, StopsWhenFilesIncludeEachOther) {
  write("a.h", "#include \"a.h\"\n");
  EXPECT_EQ(said(main("#include \"a.h\"\n")),
            "a.h:1:10: error: files include each other more than 50 levels deep\n"
            "    1 | #include \"a.h\"\n"
            "      |          ^~~~~\n");
}

TEST_F(PreprocessInclude, WantsConditionsToEndInTheirFile) {
  write("a.h", "#if 1\nx\n");
  write("b.h", "#endif\n");
  EXPECT_EQ(said(main("#include \"a.h\"\n#if 1\n#include \"b.h\"\n#endif\n")),
            "a.h:1:2: error: the condition that begins here has no #endif\n"
            "    1 | #if 1\n"
            "      |  ^~\n"
            "b.h:1:2: error: #endif without #if\n"
            "    1 | #endif\n"
            "      |  ^~~~~\n"
            "x");
}

}  // namespace
}  // namespace clew::promela
