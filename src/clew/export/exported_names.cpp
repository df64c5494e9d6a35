#include "clew/export/exported_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/characters.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

// NuSMV 2.6 and nuXmv 2.0; the single letters are operators of temporal logic.
constexpr std::string_view smv_words[] = {
    "MODULE",     "DEFINE",     "MDEFINE",    "CONSTANTS",
    "VAR",        "IVAR",       "FROZENVAR",  "INIT",
    "TRANS",      "INVAR",      "SPEC",       "CTLSPEC",
    "LTLSPEC",    "PSLSPEC",    "COMPUTE",    "NAME",
    "INVARSPEC",  "FAIRNESS",   "JUSTICE",    "COMPASSION",
    "ISA",        "ASSIGN",     "CONSTRAINT", "SIMPWFF",
    "CTLWFF",     "LTLWFF",     "PSLWFF",     "COMPWFF",
    "IN",         "MIN",        "MAX",        "MIRROR",
    "PRED",       "PREDICATES", "NEXTWFF",    "ITYPE",
    "COMPID",     "GOTO",       "INCLUDE",    "FUN",
    "PARSYNTH",   "VALID",      "SAT",        "URGENT",
    "process",    "array",      "of",         "boolean",
    "integer",    "real",       "word",       "word1",
    "bool",       "signed",     "unsigned",   "extend",
    "resize",     "sizeof",     "uwconst",    "swconst",
    "EX",         "AX",         "EF",         "AF",
    "EG",         "AG",         "E",          "F",
    "O",          "G",          "H",          "X",
    "Y",          "Z",          "A",          "U",
    "S",          "V",          "T",          "W",
    "R",          "M",          "BU",         "EBF",
    "ABF",        "EBG",        "ABG",        "case",
    "esac",       "mod",        "next",       "init",
    "union",      "in",         "xor",        "xnor",
    "self",       "TRUE",       "FALSE",      "count",
    "abs",        "max",        "min",        "floor",
    "toint",      "typeof",     "READ",       "WRITE",
    "CONSTARRAY", "WAREAD",     "WAWRITE",    "clock",
    "time",       "time_since", "time_until", "noncontinuous",
    "continuous", "pi",         "sin",        "cos",
    "tan",        "exp",        "ln",         "asin",
    "acos",       "main",       "until",
};

// UPPAAL 4 and 5, with the functions and types it knows from the start.
constexpr std::string_view uppaal_words[] = {
    "chan",
    "clock",
    "double",
    "bool",
    "int",
    "commit",
    "const",
    "urgent",
    "broadcast",
    "init",
    "process",
    "state",
    "invariant",
    "location",
    "guard",
    "sync",
    "assign",
    "system",
    "trans",
    "deadlock",
    "and",
    "or",
    "not",
    "xor",
    "imply",
    "true",
    "false",
    "for",
    "forall",
    "exists",
    "while",
    "do",
    "if",
    "else",
    "return",
    "typedef",
    "struct",
    "rate",
    "before_update",
    "after_update",
    "meta",
    "priority",
    "progress",
    "scalar",
    "select",
    "void",
    "default",
    "string",
    "minE",
    "maxE",
    "minPr",
    "maxPr",
    "Pr",
    "Pmax",
    "switch",
    "case",
    "continue",
    "break",
    "enum",
    "probability",
    "branchpoint",
    "import",
    "gantt",
    "assert",
    "IO",
    "sum",
    "control",
    "control_t",
    "simulation",
    "simulate",
    "loadStrategy",
    "saveStrategy",
    "strategy",
    "under",
    "imitate",
    "sat",
    "inf",
    "sup",
    "bounds",
    "A",
    "E",
    "U",
    "W",
    "R",
    "M",
    "X",
    "hybrid",
    "dynamic",
    "spawn",
    "exit",
    "numOf",
    "foreach",
    "query",
    "abs",
    "fabs",
    "fmod",
    "fma",
    "fmax",
    "fmin",
    "fdim",
    "exp",
    "exp2",
    "expm1",
    "ln",
    "log",
    "log10",
    "log2",
    "log1p",
    "pow",
    "sqrt",
    "cbrt",
    "hypot",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "ceil",
    "floor",
    "trunc",
    "round",
    "fint",
    "ldexp",
    "ilogb",
    "logb",
    "nextafter",
    "copysign",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "isunordered",
    "signbit",
    "fpclassify",
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "INT8_MIN",
    "INT8_MAX",
    "UINT8_MAX",
    "INT16_MIN",
    "INT16_MAX",
    "UINT16_MAX",
    "INT32_MIN",
    "INT32_MAX",
};

