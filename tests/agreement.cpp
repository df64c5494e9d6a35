#include "tests/agreement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "clew/base/file.hpp"
#include "clew/base/hash.hpp"
#include "clew/base/random.hpp"
#include "clew/check/portfolio.hpp"
#include "clew/encode/symbolic.hpp"
#include "clew/lang/language.hpp"
#include "clew/reduce/soundness.hpp"
#include "tests/random_ctl.hpp"
#include "tests/shrink_text.hpp"

namespace clew {

namespace {

constexpr std::uint64_t states_max = 3'000;  // of a model that everybody is asked about
constexpr const char* infinite = "infinite";

std::uint64_t answers_compared = 0;

// --- asking

ReadResult<Model> read_model(const std::string& language, const std::string& text) {
  return language_named(language)->read({"model." + language, text, {}});
}

// None if it is no question about this model.
std::optional<Property> property_of(Model& model, const std::string& question) {
  if (question == infinite) {
    Property property;
    property.name = infinite;
    property.kind = PropertyKind::Infinite;
    property.text = "some run never ends";
    return property;
  }
  auto read = read_property(model, question);
  if (!read.ok()) return std::nullopt;
  return read.value();
}

CheckOptions options_for(const AskedEngine& engine, const std::vector<Property>& properties,
                         std::uint64_t depth, Ends ends = Ends::Stutter) {
  CheckOptions options;
  options.ends = ends;
  options.properties = properties;
  options.native = engine.native;
  options.threads = engine.native ? 2 : 1;
  options.vacuity = false;
  options.limits.seconds_max = engine.seconds_max;
  options.limits.level_max = depth;
  return options;
}

std::string counts_of(const Model& model, const AskedEngine& engine, std::uint64_t depth) {
  CheckOptions options = options_for(engine, {}, depth);
  options.engine = engine.native ? "explicit" : engine.name;
  const Report report = explore(model, options);
  const Statistics& counts = report.statistics;
  std::string text =
      fmt::format("{} states, {} transitions, {} deadlocks, {} errors", counts.states,
                  counts.transitions, counts.deadlocks, counts.errors);
  for (const ActionId id : report.unreached) text += ", not " + model.actions[id].text;
  return text + (report.finished ? "" : ", and more");
}

// --- comparing

// A single state decides, or the move that leads there.
bool is_about_states(const Property& property) {
  if (property.kind == PropertyKind::Ctl) return is_some(property.expr);
  return !property.is_about_runs() && property.kind != PropertyKind::Infinite;
}

bool is_known(const PropertyResult& result) { return result.verdict != Verdict::Unknown; }

std::optional<std::size_t> length_of(const PropertyResult& result) {
  if (result.traces.empty()) return std::nullopt;
  return result.traces.front().trace.length();
}

std::string text_of(const PropertyResult& result) {
  std::string text = fmt::format("{} {}", name_of(result.verdict), name_of(result.basis));
  if (const auto length = length_of(result)) text += fmt::format(", {} moves", *length);
  if (!is_known(result))
    text += fmt::format(" ({}: {})", name_of(result.reason), result.reason_text);
  return text;
}

// One answer beside that of the interpreter.
class Comparison {
 public:
  Comparison(const PropertyResult& wanted, const PropertyResult& unbounded,
             const PropertyResult& said, const AskedEngine& engine,
             std::optional<std::uint64_t> bound, const AskedModel& asked)
      : wanted_(wanted),
        unbounded_(unbounded),
        said_(said),
        engine_(engine),
        bound_(bound),
        ends_(asked.ends),
        is_fair_(asked.fairness != Fairness::None) {}

  // The kind of disagreement; empty if there is none.
  std::string complaint() const {
    if (said_.reason == Reason::Defect) return "defect";
    return is_known(said_) ? about_verdict() : about_silence();
  }

 private:
  bool is_complete() const { return engine_.diligence == Diligence::Complete; }

  std::string about_verdict() const {
    if ((said_.basis == Basis::Inductive) == said_.certificate.empty()) return "certificate";
    const bool is_tree = said_.property.kind == PropertyKind::Ctl;
    if (!is_tree && (said_.basis == Basis::Witness) == said_.traces.empty()) return "trace";
    if (is_known(unbounded_) && unbounded_.verdict != said_.verdict) return "verdict";
    if (is_known(wanted_)) return wanted_.verdict == said_.verdict ? about_length() : "verdict";
    // It may have seen a run that never ends, but none that does.
    const bool is_before_end = ends_ == Ends::Reject && said_.basis == Basis::Witness;
    if (wanted_.reason == Reason::Error && is_before_end) return {};
    if (wanted_.reason == Reason::Error || wanted_.reason == Reason::Unsupported) return "verdict";
    if (wanted_.reason != Reason::Depth) return {};
    if (is_complete() && is_about_states(said_.property)) return "bound";
    // A shorter run than the interpreter has found, or one that is too long.
    if (said_.basis == Basis::Witness && is_about_states(said_.property)) return "bound";
    return {};
  }

