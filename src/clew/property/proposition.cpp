#include "clew/property/proposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace clew {

namespace {

// Finds the place in the source that a place in the text of an expression came from.
class Origin {
 public:
  Origin(const WrittenProposition& written, const std::string& text, const FormulaOptions& options)
      : written_(written),
        options_(options),
        source_(options.source ? options.source
                               : std::make_shared<const SourceText>(options.name, text)) {
    const std::size_t begin = options.source_offset + written.offset;
    const std::string_view shown = source_->text().substr(begin, written.length);
    base_ = found_in(begin, shown);
    if (!base_) base_ = in_definition(shown);
  }

  const std::shared_ptr<const SourceText>& source() const { return source_; }

  SourceSpan span(SourceSpan inside) const {
    if (base_ && inside.line == 1) return source_->span(*base_ + inside.column - 1, inside.length);
    return source_->span(options_.source_offset + written_.offset, written_.length);
  }

  std::string help(const std::string& help) const {
    return base_ || !help.empty() ? help : fmt::format("it stands for '{}'", written_.text);
  }

 private:
  std::optional<std::size_t> found_in(std::size_t begin, std::string_view shown) const {
    const std::size_t at = shown.find(written_.text);
    if (at == std::string_view::npos) return std::nullopt;
    return begin + at;
  }

  // If the proposition is nothing but a name.
  std::optional<std::size_t> in_definition(std::string_view name) const {
    for (std::size_t i = 0; i <= options_.definitions.size(); ++i) {
      while (!name.empty() && std::string_view("({ ").find(name.front()) != name.npos) {
        name.remove_prefix(1);
      }
      while (!name.empty() && std::string_view(")} ").find(name.back()) != name.npos) {
        name.remove_suffix(1);
      }
      const auto definition = options_.definitions.find(name);
      const auto offset = options_.definition_offsets.find(name);
      if (definition == options_.definitions.end() || offset == options_.definition_offsets.end()) {
        break;
      }
      if (const auto at = found_in(offset->second, definition->second)) return at;
      name = definition->second;  // another name, perhaps
    }
    return std::nullopt;
  }

  const WrittenProposition& written_;
  const FormulaOptions& options_;
  std::shared_ptr<const SourceText> source_;
  std::optional<std::size_t> base_;  // where the expression stands as it was read
};

}  // namespace

FormulaOptions formula_options(const Model& model, const std::string& name) {
  FormulaOptions options;
  options.name = name;
  options.is_process = [&](std::string_view word) {
    // Instances of templates are told apart by their arguments, which may be computed.
    const auto base = [](std::string_view text) { return text.substr(0, text.find('(')); };
    const auto is_called = [&](const ProcessType& type) {
      return type.name == word || (base(word) != word && base(type.name) == base(word));
    };
    return is_some(model.process_named(word)) ||
           std::any_of(model.process_types.begin(), model.process_types.end(), is_called);
  };
  return options;
}

ReadResult<ExprId> read_proposition(Model& model, const WrittenProposition& written,
                                    const std::string& text, const FormulaOptions& options,
                                    const ReadExpression& read_expression) {
  ReadResult<ExprId> read = read_expression(model, written.text);
  if (read.diagnostics.empty()) return read;
  const Origin origin(written, text, options);
  Diagnostics placed(origin.source());
  for (const Diagnostic& said : read.diagnostics.items()) {
    placed.add({said.severity, origin.span(said.span), said.message, origin.help(said.help)});
  }
  read.diagnostics = std::move(placed);
  return read;
}

ReadResult<std::vector<Proposition>> read_propositions(Model& model, const ParsedFormula& formula,
                                                       const std::string& text,
                                                       const FormulaOptions& options,
                                                       const ReadExpression& read_expression) {
  ReadResult<std::vector<Proposition>> result;
  result.diagnostics.set_source(
      options.source ? options.source : std::make_shared<const SourceText>(options.name, text));
  auto propositions = std::make_unique<std::vector<Proposition>>();
  for (const WrittenProposition& written : formula.propositions) {
    const auto read = read_proposition(model, written, text, options, read_expression);
    for (const Diagnostic& said : read.diagnostics.items()) result.diagnostics.add(said);
    if (read.ok()) propositions->push_back({written.text, read.value()});
  }
  result.diagnostics.sort();
  if (!result.diagnostics.has_errors()) result.value_or_null = std::move(propositions);
  return result;
}

}  // namespace clew
