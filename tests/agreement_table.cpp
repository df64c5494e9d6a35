// The models of BEEM and of the zoo, up to so many states, before explicit, bdd, induction and pdr: do they
// agree, and how long does each take?
//
//   build/tests/agreement_table                     up to 1,000,000 states, to standard output
//   build/tests/agreement_table 100000 table.md     up to 100,000, and into a file
//   build/tests/agreement_table 1000000 table.md lann.1 hanoi.1    only these
//
// Takes up to an hour.  Exit codes: 0 they agree, 1 they do not, 2 there is nothing to compare.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/text.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "tests/beem.hpp"
#include "tests/model_files.hpp"

namespace {

using clew::Model;
using clew::Property;
using clew::PropertyResult;
using clew::Report;
using clew::Verdict;

constexpr double bdd_seconds_max = 120;
constexpr std::uint64_t bdd_bytes_max = std::uint64_t{8} << 30;
constexpr double solver_seconds_max = 10;

struct Task {
  std::string name;
  std::string file;
  std::optional<std::uint64_t> states;  // as published
  std::vector<std::string> questions;   // besides those that the model itself asks
};

// What an engine had to say about a model.
struct Said {
  std::vector<Verdict> verdicts;
  std::optional<std::uint64_t> states;
  double seconds = 0;
  std::string obstacle;  // why nothing is known of any property
  std::string defect;

  std::size_t known() const {
    return verdicts.size() -
           static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), Verdict::Unknown));
  }
};

std::vector<Task> beem_tasks(std::uint64_t states_max) {
  std::vector<Task> tasks;
  for (const clew::BeemInstance& each : clew::beem_instances(states_max)) {
    if (!each.name.empty()) tasks.push_back({each.name, each.file, each.states, each.questions});
  }
  return tasks;
}

std::vector<Task> zoo_tasks() {
  std::vector<Task> tasks;
  for (const std::string& file : clew::zoo_files()) {
    const std::filesystem::path path(file);
    tasks.push_back({path.parent_path().filename().string() + "/" + path.filename().string(), file,
                     std::nullopt, clew::annotated_questions(clew::read_file(file).bytes)});
  }
  return tasks;
}

std::vector<Property> properties_for(Model& model, const std::vector<std::string>& questions) {
  std::vector<Property> properties;
  std::set<std::string> names;
  const auto add = [&](const Property& property) {
    const bool is_about_states =
        property.kind < clew::PropertyKind::Infinite && names.insert(property.name).second;
    if (is_about_states) properties.push_back(property);
  };
  for (const Property& property : clew::properties_of(model)) add(property);
  for (const std::string& question : questions) {
    const auto read = clew::read_property(model, question);
    if (read.ok()) add(read.value());
  }
  return properties;
}

Said ask(const Model& model, const std::string& engine, const std::vector<Property>& properties) {
  clew::CheckOptions options;
  options.engine = engine;
  options.properties = properties;
  options.threads = 1;
  options.limits.seconds_max = engine == "explicit" ? 600
                               : engine == "bdd"    ? bdd_seconds_max
                                                    : solver_seconds_max;
  if (engine == "bdd") options.limits.memory_bytes_max = bdd_bytes_max;
  const auto begin = std::chrono::steady_clock::now();
  const Report report = clew::check(model, options);
  Said said;
  said.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  said.defect = report.defect;
  for (const PropertyResult& result : report.properties) {
    said.verdicts.push_back(result.verdict);
    if (result.verdict == Verdict::Unknown) said.obstacle = result.reason_text;
  }
  if (engine == "bdd" && report.finished) said.states = report.statistics.states;
  return said;
}

std::string cell(const Said& said, std::size_t count) {
  if (said.known() == 0) {
    const bool is_refused = said.seconds < 0.5 * solver_seconds_max;
    return is_refused ? "-" : fmt::format("0 of {}, {:.1f} s", count, said.seconds);
  }
  return fmt::format("{} of {}, {:.2f} s", said.known(), count, said.seconds);
}

class Table {
 public:
  // A row, or nothing if the model is none for these engines or too large.
  std::string row(const Task& task, std::uint64_t states_max) {
    const std::string text = clew::read_file(task.file).bytes;
    auto read =
        clew::language_for_file(task.file)->read({task.file, text, clew::definitions_in(text)});
    if (!read.ok()) return {};
    Model model = clew::without_claim(read.value());
    if (model.moves_max) return {};  // its states are not all looked for
    const std::vector<Property> properties = properties_for(model, task.questions);
    if (properties.empty()) return {};
    const auto begin = std::chrono::steady_clock::now();
    const Report counted = clew::explore(model, explorer(states_max));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (!counted.finished || counted.statistics.states > states_max) return {};
    const Said by_states = ask(model, "explicit", properties);
    const Said by_sets = ask(model, "bdd", properties);
    if (by_sets.known() == 0 && by_sets.seconds < 1) return {};  // not in bits
    const Said by_induction = ask(model, "induction", properties);
    const Said by_pdr = ask(model, "pdr", properties);
    const std::uint64_t states = counted.statistics.states;
    compare(task, properties, states, by_states, {&by_sets, &by_induction, &by_pdr});
    ++models_;
    const bool is_counted = by_sets.states == states;
    if (is_counted) ++counted_;
    const std::string sets =
        is_counted ? fmt::format("{:.2f} s", by_sets.seconds)
                   : fmt::format("not counted, {:.0f} s: {}", by_sets.seconds, by_sets.obstacle);
    return fmt::format("| {} | {} | {:.2f} s | {} | {} | {} | {} |\n", task.name,
                       clew::with_commas(states), taken.count(), sets, properties.size(),
                       cell(by_induction, properties.size()), cell(by_pdr, properties.size()));
  }