  std::string about_length() const {
    const auto wanted = length_of(wanted_);
    const auto said = length_of(said_);
    if (!wanted || !said || !is_about_states(said_.property)) return {};
    const bool is_shortest = engine_.diligence != Diligence::Some;
    if (is_shortest ? *said != *wanted : *said < *wanted) return "length";
    // A move that fails behind the last state of all that there are.
    const bool is_last_failure = is_complete() && said_.property.kind == PropertyKind::Errors;
    return bound_ && *said > *bound_ + (is_last_failure ? 1 : 0) ? "bound" : "";
  }

  std::string about_silence() const {
    if (!is_reason_sensible()) return "reason";
    if (!is_about_states(said_.property)) return {};
    const bool is_bound = said_.reason == Reason::Depth && bound_;
    if (is_bound && (said_.basis != Basis::Bounded || said_.depth != *bound_)) return "bound";
    const auto length = length_of(wanted_);
    if (length && said_.basis == Basis::Bounded && *length <= said_.depth) return "bound";
    return {};
  }

  bool is_reason_sensible() const {
    const bool is_peer = engine_.diligence == Diligence::Peer;
    switch (said_.reason) {
      case Reason::Time: return !is_complete();
      case Reason::Depth:
        return is_complete() ? wanted_.reason == Reason::Depth : bound_ || is_peer;
      case Reason::Unsupported: {
        const bool is_tree =
            said_.property.kind == PropertyKind::Ctl && !is_about_states(said_.property);
        return wanted_.reason == Reason::Unsupported || is_peer || is_fair_ ||
               (is_tree && !is_complete());
      }
      // Who proves something about runs of all lengths meets the states behind the bound, too.
      case Reason::Error:
        return wanted_.reason == Reason::Error ||
               (!is_complete() && unbounded_.reason == Reason::Error);
      default: return false;
    }
  }

  const PropertyResult& wanted_;
  const PropertyResult& unbounded_;
  const PropertyResult& said_;
  const AskedEngine& engine_;
  std::optional<std::uint64_t> bound_;
  Ends ends_;
  bool is_fair_;  // then few engines can tell
};

// All that is asked of all engines about one model.
class Inquiry {
 public:
  Inquiry(const AskedModel& asked, const std::vector<AskedEngine>& engines)
      : asked_(asked), engines_(engines) {}

  std::vector<Disagreement> run() {
    auto read = read_model(asked_.language, asked_.text);
    if (!read.ok()) return {};
    Model& model = read.value();
    for (const std::string& question : asked_.questions) {
      auto property = property_of(model, question);
      if (!property) return {};
      properties_.push_back(*property);
    }
    const bool all_are_explicit =
        std::all_of(engines_.begin(), engines_.end(),
                    [](const AskedEngine& each) { return each.engine.name == "explicit"; });
    if (!is_small(model)) return {};
    if (!all_are_explicit && !symbolic_model(model).refusal.empty()) return {};
    bound_ = model.moves_max;
    if (asked_.depth > 0) bound_ = std::min(bound_.value_or(asked_.depth), asked_.depth);
    compare_counts(model);
    if (!properties_.empty()) compare_answers(model);
    return std::move(found_);
  }

 private:
  bool is_small(const Model& model) const {
    CheckOptions options = options_for(engines_.front(), {}, asked_.depth);
    options.engine = "explicit";
    options.watcher = [](const Heartbeat& heartbeat) {
      return heartbeat.states_discovered > states_max ? Continue::No : Continue::Yes;
    };
    const Report report = explore(model, options);
    const bool is_seen = report.finished || report.stop_reason == Reason::Depth;
    return is_seen && report.statistics.states <= states_max;
  }

  void add(std::string kind, const AskedEngine& engine, std::string question, std::string text) {
    found_.push_back({std::move(kind), engine.name, std::move(question), std::move(text)});
  }

