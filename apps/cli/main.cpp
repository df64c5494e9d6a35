#include <exception>
#include <new>

#include <fmt/format.h>

#include "clew/base/patience.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"

namespace {

using namespace clew::cli;

int run(const Options& options) {
  if (options.command == "check") return run_check(options);
  if (options.command == "explore") return run_explore(options);
  if (options.command == "simulate") return run_simulate(options);
  if (options.command == "draw") return run_draw(options);
  if (options.command == "ltl") return run_ltl(options);
  if (options.command == "bench") return run_bench(options);
  return run_translate(options);
}

int answer(int argument_count, char** arguments) {
  const ParsedLine line = parse_command_line(argument_count, arguments);
  if (line.wants_json) keep_complaints();
  if (line.complaint) refuse(*line.complaint, line.errors);
  if (line.exit_code) {
    write_out(line.output);
    return *line.exit_code;
  }
  if (use_color(line.options)) let_colors_through();
  clew::Patience patience(line.options.limits, [] { return was_interrupted(); });
  const clew::Patience::Scope scope(patience);
  return run(line.options);
}

// The same; input that is wrong is a part of the answer.
int answer_or_complain(int argument_count, char** arguments) {
  try {
    return answer(argument_count, arguments);
  } catch (const BadInput&) {
    return end_with_complaints();
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  try {
    settle_in();
    return answer_or_complain(argument_count, arguments);
  } catch (const clew::OutOfPatience& end) {
    write_error(fmt::format("clew: unknown: {}\n", end.what()));
    return 3;
  } catch (const OutputLost&) {
    write_error("clew: error: standard output cannot be written\n");
    return 2;
  } catch (const std::bad_alloc&) {
    write_error(
        "clew: unknown: the machine has no more memory\nhelp: --memory sets a limit and keeps what "
        "is known by then\n");
    return 3;
  } catch (const std::exception& error) {
    write_error(fmt::format(
        "clew: defect: {}\nhelp: this is a mistake in Clew; please report it with the model\n",
        error.what()));
    return 4;
  }
}
