// Expressions and effects, evaluated on a state.  Together with interpreter.hpp this is the judge:
// it defines what a model means.
#pragma once

#include <cstdint>
#include <optional>

#include "clew/model/runtime_error.hpp"
#include "clew/model/state.hpp"

namespace clew {

// The place of a value within a state, and the slot whose range guards it.
struct Address {
  std::uint32_t offset = 0;
  const Slot* slot = nullptr;
};

// What an expression can ask about the moves of a state, which evaluating alone does not tell.
class MoveOracle {
 public:
  virtual ~MoveOracle() = default;
  // True if `process` has an enabled action in `state`; nothing if the question goes round in circles.
  virtual std::optional<bool> is_enabled(const State& state, ProcessId process) const = 0;
};

// Evaluates for one process (or for nobody: property expressions).  The first error sticks: after
// it every result is 0 and means nothing, so check failed() once, at the end.
class Evaluator {
 public:
  Evaluator(const Model& model, const State& state, ProcessId self = no_id<ProcessId>,
            const MoveOracle* oracle = nullptr, bool timeout = false)
      : model_(model), state_(state), self_(self), oracle_(oracle), timeout_(timeout) {}

  // Goes on as `action`, taken with this combination of its choices.  REQUIRES: it outlives this.
  void take(const Action& action, std::uint64_t combination) {
    action_ = &action;
    combination_ = combination;
  }

  Value value(ExprId id);
  bool is_true(ExprId id) { return value(id) != 0; }

  // Where `place` is.  REQUIRES: its scope is neither Constant nor Choice.
  Address address(const Place& place);

  // The channel with the number of `id`, or null and an error.
  const Shape::ChannelPart* channel(ExprId id);

  // The index of the message that a receive from a buffer takes in this state, if there is one.
  std::optional<std::uint32_t> message_for(const Communication& receive,
                                           const Shape::ChannelPart& part);
  // True if all items that must match do.
  bool matches(const Communication& receive, std::span<const Value> message);

  bool failed() const { return error_.has_value(); }
  const RuntimeError& error() const { return *error_; }

 private:
  Value fail(ErrorKind kind, SourceSpan span, Value value = 0, Range allowed = {},
             const std::string& name = {});
  // The process a place is about, or no_id if it is not there.
  ProcessId process_of(const Place& place);
  bool is_alive(Value number) const {
    return number >= 0 && static_cast<std::size_t>(number) < state_.process_count();
  }
  Value ask_process(const Expr& expr);
  Value ask_channel(const Expr& expr);
  Value own_channel(Value index) const;
  bool some_process_at(bool Location::*mark) const;
  Value bounded(const Expr& expr);
  Value read(const Place& place);
  std::uint32_t element(const Place& place, const Slot& slot);
  Value unary(Op op, Value operand) const;
  Value binary(const Expr& expr);

  const Model& model_;
  const State& state_;
  ProcessId self_;
  const MoveOracle* oracle_;
  bool timeout_;
  const Action* action_ = nullptr;  // whose choices can be read
  std::uint64_t combination_ = 0;
  std::optional<RuntimeError> error_;
};

// The value a slot of this type keeps when `value` is stored, or the error.
std::optional<RuntimeError> convert(Value& value, const ValueType& type, const Slot* slot,
                                    SourceSpan span);

}  // namespace clew
