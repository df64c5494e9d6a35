#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <set>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/property/ctl_question.hpp"
#include "clew/property/ltl_claim.hpp"
#include "clew/property/state_expression.hpp"

namespace clew {

namespace {

struct Builtin {
  std::string_view name;
  PropertyKind kind;
  std::string_view text;
};

constexpr std::array builtins = {
    Builtin{"deadlock", PropertyKind::Deadlock, "no reachable state is a deadlock"},
    Builtin{"assertions", PropertyKind::Assertions, "every assertion holds"},
    Builtin{"errors", PropertyKind::Errors, "no run-time error is reachable"},
    Builtin{"claim", PropertyKind::Claim, "the property process accepts no run"},
    Builtin{"endless", PropertyKind::Endless, "no run comes to an end"},
    Builtin{"progress", PropertyKind::Progress,
            "every infinite run makes progress again and again"},
    Builtin{"acceptance", PropertyKind::Acceptance, "no run passes accept labels again and again"},
};

constexpr std::array<std::pair<std::string_view, PropertyKind>, 4> prefixes = {{
    {"inv:", PropertyKind::Invariant},
    {"reach:", PropertyKind::Reach},
    {"ltl:", PropertyKind::Ltl},
    {"ctl:", PropertyKind::Ctl},
}};

Property builtin_property(const Builtin& builtin) {
  Property property;
  property.name = builtin.name;
  property.kind = builtin.kind;
  property.text = builtin.text;
  return property;
}

PropertyKind kind_of(DeclaredProperty::Kind kind) {
  switch (kind) {
    case DeclaredProperty::Kind::Claim: return PropertyKind::Claim;
    case DeclaredProperty::Kind::Ltl: return PropertyKind::Ltl;
    case DeclaredProperty::Kind::Ctl: return PropertyKind::Ctl;
    case DeclaredProperty::Kind::Invariant: return PropertyKind::Invariant;
    case DeclaredProperty::Kind::Reach: return PropertyKind::Reach;
    case DeclaredProperty::Kind::Infinite: return PropertyKind::Infinite;
    case DeclaredProperty::Kind::DeadlockExists: return PropertyKind::DeadlockExists;
  }
  return PropertyKind::Claim;
}

Property declared_property(const Model& model, const DeclaredProperty& declared) {
  Property property;
  property.name = declared.name;
  property.kind = kind_of(declared.kind);
  property.text = declared.text;
  property.expr = declared.expr;
  property.claim = declared.claim;
  property.propositions = declared.propositions;
  property.antecedents = declared.antecedents;
  property.positives = declared.positives;
  property.premise = declared.premise;
  property.ctl = declared.ctl;
  property.ctl_asks_existence = declared.ctl && asks_existence(model, *declared.ctl);
  return property;
}

ReadResult<Property> refused(const std::string& text, std::string message, std::string help) {
  ReadResult<Property> result{nullptr, Diagnostics(std::make_shared<SourceText>("property", text))};
  result.diagnostics.error({1, 1, static_cast<std::uint32_t>(text.size())}, std::move(message),
                           std::move(help));
  return result;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1));
}

// An expression written as a formula without temporal operators.
ReadResult<Property> read_state_formula(Model& model, Property property,
                                        const FormulaOptions& options) {
  auto parsed = parse_ltl(property.text, options);
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};
  ParsedFormula& formula = parsed.value();
  if (!is_about_states(formula.formulas, formula.formula)) {
    Diagnostics diagnostics(options.source);
    diagnostics.error(options.source->span(options.source_offset, property.text.size()),
                      "a predicate is about one state: it has no temporal operators");
    return {nullptr, std::move(diagnostics)};
  }
  auto propositions =
      read_propositions(model, formula, property.text, options, language_of(model).read_expression);
  if (!propositions.ok()) return {nullptr, std::move(propositions.diagnostics)};
  property.expr =
      state_expression(model, formula.formulas, formula.formula, propositions.value());
  return {std::make_unique<Property>(std::move(property)), std::move(propositions.diagnostics)};
}

// As this program would write it.
std::string usual_text(const std::string& text, const FormulaOptions& options) {
  const auto parsed = parse_ltl(text, options);
  if (!parsed.ok()) return text;
  return text_of(parsed.value().formulas, parsed.value().formula,
                 parsed.value().proposition_texts());
}

