#include "clew/lang/uts/expressions.hpp"

#include <algorithm>

#include "clew/base/text.hpp"
#include "clew/lang/lexer_base.hpp"
#include "clew/lang/uts/parser.hpp"
#include "clew/model/intervals.hpp"

namespace clew::uts {

namespace {

std::string_view spelling(Op op) {
  switch (op) {
    case Op::And: return "&";
    case Op::Or: return "|";
    case Op::Imply: return "->";
    case Op::Equal: return "==";
    case Op::NotEqual: return "!=";
    case Op::Less: return "<";
    case Op::LessEqual: return "<=";
    case Op::Greater: return ">";
    case Op::GreaterEqual: return ">=";
    case Op::Add: return "+";
    case Op::Subtract: return "-";
    case Op::Multiply: return "*";
    case Op::Divide: return "/";
    default: return "%";
  }
}

bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }

bool compare(Op op, std::int64_t left, std::int64_t right) {
  switch (op) {
    case Op::Less: return left < right;
    case Op::LessEqual: return left <= right;
    case Op::Greater: return left > right;
    case Op::GreaterEqual: return left >= right;
    case Op::Equal: return left == right;
    default: return left != right;
  }
}

struct Bounds {
  std::int64_t low, high;
};

// Exact for what may leave 32 bits.  Where it does not, the same as the model's own analysis says: a guard
// stands where exports would look for one.
Bounds bounds_of(Op op, const Typed& a, const Typed& b) {
  switch (op) {
    case Op::Add: return {a.low + b.low, a.high + b.high};
    case Op::Subtract: return {a.low - b.high, a.high - b.low};
    case Op::Multiply: {
      const auto [low, high] =
          std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
      return {low, high};
    }
    default: break;
  }
  if (op == Op::Divide && a.low == full_range.low && b.low < 0) return {a.low, -a.low};
  const auto range = [](const Typed& typed) {
    return Range{static_cast<Value>(typed.low), static_cast<Value>(typed.high)};
  };
  const Range result = interval_of(op, range(a), range(b));
  return {result.low, result.high};
}

bool fits(std::int64_t low, std::int64_t high) {
  return low >= full_range.low && high <= full_range.high;
}

}  // namespace

// --- small things

std::string ExprBuilder::text_of(SyntaxId id) const {
  const Node& node = nodes_[id];
  std::string text = tidy(lowering_.text.substr(node.begin, node.end - node.begin));
  constexpr std::size_t shown_max = 60;
  if (text.size() > shown_max) text = text.substr(0, shown_max) + "...";
  return text;
}

std::optional<Value> ExprBuilder::value_of(const Typed& typed) const {
  if (!typed.ok() || model_.exprs[typed.expr].op != Op::Constant) return std::nullopt;
  return model_.exprs[typed.expr].constant;
}

Typed ExprBuilder::truth(bool value, SourceSpan span) {
  return {model_.add_constant(value ? 1 : 0, span), Type::Bool, value, value};
}

Typed ExprBuilder::constant_int(std::int64_t value, SourceSpan span) {
  return {model_.add_constant(static_cast<Value>(value), span), Type::Int, value, value};
}

Typed ExprBuilder::made(Op op, const Typed& left, const Typed& right, Type type, SourceSpan span) {
  Expr expr;
  expr.op = op;
  expr.left = left.expr;
  expr.right = right.expr;
  expr.span = span;
  return {model_.add_expr(std::move(expr)), type, 0, 1};
}

Typed ExprBuilder::wrong_value(SourceSpan span, std::string message, std::string help) {
  if (unreachable_ > 0) return constant_int(0, span);
  reporter_.error(span, std::move(message), std::move(help));
  return {};
}

