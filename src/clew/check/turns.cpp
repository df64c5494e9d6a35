#include "clew/check/turns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/walk/turn_slices.hpp"

namespace clew {

namespace {

std::string joined_names(const CheckOptions& options, const std::vector<std::size_t>& properties) {
  std::vector<std::string> names;
  for (const std::size_t i : properties) names.push_back(options.properties[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// A larger slice, or more time or memory, might still say more.
bool was_cut(const PropertyResult& result) {
  return result.reason == Reason::Time || result.reason == Reason::Memory ||
         result.reason == Reason::Interrupted;
}

bool is_decided(const PropertyResult& result) { return result.verdict != Verdict::Unknown; }

}  // namespace

Turns::Turns(const EngineInfo& engine, const CheckOptions& options, Ask ask,
             const Questions& questions)
    : engine_(engine),
      options_(options),
      ask_(std::move(ask)),
      begin_(std::chrono::steady_clock::now()),
      is_told_(options.properties.size(), false) {
  for (const std::vector<std::size_t>& properties : questions) {
    questions_.emplace_back().properties = properties;
    const std::vector<std::size_t>& first = questions_.front().properties;
    questions_.back().is_second =
        questions_.size() > 1 &&
        std::find(first.begin(), first.end(), properties.front()) != first.end();
  }
  if (!options.watcher) return;
  options_.watcher = [this, watcher = options.watcher](const Heartbeat& now) {
    const Continue answer = watcher(now);
    is_interrupted_ = is_interrupted_ || answer == Continue::No;
    return answer;
  };
}

std::vector<Report> Turns::run() {
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    if (questions_[i].is_open) search_to_the_end(i);
  }
  std::vector<Report> answers;
  for (Question& question : questions_) answers.push_back(std::move(question.known));
  return answers;
}

double Turns::seconds_passed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

// Why nothing is searched for any more.
std::optional<std::pair<Reason, std::string>> Turns::end_of_run() const {
  if (is_interrupted_) return std::pair(Reason::Interrupted, std::string("interrupted"));
  const double limit = options_.limits.seconds_max;
  if (limit == 0 || options_.limits.seconds_before + seconds_passed() < limit) return std::nullopt;
  return std::pair(Reason::Time, fmt::format("time limit of {} s reached", limit));
}

Report Turns::ask(std::size_t question, const EngineTask& how) {
  EngineInfo engine = engine_;
  engine.run = [&](const Model& model, const EngineTask& task) {
    EngineTask sliced = task;
    if (task.states_max == 0) {  // second thoughts about an answer have a bound of their own
      sliced.states_max = how.states_max;
      sliced.turn = how.turn;
      sliced.seen = how.seen;
    }
    return engine_.run(model, sliced);
  };
  CheckOptions options = options_;
  options.limits.seconds_before += seconds_passed();
  if (questions_.size() > 1 && options_.watcher) {
    options.watcher = [this, name = joined_names(options_, questions_[question].properties)](Heartbeat now) {
      now.question = name;
      return options_.watcher(now);
    };
  }
  return ask_(question, engine, options);
}

// The first question has been searched for, and is still open where this one asks.
bool Turns::needs_second(const Question& question) {
  const Question& first = questions_.front();
  const auto at = std::find(first.properties.begin(), first.properties.end(),
                            question.properties.front());
  const auto i = static_cast<std::size_t>(at - first.properties.begin());
  return was_cut(first.known.properties[i]) && !is_decided(first.known.properties[i]);
}

void Turns::search_to_the_end(std::size_t question) {
  Question& mine = questions_[question];
  const bool is_first = question == 0;
  if (mine.is_second && !needs_second(mine)) {
    mine.is_open = false;
    return;
  }
  if (const auto end = end_of_run(); end && !is_first) return give_up(mine, *end);
  was_turn_ = false;
  settle(mine, ask(question, how_to_search(question)));
  mine.is_open = false;
  const bool is_last = std::none_of(questions_.begin(), questions_.end(),
                                    [](const Question& each) { return each.is_open; });
  if (!was_turn_ || is_last) return;
  for (std::size_t i = 0; i < mine.properties.size(); ++i) {
    tell(mine.properties[i], mine.known.properties[i].verdict);
  }
}

// What its slices have found is all there will be.
void Turns::give_up(Question& question, const std::pair<Reason, std::string>& end) const {
  std::vector<PropertyResult>& known = question.known.properties;
  if (known.empty()) {
    known.emplace_back().property = options_.properties[question.properties.front()];
    known.front().engine = engine_.name;
  }
  known.front().reason = end.first;
  known.front().reason_text =
      question.states_seen == 0
          ? end.second + " before this was looked at"
          : fmt::format("{} after {}", end.second, counted(question.states_seen, "state"));
}

EngineTask Turns::how_to_search(std::size_t question) {
  EngineTask how;
  if (questions_.size() > 1) {
    how.turn = [this, question, slices = TurnSlices()](std::uint64_t states) mutable {
      const auto size = slices.due(states);
      for (std::size_t i = question + 1; size && i < questions_.size(); ++i) give_slice(i, *size);
      return slices.next();
    };
  }
  how.seen = [this, question](std::size_t i) {
    const std::size_t property = questions_[question].properties[i];
    const bool is_existential = options_.properties[property].is_existential();
    tell(property, is_existential ? Verdict::Holds : Verdict::Violated);
  };
  return how;
}

void Turns::give_slice(std::size_t question, std::uint64_t states_max) {
  Question& mine = questions_[question];
  if (!mine.is_open || mine.states_seen >= states_max || end_of_run()) return;
  if (mine.is_second) {
    // Most first questions come to their end, and then this was for nothing: a tenth of their time at most.
    constexpr std::uint64_t slice_min = 400'000;
    constexpr std::uint64_t share = 5;
    if (states_max < slice_min || is_told_[mine.properties.front()]) return;
    states_max /= share;
  }
  was_turn_ = true;
  mine.states_seen = states_max;
  EngineTask how;
  how.states_max = states_max;
  settle(mine, ask(question, how));
  const PropertyResult& result = mine.known.properties.front();
  if (is_decided(result)) tell(mine.properties.front(), result.verdict);
  mine.is_open = was_cut(result);
}

// What a slice has found stands until a larger search has found more.
void Turns::settle(Question& question, Report answer) {
  std::vector<PropertyResult>& known = question.known.properties;
  const bool says_less = !known.empty() && is_decided(known.front()) &&
                         !is_decided(answer.properties.front()) &&
                         was_cut(answer.properties.front());
  if (!says_less) {
    question.known = std::move(answer);
    return;
  }
  known.front().reason = answer.properties.front().reason;
  known.front().reason_text = answer.properties.front().reason_text;
}

void Turns::tell(std::size_t property, Verdict verdict) {
  if (verdict == Verdict::Unknown || is_told_[property]) return;
  is_told_[property] = true;
  if (options_.early) options_.early(options_.properties[property], verdict);
}

}  // namespace clew
