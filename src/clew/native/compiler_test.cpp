#include "clew/native/compiler.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "clew/base/contract.hpp"
#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/native/native_test.hpp"

namespace clew {
namespace {

int called_from_text(int value) { return value * 10; }

TEST(CompileInProcess, MakesFunctionsThatCanBeCalled) {
  const Compilation made = compile_in_process("int twice(int x) { return 2 * x; }");
  ASSERT_TRUE(made.ok()) << made.error;
  EXPECT_EQ(function_of<int(int)>(*made.code, "twice")(21), 42);
  EXPECT_EQ(made.code->symbol("thrice"), nullptr);
}

TEST(CompileInProcess, LetsTheTextCallTheHost) {
  const Compilation made =
      compile_in_process("int host(int); int f(int x) { return host(x) + 1; }",
                         {{"host", reinterpret_cast<const void*>(&called_from_text)}});
  ASSERT_TRUE(made.ok()) << made.error;
  EXPECT_EQ(function_of<int(int)>(*made.code, "f")(4), 41);
}

TEST(CompileInProcess, CopiesMemoryWithoutALibrary) {
  const Compilation made = compile_in_process(
      "struct Big { long words[40]; };\n"
      "void *memmove(void *, const void *, unsigned long);\n"
      "void copy(struct Big *to, struct Big *from) {\n"
      "  struct Big first = *from;\n"
      "  memmove(to, &first, sizeof first);\n"
      "}\n");
  ASSERT_TRUE(made.ok()) << made.error;
  std::array<long, 40> from{};
  std::array<long, 40> to{};
  from[39] = 7;
  function_of<void(void*, void*)>(*made.code, "copy")(to.data(), from.data());
  EXPECT_EQ(to, from);
}

TEST(CompileInProcess, SaysWhatIsWrongWithTheText) {
  const Compilation made = compile_in_process("int f(int x) {\n  return y;\n}\n");
  EXPECT_FALSE(made.ok());
  EXPECT_EQ(made.error, "<string>:2: error: 'y' undeclared");
}

TEST(CompileInProcess, SaysWhatIsNotThere) {
  const Compilation made = compile_in_process("int g(int); int f(int x) { return g(x); }");
  EXPECT_FALSE(made.ok());
  EXPECT_EQ(made.error, "tcc: error: undefined symbol 'g'");
}

TEST(CompileInProcess, ServesSeveralWorkers) {
  std::vector<std::thread> workers;
  std::array<int, 4> results{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    workers.emplace_back([&results, i] {
      const std::string number = std::to_string(i + 1);
      const Compilation made = compile_in_process("int f(void) { return " + number + "; }");
      if (made.ok()) results[i] = function_of<int()>(*made.code, "f")();
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(results, (std::array<int, 4>{1, 2, 3, 4}));
}

TEST(CCompilerNamed, IsNoneIfThereIsNone) {
  EXPECT_FALSE(c_compiler_named("no-such-compiler"));
  EXPECT_FALSE(c_compiler_named("/dev/null"));
  EXPECT_FALSE(c_compiler_named(""));
}

// A program that does not answer would cost every run its patience.
TEST(CCompilerNamed, IsNotRunToBeKnown) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/cc";
  const std::string witness = folder.path() + "/was_run";
  ASSERT_EQ(write_file(program, "#!/bin/sh\ntouch " + witness + "\nsleep 1000\n"), "");
  ASSERT_EQ(::chmod(program.c_str(), 0700), 0);
  const auto before = c_compiler_named(program);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->path, program);
  ASSERT_EQ(write_file(program, "#!/bin/sh\n"), "");
  const auto after = c_compiler_named(program);
  ASSERT_TRUE(after);
  EXPECT_NE(before->identity, after->identity);
  EXPECT_FALSE(std::filesystem::exists(witness));
}

class BackgroundCompiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!c_compiler()) GTEST_SKIP() << "no C compiler: set CLEW_CC";
  }
};

TEST_F(BackgroundCompiles, EndReady) {
  BackgroundCompile compile("int twice(int x) { return 2 * x; }", *c_compiler());
  ASSERT_EQ(end_of(compile), BackgroundCompile::Progress::Ready) << compile.error();
  EXPECT_GT(compile.cpu_seconds(), 0);
  const CompiledText code = compile.take();
  EXPECT_EQ(function_of<int(int)>(code, "twice")(21), 42);
  EXPECT_THROW(compile.take(), ContractError);
}

TEST_F(BackgroundCompiles, LeaveTheirCodeBehindAndNoFiles) {
  std::optional<CompiledText> code;
  std::filesystem::path folder;
  {
    BackgroundCompile compile("int one(void) { return 1; }", *c_compiler());
    ASSERT_EQ(end_of(compile), BackgroundCompile::Progress::Ready) << compile.error();
    folder = std::filesystem::path(compile.library()).parent_path();
    EXPECT_TRUE(std::filesystem::exists(compile.library()));
    code = compile.take();
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_EQ(function_of<int()>(*code, "one")(), 1);
}

TEST_F(BackgroundCompiles, SayWhatIsWrong) {
  BackgroundCompile compile("int f(int x) { return y; }", *c_compiler());
  ASSERT_EQ(end_of(compile), BackgroundCompile::Progress::Failed);
  EXPECT_NE(compile.error().find("undeclared"), std::string::npos) << compile.error();
  EXPECT_EQ(compile.poll(), BackgroundCompile::Progress::Failed);
}

TEST_F(BackgroundCompiles, AreGivenUpAtOnce) {
  const CCompiler slow{program_path("sleep"), ""};
  const auto begin = std::chrono::steady_clock::now();
  std::filesystem::path folder;
  {
    BackgroundCompile compile("", slow, {"1000"});
    folder = std::filesystem::path(compile.library()).parent_path();
    EXPECT_TRUE(std::filesystem::exists(folder));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(100));
}

TEST_F(BackgroundCompiles, FailWithoutACompiler) {
  BackgroundCompile compile("int x;", {"/nowhere/cc", ""});
  EXPECT_EQ(end_of(compile), BackgroundCompile::Progress::Failed);
  EXPECT_NE(compile.error().find("/nowhere/cc"), std::string::npos) << compile.error();
}

TEST_F(BackgroundCompiles, KeepWhatTheCompilerWritesBetweenItsPasses) {
  const CCompiler writing{program_path("sh"), ""};
  std::filesystem::path written;
  {
    BackgroundCompile compile("", writing, {"-c", "touch $TMPDIR/between; sleep 1000"});
    written = std::filesystem::path(compile.library()).parent_path() / "between";
    while (!std::filesystem::exists(written))
      ASSERT_EQ(compile.poll(), BackgroundCompile::Progress::Running);
  }
  EXPECT_FALSE(std::filesystem::exists(written)) << "a compiler that was ended left it behind";
}

}  // namespace
}  // namespace clew
