#include "clew/model/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace clew {

namespace {

class Validator {
 public:
  explicit Validator(const Model& model) : model_(model) {}

  std::vector<std::string> run() {
    check_frame(model_.globals, "the globals");
    check_frame(model_.constants, "the constants");
    check_choices();
    for (const ObjectType& type : model_.object_types) check_frame(type.frame, type.name);
    check_free_slots();
    require(!model_.moves_max || *model_.moves_max > 0, "runs are bounded to no move at all");
    for (const Channel& channel : model_.channels) check_channel(channel);
    for (std::size_t i = 1; i < model_.channels.size(); ++i) {
      // Numbers of the channels that every state has are their positions here.
      require(!model_.channels[to_id<ChannelId>(i)].is_global() ||
                  model_.channels[to_id<ChannelId>(i - 1)].is_global(),
              "a channel of a process comes before '{}'",
              model_.channels[to_id<ChannelId>(i)].name);
    }
    for (const ProcessType& type : model_.process_types) check_process_type(type);
    for (const Process& process : model_.processes) {
      require(to_index(process.type) < model_.process_types.size(), "process '{}' has no type",
              process.name);
    }
    for (std::size_t i = 0; i < model_.exprs.size(); ++i) check_order(i);
    if (defects_.empty()) {  // the rest looks through ids that are known to be good now
      for (const Action& action : model_.actions) check_action(action);
      for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
        const auto id = to_id<ProcessTypeId>(i);
        const ProcessType& type = model_.process_types[id];
        if (is_some(type.provided)) check_expr(type.provided, id, "a condition of a process");
        for (const Instruction& step : type.setup) {
          require(step.kind == Instruction::Kind::Assign, "'{}' is set up by more than assignments",
                  type.name);
          check_instruction(step, id);
        }
      }
      for (const Assertion& assertion : model_.assertions) {
        check_location(assertion.owner, assertion.location, "an assertion");
        if (defects_.empty()) check_expr(assertion.expr, assertion.owner, "an assertion");
      }
    }
    if (model_.claim) {
      require(to_index(model_.claim->type) < model_.process_types.size(), "the claim has no type");
    }
    if (defects_.empty() && is_some(model_.initial_condition)) {
      check_expr(model_.initial_condition, no_id<ProcessTypeId>, "the initial condition");
      if (defects_.empty()) check_initial_condition(model_.initial_condition);
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
      check_type(slot.type, slot.name);
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

  void check_choices() {
    check_frame(model_.choices, "the choices");
    for (const Slot& slot : model_.choices.slots) {
      require(slot.length == 1 && !slot.is_vector, "the choice '{}' is no scalar", slot.name);
      require(!slot.type.is_reference(), "the choice '{}' refers to an object", slot.name);
    }
  }

  // Initial states are counted value by value, all of them of one shape.
  void check_free_slots() {
    bool is_any_free = is_some(model_.initial_condition);
    const auto look_at = [&](const Frame& frame) {
      for (const Slot& slot : frame.slots) {
        is_any_free = is_any_free || slot.is_free;
        require(!slot.is_free || !slot.type.is_reference(), "the free slot '{}' is a reference",
                slot.name);
      }
    };
    const auto forbid = [&](const Frame& frame, std::string_view owner) {
      for (const Slot& slot : frame.slots) {
        require(!slot.is_free, "slot '{}' of {} is free", slot.name, owner);
      }
    };
    look_at(model_.globals);
    for (const ProcessType& type : model_.process_types) look_at(type.frame);
    for (const ObjectType& type : model_.object_types) forbid(type.frame, type.name);
    forbid(model_.constants, "the constants");
    forbid(model_.choices, "the choices");
    if (model_.claim && to_index(model_.claim->type) < model_.process_types.size()) {
      forbid(model_.process_types[model_.claim->type].frame, "the claim");
    }
    if (!is_any_free) return;
    require(!model_.is_dynamic(), "a model with several initial states changes its parts");
    for (const ProcessType& type : model_.process_types) {
      require(type.setup.empty(), "'{}' is set up in several initial states", type.name);
    }
  }

  // REQUIRES: check_expr found nothing.
  void check_initial_condition(ExprId id) {
    const Expr& expr = model_.exprs[id];
    const bool is_known = expr.op == Op::Constant || expr.op == Op::Read ||
                          expr.op == Op::Bounded || expr.op == Op::Conditional ||
                          is_unary(expr.op) || is_binary(expr.op);
    require(is_known, "the initial condition asks for more than values");
    if (expr.op == Op::Read) {
      const Scope scope = expr.place.scope;
      const bool is_fixed = scope == Scope::Global || scope == Scope::Constant ||
                            (scope == Scope::Process && expr.place.process != claim_id);
      require(is_fixed, "the initial condition reads what initial states do not hold");
      if (is_some(expr.place.index)) check_initial_condition(expr.place.index);
    }
    for (const ExprId operand : operands_of(expr)) check_initial_condition(operand);
  }

  // What is cut to its low bits must be a whole number of bits.
  void check_type(const ValueType& type, const std::string& name) {
    const std::uint64_t values = type.range.span() + 1;
    const bool from_zero = type.range.low == 0;
    const bool balanced = type.range.low == -static_cast<std::int64_t>(values / 2);
    require(type.overflow == Overflow::Error ||
                (std::has_single_bit(values) && (from_zero || balanced)),
            "'{}' wraps around in a range that is no number of bits", name);
  }

  void check_channel(const Channel& channel) {
    for (const ValueType& item : channel.items) check_type(item, channel.name);
    for (const ValueType& item : channel.items) {
      // Free places of a buffer hold zero.
      require(channel.is_rendezvous() || item.range.contains(0),
              "an item of channel '{}' cannot be zero", channel.name);
    }
  }

  void check_process_type(const ProcessType& type) {
    check_frame(type.frame, type.name);
    for (const ChannelId channel : type.channels) {
      require(to_index(channel) < model_.channels.size() && !model_.channels[channel].is_global(),
              "process type '{}' has a bad channel", type.name);
    }
    require(!type.locations.empty(), "process type '{}' has no location", type.name);
    require(to_index(type.initial) < type.locations.size(),
            "process type '{}' has no initial location", type.name);
  }

  // Operands come before the expression that uses them, so no expression contains itself.
  void check_order(std::size_t index) {
    const Expr& expr = model_.exprs[to_id<ExprId>(index)];
    const auto before = [&](ExprId id) { return to_index(id) < index; };
    for (const ExprId operand : operands_of(expr)) {
      require(before(operand), "expression {} has a bad operand", index);
    }
    if (expr.op == Op::Poll) {
      require(to_index(expr.poll) < model_.polls.size(), "expression {} has no poll", index);
    }
    const bool is_placed = expr.op == Op::Read || expr.op == Op::AtLocation;
    if (is_placed && expr.place.scope == Scope::Numbered && is_some(expr.place.owner))
      require(before(expr.place.owner), "expression {} has a bad owner", index);
    if (expr.op != Op::Read) return;
    if (is_some(expr.place.index))
      require(before(expr.place.index), "expression {} has a bad index", index);
    if (expr.place.scope == Scope::Object)
      require(before(expr.place.owner), "expression {} has a bad object", index);
  }

  // An expression in the hands of a process of type `self`, or of nobody.
  // REQUIRES: check_order found nothing.
  void check_expr(ExprId id, ProcessTypeId self, std::string_view where) {
    if (to_index(id) >= model_.exprs.size()) return require(false, "{} has no expression", where);
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read) return check_place(expr.place, self, where);
    if (expr.op == Op::AtLocation) return check_at_location(expr, self, where);
    const bool about_self =
        expr.op == Op::IsYoungest || expr.op == Op::Self || expr.op == Op::OwnChannel;
    if (about_self) return require(is_some(self), "{} asks for nobody's age", where);
    if (expr.op == Op::Poll) return check_exchange(model_.polls[expr.poll], self, where);
    for (const ExprId operand : operands_of(expr)) check_expr(operand, self, where);
  }

