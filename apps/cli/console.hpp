// Where the program meets the terminal: output, the live line, Ctrl-C.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "clew/base/watch.hpp"
#include "options.hpp"

namespace clew::cli {

// Thrown when standard output takes no more; what was asked for was not delivered.
struct OutputLost {};

// On a terminal, what would steer it is shown and does nothing: names and texts of a model may hold anything.
void write_out(std::string_view text);    // standard output: results only; throws OutputLost
void write_error(std::string_view text);  // standard error: everything else

// From now on our own colours are let through to a terminal.
void let_colors_through();

// Something stands on standard output.
bool has_written_out();

bool use_color(const Options& options);

// What a program has to do before anything else: standard input, output and error exist (a file opened later
// must not take their place), and a signal that ends the program removes its temporary files first.
void settle_in();

// From now on the first Ctrl-C asks engines to stop; the second one ends the program.  Until this is
// called Ctrl-C simply ends it: while a model is read there is nothing to tell yet.
void catch_interrupts();
bool was_interrupted();

// Shows how far an engine is: one live line on a terminal, a plain line every ten seconds
// elsewhere.
class LiveLine {
 public:
  explicit LiveLine(bool quiet);
  ~LiveLine();

  Watcher watcher();
  // A line that stays.
  void tell(const std::string& text) const;

 private:
  void show(const Heartbeat& now);

  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace clew::cli
