// The command line as the user gave it, and what it means.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clew/check/check.hpp"
#include "complaints.hpp"

namespace clew::cli {

enum class Color : std::uint8_t { Auto, Always, Never };

struct Options : CheckOptions {
  Options() { reduces_where_sound = true; }  // unless told otherwise

  std::string command;  // "check", "explore", ...
  std::string model_file;
  std::string language;
  std::map<std::string, std::string> definitions;
  std::vector<std::string> undefined;
  std::vector<std::string> include_folders;

  // --- verifying commands
  std::vector<std::string> asked;  // -p
  std::string property_file;       // empty: what lies beside the model, if there is something
  std::optional<std::uint64_t> violations_max;
  std::string trace_file;
  std::string certificate_file;
  bool levels = false;
  std::string export_file;

  // --- simulate
  std::optional<std::uint64_t> random_steps;
  std::string replay_file;
  std::vector<std::string> watched;
  bool interactive = false;
  bool full_states = false;
  bool chart = false;  // also draw
  bool path_alone = false;  // draw: nothing but the run

  // --- draw and translate
  std::string process;
  std::string format;  // empty: by the suffix of output_file, else dot
  std::string output_file;
  std::uint64_t states_max = 200;
  std::string target_language;

  // --- ltl
  std::string formula;
  bool generalised = false;  // marks on edges instead of accepting states
  bool negate = false;
  bool simplify = true;

  // --- bench
  std::vector<std::string> bench_models;                // empty: the usual ones
  std::optional<std::vector<std::string>> bench_peers;  // nothing: all that are installed
  std::optional<std::uint64_t> repetitions;             // nothing: 3, or 1 if quick
  bool quick = false;
  bool liveness = false;  // the set of products instead of models to explore
  bool engines = false;   // the set of questions for the engines instead
  std::string plot_file;
  std::optional<std::uint64_t> limit_states;  // only measure the machine's limit, say it as JSON

  // --- output
  bool json = false;
  std::string json_file;  // empty: standard output
  bool quiet = false;
  bool verbose = false;
  Color color = Color::Auto;
};

// What to do next.
struct ParsedLine {
  Options options;
  std::optional<int> exit_code;        // set: print the two texts and leave
  std::string output;                  // for standard output
  std::string errors;                  // for standard error
  std::optional<Complaint> complaint;  // what is wrong with the line, which `errors` says
  bool wants_json = false;             // even if the rest could not be understood
};

ParsedLine parse_command_line(int argument_count, const char* const* arguments);

}  // namespace clew::cli
