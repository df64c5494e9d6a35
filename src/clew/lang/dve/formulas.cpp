#include "clew/lang/dve/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/lang/dve/dve.hpp"
#include "clew/property/ltl_claim.hpp"
#include "clew/property/property.hpp"

namespace clew::dve {

namespace {

void add_formula(const FormulaSyntax& written, FormulaOptions options, Model& model,
                 Diagnostics& diagnostics) {
  options.source_offset = written.offset;
  auto claim = add_ltl_claim(model, written.name.text, written.text, options, read_expression);
  for (const Diagnostic& said : claim.diagnostics.items()) diagnostics.add(said);
  if (!claim.ok()) return;
  DeclaredProperty declared{written.name.text, DeclaredProperty::Kind::Ltl, written.text,
                            written.span, claim.value().type};
  declared.propositions = std::move(claim.value().propositions);
  declared.antecedents = std::move(claim.value().antecedents);
  declared.positives = std::move(claim.value().positives);
  declared.premise = std::move(claim.value().premise);
  model.declared_properties.push_back(std::move(declared));
}

}  // namespace

void add_formulas(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
                  Model& model, Diagnostics& diagnostics) {
  FormulaOptions options = formula_options(model, "formula");
  options.source = source;
  for (const FormulaSyntax& written : file.formulas) {
    const auto& known = model.declared_properties;
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& each) {
      return each.name == written.name.text;
    });
    if (is_reserved_property_name(written.name.text)) {
      diagnostics.error(written.name.span, fmt::format("'{}' means a question of every model, a "
                                                       "property cannot be called so",
                                                       written.name.text));
    } else if (is_known) {
      diagnostics.error(written.name.span,
                        fmt::format("there are two properties '{}'", written.name.text));
    } else {
      add_formula(written, options, model, diagnostics);
    }
  }
}

}  // namespace clew::dve
