#include "clew/lang/uts/uts.hpp"

#include <memory>
#include <utility>

#include "clew/lang/reading.hpp"
#include "clew/lang/uts/expressions.hpp"
#include "clew/lang/uts/lower.hpp"
#include "clew/lang/uts/parser.hpp"

namespace clew::uts {

ReadResult<Model> read(const ModelSource& source) {
  const auto text = std::make_shared<const SourceText>(source.name, source.text);
  ReadResult<Model> result{nullptr, Diagnostics(text)};
  Diagnostics& diagnostics = result.diagnostics;
  const FileSyntax file = parse_file(*text, diagnostics);
  if (!diagnostics.has_errors()) {
    Model model = lower(file, text, source.definitions, diagnostics);
    model.name = model_name(source.name);
    keep_if_valid(result, std::move(model));
  }
  finish_reading(result);
  return result;
}

ReadResult<ExprId> read_expression(Model& model, const std::string& text) {
  const auto source = std::make_shared<const SourceText>("expression", text);
  ReadResult<ExprId> result{nullptr, Diagnostics(source)};
  std::vector<Node> nodes;
  const SyntaxId root = parse_expression(*source, result.diagnostics, nodes);
  if (!result.diagnostics.has_errors()) {
    Reporter reporter(result.diagnostics);
    Lowering lowering{nodes, source->text(), model, reporter};
    ExprBuilder builder(lowering, {});
    const Typed question = builder.condition(root);
    for (const auto& [name, slot] : builder.take_choices({question.expr})) {
      reporter.error(nodes[root].span,
                     fmt::format("'{}' is nondet: it is no part of a state", name),
                     "only the goals 'REACH' and 'SAFE' of a script may read it");
    }
    if (!result.diagnostics.has_errors()) {
      result.value_or_null = std::make_unique<ExprId>(question.expr);
    }
  }
  result.diagnostics.sort();
  return result;
}

}  // namespace clew::uts
