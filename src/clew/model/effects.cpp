#include "clew/model/effects.hpp"

#include <fmt/format.h>

#include <utility>

namespace clew {

namespace {

RuntimeError too_many(SourceSpan span) {
  return {ErrorKind::TooManyParts, span, 0, {0, static_cast<Value>(parts_max)}, {}};
}

// One part more may still be added: parts are not larger than a whole state may be.
RuntimeError too_large(SourceSpan span) {
  return {ErrorKind::StateTooLarge, span, 0, {0, static_cast<Value>(state_values_max)}, {}};
}

std::string one_formatted(const Model& model, char conversion, Value value,
                          EnumerationId enumeration) {
  switch (conversion) {
    case 'c': return std::string(1, static_cast<char>(value));
    case 'x': return fmt::format("{:x}", static_cast<std::uint32_t>(value));
    case 'o': return fmt::format("{:o}", static_cast<std::uint32_t>(value));
    case 'u': return fmt::format("{}", static_cast<std::uint32_t>(value));
    case 'e': {
      // Values of one enumeration only have a name when it is known which; else the first that fits.
      for (std::size_t i = 0; i < model.enumerations.size(); ++i) {
        const auto id = to_id<EnumerationId>(i);
        if (is_some(enumeration) && id != enumeration) continue;
        const auto& names = model.enumerations[id].names;
        if (const auto name = names.find(value); name != names.end()) return name->second;
      }
      return std::to_string(value);
    }
    default: return std::to_string(value);
  }
}

}  // namespace

std::string formatted(const Model& model, std::string_view format,
                      const std::vector<Value>& arguments,
                      const std::vector<EnumerationId>& enumerations) {
  constexpr std::string_view conversions = "dicxoue";
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    const char conversion = format[++i];
    const bool takes_argument = conversions.find(conversion) != std::string_view::npos;
    if (conversion == '%') {
      out += '%';
    } else if (takes_argument && next < arguments.size()) {
      out += one_formatted(model, conversion, arguments[next], enumerations[next]);
      ++next;
    } else {
      out += '%';
      out += conversion;
    }
  }
  return out;
}

Effects::MaybeError Effects::store(State& state, Address address, Value value,
                                   SourceSpan span) const {
  if (auto error = convert(value, address.slot->type, address.slot, span)) return error;
  state.values[address.offset] = value;
  return std::nullopt;
}

Evaluator Effects::evaluator(const State& state, const Actor& actor) const {
  Evaluator result(model_, state, actor.process, oracle_);
  if (actor.action) result.take(*actor.action, actor.choice);
  return result;
}

Effects::MaybeError Effects::run_step(const Action& action, const Instruction& step,
                                      std::uint64_t choice, State& state, ProcessId process,
                                      Happenings& happenings) const {
  return run_one(step, {process, &action, choice}, state, happenings);
}

Effects::MaybeError Effects::run(const Action& action, std::uint64_t choice, State& state,
                                 ProcessId process, Happenings& happenings) const {
  const Actor actor{process, &action, choice};
  if (action.is_simultaneous) return run_at_once(action.effect, actor, state);
  return run_all(action.effect, actor, state, happenings);
}

Effects::MaybeError Effects::run_all(std::span<const Instruction> steps, const Actor& actor,
                                     State& state, Happenings& happenings) const {
  for (const Instruction& step : steps) {
    if (auto error = run_one(step, actor, state, happenings)) return error;
  }
  return std::nullopt;
}

Effects::MaybeError Effects::run_at_once(std::span<const Instruction> steps, const Actor& actor,
                                         State& state) const {
  std::vector<std::pair<std::uint32_t, Value>> writes;
  for (const Instruction& step : steps) {
    Evaluator look = evaluator(state, actor);
    const Address address = look.address(step.target);
    Value value = look.value(step.value);
    if (look.failed()) return look.error();
    if (auto error = convert(value, address.slot->type, address.slot, step.span)) return error;
    writes.emplace_back(address.offset, value);
  }
  for (const auto& [offset, value] : writes) state.values[offset] = value;
  return std::nullopt;
}