bool is_word(Dialect dialect, std::string_view name) {
  if (dialect == Dialect::Smv) {
    return std::find(std::begin(smv_words), std::end(smv_words), name) != std::end(smv_words);
  }
  return std::find(std::begin(uppaal_words), std::end(uppaal_words), name) !=
         std::end(uppaal_words);
}

// All names of UPPAAL's random functions begin alike, so that nothing behind makes another name of them.
bool has_reserved_beginning(Dialect dialect, std::string_view name) {
  return dialect == Dialect::Uppaal && (name == "random" || name.starts_with("random_"));
}

bool is_numbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  name.remove_prefix(prefix.size());
  return std::all_of(name.begin(), name.end(), is_digit);
}

// Without its folder: equal models give equal text wherever they lie.
std::string file_name(const Model& model, SourceSpan span) {
  const std::string& file = span.file == 0 ? model.file : model.included_files[span.file - 1];
  return file.substr(file.find_last_of('/') + 1);
}

}  // namespace

bool ExportedNames::is_free(const std::string& name) const {
  if (given_.contains(name) || is_word(dialect_, name)) return false;
  return std::none_of(prefixes_.begin(), prefixes_.end(),
                      [&](const std::string& prefix) { return is_numbered(name, prefix); });
}

std::string ExportedNames::add(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) {
    if (is_word_character(c)) {
      name += c;
    } else if (c != ']' && c != ')') {
      name += '_';
    }
  }
  if (name.empty() || is_digit(name.front()) || has_reserved_beginning(dialect_, name)) {
    name.insert(0, "_");
  }
  while (!is_free(name)) name += '_';
  given_.insert(name);
  return name;
}

std::string ExportedNames::wanted_for(const Property& property) {
  const bool is_plain = std::all_of(property.name.begin(), property.name.end(),
                                    [](char c) { return is_word_character(c) || c == '-'; });
  return is_plain ? property.name : std::string(name_of(property.kind));
}

std::string ExportedNames::add_prefix(std::string_view wanted) {
  std::string prefix(wanted);
  const auto is_taken = [&] {
    return std::any_of(given_.begin(), given_.end(),
                       [&](const std::string& name) { return is_numbered(name, prefix); });
  };
  while (is_taken()) prefix += '_';
  prefixes_.push_back(prefix);
  return prefix;
}

std::string move_text(const Model& model, const SymbolicMove& move) {
  std::string text;
  SourceSpan span;
  for (const SymbolicFiring& firing : move.firings) {
    const Action& action = model.actions[firing.action];
    const bool is_claim = firing.process == claim_id;
    if (!is_claim && !span.is_known()) span = action.span;
    const std::string& name = is_claim ? model.claim->name : model.processes[firing.process].name;
    if (!text.empty()) text += "; ";
    if (!name.empty() && (is_claim || model.processes.size() > 1)) text += name + ": ";
    text += action.text.empty() ? "(nothing)" : action.text;
  }
  if (text.empty()) text = "nothing moves";
  if (span.is_known()) text += fmt::format(" ({}:{})", file_name(model, span), span.line);
  return one_line(text);
}

std::string location_text(const Model& model, const SymbolicValue& value) {
  if (!is_some(value.located)) return {};
  const ProcessTypeId id =
      value.located == claim_id ? model.claim->type : model.processes[value.located].type;
  const ProcessType& type = model.process_types[id];
  std::string text;
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    const std::string& name = type.locations[to_id<LocationId>(i)].name;
    if (name.empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", i, name);
  }
  return one_line(text);
}

}  // namespace clew