  void compare_counts(const Model& model) {
    const std::string wanted = counts_of(model, engines_.front(), asked_.depth);
    for (const AskedEngine& engine : engines_) {
      if (engine.diligence != Diligence::Complete || !(engine.native || engine_named(engine.name)))
        continue;
      const std::string said = counts_of(model, engine, asked_.depth);
      if (said == wanted) continue;
      add("counts", engine, "",
          fmt::format("{} counts {}; {} counts {}", engines_.front().name, wanted, engine.name,
                      said));
    }
  }

  void compare_answers(const Model& model) {
    const Report wanted = ask(model, engines_.front(), asked_.depth);
    Model unbounded_model = model;
    unbounded_model.moves_max.reset();
    const Report unbounded = bound_ ? ask(unbounded_model, engines_.front(), 0) : wanted;
    for (const AskedEngine& engine : engines_) {
      Report said;
      try {
        said = ask(model, engine, asked_.depth);
      } catch (const std::exception& failure) {
        // Whichever of the questions it was.
        add("exception", engine, asked_.questions.front(), failure.what());
        continue;
      }
      for (std::size_t i = 0; i < properties_.size(); ++i) {
        const PropertyResult& mine = said.properties[i];
        ++answers_compared;
        const std::string kind =
            Comparison(wanted.properties[i], unbounded.properties[i], mine, engine, bound_, asked_)
                .complaint();
        if (!kind.empty()) {
          add(kind, engine, asked_.questions[i],
              fmt::format("{} says {}; {} says {}", engines_.front().name,
                          text_of(wanted.properties[i]), engine.name, text_of(mine)));
        }
        // Of all lassos those of bmc have the fewest moves.
        if (engine.name == "bmc") compare_lassos(wanted.properties[i], mine, engine, i);
      }
      if (!said.defect.empty() && found_.empty()) add("defect", engine, "", said.defect);
    }
  }

  void compare_lassos(const PropertyResult& wanted, const PropertyResult& said,
                      const AskedEngine& engine, std::size_t question) {
    const auto longest = length_of(wanted);
    const auto length = length_of(said);
    const bool is_lasso =
        !is_about_states(said.property) && said.property.kind != PropertyKind::Ctl;
    if (!is_lasso || !longest || !length || *length <= *longest) return;
    add("length", engine, asked_.questions[question],
        fmt::format("{} has a lasso of {} moves, {} one of {}", engines_.front().name, *longest,
                    engine.name, *length));
  }

  Report ask(const Model& model, const AskedEngine& engine, std::uint64_t depth) const {
    CheckOptions options = options_for(engine, properties_, depth, asked_.ends);
    options.fairness = asked_.fairness;
    return check_with(engine.engine, model, options);
  }

  const AskedModel& asked_;
  const std::vector<AskedEngine>& engines_;
  std::vector<Property> properties_;
  std::optional<std::uint64_t> bound_;
  std::vector<Disagreement> found_;
};

AskedEngine in_worker(const std::string& name, Diligence diligence, double seconds_max) {
  return {name, portfolio_of({{*engine_named(name)}}), diligence, false, seconds_max};
}

// --- questions

class QuestionMaker {
 public:
  QuestionMaker(Model& model, std::uint64_t seed) : model_(model), random_(mix_bits(seed)) {
    collect_propositions();
  }

  std::vector<std::string> make() {
    for (const Property& property : properties_of(model_)) questions_.push_back(property.name);
    for (const std::string each : {"deadlock", "errors", infinite}) questions_.push_back(each);
    if (propositions_.empty()) return unique();
    for (const std::string form : {"reach: ", "inv: "}) {
      add(form + any());
      add(form + any() + joint() + any());
    }
    add("reach: " + divided());
    for (int i = 0; i < 3; ++i) add("ltl: " + formula_over_runs());
    if (random_.below(4) == 0) add("ltl: G F (" + divided() + ")");
    for (int i = 0; i < 2; ++i) {
      const CtlFormula ctl = random_ctl({any(), any(), any()}, 4, random_.next());
      add("ctl: " + ctl.text_of_part(ctl.formula));
    }
    add("ctl: EF (" + any() + ")");
    add("ctl: AG (" + any() + ")");
    return unique();
  }

 private:
  void collect_propositions() {
    for (const Slot& slot : model_.globals.slots) add_propositions("", slot);
    for (const Process& process : model_.processes) {
      const ProcessType& type = model_.process_types[process.type];
      for (const Slot& slot : type.frame.slots) add_propositions(process.name + ".", slot);
      for (const Location& location : type.locations) {
        add_proposition(process.name + "." + location.name);
      }
    }
  }

