#include "clew/lang/dve/dve.hpp"

#include <fmt/format.h>

#include <memory>

#include "clew/lang/dve/expressions.hpp"
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
    keep_if_valid(result, std::move(model));
  }
  finish_reading(result);
  return result;
}

}  // namespace

ReadResult<Model> read(const ModelSource& source) {
  return read_text(std::make_shared<SourceText>(source.name, source.text), source.definitions);
}

ReadResult<Model> read_with_macros(const ModelSource& source) {
  Diagnostics diagnostics(std::make_shared<SourceText>(source.name, source.text));
  const std::shared_ptr<const SourceText> expanded = expand_macros(source, diagnostics);
  if (!expanded) return {nullptr, std::move(diagnostics)};
  ReadResult<Model> result = read_text(expanded, {});
  for (const Diagnostic& said : diagnostics.items()) {
    result.diagnostics.warning(said.span, said.message);
  }
  result.diagnostics.sort();
  return result;
}

ReadResult<ExprId> read_expression(Model& model, const std::string& text) {
  const auto source = std::make_shared<SourceText>("expression", text);
  ReadResult<ExprId> result{nullptr, Diagnostics(source)};
  std::vector<Node> nodes;
  const NodeId root = parse_expression(*source, result.diagnostics, nodes);
  if (!result.diagnostics.has_errors()) {
    ExprBuilder builder(model, nodes, result.diagnostics, no_id<ProcessTypeId>);
    const ExprId expr = builder.expr(root);
    if (!result.diagnostics.has_errors()) result.value_or_null = std::make_unique<ExprId>(expr);
  }
  result.diagnostics.sort();
  return result;
}

}  // namespace clew::dve