Typed ExprBuilder::expected(SyntaxId id, Type type, std::string_view help) {
  const Typed result = expr(id);
  if (!result.ok() || result.type == type) return result;
  const bool wants_bool = type == Type::Bool;
  reporter_.error(
      nodes_[id].span,
      fmt::format("expected a {}, found the {} '{}'", wants_bool ? "condition" : "number",
                  wants_bool ? "number" : "condition", text_of(id)),
      std::string(help));
  return {};
}

Typed ExprBuilder::condition(SyntaxId id) { return expected(id, Type::Bool); }
Typed ExprBuilder::number(SyntaxId id) { return expected(id, Type::Int); }

std::optional<Value> ExprBuilder::constant(SyntaxId id, Type type, std::string_view what) {
  const Typed result = expected(id, type);
  if (!result.ok()) return std::nullopt;
  const std::optional<Value> value = value_of(result);
  if (!value) {
    reporter_.error(nodes_[id].span,
                    fmt::format("{} must be constant, found '{}'", what, text_of(id)));
  }
  return value;
}

Typed ExprBuilder::joined(Op op, const Typed& left, const Typed& right, SourceSpan span) {
  if (!left.ok() || !right.ok()) return {};
  const bool neutral = op == Op::And;
  if (const auto value = value_of(left)) return (*value != 0) == neutral ? right : left;
  if (const auto value = value_of(right)) {
    if ((*value != 0) == neutral) return left;
    if (!can_fail(model_, left.expr, surroundings_.self)) return right;
  }
  return made(op, left, right, Type::Bool, span);
}

Typed ExprBuilder::joined(Op op, std::vector<Typed> conditions, SourceSpan span) {
  if (conditions.empty()) return truth(op == Op::And, span);
  while (conditions.size() > 1) {
    std::vector<Typed> next;
    for (std::size_t i = 0; i < conditions.size(); i += 2) {
      next.push_back(i + 1 < conditions.size() ? joined(op, conditions[i], conditions[i + 1], span)
                                               : conditions[i]);
    }
    conditions = std::move(next);
  }
  return conditions.front();
}

// --- inputs

void ExprBuilder::add_choices_of(ExprId reader, std::set<SlotId>& found) const {
  if (!is_some(reader)) return;
  const Expr& expr = model_.exprs[reader];
  if (expr.op == Op::Read) {
    if (expr.place.scope == Scope::Choice) found.insert(expr.place.slot);
    add_choices_of(expr.place.index, found);
    return;
  }
  for (const ExprId operand : operands_of(expr)) add_choices_of(operand, found);
}

std::vector<std::pair<std::string, SlotId>> ExprBuilder::take_choices(
    const std::vector<ExprId>& readers) {
  // What a constant decides is not part of the expression any more, and neither is what it reads.
  std::set<SlotId> read;
  if (!choices_.empty()) {
    for (const ExprId reader : readers) add_choices_of(reader, read);
  }
  auto result = std::move(choices_);
  choices_.clear();
  std::erase_if(result, [&](const auto& choice) { return !read.contains(choice.second); });
  return result;
}

// --- operators

Typed ExprBuilder::expr(SyntaxId id) {
  const Node& node = nodes_[id];
  switch (node.kind) {
    case Node::Kind::Number: return constant_int(node.number, node.span);
    case Node::Kind::Truth: return truth(node.number != 0, node.span);
    case Node::Kind::Variable: return variable(id);
    case Node::Kind::Unary: return unary(id);
    case Node::Kind::Quantified: return quantified(node);
    case Node::Kind::Binary: break;
  }
  return binary(id);
}