ReadResult<Property> read_formula(Model& model, PropertyKind kind, const std::string& name,
                                  const std::string& text, const FormulaOptions& options) {
  if (text.empty())
    return refused(name, "the property has no expression", "write for instance 'inv: x < 3'");
  if (kind == PropertyKind::Ctl) {
    auto read = read_ctl(model, text, options, language_of(model).read_expression);
    if (read.ok()) read.value().name = name;
    return read;
  }
  Property property;
  property.name = name;
  property.kind = kind;
  property.text = text;
  Diagnostics diagnostics;
  const bool is_about_state = kind == PropertyKind::Invariant || kind == PropertyKind::Reach;
  if (is_about_state && options.precedence == FormulaPrecedence::Ltsmin) {
    return read_state_formula(model, std::move(property), options);
  }
  if (is_about_state) {
    const WrittenProposition written{with_definitions(text, options.definitions), 0, text.size()};
    auto expr = read_proposition(model, written, text, options, language_of(model).read_expression);
    if (!expr.ok()) return {nullptr, std::move(expr.diagnostics)};
    property.expr = expr.value();
    diagnostics = std::move(expr.diagnostics);
  }
  if (kind == PropertyKind::Ltl) {
    auto claim = add_ltl_claim(model, "formula", text, options, language_of(model).read_expression);
    if (!claim.ok()) return {nullptr, std::move(claim.diagnostics)};
    property.claim = claim.value().type;
    property.propositions = std::move(claim.value().propositions);
    property.antecedents = std::move(claim.value().antecedents);
    property.positives = std::move(claim.value().positives);
    property.premise = std::move(claim.value().premise);
    diagnostics = std::move(claim.diagnostics);
  }
  return {std::make_unique<Property>(std::move(property)), std::move(diagnostics)};
}

bool is_declared(const Model& model, std::string_view name) {
  return std::any_of(model.declared_properties.begin(), model.declared_properties.end(),
                     [&](const DeclaredProperty& declared) { return declared.name == name; });
}

// Adds the properties of a file to a model, one after the other.
class FileReader {
 public:
  FileReader(Model& model, const PropertyFile& file, std::size_t count_before)
      : model_(model), file_(file), count_before_(count_before) {
    for (const PropertyFile::Item& item : file.properties) names_.insert(item.name);
  }

  ReadResult<FileProperties> run() {
    ReadResult<FileProperties> result;
    result.diagnostics.set_source(file_.source);
    auto read = std::make_unique<FileProperties>();
    read->definitions = file_.definitions;
    for (std::size_t i = 0; i < file_.properties.size(); ++i) {
      const PropertyFile::Item& item = file_.properties[i];
      if (!check_name(item, result.diagnostics)) continue;
      const FormulaOptions options = file_.options_for(item, formula_options(model_, "property"));
      auto property = read_formula(model_, kind_of(item), name_of_item(i), item.formula, options);
      say(property.diagnostics, result.diagnostics);
      if (!property.ok()) continue;
      property.value().note = item.note;
      if (file_.precedence == FormulaPrecedence::Ltsmin) {
        property.value().text = usual_text(item.formula, options);
      }
      read->properties.push_back(std::move(property.value()));
    }
    result.diagnostics.sort();
    if (!result.diagnostics.has_errors()) result.value_or_null = std::move(read);
    return result;
  }

 private:
  static PropertyKind kind_of(const PropertyFile::Item& item) {
    for (const auto& [prefix, kind] : prefixes) {
      if (prefix == item.kind + ":") return kind;
    }
    return PropertyKind::Ltl;
  }

  std::string name_of_item(std::size_t index) const {
    if (!file_.properties[index].name.empty()) return file_.properties[index].name;
    std::string name = fmt::format("prop{}", count_before_ + index + 1);
    while (names_.contains(name) || is_declared(model_, name)) name += '_';
    return name;
  }

  bool check_name(const PropertyFile::Item& item, Diagnostics& diagnostics) const {
    const bool has_meaning = is_reserved_property_name(item.name);
    if (!has_meaning && !is_declared(model_, item.name)) return true;
    diagnostics.error(file_.source->span(item.name_offset, item.name.size()),
                      has_meaning
                          ? fmt::format("the property '{}' has a meaning already", item.name)
                          : fmt::format("the model has a property '{}' of its own", item.name));
    return false;
  }

  static void say(const Diagnostics& from, Diagnostics& to) {
    for (const Diagnostic& said : from.items()) {
      // What is wrong with a definition is found wherever it is used.
      const bool is_known =
          std::any_of(to.items().begin(), to.items().end(), [&](const Diagnostic& item) {
            return item.span == said.span && item.message == said.message;
          });
      if (is_known) continue;
      if (said.severity == Severity::Error) {
        to.error(said.span, said.message, said.help);
      } else {
        to.warning(said.span, said.message, said.help);
      }
    }
  }

