#include <fmt/format.h>

#include <array>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/property/ltl_claim.hpp"

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
    Builtin{"progress", PropertyKind::Progress, "every infinite run makes progress again and again"},
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

Property declared_property(const DeclaredProperty& declared) {
  const bool is_claim = declared.kind == DeclaredProperty::Kind::Claim;
  Property property;
  property.name = declared.name;
  property.kind = is_claim ? PropertyKind::Claim : PropertyKind::Ltl;
  property.text = declared.text;
  property.claim = declared.claim;
  property.propositions = declared.propositions;
  property.antecedents = declared.antecedents;
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

ReadResult<LtlClaim> ltl_claim(Model& model, const std::string& text) {
  FormulaOptions options;
  options.name = "property";
  options.is_process = [&](std::string_view name) { return is_some(model.process_named(name)); };
  return add_ltl_claim(model, "formula", text, options, language_of(model).read_expression);
}

ReadResult<Property> read_formula(Model& model, PropertyKind kind, const std::string& name,
                                  std::string text) {
  if (text.empty())
    return refused(name, "the property has no expression", "write for instance 'inv: x < 3'");
  Property property;
  property.name = name;
  property.kind = kind;
  property.text = std::move(text);
  Diagnostics diagnostics;
  if (kind == PropertyKind::Invariant || kind == PropertyKind::Reach) {
    auto expr = language_of(model).read_expression(model, property.text);
    if (!expr.ok()) return {nullptr, std::move(expr.diagnostics)};
    property.expr = expr.value();
    diagnostics = std::move(expr.diagnostics);
  }
  if (kind == PropertyKind::Ltl) {
    auto claim = ltl_claim(model, property.text);
    if (!claim.ok()) return {nullptr, std::move(claim.diagnostics)};
    property.claim = claim.value().type;
    property.propositions = std::move(claim.value().propositions);
    property.antecedents = std::move(claim.value().antecedents);
    diagnostics = std::move(claim.diagnostics);
  }
  return {std::make_unique<Property>(std::move(property)), std::move(diagnostics)};
}

}  // namespace

std::vector<Property> properties_of(const Model& model) {
  std::vector<Property> properties;
  // The model's own question first; then what every model must stand.
  if (model.claim) {
    properties.push_back(builtin_property(builtins[3]));
    properties.back().claim = model.claim->type;
  }
  for (const DeclaredProperty& declared : model.declared_properties) {
    properties.push_back(declared_property(declared));
  }
  for (std::size_t i : {0U, 1U, 2U}) properties.push_back(builtin_property(builtins[i]));
  return properties;
}

ReadResult<Property> read_property(Model& model, const std::string& text) {
  const std::string name = trimmed(text);
  for (const DeclaredProperty& declared : model.declared_properties) {
    if (declared.name == name) {
      return {std::make_unique<Property>(declared_property(declared)), {}};
    }
  }
  for (const Builtin& builtin : builtins) {
    if (builtin.name != name) continue;
    if (builtin.kind == PropertyKind::Claim && !model.claim) {
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
    if (name.starts_with(prefix))
      return read_formula(model, kind, name, trimmed(name.substr(prefix.size())));
  }
  std::vector<std::string> names;
  for (const Builtin& builtin : builtins) names.emplace_back(builtin.name);
  const std::string nearest = nearest_name(name, names);
  return refused(name, fmt::format("unknown property '{}'", name.substr(0, 60)),
                 nearest.empty() ? "expected deadlock, assertions, errors, claim, endless, progress, "
                                   "acceptance, 'inv: EXPR', "
                                   "'reach: EXPR', 'ltl: FORMULA' or 'ctl: FORMULA'"
                                 : fmt::format("there is a property '{}'", nearest));
}

}  // namespace clew
