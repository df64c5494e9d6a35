#include "clew/native/c_expressions.hpp"

#include <fmt/format.h>

#include <limits>

#include "clew/model/arithmetic.hpp"
#include "clew/model/intervals.hpp"
#include "clew/native/c_fields.hpp"
#include "clew/native/marks.hpp"

namespace clew {

namespace {

std::string_view symbol(Op op) {
  switch (op) {
    case Op::Multiply: return "*";
    case Op::Add: return "+";
    case Op::Subtract: return "-";
    case Op::Less: return "<";
    case Op::LessEqual: return "<=";
    case Op::Greater: return ">";
    case Op::GreaterEqual: return ">=";
    case Op::Equal: return "==";
    case Op::NotEqual: return "!=";
    case Op::BitAnd: return "&";
    case Op::BitXor: return "^";
    case Op::BitOr: return "|";
    case Op::And: return "&&";
    case Op::Or: return "||";
    default: return "";
  }
}

std::string_view function(Op op) {
  switch (op) {
    case Op::Divide: return "quotient";
    case Op::Modulo: return "rest";
    case Op::ShiftLeft: return "shift_left";
    case Op::ShiftRight: return "shift_right";
    default: return "";
  }
}

bool is_logical(Op op) { return op == Op::And || op == Op::Or || op == Op::Imply; }

// Whether the left side of a logical operator says it all.
bool decides(Op op, Value left) { return is_logical(op) && (op == Op::Or ? left != 0 : left == 0); }

}  // namespace

std::string without_parentheses(const std::string& text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text;  // the first parenthesis closes before the end
  }
  return text.substr(1, text.size() - 2);
}

CExpressions::CExpressions(const Model& model, const PackedLayout& layout, const CNames& names)
    : model_(model), layout_(layout), names_(names) {}

const Slot& CExpressions::slot_of(const Place& place, const CView& view) const {
  return model_.slot_of(place, view.type);
}

Range CExpressions::interval(ExprId id, const CView& view) const {
  return interval_of(model_, id, view.type);
}

// The value of an expression that is the same in all states, and has one.
std::optional<Value> CExpressions::constant(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Constant) return expr.constant;
  if (expr.op == Op::AtLocation) return is_nowhere(expr.place) ? std::optional(0) : std::nullopt;
  if (!is_unary(expr.op) && !is_binary(expr.op) && expr.op != Op::Conditional) return std::nullopt;
  const std::optional<Value> left = constant(expr.left);
  if (!left) return std::nullopt;
  switch (expr.op) {
    case Op::Not: return *left == 0;
    case Op::Negate: return wrapped_value(-std::int64_t{*left});
    case Op::Complement: return ~*left;
    case Op::Conditional: return constant(*left != 0 ? expr.right : expr.third);
    default: break;
  }
  if (decides(expr.op, *left)) return expr.op != Op::And;
  const std::optional<Value> right = constant(expr.right);
  if (!right) return std::nullopt;
  return is_logical(expr.op) ? *right != 0 : computed(expr.op, *left, *right);
}

std::string CExpressions::value(ExprId id, const CView& view) {
  const Expr& expr = model_.exprs[id];
  // libtcc drops more than it should behind a condition that it knows beforehand.
  if (const std::optional<Value> always = constant(id)) return c_number(*always);
  const auto left = [&] { return value(expr.left, view); };
  switch (expr.op) {
    case Op::Read: return read(expr.place, view);
    case Op::AtLocation: return at_location(expr, view);
    case Op::Exists:
      return is_fixed() ? fmt::format("((unsigned){} < (unsigned)alive({}))", left(), view.state)
                        : fmt::format("((unsigned){} < (unsigned)run->count(run, {}))", left(),
                                      view.state);
    case Op::Enabled:
      return fmt::format("enabled(run, {}, {}, {}, &e)", view.state, without_parentheses(left()),
                         view.self);
    case Op::LocationNumber: return location_number(without_parentheses(left()), view);
    case Op::IsYoungest:
      if (is_fixed()) {
        return fmt::format("({} == alive({}))", to_index(view.process) + 1, view.state);
      }
      return fmt::format("({} + 1 == run->count(run, {}))", view.self, view.state);
    case Op::Self: return view.self;
    case Op::ProcessCount:
      return is_fixed() ? fmt::format("alive({})", view.state)
                        : fmt::format("run->count(run, {})", view.state);
    case Op::OwnChannel: return own_channel_number(expr.constant, view);
    case Op::Length:
    case Op::IsFull:
    case Op::IsEmpty: return ask_channel(expr, view);
    case Op::Poll: return poll(expr.poll, view);
    case Op::Timeout: return "run->timeout";
    case Op::NonProgress: {
      const std::string progress = some_process_at(view, mark_progress);
      return progress == "0" ? "1" : "!" + progress;
    }
    case Op::Accepting: return some_process_at(view, mark_accepting);
    case Op::Bounded:
      return fmt::format("at({}, {}, &e)", without_parentheses(left()), expr.constant);
    case Op::Conditional:
      if (const std::optional<Value> truth = constant(expr.left)) {
        return value(*truth != 0 ? expr.right : expr.third, view);
      }
      return fmt::format("({} ? {} : {})", left(), value(expr.right, view),
                         value(expr.third, view));
    case Op::Not: return "!" + left();
    case Op::Negate: return fmt::format("(-{})", left());
    case Op::Complement: return fmt::format("(~{})", left());
    default: return binary(expr, view);
  }
}

