// Runs another program: the macro processor, Graphviz, a C compiler.  Beside worker.hpp the only place in
// Clew that forks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/base/leftovers.hpp"

namespace clew {

struct ProgramResult {
  enum class End { Exited, NotFound, TimedOut, Crashed, NotSealed };
  End end = End::Exited;
  int exit_code = 0;
  std::string output;  // standard output
  std::string errors;  // standard error

  // --- what it took, the programs it started and waited for included
  double wall_seconds = 0;
  double cpu_seconds = 0;  // user and system
  // The largest resident size that it, or one of those, ever had.  A program begins life as a copy of
  // us, so this is never below what our own data took: measure from a small process.
  std::uint64_t memory_bytes_peak = 0;
};

// A program that runs what its input says can be kept from opening files and from starting programs: it
// gets the greeting first, which makes it say the answer on its standard error.  By then it has loaded what
// it needs.  It gets its input only once it cannot open anything more; where that cannot be done it gets none
// (NotSealed).
struct ProgramSeal {
  std::string_view greeting;
  std::string_view answer;  // empty: the program is not sealed
};

struct ProgramLimits {
  std::chrono::milliseconds time_max{60'000};
  std::uint64_t cpu_seconds_max = 0;  // 0: no limit
  std::size_t output_bytes_max = 256U << 20;
  ProgramSeal seal = {};
};

// Looks `arguments[0]` up on the PATH, feeds `input` to it and collects what it prints.  A program
// that passes a limit is ended (TimedOut).
ProgramResult run_program(const std::vector<std::string>& arguments, std::string_view input,
                          const ProgramLimits& limits);

// Ends a process and those it has started, whatever groups they are in.  Does not wait for it.
void kill_family(int process);

// Where a program lies on the PATH; empty if it does not.  Elements of the PATH that are empty or
// relative do not count.  A name with a slash is a path already.
std::string program_path(const std::string& name);

// Another program that runs beside us, without a terminal.
//
//   BackgroundProgram program({"cc", "-shared", "a.c"}, "log.txt");
//   while (program.poll() == BackgroundProgram::Progress::Running) ...
//
// It ends, with all programs it has started itself, when the object goes.
// Threads: one at a time.
class BackgroundProgram {
 public:
  enum class Progress : std::uint8_t { Running, Succeeded, Failed };

  // What it prints goes to the file `log`.
  BackgroundProgram(const std::vector<std::string>& arguments, const std::string& log);
  ~BackgroundProgram();
  BackgroundProgram(const BackgroundProgram&) = delete;
  BackgroundProgram& operator=(const BackgroundProgram&) = delete;

  // Does not wait.  Failed: it could not be started, crashed, or ended with another code than 0.
  Progress poll();
  // The processor time it took, once it has ended.
  double cpu_seconds() const { return cpu_seconds_; }

 private:
  int child_ = -1;  // -1: it has ended
  Leftover leftover_;
  Progress progress_ = Progress::Running;
  double cpu_seconds_ = 0;
};

// Another program that is spoken to: text goes to its standard input, lines come from its standard
// output and its standard error.
//
//   ProgramDialogue solver({"z3", "-in"});
//   solver.send("(check-sat)\n", goes_on);
//   while (solver.is_there() && !(line = solver.next_line(50ms))) ...
//
// It ends, with all programs it has started itself, when the object goes.
// Threads: one at a time.
class ProgramDialogue {
 public:
  explicit ProgramDialogue(const std::vector<std::string>& arguments);
  ~ProgramDialogue();
  ProgramDialogue(const ProgramDialogue&) = delete;
  ProgramDialogue& operator=(const ProgramDialogue&) = delete;

  // False once it could not be started, or has closed its output, and every line was read.
  bool is_there() const { return is_there_; }
  // Waits until the program has taken the text, and asks now and then whether to go on; what it says
  // meanwhile is kept.  False: it has not taken all of it.
  bool send(std::string_view text, FunctionRef<bool()> goes_on);
  // A line without its end, if there is one within this time.
  std::optional<std::string> next_line(std::chrono::milliseconds time_max);
  // Waits until the program has ended.  True if it did within this time, by itself, with exit code 0.
  bool ends_well(std::chrono::milliseconds time_max);

 private:
  // Waits for text, or until there is room to send.  False if there is neither.
  bool listen(std::chrono::milliseconds time_max, bool wants_room);

  int child_ = -1;
  Leftover leftover_;
  int socket_ = -1;
  bool is_there_ = false;
  std::string heard_;  // from heard_begin_ on: not handed out yet
  std::size_t heard_begin_ = 0;
};

}  // namespace clew
