#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "clew/base/process.hpp"
#include "clew/solve/solvers.hpp"

namespace clew {

namespace {

constexpr std::chrono::milliseconds nap(50);
constexpr std::size_t text_length_max = 1U << 16;

std::string text_of(SatLit lit) {
  return is_negated(lit) ? fmt::format("(not v{})", variable_of(lit))
                         : fmt::format("v{}", variable_of(lit));
}

// A program that reads SMT-LIB 2.  Variables are Booleans named v1, v2, ...
class SmtlibSolver final : public SatSolver {
 public:
  explicit SmtlibSolver(const std::vector<std::string>& arguments)
      : name_(arguments.front()), program_(arguments) {
    pending_ =
        "(set-option :print-success false)\n(set-option :produce-models true)\n"
        "(set-option :produce-unsat-assumptions true)\n(set-logic QF_UF)\n";
  }

  SatLit add_variable() override {
    ++variables_;
    say(fmt::format("(declare-const v{} Bool)\n", variables_));
    return static_cast<SatLit>(variables_);
  }

  void add_clause(std::span<const SatLit> clause) override {
    if (clause.size() == 1) return say(fmt::format("(assert {})\n", text_of(clause.front())));
    std::string text = clause.empty() ? "(assert false" : "(assert (or";
    for (const SatLit lit : clause) text += " " + text_of(lit);
    say(text + (clause.empty() ? ")\n" : "))\n"));
  }

  // A program has no limit of conflicts that all of them know: only the stop callback ends it.
  SatAnswer solve(std::span<const SatLit> assumptions, std::uint64_t) override {
    if (wants_to_stop()) return SatAnswer::Stopped;
    values_.clear();
    failed_.reset();
    if (assumptions.empty()) failed_.emplace();  // an empty list is no list to some
    std::string text;
    for (const SatLit lit : assumptions) text += text_of(lit) + " ";
    say(text.empty() ? "(check-sat)\n" : "(check-sat-assuming (" + text + "))\n");
    flush();
    const auto answer = next_line();
    if (!answer) return SatAnswer::Stopped;
    if (*answer == "sat") return SatAnswer::Satisfiable;
    if (*answer == "unsat") return SatAnswer::Unsatisfiable;
    throw SolverFailure(fmt::format("the solver {} said '{}'", name_, *answer));
  }

  bool value(SatLit lit) override {
    if (values_.empty()) read_values();
    return values_[static_cast<std::size_t>(variable_of(lit))] != is_negated(lit);
  }

  bool failed(SatLit assumption) override {
    if (!failed_) read_failed();
    return failed_->contains(static_cast<std::int32_t>(assumption));
  }

 private:
  void say(std::string_view text) {
    pending_ += text;
    if (pending_.size() >= text_length_max) flush();
  }

  void flush() {
    const bool is_taken = program_.send(pending_, [this] { return !wants_to_stop(); });
    // Half of what was said is of no use to it.
    if (!is_taken && program_.is_there()) is_abandoned_ = true;
    pending_.clear();
  }

  // Nothing if somebody wants to stop: then the program is still busy, and of no use any more.
  std::optional<std::string> next_line() {
    while (true) {
      if (is_abandoned_ || wants_to_stop()) {
        is_abandoned_ = true;
        return std::nullopt;
      }
      if (auto line = program_.next_line(nap)) return line;
      if (!program_.is_there()) throw SolverFailure(fmt::format("the solver {} is gone", name_));
    }
  }

  // Everything up to the parenthesis that closes the first one.
  std::string next_list() {
    std::string list;
    int open = 0;
    do {
      const auto line = next_line();
      if (!line) throw SolverFailure(fmt::format("the solver {} was stopped", name_));
      open += static_cast<int>(std::count(line->begin(), line->end(), '(')) -
              static_cast<int>(std::count(line->begin(), line->end(), ')'));
      list += *line + " ";
    } while (open > 0);
    if (list.starts_with("(error")) {
      throw SolverFailure(fmt::format("the solver {} said '{}'", name_, list));
    }
    return list;
  }

  void read_values() {
    std::string text = "(get-value (";
    for (int i = 1; i <= variables_; ++i) text += fmt::format("v{} ", i);
    say(text + "))\n");
    flush();
    values_.assign(static_cast<std::size_t>(variables_) + 1, false);
    const std::string list = next_list();
    // ((v1 true) (v2 false) ...)
    for (std::size_t at = list.find('v'); at != std::string::npos; at = list.find('v', at + 1)) {
      const std::size_t variable = std::stoul(list.substr(at + 1, 12));
      const std::size_t blank = list.find(' ', at);
      values_[variable] = blank != std::string::npos && list.compare(blank + 1, 4, "true") == 0;
    }
  }

  void read_failed() {
    say("(get-unsat-assumptions)\n");
    flush();
    failed_.emplace();
    const std::string list = next_list();
    // (v1 (not v2) ...)
    for (std::size_t at = list.find('v'); at != std::string::npos; at = list.find('v', at + 1)) {
      const int variable = std::stoi(list.substr(at + 1, 12));
      const bool is_not = at >= 5 && list.compare(at - 5, 5, "(not ") == 0;
      failed_->insert(is_not ? -variable : variable);
    }
  }

  std::string name_;
  ProgramDialogue program_;
  std::string pending_;
  int variables_ = 0;
  bool is_abandoned_ = false;
  std::vector<bool> values_;                                // by variable; empty: not asked for yet
  std::optional<std::unordered_set<std::int32_t>> failed_;  // the same
};

}  // namespace

std::unique_ptr<SatSolver> make_smtlib_solver(const std::vector<std::string>& arguments) {
  if (program_path(arguments.front()).empty()) {
    throw SolverFailure(fmt::format("there is no program '{}' on the PATH", arguments.front()));
  }
  return std::make_unique<SmtlibSolver>(arguments);
}

}  // namespace clew