std::string CExpressions::binary(const Expr& expr, const CView& view) {
  const std::string right = value(expr.right, view);
  // It does not decide, or the whole would be constant.
  if (is_logical(expr.op) && constant(expr.left)) return fmt::format("({} != 0)", right);
  const std::string left = value(expr.left, view);
  if (expr.op == Op::Imply) return fmt::format("(!{} || {})", left, right);
  if (const std::string_view name = function(expr.op); !name.empty()) {
    return fmt::format("{}({}, {}, &e)", name, without_parentheses(left),
                       without_parentheses(right));
  }
  return fmt::format("({} {} {})", left, symbol(expr.op), right);
}

// --- places

const CNames::Owner& CExpressions::own_names(const CView& view) const {
  if (view.process == claim_id) return names_.claim;
  return is_fixed() ? names_.processes[view.process] : names_.types[view.type];
}

std::string CExpressions::index(const Place& place, const Slot& slot, const CView& view) {
  if (!is_some(place.index)) return "0";
  const std::string text = without_parentheses(value(place.index, view));
  const Range range = interval(place.index, view);
  // An index that fails goes on as another than those it can be.
  const bool fits = range.low >= 0 && static_cast<std::uint32_t>(range.high) < slot.length &&
                    !can_set_error(text);
  return fits ? text : fmt::format("at({}, {}, &e)", text, slot.length);
}

// The number of the process a place is about, in states that change their shape.
std::string CExpressions::number_of(const Place& place, const CView& view) {
  if (place.scope == Scope::Process) return std::to_string(to_index(place.process));
  if (is_some(place.owner)) return without_parentheses(value(place.owner, view));
  return fmt::format("run->first(run, {}, {})", view.state, to_index(place.type));
}

std::string CExpressions::is_alive(std::size_t position, const std::string& state) const {
  return comes_and_goes() ? fmt::format("alive({}) > {}", state, position) : "1";
}

std::string CExpressions::if_it_is_alive(std::size_t position, const std::string& state) const {
  return comes_and_goes() ? is_alive(position, state) + " && " : "";
}

std::string CExpressions::if_alive(std::size_t position, const std::string& state,
                                   const std::string& text, const std::string& otherwise) const {
  if (!comes_and_goes()) return text;
  return fmt::format("({} ? {} : {})", is_alive(position, state), text, otherwise);
}

// The process of a fixed state that a place without a computed number is about, or none.
ProcessId CExpressions::place_of(const Place& place) const {
  if (place.scope == Scope::Process) return place.process;
  for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
    if (layout_.positions[i] == place.type) return to_id<ProcessId>(i);
  }
  return no_id<ProcessId>;
}

CExpressions::Target CExpressions::target_of(const Place& place, const CView& view) {
  const std::size_t slot = to_index(place.slot);
  if (place.scope == Scope::Global) return {names_.globals[slot], view.state};
  if (place.scope == Scope::Self) return {own_names(view).slots[slot], view.own};
  if (place.scope == Scope::Object) {
    const Frame& frame = model_.frame_of(place, view.type);
    for (std::size_t i = 0; i < model_.object_types.size(); ++i) {
      const auto id = to_id<ObjectTypeId>(i);
      if (&model_.object_types[id].frame != &frame) continue;
      return {names_.objects[id].slots[slot],
              fmt::format("object(run, {}, {}, &e)", view.state,
                          without_parentheses(value(place.owner, view)))};
    }
  }
  if (is_fixed()) return {names_.processes[place_of(place)].slots[slot], view.state};
  const ProcessTypeId type =
      place.scope == Scope::Process ? model_.processes[place.process].type : place.type;
  return {names_.types[type].slots[slot], fmt::format("process(run, {}, {}, {}, &e)", view.state,
                                                      number_of(place, view), to_index(type))};
}

