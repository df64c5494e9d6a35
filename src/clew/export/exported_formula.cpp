#include "clew/export/exported_formula.hpp"

#include <fmt/format.h>

#include "clew/property/formula_parser.hpp"

namespace clew {

std::optional<CtlFormula> formula_of(const Model& model, const Property& property) {
  if (property.kind == PropertyKind::Ctl && property.ctl) return *property.ctl;
  if (property.kind != PropertyKind::Ltl) return std::nullopt;
  FormulaOptions options;
  options.is_process = [&](std::string_view word) { return is_some(model.process_named(word)); };
  auto parsed = parse_ltl(property.text, options);
  // With definitions of a property file a name may stand for one and the same thing as another.
  if (!parsed.ok() || parsed.value().propositions.size() != property.propositions.size()) {
    return std::nullopt;
  }
  CtlFormula result;
  result.propositions = parsed.value().proposition_texts();
  result.formula = parsed.value().formula;
  result.formulas = std::move(parsed.value().formulas);
  return result;
}

namespace {

class SmvPrinter {
 public:
  SmvPrinter(const Formulas& formulas, const std::vector<std::string>& propositions)
      : formulas_(formulas), propositions_(propositions) {}

  std::string text(FormulaId id) const {
    const FormulaNode& node = formulas_[id];
    switch (node.op) {
      case FormulaOp::False: return "FALSE";
      case FormulaOp::True: return "TRUE";
      case FormulaOp::Proposition: return propositions_[node.proposition];
      case FormulaOp::Not: return "!" + operand(node.left());
      case FormulaOp::And: return joined(node, " & ");
      case FormulaOp::Or: return joined(node, " | ");
      case FormulaOp::Implies: return joined(node, " -> ");
      case FormulaOp::Equivalent: return joined(node, " <-> ");
      case FormulaOp::ExistsPath: return quantified(formulas_[node.left()], true);
      case FormulaOp::AllPaths: return quantified(formulas_[node.left()], false);
      default: return run(node);
    }
  }

 private:
  std::string operand(FormulaId id) const { return "(" + text(id) + ")"; }

  std::string joined(const FormulaNode& node, std::string_view sign) const {
    std::string all;
    for (const FormulaId part : node.operands) {
      if (!all.empty()) all += sign;
      all += operand(part);
    }
    return all;
  }

  std::string run(const FormulaNode& node) const {
    const std::string a = operand(node.left());
    const std::string b = operand(node.operands.back());
    switch (node.op) {
      case FormulaOp::Next: return "X " + a;
      case FormulaOp::Finally: return "F " + a;
      case FormulaOp::Globally: return "G " + a;
      case FormulaOp::Until: return a + " U " + b;
      case FormulaOp::Release: return a + " V " + b;
      case FormulaOp::WeakUntil: return fmt::format("(G {0}) | ({0} U {1})", a, b);
      default: return fmt::format("{1} U ({0} & {1})", a, b);
    }
  }

  std::string quantified(const FormulaNode& node, bool exists) const {
    const char quantifier = exists ? 'E' : 'A';
    const char other = exists ? 'A' : 'E';
    const std::string a = operand(node.left());
    const std::string b = operand(node.operands.back());
    switch (node.op) {
      case FormulaOp::Next: return fmt::format("{}X {}", quantifier, a);
      case FormulaOp::Finally: return fmt::format("{}F {}", quantifier, a);
      case FormulaOp::Globally: return fmt::format("{}G {}", quantifier, a);
      case FormulaOp::Until: return fmt::format("{}[{} U {}]", quantifier, a, b);
      case FormulaOp::Release: return fmt::format("!{}[!{} U !{}]", other, a, b);
      case FormulaOp::WeakUntil: return fmt::format("!{0}[!{2} U (!{1} & !{2})]", other, a, b);
      default: return fmt::format("{0}[{2} U ({1} & {2})]", quantifier, a, b);
    }
  }

  const Formulas& formulas_;
  const std::vector<std::string>& propositions_;
};

}  // namespace

std::string smv_formula(const Formulas& formulas, FormulaId formula,
                        const std::vector<std::string>& propositions) {
  return SmvPrinter(formulas, propositions).text(formula);
}

}  // namespace clew
