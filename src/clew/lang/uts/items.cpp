#include "clew/lang/uts/items.hpp"

#include <algorithm>
#include <set>

#include "clew/base/text.hpp"
#include "clew/lang/uts/definedness.hpp"
#include "clew/model/intervals.hpp"

namespace clew::uts {

namespace {

// `steps` begins with 0 whatever a script says.
bool is_step_counter(const Model& model, const Slot& slot) {
  return slot.name == "steps" && model.moves_max;
}

// The items of a list, loops written out.  Those of an empty loop are used once, unevaluated.
template <class Use>
bool for_each_item(ExprBuilder& builder, const std::vector<ItemSyntax>& items, Use& use) {
  for (const ItemSyntax& item : items) {
    if (!item.loop) {
      if (!use(item)) return false;
      continue;
    }
    bool is_empty = true;
    bool all_used = true;
    const auto use_body = [&] {
      is_empty = false;
      all_used = for_each_item(builder, item.body, use);
      return all_used;
    };
    if (!builder.for_each_index(*item.loop, use_body)) return false;
    if (is_empty) builder.unevaluated(*item.loop, use_body);
    if (!all_used) return false;
  }
  return true;
}

std::string_view type_name(Type type) { return type == Type::Bool ? "condition" : "number"; }

class Rules {
 public:
  Rules(Lowering& lowering, ProcessTypeId type, bool has_parameters)
      : lowering_(lowering),
        model_(lowering.model),
        type_(type),
        has_parameters_(has_parameters),
        builder_(lowering, {Where::Rule, type, no_id<ProcessId>, nullptr, nullptr}) {}

  void run(const std::vector<ItemSyntax>& rules) {
    auto use = [&](const ItemSyntax& item) {
      rule(item);
      return true;
    };
    for_each_item(builder_, rules, use);
  }

 private:
  struct Assignment {
    ExprBuilder::Target target;
    Typed value;
    SyntaxId target_node;
    SyntaxId value_node;
  };

  void rule(const ItemSyntax& item) {
    if (builder_.is_unevaluated()) return check_unused(item);
    const std::size_t errors_before = lowering_.reporter.count();
    builder_.forget_choices();
    std::vector<Typed> guards;
    if (item.guard != no_syntax) guards.push_back(builder_.condition(item.guard));
    // A guard that an index or a parameter has made false leaves no rule: families have edges.
    const auto written = guards.empty() ? std::nullopt : builder_.value_of(guards.front());
    const bool is_dead = written && *written == 0;
    if (is_dead && is_copy()) return check_unused(item);
    const std::vector<Assignment> assignments = this->assignments(item, Values::Matter);
    if (lowering_.reporter.count() != errors_before) return;
    std::vector<Typed> conditions;
    for (const Assignment& assignment : assignments) guard_range(assignment, conditions, is_dead);
    guard_elements(assignments, conditions, item.span);
    add_all_at_once(std::move(conditions), guards);
    if (lowering_.reporter.count() != errors_before) return;

    Action action;
    action.owner = type_;
    action.from = action.to = model_.process_types[type_].initial;
    const Typed guard = builder_.joined(Op::And, std::move(guards), item.span);
    const auto known = builder_.value_of(guard);
    if (!known || *known == 0) action.guard = guard.expr;
    action.is_simultaneous = true;
    for (const Assignment& assignment : assignments) {
      action.effect.push_back(instruction(assignment.target.place, assignment.value.expr,
                                          lowering_.nodes[assignment.target_node].span));
    }
    count_step(action);
    add_choices(action);
    action.text = text_of(item);
    action.span = item.span;
    model_.actions.add(std::move(action));
  }

  void add_choices(Action& action) {
    std::vector<ExprId> readers{action.guard};
    for (const Instruction& step : action.effect) {
      readers.push_back(step.value);
      readers.push_back(step.target.index);
    }
    for (const auto& [name, slot] : builder_.take_choices(readers)) action.choices.push_back(slot);
    std::sort(action.choices.begin(), action.choices.end());
  }

  // With " (i = 2, j = 0)" behind it for a rule inside of loops.  Copies of long rules are cut: a hundred
  // thousand of them would fill the memory.
  std::string text_of(const ItemSyntax& item) const {
    constexpr std::size_t copied_max = 1'000;
    if (!is_copy() || item.text.size() <= copied_max) return item.text + bindings_text();
    return item.text.substr(0, copied_max) + "..." + bindings_text();
  }

