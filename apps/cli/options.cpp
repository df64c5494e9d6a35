#include "options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "clew/base/text.hpp"
#include "clew/base/version.hpp"
#include "clew/check/choose.hpp"
#include "clew/lang/language.hpp"
#include "clew/walk/stores.hpp"

namespace clew::cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> examples_of_commands = {{
    {"check",
     "  clew check lift.dve                        deadlocks, failed assertions, run-time errors\n"
     "  clew check lift.dve -p 'inv: not (P.CS and Q.CS)' -p 'ltl: G (P.wait -> F P.CS)'\n"
     "  clew check lift.pml --time 60s --memory 4G --json report.json\n"
     "  clew check lift.uts -e portfolio --trace way.json\n"},
    {"explore",
     "  clew explore lift.dve --levels             how many states, how far away\n"
     "  clew explore lift.mdve -D N=5 --export lift.aut\n"},
    {"simulate",
     "  clew simulate lift.dve                     by hand\n"
     "  clew simulate lift.dve --random 20 --seed 7 --msc\n"
     "  clew simulate lift.dve --replay way.json   as 'clew check --trace way.json' wrote it\n"},
    {"draw",
     "  clew draw lift.dve -p deadlock -o l.svg    the state graph, and the way into the deadlock\n"
     "  clew draw lift.dve --process Cabin -o cabin.svg\n"},
    {"translate",
     "  clew translate lift.dve --to promela\n"
     "  clew translate lift.uts --to smt2 -p safe --depth 20\n"},
    {"ltl",
     "  clew ltl 'G (wait -> F served)' --negate --format dot\n"
     "  clew ltl 'p U q' --format never            a never claim for SPIN\n"},
    {"bench",
     "  clew bench --quick                         four models, once\n"
     "  clew bench lift.pml --peers spin --repeat 5\n"},
}};

constexpr auto examples = R"(
Examples:
  clew check peterson.dve                              everything that must hold of every model
  clew check peterson.dve -p 'inv: not (P.CS and Q.CS)'
  clew explore philosophers.mdve -D N=5 --levels
  clew simulate lift.dve --random 20 --seed 7
  clew draw lock.dve --format svg --output lock.svg
)";

constexpr auto exit_codes = R"(
Exit codes: 0 every property holds, 1 some property is violated, 2 the input or the command line is
wrong, 3 unknown (a limit, an interrupt), 4 a defect in Clew itself.)";

// A number with one of the given units behind it; the first unit is meant when there is none.
struct Unit {
  std::string_view name;
  double factor;
};

double parse_amount(const std::string& text, std::initializer_list<Unit> units,
                    std::string_view what) {
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error == std::errc() && std::isfinite(amount) && amount > 0) {
    for (const Unit& candidate : units) {
      const bool none = unit.empty() && &candidate == units.begin();
      if (none || unit == candidate.name) return amount * candidate.factor;
    }
  }
  throw CLI::ValidationError(fmt::format("'{}' is not {}", text, what));
}

std::uint64_t parse_bytes(const std::string& text) {
  constexpr double kib = 1024;
  const double bytes = parse_amount(text,
                                    {{"B", 1},
                                     {"K", kib},
                                     {"KB", kib},
                                     {"KiB", kib},
                                     {"M", kib * kib},
                                     {"MB", kib * kib},
                                     {"MiB", kib * kib},
                                     {"G", kib * kib * kib},
                                     {"GB", kib * kib * kib},
                                     {"GiB", kib * kib * kib},
                                     {"T", kib * kib * kib * kib}},
                                    "an amount of memory, such as 200M or 4G");
  if (bytes > 9e18)
    throw CLI::ValidationError(fmt::format("'{}' is more memory than there is", text));
  return static_cast<std::uint64_t>(bytes);
}

double parse_seconds(const std::string& text) {
  return parse_amount(text, {{"s", 1}, {"ms", 0.001}, {"m", 60}, {"min", 60}, {"h", 3600}},
                      "a time, such as 60s, 5m or 2h");
}

void take_definition(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const bool is_name = !name.empty() &&
                       name.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789_") == std::string::npos &&
                       !(name[0] >= '0' && name[0] <= '9');
  if (!is_name) throw CLI::ValidationError(fmt::format("-D {}: expected NAME=VALUE", text));
  options.definitions[name] = equals == std::string::npos ? "1" : text.substr(equals + 1);
}

// "explicit, bmc, pdr"
std::string engine_names() {
  std::string names;
  for (const EngineInfo& engine : engines()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", engine.name);
  }
  return names;
}

