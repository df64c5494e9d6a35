#include "tests/spin_compare.hpp"

#include <fmt/format.h>

#include <utility>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {

namespace {

using Outcome = Comparison::Outcome;

std::string sentence(std::uint64_t states, std::uint64_t transitions) {
  return fmt::format("{} states, {} transitions", states, transitions);
}

std::string sentence(bool failed_assertion, bool invalid_end) {
  return fmt::format(", assertions {}, deadlock {}", failed_assertion ? "violated" : "holds",
                     invalid_end ? "violated" : "holds");
}

std::string what_spin_says(const SpinAnswer& answer, bool with_verdicts) {
  std::string text = sentence(answer.states, answer.transitions);
  if (with_verdicts) text += sentence(answer.has_failed_assertion, answer.has_invalid_end_state);
  return text;
}

bool is_violated(const Report& report, PropertyKind kind) {
  for (const PropertyResult& result : report.properties) {
    if (result.property.kind == kind) return result.verdict == Verdict::Violated;
  }
  return false;
}

// How the nearest run-time error is described.
std::string first_error(Model& model) {
  CheckOptions options;
  options.properties.push_back(read_property(model, "errors").value());
  const Report report = check(model, options);
  const PropertyResult& result = report.properties.front();
  return result.traces.empty() ? std::string("none is shown") : result.traces.front().ending;
}

std::string what_clew_says(const std::string& text, const SpinQuestion& question) {
  auto read = language_named("promela")->read({"model.pml", text, question.definitions});
  if (!read.ok()) return "refused: " + read.diagnostics.text();
  Model model = without_claim(std::move(read.value()));
  CheckOptions options;
  options.limits.seconds_max = static_cast<double>(question.time_max.count()) / 1000;
  const Report size = explore(model, options);
  if (!size.finished) return "not finished: " + size.stop_text;
  std::string said = sentence(size.statistics.states, size.statistics.transitions);
  if (size.statistics.errors > 0) return said + ", run-time error: " + first_error(model);
  if (!question.with_verdicts) return said;
  for (const char* name : {"deadlock", "assertions"}) {
    auto property = read_property(model, name);
    if (!property.ok()) return said + ": " + property.diagnostics.text();
    options.properties.push_back(property.value());
  }
  const Report verdicts = check(model, options);
  if (!verdicts.defect.empty()) return said + ", defect: " + verdicts.defect;
  return said + sentence(is_violated(verdicts, PropertyKind::Assertions),
                         is_violated(verdicts, PropertyKind::Deadlock));
}

// Messages with too few items: an error for both, behind which SPIN goes on.
bool is_about_items(const std::string& refusal) {
  return refusal.find("too few parameters in send stmnt") != std::string::npos ||
         refusal.find("missing pars in receive") != std::string::npos;
}

bool finds_error(const std::string& text, const SpinQuestion& question) {
  auto read = language_named("promela")->read({"model.pml", text, question.definitions});
  if (!read.ok()) return false;
  Model model = without_claim(std::move(read.value()));
  CheckOptions options;
  options.properties.push_back(read_property(model, "errors").value());
  return check(model, options).properties.front().verdict == Verdict::Violated;
}

}  // namespace

Comparison compare_with_spin(const std::string& text, const SpinQuestion& question) {
  const SpinAnswer answer = ask_spin(text, question);
  if (is_about_items(answer.refusal)) {
    if (finds_error(text, question)) return {Outcome::Equal, answer.refusal};
    return {Outcome::Different, "spin: " + answer.refusal + "\nclew: no run-time error is found"};
  }
  if (!answer.refusal.empty()) return {Outcome::NotComparable, answer.refusal};
  const std::string spin = what_spin_says(answer, question.with_verdicts);
  const std::string clew = what_clew_says(text, question);
  if (spin == clew) return {Outcome::Equal, spin};
  return {Outcome::Different, "spin: " + spin + "\nclew: " + clew};
}

SpinQuestion question_for_random_models() {
  SpinQuestion question;
  question.depth_max = 100'000;
  question.time_max = std::chrono::milliseconds(20'000);
  question.memory_mebibytes_max = 20;  // some ten thousand states: no clock decides what is large
  return question;
}

}  // namespace clew