Typed ExprBuilder::unary(SyntaxId id) {
  const Node& node = nodes_[id];
  if (node.op == Op::Not) {
    const Typed operand =
        expected(node.left, Type::Bool, "'!' binds tighter than all others: use parentheses");
    if (!operand.ok()) return {};
    if (const auto value = value_of(operand)) return truth(*value == 0, node.span);
    return made(Op::Not, operand, {}, Type::Bool, node.span);
  }
  const Typed operand = number(node.left);
  if (!operand.ok()) return {};
  if (!fits(-operand.high, -operand.low)) {
    return wrong_value(
        node.span,
        fmt::format("'{}' can be as large as {}: numbers have 32 bits", text_of(id), -operand.low),
        value_of(operand) ? "" : "narrow the ranges of its variables");
  }
  if (value_of(operand)) return constant_int(-operand.low, node.span);
  Typed result = made(Op::Negate, operand, {}, Type::Int, node.span);
  result.low = -operand.high;
  result.high = -operand.low;
  return result;
}

Typed ExprBuilder::binary(SyntaxId id) {
  const Node& node = nodes_[id];
  if (node.op == Op::And || node.op == Op::Or || node.op == Op::Imply) return logical(node);
  if (is_comparison(node.op)) return compared(node);
  return arithmetic(id);
}

Typed ExprBuilder::logical(const Node& node) {
  const Typed left = condition(node.left);
  const std::optional<Value> known = value_of(left);
  // A right side that is never looked at may be as wrong as it likes: a[i + 1] behind i < 3.
  const bool decided = known && (*known != 0) == (node.op == Op::Or);
  if (decided) ++unreachable_;
  const Typed right = condition(node.right);
  if (decided) --unreachable_;
  if (!left.ok() || !right.ok()) return {};
  if (node.op != Op::Imply) return joined(node.op, left, right, node.span);
  if (known) return *known != 0 ? right : truth(true, node.span);
  return made(node.op, left, right, Type::Bool, node.span);
}

Typed ExprBuilder::compared(const Node& node) {
  const bool any_type = node.op == Op::Equal || node.op == Op::NotEqual;
  const Typed left = any_type ? expr(node.left) : number(node.left);
  const Typed right = any_type ? expr(node.right) : number(node.right);
  if (!left.ok() || !right.ok()) return {};
  if (left.type != right.type) {
    const auto described = [&](SyntaxId id, const Typed& side) {
      return fmt::format("the {} '{}'", side.type == Type::Bool ? "condition" : "number",
                         text_of(id));
    };
    reporter_.error(node.span,
                    fmt::format("'{}' compares {} with {}", spelling(node.op),
                                described(node.left, left), described(node.right, right)));
    return {};
  }
  if (value_of(left) && value_of(right)) {
    return truth(compare(node.op, left.low, right.low), node.span);
  }
  return made(node.op, left, right, Type::Bool, node.span);
}

Typed ExprBuilder::arithmetic(SyntaxId id) {
  const Node& node = nodes_[id];
  const Typed left = number(node.left);
  const Typed right = number(node.right);
  if (!left.ok() || !right.ok()) return {};
  const bool divides = node.op == Op::Divide || node.op == Op::Modulo;
  if (divides && right.low == 0 && right.high == 0) {
    return wrong_value(node.span, fmt::format("'{}' divides by zero", text_of(id)));
  }
  Bounds bounds = bounds_of(node.op, left, right);
  const bool is_constant = value_of(left) && value_of(right);
  if (is_constant && node.op == Op::Divide) bounds.low = bounds.high = left.low / right.low;
  if (is_constant && node.op == Op::Modulo) bounds.low = bounds.high = left.low % right.low;
  if (!fits(bounds.low, bounds.high)) {
    const bool too_high = bounds.high > full_range.high;
    return wrong_value(
        node.span,
        fmt::format("'{}' can be as {} as {}: numbers have 32 bits", text_of(id),
                    too_high ? "large" : "small", too_high ? bounds.high : bounds.low),
        is_constant ? "" : "narrow the ranges of its variables");
  }
  if (is_constant) return constant_int(bounds.low, node.span);
  Typed result = made(node.op, left, right, Type::Int, node.span);
  result.low = bounds.low;
  result.high = bounds.high;
  return result;
}

