#include "clew/engine/explicit/heuristic.hpp"

#include <algorithm>
#include <limits>

namespace clew {

namespace {

constexpr std::uint64_t far_away = 1U << 30;

std::uint64_t apart(const Interpreter& judge, const Expr& expr, const State& state) {
  const Evaluation left = judge.evaluate(expr.left, state);
  const Evaluation right = judge.evaluate(expr.right, state);
  if (left.error || right.error) return far_away;
  const std::int64_t difference = static_cast<std::int64_t>(left.value) - right.value;
  return static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
}

}  // namespace

std::uint64_t distance_to(const Interpreter& judge, ExprId goal, bool wanted, const State& state) {
  const Expr& expr = judge.model().exprs[goal];
  const Evaluation whole = judge.evaluate(goal, state);
  if (!whole.error && (whole.value != 0) == wanted) return 0;
  const auto side = [&](ExprId id, bool side_wanted) {
    return distance_to(judge, id, side_wanted, state);
  };
  switch (expr.op) {
    case Op::Not: return side(expr.left, !wanted);
    case Op::And:
    case Op::Or: {
      const std::uint64_t left = side(expr.left, wanted);
      const std::uint64_t right = side(expr.right, wanted);
      const bool both_needed = (expr.op == Op::And) == wanted;
      return both_needed ? left + right : std::min(left, right);
    }
    case Op::Imply: {
      const std::uint64_t left = side(expr.left, !wanted);
      const std::uint64_t right = side(expr.right, wanted);
      return wanted ? std::min(left, right) : left + right;
    }
    case Op::Equal: return wanted ? apart(judge, expr, state) : 1;
    case Op::Less:
    case Op::Greater: return apart(judge, expr, state) + (wanted ? 1 : 0);
    case Op::LessEqual:
    case Op::GreaterEqual: return apart(judge, expr, state) + (wanted ? 0 : 1);
    default: return 1;
  }
}

std::uint64_t distance_to_sighting(const Interpreter& judge,
                                   const std::vector<Property>& properties, const State& state) {
  std::uint64_t nearest = far_away;
  for (const Property& property : properties) {
    if (property.kind == PropertyKind::Invariant) {
      nearest = std::min(nearest, distance_to(judge, property.expr, false, state));
    } else if (property.kind == PropertyKind::Reach) {
      nearest = std::min(nearest, distance_to(judge, property.expr, true, state));
    } else if (is_about_ends(property.kind)) {
      nearest = std::min<std::uint64_t>(nearest, judge.moves(state, [](const Move&) {}).moves);
    }
  }
  return nearest;
}

}  // namespace clew