void take_engine(Options& options, const std::string& names) {
  const std::string reason = reason_against_engines(names);
  if (!reason.empty()) throw CLI::ValidationError(reason);
  options.engine = names;
}

// One of the words in `known`, or a sentence that lists them.
template <class Meaning>
Meaning one_of(const std::string& option, const std::string& word,
               const std::vector<std::pair<std::string_view, Meaning>>& known) {
  std::string list;
  for (const auto& [candidate, meaning] : known) {
    if (candidate == word) return meaning;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", candidate);
  }
  throw CLI::ValidationError(fmt::format("{}: expected one of {}, found '{}'", option, list, word));
}

// Options of cli.md that take only some values in this version: say so instead of ignoring them.
void take_fixed(const std::string& option, const std::string& value,
                std::initializer_list<std::string_view> known) {
  std::string list;
  for (const std::string_view candidate : known) {
    if (candidate == value) return;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", candidate);
  }
  throw CLI::ValidationError(
      fmt::format("{} '{}' is not part of this version, there are: {}", option, value, list));
}

void take_reduction(Options& options, const std::string& value) {
  if (value.find("por") != std::string::npos && value.find("symmetry") != std::string::npos) {
    throw CLI::ValidationError(
        "--reduce takes one of 'por' and 'symmetry', not both: which moves can wait is told from "
        "processes by number, and nobody has shown that states with exchanged processes may stand "
        "for each other then");
  }
  take_fixed("reduction", value, {"auto", "none", "por", "symmetry", "symmetry=thesis"});
  options.reduces_where_sound = value == "auto";
  for (const Reduction reduction :
       {Reduction::PartialOrder, Reduction::Symmetry, Reduction::SymmetryByLocation}) {
    if (name_of(reduction) == value) options.reduction = reduction;
  }
}

void take_fairness(Options& options, const std::string& text) {
  if (text == "strong") {
    throw CLI::ValidationError(
        "--fair strong is not part of this version: it takes a search for cycles in which whoever "
        "can "
        "move again and again moves, and the searches here tell by single states; write the "
        "assumption into the formula, as in 'ltl: (G F p -> G F q) -> F r'");
  }
  options.fairness =
      one_of<Fairness>("--fair", text, {{"none", Fairness::None}, {"weak", Fairness::Weak}});
}

void take_algorithm(Options& options, const std::string& text) {
  std::vector<std::pair<std::string_view, CycleAlgorithm>> known;
  for (const CycleAlgorithm algorithm :
       {CycleAlgorithm::Auto, CycleAlgorithm::Components, CycleAlgorithm::Nested,
        CycleAlgorithm::Parallel, CycleAlgorithm::Owcty, CycleAlgorithm::Map}) {
    known.emplace_back(name_of(algorithm), algorithm);
  }
  options.algorithm = one_of<CycleAlgorithm>("--algorithm", text, known);
}

void take_solver(Options& options, const std::string& text) {
  std::vector<std::pair<std::string_view, SolverKind>> known;
  for (const SolverKind kind : solver_kinds()) known.emplace_back(name_of(kind), kind);
  options.solver = one_of<SolverKind>("--solver", text, known);
}

void take_store(Options& options, const std::string& text) {
  std::vector<std::pair<std::string_view, std::string>> known;
  for (const StoreInfo& store : stores()) known.emplace_back(store.name, store.name);
  options.store = one_of<std::string>("--store", text, known);
}

// "auto (default), tree, compact (may miss states)"
std::string store_names() {
  std::string names;
  for (const StoreInfo& store : stores()) {
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", store.name,
                         store.name == "auto" ? " (default)" : store.is_exact ? "" : " (may miss states)");
  }
  return names;
}

class CommandLine {
 public:
  CommandLine()
      : app_(
            "Clew explores every state a model can reach and answers with a verdict and the trace "
            "that proves it.",
            "clew") {
    app_.require_subcommand(0, 1);
    app_.set_version_flag("--version", std::string("clew ") + std::string(version_text));
    app_.set_help_flag("-h,--help", "this text");
    app_.footer(std::string(examples) + exit_codes);
    add_check();
    add_explore();
    add_simulate();
    add_draw();
    add_translate();
    add_ltl();
    add_bench();
    for (const auto& [name, text] : examples_of_commands) {
      app_.get_subcommand(std::string(name))->footer("Examples:\n" + std::string(text) + exit_codes);
    }
  }

