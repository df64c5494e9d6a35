#include "clew/lang/promela/formulas.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "clew/lang/promela/questions.hpp"
#include "clew/model/print.hpp"
#include "clew/property/ltl_claim.hpp"

namespace clew::promela {

namespace {

FormulaOp formula_op(Node::TemporalOp op) {
  switch (op) {
    case Node::TemporalOp::Always: return FormulaOp::Globally;
    case Node::TemporalOp::Eventually: return FormulaOp::Finally;
    case Node::TemporalOp::Next: return FormulaOp::Next;
    case Node::TemporalOp::Until: return FormulaOp::Until;
    case Node::TemporalOp::WeakUntil: return FormulaOp::WeakUntil;
    case Node::TemporalOp::Release: return FormulaOp::Release;
    case Node::TemporalOp::Implies: return FormulaOp::Implies;
    case Node::TemporalOp::Equivalent: return FormulaOp::Equivalent;
  }
  return FormulaOp::True;
}

// What temporal operators do not reach into is one proposition.
class FormulaMaker {
 public:
  FormulaMaker(const FileSyntax& file, const LtlSyntax& written, Model& model,
               Diagnostics& diagnostics)
      : file_(file), written_(written), model_(model), diagnostics_(diagnostics) {}

  FormulaId make(SyntaxId id) {
    const Node& node = file_.nodes[id];
    if (!is_temporal(id)) return proposition(id);
    if (node.kind == Node::Kind::Temporal) {
      const FormulaId left = make(node.left);
      if (node.right == no_syntax) return formulas_.make(formula_op(node.temporal), left);
      return formulas_.make(formula_op(node.temporal), left, make(node.right));
    }
    if (node.kind == Node::Kind::Unary) return formulas_.make(FormulaOp::Not, make(node.left));
    const FormulaId left = make(node.left);
    return formulas_.make(node.op == Op::And ? FormulaOp::And : FormulaOp::Or, left,
                          make(node.right));
  }

  Formulas& formulas() { return formulas_; }
  const std::vector<Proposition>& propositions() const { return propositions_; }

 private:
  // The parser lets temporal formulas stand under !, && and || alone.
  bool is_temporal(SyntaxId id) const {
    if (id == no_syntax) return false;
    const Node& node = file_.nodes[id];
    if (node.kind == Node::Kind::Temporal) return true;
    const bool is_connective =
        (node.kind == Node::Kind::Unary && node.op == Op::Not) ||
        (node.kind == Node::Kind::Binary && (node.op == Op::And || node.op == Op::Or));
    return is_connective && (is_temporal(node.left) || is_temporal(node.right));
  }

  FormulaId proposition(SyntaxId id) {
    const Node& node = file_.nodes[id];
    if (node.kind == Node::Kind::Number) return formulas_.constant(node.number != 0);
    const ExprId expr =
        lower_question(model_, file_.nodes, id, WithoutNumber::TheFirst, diagnostics_);
    if (diagnostics_.has_errors()) return formulas_.constant(true);
    const auto number = static_cast<std::uint32_t>(propositions_.size());
    const auto [known, is_new] = meanings_.emplace(text_of(model_, expr), number);
    if (is_new) {
      propositions_.push_back({written_.text(node.formula_begin, node.formula_end), expr});
    }
    return formulas_.proposition(known->second);
  }

  const FileSyntax& file_;
  const LtlSyntax& written_;
  Model& model_;
  Diagnostics& diagnostics_;
  Formulas formulas_;
  std::map<std::string, std::uint32_t> meanings_;  // one proposition for all ways to write it
  std::vector<Proposition> propositions_;
};

}  // namespace

void add_formulas(const FileSyntax& file, Model& model, Diagnostics& diagnostics) {
  std::set<std::string> names;
  for (const LtlSyntax& written : file.formulas) {
    if (!names.insert(written.name.text).second) {
      diagnostics.error(written.name.span,
                        fmt::format("formula '{}' is declared twice", written.name.text));
      continue;
    }
    FormulaMaker maker(file, written, model, diagnostics);
    const FormulaId formula = maker.make(written.formula);
    if (diagnostics.has_errors()) continue;
    const AddedClaim added = add_claim_against(model, written.name.text, maker.formulas(), formula,
                                               maker.propositions());
    if (!added.refusal.empty()) diagnostics.error(written.span, added.refusal);
    model.declared_properties.push_back({written.name.text, DeclaredProperty::Kind::Ltl,
                                         written.text(), written.span, added.type,
                                         maker.propositions(), added.antecedents, added.positives});
    model.declared_properties.back().premise = added.premise;
  }
}

}  // namespace clew::promela
