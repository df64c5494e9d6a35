// The test program's main: what GoogleTest does, and a record of every case for the sum at the end.
//
// CTest starts one process for each suite and sees one exit code.  So that no case is lost behind it,
// CLEW_TEST_OUTCOMES names a file that gets a line when a case begins and one when it ends:
//
//   begun Tree.ObeysTheRulesOfTheHouse
//   passed Tree.ObeysTheRulesOfTheHouse
//
// A case that begins and does not end has crashed or met the time limit (scripts/test_summary).
// Exit codes: those of GoogleTest, and 77 where cases ran and every one of them was skipped.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace {

constexpr int every_case_skipped = 77;

// What the signal handler says; a plain buffer, because a handler must not touch a std::string.
std::array<char, 1024> current_case{};

[[maybe_unused]] void name_case_and_die(int signal_number) {
  const std::string_view name(current_case.data());
  constexpr std::string_view text = ": error: the test program died in this case\n";
  // Nothing is left to be done about a failing write.
  [[maybe_unused]] auto written = ::write(STDERR_FILENO, name.data(), name.size());
  written = ::write(STDERR_FILENO, text.data(), text.size());
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

// A sanitizer reports a crash better than we can, so its own handlers stay.
void name_cases_that_kill() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // The handler has a stack of its own: running out of stack is the likeliest way to die.
  static std::array<char, 65536> handler_stack;
  const stack_t stack{
      .ss_sp = handler_stack.data(), .ss_flags = 0, .ss_size = handler_stack.size()};
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = name_case_and_die;
  action.sa_flags = SA_ONSTACK;
  for (const int signal_number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS})
    ::sigaction(signal_number, &action, nullptr);
#endif
}

std::string name_of(const testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

class OutcomeRecord : public testing::EmptyTestEventListener {
 public:
  explicit OutcomeRecord(const std::string& file) : lines_(file) {}

  void OnTestStart(const testing::TestInfo& test) override {
    const std::string name = name_of(test);
    const std::size_t length = std::min(name.size(), current_case.size() - 1);
    std::copy_n(name.data(), length, current_case.data());
    current_case[length] = '\0';
    lines_ << "begun " << name << std::endl;
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    const auto& result = *test.result();
    const char* outcome = result.Skipped() ? "skipped" : result.Passed() ? "passed" : "failed";
    lines_ << outcome << ' ' << name_of(test) << std::endl;
  }

 private:
  std::ofstream lines_;
};

}  // namespace

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  name_cases_that_kill();
  const char* file = std::getenv("CLEW_TEST_OUTCOMES");
  testing::UnitTest::GetInstance()->listeners().Append(
      new OutcomeRecord(file != nullptr ? file : "/dev/null"));
  const int code = RUN_ALL_TESTS();
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  const bool none_ran = tests.skipped_test_count() == tests.test_to_run_count();
  return code == 0 && none_ran && tests.skipped_test_count() > 0 ? every_case_skipped : code;
}
