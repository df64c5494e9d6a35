#include "tests/spin.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {

namespace {

using Words = std::vector<std::string>;
using End = ProgramResult::End;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The first line of `text` that contains one of `parts`; empty if there is none.
std::string line_with(const std::string& text, const Words& parts) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool found = std::any_of(parts.begin(), parts.end(),
                                   [&](const std::string& part) { return contains(line, part); });
    if (found) return line;
  }
  return {};
}

bool is_installed(const std::string& program) {
  const auto end = run_program({program, program == "spin" ? "-V" : "-v"}, "", {}).end;
  return end != End::NotFound;
}

// The compilers that will do.  What pan.c is compiled with matters more than how fast it runs then:
// tcc needs 10 ms where cc -O0 needs 200.
const std::vector<Words>& compilers() {
  static const std::vector<Words> list = [] {
    std::vector<Words> found;
    if (is_installed("tcc")) found.push_back({"tcc"});
    found.push_back({"cc", "-O0"});
    return found;
  }();
  return list;
}

// One question on its way: text -> pan.c -> pan -> what it prints.
class Inquiry {
 public:
  Inquiry(const std::string& text, const SpinQuestion& question)
      : question_(question), depth_max_(std::min<std::uint64_t>(question.depth_max, 100'000)) {
    if (const std::string error = write_file(folder_.path() + "/m.pml", text); !error.empty()) {
      answer_.refusal = "cannot write the model: " + error;
    }
  }

  SpinAnswer answer() {
    if (answer_.refusal.empty()) generate();
    if (answer_.refusal.empty()) compile();
    const bool is_reduced = question_.reduction != SpinReduction::None;
    if (answer_.refusal.empty()) is_reduced ? count_reduced() : count();
    const bool looks_again = question_.with_verdicts && !is_reduced;
    if (answer_.refusal.empty() && looks_again) look_for_errors();
    return answer_;
  }

  SpinVerdict verdict() {
    switches_ = {};
    if (answer_.refusal.empty()) generate();
    if (answer_.refusal.empty()) compile();
    SpinVerdict found{answer_.refusal, false};
    if (!found.refusal.empty()) return found;
    const ProgramResult result = search({"-a", "-A", "-E"});
    check_end(result);
    const std::string error = line_with(result.output, {"pan:1: "});
    found.accepts = contains(error, "acceptance cycle") || contains(error, "claim violated") ||
                    contains(error, "end state in claim reached");
    found.refusal = found.accepts ? "" : answer_.refusal.empty() ? error : answer_.refusal;
    return found;
  }

 private:
  ProgramResult run(const Words& program) const {
    // Programs write beside themselves; the shell goes into the folder first.
    Words words = {"sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder_.path()};
    words.insert(words.end(), program.begin(), program.end());
    ProgramLimits limits;
    limits.time_max = question_.time_max;
    return run_program(words, "", limits);
  }

  void generate() {
    Words words = {"spin", "-a"};
    if (question_.reduction != SpinReduction::All) {
      for (const char* word : {"-o1", "-o2", "-o3"}) words.emplace_back(word);
    }
    for (const auto& [name, value] : question_.definitions) {
      words.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    }
    words.push_back("m.pml");
    const ProgramResult result = run(words);
    const std::string said = result.output + result.errors;
    if (result.end == End::Exited && result.exit_code == 0) return;
    // What spin calls an error and goes on behind is a warning.
    const std::string complaint = line_with(said, {"Error:", "error:", "error,"});
    answer_.refusal = complaint.empty() ? "spin: " + first_line(said) : complaint;
  }

  void compile() {
    ProgramResult result;
    const std::vector<Words> optimising = {{"cc", "-O1"}};
    for (const Words& compiler : question_.is_long ? optimising : compilers()) {
      Words words = compiler;
      words.insert(words.end(), switches_.begin(), switches_.end());
      if (question_.reduction == SpinReduction::None) words.emplace_back("-DNOREDUCE");
      for (const char* word : {"-w", "-o", "pan", "pan.c"}) words.emplace_back(word);
      words.push_back("-DVECTORSZ=" + std::to_string(vector_bytes_max_));
      words.push_back("-DMEMLIM=" + std::to_string(question_.memory_mebibytes_max));
      result = run(words);
      if (result.end == End::Exited && result.exit_code == 0) return;
    }
    answer_.refusal = "pan.c does not compile: " + first_line(result.errors);
  }

  // Runs pan; a state or a path that is longer than was thought is no reason to give up.
  ProgramResult search(const Words& switches) {
    while (true) {
      const bool counts = !switches_.empty();
      Words words = {"./pan", counts ? "-c0" : "-c1", "-w18", "-m" + std::to_string(depth_max_)};
      words.insert(words.end(), switches.begin(), switches.end());
      ProgramResult result = run(words);
      if (contains(result.output, "max search depth too small") &&
          depth_max_ < question_.depth_max) {
        depth_max_ = std::min(10 * depth_max_, question_.depth_max);
      } else if (contains(result.output, "VECTORSZ") && vector_bytes_max_ < 64 * 1024) {
        vector_bytes_max_ *= 8;
        compile();
        if (!answer_.refusal.empty()) return result;
      } else {
        return result;
      }
    }
  }

  // Sets the refusal if the search was cut short.
  void check_end(const ProgramResult& result) {
    if (!answer_.refusal.empty()) return;
    if (result.end == End::TimedOut) answer_.refusal = "pan takes too long";
    if (result.end == End::Crashed) answer_.refusal = "pan crashed";
    if (result.exit_code > 128) answer_.refusal = "pan crashed";  // as the shell says it
    if (!answer_.refusal.empty()) return;
    answer_.refusal =
        line_with(result.output + result.errors,
                  {"max search depth too small", "self-loop", "VECTORSZ", "out of memory",
                   "reached -DMEMLIM", "too many", "Search not completed"});
  }

  static std::optional<std::uint64_t> number_before(const std::string& output,
                                                    const std::string& words) {
    std::smatch match;
    if (!std::regex_search(output, match, std::regex("([0-9]+) " + words))) return std::nullopt;
    return std::stoull(match[1]);
  }

  std::pair<std::uint64_t, std::uint64_t> counts_in(const ProgramResult& result) {
    const auto stored = number_before(result.output, "states, stored");
    const auto matched = number_before(result.output, "states, matched");
    if (!stored || !matched) {
      answer_.refusal = "pan printed no counts: " + first_line(result.output + result.errors);
      return {};
    }
    // The initial state is booked as if a step had led to it.
    return {*stored, *stored + *matched - 1};
  }

  void count() {
    const ProgramResult result = search({"-A", "-E"});
    // With assertions and end states off, only run-time errors are left: pan goes on behind them
    // in ways of its own.
    const std::string error = line_with(result.output, {"pan:1: "});
    if (answer_.refusal.empty()) answer_.refusal = error;
    check_end(result);
    if (!answer_.refusal.empty()) return;
    std::tie(answer_.states, answer_.transitions) = counts_in(result);
  }

  void look_for_errors() {
    const ProgramResult result = search({});
    check_end(result);
    if (!answer_.refusal.empty()) return;
    if (counts_in(result) != std::pair{answer_.states, answer_.transitions}) {
      answer_.refusal = "pan counts differently when it looks for errors";
    }
    note_errors(result.output);
  }

  // What is left out is for pan to say, so there is nothing to compare a second run with.
  void count_reduced() {
    const ProgramResult result = search({});
    check_end(result);
    if (!answer_.refusal.empty()) return;
    std::tie(answer_.states, answer_.transitions) = counts_in(result);
    note_errors(result.output);
  }

  void note_errors(const std::string& output) {
    const std::regex error("pan:[0-9]+: ([^\n]*)");
    for (std::sregex_iterator it(output.begin(), output.end(), error), end; it != end; ++it) {
      const std::string what = (*it)[1];
      if (contains(what, "invalid array index")) {
        answer_.refusal = what;
      } else if (what.starts_with("assertion violated")) {
        answer_.has_failed_assertion = true;
      } else if (what.starts_with("invalid end state")) {
        answer_.has_invalid_end_state = true;
      } else {
        answer_.refusal = what;
      }
    }
  }

  const SpinQuestion& question_;
  TemporaryFolder folder_;
  std::uint64_t depth_max_;  // to begin with: much memory goes into the stack of a deep search
  std::uint64_t vector_bytes_max_ = 1024;
  Words switches_ = {"-DSAFETY", "-DNOCLAIM"};
  SpinAnswer answer_;
};

}  // namespace

bool spin_is_installed() {
  static const bool installed = is_installed("spin");
  return installed;
}

SpinAnswer ask_spin(const std::string& text, const SpinQuestion& question) {
  return Inquiry(text, question).answer();
}

SpinVerdict ask_spin_about_claim(const std::string& text, const SpinQuestion& question) {
  return Inquiry(text, question).verdict();
}

}  // namespace clew