Typed ExprBuilder::quantified(const Node& node) {
  std::vector<Typed> parts;
  const LoopSyntax loop{node.name, node.left, node.right};
  const bool complete = for_each_index(loop, [&] {
    parts.push_back(condition(node.third));
    return parts.back().ok();
  });
  if (!complete || (!parts.empty() && !parts.back().ok())) return {};
  return joined(node.op, std::move(parts), node.span);
}

bool ExprBuilder::is_taken(const std::string& name) const {
  const auto has = [&](const Frame& frame, const std::string& key) {
    return is_some(frame.id_of(key));
  };
  const auto is_bound = [&](const Binding& binding) { return binding.name == name; };
  const auto& bindings = lowering_.bindings;
  if (std::any_of(bindings.begin(), bindings.end(), is_bound)) return true;
  for (const Frame* frame : {&model_.globals, &model_.constants, &model_.choices}) {
    if (has(*frame, name)) return true;
  }
  if (!is_some(surroundings_.self)) return false;
  const ProcessType& type = model_.process_types[surroundings_.self];
  const std::string local = local_name(type.name, name);
  return has(type.frame, name) || has(model_.constants, local) || has(model_.choices, local);
}

bool ExprBuilder::for_each_index(const LoopSyntax& loop, const std::function<bool()>& body) {
  const auto low = constant(loop.low, Type::Int, "the bound of an index");
  const auto high = constant(loop.high, Type::Int, "the bound of an index");
  const std::string& name = loop.variable.text;
  if (is_taken(name)) {
    reporter_.error(loop.variable.span,
                    fmt::format("index '{}' repeats a name that is in use", name));
    return false;
  }
  if (!low || !high) return false;
  if (*low > *high) return true;
  const Value last = is_unevaluated() ? *low : *high;
  const std::uint64_t count = Range{*low, last}.span() + 1;
  if (!lowering_.take_copies(count, loop.variable.span)) return false;
  for (std::int64_t i = *low; i <= last; ++i) {
    lowering_.bindings.push_back({name, static_cast<Value>(i), false});
    const bool go_on = body();
    lowering_.bindings.pop_back();
    if (!lowering_.has_room(loop.variable.span)) return false;
    if (!go_on) return true;
  }
  return true;
}

void ExprBuilder::unevaluated(const LoopSyntax& loop, const std::function<void()>& body) {
  lowering_.bindings.push_back({loop.variable.text, 0, false});
  unevaluated(body);
  lowering_.bindings.pop_back();
}

// --- names

bool ExprBuilder::is_process(const std::string& name) const {
  if (lowering_.process_names.contains(name)) return true;
  return std::any_of(model_.processes.begin(), model_.processes.end(), [&](const Process& process) {
    return process.name == name || process.name.starts_with(name + "[");
  });
}

std::string ExprBuilder::near_name(const std::string& name) const {
  // The search looks at every name there is; after so many errors nobody reads the hints.
  constexpr std::size_t hints_max = 20;
  if (reporter_.count() > hints_max) return {};
  std::vector<std::string> names;
  const auto add_all = [&](const Frame& frame) {
    for (const Slot& slot : frame.slots) names.push_back(slot.name);
  };
  const Frame* own =
      is_some(surroundings_.self) ? &model_.process_types[surroundings_.self].frame : nullptr;
  if (own) add_all(*own);
  for (const Frame* frame : {&model_.globals, &model_.constants, &model_.choices}) add_all(*frame);
  const std::string nearest = nearest_name(name, names);
  if (nearest.empty()) return {};
  const Slot* slot = own ? own->find(nearest) : nullptr;
  for (const Frame* frame : {&model_.globals, &model_.constants, &model_.choices}) {
    if (!slot) slot = frame->find(nearest);
  }
  return fmt::format("'{}' is declared at {}:{}:{}", nearest, model_.file, slot->span.line,
                     slot->span.column);
}