  std::string bindings_text() const {
    if (lowering_.bindings.empty()) return {};
    std::string text;
    for (const Binding& binding : lowering_.bindings) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", binding.name, binding.value);
    }
    return fmt::format(" ({})", text);
  }

  static Instruction instruction(const Place& target, ExprId value, SourceSpan span) {
    Instruction step;
    step.target = target;
    step.value = value;
    step.span = span;
    return step;
  }

  bool is_copy() const { return has_parameters_ || !lowering_.bindings.empty(); }

  // Names and types are the same in all copies: looking at one is enough.
  void check_unused(const ItemSyntax& item) {
    if (!checked_.insert(&item).second) return;
    builder_.unevaluated([&] {
      if (item.guard != no_syntax) builder_.condition(item.guard);
      assignments(item, Values::DoNotMatter);
    });
  }

  enum class Values : std::uint8_t { Matter, DoNotMatter };

  std::vector<Assignment> assignments(const ItemSyntax& item, Values values) {
    std::vector<Assignment> result;
    if (item.targets.size() != item.values.size()) {
      lowering_.reporter.error(
          item.span, fmt::format("the rule has {} but {}", counted(item.targets.size(), "variable"),
                                 counted(item.values.size(), "value")));
    }
    for (std::size_t i = 0; i < item.targets.size() || i < item.values.size(); ++i) {
      Assignment next{};
      if (i < item.targets.size())
        next.target = builder_.target(next.target_node = item.targets[i]);
      if (i < item.values.size()) next.value = builder_.expr(next.value_node = item.values[i]);
      if (!next.target.slot || !next.value.ok()) continue;
      check_type(next);
      // Which element it is, is a matter of values.
      if (values == Values::Matter || !is_some(next.target.place.index)) check_once(next, result);
      result.push_back(next);
    }
    return result;
  }

  void check_type(const Assignment& assignment) {
    const Type wanted = is_bool_slot(*assignment.target.slot) ? Type::Bool : Type::Int;
    if (assignment.value.type == wanted) return;
    lowering_.reporter.error(
        lowering_.nodes[assignment.value_node].span,
        fmt::format("expected a {} for '{}', found the {} '{}'", type_name(wanted),
                    builder_.text_of(assignment.target_node), type_name(assignment.value.type),
                    builder_.text_of(assignment.value_node)));
  }

  static bool same_variable(const Assignment& a, const Assignment& b) {
    return a.target.place.scope == b.target.place.scope &&
           a.target.place.slot == b.target.place.slot;
  }

  void check_once(const Assignment& next, const std::vector<Assignment>& earlier) {
    for (const Assignment& other : earlier) {
      if (!same_variable(next, other)) continue;
      if (!next.target.element || !other.target.element) continue;
      if (*next.target.element != *other.target.element) continue;
      lowering_.reporter.error(
          lowering_.nodes[next.target_node].span,
          fmt::format("'{}' is assigned twice in one rule", builder_.text_of(next.target_node)));
      return;
    }
  }

  // A rule that would leave a range is not enabled.
  void guard_range(const Assignment& assignment, std::vector<Typed>& guards, bool is_dead) {
    const Range range = assignment.target.slot->type.range;
    const Typed& value = assignment.value;
    const SourceSpan span = lowering_.nodes[assignment.value_node].span;
    if (!is_dead && (value.high < range.low || value.low > range.high)) {
      lowering_.reporter.warning(
          span, fmt::format("this rule is never enabled: '{}' is always outside the range {}..{} "
                            "of '{}'",
                            builder_.text_of(assignment.value_node), range.low, range.high,
                            builder_.text_of(assignment.target_node)));
    }
    if (value.low < range.low) guards.push_back(compared(Op::GreaterEqual, value, range.low, span));
    if (value.high > range.high) guards.push_back(compared(Op::LessEqual, value, range.high, span));
  }

  Typed compared(Op op, const Typed& value, Value bound, SourceSpan span) {
    Expr expr;
    expr.op = op;
    expr.left = value.expr;
    expr.right = model_.add_constant(bound, span);
    expr.span = span;
    return {model_.add_expr(std::move(expr)), Type::Bool, 0, 1};
  }

