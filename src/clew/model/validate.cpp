#include "clew/model/validate.hpp"

#include <fmt/format.h>

namespace clew {

namespace {

class Validator {
 public:
  explicit Validator(const Model& model) : model_(model) {}

  std::vector<std::string> run() {
    check_frame(model_.globals, "the globals");
    check_frame(model_.constants, "the constants");
    for (const ObjectType& type : model_.object_types) check_frame(type.frame, type.name);
    for (const Channel& channel : model_.channels) check_channel(channel);
    for (const ProcessType& type : model_.process_types) check_type(type);
    for (const Process& process : model_.processes) {
      require(to_index(process.type) < model_.process_types.size(), "process '{}' has no type",
              process.name);
    }
    for (std::size_t i = 0; i < model_.exprs.size(); ++i) check_expr(i);
    if (defects_.empty()) {  // the rest looks through ids that are known to be good now
      for (const Action& action : model_.actions) check_action(action);
      for (const Assertion& assertion : model_.assertions) {
        check_location(assertion.owner, assertion.location, "an assertion");
        check_expr_id(assertion.expr, "an assertion");
      }
    }
    if (model_.claim) {
      require(to_index(*model_.claim) + 1 == model_.processes.size(),
              "the claim is not the last process");
    }
    return std::move(defects_);
  }

 private:
  template <class... Args>
  void require(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) defects_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void check_frame(const Frame& frame, const std::string& owner) {
    std::uint32_t offset = 0;
    for (const Slot& slot : frame.slots) {
      require(slot.offset == offset, "slot '{}' of {} is misplaced", slot.name, owner);
      require(slot.initial.size() == slot.length, "slot '{}' of {} lacks initial values", slot.name,
              owner);
      require(slot.length >= 1, "slot '{}' of {} has no elements", slot.name, owner);
      require(slot.type.range.low <= slot.type.range.high, "slot '{}' of {} has an empty range",
              slot.name, owner);
      for (const Value value : slot.initial) {
        require(slot.type.range.contains(value), "slot '{}' of {} starts outside its range",
                slot.name, owner);
      }
      if (slot.type.is_reference()) {
        require(to_index(slot.type.object) < model_.object_types.size(),
                "slot '{}' refers to an unknown object type", slot.name);
      }
      offset += slot.length;
    }
    require(frame.value_count == offset, "the frame of {} has a wrong size", owner);
  }

  void check_channel(const Channel& channel) {
    for (const ValueType& item : channel.items) {
      // Free places of a buffer hold zero.
      require(channel.is_rendezvous() || item.range.contains(0),
              "an item of channel '{}' cannot be zero", channel.name);
    }
  }

  void check_type(const ProcessType& type) {
    check_frame(type.frame, type.name);
    require(!type.locations.empty(), "process type '{}' has no location", type.name);
    require(to_index(type.initial) < type.locations.size(),
            "process type '{}' has no initial location", type.name);
  }

  void check_expr_id(ExprId id, std::string_view where) {
    require(to_index(id) < model_.exprs.size(), "{} has no expression", where);
  }

  // Operands come before the expression that uses them, so no expression contains itself.
  void check_expr(std::size_t index) {
    const Expr& expr = model_.exprs[to_id<ExprId>(index)];
    const bool unary = is_unary(expr.op) || expr.op == Op::Exists;
    if (unary || is_binary(expr.op))
      require(to_index(expr.left) < index, "expression {} has a bad operand", index);
    if (is_binary(expr.op))
      require(to_index(expr.right) < index, "expression {} has a bad operand", index);
    if (expr.op == Op::Read) {
      require(is_some(expr.place.slot), "expression {} reads nothing", index);
      if (is_some(expr.place.index))
        require(to_index(expr.place.index) < index, "expression {} has a bad index", index);
    }
    if (expr.op == Op::AtLocation && expr.place.scope == Scope::Process) {
      const bool known = to_index(expr.place.process) < model_.processes.size();
      require(
          known && to_index(expr.location) < model_.type_of(expr.place.process).locations.size(),
          "expression {} asks for an unknown location", index);
    }
  }

  void check_location(ProcessTypeId type, LocationId location, std::string_view what) {
    const bool known = to_index(type) < model_.process_types.size() &&
                       to_index(location) < model_.process_types[type].locations.size();
    require(known, "{} has an unknown location", what);
  }

  void check_place(const Place& place, ProcessTypeId self, std::string_view where) {
    require(place.scope != Scope::Constant, "{} writes a constant", where);
    if (place.scope == Scope::Object) return;
    const Frame& frame = model_.frame_of(place, self);
    require(to_index(place.slot) < frame.slots.size(), "{} writes an unknown slot", where);
  }

  void check_action(const Action& action) {
    check_location(action.owner, action.from, "an action");
    check_location(action.owner, action.to, "an action");
    if (!defects_.empty()) return;
    if (is_some(action.guard)) check_expr_id(action.guard, "a guard");
    check_communication(action);
    for (const Instruction& step : action.effect) {
      if (step.kind == Instruction::Kind::Assign) {
        check_place(step.target, action.owner, "an assignment");
        check_expr_id(step.value, "an assignment");
      }
    }
  }

  void check_communication(const Action& action) {
    const Communication& communication = action.communication;
    if (communication.kind == Communication::Kind::None) return;
    require(to_index(communication.channel) < model_.channels.size(),
            "an action uses an unknown channel");
    if (!defects_.empty()) return;
    const Channel& channel = model_.channels[communication.channel];
    const bool sends = communication.kind == Communication::Kind::Send;
    const std::size_t count = sends ? communication.values.size() : communication.targets.size();
    require(count == channel.items.size(),
            "an action uses channel '{}' with a wrong number of items", channel.name);
    for (const Place& target : communication.targets)
      check_place(target, action.owner, "a receive");
  }

  const Model& model_;
  std::vector<std::string> defects_;
};

}  // namespace

std::vector<std::string> validate(const Model& model) { return Validator(model).run(); }

}  // namespace clew