Effects::MaybeError Effects::run_one(const Instruction& step, const Actor& actor, State& state,
                                     Happenings& happenings) const {
  switch (step.kind) {
    case Instruction::Kind::Assign: return assign(step, actor, state);
    case Instruction::Kind::Start: return start(step, actor, state, happenings);
    case Instruction::Kind::Terminate:
      state = without_last_process(model_, layout_, state);
      return std::nullopt;
    case Instruction::Kind::Allocate: return allocate(step, actor, state);
    case Instruction::Kind::Assert: return assert_true(step, actor, state, happenings);
    case Instruction::Kind::Print: return print(step, actor, state, happenings);
  }
  return std::nullopt;
}

Effects::MaybeError Effects::assign(const Instruction& step, const Actor& actor,
                                    State& state) const {
  Evaluator look = evaluator(state, actor);
  const Address address = look.address(step.target);
  const Value value = look.value(step.value);
  if (look.failed()) return look.error();
  return store(state, address, value, step.span);
}

Effects::MaybeError Effects::start(const Instruction& step, const Actor& actor, State& state,
                                   Happenings& happenings) const {
  Evaluator look = evaluator(state, actor);
  std::vector<Value> arguments;
  for (const ExprId argument : step.arguments) arguments.push_back(look.value(argument));
  if (look.failed()) return look.error();
  if (state.process_count() >= parts_max) return too_many(step.span);
  if (state.values.size() > state_values_max) return too_large(step.span);
  const auto started = to_id<ProcessId>(state.process_count());
  state = with_process(model_, layout_, state, step.process_type);
  const auto part = state.shape->processes.back();
  const Frame& frame = model_.process_types[part.type].frame;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    const Address address{part.offset + 1 + slot.offset, &slot};
    if (auto error = store(state, address, arguments[i], step.span)) return error;
  }
  const std::vector<Instruction>& setup = model_.process_types[step.process_type].setup;
  if (auto error = run(setup, state, started, happenings)) return error;
  if (!step.has_target()) return std::nullopt;
  Evaluator after = evaluator(state, actor);
  const Address address = after.address(step.target);
  if (after.failed()) return after.error();
  return store(state, address, static_cast<Value>(to_index(started)), step.span);
}

Effects::MaybeError Effects::allocate(const Instruction& step, const Actor& actor,
                                      State& state) const {
  Evaluator look = evaluator(state, actor);
  const Address address = look.address(step.target);
  if (look.failed()) return look.error();
  if (state.shape->objects.size() >= parts_max) return too_many(step.span);
  if (state.values.size() > state_values_max) return too_large(step.span);
  state = with_object(model_, std::move(state), step.object_type);
  state.values[address.offset] = static_cast<Value>(state.shape->objects.size());
  return std::nullopt;
}

Effects::MaybeError Effects::assert_true(const Instruction& step, const Actor& actor,
                                         const State& state, Happenings& happenings) const {
  Evaluator look = evaluator(state, actor);
  const bool holds = look.is_true(step.value);
  if (look.failed()) return look.error();
  if (!holds && !happenings.failed_assertion) happenings.failed_assertion = &step;
  return std::nullopt;
}

Effects::MaybeError Effects::print(const Instruction& step, const Actor& actor, const State& state,
                                   Happenings& happenings) const {
  Evaluator look = evaluator(state, actor);
  std::vector<Value> arguments;
  std::vector<EnumerationId> enumerations;
  for (const ExprId argument : step.arguments) {
    const Expr& expr = model_.exprs[argument];
    arguments.push_back(look.value(argument));
    enumerations.push_back(
        expr.op == Op::Read
            ? model_.slot_of(expr.place, state.type_of(actor.process)).type.enumeration
            : no_id<EnumerationId>);
  }
  if (look.failed()) return look.error();
  if (happenings.collects_output) {
    happenings.printed.push_back(
        {actor.process, formatted(model_, step.text, arguments, enumerations)});
  }
  return std::nullopt;
}

}  // namespace clew
