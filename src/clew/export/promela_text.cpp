#include "clew/export/promela_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace clew {

namespace {

struct Operator {
  std::string_view spelling;
  PromelaText::Binding binding;
};

Operator operator_of(Op op) {
  using enum PromelaText::Binding;
  switch (op) {
    case Op::Multiply: return {"*", ProductLevel};
    case Op::Divide: return {"/", ProductLevel};
    case Op::Modulo: return {"%", ProductLevel};
    case Op::Add: return {"+", SumLevel};
    case Op::Subtract: return {"-", SumLevel};
    case Op::ShiftLeft: return {"<<", ShiftLevel};
    case Op::ShiftRight: return {">>", ShiftLevel};
    case Op::Less: return {"<", OrderLevel};
    case Op::LessEqual: return {"<=", OrderLevel};
    case Op::Greater: return {">", OrderLevel};
    case Op::GreaterEqual: return {">=", OrderLevel};
    case Op::Equal: return {"==", EqualityLevel};
    case Op::NotEqual: return {"!=", EqualityLevel};
    case Op::BitAnd: return {"&", BitAndLevel};
    case Op::BitXor: return {"^", BitXorLevel};
    case Op::BitOr: return {"|", BitOrLevel};
    case Op::And: return {"&&", AndLevel};
    default: return {"||", OrLevel};  // an implication too, see below
  }
}

bool is_arithmetic(Op op) {
  return op == Op::Multiply || op == Op::Divide || op == Op::Modulo || op == Op::Add ||
         op == Op::Subtract;
}
bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }

// Where everybody knows what binds more tightly: sums in comparisons, comparisons in conditions.
bool is_plain_nesting(Op outer, Op inner) {
  if (is_arithmetic(outer)) return is_arithmetic(inner);
  if (is_comparison(outer)) return is_arithmetic(inner);
  if (outer == Op::And || outer == Op::Or || outer == Op::Imply) {
    return inner == outer || is_comparison(inner) || is_arithmetic(inner);
  }
  return false;
}

std::string number_text(Value value, bool is_operand) {
  if (value == std::numeric_limits<Value>::min()) return "(-2147483647 - 1)";
  return value < 0 && is_operand ? fmt::format("({})", value) : std::to_string(value);
}

}  // namespace

std::string PromelaText::text(ProcessId process) const {
  const ProcessTypeId type = model_.processes[process].type;
  const auto count = std::count_if(model_.processes.begin(), model_.processes.end(),
                                   [&](const Process& other) { return other.type == type; });
  const std::string& name = model_.process_types[type].name;
  return count > 1 ? fmt::format("{}[{}]", name, to_index(process)) : name;
}

std::string PromelaText::text(const Place& place, ProcessTypeId self) const {
  const bool is_local = place.scope == Scope::Self || place.scope == Scope::Process;
  const ProcessTypeId owner =
      place.scope == Scope::Process ? model_.processes[place.process].type : self;
  std::string name = model_.slot_of(place, self).name;
  const auto shared = is_local ? names_.shared.find({owner, place.slot}) : names_.shared.end();
  if (shared != names_.shared.end()) {
    name = shared->second;
  } else if (place.scope == Scope::Process) {
    name = fmt::format("{}:{}", text(place.process), name);
  }
  return is_some(place.index) ? fmt::format("{}[{}]", name, text(place.index, self)) : name;
}

std::string PromelaText::text(ExprId id, ProcessTypeId self, Binding around) const {
  const Expr& expr = model_.exprs[id];
  const auto channel = [&] {
    return model_
        .channels[to_id<ChannelId>(static_cast<std::size_t>(model_.exprs[expr.left].constant) - 1)]
        .name;
  };
  switch (expr.op) {
    case Op::Constant: return number_text(expr.constant, around > Loosest);
    case Op::Read: return text(expr.place, self);
    case Op::AtLocation: {
      const ProcessType& type = model_.type_of(expr.place.process);
      return fmt::format("{}@{}", text(expr.place.process), type.locations[expr.location].name);
    }
    case Op::Self: return "_pid";
    case Op::ProcessCount: return "_nr_pr";
    case Op::Timeout: return "timeout";
    case Op::Length: return fmt::format("len({})", channel());
    case Op::IsFull: return fmt::format("full({})", channel());
    case Op::IsEmpty: return fmt::format("empty({})", channel());
    case Op::Conditional:
      return fmt::format("({} -> {} : {})", text(expr.left, self, OrLevel),
                         text(expr.right, self, OrLevel), text(expr.third, self, OrLevel));
    default: break;
  }
  if (is_unary(expr.op)) return unary(expr, self);
  const std::string inner = binary(expr, self);
  return operator_of(expr.op).binding < around ? fmt::format("({})", inner) : inner;
}

std::string PromelaText::unary(const Expr& expr, ProcessTypeId self) const {
  // Promela has words for a channel that is not full and one that is not empty, and no other negation.
  const Expr& operand = model_.exprs[expr.left];
  const auto asks_channel = [](Op op) { return op == Op::IsFull || op == Op::IsEmpty; };
  if (expr.op == Op::Not && asks_channel(operand.op)) return "n" + text(expr.left, self);
  if (expr.op == Op::Not && operand.op == Op::Not && asks_channel(model_.exprs[operand.left].op)) {
    return text(operand.left, self);
  }
  const std::string_view sign = expr.op == Op::Not ? "!" : expr.op == Op::Negate ? "-" : "~";
  const std::string inner = text(expr.left, self, UnaryLevel);
  const bool begins_with_sign = is_unary(model_.exprs[expr.left].op);
  return begins_with_sign ? fmt::format("{}({})", sign, inner) : fmt::format("{}{}", sign, inner);
}

std::string PromelaText::operand(ExprId id, ProcessTypeId self, Op parent, Binding around) const {
  const Expr& expr = model_.exprs[id];
  const bool nests = !is_binary(expr.op) || is_plain_nesting(parent, expr.op);
  return text(id, self, nests ? around : UnaryLevel);
}

// An operator that does not associate would read the same way either, so only the left side may have
// the operator itself.
std::string PromelaText::binary(const Expr& expr, ProcessTypeId self) const {
  const Operator sign = operator_of(expr.op);
  const auto tighter = static_cast<Binding>(sign.binding + 1);
  if (expr.op == Op::Imply) {  // Promela knows it in formulas only
    return fmt::format("!({}) || {}", text(expr.left, self),
                       operand(expr.right, self, Op::Or, tighter));
  }
  return fmt::format("{} {} {}", operand(expr.left, self, expr.op, sign.binding), sign.spelling,
                     operand(expr.right, self, expr.op, tighter));
}

}  // namespace clew
