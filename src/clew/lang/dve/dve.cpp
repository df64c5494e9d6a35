#include "clew/lang/dve/dve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "clew/lang/dve/expressions.hpp"
#include "clew/lang/dve/formulas.hpp"
#include "clew/lang/dve/lexer.hpp"
#include "clew/lang/dve/macros.hpp"
#include "clew/lang/dve/parser.hpp"
#include "clew/lang/dve/resolve.hpp"
#include "clew/lang/reading.hpp"

namespace clew::dve {

namespace {

ReadResult<Model> read_text(std::shared_ptr<const SourceText> source,
                            const std::map<std::string, std::string>& constants) {
  ReadResult<Model> result{nullptr, Diagnostics(source)};
  const FileSyntax file = parse_file(*source, result.diagnostics);
  if (!result.diagnostics.has_errors()) {
    Model model = resolve(file, source->name(), constants, result.diagnostics);
    model.name = model_name(source->name());
    model.expansions = source->expansions();
    if (!result.diagnostics.has_errors()) add_formulas(file, source, model, result.diagnostics);
    keep_if_valid(result, std::move(model));
  }
  finish_reading(result);
  return result;
}

}  // namespace

ReadResult<Model> read(const ModelSource& source) {
  return read_text(std::make_shared<SourceText>(source.name, source.text), source.definitions);
}

namespace {

// Whether the text declares an input of that name.
bool declares_input(const std::string& text, const std::string& name) {
  Diagnostics unsaid;
  const SourceText source("", text);
  const std::vector<Token> tokens = tokenize(source, unsaid);
  bool is_inside = false;  // of a declaration of inputs
  int depth = 0;
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    const Token& before = tokens[i - 1];
    if (tokens[i - 2].is("input")) is_inside = true;
    if (before.is("{") || before.is("(") || before.is("[")) ++depth;
    if (before.is("}") || before.is(")") || before.is("]")) --depth;
    if (before.is(";")) is_inside = false;
    const bool is_place = tokens[i - 2].is("input") || before.is(">") || before.is(",");
    if (is_inside && depth == 0 && is_place && tokens[i].is(name)) return true;
  }
  return false;
}

}  // namespace

ReadResult<Model> read_with_macros(const ModelSource& source) {
  Diagnostics diagnostics(std::make_shared<SourceText>(source.name, source.text));
  // What replaces an input is none of m4's business.
  ModelSource for_m4 = source;
  std::map<std::string, std::string> inputs;
  for (const auto& [name, value] : source.definitions) {
    if (!declares_input(source.text, name)) continue;
    inputs.emplace(name, value);
    for_m4.definitions.erase(name);
  }
  const std::shared_ptr<const SourceText> expanded = expand_macros(for_m4, diagnostics);
  if (!expanded) return {nullptr, std::move(diagnostics)};
  ReadResult<Model> result = read_text(expanded, inputs);
  for (const Diagnostic& said : diagnostics.items()) {
    result.diagnostics.warning(said.span, said.message);
  }
  result.diagnostics.sort();
  return result;
}

namespace {

// The expression macros of the model, whose bodies go to `nodes`.
Macros macros_of(const Model& model, std::vector<Node>& nodes) {
  Macros macros;
  macros.are_elsewhere = true;
  for (const auto& [signature, text] : model.macros) {
    const std::size_t end = std::min(signature.find('('), signature.size());
    Macro macro;
    for (std::size_t begin = end + 1; begin < signature.size();) {
      const std::size_t comma = signature.find_first_of(",)", begin);
      macro.parameters.push_back(signature.substr(begin, comma - begin));
      begin = comma + 1;
    }
    const SourceText source("expression", text);
    Diagnostics known_to_be_right;
    macro.body = parse_expression(source, known_to_be_right, nodes);
    macros.by_name.emplace(signature.substr(0, end), std::move(macro));
  }
  return macros;
}

}  // namespace

ReadResult<ExprId> read_expression(Model& model, const std::string& text) {
  const auto source = std::make_shared<SourceText>("expression", text);
  ReadResult<ExprId> result{nullptr, Diagnostics(source)};
  std::vector<Node> nodes;
  const SyntaxId root = parse_expression(*source, result.diagnostics, nodes);
  if (!result.diagnostics.has_errors()) {
    const Macros macros = macros_of(model, nodes);
    ExprBuilder builder(model, nodes, result.diagnostics, {no_id<ProcessTypeId>, nullptr, &macros});
    const ExprId expr = builder.expr(root);
    if (!result.diagnostics.has_errors()) result.value_or_null = std::make_unique<ExprId>(expr);
  }
  result.diagnostics.sort();
  return result;
}

}  // namespace clew::dve