  // So is one that would give an element two values at once: the indices must differ.
  void guard_elements(const std::vector<Assignment>& assignments, std::vector<Typed>& guards,
                      SourceSpan span) {
    for (std::size_t i = 0; i < assignments.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Assignment& a = assignments[j];
        const Assignment& b = assignments[i];
        if (!same_variable(a, b) || (a.target.element && b.target.element)) continue;
        Expr expr;
        expr.op = Op::NotEqual;
        expr.left = a.target.place.index;
        expr.right = b.target.place.index;
        expr.span = b.target.place.span;
        guards.push_back({model_.add_expr(std::move(expr)), Type::Bool, 0, 1});
        if (!lowering_.has_room(span)) return;  // there is a guard for every pair
      }
    }
  }

  // What a rule asks of its values it asks of all at once: one that is false disables the rule, wherever
  // it stands and whatever has no value.  Conditions are joined from left to right, so those that may have
  // no value come last, and before the first of them all are asked whether they are false.
  void add_all_at_once(std::vector<Typed> conditions, std::vector<Typed>& guards) {
    const auto first_failing = std::stable_partition(
        conditions.begin(), conditions.end(),
        [this](const Typed& each) { return !can_fail(model_, each.expr, type_); });
    guards.insert(guards.end(), conditions.begin(), first_failing);
    if (conditions.end() - first_failing > 1) {
      for (auto each = first_failing; each != conditions.end(); ++each) {
        const ExprId has_value = definedness(model_, each->expr, type_);
        // None: what the condition reads keeps it from failing after all.
        const ExprId is_not_false =
            is_some(has_value) ? model_.add_binary(Op::Imply, has_value, each->expr) : each->expr;
        guards.push_back({is_not_false, Type::Bool, 0, 1});
      }
    }
    guards.insert(guards.end(), first_failing, conditions.end());
  }

  // steps = min(steps + 1, MAXSTEPS + 1), which never keeps a rule from being taken.
  void count_step(Action& action) {
    const SlotId slot = model_.moves_max ? model_.globals.id_of("steps") : no_id<SlotId>;
    if (!is_some(slot)) return;
    const Value most = model_.globals.slots[slot].type.range.high;
    Place place;
    place.slot = slot;
    place.span = action.span;
    Expr read;
    read.op = Op::Read;
    read.place = place;
    const ExprId steps = model_.add_expr(std::move(read));
    const ExprId end = model_.add_constant(most);
    Expr next;
    next.op = Op::Conditional;
    next.left = model_.add_binary(Op::Less, steps, end);
    next.right = model_.add_binary(Op::Add, steps, model_.add_constant(1));
    next.third = end;
    action.effect.push_back(instruction(place, model_.add_expr(std::move(next)), action.span));
  }

  Lowering& lowering_;
  Model& model_;
  ProcessTypeId type_;
  bool has_parameters_;
  ExprBuilder builder_;
  std::set<const ItemSyntax*> checked_;  // of the rules that were left out, for some index at least
};

class Init {
 public:
  Init(Lowering& lowering, ProcessTypeId self, ProcessId process)
      : lowering_(lowering),
        model_(lowering.model),
        self_(self),
        builder_(lowering, {Where::Init, self, process, nullptr, nullptr}) {}

  InitialValues run(const std::vector<ItemSyntax>& items) {
    auto use = [&](const ItemSyntax& item) {
      if (item.targets.empty()) {
        condition(item);
      } else {
        assignment(item);
      }
      return true;
    };
    for_each_item(builder_, items, use);
    return std::move(values_);
  }

 private:
  bool is_own(const Place& place) const {
    return (place.scope == Scope::Process) == is_some(self_);
  }

  void assignment(const ItemSyntax& item) {
    const ExprBuilder::Target target = builder_.target(item.targets.front());
    const Typed value = builder_.expr(item.values.front());
    if (!target.slot || !value.ok()) return;
    if (!is_own(target.place)) {
      lowering_.reporter.error(
          lowering_.nodes[item.targets.front()].span,
          fmt::format("'{}' is global: the INIT of a process is about its own variables",
                      target.slot->name));
      return;
    }
    const Type wanted = is_bool_slot(*target.slot) ? Type::Bool : Type::Int;
    if (value.type != wanted) {
      lowering_.reporter.error(
          lowering_.nodes[item.values.front()].span,
          fmt::format("expected a {} for '{}', found the {} '{}'", type_name(wanted),
                      builder_.text_of(item.targets.front()), type_name(value.type),
                      builder_.text_of(item.values.front())));
      return;
    }
    if (builder_.is_unevaluated()) return;
    const auto known = builder_.value_of(value);
    const Range range = target.slot->type.range;
    if (known && !range.contains(*known)) {
      lowering_.reporter.error(lowering_.nodes[item.values.front()].span,
                               fmt::format("the initial value {} is outside the range {}..{} of "
                                           "'{}'",
                                           *known, range.low, range.high, target.slot->name));
      return;
    }
    if (known && target.element && set(target.place.slot, target, *known)) return;
    Expr read;
    read.op = Op::Read;
    read.place = target.place;
    read.span = target.place.span;
    const ExprId left = model_.add_expr(std::move(read));
    values_.conditions.push_back(
        {model_.add_binary(Op::Equal, left, value.expr), Type::Bool, 0, 1});
  }

