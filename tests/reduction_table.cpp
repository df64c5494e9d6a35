// What partial-order reduction saves and what it costs, on the models of BEEM: states and seconds with and
// without it, beside the states that SPIN stores with its own.
//
//   build/tests/reduction_table 1000000 table.md       models with up to 1,000,000 states, 3 repetitions
//   build/tests/reduction_table 20000 table.md 1       up to 20,000, and 1
//
// Times want a machine with nothing else to do.  Exit codes: 0 done, 1 done and two searches contradict
// each other, 2 there is nothing to measure, or it could not be written.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/base/text.hpp"
#include "clew/check/check.hpp"
#include "clew/engine/engine.hpp"
#include "clew/lang/language.hpp"
#include "clew/reduce/dead_values.hpp"
#include "clew/reduce/soundness.hpp"
#include "apps/bench/report/bench_table.hpp"
#include "tests/beem.hpp"
#include "tests/model_files.hpp"
#include "tests/spin.hpp"

namespace {

using clew::BenchTable;
using clew::BenchTarget;
using clew::Model;
using clew::number_text;
using clew::Property;
using clew::Reduction;
using clew::Verdict;

constexpr double seconds_max = 600;  // of a search
constexpr std::chrono::seconds spin_seconds_max{120};
constexpr std::uint64_t spin_depth_max = 10'000'000;
// Below that a search is mostly its beginning: tables, code, and the judge, who looks at every state for
// the first milliseconds.
constexpr double seconds_of_note = 0.02;
// A model does not reduce if more than this share of its states is left.
constexpr double share_unreduced = 0.95;

// --- what is measured

enum class Question : std::uint8_t { Deadlock, Safety };

constexpr Question both_questions[] = {Question::Deadlock, Question::Safety};

std::string name_of(Question question) {
  return question == Question::Deadlock ? "deadlock" : "safety";
}

std::vector<std::string> texts_of(Question question) {
  if (question == Question::Deadlock) return {"deadlock"};
  return {"deadlock", "assertions", "errors"};
}

// How a model is searched.
struct Setting {
  Question question = Question::Deadlock;
  Reduction reduction = Reduction::None;
  unsigned threads = 1;
  auto operator<=>(const Setting&) const = default;
};

// In the order in which they run: what is compared stands side by side.
std::vector<Setting> all_settings() {
  std::vector<Setting> settings;
  for (const unsigned threads : {1U, 2U}) {
    for (const Question question : both_questions) {
      settings.push_back({question, Reduction::None, threads});
      settings.push_back({question, Reduction::PartialOrder, threads});
    }
  }
  return settings;
}

std::string text_of(const Setting& setting) {
  return fmt::format("{}, {}, {}", name_of(setting.question),
                     setting.reduction == Reduction::None ? "all moves" : "por",
                     clew::counted(setting.threads, "thread"));
}

struct Measure {
  std::uint64_t states = 0;
  double seconds = 0;  // without compiling; of several runs the best
  std::string tier;    // of the code: "tcc", "cc", or empty for the interpreter
  std::vector<Verdict> verdicts;
  std::string failure;  // not empty: why the rest means nothing
};

// States stored, or why they are not known.
struct SpinCount {
  std::optional<std::uint64_t> states;
  std::string failure;
};

struct MeasuredModel {
  std::string name;
  std::map<Setting, Measure> measures;
  std::uint64_t states_forgetful = 0;  // all moves, but values that nobody will read are forgotten
  SpinCount spin;                      // as it comes
  SpinCount spin_alone;                // with its partial-order reduction alone

  const Measure& at(Question question, Reduction reduction, unsigned threads = 1) const {
    return measures.at({question, reduction, threads});
  }
  std::uint64_t states() const { return at(Question::Safety, Reduction::None).states; }
  std::uint64_t states_left(Question question) const {
    return at(question, Reduction::PartialOrder).states;
  }
  double share_forgetful() const {
    return static_cast<double>(states_forgetful) / static_cast<double>(states());
  }
  double share_left(Question question) const {
    return static_cast<double>(states_left(question)) / static_cast<double>(states());
  }
  // Seconds with reduction against those without.
  double time_ratio(Question question, unsigned threads = 1) const {
    return at(question, Reduction::PartialOrder, threads).seconds /
           at(question, Reduction::None, threads).seconds;
  }
  double time_per_state_ratio(Question question) const {
    return time_ratio(question) / share_left(question);
  }
  bool takes_note(Question question, Reduction reduction) const {
    return at(question, reduction).seconds > seconds_of_note;
  }
};

// --- measuring

// Searches a model in all settings, and says where they contradict each other.
class Measuring {
 public:
  explicit Measuring(std::uint64_t repetitions) : repetitions_(repetitions) {}

