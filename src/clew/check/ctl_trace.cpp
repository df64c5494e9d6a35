#include "clew/check/ctl_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/check/lasso.hpp"
#include "clew/property/ctl_formula.hpp"

namespace clew {

namespace {

Truth truth_of(const Evaluation& evaluation) {
  if (evaluation.error) return Truth::NoValue;
  return evaluation.value != 0 ? Truth::True : Truth::False;
}

bool can_move(const Interpreter& judge, const State& state) {
  bool can = false;
  judge.moves(state, [&](const Move& move) {
    can = can || move.target != nullptr;
    return can ? Continue::No : Continue::Yes;
  });
  return can;
}

std::optional<Trace> followed(const Interpreter& judge, const State& first, const MoveTree& tree) {
  Trace trace;
  trace.steps.push_back({{}, first, nullptr, {}});
  for (const std::vector<Firing>& firings : tree.moves) {
    const State& last = trace.steps.back().state;
    if (firings.empty()) {
      if (can_move(judge, last)) return std::nullopt;
      State same = last;
      trace.steps.push_back({{}, std::move(same), nullptr, {}});
      continue;
    }
    Replay one = replay_from(judge, last, {firings});
    if (!one.complete() || one.trace.error) return std::nullopt;
    trace.steps.push_back(std::move(one.trace.steps.back()));
  }
  if (!tree.loop_start) return trace;
  if (*tree.loop_start >= tree.moves.size()) return std::nullopt;
  if (trace.steps.back().state != trace.steps[*tree.loop_start].state) return std::nullopt;
  trace.loop_start = tree.loop_start;
  return trace;
}

// Whether a trace with its branches has what its formula says of a path.
class TreeJudge {
 public:
  TreeJudge(const CtlFormula& ctl, const MoveTree& tree, const ShownTrace& shown)
      : ctl_(ctl), tree_(tree), shown_(shown) {}

  bool approves() const {
    if (!is_quantifier(ctl_.formulas.op(tree_.formula))) {
      return tree_.moves.empty() && value_at(0, tree_.formula) == tree_.is_true;
    }
    const PathFact fact = path_fact(ctl_.formulas, tree_.formula, tree_.is_true);
    // A word about all paths: a single run neither shows nor refutes it.
    if (!fact.some_path) return tree_.moves.empty();
    return shows(fact);
  }

 private:
  bool has(std::size_t step, FormulaId operand, bool wanted) const {
    return value_at(step, operand).value_or(wanted) == wanted;
  }
  bool has_before_end(FormulaId operand, bool wanted) const {
    for (std::size_t i = 0; i < tree_.moves.size(); ++i) {
      if (!has(i, operand, wanted)) return false;
    }
    return true;
  }

  bool shows(const PathFact& fact) const {
    const std::size_t end = tree_.moves.size();
    const bool loops = tree_.loop_start.has_value();
    switch (fact.op) {
      case FormulaOp::Next: return end == 1 && !loops && has(1, fact.left(), fact.wanted);
      case FormulaOp::Finally: return !loops && has(end, fact.left(), fact.wanted);
      case FormulaOp::Globally: return loops && has_before_end(fact.left(), fact.wanted);
      case FormulaOp::Until:
      case FormulaOp::WeakUntil:
        if (loops && fact.op == FormulaOp::Until) return false;
        return has_before_end(fact.left(), fact.wanted) &&
               (loops || has(end, fact.right(), fact.wanted));
      default:
        if (loops && fact.op == FormulaOp::StrongRelease) return false;
        return has_before_end(fact.right(), fact.wanted) &&
               (loops ||
                (has(end, fact.right(), fact.wanted) && has(end, fact.left(), fact.wanted)));
    }
  }

