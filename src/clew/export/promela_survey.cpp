#include "clew/export/promela_survey.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"
#include "clew/export/wider_types.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/message_size.hpp"

namespace clew {

namespace {

// What Promela has room for.
constexpr std::size_t processes_max = 255;
constexpr std::size_t channels_max = 255;
constexpr std::size_t elements_max = 65'535;

class Surveyor {
 public:
  explicit Surveyor(const Model& model) : model_(model) {}

  PromelaSurvey run() {
    if (model_.composition == Composition::Synchronous) {
      refuse("all processes move at once, and in Promela they take turns");
    }
    if (model_.processes.empty()) refuse("the model has no process, and Promela needs one");
    if (model_.is_dynamic() || !model_.object_types.empty()) {
      refuse("processes or objects come and go, and only what stays is translated");
    }
    check_counts();
    for (const Slot& slot : model_.constants.slots) check_length(slot);
    for (const Slot& slot : model_.globals.slots) check_variable(slot);
    for (const Channel& channel : model_.channels) check_channel(channel);
    check_process_order();
    for (std::size_t i = 0; i < model_.process_types.size() && found_.refusal.empty(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      if (model_.claim && model_.claim->type == id) {
        check_claim();
      } else if (process_count(id) > 0) {
        check_type(id);
      }
    }
    return std::move(found_);
  }

 private:
  template <class... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    if (found_.refusal.empty()) found_.refusal = fmt::format(format, std::forward<Args>(args)...);
  }

  std::size_t process_count(ProcessTypeId type) const {
    return static_cast<std::size_t>(
        std::count_if(model_.processes.begin(), model_.processes.end(),
                      [&](const Process& process) { return process.type == type; }));
  }

  const std::string& name() const { return model_.process_types[type_].name; }

  // --- declarations

  void check_counts() {
    if (model_.processes.size() > processes_max) {
      refuse("the model has {} processes, and Promela has at most {}", model_.processes.size(),
             processes_max);
    }
    if (model_.channels.size() > channels_max) {
      refuse("the model has {} channels, and Promela has at most {}", model_.channels.size(),
             channels_max);
    }
  }

  void check_length(const Slot& slot) {
    if (slot.length > elements_max) {
      refuse("'{}' has {} elements, and in Promela an array has at most {}", slot.name, slot.length,
             elements_max);
    }
  }

  void check_variable(const Slot& slot) {
    check_length(slot);
    if (is_no_channel(slot)) return;
    if (slot.type.is_reference() || slot.type.is_channel) {
      refuse("variable '{}' refers to objects or channels, which is not translated", slot.name);
    } else if (promela_type_name(slot.type.range).empty()) {
      refuse("variable '{}' ranges over {}..{}, which no type of Promela does", slot.name,
             slot.type.range.low, slot.type.range.high);
    }
  }

  void check_channel(const Channel& channel) {
    if (!channel.is_global()) {
      refuse("channel '{}' belongs to a process, which is not translated", channel.name);
    }
    if (channel.items.empty() && !channel.is_rendezvous()) {
      refuse("channel '{}' has a buffer for messages without items, which Promela has not",
             channel.name);
    }
    if (channel.capacity > elements_max) {
      refuse("channel '{}' has room for {} messages, and in Promela a channel has at most for {}",
             channel.name, channel.capacity, elements_max);
    }
    for (const ValueType& item : channel.items) {
      if (item.is_reference() || item.is_channel) {
        refuse("channel '{}' carries objects or channels, which is not translated", channel.name);
      } else if (promela_type_name(item.range).empty()) {
        refuse("channel '{}' carries values in {}..{}, which no type of Promela has", channel.name,
               item.range.low, item.range.high);
      }
    }
  }

  // `active [2] proctype P` starts its processes one after the other.
  void check_process_order() {
    std::set<ProcessTypeId> seen;
    ProcessTypeId before = no_id<ProcessTypeId>;
    for (const Process& process : model_.processes) {
      if (process.type != before && !seen.insert(process.type).second) {
        refuse("the processes of type '{}' do not follow each other",
               model_.process_types[process.type].name);
      }
      before = process.type;
    }
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      if (!model_.process_types[to_id<ProcessTypeId>(i)].setup.empty()) {
        refuse("the variables of '{}' begin with values that are computed, which is not translated",
               model_.process_types[to_id<ProcessTypeId>(i)].name);
      }
    }
  }