  const std::vector<std::string>& disagreements() const { return disagreements_; }
  std::size_t models() const { return models_; }
  std::size_t counted() const { return counted_; }

 private:
  static clew::CheckOptions explorer(std::uint64_t states_max) {
    clew::CheckOptions options;
    options.engine = "explicit";
    options.threads = 1;
    options.watcher = [states_max](const clew::Heartbeat& heartbeat) {
      return heartbeat.states_discovered > states_max ? clew::Continue::No : clew::Continue::Yes;
    };
    return options;
  }

  void compare(const Task& task, const std::vector<Property>& properties, std::uint64_t states,
               const Said& wanted, const std::vector<const Said*>& others) {
    if (task.states && *task.states != states) {
      complain(fmt::format("{}: {} states are published, explicit counts {}", task.name,
                           *task.states, states));
    }
    for (const Said* other : others) {
      if (other->states && *other->states != states) {
        complain(fmt::format("{}: explicit counts {} states, bdd {}", task.name, states,
                             *other->states));
      }
      if (!other->defect.empty()) complain(task.name + ": " + other->defect);
      for (std::size_t i = 0; i < properties.size(); ++i) {
        const Verdict a = wanted.verdicts[i];
        const Verdict b = other->verdicts[i];
        if (a == Verdict::Unknown || b == Verdict::Unknown || a == b) continue;
        complain(fmt::format("{}: '{}': explicit says {}, another {}", task.name,
                             properties[i].name, name_of(a), name_of(b)));
      }
    }
  }

  void complain(std::string text) {
    fmt::print(stderr, "agree: {}\n", text);
    disagreements_.push_back(std::move(text));
  }

  std::vector<std::string> disagreements_;
  std::size_t models_ = 0;
  std::size_t counted_ = 0;
};

constexpr const char* heading =
    "| model | states | explicit counts in | bdd | properties | induction | pdr |\n"
    "|---|---:|---:|---:|---:|---:|---:|\n";

double load_now() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

std::string whole_text(const Table& table, const std::string& rows, std::uint64_t states_max,
                       double load_before) {
  std::string text = fmt::format(
      "# Do the engines agree?\n\nModels of BEEM and of the zoo with up to {} states, asked about "
      "deadlocks, assertions, errors, invariants and reachable states: {} models. Written by "
      "`build/tests/agreement_table`: one run, one thread. The load of the machine was {:.1f} "
      "before "
      "and {:.1f} afterwards, on {} cores: times say only of which order they are.\n\n",
      clew::with_commas(states_max), table.models(), load_before, load_now(),
      std::thread::hardware_concurrency());
  text += fmt::format(
      "- *explicit counts in*: compiling included.\n- *bdd*: time to count all states and to "
      "decide "
      "all properties, at most {:.0f} s and {}. A time means that it counted as many states as "
      "explicit.\n- *induction*, *pdr*: how many of the properties were decided within {:.0f} s; "
      "`-` "
      "where they refuse.\n\n",
      bdd_seconds_max, clew::bytes_text(bdd_bytes_max), solver_seconds_max);
  text += fmt::format("bdd counted {} of {} models, each as explicit did. ", table.counted(),
                      table.models());
  if (table.disagreements().empty()) {
    text += "No two conclusive answers differ.\n\n";
  } else {
    text += "Answers differ:\n\n";
    for (const std::string& each : table.disagreements()) text += "- " + each + "\n";
    text += "\n";
  }
  return text + heading + rows;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  const std::uint64_t states_max = words.empty() ? 1'000'000 : std::stoull(words[0]);
  const std::string output = words.size() > 1 ? words[1] : "";
  const std::set<std::string> wanted(words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)),
                                     words.end());
  std::vector<Task> tasks = beem_tasks(states_max);
  if (tasks.empty()) fmt::print(stderr, "no BEEM models: set CLEW_EXTRA_MODELS\n");
  for (Task& task : zoo_tasks()) tasks.push_back(std::move(task));
  const double load_before = load_now();
  Table table;
  std::string rows;
  fmt::print("{}", heading);
  for (const Task& task : tasks) {
    if (!wanted.empty() && !wanted.contains(task.name)) continue;
    const std::string row = table.row(task, states_max);
    fmt::print("{}", row);
    std::fflush(stdout);
    rows += row;
  }
  if (table.models() == 0) return 2;
  if (!output.empty()) {
    const std::string reason =
        clew::write_file(output, whole_text(table, rows, states_max, load_before));
    if (!reason.empty()) fmt::print(stderr, "{}: {}\n", output, reason);
  }
  return table.disagreements().empty() ? 0 : 1;
}