  // Nothing if it cannot be measured; complaints() or omissions() say why.
  std::optional<MeasuredModel> measure(const clew::BeemInstance& instance) {
    const std::string text = clew::read_file(instance.file).bytes;
    auto read = clew::language_for_file(instance.file)->read({instance.file, text, {}});
    if (!read.ok()) return omit(instance.name, "cannot be read");
    Model model = clew::without_claim(read.value());
    std::map<Question, std::vector<Property>> properties;
    for (const Question question : both_questions) {
      for (const std::string& each : texts_of(question)) {
        properties[question].push_back(clew::read_property(model, each).value());
        const std::string obstacle = clew::reason_against_partial_order(model, properties[question].back());
        if (!obstacle.empty()) return omit(instance.name, obstacle);
      }
    }
    MeasuredModel measured;
    measured.name = instance.name;
    // Once for every code, so that it is there, as good as it gets, when time counts.
    for (const Setting& setting : all_settings()) {
      if (setting.threads != 1) continue;
      const Measure first = run(model, properties[setting.question], setting);
      if (!first.failure.empty()) return omit(instance.name, setting, first);
    }
    for (std::uint64_t i = 0; i < repetitions_; ++i) {
      for (const Setting& setting : all_settings()) {
        note(measured, setting, run(model, properties[setting.question], setting));
      }
    }
    for (const auto& [setting, measure] : measured.measures) {
      if (!measure.failure.empty()) return omit(instance.name, setting, measure);
    }
    compare(measured, instance.states);
    const Setting plain{Question::Safety, Reduction::None, 1};
    const Measure forgetful = run(clew::reset_dead_values(model, clew::Counters::Forgotten),
                                  properties[plain.question], plain);
    if (!forgetful.failure.empty()) return omit(instance.name, plain, forgetful);
    measured.states_forgetful = forgetful.states;
    return measured;
  }

  // SPIN's part; REQUIRES: it is installed, and the model is in Promela.
  void ask_spin_about(MeasuredModel& measured, const std::string& file) {
    const std::string text = clew::read_file(file).bytes;
    measured.spin = spin_count(measured, text, clew::SpinReduction::All);
    measured.spin_alone = spin_count(measured, text, clew::SpinReduction::PartialOrder);
  }

  // Where two searches contradict each other.
  const std::vector<std::string>& complaints() const { return complaints_; }
  // Models, or numbers of them, that are not in the tables.
  const std::vector<std::string>& omissions() const { return omissions_; }
  std::size_t threads_differ() const { return threads_differ_; }
  std::size_t verdicts_differ() const { return verdicts_differ_; }

 private:
  // One search through all states.
  static Measure run(const Model& model, const std::vector<Property>& properties,
                     const Setting& setting) {
    clew::EngineTask task;
    task.properties = properties;
    task.limits.seconds_max = seconds_max;
    task.reduction = setting.reduction;
    task.threads = setting.threads;
    // What is violated is no reason to stop, and nobody wants to see how.
    task.explore_everything = true;
    task.violations_kept_max = 0;
    Measure measure;
    try {
      const clew::EngineReport report = clew::engine_named("explicit")->run(model, task);
      measure.states = report.statistics.states;
      measure.seconds = report.statistics.seconds;
      if (report.statistics.native) {
        measure.tier = report.statistics.native->tier;
        measure.seconds -= report.statistics.native->compile_seconds;
      }
      for (const clew::Finding& finding : report.findings) {
        measure.verdicts.push_back(finding.verdict);
      }
      if (!report.finished) measure.failure = report.stop_text;
    } catch (const std::exception& error) {
      measure.failure = error.what();
    }
    return measure;
  }

  void note(MeasuredModel& measured, const Setting& setting, Measure measure) {
    const auto [at, is_first] = measured.measures.emplace(setting, measure);
    if (is_first) return;
    Measure& best = at->second;
    if (best.failure.empty() && measure.failure.empty() && best.states != measure.states) {
      complain(fmt::format("{}: {}: {} states, and {} another time", measured.name,
                           text_of(setting), best.states, measure.states));
    }
    const bool is_better = measure.seconds < best.seconds || !measure.failure.empty();
    if (best.failure.empty() && is_better) best = std::move(measure);
  }