std::string CExpressions::element_of(const Target& target, const Place& place, const Slot& slot,
                                     const CView& view) {
  if (slot.is_vector) {
    return fmt::format("{}({}, {})", target.name, target.base, index(place, slot, view));
  }
  const std::string scalar = fmt::format("{}({})", target.name, target.base);
  const std::string at = index(place, slot, view);
  return at == "0" ? scalar : fmt::format("((void){}, {})", at, scalar);
}

std::string CExpressions::read(const Place& place, const CView& view) {
  if (place.scope == Scope::Constant) {
    const Slot& slot = model_.constants.slots[place.slot];
    return fmt::format("{}[{}]", names_.constants[to_index(place.slot)], index(place, slot, view));
  }
  if (place.scope == Scope::Choice) return names_.choices[to_index(place.slot)];
  const Slot& slot = slot_of(place, view);
  if (is_fixed() && place.scope == Scope::Object) return "none(&e)";  // all references are null
  if (is_fixed() && place.scope == Scope::Numbered && is_some(place.owner)) {
    return remote(place, view);
  }
  if (is_fixed() && (place.scope == Scope::Numbered || place.scope == Scope::Process)) {
    const ProcessId process = place_of(place);
    if (!is_some(process)) return "none(&e)";
    return if_alive(to_index(process), view.state,
                    element_of(target_of(place, view), place, slot, view), "none(&e)");
  }
  return element_of(target_of(place, view), place, slot, view);
}

// A slot of whichever process of the type has the number, in states of fixed length.
std::string CExpressions::remote(const Place& place, const CView& view) {
  const Slot& slot = slot_of(place, view);
  const std::string name =
      fmt::format("remote_{}", names_.types[place.type].slots[to_index(place.slot)]);
  if (is_new_helper(name)) {
    std::string text = fmt::format(
        "static int {}(const word *s, int n, int i, int *e) {{\n  switch (n) {{\n", name);
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      if (layout_.positions[i] != place.type) continue;
      text += fmt::format("    case {}: if ({}) return {}(s{}); break;\n", i, is_alive(i, "s"),
                          names_.processes[to_id<ProcessId>(i)].slots[to_index(place.slot)],
                          slot.is_vector ? ", i" : "");
    }
    text += "  }\n  *e = 1;\n  return 0;\n}\n";
    helpers_ += text;
  }
  return fmt::format("{}({}, {}, {}, &e)", name, view.state,
                     without_parentheses(value(place.owner, view)), index(place, slot, view));
}

std::string CExpressions::store(const Place& place, const std::string& text, const CView& view,
                                const std::string& at) {
  const Slot& slot = slot_of(place, view);
  const std::string element = at.empty() ? index(place, slot, view) : at;
  const bool is_own = place.scope != Scope::Numbered && place.scope != Scope::Process &&
                      place.scope != Scope::Object;
  if (!is_fixed() && !is_own) return store_elsewhere(target_of(place, view), slot, element, text);
  const auto setting = [&](const Target& target) {
    if (slot.is_vector) {
      return fmt::format("set_{}({}, {}, {});", target.name, target.base, element, text);
    }
    const std::string looked = element == "0" ? "" : fmt::format("(void){}; ", element);
    return fmt::format("{}set_{}({}, {});", looked, target.name, target.base, text);
  };
  if (is_fixed() && place.scope == Scope::Object) return "none(&e);";
  if (is_own) return setting(target_of(place, view));
  const bool is_computed = place.scope == Scope::Numbered && is_some(place.owner);
  if (!is_computed && !is_some(place_of(place))) return "none(&e);";
  std::string out =
      fmt::format("switch ({}) {{ ", is_computed ? without_parentheses(value(place.owner, view))
                                                 : std::to_string(to_index(place_of(place))));
  for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
    if (is_computed && layout_.positions[i] != place.type) continue;
    if (!is_computed && place_of(place) != to_id<ProcessId>(i)) continue;
    const std::string name = names_.processes[to_id<ProcessId>(i)].slots[to_index(place.slot)];
    out += fmt::format("case {}: if ({}) {{ {} }} else none(&e); break; ", i,
                       is_alive(i, view.state), setting({name, view.state}));
  }
  return out + "default: none(&e); }";
}

