#include "clew/lang/uts/definedness.hpp"

#include "clew/model/intervals.hpp"

namespace clew::uts {

namespace {

class Definedness {
 public:
  Definedness(Model& model, ProcessTypeId self) : model_(model), self_(self) {}

  ExprId of(ExprId id) {
    const Expr expr = model_.exprs[id];  // a copy: the array grows below
    switch (expr.op) {
      case Op::Read: return of_index(expr.place);
      case Op::And:
      case Op::Imply: return both(of(expr.left), where(Op::Imply, expr));
      case Op::Or: return both(of(expr.left), where(Op::Or, expr));
      case Op::Divide:
      case Op::Modulo:
        return both(both(of(expr.left), of(expr.right)), both(has_divisor(expr), has_result(expr)));
      default: break;
    }
    ExprId all = no_id<ExprId>;
    for (const ExprId operand : operands_of(expr)) all = both(all, of(operand));
    return all;
  }

 private:
  ExprId both(ExprId one, ExprId other) {
    if (!is_some(one)) return other;
    if (!is_some(other)) return one;
    return model_.add_binary(Op::And, one, other);
  }

  ExprId compared(Op op, ExprId value, Value bound) {
    return model_.add_binary(op, value, model_.add_constant(bound));
  }

  // The right side matters only where the left one does not decide.
  ExprId where(Op op, const Expr& expr) {
    const ExprId right = of(expr.right);
    return is_some(right) ? model_.add_binary(op, expr.left, right) : right;
  }

  ExprId of_index(const Place& place) {
    if (!is_some(place.index)) return no_id<ExprId>;
    const Range index = interval_of(model_, place.index, self_);
    const auto last = static_cast<Value>(model_.slot_of(place, self_).length) - 1;
    ExprId all = of(place.index);
    if (index.low < 0) all = both(all, compared(Op::GreaterEqual, place.index, 0));
    if (index.high > last) all = both(all, compared(Op::LessEqual, place.index, last));
    return all;
  }

  ExprId has_divisor(const Expr& expr) {
    const bool can_be_zero = interval_of(model_, expr.right, self_).contains(0);
    return can_be_zero ? compared(Op::NotEqual, expr.right, 0) : no_id<ExprId>;
  }

  // The most negative value has neither quotient nor remainder by -1.
  ExprId has_result(const Expr& expr) {
    const bool can_overflow = interval_of(model_, expr.left, self_).contains(full_range.low) &&
                              interval_of(model_, expr.right, self_).contains(-1);
    if (!can_overflow) return no_id<ExprId>;
    return model_.add_binary(Op::Or, compared(Op::NotEqual, expr.left, full_range.low),
                             compared(Op::NotEqual, expr.right, -1));
  }

  Model& model_;
  ProcessTypeId self_;
};

}  // namespace

ExprId definedness(Model& model, ExprId expr, ProcessTypeId self) {
  return Definedness(model, self).of(expr);
}

}  // namespace clew::uts
