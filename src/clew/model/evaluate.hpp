// Expressions and effects, evaluated on a state.  Together with interpreter.hpp this is the judge:
// it defines what a model means.
#pragma once

#include <optional>

#include "clew/model/runtime_error.hpp"
#include "clew/model/state.hpp"

namespace clew {

// The place of a value within a state, and the slot whose range guards it.
struct Address {
  std::uint32_t offset = 0;
  const Slot* slot = nullptr;
};

// Evaluates for one process (or for nobody: property expressions).  The first error sticks: after
// it every result is 0 and means nothing, so check failed() once, at the end.
class Evaluator {
 public:
  Evaluator(const Model& model, const State& state, ProcessId self = no_id<ProcessId>)
      : model_(model), state_(state), self_(self) {}

  Value value(ExprId id);
  bool is_true(ExprId id) { return value(id) != 0; }

  // Where `place` is.  REQUIRES: its scope is not Constant.
  Address address(const Place& place);

  bool failed() const { return error_.has_value(); }
  const RuntimeError& error() const { return *error_; }

 private:
  Value fail(ErrorKind kind, SourceSpan span, Value value = 0, Range allowed = {},
             const std::string& name = {});
  // True if `process` is alive and of the type that the model gave it.
  bool exists(ProcessId process) const;
  Value read(const Place& place);
  std::uint32_t element(const Place& place, const Slot& slot);
  Value unary(Op op, Value operand) const;
  Value binary(const Expr& expr);
  Value divide(const Expr& expr, Value left, Value right);
  Value shift(const Expr& expr, Value left, Value right);

  const Model& model_;
  const State& state_;
  ProcessId self_;
  std::optional<RuntimeError> error_;
};

// The value a slot of this type keeps when `value` is stored, or the error.
std::optional<RuntimeError> convert(Value& value, const ValueType& type, const Slot* slot,
                                    SourceSpan span);

}  // namespace clew
