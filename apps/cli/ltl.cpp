// The command that shows the automaton of a formula.
#include <fmt/format.h>

#include "clew/property/automaton_print.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"

namespace clew::cli {

namespace {

std::string generalised_text(const std::string& format, const Automaton& automaton,
                             const AutomatonNames& names) {
  if (format == "dot") return dot_text(automaton, names);
  if (format == "hoa") return hoa_text(automaton, names);
  return plain_text(automaton, names);
}

std::string buchi_text(const std::string& format, const BuchiAutomaton& automaton,
                       const AutomatonNames& names) {
  if (format == "dot") return dot_text(automaton, names);
  if (format == "hoa") return hoa_text(automaton, names);
  if (format == "never") return never_text(automaton, names);
  if (format == "dve") return dve_text(automaton, names);
  return plain_text(automaton, names);
}

}  // namespace

int run_ltl(const Options& options) {
  const bool has_states = options.format == "never" || options.format == "dve";
  if (options.generalised && has_states) {
    refuse({{},
            fmt::format("--format {} has accepting states, --tgba has marks on edges",
                        options.format)});
  }
  ReadResult<ParsedFormula> read = parse_ltl(options.formula, {});
  if (!read.ok()) {
    say_of_expression(read.diagnostics);
    throw BadInput{};
  }
  ParsedFormula& parsed = read.value();
  const FormulaId formula =
      options.negate ? parsed.formulas.make(FormulaOp::Not, parsed.formula) : parsed.formula;
  AutomatonNames names{"", parsed.proposition_texts()};
  names.formula = text_of(parsed.formulas, formula, names.propositions);
  const Translation made = ltl_to_automaton(
      parsed.formulas, formula, {.simplify = options.simplify, .reduce = options.simplify});
  if (!made.refusal.empty()) {
    write_error(fmt::format("clew: unknown: {}\n", made.refusal));
    return 3;
  }
  std::string text;
  if (options.format.empty() || options.format == "text") {
    // Equivalences make the normal form exponentially longer than what was written.
    constexpr std::uint64_t shown_operators_max = 200;
    text = fmt::format("formula: {}\n", names.formula);
    const bool is_shown = operator_count(parsed.formulas, made.formula) <= shown_operators_max;
    const std::string normal =
        is_shown ? text_of(parsed.formulas, made.formula, names.propositions) : names.formula;
    if (normal != names.formula) text += fmt::format("translated: {}\n", normal);
  }
  text += options.generalised
              ? generalised_text(options.format, made.automaton, names)
              : buchi_text(options.format, to_buchi(made.automaton, options.simplify), names);
  deliver(options.output_file, text);
  return 0;
}

}  // namespace clew::cli
