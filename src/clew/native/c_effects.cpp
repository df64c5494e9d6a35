// The part of CProcesses that prints instructions.
#include <fmt/format.h>

#include "clew/native/c_fields.hpp"
#include "clew/native/c_processes.hpp"

namespace clew {

std::string CProcesses::effect(const std::vector<Instruction>& steps, const CView& view,
                               const std::string& indent, bool may_have_failed) {
  std::string out;
  for (const Instruction& step : steps) {
    const std::string text = instruction(step, view, may_have_failed ? indent + "  " : indent);
    if (text.empty()) continue;
    out += may_have_failed ? indent + "if (!e) {\n" + text + indent + "}\n" : text;
    may_have_failed = may_have_failed || may_set_e(text);
  }
  return out;
}

std::string CProcesses::effect(const Action& action, const CView& view, const std::string& indent,
                               bool may_have_failed) {
  if (!action.is_simultaneous) return effect(action.effect, view, indent, may_have_failed);
  // Targets and values are found before the first of them is stored.
  const std::string in = indent + "  ";
  std::string before;
  std::string after;
  for (std::size_t i = 0; i < action.effect.size(); ++i) {
    const Instruction& step = action.effect[i];
    if (is_some(step.target.owner)) throw NoText("it assigns to several computed places at once");
    const Slot& slot = expressions_.slot_of(step.target, view);
    const std::string value =
        CExpressions::converted(without_parentheses(expressions_.value(step.value, view)),
                                expressions_.interval(step.value, view), slot.type);
    before += fmt::format("{}int value_{} = {};\n", in, i, value);
    std::string at;
    if (is_some(step.target.index)) {
      before += fmt::format("{}int at_{} = {};\n", in, i, expressions_.element(step.target, view));
      at = fmt::format("at_{}", i);
    }
    after += in + expressions_.store(step.target, fmt::format("value_{}", i), view, at) + "\n";
  }
  if (may_have_failed || may_set_e(before)) after = in + "if (!e) {\n" + after + in + "}\n";
  return indent + "{\n" + before + after + indent + "}\n";
}

std::string CProcesses::instruction(const Instruction& step, const CView& view,
                                    const std::string& indent) {
  switch (step.kind) {
    case Instruction::Kind::Assign: return assign(step, view, indent);
    case Instruction::Kind::Start:
      return layout_.is_fixed ? start_in_place(step, view, indent) : start(step, view, indent);
    case Instruction::Kind::Terminate:
      if (layout_.is_fixed) return terminate_in_place(view, indent);
      return indent + "if (!e) run->terminate(run);\n" + indent + "t = run->next;\n";
    case Instruction::Kind::Allocate: return allocate(step, view, indent);
    case Instruction::Kind::Assert: {
      const std::string holds = expressions_.value(step.value, view);
      // A failure before this one, or within it, leaves the assertion unasked.
      return fmt::format("{}if (!{} && !e) run->asserted = 1;\n", indent, holds);
    }
    case Instruction::Kind::Print: {
      std::string out;
      for (const ExprId argument : step.arguments) {
        const std::string text = expressions_.value(argument, view);
        if (can_set_error(text)) out += fmt::format("{}(void){};\n", indent, text);
      }
      return out;
    }
  }
  return "";
}

std::string CProcesses::assign(const Instruction& step, const CView& view,
                               const std::string& indent) {
  const Slot& slot = expressions_.slot_of(step.target, view);
  const std::string text =
      CExpressions::converted(without_parentheses(expressions_.value(step.value, view)),
                              expressions_.interval(step.value, view), slot.type);
  return indent + expressions_.store(step.target, text, view) + "\n";
}

// The state at `next` may lie somewhere else after the program has changed its shape.
std::string CProcesses::reload(const CView& view) const {
  if (view.process == claim_id) return "t = run->next;";
  return fmt::format("t = run->next; {} = t + run->place_of(run, t, {}, -1);", view.own, view.self);
}

std::string CProcesses::start(const Instruction& step, const CView& view,
                              const std::string& indent) {
  const std::string number = fmt::format("n{}", nested_starts_);
  const std::string place = fmt::format("r{}", nested_starts_);
  ++nested_starts_;
  const Frame& frame = model_.process_types[step.process_type].frame;
  const std::string in = indent + "    ";
  std::string before;
  std::string after;
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    const std::string name = fmt::format("{}_{}", number, i);
    before += fmt::format(
        "{}  int {} = {};\n", indent, name,
        CExpressions::converted(without_parentheses(expressions_.value(step.arguments[i], view)),
                                expressions_.interval(step.arguments[i], view), slot.type));
    after += fmt::format("{}set_{}({}, {});\n", in, names_.types[step.process_type].slots[i], place,
                         name);
  }
  CView started = target_view(step.process_type, no_id<ProcessId>);
  started.own = place;
  started.self = number;
  after += effect(model_.process_types[step.process_type].setup, started, in);
  if (step.has_target()) {
    const Slot& slot = expressions_.slot_of(step.target, view);
    after += in + (may_set_e(after) ? "if (!e) " : "") +
             expressions_.store(
                 step.target, CExpressions::converted(number, Range{0, 65'535}, slot.type), view) +
             "\n";
  }
  --nested_starts_;
  return fmt::format(
      "{0}if (!e) {{\n{1}{0}  int {2} = e ? -1 : run->start(run, {3});\n"
      "{0}  {4}\n{0}  if ({2} < 0) e = 1;\n{0}  else {{\n"
      "{0}    word *{5} = t + run->place_of(run, t, {2}, {3});\n{6}{0}    (void){5};\n{0}  "
      "}}\n{0}}}\n",
      indent, before, number, to_index(step.process_type), reload(view), place, after);
}

// --- processes that have a place in every state

std::vector<std::uint64_t> CProcesses::first_bits(std::size_t position) const {
  std::vector<std::uint64_t> out(layout_.word_count, 0);
  const ProcessType& type = model_.process_types[layout_.positions[position]];
  const PackedProcess& packed = layout_.processes[to_id<ProcessId>(position)];
  const auto put = [&](const PackedSlot& slot, std::uint32_t i, Value value) {
    if (slot.width == 0) return;
    out[slot.word + i / slot.per_word] |= slot.bits_of(value)
                                          << (slot.shift + i % slot.per_word * slot.width);
  };
  put(packed.location, 0, static_cast<Value>(type.initial));
  for (std::size_t k = 0; k < packed.slots.size(); ++k) {
    const Slot& slot = type.frame.slots[to_id<SlotId>(k)];
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      // A parameter may have a first value that no state ever holds.
      if (packed.slots[k].can_hold(slot.initial[i])) put(packed.slots[k], i, slot.initial[i]);
    }
  }
  return out;
}

std::vector<std::uint64_t> CProcesses::all_bits(std::size_t position) const {
  std::vector<std::uint64_t> out(layout_.word_count, 0);
  const PackedProcess& packed = layout_.processes[to_id<ProcessId>(position)];
  const auto add = [&](std::uint64_t begin, std::uint64_t count) {
    for (std::uint64_t bit = begin; bit < begin + count; ++bit) {
      out[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
  };
  const auto add_slot = [&](const PackedSlot& slot) {
    for (std::uint32_t i = 0; i < slot.count && slot.width > 0; ++i) {
      add(std::uint64_t{64} * (slot.word + i / slot.per_word) + slot.shift +
              i % slot.per_word * slot.width,
          slot.width);
    }
  };
  add_slot(packed.location);
  for (const PackedSlot& slot : packed.slots) add_slot(slot);
  for (const PackedChannel& channel : packed.channels) {
    if (channel.capacity == 0) continue;
    add_slot(channel.fill);
    add(channel.messages_begin(), std::uint64_t{channel.message_bits} * channel.capacity);
  }
  return out;
}

std::string CProcesses::started_at(std::size_t position, const Instruction& step, const CView& view,
                                   const std::string& indent) {
  std::string out = fmt::format("{}set_alive(t, {});\n", indent, position + 1);
  const std::vector<std::uint64_t> bits = first_bits(position);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) out += fmt::format("{}t[{}] |= {};\n", indent, i, c_word(bits[i]));
  }
  const auto id = to_id<ProcessId>(position);
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    out += fmt::format("{}set_{}(t, n{}_{});\n", indent, names_.processes[id].slots[i],
                       nested_starts_, i);
  }
  ++nested_starts_;
  const std::string setup = effect(model_.process_types[step.process_type].setup,
                                   target_view(step.process_type, id), indent);
  out += setup;
  --nested_starts_;
  if (step.has_target()) {
    const Slot& slot = expressions_.slot_of(step.target, view);
    const auto number = static_cast<Value>(position);
    out += indent + (may_set_e(setup) ? "if (!e) " : "") +
           expressions_.store(
               step.target,
               CExpressions::converted(std::to_string(position), Range{number, number}, slot.type),
               view) +
           "\n";
  }
  return out;
}

std::string CProcesses::start_in_place(const Instruction& step, const CView& view,
                                       const std::string& indent) {
  const Frame& frame = model_.process_types[step.process_type].frame;
  std::string out = indent + "if (!e) {\n";
  const std::string in = indent + "  ";
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    out += fmt::format(
        "{}int n{}_{} = {};\n", in, nested_starts_, i,
        CExpressions::converted(without_parentheses(expressions_.value(step.arguments[i], view)),
                                expressions_.interval(step.arguments[i], view), slot.type));
  }
  out += in + "if (!e) switch (alive(t)) {\n";
  for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
    if (layout_.positions[i] != step.process_type) continue;
    out += fmt::format("{}  case {}: {{\n{}{}    break;\n{}  }}\n", in, i,
                       started_at(i, step, view, in + "    "), in, in);
  }
  return out + in + "  default: run->foreign(run); e = 1;\n" + in + "}\n" + indent + "}\n";
}

std::string CProcesses::terminate_in_place(const CView& view, const std::string& indent) const {
  const std::size_t position = to_index(view.process);
  std::string out = fmt::format("{}set_alive(t, {});\n", indent, position);
  const std::vector<std::uint64_t> bits = all_bits(position);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) out += fmt::format("{}t[{}] &= {};\n", indent, i, c_word(~bits[i]));
  }
  return out;
}

std::string CProcesses::allocate(const Instruction& step, const CView& view,
                                 const std::string& indent) {
  // States of fixed length have no place for objects.
  if (layout_.is_fixed) return indent + "if (!e) run->foreign(run);\n" + indent + "e = 1;\n";
  return fmt::format(
      "{0}if (!e) {{\n{0}  int made = run->allocate(run, {1});\n{0}  {2}\n"
      "{0}  if (made < 0) e = 1;\n{0}  else {3}\n{0}}}\n",
      indent, to_index(step.object_type), reload(view),
      "{ " + expressions_.store(step.target, "made", view) + " }");
}

}  // namespace clew