  void check_at_location(const Expr& expr, ProcessTypeId self, std::string_view where) {
    if (expr.place.scope == Scope::Numbered) {
      if (is_some(expr.place.owner)) check_expr(expr.place.owner, self, where);
      return check_location(expr.place.type, expr.location, where);
    }
    const bool of_self = expr.place.scope == Scope::Self;
    const bool known =
        of_self ? is_some(self) : to_index(expr.place.process) < model_.processes.size();
    require(known, "{} asks where an unknown process is", where);
    if (!known) return;
    check_location(of_self ? self : model_.processes[expr.place.process].type, expr.location,
                   where);
  }

  void check_location(ProcessTypeId type, LocationId location, std::string_view what) {
    const bool known = to_index(type) < model_.process_types.size() &&
                       to_index(location) < model_.process_types[type].locations.size();
    require(known, "{} has an unknown location", what);
  }

  // The frame of a place, or null and a defect.
  const Frame* frame_of(const Place& place, ProcessTypeId self, std::string_view where) {
    switch (place.scope) {
      case Scope::Global: return &model_.globals;
      case Scope::Constant: return &model_.constants;
      case Scope::Choice: return &model_.choices;
      case Scope::Self:
        if (is_some(self)) return &model_.process_types[self].frame;
        break;
      case Scope::Process:
        if (to_index(place.process) < model_.processes.size())
          return &model_.type_of(place.process).frame;
        break;
      case Scope::Numbered:
        if (is_some(place.owner)) check_expr(place.owner, self, where);
        if (to_index(place.type) < model_.process_types.size())
          return &model_.process_types[place.type].frame;
        break;
      case Scope::Object: return object_frame(place, self, where);
    }
    require(false, "{} looks into an unknown process", where);
    return nullptr;
  }

  // An object is reached through a variable that refers to it.
  const Frame* object_frame(const Place& place, ProcessTypeId self, std::string_view where) {
    const std::size_t defects_before = defects_.size();
    check_expr(place.owner, self, where);
    if (defects_.size() != defects_before) return nullptr;
    const Expr& reference = model_.exprs[place.owner];
    const bool refers =
        reference.op == Op::Read && model_.slot_of(reference.place, self).type.is_reference();
    require(refers, "{} goes through something that is no reference", where);
    return refers ? &model_.frame_of(place, self) : nullptr;
  }