  void compare(const MeasuredModel& measured, std::uint64_t published) {
    if (measured.states() != published) {
      complain(fmt::format("{}: {} states are published, there are {}", measured.name, published,
                           measured.states()));
    }
    for (const Question question : both_questions) {
      const Measure& whole = measured.at(question, Reduction::None);
      for (const auto& [setting, measure] : measured.measures) {
        if (setting.question != question) continue;
        const std::uint64_t states = measured.at(question, setting.reduction).states;
        if (measure.states != states) {
          ++threads_differ_;
          complain(fmt::format("{}: {}: {} states, and {} with 1", measured.name, text_of(setting),
                               measure.states, states));
        }
        if (measure.verdicts != whole.verdicts) {
          ++verdicts_differ_;
          complain(fmt::format("{}: {}: other verdicts than with all moves", measured.name,
                               text_of(setting)));
        }
      }
    }
  }

  SpinCount spin_count(const MeasuredModel& measured, const std::string& text,
                       clew::SpinReduction reduction) {
    clew::SpinQuestion question;
    question.reduction = reduction;
    question.is_long = true;
    question.time_max = spin_seconds_max;
    question.depth_max = spin_depth_max;
    const clew::SpinAnswer answer = clew::ask_spin(text, question);
    if (!answer.refusal.empty()) {
      const char* const how =
          reduction == clew::SpinReduction::All ? "SPIN" : "SPIN, reduction alone";
      omissions_.push_back(fmt::format("{}: {}: {}", measured.name, how, answer.refusal));
      return {std::nullopt, answer.refusal};
    }
    const std::vector<Verdict>& verdicts =
        measured.at(Question::Safety, Reduction::PartialOrder).verdicts;
    if (answer.has_invalid_end_state != (verdicts[0] == Verdict::Violated) ||
        answer.has_failed_assertion != (verdicts[1] == Verdict::Violated)) {
      ++verdicts_differ_;
      complain(fmt::format("{}: other verdicts than SPIN's", measured.name));
    }
    return {answer.states, {}};
  }

  std::optional<MeasuredModel> omit(const std::string& name, const std::string& reason) {
    omissions_.push_back(fmt::format("{}: {}", name, reason));
    return std::nullopt;
  }

  std::optional<MeasuredModel> omit(const std::string& name, const Setting& setting,
                                    const Measure& measure) {
    return omit(name, fmt::format("{}: {}", text_of(setting), measure.failure));
  }

  void complain(std::string text) {
    fmt::print(stderr, "reduction: {}\n", text);
    complaints_.push_back(std::move(text));
  }

  std::uint64_t repetitions_;
  std::vector<std::string> complaints_;
  std::vector<std::string> omissions_;
  std::size_t threads_differ_ = 0;
  std::size_t verdicts_differ_ = 0;
};

// --- what follows

// A ratio of some models.
struct Ratios {
  std::vector<double> values;
  double worst = 0;
  std::string worst_model;