void ExprBuilder::unknown(const Node& node) {
  const std::string& name = node.name.text;
  const std::string kind = surroundings_.kind_of ? surroundings_.kind_of(name) : "";
  if (!kind.empty()) {
    reporter_.error(node.name.span, fmt::format("'{}' is {}, expected a constant", name, kind));
    return;
  }
  if (is_process(name)) {
    reporter_.error(node.name.span, fmt::format("'{}' is a process, expected a variable", name),
                    fmt::format("a variable of it is written '{}.NAME'", name));
    return;
  }
  if (name == "steps" && model_.moves_max) {
    reporter_.error(node.name.span, "'steps' is no part of the state: no rule or goal reads it",
                    "mention it in a goal of the script");
    return;
  }
  std::string help = near_name(name);
  if (name == "steps") help = "'steps' exists in scripts with 'MAXSTEPS:'";
  for (const Process& process : model_.processes) {
    if (surroundings_.where != Where::Goal) break;
    if (!is_some(model_.process_types[process.type].frame.id_of(name))) continue;
    help = fmt::format("that of process '{0}' is written '{0}.{1}'", process.name, name);
    break;
  }
  const bool is_constant = surroundings_.where == Where::Constant;
  reporter_.error(node.name.span,
                  fmt::format("unknown {} '{}'", is_constant ? "constant" : "variable", name),
                  help);
}

ExprBuilder::Found ExprBuilder::find_own(const std::string& name) {
  Found found;
  const ProcessType& type = model_.process_types[surroundings_.self];
  if (const SlotId id = type.frame.id_of(name); is_some(id)) {
    const bool is_fixed = is_some(surroundings_.process);
    found.kind = Found::Kind::Slot;
    found.place.scope = is_fixed ? Scope::Process : Scope::Self;
    found.place.process = surroundings_.process;
    found.place.slot = id;
    found.slot = &type.frame.slots[id];
    return found;
  }
  return find_global(local_name(type.name, name));
}

ExprBuilder::Found ExprBuilder::find_global(const std::string& name) {
  Found found;
  const auto take = [&](Found::Kind kind, Scope scope, const Frame& frame) {
    const SlotId id = frame.id_of(name);
    if (!is_some(id)) return false;
    found.kind = kind;
    found.place.scope = scope;
    found.place.slot = id;
    found.slot = &frame.slots[id];
    found.is_bool = is_bool_slot(*found.slot);
    if (kind == Found::Kind::Constant) found.value = found.slot->initial.front();
    return true;
  };
  if (take(Found::Kind::Slot, Scope::Global, model_.globals)) return found;
  if (take(Found::Kind::Constant, Scope::Constant, model_.constants)) return found;
  take(Found::Kind::Choice, Scope::Choice, model_.choices);
  return found;
}

ProcessId ExprBuilder::foreign_process(const Node& node) {
  std::string name = node.process.text;
  if (node.third != no_syntax) {
    const auto index = constant(node.third, Type::Int, "the index of a process");
    if (!index) return no_id<ProcessId>;
    name += fmt::format("[{}]", *index);
  }
  const ProcessId process = model_.process_named(name);
  if (is_some(process)) return process;
  // Where it is never looked at, any process of the array will do: names and types are the same.
  for (std::size_t i = 0; is_unevaluated() && i < model_.processes.size(); ++i) {
    const auto other = to_id<ProcessId>(i);
    const bool is_near = model_.processes[other].name.starts_with(node.process.text + "[");
    if (is_near && node.third != no_syntax) return other;
  }
  if (node.third == no_syntax && is_process(name)) {
    reporter_.error(node.process.span, fmt::format("'{}' is an array of processes", name),
                    fmt::format("write '{}[0].{}'", name, node.name.text));
    return process;
  }
  std::vector<std::string> names;
  for (const Process& known : model_.processes) names.push_back(known.name);
  const std::string nearest = nearest_name(name, names);
  reporter_.error(node.process.span, fmt::format("unknown process '{}'", name),
                  nearest.empty() ? "" : fmt::format("there is a process '{}'", nearest));
  return process;
}

