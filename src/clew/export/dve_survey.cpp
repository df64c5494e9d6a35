#include "clew/export/dve_survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/lang/dve/types.hpp"

namespace clew {

namespace {

// What the DVE front-end takes at least.
constexpr std::size_t nesting_max = 1000;

bool passes_everything(const ValueType& item) { return item.range == full_range; }

// A value that the type of the item does not have becomes there what it becomes in DVE.
bool is_cast(const ValueType& item) {
  const std::string name = dve_type_name(item);
  const dve::NamedType* type = dve::named_type(name);
  const bool is_cut = item.overflow == Overflow::Wrap;
  return !name.empty() && is_cut == (type != nullptr && type->is_cast);
}

class Surveyor {
 public:
  explicit Surveyor(const Model& model) : model_(model) {
    found_.constant_readers.resize(model.constants.slots.size());
  }

  DveSurvey run() {
    if (model_.processes.empty()) refuse("the model has no process, and DVE needs one");
    if (model_.is_dynamic()) refuse("processes or objects come and go, which DVE cannot say");
    if (!model_.object_types.empty()) refuse("the model has heap objects, which DVE has not");
    for (const Slot& slot : model_.globals.slots) check_variable(slot);
    for (const Slot& slot : model_.constants.slots) check_constant(slot);
    for (const Channel& channel : model_.channels) check_channel(channel);
    // What follows may look at the parts checked above.
    for (std::size_t i = 0; i < model_.processes.size() && found_.refusal.empty(); ++i) {
      check_process(to_id<ProcessId>(i), model_.processes[to_id<ProcessId>(i)]);
    }
    if (model_.claim && found_.refusal.empty()) check_process(claim_id, *model_.claim);
    return std::move(found_);
  }

 private:
  template <class... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    if (found_.refusal.empty()) found_.refusal = fmt::format(format, std::forward<Args>(args)...);
  }

  // --- declarations

  void check_variable(const Slot& slot) {
    const ValueType& type = slot.type;
    if (type.is_reference()) {
      refuse("variable '{}' refers to heap objects, which DVE has not", slot.name);
    } else if (dve_type_name(type).empty()) {
      refuse("variable '{}' ranges over {}..{}; DVE has byte (0..255) and int (-32768..32767)",
             slot.name, type.range.low, type.range.high);
    } else if (type.overflow == Overflow::Wrap) {
      refuse("variable '{}' wraps around; in DVE a value out of range is an error", slot.name);
    }
  }

  void check_constant(const Slot& slot) {
    for (const Value value : slot.initial) {
      if (dve_int.contains(value) || !dve_type_name(slot.type).empty()) continue;
      refuse("constant '{}' has the value {}; in DVE it is at most an int (-32768..32767)",
             slot.name, value);
    }
  }

  void check_channel(const Channel& channel) {
    const auto& items = channel.items;
    if (channel.is_rendezvous() && std::all_of(items.begin(), items.end(), passes_everything)) {
      return;
    }
    if (items.empty()) {
      refuse("channel '{}' has a buffer for messages without items, which DVE has not",
             channel.name);
    } else if (!std::all_of(items.begin(), items.end(), is_cast)) {
      refuse("channel '{}' carries items that are not cast to byte or int, as they are in DVE",
             channel.name);
    }
  }

  // --- processes

  void check_process(ProcessId id, const Process& process) {
    name_ = process.name;
    type_ = process.type;
    is_claim_ = id == claim_id;
    const ProcessType& type = model_.process_types[type_];
    for (const Slot& slot : type.frame.slots) check_variable(slot);
    for (const Location& location : type.locations) check_location(location);
    for (const Action& action : model_.actions) {
      if (action.owner == type_) check_action(action);
    }
    for (const Assertion& assertion : model_.assertions) {
      if (assertion.owner == type_) check_root(assertion.expr);
    }
  }

  const std::string& name() const { return name_; }

  void check_location(const Location& location) {
    if (location.is_end) {
      refuse("location '{}' of '{}' is a proper end, and in DVE every end is a deadlock",
             location.name, name());
    }
    if (location.committed && is_claim_) {
      refuse("location '{}' of the claim '{}' is committed, which DVE forbids", location.name,
             name());
    }
  }