  void check_place(const Place& place, ProcessTypeId self, std::string_view where) {
    const Frame* const frame = frame_of(place, self, where);
    if (!frame) return;
    require(to_index(place.slot) < frame->slots.size(), "{} uses an unknown slot", where);
    if (place.scope == Scope::Choice) {
      const bool is_own = chooser_ && std::find(chooser_->choices.begin(), chooser_->choices.end(),
                                                place.slot) != chooser_->choices.end();
      require(is_own, "{} reads a choice that its action has not", where);
      require(!is_some(place.index), "{} reads an element of a choice", where);
    }
    if (is_some(place.index)) check_expr(place.index, self, where);
  }

  void check_target(const Place& place, ProcessTypeId self, std::string_view where) {
    require(place.scope != Scope::Constant, "{} writes a constant", where);
    require(place.scope != Scope::Choice, "{} writes a choice", where);
    check_place(place, self, where);
  }

  void check_action(const Action& action) {
    check_location(action.owner, action.from, "an action");
    check_location(action.owner, action.to, "an action");
    if (!defects_.empty()) return;
    const bool of_claim = model_.claim && model_.claim->type == action.owner;
    require(action.choices.empty() || !of_claim, "an action of the claim has choices");
    for (const SlotId choice : action.choices) {
      require(to_index(choice) < model_.choices.slots.size(), "an action has an unknown choice");
      require(std::count(action.choices.begin(), action.choices.end(), choice) == 1,
              "an action has the same choice twice");
    }
    if (!defects_.empty()) return;
    chooser_ = &action;
    if (is_some(action.guard)) check_expr(action.guard, action.owner, "a guard");
    check_communication(action);
    const bool synchronous = model_.composition == Composition::Synchronous;
    require(!synchronous || action.communication.kind == Communication::Kind::None,
            "an action of a synchronous model uses a channel");
    for (const Instruction& step : action.effect) {
      require(!synchronous || step.kind == Instruction::Kind::Assign,
              "an action of a synchronous model changes the parts of the state");
      require(step.kind != Instruction::Kind::Terminate || &step == &action.effect.back(),
              "an action goes on after its process has ended");
      require(!action.is_simultaneous || step.kind == Instruction::Kind::Assign,
              "an effect that happens at once is more than assignments");
      check_instruction(step, action.owner);
    }
    chooser_ = nullptr;
  }

  void check_instruction(const Instruction& step, ProcessTypeId self) {
    switch (step.kind) {
      case Instruction::Kind::Assign:
        check_target(step.target, self, "an assignment");
        return check_expr(step.value, self, "an assignment");
      case Instruction::Kind::Allocate:
        require(to_index(step.object_type) < model_.object_types.size(),
                "an allocation has no type");
        return check_target(step.target, self, "an allocation");
      case Instruction::Kind::Start: {
        const bool known = to_index(step.process_type) < model_.process_types.size();
        require(known, "a start has no process type");
        if (!known) return;
        require(step.arguments.size() <= model_.process_types[step.process_type].frame.slots.size(),
                "a start of '{}' has too many arguments",
                model_.process_types[step.process_type].name);
        for (const ExprId argument : step.arguments) check_expr(argument, self, "a start");
        if (step.has_target()) check_target(step.target, self, "a start");
        return;
      }
      case Instruction::Kind::Assert: return check_expr(step.value, self, "an assertion");
      case Instruction::Kind::Print:
        for (const ExprId argument : step.arguments) check_expr(argument, self, "a print");
        return;
      case Instruction::Kind::Terminate: return;
    }
  }

  void check_communication(const Action& action) {
    const Communication& communication = action.communication;
    if (communication.kind == Communication::Kind::None) return;
    check_exchange(communication, action.owner, "a communication");
    if (!defects_.empty()) return;
    const ChannelId fixed = model_.fixed_channel(communication);
    if (!is_some(fixed)) return;
    const Channel& channel = model_.channels[fixed];
    const std::size_t count = std::max(communication.values.size(), communication.items.size());
    require(count <= channel.items.size(), "an action uses channel '{}' with too many items",
            channel.name);
  }

  void check_exchange(const Communication& communication, ProcessTypeId self,
                      std::string_view where) {
    check_expr(communication.channel, self, where);
    for (const ExprId value : communication.values) check_expr(value, self, "a send");
    for (const ReceiveItem& item : communication.items) {
      if (item.kind == ReceiveItem::Kind::Store) check_target(item.target, self, "a receive");
      if (item.kind == ReceiveItem::Kind::Match) check_expr(item.value, self, "a receive");
    }
  }

  const Model& model_;
  const Action* chooser_ = nullptr;  // whose guard, communication or effect is looked at
  std::vector<std::string> defects_;
};

}  // namespace

std::vector<std::string> validate(const Model& model) { return Validator(model).run(); }

}  // namespace clew