  void add(double value, const std::string& model) {
    values.push_back(value);
    if (value <= worst) return;
    worst = value;
    worst_model = model;
  }
};

using Models = std::vector<MeasuredModel>;

Ratios ratios_of(const Models& models,
                 const std::function<std::optional<double>(const MeasuredModel&)>& ratio) {
  Ratios ratios;
  for (const MeasuredModel& each : models) {
    if (const auto value = ratio(each)) ratios.add(*value, each.name);
  }
  return ratios;
}

// Clew's states against those of SPIN.
std::optional<double> against_spin(const MeasuredModel& model, Question question,
                                   const SpinCount& spin) {
  if (!spin.states) return std::nullopt;
  return static_cast<double>(model.states_left(question)) / static_cast<double>(*spin.states);
}

Ratios times_per_state(const Models& models, Question question) {
  return ratios_of(models, [&](const MeasuredModel& each) -> std::optional<double> {
    const bool counts = each.takes_note(question, Reduction::None) &&
                        each.takes_note(question, Reduction::PartialOrder);
    return counts ? std::optional(each.time_per_state_ratio(question)) : std::nullopt;
  });
}

Ratios times_in_vain(const Models& models, Question question) {
  return ratios_of(models, [&](const MeasuredModel& each) -> std::optional<double> {
    const bool counts =
        each.takes_note(question, Reduction::None) && each.share_left(question) > share_unreduced;
    return counts ? std::optional(each.time_ratio(question)) : std::nullopt;
  });
}

BenchTarget at_most(double bound, std::string what, std::optional<double> measured,
                    std::size_t models) {
  BenchTarget target;
  target.what = std::move(what);
  target.bound = bound;
  target.at_least = false;
  target.measured = measured;
  target.models = models;
  return target;
}

void add_mean(std::vector<BenchTarget>& targets, double bound, const std::string& what,
              const Ratios& ratios) {
  const bool is_measured = !ratios.values.empty();
  targets.push_back(at_most(
      bound, what, is_measured ? std::optional(clew::geometric_mean(ratios.values)) : std::nullopt,
      ratios.values.size()));
}

void add_mean_and_worst(std::vector<BenchTarget>& targets, double bound, const std::string& what,
                        const Ratios& ratios) {
  add_mean(targets, bound, what, ratios);
  const bool is_measured = !ratios.values.empty();
  const std::string which = is_measured ? fmt::format(" ({})", ratios.worst_model) : "";
  targets.push_back(at_most(bound, what + ", worst" + which,
                            is_measured ? std::optional(ratios.worst) : std::nullopt,
                            ratios.values.size()));
}

// Tells models of one name apart.
Models with_suffix(Models models, const std::string& suffix) {
  for (MeasuredModel& each : models) each.name += suffix;
  return models;
}

std::vector<BenchTarget> targets_of(const Models& promela, const Models& dve,
                                    const Measuring& measuring) {
  std::vector<BenchTarget> targets;
  for (const Question question : {Question::Safety, Question::Deadlock}) {
    add_mean(targets, 1.0, fmt::format("{}: states against SPIN's", name_of(question)),
             ratios_of(promela, [&](const MeasuredModel& each) {
               return against_spin(each, question, each.spin);
             }));
    add_mean(targets, 1.0,
             fmt::format("{}: states against SPIN's, reduction alone", name_of(question)),
             ratios_of(promela, [&](const MeasuredModel& each) {
               return against_spin(each, question, each.spin_alone);
             }));
  }
  Models all = with_suffix(promela, ".pm");
  for (MeasuredModel& each : with_suffix(dve, ".dve")) all.push_back(std::move(each));
  for (const Question question : {Question::Safety, Question::Deadlock}) {
    add_mean_and_worst(targets, 2.0,
                       fmt::format("{}: time per state against all moves", name_of(question)),
                       times_per_state(all, question));
    add_mean_and_worst(targets, 1.1,
                       fmt::format("{}: time where nothing is saved", name_of(question)),
                       times_in_vain(all, question));
  }
  targets.push_back(at_most(0, "searches with other states on two threads",
                            static_cast<double>(measuring.threads_differ()), all.size()));
  targets.push_back(at_most(0, "searches with other verdicts",
                            static_cast<double>(measuring.verdicts_differ()), all.size()));
  return targets;
}

// --- tables

std::string spin_cell(const SpinCount& spin) {
  return spin.states ? clew::with_commas(*spin.states) : BenchTable::nothing;
}

std::string mean_cell(const Ratios& ratios) {
  if (ratios.values.empty()) return BenchTable::nothing;
  return "**" + number_text(clew::geometric_mean(ratios.values)) + "**";
}

std::string states_table(const Models& models, bool with_spin) {
  BenchTable::Row head = {"model",         "states", "forgetful",   "left",
                          "deadlock, por", "left",   "safety, por", "left"};
  if (with_spin) {
    for (const char* cell :
         {"SPIN", "SPIN, reduction alone", "safety : SPIN", "safety : SPIN, reduction alone"}) {
      head.emplace_back(cell);
    }
  }
  BenchTable table(head);
  for (const MeasuredModel& each : models) {
    BenchTable::Row row = {each.name, clew::with_commas(each.states()),
                           clew::with_commas(each.states_forgetful),
                           number_text(each.share_forgetful())};
    for (const Question question : both_questions) {
      row.push_back(clew::with_commas(each.states_left(question)));
      row.push_back(number_text(each.share_left(question)));
    }
    if (with_spin) {
      row.push_back(spin_cell(each.spin));
      row.push_back(spin_cell(each.spin_alone));
      row.push_back(clew::or_nothing(against_spin(each, Question::Safety, each.spin)));
      row.push_back(clew::or_nothing(against_spin(each, Question::Safety, each.spin_alone)));
    }
    table.add(row);
  }
  BenchTable::Row means = {"geometric mean", "", "",
                           mean_cell(ratios_of(models, &MeasuredModel::share_forgetful))};
  for (const Question question : both_questions) {
    means.emplace_back("");
    means.push_back(mean_cell(
        ratios_of(models, [&](const MeasuredModel& each) { return each.share_left(question); })));
  }
  if (with_spin) {
    means.insert(means.end(), {"", ""});
    for (const auto spin : {&MeasuredModel::spin, &MeasuredModel::spin_alone}) {
      means.push_back(mean_cell(ratios_of(models, [&](const MeasuredModel& each) {
        return against_spin(each, Question::Safety, each.*spin);
      })));
    }
  }
  table.add(means);
  return table.text();
}

// A star: not the code of the optimising compiler.
std::string time_cell(const Measure& measure) {
  return clew::seconds_text(measure.seconds) + (measure.tier == "cc" ? "" : "*");
}

std::string times_table(const Models& models, Question question) {
  BenchTable table({"model", "states left", "all moves, s", "por, s", "time", "time per state",
                    "2 threads: all moves, s", "por, s", "time"});
  for (const MeasuredModel& each : models) {
    table.add({each.name, number_text(each.share_left(question)),
               time_cell(each.at(question, Reduction::None)),
               time_cell(each.at(question, Reduction::PartialOrder)),
               number_text(each.time_ratio(question)),
               number_text(each.time_per_state_ratio(question)),
               time_cell(each.at(question, Reduction::None, 2)),
               time_cell(each.at(question, Reduction::PartialOrder, 2)),
               number_text(each.time_ratio(question, 2))});
  }
  const auto mean = [&](const std::function<double(const MeasuredModel&)>& ratio) {
    return mean_cell(ratios_of(models, ratio));
  };
  table.add(
      {"geometric mean", mean([&](const MeasuredModel& each) { return each.share_left(question); }),
       "", "", mean([&](const MeasuredModel& each) { return each.time_ratio(question); }),
       mean([&](const MeasuredModel& each) { return each.time_per_state_ratio(question); }), "", "",
       mean([&](const MeasuredModel& each) { return each.time_ratio(question, 2); })});
  return table.text();
}

std::string list_of(const std::string& heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = "## " + heading + "\n\n";
  for (const std::string& each : lines) text += "- " + each + "\n";
  return text + "\n";
}

double load_now() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

struct Run {
  std::uint64_t states_max = 0;
  std::uint64_t repetitions = 0;
  double load_before = 0;
  Models promela;
  Models dve;
};

std::string introduction(const Run& run) {
  std::string text = fmt::format(
      "# What partial-order reduction saves, and what it costs\n\n"
      "Models of BEEM with up to {} states: {} in Promela, {} in DVE; {}. Written by "
      "`build/tests/reduction_table`. The load of the machine was {:.1f} before and {:.1f} "
      "afterwards, on {}.\n\n",
      clew::with_commas(run.states_max), run.promela.size(), run.dve.size(),
      clew::counted(run.repetitions, "repetition"), run.load_before, load_now(),
      clew::counted(std::thread::hardware_concurrency(), "core"));
  text +=
      "- *deadlock*: that question alone. *safety*: `deadlock`, `assertions` and `errors` "
      "together, what SPIN asks. No search stops at a violation.\n"
      "- *por*: states with `--reduce por`, which leaves out moves, joins steps that concern "
      "nobody "
      "else, and forgets values that nobody will read again. *forgetful*: states with all moves, "
      "when such values are forgotten. *left*: against all states.\n";
  text += fmt::format(
      "- *SPIN*: states stored by `spin -a`, `cc -O1 -DSAFETY`, `pan -c0`, at most {} s, with "
      "partial-order reduction, merged statements and dead variables forgotten. *reduction "
      "alone*: `spin -a -o1 -o2 -o3`, the first of the three; Clew forgets all the same.\n",
      spin_seconds_max.count());
  text +=
      "- Seconds are those of the clock, explicit engine, machine code, without compiling, with "
      "the tables of the reduction; all settings of a model in turn, after one run that does not "
      "count, and of each the best. A star: too short for the optimising compiler.\n"
      "- *time*: seconds with reduction against those without. *time per state*: the same, each "
      "divided by its own states.\n\n";
  return text;
}

std::string whole_text(const Run& run, const Measuring& measuring) {
  std::string text = introduction(run) + "## Targets\n\n";
  text += clew::targets_table(targets_of(run.promela, run.dve, measuring));
  text += fmt::format(
      "\nNumbers over several models are geometric means, unless they are the worst. States: "
      "models in Promela. Time per state: models that take more than {0:.0f} ms with and without "
      "reduction. Time where nothing is saved: models with more than {1:g} of their states left "
      "that take more than {0:.0f} ms without. The means below are over all models, however "
      "short.\n\n",
      seconds_of_note * 1000, share_unreduced);
  text += list_of("Contradictions", measuring.complaints());
  text += list_of("Not measured", measuring.omissions());
  const std::pair<const char*, const Models*> languages[] = {{"Promela", &run.promela},
                                                             {"DVE", &run.dve}};
  for (const auto& [language, models] : languages) {
    if (models->empty()) continue;
    text += fmt::format("## {}: states\n\n{}\n", language,
                        states_table(*models, models == &run.promela));
    for (const Question question : both_questions) {
      text += fmt::format("## {}: seconds, {}\n\n{}\n", language, name_of(question),
                          times_table(*models, question));
    }
  }
  text.pop_back();  // the last empty line
  return text;
}

void show_progress(const MeasuredModel& model, const char* suffix) {
  const Measure& whole = model.at(Question::Safety, Reduction::None);
  fmt::print("{}{}: {} states in {} s, deadlock {}, safety {} in {} s, SPIN {}, {}\n", model.name,
             suffix, clew::with_commas(model.states()), clew::seconds_text(whole.seconds),
             clew::with_commas(model.states_left(Question::Deadlock)),
             clew::with_commas(model.states_left(Question::Safety)),
             clew::seconds_text(model.at(Question::Safety, Reduction::PartialOrder).seconds),
             spin_cell(model.spin), spin_cell(model.spin_alone));
  std::fflush(stdout);
}

Models measure_all(const std::vector<clew::BeemInstance>& instances, const char* suffix,
                   bool with_spin, Measuring& measuring) {
  Models models;
  for (const clew::BeemInstance& each : instances) {
    if (each.name.empty()) continue;
    std::optional<MeasuredModel> measured = measuring.measure(each);
    if (!measured) continue;
    if (with_spin) measuring.ask_spin_about(*measured, each.file);
    show_progress(*measured, suffix);
    models.push_back(std::move(*measured));
  }
  return models;
}

// 0 if it is none.
std::uint64_t number_in(const std::string& word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  const std::uint64_t states_max = words.empty() ? 0 : number_in(words[0]);
  const std::uint64_t repetitions = words.size() > 2 ? number_in(words[2]) : 3;
  if (words.size() < 2 || words.size() > 3 || states_max == 0 || repetitions == 0) {
    fmt::print(stderr, "usage: reduction_table STATES_MAX FILE.md [REPETITIONS]\n");
    return 2;
  }
  // Nobody's code but ours: what an earlier run has left behind would be ahead of the rest.
  const clew::TemporaryFolder cache;
  const clew::WithEnvironment home("XDG_CACHE_HOME", cache.path());
  const clew::WithEnvironment wish("CLEW_CACHE", std::nullopt);
  Measuring measuring(repetitions);
  Run run{states_max, repetitions, load_now(), {}, {}};
  run.promela = measure_all(clew::beem_promela_instances(states_max), ".pm",
                            clew::spin_is_installed(), measuring);
  run.dve = measure_all(clew::beem_instances(states_max), ".dve", false, measuring);
  if (run.promela.empty() && run.dve.empty()) {
    fmt::print(stderr, "no BEEM models: set CLEW_EXTRA_MODELS\n");
    return 2;
  }
  const std::string reason = clew::write_file(words[1], whole_text(run, measuring));
  if (!reason.empty()) {
    fmt::print(stderr, "{}: {}\n", words[1], reason);
    return 2;
  }
  return measuring.complaints().empty() ? 0 : 1;
}