// In a process or object that may not be there: nothing is stored then.
std::string CExpressions::store_elsewhere(const Target& target, const Slot& slot,
                                          const std::string& element, const std::string& text) {
  return fmt::format(
      "{{ const word *where = {}; int which = {}, what = {}; (void)which; "
      "if (!e) set_{}((word *)where, {}what); }}",
      target.base, element, text, target.name, slot.is_vector ? "which, " : "");
}

std::string CExpressions::converted(const std::string& text, Range interval,
                                    const ValueType& type) {
  if (lies_within(interval, type.range)) return text;
  if (type.overflow == Overflow::Error) {
    return fmt::format("checked({}, {}, {}, &e)", text, c_number(type.range.low),
                       c_number(type.range.high));
  }
  const std::uint64_t span = type.range.span();
  if (type.range.low == 0) return fmt::format("(({}) & {})", text, span);
  if (span == 0xffff) return fmt::format("(short)({})", text);
  unsigned width = 0;
  while (width < 32 && (span >> width) != 0) ++width;
  return fmt::format("wrapped({}, {})", text, width);
}

// --- processes

// True if no process of a fixed state can be the one that the place is about.
bool CExpressions::is_nowhere(const Place& place) const {
  const bool is_looked_for = place.scope == Scope::Numbered && !is_some(place.owner);
  return is_fixed() && is_looked_for && !is_some(place_of(place));
}

std::string CExpressions::at_location(const Expr& expr, const CView& view) {
  const Place& place = expr.place;
  const std::size_t location = to_index(expr.location);
  if (place.scope == Scope::Self) {
    return fmt::format("({}({}) == {})", own_names(view).at, view.own, location);
  }
  if (place.scope == Scope::Process && place.process == claim_id) {
    return fmt::format("({}({}) == {})", names_.claim.at, view.state, location);
  }
  if (!is_fixed()) {
    const ProcessTypeId type =
        place.scope == Scope::Process ? model_.processes[place.process].type : place.type;
    return fmt::format("(location_of(run, {}, {}, {}) == {})", view.state, number_of(place, view),
                       to_index(type), location);
  }
  if (place.scope == Scope::Process || !is_some(place.owner)) {
    const ProcessId process = place_of(place);
    return fmt::format("({}{}({}) == {})", if_it_is_alive(to_index(process), view.state),
                       names_.processes[process].at, view.state, location);
  }
  return fmt::format("({}({}, {}) == {})", remote_location(place.type), view.state,
                     without_parentheses(value(place.owner, view)), location);
}

// Where the process of this type with a number is; -1 if there is none.
std::string CExpressions::remote_location(ProcessTypeId type) {
  std::string name = fmt::format("remote_{}", names_.types[type].at);
  if (is_new_helper(name)) {
    std::string text =
        fmt::format("static int {}(const word *s, int n) {{\n  switch (n) {{\n", name);
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      if (layout_.positions[i] != type) continue;
      text += fmt::format("    case {}: return {};\n", i,
                          if_alive(i, "s", names_.processes[to_id<ProcessId>(i)].at + "(s)", "-1"));
    }
    helpers_ += text + "  }\n  return -1;\n}\n";
  }
  return name;
}

std::string CExpressions::location_number(const std::string& number, const CView& view) {
  if (!is_fixed()) return fmt::format("some_location_of(run, {}, {})", view.state, number);
  if (is_new_helper("some_location_of")) {
    std::string text = "static int some_location_of(const word *s, int n) {\n  switch (n) {\n";
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      text += fmt::format("    case {}: return {};\n", i,
                          if_alive(i, "s", names_.processes[to_id<ProcessId>(i)].at + "(s)", "0"));
    }
    helpers_ += text + "  }\n  return 0;\n}\n";
  }
  return fmt::format("some_location_of({}, {})", view.state, number);
}

std::string CExpressions::some_process_at(const CView& view, int mark) {
  if (!is_fixed()) return fmt::format("run->has_mark(run, {}, {})", view.state, mark);
  std::string out;
  for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
    const ProcessType& type = model_.process_types[layout_.positions[i]];
    for (std::size_t k = 0; k < type.locations.size(); ++k) {
      if (!has_mark(type.locations[to_id<LocationId>(k)], mark)) continue;
      out += fmt::format("{}({}{}({}) == {})", out.empty() ? "" : " || ",
                         if_it_is_alive(i, view.state), names_.processes[to_id<ProcessId>(i)].at,
                         view.state, k);
    }
  }
  return out.empty() ? "0" : fmt::format("({})", out);
}

}  // namespace clew
