#include "clew/property/watched_space.hpp"

#include <fmt/format.h>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/ltl_to_automaton.hpp"

namespace clew {

namespace {

// "the propositions are 'a', 'b' and 'c'"
std::string help_with(const std::vector<std::string>& names) {
  if (names.empty()) return "no proposition was given a meaning";
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += fmt::format("'{}'", names[i]);
  }
  return names.size() == 1 ? "the only proposition is " + list : "the propositions are " + list;
}

}  // namespace

ReadResult<ViolationAutomaton> violations_of_ltl(std::string_view formula,
                                                 const std::vector<std::string>& names) {
  constexpr std::size_t propositions_max = 64;
  const auto source = std::make_shared<const SourceText>("formula", std::string(formula));
  FormulaOptions options;
  options.source = source;
  auto parsed = parse_ltl(formula, options);
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};

  Diagnostics diagnostics(source);
  auto violations = std::make_unique<ViolationAutomaton>();
  for (const WrittenProposition& written : parsed.value().propositions) {
    const auto found = std::find(names.begin(), names.end(), written.text);
    if (found == names.end()) {
      diagnostics.error(source->span(written.offset, written.length),
                        fmt::format("unknown proposition '{}'", written.text), help_with(names));
    }
    violations->propositions.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  if (violations->propositions.size() > propositions_max) {
    diagnostics.error(source->span(0, formula.size()), "the formula has more than 64 propositions");
  }
  if (diagnostics.has_errors()) return {nullptr, std::move(diagnostics)};

  Formulas& formulas = parsed.value().formulas;
  const FormulaId negated = formulas.make(FormulaOp::Not, parsed.value().formula);
  const Translation made = ltl_to_automaton(formulas, negated, {});
  if (!made.refusal.empty()) {
    diagnostics.error(source->span(0, formula.size()), made.refusal);
    return {nullptr, std::move(diagnostics)};
  }
  violations->automaton = to_buchi(made.automaton);
  return {std::move(violations), std::move(parsed.diagnostics)};
}

}  // namespace clew