  // False if the element has another value already.
  bool set(SlotId slot, const ExprBuilder::Target& target, Value value) {
    auto& elements = values_.known[slot];
    elements.resize(target.slot->length);
    auto& element = elements[static_cast<std::size_t>(*target.element)];
    if (element && *element != value) return false;
    element = value;
    return true;
  }

  void condition(const ItemSyntax& item) {
    const Typed said = builder_.condition(item.values.front());
    if (!said.ok() || builder_.is_unevaluated()) return;
    if (const auto known = builder_.value_of(said); known && *known != 0) return;
    if (determines(said)) return;
    values_.conditions.push_back(said);
  }

  // x == 5 fixes x, without any search.
  bool determines(const Typed& said) {
    const Expr& expr = model_.exprs[said.expr];
    if (expr.op != Op::Equal) return false;
    const Expr* read = &model_.exprs[expr.left];
    const Expr* value = &model_.exprs[expr.right];
    if (read->op == Op::Constant) std::swap(read, value);
    if (read->op != Op::Read || value->op != Op::Constant || !is_own(read->place)) return false;
    ExprBuilder::Target target;
    target.slot = &model_.slot_of(read->place, self_);
    if (is_step_counter(model_, *target.slot)) return false;
    target.element = 0;
    if (is_some(read->place.index)) {
      const Expr& index = model_.exprs[read->place.index];
      if (index.op != Op::Constant) return false;
      target.element = index.constant;
    }
    if (*target.element < 0 || *target.element >= static_cast<Value>(target.slot->length)) {
      return false;
    }
    return target.slot->type.range.contains(value->constant) &&
           set(read->place.slot, target, value->constant);
  }

  Lowering& lowering_;
  Model& model_;
  ProcessTypeId self_;
  ExprBuilder builder_;
  InitialValues values_;
};

}  // namespace

void lower_rules(Lowering& lowering, ProcessTypeId type, bool has_parameters,
                 const std::vector<ItemSyntax>& rules) {
  Rules(lowering, type, has_parameters).run(rules);
}

InitialValues lower_init(Lowering& lowering, ProcessTypeId self, ProcessId process,
                         const std::vector<ItemSyntax>& init) {
  return Init(lowering, self, process).run(init);
}

void apply_initial(Lowering& lowering, Frame& frame, ProcessId process, InitialValues& values) {
  Model& model = lowering.model;
  for (std::size_t i = 0; i < frame.slots.size(); ++i) {
    const auto id = to_id<SlotId>(i);
    Slot& slot = frame.slots[id];
    if (is_step_counter(model, slot)) continue;
    auto& known = values.known[id];
    known.resize(slot.length);
    const bool is_fixed = slot.type.range.low == slot.type.range.high;
    const auto is_known = [](const auto& value) { return value.has_value(); };
    slot.is_free = !is_fixed && !std::all_of(known.begin(), known.end(), is_known);
    for (std::uint32_t element = 0; element < slot.length; ++element) {
      if (!known[element]) continue;
      slot.initial[element] = *known[element];
      if (!slot.is_free) continue;
      Expr read;
      read.op = Op::Read;
      read.place.scope = is_some(process) ? Scope::Process : Scope::Global;
      read.place.process = process;
      read.place.slot = id;
      if (slot.is_vector) read.place.index = model.add_constant(static_cast<Value>(element));
      const ExprId left = model.add_expr(std::move(read));
      const ExprId right = model.add_constant(*known[element]);
      values.conditions.push_back({model.add_binary(Op::Equal, left, right), Type::Bool, 0, 1});
    }
  }
}

}  // namespace clew::uts