  // --- processes

  void check_type(ProcessTypeId id) {
    type_ = id;
    const ProcessType& type = model_.process_types[id];
    for (const Slot& slot : type.frame.slots) check_variable(slot);
    for (const Location& location : type.locations) {
      found_.has_committed = found_.has_committed || location.committed;
    }
    if (is_some(type.provided)) check(type.provided);
    for (const Action& action : model_.actions) {
      if (action.owner == id) check_action(action);
    }
    for (const Assertion& assertion : model_.assertions) {
      if (assertion.owner == id) check(assertion.expr);
    }
  }

  void check_claim() {
    type_ = model_.claim->type;
    const ProcessType& type = model_.process_types[type_];
    if (!type.frame.slots.empty()) {
      refuse("the claim '{}' has variables, and a never claim only looks on", model_.claim->name);
    }
    for (const Action& action : model_.actions) {
      if (action.owner != type_) continue;
      if (!action.effect.empty() || action.communication.kind != Communication::Kind::None) {
        refuse("the claim '{}' has effects, and a never claim only looks on", model_.claim->name);
      }
      if (is_some(action.guard)) check(action.guard);
    }
    for (const Assertion& assertion : model_.assertions) {
      if (assertion.owner != type_) continue;
      refuse("the claim '{}' has assertions, and a never claim has none", model_.claim->name);
    }
  }

  void check_action(const Action& action) {
    if (action.then != Action::Then::Ends) {
      refuse("'{}' goes on within its move after '{}', which is not translated", name(),
             action.text);
    }
    if (action.is_else || action.alternative != 0 || action.escape != 0) {
      refuse("'{}' in '{}' waits for what others at its location can do, which is not translated",
             action.text, name());
    }
    if (is_some(action.guard)) check(action.guard);
    check_communication(action);
    for (std::size_t i = 0; i < action.effect.size(); ++i) {
      const Instruction& step = action.effect[i];
      if (step.kind == Instruction::Kind::Assign) {
        check_target(step.target);
        check(step.value);
        check_stored(values_stored(model_, action, i), step.target);
      } else if (step.kind != Instruction::Kind::Assert) {
        refuse("'{}' in '{}' is not translated", action.text, name());
      } else {
        check(step.value);
      }
    }
  }

  void check_stored(Range values, const Place& target) {
    check_kept(values, model_.slot_of(target, type_).type);
  }

  void check_kept(Range values, const ValueType& type) {
    if (type.overflow == Overflow::Error && !lies_within(values, type.range)) {
      found_.may_wrap = true;
    }
  }

  void check_communication(const Action& action) {
    const Communication& communication = action.communication;
    if (communication.kind == Communication::Kind::None) return;
    const ChannelId id = model_.fixed_channel(communication);
    if (!is_some(id)) {
      return refuse(
          "'{}' in '{}' uses a channel that only the state tells, which is not translated",
          action.text, name());
    }
    const Channel& channel = model_.channels[id];
    if (!fits(communication, channel)) {
      return refuse("'{}' in '{}' has {}, and channel '{}' carries {}, which is not translated",
                    action.text, name(), counted(item_count(communication), "item"), channel.name,
                    channel.items.size());
    }
    for (std::size_t i = 0; i < communication.values.size(); ++i) {
      const ExprId value = communication.values[i];
      check(value);
      check_kept(interval_of(model_, value, type_), channel.items[i]);
    }
    for (std::size_t i = 0; i < communication.items.size(); ++i) {
      const ReceiveItem& item = communication.items[i];
      if (item.kind == ReceiveItem::Kind::Match) check(item.value);
      if (item.kind != ReceiveItem::Kind::Store) continue;
      check_target(item.target);
      check_stored(channel.items[i].range, item.target);
      if (!communication.in_turn) check_order(action, i);
    }
    if (communication.kind == Communication::Kind::Send && channel.is_rendezvous()) {
      share_all(action);
    }
  }

