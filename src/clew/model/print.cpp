#include "clew/model/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "clew/model/choices.hpp"

namespace clew {

namespace {

std::string_view spelling(Op op) {
  switch (op) {
    case Op::Not: return "not ";
    case Op::Negate: return "-";
    case Op::Complement: return "~";
    case Op::Multiply: return "*";
    case Op::Divide: return "/";
    case Op::Modulo: return "%";
    case Op::Add: return "+";
    case Op::Subtract: return "-";
    case Op::ShiftLeft: return "<<";
    case Op::ShiftRight: return ">>";
    case Op::Less: return "<";
    case Op::LessEqual: return "<=";
    case Op::Greater: return ">";
    case Op::GreaterEqual: return ">=";
    case Op::Equal: return "==";
    case Op::NotEqual: return "!=";
    case Op::BitAnd: return "&";
    case Op::BitXor: return "^";
    case Op::BitOr: return "|";
    case Op::And: return "and";
    case Op::Or: return "or";
    case Op::Imply: return "imply";
    default: return "?";
  }
}

// A negative number needs its parentheses, and the smallest one has no literal at all.
std::string number_text(Value value) {
  if (value == std::numeric_limits<Value>::min()) return "(-2147483647 - 1)";
  return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

std::string operand(const Model& model, ExprId id, ProcessTypeId self) {
  const Op op = model.exprs[id].op;
  const bool needs_parentheses = is_unary(op) || is_binary(op);
  const std::string text = text_of(model, id, self);
  return needs_parentheses ? fmt::format("({})", text) : text;
}

std::string instruction_text(const Model& model, const Instruction& step, ProcessTypeId self) {
  switch (step.kind) {
    case Instruction::Kind::Assign:
      return fmt::format("{} = {}", text_of(model, step.target, self),
                         text_of(model, step.value, self));
    case Instruction::Kind::Start: {
      std::vector<std::string> arguments;
      for (const ExprId argument : step.arguments)
        arguments.push_back(text_of(model, argument, self));
      return fmt::format("{}run {}({})",
                         step.has_target() ? text_of(model, step.target, self) + " = " : "",
                         model.process_types[step.process_type].name, fmt::join(arguments, ", "));
    }
    case Instruction::Kind::Terminate: return "end";
    case Instruction::Kind::Allocate:
      return fmt::format("{} = new {}", text_of(model, step.target, self),
                         model.object_types[step.object_type].name);
    case Instruction::Kind::Assert:
      return fmt::format("assert({})", text_of(model, step.value, self));
    case Instruction::Kind::Print: return "print";
  }
  return {};
}

std::string channel_name(const Model& model, const Communication& communication,
                         ProcessTypeId self) {
  const ChannelId fixed = model.fixed_channel(communication);
  return is_some(fixed) ? model.channels[fixed].name : text_of(model, communication.channel, self);
}

std::string communication_text(const Model& model, const Communication& communication,
                               ProcessTypeId self) {
  std::vector<std::string> items;
  for (const ExprId value : communication.values) items.push_back(text_of(model, value, self));
  for (const ReceiveItem& item : communication.items) {
    switch (item.kind) {
      case ReceiveItem::Kind::Store: items.push_back(text_of(model, item.target, self)); break;
      case ReceiveItem::Kind::Match:
        items.push_back(fmt::format("eval({})", text_of(model, item.value, self)));
        break;
      case ReceiveItem::Kind::Ignore: items.emplace_back("_"); break;
    }
  }
  const bool sends = communication.kind == Communication::Kind::Send;
  std::string_view sign = sends ? "!" : "?";
  if (communication.sorted) sign = "!!";
  if (communication.searches) sign = "??";
  return fmt::format("{}{}{}{}{}", channel_name(model, communication, self), sign,
                     communication.keeps ? "<" : "{", fmt::join(items, ", "),
                     communication.keeps ? ">" : "}");
}

std::string marks_of(const Action& action) {
  std::string marks;
  if (action.is_else) marks += ", else";
  if (action.escape != 0) marks += fmt::format(", escape {}", action.escape);
  if (action.alternative != 0) marks += fmt::format(", alternative {}", action.alternative);
  if (action.is_simultaneous) marks += ", at once";
  if (action.then == Action::Then::GoesOn) marks += ", goes on";
  if (action.then == Action::Then::MustGoOn) marks += ", must go on";
  return marks;
}

std::string slot_text(const Slot& slot) {
  const std::string size = slot.is_vector ? fmt::format("[{}]", slot.length) : "";
  const std::string text = fmt::format("{} {}{} in {}..{}", slot.type.name, slot.name, size,
                                       slot.type.range.low, slot.type.range.high);
  return slot.is_free ? text + ", free"
                      : fmt::format("{} = {}", text, fmt::join(slot.initial, ", "));
}

std::string numbered_process(const Model& model, const Place& place, ProcessTypeId self) {
  const std::string& name = model.process_types[place.type].name;
  return is_some(place.owner) ? fmt::format("{}[{}]", name, text_of(model, place.owner, self))
                              : name;
}

std::string own_channel_name(const Model& model, const Expr& expr, ProcessTypeId self) {
  const auto& channels = model.process_types[self].channels;
  return model.channels[channels[static_cast<std::size_t>(expr.constant)]].name;
}

// "P->", in front of a variable of P.
std::string local_prefix(const Model& model, const std::string& process) {
  return process + model.local_mark;
}

// Claims have it, whatever the processes are.
bool has_control(const Model& model, ProcessTypeId type) {
  if (model.has_control || model.process_types[type].locations.size() > 1) return true;
  return std::none_of(model.processes.begin(), model.processes.end(),
                      [&](const Process& process) { return process.type == type; });
}

// The name of an element, given the text that says which.
std::string element_name(const Slot& slot, const std::string& index) {
  return slot.dimensions.empty() ? slot.name + index : slot.name + "@" + index;
}

}  // namespace

std::string text_of(const Model& model, const Place& place, ProcessTypeId self) {
  std::string base;
  if (place.scope == Scope::Process) {
    base = local_prefix(model, model.processes[place.process].name);
  }
  if (place.scope == Scope::Numbered) base = numbered_process(model, place, self) + ":";
  if (place.scope == Scope::Object) base = text_of(model, place.owner, self) + ".";
  const std::string index =
      is_some(place.index) ? fmt::format("[{}]", text_of(model, place.index, self)) : "";
  return base + element_name(model.slot_of(place, self), index);
}

std::string text_of(const Model& model, ExprId id, ProcessTypeId self) {
  const Expr& expr = model.exprs[id];
  switch (expr.op) {
    case Op::Constant: return number_text(expr.constant);
    case Op::Read: return text_of(model, expr.place, self);
    case Op::AtLocation: {
      if (expr.place.scope == Scope::Numbered) {
        return fmt::format("{}@{}", numbered_process(model, expr.place, self),
                           model.process_types[expr.place.type].locations[expr.location].name);
      }
      const bool is_claim = expr.place.process == claim_id;
      const ProcessType& type = expr.place.scope == Scope::Self ? model.process_types[self]
                                : is_claim ? model.process_types[model.claim->type]
                                           : model.type_of(expr.place.process);
      const std::string& owner = expr.place.scope == Scope::Self ? type.name
                                 : is_claim                      ? model.claim->name
                                            : model.processes[expr.place.process].name;
      return fmt::format("{}.{}", owner, type.locations[expr.location].name);
    }
    case Op::Exists: return fmt::format("exists({})", text_of(model, expr.left, self));
    case Op::IsYoungest: return "youngest";
    case Op::Self: return "_pid";
    case Op::ProcessCount: return "_nr_pr";
    case Op::OwnChannel: return own_channel_name(model, expr, self);
    case Op::Length: return fmt::format("len({})", text_of(model, expr.left, self));
    case Op::IsFull: return fmt::format("full({})", text_of(model, expr.left, self));
    case Op::IsEmpty: return fmt::format("empty({})", text_of(model, expr.left, self));
    case Op::Poll: return communication_text(model, model.polls[expr.poll], self);
    case Op::Timeout: return "timeout";
    case Op::Enabled: return fmt::format("enabled({})", text_of(model, expr.left, self));
    case Op::LocationNumber: return fmt::format("pc_value({})", text_of(model, expr.left, self));
    case Op::NonProgress: return "np_";
    case Op::Accepting: return "accepting";
    case Op::Bounded: return operand(model, expr.left, self);
    case Op::Conditional:
      return fmt::format("({} -> {} : {})", text_of(model, expr.left, self),
                         text_of(model, expr.right, self), text_of(model, expr.third, self));
    default: break;
  }
  if (is_unary(expr.op))
    return fmt::format("{}{}", spelling(expr.op), operand(model, expr.left, self));
  return fmt::format("{} {} {}", operand(model, expr.left, self), spelling(expr.op),
                     operand(model, expr.right, self));
}

std::string effect_text(const Model& model, const Action& action) {
  std::vector<std::string> steps;
  for (const Instruction& step : action.effect) {
    steps.push_back(instruction_text(model, step, action.owner));
  }
  return fmt::format("{}", fmt::join(steps, ", "));
}

std::string text_of(const Model& model, const Action& action) {
  const ProcessType& type = model.process_types[action.owner];
  if (!has_control(model, action.owner)) return action.text;
  const std::string body = action.text.empty() ? std::string(" ") : " " + action.text + " ";
  return fmt::format("{} -> {} {{{}}}", type.locations[action.from].name,
                     type.locations[action.to].name, body);
}

std::string process_name(const Model& model, const State& state, ProcessId process) {
  if (process == claim_id) return model.claim->name;
  const bool is_initial = to_index(process) < model.processes.size() &&
                          model.processes[process].type == state.type_of(process);
  if (is_initial) return model.processes[process].name;
  return fmt::format("{}:{}", model.process_types[state.type_of(process)].name, to_index(process));
}

bool names_locations(const Model& model) {
  return model.has_control && model.language != "promela";
}

std::string statement_text(const Model& model, const Action& action) {
  return names_locations(model) ? text_of(model, action) : action.text;
}

std::string text_of(const Model& model, const Firing& firing, const State& source) {
  // A process may have been started within the move.
  const Action& taken = model.actions[firing.action];
  if (firing.process != claim_id && to_index(firing.process) >= source.process_count()) {
    return fmt::format("{}:{}: {}", model.process_types[taken.owner].name, to_index(firing.process),
                       text_of(model, taken));
  }
  const std::string choices = choices_text(model, firing);
  return fmt::format("{}: {}{}{}", process_name(model, source, firing.process),
                     text_of(model, model.actions[firing.action]), choices.empty() ? "" : " with ",
                     choices);
}

std::string text_of(const Model& model) {
  std::string out =
      fmt::format("model {} ({}, {})\n", model.name, model.language,
                  model.composition == Composition::Synchronous ? "synchronous" : "asynchronous");
  for (const Slot& slot : model.constants.slots) out += fmt::format("const {}\n", slot_text(slot));
  for (const Slot& slot : model.choices.slots) {
    out += fmt::format("choice {} {} in {}..{}\n", slot.type.name, slot.name, slot.type.range.low,
                       slot.type.range.high);
  }
  for (const Slot& slot : model.globals.slots) out += fmt::format("global {}\n", slot_text(slot));
  for (const Channel& channel : model.channels) {
    out += fmt::format("channel {} of {} items, capacity {}\n", channel.name, channel.items.size(),
                       channel.capacity);
  }
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    const auto id = to_id<ProcessTypeId>(i);
    const ProcessType& type = model.process_types[id];
    out += fmt::format("process type {}, starts at {}\n", type.name,
                       type.locations[type.initial].name);
    for (const Slot& slot : type.frame.slots) out += fmt::format("  local {}\n", slot_text(slot));
    for (const Location& location : type.locations) {
      out += fmt::format("  location {}{}{}{}\n", location.name,
                         location.committed ? " committed" : "",
                         location.accepting ? " accepting" : "", location.is_end ? " end" : "");
    }
    for (const Action& action : model.actions) {
      if (action.owner != id) continue;
      out += fmt::format("  action {} -> {}{}\n", type.locations[action.from].name,
                         type.locations[action.to].name, marks_of(action));
      for (const SlotId choice : action.choices)
        out += fmt::format("    choose {}\n", model.choices.slots[choice].name);
      if (is_some(action.guard))
        out += fmt::format("    guard {}\n", text_of(model, action.guard, id));
      if (action.communication.kind != Communication::Kind::None) {
        out += fmt::format("    sync {}\n", communication_text(model, action.communication, id));
      }
      for (const Instruction& step : action.effect)
        out += fmt::format("    do {}\n", instruction_text(model, step, id));
    }
  }
  for (const Process& process : model.processes) {
    out += fmt::format("process {} of type {}\n", process.name,
                       model.process_types[process.type].name);
  }
  if (model.claim) out += fmt::format("claim {}\n", model.claim->name);
  if (is_some(model.initial_condition)) {
    out += fmt::format("initially {}\n", text_of(model, model.initial_condition));
  }
  if (model.moves_max) out += fmt::format("at most {} moves\n", *model.moves_max);
  return out;
}

namespace {

// r[2].f[1] of "r[].f[]"
std::string element_name(const Slot& slot, std::uint32_t element) {
  if (slot.dimensions.empty()) {
    return slot.is_vector ? fmt::format("{}[{}]", slot.name, element) : slot.name;
  }
  std::vector<std::uint32_t> indices;
  for (std::size_t i = slot.dimensions.size(); i-- > 0;) {
    indices.insert(indices.begin(), element % slot.dimensions[i]);
    element /= slot.dimensions[i];
  }
  std::string name;
  std::size_t next = 0;
  for (const char c : slot.name) {
    if (c == ']') name += std::to_string(indices[next++]);
    name += c;
  }
  return name;
}

std::string value_text(const Model& model, const ValueType& type, Value value) {
  if (type.is_reference()) {
    return value == 0 ? "null" : fmt::format("{}#{}", model.object_types[type.object].name, value);
  }
  if (is_some(type.enumeration)) {
    const auto& names = model.enumerations[type.enumeration].names;
    if (const auto found = names.find(value); found != names.end()) return found->second;
  }
  return std::to_string(value);
}

// The other way round; nothing if the text is none of these.
std::optional<Value> value_in(const Model& model, const ValueType& type, const std::string& text) {
  if (is_some(type.enumeration)) {
    for (const auto& [value, name] : model.enumerations[type.enumeration].names) {
      if (name == text) return value;
    }
  }
  Value value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !type.range.contains(value)) return std::nullopt;
  return value;
}

void add_slots(const Model& model, const Frame& frame, const std::string& prefix,
               const State& state, std::size_t offset, std::vector<NamedValue>& out) {
  for (const Slot& slot : frame.slots) {
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      const Value value = state.values[offset + slot.offset + i];
      out.push_back({prefix + element_name(slot, i), value_text(model, slot.type, value),
                     NamedValue::Kind::Number});
    }
  }
}