  ParsedLine parse(int argument_count, const char* const* arguments) {
    ParsedLine result;
    try {
      app_.parse(argument_count, arguments);
      if (app_.get_subcommands().empty()) {
        result.exit_code = 2;
        result.complaint = {{}, "which command? expected one of " + command_names()};
        result.errors = app_.help();
        return result;
      }
      options_.command = app_.get_subcommands().front()->get_name();
      settle_json();
      if (options_.command == "translate" && options_.target_language.empty()) {
        throw CLI::ValidationError(
            "--to: which language? there are: dve, promela, c, smv, smt2, uppaal");
      }
      if (!options_.export_file.empty() && options_.reduction != Reduction::None) {
        throw CLI::ValidationError("--export writes the whole state space: not with --reduce");
      }
      if (!options_.export_file.empty() && !options_.export_file.ends_with(".aut")) {
        throw CLI::ValidationError(
            fmt::format("--export: the ending of '{}' names no format; there is .aut, Aldebaran's",
                        options_.export_file));
      }
      if (options_.command == "ltl" && options_.formula.empty())
        throw CLI::ValidationError("which FORMULA? expected one of LTL, such as 'G (p -> F q)'");
      const bool has_model = options_.command != "bench" && options_.command != "ltl";
      if (options_.model_file.empty() && has_model)
        throw CLI::ValidationError("which MODEL? expected a file name, or '-' for standard input");
      result.options = options_;
    } catch (const CLI::ParseError& error) {
      finish(error, result);
    }
    return result;
  }

