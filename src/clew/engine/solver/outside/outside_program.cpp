#include "clew/engine/solver/outside/outside_program.hpp"

#include "clew/base/process.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds nap(50);
// What a program that has closed its output may still take to be gone.
constexpr std::chrono::milliseconds farewell_max(2000);

}  // namespace

std::optional<ProgramSaid> ask_program(const std::vector<std::string>& arguments,
                                       std::string_view text, FunctionRef<bool()> goes_on) {
  ProgramDialogue program(arguments);
  program.send(text, goes_on);
  ProgramSaid said;
  while (program.is_there()) {
    if (!goes_on()) return std::nullopt;
    while (const auto line = program.next_line(nap)) {
      said.text += *line;
      said.text += '\n';
      if (!goes_on()) return std::nullopt;
    }
  }
  said.ended_well = program.ends_well(farewell_max);
  return said;
}

}  // namespace clew