std::string channel_text(const Model& model, const Channel& channel, const State& state,
                         std::size_t offset) {
  std::vector<std::string> messages;
  const auto fill = static_cast<std::size_t>(state.values[offset]);
  for (std::size_t message = 0; message < fill; ++message) {
    const auto begin = state.values.begin() +
                       static_cast<std::ptrdiff_t>(offset + 1 + message * channel.items.size());
    std::vector<std::string> items;
    for (std::size_t i = 0; i < channel.items.size(); ++i) {
      items.push_back(value_text(model, channel.items[i], begin[static_cast<std::ptrdiff_t>(i)]));
    }
    messages.push_back(items.size() == 1 ? items[0]
                                         : fmt::format("{{{}}}", fmt::join(items, ", ")));
  }
  return fmt::format("[{}]", fmt::join(messages, ", "));
}

// A variable may have the name that a channel was declared with: it holds the number of some channel then.
bool is_variable(const Frame& frame, const std::string& name) {
  return std::any_of(frame.slots.begin(), frame.slots.end(), [&](const Slot& slot) {
    if (!slot.type.is_channel) return false;
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      if (element_name(slot, i) == name) return true;
    }
    return false;
  });
}

// Channels of the state from number `first` on, declared beside the slots of `frame`.
void add_channels(const Model& model, const Frame& frame, const std::string& prefix,
                  const State& state, std::span<const Shape::ChannelPart> parts, std::size_t first,
                  std::vector<NamedValue>& out) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Channel& channel = model.channels[parts[i].id];
    if (channel.is_rendezvous()) continue;
    const std::string name =
        is_variable(frame, channel.name) ? fmt::format("channel {}", first + i) : channel.name;
    out.push_back({prefix + name, channel_text(model, channel, state, parts[i].offset),
                   NamedValue::Kind::Channel});
  }
}

