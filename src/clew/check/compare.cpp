#include "clew/check/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "clew/base/contract.hpp"
#include "clew/check/portfolio.hpp"

namespace clew {

namespace {

// Without a limit of the user's: so long an engine may take, ...
constexpr double patience_seconds = 60;
// ... but only so many times longer than another that has answered everything, ...
constexpr double patience_factor = 10;
// ... or so long, if that is more.
constexpr double patience_seconds_min = 5;

bool is_conclusive(const PropertyResult& result) { return result.verdict != Verdict::Unknown; }

ComparedAnswer answer_of(const std::string& engine, const Report& report,
                         const PropertyResult& result) {
  const Statistics& statistics = result.statistics ? *result.statistics : report.statistics;
  ComparedAnswer answer;
  answer.engine = engine;
  answer.verdict = result.verdict;
  answer.basis = result.basis;
  answer.reason = result.reason;
  answer.reason_text = result.reason_text;
  answer.depth = result.depth;
  if (!result.traces.empty()) answer.trace_length = result.traces.front().trace.length();
  answer.seconds = statistics.seconds;
  answer.peak_memory_bytes = statistics.peak_memory_bytes;
  return answer;
}

// One engine after the other.
class Interviews {
 public:
  Interviews(const Model& model, const CheckOptions& options) : model_(model), options_(options) {}

  std::vector<Report> with(const std::vector<EngineInfo>& engines) {
    std::vector<Report> reports;
    for (const EngineInfo& engine : engines) reports.push_back(ask(engine));
    return reports;
  }

 private:
  Report ask(const EngineInfo& engine) {
    CheckOptions options = options_;
    if (options.limits.seconds_max == 0) options.limits.seconds_max = patience_;
    options.vacuity = options.vacuity && !is_doubted_;
    options.watcher = [this](const Heartbeat& heartbeat) {
      const bool goes_on = !options_.watcher || options_.watcher(heartbeat) == Continue::Yes;
      is_interrupted_ = is_interrupted_ || !goes_on;
      return is_interrupted_ ? Continue::No : Continue::Yes;
    };
    Member member{engine};
    member.threads = 0;
    const auto begin = std::chrono::steady_clock::now();
    Report report = check_with(portfolio_of({std::move(member)}), model_, options);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (std::all_of(report.properties.begin(), report.properties.end(), is_conclusive)) {
      is_doubted_ = true;
      patience_ =
          std::min(patience_, std::max(patience_seconds_min, patience_factor * taken.count()));
    }
    return report;
  }

  const Model& model_;
  const CheckOptions& options_;
  double patience_ = patience_seconds;
  bool is_doubted_ = false;  // somebody has already warned of what holds for the wrong reason
  bool is_interrupted_ = false;
};

// "explicit says holds, pdr says violated"
std::string contradiction(const std::vector<ComparedAnswer>& answers) {
  std::vector<std::string> said;
  bool is_one = false;
  const ComparedAnswer* first = nullptr;
  for (const ComparedAnswer& answer : answers) {
    if (answer.verdict == Verdict::Unknown) continue;
    if (!first) first = &answer;
    is_one = is_one || answer.verdict != first->verdict;
    said.push_back(fmt::format("{} says {}", answer.engine, name_of(answer.verdict)));
  }
  return is_one ? fmt::format("{}", fmt::join(said, ", ")) : std::string();
}

// Nobody is believed, everything is shown.
void make_defect(PropertyResult& result, std::vector<PropertyResult> all, std::string text) {
  result.verdict = Verdict::Unknown;
  result.basis = Basis::None;
  result.reason = Reason::Defect;
  result.reason_text = std::move(text);
  result.certificate.clear();
  result.engine.clear();
  result.traces.clear();
  for (PropertyResult& each : all) {
    for (ShownTrace& shown : each.traces) {
      shown.engine = each.engine;
      result.traces.push_back(std::move(shown));
    }
  }
}

// What the reports say about one property.
PropertyResult merged(const std::vector<EngineInfo>& engines, const std::vector<Report>& reports,
                      std::size_t property, std::string& defect) {
  std::vector<PropertyResult> all;
  std::vector<ComparedAnswer> answers;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    all.push_back(reports[k].properties[property]);
    answers.push_back(answer_of(std::string(engines[k].name), reports[k], all.back()));
  }
  auto first = std::find_if(all.begin(), all.end(), is_conclusive);
  if (first == all.end()) {
    first = std::max_element(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.depth < b.depth; });
  }
  PropertyResult result = *first;
  if (const std::string text = contradiction(answers); !text.empty()) {
    make_defect(result, std::move(all), text);
    defect = fmt::format("'{}': {}", result.property.name, text);
  }
  result.compared = std::move(answers);
  return result;
}

}  // namespace

Report compare(const std::vector<EngineInfo>& engines, const Model& model,
               const CheckOptions& options) {
  if (engines.empty()) throw ContractError("compare: there is no engine");
  std::vector<Report> reports = Interviews(model, options).with(engines);
  const auto has_answered_all = [](const Report& report) {
    return std::all_of(report.properties.begin(), report.properties.end(), is_conclusive);
  };
  auto speaker = std::find_if(reports.begin(), reports.end(), has_answered_all);
  Report report = speaker == reports.end() ? reports.front() : *speaker;
  for (std::size_t i = 0; i < options.properties.size(); ++i) {
    report.properties[i] = merged(engines, reports, i, report.defect);
  }
  for (const Report& each : reports) {
    report.models_kept.push_back(each.model);
    if (report.defect.empty()) report.defect = each.defect;
  }
  for (const EngineInfo& engine : engines) report.chosen.emplace_back(engine.name);
  return report;
}

}  // namespace clew
