#include "clew/property/ctl_evidence.hpp"

#include <fmt/format.h>

#include "clew/base/text.hpp"

namespace clew {

namespace {

std::string quoted(const CtlFormula& ctl, FormulaId part) {
  return "'" + ctl.text_of_part(part) + "'";
}

std::string_view word_of(bool value) { return value ? "true" : "false"; }

std::string text_about_all_paths(const CtlFormula& ctl, const CtlReason& evidence,
                                 const PathFact& fact) {
  const std::string operand = quoted(ctl, fact.left());
  switch (fact.op) {
    case FormulaOp::Next:
      return fmt::format("{} is {} after every move", operand, word_of(fact.wanted));
    case FormulaOp::Finally:
      return fmt::format("on every path from here {} becomes {}", operand, word_of(fact.wanted));
    case FormulaOp::Globally:
      if (evidence.reachable == 1) {
        return fmt::format("{} is {} here, and no other state can be reached", operand,
                           word_of(fact.wanted));
      }
      if (!fact.wanted) {
        return fmt::format("{} is true in none of the {} that can be reached from here", operand,
                           counted(evidence.reachable, "state"));
      }
      return fmt::format("{} is true in all of the {} that can be reached from here", operand,
                         counted(evidence.reachable, "state"));
    default: break;
  }
  return fmt::format("{} is {} on every path from here",
                     quoted(ctl, ctl.formulas[evidence.formula].left()), word_of(evidence.is_true));
}

std::string text_about_a_path(const CtlFormula& ctl, const CtlReason& evidence,
                              const PathFact& fact) {
  const bool is_release = fact.op == FormulaOp::Release || fact.op == FormulaOp::StrongRelease;
  if (evidence.loop_start) {
    const FormulaId kept = is_release ? fact.right() : fact.left();
    return fmt::format("{} is {} all the way", quoted(ctl, kept), word_of(fact.wanted));
  }
  if (is_release) {
    return fmt::format("{} and {} are {}", quoted(ctl, fact.left()), quoted(ctl, fact.right()),
                       word_of(fact.wanted));
  }
  return fmt::format("{} is {}", quoted(ctl, fact.right()), word_of(fact.wanted));
}

}  // namespace

std::string ending_text(const CtlFormula& ctl, const CtlReason& evidence) {
  std::string text;
  if (!is_quantifier(ctl.formulas.op(evidence.formula))) {
    text = fmt::format("{} is {}", quoted(ctl, evidence.formula), word_of(evidence.is_true));
  } else {
    const PathFact fact = path_fact(ctl.formulas, evidence.formula, evidence.is_true);
    text = fact.some_path ? text_about_a_path(ctl, evidence, fact)
                          : text_about_all_paths(ctl, evidence, fact);
  }
  if (evidence.branches_left_out > 0) {
    text += fmt::format("; reasons that are not shown: {}", evidence.branches_left_out);
  }
  return text;
}

}  // namespace clew
