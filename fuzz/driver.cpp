// Runs a fuzz target over files instead of random inputs, so that `make test` needs no libFuzzer:
//
//   build/fuzz/dve_model models/dve build/fuzz/seeds/dve one_more_file.dve
//
// Folders are walked whole, in the order of their paths.  Exit codes: 0 every input was survived
// (a target that does not survive one ends the process itself, after its name was printed), 2 an
// argument cannot be read.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// What the signal handler says; a plain buffer, because a handler must not touch a std::string.
std::array<char, 4096> current_input{};

[[maybe_unused]] void name_input_and_die(int signal_number) {
  const std::string_view name(current_input.data());
  constexpr std::string_view text = ": error: the fuzz target died on this input\n";
  // Nothing is left to be done about a failing write.
  [[maybe_unused]] auto written = ::write(STDERR_FILENO, name.data(), name.size());
  written = ::write(STDERR_FILENO, text.data(), text.size());
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

// A sanitizer reports a crash better than we can, so its own handlers stay.
void name_inputs_that_kill() {
#if !defined(__SANITIZE_ADDRESS__)
  // The handler has a stack of its own: running out of stack is the likeliest way to die.
  static std::array<char, 65536> handler_stack;
  const stack_t stack{
      .ss_sp = handler_stack.data(), .ss_flags = 0, .ss_size = handler_stack.size()};
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = name_input_and_die;
  action.sa_flags = SA_ONSTACK;
  for (const int signal_number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS})
    ::sigaction(signal_number, &action, nullptr);
#endif
}

std::vector<fs::path> files_of(const fs::path& argument) {
  if (!fs::is_directory(argument)) return {argument};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(argument))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool run(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string input{std::istreambuf_iterator<char>(stream), {}};
  if (!stream || fs::is_directory(file)) {
    std::cerr << file.string() << ": error: cannot be read\n";
    return false;
  }
  const std::string name = file.string();
  const std::size_t length = std::min(name.size(), current_input.size() - 1);
  std::copy_n(name.data(), length, current_input.data());
  current_input[length] = '\0';
  // A copy of exactly the right size, so that the address sanitizer sees the first byte too far.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  name_inputs_that_kill();
  std::size_t survived = 0;
  bool readable = true;
  for (int i = 1; i < argc; ++i) {
    for (const fs::path& file : files_of(argv[i])) {
      if (run(file))
        ++survived;
      else
        readable = false;
    }
  }
  std::cout << survived << " inputs survived\n";
  return readable ? 0 : 2;
}