  void check_action(const Action& action) {
    if (action.then != Action::Then::Ends) {
      refuse("an action of '{}' goes on within its move, and DVE joins no actions into one move",
             name());
    }
    if (is_some(action.guard)) check_root(action.guard);
    check_communication(action.communication);
    for (const Instruction& step : action.effect) {
      if (step.kind != Instruction::Kind::Assign) continue;  // dynamic, refused already
      check_target(step.target);
      check_root(step.value);
    }
  }

  void check_communication(const Communication& communication) {
    if (communication.kind == Communication::Kind::None) return;
    if (is_claim_) refuse("the claim '{}' uses a channel, which DVE forbids", name());
    if (model_.composition == Composition::Synchronous) {
      refuse("'{}' uses a channel in a synchronous system, which DVE forbids", name());
    }
    for (const ExprId value : communication.values) check_root(value);
    if (!is_some(model_.fixed_channel(communication))) {
      refuse("'{}' uses a channel that only the state tells, which DVE cannot say", name());
    }
    for (const ReceiveItem& item : communication.items) {
      if (item.kind == ReceiveItem::Kind::Store) {
        check_target(item.target);
      } else {
        refuse("'{}' looks at a message before it takes it, which DVE cannot say", name());
      }
    }
  }

  void check_target(const Place& place) {
    if (place.scope == Scope::Process) refuse("'{}' writes into another process", name());
    check_nesting(place_nesting(place));
  }

  // --- expressions

  void check_root(ExprId id) { check_nesting(nesting(id)); }

  void check_nesting(std::size_t depth) {
    if (depth > nesting_max) {
      refuse("an expression of '{}' is nested too deep for the DVE front-end", name());
    }
  }

  // How deep the DVE front-end has to descend into the text of an expression.  Checks all of it.
  std::size_t nesting(ExprId id) {
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Constant: return expr.constant < 0 ? 3 : 1;
      case Op::Read: return place_nesting(expr.place) + 1;
      case Op::AtLocation: check_foreign(expr.place); return 1;
      case Op::Exists:
      case Op::IsYoungest:
        refuse("'{}' asks which processes are alive, which DVE cannot say", name());
        return 1;
      default: break;
    }
    if (operands_of(expr).empty()) {
      refuse("an expression of '{}' is none of DVE's", name());
      return 1;
    }
    if (is_unary(expr.op)) return 2 + operand_nesting(expr.left);
    return 1 + std::max(operand_nesting(expr.left), 1 + operand_nesting(expr.right));
  }

  // Operators among the operands stand in parentheses.
  std::size_t operand_nesting(ExprId id) {
    const Expr& expr = model_.exprs[id];
    const bool in_parentheses = is_unary(expr.op) || is_binary(expr.op) || expr.constant < 0;
    return in_parentheses ? nesting(id) : nesting(id) - 1;
  }

  std::size_t place_nesting(const Place& place) {
    if (place.scope == Scope::Process) check_foreign(place);
    if (place.scope == Scope::Constant) found_.constant_readers[place.slot].insert(type_);
    return is_some(place.index) ? nesting(place.index) : 0;
  }

  // A look into a process, from an expression of process_.
  void check_foreign(const Place& place) {
    if (place.scope == Scope::Self || place.process == claim_id) {
      refuse("'{}' looks at itself from outside, which DVE forbids", name());
    }
  }

  const Model& model_;
  DveSurvey found_;
  std::string name_;  // of the process under examination
  ProcessTypeId type_ = no_id<ProcessTypeId>;
  bool is_claim_ = false;
};

}  // namespace

std::string dve_type_name(const ValueType& type) {
  if (type.range == dve_byte) return "byte";
  if (type.range == dve_int) return "int";
  const dve::NamedType* known = dve::named_type(type.name);
  if (known != nullptr && known->range == type.range) return type.name;
  const std::string range = fmt::format("int<{}..{}>", type.range.low, type.range.high);
  return type.name == range ? range : "";
}

bool is_untyped_in_dve(const Channel& channel) {
  return channel.is_rendezvous() &&
         std::all_of(channel.items.begin(), channel.items.end(), passes_everything);
}

DveSurvey survey_for_dve(const Model& model) { return Surveyor(model).run(); }

}  // namespace clew