  // None: no branch says.
  std::optional<bool> value_at(std::size_t step, FormulaId formula) const {
    const FormulaNode& node = ctl_.formulas[formula];
    if (node.op == FormulaOp::True || node.op == FormulaOp::False)
      return node.op == FormulaOp::True;
    if (node.op == FormulaOp::Proposition) {
      const Truth truth = shown_.truths[step][node.proposition];
      return truth == Truth::NoValue ? std::nullopt : std::optional(truth == Truth::True);
    }
    if (is_quantifier(node.op)) {
      for (const MoveBranch& branch : tree_.branches) {
        if (branch.step == step && branch.tree.formula == formula) return branch.tree.is_true;
      }
      return std::nullopt;
    }
    std::vector<std::optional<bool>> values;
    for (const FormulaId operand : node.operands) values.push_back(value_at(step, operand));
    return combined(node.op, values);
  }

  static std::optional<bool> combined(FormulaOp op, std::vector<std::optional<bool>> values) {
    if (op == FormulaOp::Not || op == FormulaOp::Implies) {
      if (values[0]) values[0] = !*values[0];
      if (op == FormulaOp::Not) return values[0];
      op = FormulaOp::Or;
    }
    const bool is_open = std::find(values.begin(), values.end(), std::nullopt) != values.end();
    if (op == FormulaOp::Equivalent) {
      return is_open ? std::nullopt : std::optional(values[0] == values[1]);
    }
    const bool deciding = op == FormulaOp::Or;
    const bool decides =
        std::find(values.begin(), values.end(), std::optional(deciding)) != values.end();
    if (decides) return deciding;
    return is_open ? std::nullopt : std::optional(!deciding);
  }

  const CtlFormula& ctl_;
  const MoveTree& tree_;
  const ShownTrace& shown_;
};

std::optional<ShownTrace> shown_from(const Interpreter& judge, const State& first,
                                     const Property& property, const MoveTree& tree) {
  auto trace = followed(judge, first, tree);
  if (!trace) return std::nullopt;
  ShownTrace shown;
  shown.trace = std::move(*trace);
  shown.ending = tree.ending;
  if (shown.trace.loop_start) {
    shown.ending = fmt::format("{}, and {}", run_text({shown.trace, std::nullopt}), tree.ending);
  }
  shown.truths = truths_along(judge, shown.trace, property.propositions);
  for (const MoveBranch& branch : tree.branches) {
    if (branch.step >= shown.trace.steps.size()) return std::nullopt;
    auto below = shown_from(judge, shown.trace.steps[branch.step].state, property, branch.tree);
    if (!below) return std::nullopt;
    shown.branches.push_back({branch.step, property.ctl->text_of_part(branch.tree.formula),
                              branch.tree.is_true, std::move(*below)});
  }
  if (!TreeJudge(*property.ctl, tree, shown).approves()) return std::nullopt;
  return shown;
}

}  // namespace

std::optional<ShownTrace> shown_tree(const Interpreter& judge, const Property& property,
                                     const MoveTree& tree) {
  if (!judge.is_initial(tree.first)) return std::nullopt;
  auto shown = shown_from(judge, tree.first, property, tree);
  // Of a formula with several quantified parts the trace is about one.
  const Formulas& formulas = property.ctl->formulas;
  FormulaId whole = property.ctl->formula;
  while (formulas.op(whole) == FormulaOp::Not) whole = formulas[whole].left();
  if (shown && tree.formula != whole && is_quantifier(formulas.op(tree.formula))) {
    shown->ending = fmt::format("'{}' is {}: {}", property.ctl->text_of_part(tree.formula),
                                tree.is_true ? "true" : "false", shown->ending);
  }
  return shown;
}

std::optional<ShownTrace> shown_run(const Interpreter& judge, const Property& property,
                                    const MovePath& path) {
  const auto question = reach_question(*property.ctl);
  Replay replayed = replay(judge, path);
  if (!question || !replayed.complete() || replayed.trace.error) return std::nullopt;
  const Evaluation evaluation = judge.evaluate(property.expr, replayed.trace.steps.back().state);
  if (truth_of(evaluation) != Truth::True) return std::nullopt;
  ShownTrace shown;
  shown.trace = std::move(replayed.trace);
  shown.ending = fmt::format("'{}' is {}", property.ctl->text_of_part(question->operand),
                             question->wanted ? "true" : "false");
  shown.truths = truths_along(judge, shown.trace, property.propositions);
  return shown;
}

}  // namespace clew
