// Feeds arbitrary bytes to the readers of temporal logic: as a formula of LTL, as one of CTL, and as
// a property file.  What turns out to be a formula is written, read back and written again, which
// must give the same text; an LTL formula of moderate size is also made into an automaton.

#include <cstddef>
#include <cstdint>
#include <string>

#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_parser.hpp"
#include "clew/property/ltl_to_automaton.hpp"
#include "clew/property/property_file.hpp"
#include "survival.hpp"

namespace {

using namespace clew;

// Beyond these a formula takes long, and shows nothing that a smaller one does not.
constexpr std::uint64_t operators_max = 12;
constexpr std::size_t states_max = 200;
constexpr std::size_t edges_max = 1'000;

std::string written(const ParsedFormula& parsed) {
  return text_of(parsed.formulas, parsed.formula, parsed.proposition_texts());
}

void translate(ParsedFormula& parsed) {
  constexpr std::size_t propositions_max = 64;
  if (operator_count(parsed.formulas, parsed.formula) > operators_max) return;
  if (parsed.propositions.size() > propositions_max) return;
  const Translation made = ltl_to_automaton(parsed.formulas, parsed.formula,
                                            {.states_max = states_max, .edges_max = edges_max});
  if (!made.refusal.empty()) return;
  const BuchiAutomaton buchi = to_buchi(made.automaton);
  require(buchi.initial < buchi.states.size());
  for (const BuchiAutomaton::State& state : buchi.states) {
    for (const BuchiEdge& edge : state.edges) {
      require(edge.target < buchi.states.size() && !edge.guard.is_contradiction());
    }
  }
}

// A definition may hold anything, such as a parenthesis too many. The front-end of the language will
// refuse it; until then it is a proposition that cannot be written in a formula.
bool can_be_written(const ParsedFormula& parsed) {
  for (const WrittenProposition& proposition : parsed.propositions) {
    if (!parse_ltl("{" + proposition.text + "}", {}).ok()) return false;
  }
  return true;
}

template <class Parse>
void read(const std::string& text, const FormulaOptions& options, Parse&& parse, bool is_linear) {
  auto first = parse(text, options);
  require_answer(first);
  if (!first.ok() || !can_be_written(first.value())) return;
  const std::string once = written(first.value());
  FormulaOptions again;  // definitions are filled in by now
  again.is_process = options.is_process;
  const auto second = parse(once, again);
  require(second.ok());
  require(written(second.value()) == once);
  require(second.value().proposition_texts() == first.value().proposition_texts());
  if (is_linear) translate(first.value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  FormulaOptions options;
  options.is_process = [](std::string_view name) { return name == "P"; };
  options.definitions = {{"busy", "x == 1"}, {"both", "busy && P.q"}};
  read(text, options, parse_ltl, true);
  read(text, options, parse_ctl, false);

  const auto file = read_property_file("fuzz.ltl", text);
  require_answer(file);
  if (!file.ok()) return 0;
  for (const PropertyFile::Item& item : file.value().properties) {
    read(item.formula, file.value().options_for(item, {}), parse_ltl, true);
  }
  return 0;
}
