#include "clew/check/missing_process.hpp"

#include <algorithm>
#include <vector>

namespace clew {

namespace {

bool is_missed(const Interpreter& judge, ExprId look, const State& state) {
  const Evaluation value = judge.evaluate(look, state);
  return value.error && value.error->kind == ErrorKind::NoSuchProcess;
}

// The first part of the expression that looks at a process and finds none; no_id if there is none.
ExprId look_in_vain(const Interpreter& judge, ExprId expr, const State& state) {
  const Expr& node = judge.model().exprs[expr];
  std::vector<ExprId> parts = operands_of(node);
  if (is_some(node.place.index)) parts.push_back(node.place.index);
  for (const ExprId part : parts) {
    const ExprId found = look_in_vain(judge, part, state);
    if (is_some(found)) return found;
  }
  const bool looks = node.op == Op::Read || node.op == Op::AtLocation;
  return looks && node.place.scope == Scope::Numbered && is_missed(judge, expr, state)
             ? expr
             : no_id<ExprId>;
}

}  // namespace

// What decides is whether the look itself had a value: the whole may have had one without looking.
std::string_view when_missing(const Interpreter& judge, ExprId expr, const Trace& trace) {
  const ExprId look = look_in_vain(judge, expr, trace.steps.back().state);
  const bool was_there = is_some(look) && std::any_of(trace.steps.begin(), trace.steps.end(),
                                                      [&](const TraceStep& step) {
                                                        return !is_missed(judge, look, step.state);
                                                      });
  return was_there ? "any more" : "yet";
}

}  // namespace clew