  void add_propositions(const std::string& prefix, const Slot& slot) {
    const std::string name =
        prefix + slot.name + (slot.is_vector ? fmt::format("[{}]", random_.below(2)) : "");
    const Value low = std::max<Value>(slot.type.range.low, -4);
    const std::int64_t value = low + static_cast<std::int64_t>(random_.below(4));
    add_proposition(slot.type.name == "bool" ? name : fmt::format("{} == {}", name, value));
    if (slot.type.name != "bool") numbers_.push_back(name);
  }

  void add_proposition(const std::string& text) {
    if (read_property(model_, "inv: " + text).ok()) propositions_.push_back(text);
  }

  void add(const std::string& question) {
    if (property_of(model_, question)) questions_.push_back(question);
  }

  const std::string& any() { return propositions_[random_.below(propositions_.size())]; }
  std::string joint() {
    const bool is_uts = model_.language == "uts";
    return random_.below(2) == 0 ? (is_uts ? " & " : " and ") : (is_uts ? " | " : " or ");
  }

  // Has no value in some states.
  std::string divided() {
    if (numbers_.empty()) return any();
    return fmt::format("6 / ({} - 1) == 3", numbers_[random_.below(numbers_.size())]);
  }

  std::string formula_over_runs() {
    const std::string p = "(" + any() + ")";
    const std::string q = "(" + any() + ")";
    const std::string forms[] = {"G F " + p,
                                 "F G " + p,
                                 "G (" + p + " -> F " + q + ")",
                                 p + " U " + q,
                                 "F " + p,
                                 "G (" + p + " -> X " + q + ")",
                                 "(G F " + p + ") -> (G F " + q + ")",
                                 "X X " + p};
    return forms[random_.below(std::size(forms))];
  }

  std::vector<std::string> unique() const {
    std::vector<std::string> all;
    for (const std::string& each : questions_) {
      if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
    }
    return all;
  }