  // In DVE the places of all items are found in the source state, in Promela one after the other.
  void check_order(const Action& action, std::size_t position) {
    const auto& items = action.communication.items;
    const ExprId index = items[position].target.index;
    for (std::size_t i = 0; i < position && is_some(index); ++i) {
      if (items[i].kind == ReceiveItem::Kind::Store && reads(index, items[i].target)) {
        refuse(
            "'{}' in '{}' receives an index and an element at that index at once, and Promela "
            "would use the new index",
            action.text, name());
      }
    }
  }

  bool reads(ExprId id, const Place& place) const {
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read) {
      if (expr.place.scope == place.scope && expr.place.slot == place.slot) return true;
      return is_some(expr.place.index) && reads(expr.place.index, place);
    }
    for (const ExprId operand : operands_of(expr)) {
      if (reads(operand, place)) return true;
    }
    return false;
  }

  // --- what a sender's effect uses

  void share_all(const Action& action) {
    for (const Instruction& step : action.effect) {
      if (step.has_target()) share(step.target);
      if (is_some(step.value)) share(step.value);
    }
  }

  void share(ExprId id) {
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read) share(expr.place);
    for (const ExprId operand : operands_of(expr)) share(operand);
  }

  void share(const Place& place) {
    if (is_some(place.index)) share(place.index);
    if (place.scope != Scope::Self) return;
    found_.shared.insert({type_, place.slot});
    const std::size_t count = process_count(type_);
    if (count > 1) {
      refuse("a sender of type '{}' changes its variables in a handshake, and there are {} of them",
             name(), count);
    }
  }

  // --- expressions

  void check_target(const Place& place) {
    if (place.scope != Scope::Global && place.scope != Scope::Self) {
      refuse("'{}' writes into another process", name());
    }
    if (is_some(place.index)) check(place.index);
  }

  // Within a step Promela looks into no other process, so what is looked at becomes global: variables here,
  // locations before (location_variables.hpp).
  void check_look(const Expr& expr) {
    const ProcessTypeId type = model_.processes[expr.place.process].type;
    if (process_count(type) > 1) {
      refuse("'{}' looks into one of several processes of type '{}'", name(),
             model_.process_types[type].name);
    } else if (expr.op == Op::Read) {
      found_.shared.insert({type, expr.place.slot});
    }
  }

  void check(ExprId id) {
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Constant:
      case Op::Self:
      case Op::ProcessCount:
      case Op::Timeout:
      case Op::Conditional: break;
      case Op::Length:
      case Op::IsFull:
      case Op::IsEmpty:
        if (model_.exprs[expr.left].op != Op::Constant) {
          refuse("'{}' asks about a channel that only the state tells", name());
        }
        return;
      case Op::Read:
        if (expr.place.scope == Scope::Numbered || expr.place.scope == Scope::Object) {
          refuse("'{}' looks into another process or object", name());
        } else if (is_some(expr.place.index)) {
          check(expr.place.index);
        }
        break;
      case Op::AtLocation:
        if (expr.place.scope != Scope::Process) refuse("'{}' asks where a process is", name());
        break;
      default:
        if (!is_unary(expr.op) && !is_binary(expr.op)) {
          refuse("an expression of '{}' has no words in Promela", name());
        }
    }
    const bool looks_around =
        (expr.op == Op::Read || expr.op == Op::AtLocation) && expr.place.scope == Scope::Process;
    if (looks_around && !(model_.claim && model_.claim->type == type_)) check_look(expr);
    for (const ExprId operand : operands_of(expr)) check(operand);
  }

  const Model& model_;
  PromelaSurvey found_;
  ProcessTypeId type_ = no_id<ProcessTypeId>;  // under examination
};

}  // namespace

bool is_no_channel(const Slot& slot) {
  return slot.type.is_channel && slot.type.range == Range{0, 0};
}

std::string promela_type_name(Range range) {
  static constexpr std::array<std::string_view, 4> names = {"bit", "byte", "short", "int"};
  const auto found = std::find(promela_types.begin(), promela_types.end(), range);
  if (found == promela_types.end()) return {};
  return std::string(names[static_cast<std::size_t>(found - promela_types.begin())]);
}

int committed_change(const Model& model, const Action& action) {
  const auto& locations = model.process_types[action.owner].locations;
  return static_cast<int>(locations[action.to].committed) -
         static_cast<int>(locations[action.from].committed);
}

PromelaSurvey survey_for_promela(const Model& model) { return Surveyor(model).run(); }

}  // namespace clew