ExprBuilder::Found ExprBuilder::find_foreign(const Node& node) {
  if (surroundings_.where != Where::Goal) {
    reporter_.error(node.span, "only goals look into processes",
                    "what several processes share is declared in the global 'VARS'");
    return {};
  }
  const ProcessId process = foreign_process(node);
  if (!is_some(process)) return {};
  const ProcessType& type = model_.type_of(process);
  Found found;
  if (const SlotId id = type.frame.id_of(node.name.text); is_some(id)) {
    found.kind = Found::Kind::Slot;
    found.place.scope = Scope::Process;
    found.place.process = process;
    found.place.slot = id;
    found.slot = &type.frame.slots[id];
    return found;
  }
  const std::string bound = model_.processes[process].name + "." + node.name.text;
  for (const Binding& binding : lowering_.bindings) {
    if (binding.name != bound) continue;
    found.kind = Found::Kind::Constant;
    found.value = binding.value;
    found.is_bool = binding.is_bool;
    return found;
  }
  found = find_global(local_name(type.name, node.name.text));
  if (found.kind != Found::Kind::Nothing) return found;
  std::vector<std::string> names;
  for (const Slot& slot : type.frame.slots) names.push_back(slot.name);
  const std::string nearest = nearest_name(node.name.text, names);
  reporter_.error(node.name.span,
                  fmt::format("process '{}' has no variable '{}'", model_.processes[process].name,
                              node.name.text),
                  nearest.empty() ? "" : fmt::format("it has a variable '{}'", nearest));
  return {};
}

ExprBuilder::Found ExprBuilder::find(const Node& node) {
  if (!node.process.text.empty()) return find_foreign(node);
  const std::string& name = node.name.text;
  for (std::size_t i = lowering_.bindings.size(); i-- > 0;) {
    const Binding& binding = lowering_.bindings[i];
    if (binding.name != name) continue;
    Found found;
    found.kind = Found::Kind::Constant;
    found.value = binding.value;
    found.is_bool = binding.is_bool;
    return found;
  }
  Found found;
  const std::size_t errors_before = reporter_.count();
  if (surroundings_.need_constant) surroundings_.need_constant(node.name);
  if (reporter_.count() != errors_before) return found;
  if (is_some(surroundings_.self)) found = find_own(name);
  if (found.kind == Found::Kind::Nothing) found = find_global(name);
  if (found.kind == Found::Kind::Nothing) unknown(node);
  return found;
}

Typed ExprBuilder::variable(SyntaxId id) {
  const Node& node = nodes_[id];
  const std::size_t errors_before = reporter_.count();
  const Found found = find(node);
  if (reporter_.count() != errors_before) return {};
  switch (found.kind) {
    case Found::Kind::Slot: return read(id, found);
    case Found::Kind::Choice: return choice(node, found);
    case Found::Kind::Constant:
      if (node.left != no_syntax) {
        reporter_.error(node.span,
                        fmt::format("'{}' is no array, it has no elements", node.name.text));
        return {};
      }
      return found.is_bool ? truth(found.value != 0, node.span)
                           : constant_int(found.value, node.span);
    case Found::Kind::Nothing: break;
  }
  return {};
}

bool ExprBuilder::attach_index(const Node& node, const Slot& slot, Place& place) {
  if (node.left == no_syntax && !slot.is_vector) return true;
  if (node.left == no_syntax || !slot.is_vector) {
    reporter_.error(node.span,
                    slot.is_vector
                        ? fmt::format("array '{}' needs an index", slot.name)
                        : fmt::format("'{}' is no array, it has no elements", node.name.text),
                    slot.is_vector ? fmt::format("write '{}[0]'", slot.name) : "");
    return false;
  }
  const Typed index = number(node.left);
  if (!index.ok()) return false;
  if (index.high < 0 || index.low >= slot.length) {
    const Typed said = wrong_value(
        nodes_[node.left].span,
        fmt::format("index {} is outside of array '{}', which has the elements 0..{}",
                    index.low == index.high ? std::to_string(index.low) : text_of(node.left),
                    slot.name, slot.length - 1));
    if (!said.ok()) return false;
  }
  place.index = index.expr;
  return true;
}