  Model& model_;
  SplitMix64 random_;
  std::vector<std::string> propositions_;
  std::vector<std::string> numbers_;  // names of what has a number for its value
  std::vector<std::string> questions_;
};

// --- shrinking

bool is_same(const Disagreement& a, const Disagreement& b) {
  return a.kind == b.kind && a.engine == b.engine && a.question.empty() == b.question.empty();
}

}  // namespace

std::vector<AskedEngine> agreement_engines(double solver_seconds_max) {
  const EngineInfo& explicit_engine = *engine_named("explicit");
  std::vector<AskedEngine> engines = {
      {"explicit", explicit_engine, Diligence::Complete, false, 20},
      {"native", explicit_engine, Diligence::Complete, true, 20},
      in_worker("bdd", Diligence::Complete, 20),
      in_worker("bmc", Diligence::Shortest, solver_seconds_max),
      in_worker("induction", Diligence::Shortest, solver_seconds_max),
      in_worker("pdr", Diligence::Some, solver_seconds_max),
  };
  return engines;
}

namespace {

// The explicit engine, told to leave out what can wait wherever that is sound.
AskedEngine reduced(const std::string& name, bool native,
                    const std::function<void(EngineTask&)>& set) {
  EngineInfo engine = *engine_named("explicit");
  engine.run = [set, honest = engine.run](const Model& model, const EngineTask& task) {
    EngineTask changed = task;
    set(changed);
    const bool is_sound =
        task.fairness == Fairness::None && task.limits.level_max == 0 &&
        std::all_of(task.properties.begin(), task.properties.end(), [&](const Property& property) {
          return reason_against_partial_order(model, property).empty();
        });
    if (is_sound) changed.reduction = Reduction::PartialOrder;
    return honest(model, changed);
  };
  return {name, engine, Diligence::Some, native, 20};
}

}  // namespace

std::vector<AskedEngine> agreement_reductions() {
  return {{"explicit", *engine_named("explicit"), Diligence::Complete, false, 20},
          reduced("por", false, [](EngineTask& task) { task.threads = 1; }),
          reduced("native-por", true, [](EngineTask& task) { task.threads = 2; }),
          reduced("dfs-por", false, [](EngineTask& task) { task.order = Order::DepthFirst; }),
          reduced("nested-por", false,
                  [](EngineTask& task) { task.algorithm = CycleAlgorithm::Nested; })};
}

std::vector<AskedEngine> agreement_peers(double seconds_max) {
  std::vector<AskedEngine> peers;
  for (const std::string name : {"z3", "cvc5"}) {
    if (!obstacle_to(*engine_named(name)).empty()) continue;
    peers.push_back(in_worker(name, Diligence::Peer, seconds_max));
  }
  return peers;
}

std::vector<std::string> random_questions(const std::string& language, const std::string& text,
                                          std::uint64_t seed) {
  auto read = read_model(language, text);
  if (!read.ok()) return {};
  return QuestionMaker(read.value(), seed).make();
}

std::vector<Disagreement> disagreements(const AskedModel& asked,
                                        const std::vector<AskedEngine>& engines) {
  return Inquiry(asked, engines).run();
}

std::uint64_t compared_answers() { return answers_compared; }

AskedModel shrunk(const AskedModel& asked, const Disagreement& found,
                  const std::vector<AskedEngine>& engines, double seconds_max) {
  // Only who is wrong is asked, and only what it is wrong about.
  std::vector<AskedEngine> two = {engines.front()};
  for (const AskedEngine& engine : engines) {
    if (engine.name == found.engine && engine.name != engines.front().name) two.push_back(engine);
  }
  AskedModel small = asked;
  small.questions.clear();
  if (!found.question.empty()) small.questions.push_back(found.question);
  const auto is_wrong = [&](const AskedModel& candidate) {
    const auto all = disagreements(candidate, two);
    return std::any_of(all.begin(), all.end(),
                       [&](const Disagreement& each) { return is_same(each, found); });
  };
  for (const std::string& question : asked.questions) {
    if (is_wrong(small)) break;
    small.questions = {question};
  }
  if (!is_wrong(small)) return asked;  // it takes all questions together, or time
  for (std::size_t length = ~std::size_t{0}; small.text.size() < length;) {
    length = small.text.size();
    small.text = shrink_text(
        small.text,
        [&](const std::string& text) {
          return is_wrong(
              {small.language, text, small.questions, small.depth, small.ends, small.fairness});
        },
        seconds_max / 2);
    for (std::string& question : small.questions) {
      question = shrink_text(
          question,
          [&](const std::string& text) {
            return is_wrong(
                {small.language, small.text, {text}, small.depth, small.ends, small.fairness});
          },
          seconds_max / 4);
    }
    while (small.depth > 1) {
      AskedModel nearer = small;
      --nearer.depth;
      if (!is_wrong(nearer)) break;
      small = nearer;
    }
  }
  return small;
}

std::string regression_text(const AskedModel& asked, const Disagreement& found) {
  auto read = read_model(asked.language, asked.text);
  std::string text = fmt::format("// Engines did not agree about this model ({}: {}).\n",
                                 found.engine, found.kind);
  if (asked.depth > 0) text += fmt::format("// They were asked with --depth {}.\n", asked.depth);
  if (asked.ends != Ends::Stutter) {
    text += fmt::format("// They were asked with --finite {}.\n",
                        asked.ends == Ends::Ignore ? "ignore" : "reject");
  }
  if (asked.fairness != Fairness::None) text += "// They were asked with --fair weak.\n";
  if (!read.ok()) return text + asked.text;
  Model& model = read.value();
  const AskedEngine judge = agreement_engines(1).front();
  const Statistics counts = explore(model,
                                    [&] {
                                      CheckOptions options = options_for(judge, {}, 0);
                                      options.engine = "explicit";
                                      return options;
                                    }())
                                .statistics;
  text += fmt::format(
      "//\n// expect: states {}\n// expect: transitions {}\n// expect: deadlocks {}\n"
      "// expect: errors {}\n",
      counts.states, counts.transitions, counts.deadlocks, counts.errors);
  for (const std::string& question : asked.questions) {
    const auto property = property_of(model, question);
    if (!property) continue;
    const PropertyResult result =
        check_with(judge.engine, model, options_for(judge, {*property}, 0)).properties.front();
    const bool is_declared = question != infinite;
    text += fmt::format("// {}: {} {}", is_declared ? "expect" : "asked", question,
                        name_of(result.verdict));
    const auto length = length_of(result);
    if (length && is_about_states(*property)) text += fmt::format(", path {}", *length);
    text += "\n";
  }
  return text + "\n" +
         asked.text.substr(std::min(asked.text.find_first_not_of('\n'), asked.text.size())) +
         (asked.text.ends_with('\n') ? "" : "\n");
}

std::string keep_regression(const AskedModel& asked, const Disagreement& found,
                            const std::string& name) {
  const char* const given = std::getenv("CLEW_KEEP_REGRESS");
  const std::filesystem::path folder = given ? given : testing::TempDir();
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / (name + "." + asked.language);
  const std::string reason = write_file(file.string(), regression_text(asked, found));
  EXPECT_EQ(reason, "") << file;
  return file.string();
}

}  // namespace clew
