// SPIN as an oracle: how many states and transitions a Promela model has, and what goes wrong in
// it, says the installed `spin`.  It is asked with all reductions off, unless somebody wants them, so
// that the numbers are those of the language:
//
//   const SpinAnswer answer = ask_spin("init { skip }", {});
//   answer.states;       // 3
//   answer.transitions;  // 2
//
// Threads: any number may ask at once; every question has a temporary folder of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace clew {

// What SPIN itself leaves out.
enum class SpinReduction : std::uint8_t {
  None,
  PartialOrder,  // moves that can wait, and nothing else
  All,           // as it comes: besides, statements are merged and dead values forgotten
};

struct SpinQuestion {
  std::map<std::string, std::string> definitions = {};  // -D NAME=VALUE
  std::uint64_t depth_max = 1'000'000;                  // in steps, those inside atomic included
  std::chrono::milliseconds time_max{60'000};           // of each program that is run
  std::uint64_t memory_mebibytes_max = 4096;            // of the state space
  // A second run that also looks for failed assertions and invalid end states; with a reduction
  // there is one run, which looks for them in any case.
  bool with_verdicts = true;
  SpinReduction reduction = SpinReduction::None;
  bool is_long = false;  // the search takes longer than cc -O1 does
};

struct SpinAnswer {
  // Why the numbers below must not be compared with anything: the model is refused, has run-time
  // errors, is too large.  Empty: they are right.
  std::string refusal;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  // Only with verdicts, or a reduction.
  bool has_failed_assertion = false;
  bool has_invalid_end_state = false;
};

// What `pan -a` says about the first claim of a model.
struct SpinVerdict {
  std::string refusal;   // as above
  bool accepts = false;  // there is a run that the claim accepts
};

bool spin_is_installed();

SpinAnswer ask_spin(const std::string& text, const SpinQuestion& question);
SpinVerdict ask_spin_about_claim(const std::string& text, const SpinQuestion& question);

}  // namespace clew
