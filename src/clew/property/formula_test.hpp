// What tests say in one line.
#pragma once

#include <string>

#include "clew/property/formula_parser.hpp"

namespace clew {

// The formula as it is printed, and the propositions; or what is wrong with it.
inline std::string read_back(const ReadResult<ParsedFormula>& read) {
  if (!read.ok()) return read.diagnostics.text();
  return text_of(read.value().formulas, read.value().formula, read.value().proposition_texts());
}

inline std::string ltl(std::string_view text, const FormulaOptions& options = {}) {
  return read_back(parse_ltl(text, options));
}

inline std::string ctl(std::string_view text) { return read_back(parse_ctl(text, {})); }

// "[a] [x == 1]"
inline std::string propositions_of(std::string_view text, const FormulaOptions& options = {}) {
  const ReadResult<ParsedFormula> read = parse_ltl(text, options);
  if (!read.ok()) return read.diagnostics.text();
  std::string list;
  for (const std::string& proposition : read.value().proposition_texts()) {
    list += (list.empty() ? "[" : " [") + proposition + "]";
  }
  return list;
}

}  // namespace clew
