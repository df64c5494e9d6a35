#include "clew/engine/outside/outside_program.hpp"

#include "clew/base/process.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds nap(50);

}  // namespace

std::optional<std::string> ask_program(const std::vector<std::string>& arguments,
                                       std::string_view text, FunctionRef<bool()> goes_on) {
  ProgramDialogue program(arguments);
  program.send(text);
  std::string said;
  while (program.is_there()) {
    if (!goes_on()) return std::nullopt;
    while (const auto line = program.next_line(nap)) {
      said += *line;
      said += '\n';
      if (said.size() % 64 == 0 && !goes_on()) return std::nullopt;
    }
  }
  return said;
}

}  // namespace clew