  Model& model_;
  const PropertyFile& file_;
  std::size_t count_before_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace

ReadResult<FileProperties> read_properties(Model& model, const PropertyFile& file,
                                           std::size_t count_before) {
  return FileReader(model, file, count_before).run();
}

std::vector<Property> properties_of(const Model& model, const FileProperties& file) {
  std::vector<Property> properties;
  // The model's own question first; then what every model must stand.
  if (model.claim) {
    properties.push_back(builtin_property(builtins[3]));
    properties.back().claim = model.claim->type;
  }
  for (const DeclaredProperty& declared : model.declared_properties) {
    properties.push_back(declared_property(model, declared));
  }
  properties.insert(properties.end(), file.properties.begin(), file.properties.end());
  // A script of this language states all its questions itself.
  if (model.language == "uts" && !properties.empty()) return properties;
  for (std::size_t i : {0U, 1U, 2U}) properties.push_back(builtin_property(builtins[i]));
  return properties;
}

namespace {

// What a formula without a word in front of it is meant to be; empty if the text is a name.
std::string_view prefix_for(const std::string& text) {
  const auto has_word = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const auto is_part = [&](std::size_t i) {
          return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 ||
                                     text[i] == '_' || text[i] == '.');
        };
        const bool begins = at == 0 || !is_part(at - 1);
        if (begins && !is_part(at + word.size())) return true;
      }
      return false;
    });
  };
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (std::all_of(text.begin(), text.end(), is_of_name)) return {};
  if (has_word({"AG", "AF", "AX", "EG", "EF", "EX", "A", "E"})) return "ctl: ";
  const bool has_sign = text.find("[]") != std::string::npos ||
                        text.find("<>") != std::string::npos ||
                        (text.find("->") != std::string::npos && text.find(" -> ") != std::string::npos);
  return has_sign || has_word({"G", "F", "X", "U", "W", "R", "M"}) ? "ltl: " : "inv: ";
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The near one, or all that could be meant.
std::string help_for_unknown(const std::string& name, const Model& model,
                             const FileProperties& file) {
  for (const auto& [prefix, kind] : prefixes) {
    const std::string_view word = prefix.substr(0, prefix.size() - 1);
    if (!lower_case(name).starts_with(word)) continue;
    const bool is_whole = name.size() > word.size() && (name[word.size()] == ':' || name[word.size()] == ' ');
    if (!is_whole) continue;
    return fmt::format("write '{} {}'", prefix, trimmed(name.substr(word.size() + 1)));
  }
  if (const std::string_view prefix = prefix_for(name); !prefix.empty()) {
    return fmt::format("a formula begins with the word that says its kind: '{}{}'", prefix, name);
  }
  std::vector<std::string> declared;
  for (const DeclaredProperty& property : model.declared_properties) {
    declared.push_back(property.name);
  }
  for (const Property& property : file.properties) declared.push_back(property.name);
  std::vector<std::string> names = declared;
  for (const Builtin& builtin : builtins) names.emplace_back(builtin.name);
  const std::string nearest = nearest_name(name, names);
  if (!nearest.empty()) return fmt::format("there is a property '{}'", nearest);
  constexpr std::size_t shown_max = 20;
  std::string own;
  for (std::size_t i = 0; i < std::min(declared.size(), shown_max); ++i) {
    own += fmt::format("'{}', ", declared[i]);
  }
  if (declared.size() > shown_max) own += fmt::format("{} more, ", declared.size() - shown_max);
  return fmt::format(
      "expected {}deadlock, assertions, errors, claim, endless, progress, acceptance, 'inv: EXPR', "
      "'reach: EXPR', 'ltl: FORMULA' or 'ctl: FORMULA'",
      own);
}

}  // namespace

ReadResult<Property> read_property(Model& model, const std::string& text,
                                   const FileProperties& file) {
  const std::string name = trimmed(text);
  for (const Property& property : file.properties) {
    if (property.name == name) return {std::make_unique<Property>(property), {}};
  }
  for (const DeclaredProperty& declared : model.declared_properties) {
    if (declared.name == name) {
      return {std::make_unique<Property>(declared_property(model, declared)), {}};
    }
  }
  if (model.claim && model.claim->name == name) return read_property(model, "claim", file);
  for (const Builtin& builtin : builtins) {
    if (builtin.name != name) continue;
    if (builtin.kind == PropertyKind::Claim && !model.claim) {
      // In Promela claims have names, but with one of them there is no doubt.
      for (const DeclaredProperty& declared : model.declared_properties) {
        if (declared.kind != DeclaredProperty::Kind::Claim) continue;
        return {std::make_unique<Property>(declared_property(model, declared)), {}};
      }
      return refused(name, "the model has no claim",
                     "a DVE model has one if it ends with 'system async property NAME;'");
    }
    Property property = builtin_property(builtin);
    if (builtin.kind == PropertyKind::Claim) property.claim = model.claim->type;
    if (builtin.kind == PropertyKind::Progress) property.claim = add_progress_claim(model);
    if (builtin.kind == PropertyKind::Acceptance) property.claim = add_acceptance_claim(model);
    return {std::make_unique<Property>(std::move(property)), {}};
  }
  for (const auto& [prefix, kind] : prefixes) {
    if (!name.starts_with(prefix)) continue;
    const bool is_formula = kind == PropertyKind::Ltl || kind == PropertyKind::Ctl;
    FormulaOptions options = formula_options(model, is_formula ? "property" : "expression");
    options.definitions = file.definitions;
    return read_formula(model, kind, name, trimmed(name.substr(prefix.size())), options);
  }
  return refused(name, fmt::format("unknown property '{}'", name.substr(0, 60)),
                 help_for_unknown(name, model, file));
}

}  // namespace clew