 private:
  void finish(const CLI::ParseError& error, ParsedLine& result) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app_.exit(error, out, err);
    if (code == 0) {
      result.output = out.str();
      result.exit_code = 0;
      return;
    }
    const bool in_command = !app_.get_subcommands().empty();
    const std::string where = in_command ? " " + app_.get_subcommands().front()->get_name() : "";
    std::string message = error.what();
    std::string help = fmt::format("'clew{} --help' shows what is possible", where);
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
      // CLI11 lists what it could not use, the first one last.
      const std::string first = message.substr(message.find_last_of(' ') + 1);
      const bool is_command = !in_command && !first.starts_with("-");
      message =
          fmt::format("{} '{}'", is_command ? "unknown command" : "unexpected argument", first);
      if (const std::string nearest = nearest_to(first); !nearest.empty()) {
        help = fmt::format("there is {} '{}'; {}", is_command ? "a command" : "an option", nearest, help);
      }
    }
    result.exit_code = 2;
    result.complaint = {{}, message, help};
    result.errors = complaint_text(*result.complaint);
  }

  // Of the commands, or of the options of the one that was given.
  std::string nearest_to(const std::string& word) const {
    std::vector<std::string> names;
    const auto given = app_.get_subcommands();
    if (given.empty() && !word.starts_with("-")) {
      for (const CLI::App* const sub : app_.get_subcommands({})) names.push_back(sub->get_name());
      return nearest_name(word, names);
    }
    for (const CLI::Option* const option : (given.empty() ? &app_ : given.front())->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return nearest_name(word.substr(0, word.find('=')), names);
  }

  // "check, explore, ..."
  std::string command_names() const {
    std::string names;
    for (const CLI::App* const sub : app_.get_subcommands({})) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", sub->get_name());
    }
    return names;
  }

  CLI::App& command(const std::string& name, const std::string& summary) {
    CLI::App& sub = *app_.add_subcommand(name, summary);
    sub.set_help_flag("-h,--help", "this text");
    sub.add_option("MODEL", options_.model_file,
                   "the model; '-' reads standard input (then --lang is needed)");
    sub.add_option("--lang", options_.language,
                   "the language, if the file name does not tell: dve, mdve, promela, uts");
    each(sub, "-D", "NAME=VALUE",
         "a parameter of the model (m4 macro, #define or constant); repeatable",
         [this](const std::string& text) { take_definition(options_, text); });
    each(sub, "-U", "NAME", "no such #define, whatever -D says (Promela); repeatable",
         [this](const std::string& text) { options_.undefined.push_back(text); });
    each(sub, "-I", "FOLDER", "where includes look for files, and may (Promela, mdve); repeatable",
         [this](const std::string& text) { options_.include_folders.push_back(text); });
    sub.add_flag("--quiet", options_.quiet, "results only");
    sub.add_flag("--verbose", options_.verbose, "everything, traces unshortened");
    word(sub, "--color", "WHEN", "auto (default), always or never",
         [this](const std::string& text) {
           options_.color = one_of<Color>(
               "--color", text,
               {{"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}});
         });
    return sub;
  }

  template <class Take>
  static CLI::Option* each(CLI::App& sub, const std::string& name, const std::string& type,
                           const std::string& help, Take take) {
    return sub
        .add_option_function<std::vector<std::string>>(
            name,
            [take](const std::vector<std::string>& values) {
              for (const std::string& value : values) take(value);
            },
            help)
        ->type_name(type)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);  // what follows one value is the model, or the next option
  }

  void add_json(CLI::App& sub, const std::string& help) {
    json_options_.push_back(
        sub.add_option("--json", options_.json_file, help)->type_name("[FILE]")->expected(0, 1));
  }

  // Of a command whose result is no JSON.
  void add_json_of_complaints(CLI::App& sub) {
    sub.add_flag("--json", options_.json,
                 "what is wrong with the input as JSON on standard output, too");
  }

  // An option whose text is taken by a function.
  template <class Take>
  static void word(CLI::App& sub, const std::string& name, const std::string& type,
                   const std::string& help, Take take) {
    sub.add_option_function<std::string>(name, take, help)->type_name(type);
  }

  static void file(CLI::App& sub, const std::string& name, std::string& target,
                   const std::string& help, const std::string& type = "FILE") {
    sub.add_option(name, target, help)->type_name(type);
  }

  // A whole number, at least `least`.
  template <class Number>
  static void number(CLI::App& sub, const std::string& name, Number& target, std::uint64_t least,
                     const std::string& help) {
    word(sub, name, "N", help, [&target, name, least](const std::string& text) {
      std::uint64_t value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value < least) {
        throw CLI::ValidationError(
            fmt::format("{}: expected a whole number, at least {}, found '{}'",
                        name.substr(name.rfind(',') + 1), least, text));
      }
      target = value;
    });
  }

  void add_verifying(CLI::App& sub) {
    word(sub, "-e,--engine", "E[,E]",
         "auto (default), " + engine_names() +
             " or portfolio (all that are part of Clew); of several, side by side, the first "
             "answer counts",
         [this](const std::string& name) { take_engine(options_, name); });
    word(sub, "--solver", "S",
         "for bmc, induction and pdr: cadical, minisat, z3, cvc5 or yices-smt2 (default: what "
         "serves "
         "the engine best)",
         [this](const std::string& text) { take_solver(options_, text); });
    word(sub, "--order", "ORDER", "bfs (default, shortest traces), dfs, best or random",
         [this](const std::string& text) {
           options_.order = one_of<Order>("--order", text,
                                          {{"bfs", Order::BreadthFirst},
                                           {"dfs", Order::DepthFirst},
                                           {"best", Order::BestFirst},
                                           {"random", Order::Random}});
         });
    number(sub, "--seed", options_.seed, 0, "for --order random");
    word(sub, "--store", "S",
         store_names(),
         [this](const std::string& text) { take_store(options_, text); });
    word(sub, "--algorithm", "A",
         "how ltl and claims are checked: auto (default), scc, ndfs, cndfs, owcty or map",
         [this](const std::string& text) { take_algorithm(options_, text); });
    word(
        sub, "--fair", "F",
        "which runs ltl and claims are about: none (default, all) or weak (a process that can move "
        "all the time moves)",
        [this](const std::string& text) { take_fairness(options_, text); });
    word(sub, "--reduce", "R",
         "auto (default: por where it is sound, and none for explore), none, por (leave out moves "
         "that can wait), symmetry, or symmetry=thesis (sorts by location only)",
         [this](const std::string& value) { take_reduction(options_, value); });
    number(sub, "-j,--threads", options_.threads, 1, "explore with N threads (default: all cores)");
    sub.add_flag_callback(
        "--no-native", [this] { options_.native = false; }, "stay in the interpreter");
    word(sub, "--memory", "SIZE", "memory limit, such as 200M or 4G",
         [this](const std::string& text) { options_.limits.memory_bytes_max = parse_bytes(text); });
    word(sub, "--time", "TIME", "time limit, such as 60s or 5m",
         [this](const std::string& text) { options_.limits.seconds_max = parse_seconds(text); });
    number(sub, "--depth", options_.limits.level_max, 1, "look at most this many moves deep");
    add_json(sub, "the report as JSON on standard output, or in FILE; no other output");
  }

  void add_properties(CLI::App& sub, const std::string& help) {
    each(sub, "-p,--property", "P", help,
         [this](const std::string& text) { options_.asked.push_back(text); });
    file(
        sub, "--properties", options_.property_file,
        "property file (.ltl, or .mltl with macros); without it, the one beside the model is read");
  }

  void add_check() {
    CLI::App& sub = command("check", "verify every property of the model, or those asked for");
    add_properties(sub,
                   "a name the model or its property file declares, deadlock, assertions, errors, "
                   "claim, endless, progress, acceptance, 'inv: EXPR', 'reach: EXPR', "
                   "'ltl: FORMULA', 'ctl: FORMULA'; repeatable");
    add_verifying(sub);
    word(sub, "--finite", "E",
         "a run that ends, under ltl and claims: stutter (default, stays there for ever), ignore "
         "(does not count) or reject (takes the place of the answer)",
         [this](const std::string& text) {
           options_.ends = one_of<Ends>(
               "--finite", text,
               {{"stutter", Ends::Stutter}, {"ignore", Ends::Ignore}, {"reject", Ends::Reject}});
         });
    sub.add_flag_callback(
        "--no-vacuity", [this] { options_.vacuity = false; },
        "do not warn about ltl and claims that hold for the wrong reason");
    sub.add_flag("--all", options_.all_violations,
                 "look at every state, count all violations, show up to ten of each");
    number(sub, "--max-violations", options_.violations_max, 1,
           "show up to N violations of each property");
    sub.add_flag(
        "--compare", options_.compare,
        "let every engine finish, show what each says, how long it took and how much memory");
    file(sub, "--trace", options_.trace_file, "write the first counterexample as JSON");
    file(sub, "--certificate", options_.certificate_file,
         "write why properties hold as SMT-LIB 2 (induction and pdr)");
  }

  void add_explore() {
    CLI::App& sub = command("explore", "build the whole state space and say its size");
    add_verifying(sub);
    sub.add_flag("--levels", options_.levels, "how many states lie at each distance");
    file(sub, "--export", options_.export_file, "write the state space in Aldebaran format",
         "FILE.aut");
  }

  void add_simulate() {
    CLI::App& sub = command("simulate", "walk through the model, step by step");
    number(sub, "--random", options_.random_steps, 0, "take N random steps");
    number(sub, "--seed", options_.seed, 0, "for --random; the same seed gives the same walk");
    file(sub, "--replay", options_.replay_file,
         "follow a trace written by --trace or --json, or a trail of SPIN", "TRACE");
    sub.add_flag("--interactive", options_.interactive, "go on by hand after --random or --replay");
    each(sub, "--watch", "EXPR", "show the value of an expression after every step; repeatable",
         [this](const std::string& text) { options_.watched.push_back(text); });
    sub.add_flag("--full", options_.full_states, "show whole states instead of what changed");
    sub.add_flag("--msc", options_.chart,
                 "show the walk of --random or --replay as a message sequence chart");
    file(sub, "--trace", options_.trace_file, "write the walk as JSON at the end");
    add_json(sub, "the walk as JSON on standard output, or in FILE; no other output");
  }

  void add_draw() {
    CLI::App& sub =
        command("draw", "the state graph, or the control flow of a process, as a picture");
    file(sub, "--process", options_.process, "draw the control flow of this process", "NAME");
    sub.add_flag("--msc", options_.chart,
                 "draw the trace of -p or --replay as a message sequence chart");
    sub.add_flag("--trace", options_.path_alone,
                 "draw the trace of -p or --replay alone, however large the graph");
    word(sub, "--format", "F",
         "dot (default), svg or json, of a chart text or svg; else by the name of the output",
         [this](const std::string& text) {
           options_.format = one_of<std::string>(
               "--format", text,
               {{"dot", "dot"}, {"svg", "svg"}, {"json", "json"}, {"text", "text"}});
         });
    file(sub, "-o,--output", options_.output_file, "write here instead of standard output");
    number(sub, "--limit", options_.states_max, 1, "refuse graphs with more states (default 200)");
    add_properties(sub, "highlight the counterexample of this property");
    file(sub, "--replay", options_.replay_file,
         "highlight a trace written by --trace or --json, or a trail of SPIN", "TRACE");
    add_json_of_complaints(sub);
  }

  void add_translate() {
    CLI::App& sub = command("translate", "the model in another language");
    word(sub, "--to", "LANGUAGE",
         "dve, promela, c, smv (NuSMV), smt2 (a bounded problem) or uppaal",
         [this](const std::string& text) { options_.target_language = text; });
    add_properties(
        sub,
        "dve, promela: the model watched by the claim of this property (a name, claim or "
        "'ltl: FORMULA'); smv, smt2, uppaal: what is asked, as for check");
    number(sub, "--depth", options_.limits.level_max, 1,
           "smt2: runs of at most N moves (default 10, or the model's MAXSTEPS)");
    file(sub, "-o,--output", options_.output_file, "write here instead of standard output");
    add_json_of_complaints(sub);
  }

  // Needs no model: propositions stay texts.
  void add_ltl() {
    CLI::App& sub = *app_.add_subcommand("ltl", "the automaton of a formula");
    sub.set_help_flag("-h,--help", "this text");
    sub.add_option("FORMULA", options_.formula, "a formula of LTL, such as 'G (p -> F q)'");
    word(sub, "--format", "F", "text (default), dot, hoa, never (SPIN) or dve",
         [this](const std::string& text) {
           options_.format = one_of<std::string>("--format", text,
                                                 {{"text", "text"},
                                                  {"dot", "dot"},
                                                  {"hoa", "hoa"},
                                                  {"never", "never"},
                                                  {"dve", "dve"}});
         });
    sub.add_flag("--negate", options_.negate,
                 "of the negation, whose runs are the counterexamples");
    sub.add_flag("--tgba", options_.generalised,
                 "with acceptance marks on edges instead of accepting states");
    sub.add_flag_callback(
        "--no-simplify", [this] { options_.simplify = false; },
        "as constructed: neither the formula nor the automaton is made smaller");
    file(sub, "-o,--output", options_.output_file, "write here instead of standard output");
    add_json_of_complaints(sub);
  }

  // Takes other arguments than the commands on one model.
  void add_bench() {
    CLI::App& sub = *app_.add_subcommand(
        "bench", "measure Clew beside the peers on this machine, print tables");
    sub.set_help_flag("-h,--help", "this text");
    sub.add_option("MODEL", options_.bench_models,
                   "what to explore (default: models of the BEEM collection, below "
                   "$CLEW_EXTRA_MODELS/beem)");
    number(sub, "--repeat", options_.repetitions, 1,
           "run everything N times (default 3, with --quick 1)");
    word(sub, "--peers", "P[,P]", "spin, ltsmin or none (default: all that are installed)",
         [this](const std::string& text) { options_.bench_peers = CLI::detail::split(text, ','); });
    sub.add_flag("--quick", options_.quick, "four models, once");
    sub.add_flag("--liveness", options_.liveness,
                 "look for accepting cycles, in models with a claim, instead of exploring");
    sub.add_flag("--engines", options_.engines,
                 "ask the engines instead: scripts with published times, the portfolio beside the "
                 "best engine, large state spaces");
    add_json(sub, "every run as JSON on standard output, or beside the tables in FILE");
    file(sub, "--plot", options_.plot_file, "also draw the speed-ups", "FILE.svg");
    file(sub, "-o,--output", options_.output_file, "also write the tables to a file", "FILE.md");
    sub.add_flag("--quiet", options_.quiet, "do not say what is being measured");
    number(sub, "--limit", options_.limit_states, 1000,
           "measure only how many insertions a store of N states takes, and the machine's limit");
  }

  // `clew check --json model.dve` reads as JSON into model.dve; what is meant is clear.
  void settle_json() {
    for (const CLI::Option* option : json_options_)
      options_.json = options_.json || option->count() > 0;
    const bool has_model_word = options_.command != "bench";
    if (options_.json && has_model_word && options_.model_file.empty() &&
        (language_for_file(options_.json_file) || options_.json_file == "-")) {
      options_.model_file.swap(options_.json_file);
    }
    if (options_.command == "bench" && language_for_file(options_.json_file)) {
      options_.bench_models.insert(options_.bench_models.begin(), options_.json_file);
      options_.json_file.clear();
    }
  }

  CLI::App app_;
  Options options_;
  std::vector<CLI::Option*> json_options_;
};

}  // namespace

ParsedLine parse_command_line(int argument_count, const char* const* arguments) {
  ParsedLine line = CommandLine().parse(argument_count, arguments);
  // A line with a mistake was read up to there only.
  line.wants_json = std::any_of(arguments, arguments + argument_count, [](std::string_view word) {
    return word == "--json" || word.starts_with("--json=");
  });
  return line;
}

}  // namespace clew::cli
