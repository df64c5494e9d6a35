#include "clew/lang/promela/promela.hpp"

#include <memory>
#include <utility>

#include "clew/lang/promela/formulas.hpp"
#include "clew/lang/promela/lower.hpp"
#include "clew/lang/promela/parser.hpp"
#include "clew/lang/promela/preprocess.hpp"
#include "clew/lang/promela/questions.hpp"
#include "clew/lang/reading.hpp"
#include "clew/model/interpreter.hpp"

namespace clew::promela {

namespace {

// What only running can tell about the initial state.
void check_setup(const Model& model, Diagnostics& diagnostics) {
  const Interpreter judge(model);
  if (judge.setup_error()) {
    diagnostics.error(judge.setup_error()->span,
                      "the initial state has no value here: " + text_of(*judge.setup_error()));
  }
}

}  // namespace

ReadResult<Model> read(const ModelSource& source) {
  ReadResult<Model> result;
  PreprocessOptions options;
  options.file_name = source.name;
  options.text = source.text;
  options.definitions = source.definitions;
  options.undefined = source.undefined;
  options.include_folders = source.include_folders;
  Diagnostics& diagnostics = result.diagnostics;
  const Preprocessed input = preprocess(options, diagnostics);
  FileSyntax file;
  if (!diagnostics.has_errors()) file = parse(input.tokens, *input.source, diagnostics);
  if (!diagnostics.has_errors()) {
    Model model = lower(file, source.name, diagnostics);
    model.name = model_name(source.name);
    model.macros = input.macros;
    model.expansions = input.source->expansions();
    for (std::uint32_t i = 1; &input.source->file(i) != input.source.get(); ++i) {
      model.included_files.push_back(input.source->file(i).name());
    }
    if (!diagnostics.has_errors()) add_formulas(file, model, diagnostics);
    keep_if_valid(result, std::move(model));
    if (result.ok()) check_setup(result.value(), diagnostics);
  }
  finish_reading(result);
  return result;
}

ReadResult<ExprId> read_expression(Model& model, const std::string& text) {
  ReadResult<ExprId> result;
  PreprocessOptions options;
  options.file_name = "expression";
  options.text = text;
  options.definitions = model.macros;
  options.definitions_file = model.file;
  const Preprocessed input = preprocess(options, result.diagnostics);
  FileSyntax file;
  // P[1]:x and a label look alike; the names of the process types tell.
  for (const ProcessType& type : model.process_types) {
    ProctypeSyntax known;
    known.name.text = type.name;
    file.proctypes.push_back(std::move(known));
  }
  SyntaxId root = no_syntax;
  if (!result.diagnostics.has_errors()) {
    root = parse_expression(file, input.tokens, *input.source, result.diagnostics);
  }
  if (!result.diagnostics.has_errors()) {
    const ExprId expr =
        lower_question(model, file.nodes, root, WithoutNumber::Refused, result.diagnostics);
    if (!result.diagnostics.has_errors()) result.value_or_null = std::make_unique<ExprId>(expr);
  }
  result.diagnostics.sort();
  return result;
}

}  // namespace clew::promela