Typed ExprBuilder::read(SyntaxId id, const Found& found) {
  const Node& node = nodes_[id];
  const Slot& slot = *found.slot;
  Expr expr;
  expr.op = Op::Read;
  expr.place = found.place;
  expr.place.span = node.span;
  expr.span = node.span;
  if (!attach_index(node, slot, expr.place)) return {};
  return {model_.add_expr(std::move(expr)), is_bool_slot(slot) ? Type::Bool : Type::Int,
          slot.type.range.low, slot.type.range.high};
}

Typed ExprBuilder::choice(const Node& node, const Found& found) {
  const Slot& slot = *found.slot;
  const Type type = is_bool_slot(slot) ? Type::Bool : Type::Int;
  if (surroundings_.where == Where::Init) {
    reporter_.error(node.span, fmt::format("'{}' is nondet, it has no initial value", slot.name),
                    "a nondet variable is chosen anew for every step; it is no part of the state");
    return {};
  }
  if (node.left != no_syntax) {
    reporter_.error(node.span, fmt::format("'{}' is no array, it has no elements", slot.name));
    return {};
  }
  const std::string name =
      node.process.text.empty()
          ? node.name.text
          : model_.processes[foreign_process(node)].name + "." + node.name.text;
  const auto entry = std::pair{name, found.place.slot};
  const bool is_known = std::find(choices_.begin(), choices_.end(), entry) != choices_.end();
  if (unreachable_ == 0 && !is_known) choices_.push_back(entry);
  Expr expr;
  expr.op = Op::Read;
  expr.place = found.place;
  expr.place.span = node.span;
  expr.span = node.span;
  const Range range = slot.type.range;
  return {model_.add_expr(std::move(expr)), type, range.low, range.high};
}

ExprBuilder::Target ExprBuilder::target(SyntaxId id) {
  const Node& node = nodes_[id];
  const std::string& name = node.name.text;
  if (!node.process.text.empty()) {
    reporter_.error(node.span, "a variable of another process cannot be assigned");
    return {};
  }
  if (name == "steps" && model_.moves_max) {
    reporter_.error(node.span, "'steps' counts the steps, it cannot be assigned");
    return {};
  }
  const Found found = find(node);
  const bool is_init = surroundings_.where == Where::Init;
  switch (found.kind) {
    case Found::Kind::Nothing: return {};
    case Found::Kind::Constant: {
      const bool is_index =
          std::any_of(lowering_.bindings.begin(), lowering_.bindings.end(),
                      [&](const Binding& binding) { return binding.name == name; });
      reporter_.error(node.span, fmt::format("'{}' is {}, it cannot be assigned", name,
                                             is_index ? "an index" : "a constant"));
      return {};
    }
    case Found::Kind::Choice:
      reporter_.error(node.span,
                      fmt::format("'{}' is nondet, it {}", name,
                                  is_init ? "has no initial value" : "cannot be assigned"),
                      "a nondet variable is chosen anew for every step; it is no part of the "
                      "state");
      return {};
    case Found::Kind::Slot: break;
  }
  Target result;
  result.place = found.place;
  result.place.span = node.span;
  if (!attach_index(node, *found.slot, result.place)) return {};
  result.slot = found.slot;
  if (!is_some(result.place.index)) {
    result.element = 0;
  } else if (model_.exprs[result.place.index].op == Op::Constant) {
    result.element = model_.exprs[result.place.index].constant;
  }
  return result;
}

}  // namespace clew::uts