void add_process(const Model& model, const State& state, ProcessId process,
                 std::vector<NamedValue>& out) {
  const ProcessType& type = model.process_types[state.type_of(process)];
  const std::string name = process_name(model, state, process);
  if (has_control(model, state.type_of(process))) {
    out.push_back(
        {name, type.locations[state.location_of(process)].name, NamedValue::Kind::Location});
  }
  add_slots(model, type.frame, local_prefix(model, name), state, state.part(process).offset + 1,
            out);
  const std::span<const Shape::ChannelPart> own = channels_of(model, state, process);
  const auto before = static_cast<std::size_t>(own.data() - state.shape->channels.data());
  add_channels(model, type.frame, name + "->", state, own, before + 1, out);
}

}  // namespace

std::string choice_name(const Model& model, const Firing& firing, SlotId choice) {
  const std::string& name = model.choices.slots[choice].name;
  const ProcessType& type = model.process_types[model.actions[firing.action].owner];
  const bool is_of_type = name.starts_with(type.name + ".");
  if (!is_of_type || to_index(firing.process) >= model.processes.size()) return name;
  return model.processes[firing.process].name + name.substr(type.name.size());
}

std::string choices_text(const Model& model, const Firing& firing) {
  const Action& action = model.actions[firing.action];
  const std::vector<Value> values = chosen_values(model, action, firing.choice);
  std::vector<std::string> items;
  for (const SlotId choice : action.choices) {
    const Slot& slot = model.choices.slots[choice];
    items.push_back(fmt::format("{} = {}", choice_name(model, firing, choice),
                                value_text(model, slot.type, values[slot.offset])));
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

State with_free_values(const Model& model, State state,
                       const std::map<std::string, std::string>& values) {
  const auto fill = [&](const Frame& frame, const std::string& prefix, std::size_t offset) {
    for (const Slot& slot : frame.slots) {
      for (std::uint32_t i = 0; i < slot.length && slot.is_free; ++i) {
        const auto found = values.find(prefix + element_name(slot, i));
        if (found == values.end()) continue;
        const std::optional<Value> value = value_in(model, slot.type, found->second);
        if (value) state.values[offset + slot.offset + i] = *value;
      }
    }
  };
  fill(model.globals, "", 0);
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    const auto process = to_id<ProcessId>(i);
    const ProcessType& type = model.process_types[state.type_of(process)];
    fill(type.frame, local_prefix(model, process_name(model, state, process)),
         state.part(process).offset + 1);
  }
  return state;
}

std::vector<NamedValue> named_values(const Model& model, const Layout& layout, const State& state) {
  std::vector<NamedValue> out;
  add_slots(model, model.globals, "", state, 0, out);
  add_channels(model, model.globals, "", state, layout.channels, 1, out);
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    add_process(model, state, to_id<ProcessId>(i), out);
  }
  if (state.shape->claim) add_process(model, state, claim_id, out);
  for (std::size_t i = 0; i < state.shape->objects.size(); ++i) {
    const auto& part = state.shape->objects[i];
    const ObjectType& type = model.object_types[part.type];
    add_slots(model, type.frame, fmt::format("{}#{}.", type.name, i + 1), state, part.offset, out);
  }
  return out;
}

}  // namespace clew
