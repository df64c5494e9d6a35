#include "clew/lang/promela/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/claim.hpp"
#include "clew/lang/promela/flow.hpp"
#include "clew/model/state.hpp"

namespace clew::promela {

namespace {

constexpr Value active_max = 255;

class Lowering {
 public:
  Lowering(const FileSyntax& file, Model& model, Diagnostics& diagnostics)
      : file_(file),
        model_(model),
        diagnostics_(diagnostics),
        symbols_(model, file, diagnostics),
        expressions_(model, file, symbols_, diagnostics) {}

  void run() {
    for (const VariableSyntax& variable : file_.globals) declare_global(variable);
    for (const ProctypeSyntax& proctype : file_.proctypes) declare_process_type(proctype);
    if (file_.proctypes.empty() && !diagnostics_.has_errors()) {
      diagnostics_.error({1, 1, 1}, "the model has no process",
                         "write 'active proctype P() { ... }' or 'init { ... }'");
    }
    std::uint32_t next_id = 0;
    for (std::size_t i = 0; i < file_.proctypes.size(); ++i) {
      lower_process_type(file_.proctypes[i], to_id<ProcessTypeId>(i), next_id, false);
    }
    if (!diagnostics_.has_errors()) complete_references();
    if (!diagnostics_.has_errors()) check_messages();
    for (std::size_t i = 0; i < file_.proctypes.size(); ++i) {
      start_processes(file_.proctypes[i], to_id<ProcessTypeId>(i));
    }
    check_size();
    name_processes();
    for (const ProctypeSyntax& claim : file_.claims) lower_claim(claim, next_id);
    if (model_.processes.empty() && !diagnostics_.has_errors()) {
      diagnostics_.error(file_.proctypes.front().name.span, "no process is started",
                         "write 'active proctype', or an 'init' that runs one");
    }
  }

 private:
  void declare_global(const VariableSyntax& variable) {
    symbols_.declare(variable);
    if (variable.is_hidden) {
      diagnostics_.warning(
          variable.name.span,
          fmt::format("'{}' is hidden, but stays part of the state", variable.name.text),
          "SPIN leaves it out of comparisons, and its counts then depend on the "
          "order of the search");
    }
  }

  // All types first: any process may run any other.
  void declare_process_type(const ProctypeSyntax& proctype) {
    ProcessType type;
    type.name = proctype.name.text;
    type.span = proctype.name.span;
    if (!type_names_.insert(type.name).second) {
      diagnostics_.error(proctype.name.span,
                         fmt::format("process type '{}' is declared twice", type.name));
    } else if (const Variable* const other = symbols_.find(type.name)) {
      diagnostics_.error(
          proctype.name.span, fmt::format("'{}' is declared twice", type.name),
          fmt::format("it was declared at {} before", diagnostics_.place(other->name.span)));
    }
    const ProcessTypeId id = model_.process_types.add(std::move(type));
    symbols_.enter_process(id);
    symbols_.open_block();
    for (const VariableSyntax& parameter : proctype.parameters) {
      const Variable& declared = symbols_.declare(parameter, true);
      bool holds_array = declared.is_array;
      for (const auto& [path, slot] : declared.slots) {
        holds_array = holds_array || model_.process_types[id].frame.slots[slot].is_vector;
      }
      if (holds_array) {
        diagnostics_.error(parameter.span, "a parameter cannot be an array, nor a record with one");
      }
    }
    // A record is passed field by field.
    model_.process_types[id].parameter_count =
        static_cast<std::uint32_t>(model_.process_types[id].frame.slots.size());
    parameter_blocks_.push_back(std::move(symbols_.take_blocks(1).front()));
    symbols_.enter_process(no_id<ProcessTypeId>);
  }

  void lower_process_type(const ProctypeSyntax& proctype, ProcessTypeId id, std::uint32_t& next_id,
                          bool is_claim) {
    symbols_.enter_process(id);
    expressions_.set_owner(id);
    symbols_.open_block(parameter_blocks_[to_index(id)]);
    if (proctype.provided != no_syntax) {
      model_.process_types[id].provided = expressions_.expr(proctype.provided);
    }
    warn_about_exclusive(proctype.body);
    Flow(model_, file_, symbols_, expressions_, diagnostics_, id, next_id)
        .lower(proctype.body, is_claim);
    symbols_.close_block();
    symbols_.enter_process(no_id<ProcessTypeId>);
    expressions_.set_owner(no_id<ProcessTypeId>);
  }

  // It is no process of the system: whoever asks for it adds it as the one that watches.
  void lower_claim(const ProctypeSyntax& claim, std::uint32_t& next_id) {
    if (diagnostics_.has_errors()) return;
    ProcessType type;
    type.name = claim.name.text;
    type.span = claim.name.span;
    const ProcessTypeId id = model_.process_types.add(std::move(type));
    parameter_blocks_.push_back({});
    lower_process_type(claim, id, next_id, true);
    if (!diagnostics_.has_errors()) complete_references();
    if (!diagnostics_.has_errors()) shape_claim(model_, id, diagnostics_);
    model_.declared_properties.push_back({claim.name.text,
                                          DeclaredProperty::Kind::Claim,
                                          "the never claim accepts no run",
                                          claim.name.span,
                                          id,
                                          {}});
  }

  void warn_about_exclusive(const Sequence& body) {
    for (const Statement& statement : body) {
      if (statement.kind != Statement::Kind::Exclusive) continue;
      diagnostics_.warning(statement.span,
                           "xr and xs are ignored: they matter for SPIN's "
                           "reduction alone");
    }
  }

  // A reference may only travel in an item for references to the same kind of object.  Which channel a
  // variable holds is known when the model runs; so every channel it can hold must agree.
  void check_messages() {
    if (model_.object_types.empty()) return;
    for (const Action& action : model_.actions) {
      if (action.communication.kind == Communication::Kind::None) continue;
      check_message_everywhere(action.communication, action.owner);
    }
    for (std::size_t i = 0; i < model_.polls.size(); ++i) {
      check_message_everywhere(model_.polls[to_id<PollId>(i)], expressions_.poll_owners()[i]);
    }
  }

  // With every channel it may be about.
  void check_message_everywhere(const Communication& communication, ProcessTypeId owner) {
    ChannelId fixed = model_.fixed_channel(communication);
    const Expr& named = model_.exprs[communication.channel];
    if (named.op == Op::OwnChannel) {
      fixed = model_.process_types[owner].channels[static_cast<std::size_t>(named.constant)];
    }
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto id = to_id<ChannelId>(i);
      if (is_some(fixed) && id != fixed) continue;
      if (!check_message(communication, model_.channels[id], owner)) return;
    }
  }

  bool check_message(const Communication& communication, const Channel& channel,
                     ProcessTypeId owner) {
    const bool sends = communication.kind == Communication::Kind::Send;
    const std::size_t count = sends ? communication.values.size() : communication.items.size();
    for (std::size_t i = 0; i < std::min(count, channel.items.size()); ++i) {
      ExprId value = no_id<ExprId>;
      ObjectTypeId found = no_id<ObjectTypeId>;
      if (sends) {
        value = communication.values[i];
      } else if (communication.items[i].kind == ReceiveItem::Kind::Match) {
        value = communication.items[i].value;
      } else if (communication.items[i].kind == ReceiveItem::Kind::Store) {
        found = model_.slot_of(communication.items[i].target, owner).type.object;
      } else {
        continue;
      }
      if (is_some(value)) {
        const Expr& expr = model_.exprs[value];
        if (expr.op == Op::Constant && expr.constant == 0) continue;  // null, or the number
        if (expr.op == Op::Read) found = model_.slot_of(expr.place, owner).type.object;
      }
      if (found == channel.items[i].object) continue;
      diagnostics_.error(communication.span,
                         fmt::format("item {} of channel '{}' is of type '{}', found {}", i + 1,
                                     channel.name, channel.items[i].name,
                                     is_some(found) ? fmt::format("a pointer to '{}'",
                                                                  model_.object_types[found].name)
                                                    : "a number"));
      return false;
    }
    return true;
  }

  // Those that came up since the last time.
  void complete_references() {
    for (const PendingVariable& pending : expressions_.take_pending_variables()) {
      const Variable* const found = symbols_.find_in_process(pending.process, pending.name.text);
      if (!found || found->slots.empty() || found->is_record()) {
        diagnostics_.error(pending.name.span, fmt::format("process type '{}' has no variable '{}'",
                                                          pending.process, pending.name.text));
        continue;
      }
      if (found->is_pointer) {
        diagnostics_.error(pending.name.span,
                           "a pointer of a process type that comes later cannot be looked at");
      }
      model_.exprs[pending.expr].place.slot = found->slots.begin()->second;
    }
    for (const PendingLabel& pending : expressions_.take_pending_labels()) complete_label(pending);
  }

  void complete_label(const PendingLabel& pending) {
    Expr& expr = model_.exprs[pending.expr];
    const ProcessType& type = model_.process_types[expr.place.type];
    const auto known = type.labels.find(pending.label.text);
    if (known != type.labels.end() && is_some(known->second)) {
      expr.location = known->second;
      return;
    }
    if (known == type.labels.end()) {
      std::vector<std::string> names;
      for (const auto& [name, location] : type.labels) names.push_back(name);
      std::sort(names.begin(), names.end());
      const std::string nearest = nearest_name(pending.label.text, names);
      diagnostics_.error(
          pending.label.span,
          fmt::format("process type '{}' has no label '{}'", pending.process, pending.label.text),
          nearest.empty() ? "" : fmt::format("there is a label '{}'", nearest));
      return;
    }
    // The label stands where control never rests, as SPIN counts: nobody is ever there.
    diagnostics_.warning(pending.label.span,
                         fmt::format("no process ever stands at label '{}'", pending.label.text));
    expr = Expr{};
  }

  void start_processes(const ProctypeSyntax& proctype, ProcessTypeId id) {
    if (!proctype.is_active) return;
    Value count = 1;
    if (proctype.instances != no_syntax) {
      count = symbols_.constant(proctype.instances, "the number of active processes").value_or(0);
      if (count < 0 || count > active_max) {
        diagnostics_.error(file_.nodes[proctype.instances].span,
                           fmt::format("the number of active processes must be in 0..{}, found {}",
                                       active_max, count));
        return;
      }
    }
    for (Value i = 0; i < count; ++i) {
      model_.processes.add({proctype.name.text, id, proctype.name.span});
    }
    const std::size_t before = model_.processes.size() - static_cast<std::size_t>(count);
    if (before <= active_max && model_.processes.size() > active_max) {
      diagnostics_.error(proctype.name.span,
                         fmt::format("more than {} active processes", active_max));
    }
  }

  void check_size() {
    std::uint64_t values = model_.globals.value_count;
    for (const Channel& channel : model_.channels) {
      if (channel.is_global()) values += channel.value_count();
    }
    for (const Process& process : model_.processes) {
      const ProcessType& type = model_.process_types[process.type];
      values += 1 + type.frame.value_count;
      for (const ChannelId channel : type.channels)
        values += model_.channels[channel].value_count();
    }
    if (values > state_values_max) {
      diagnostics_.error({}, fmt::format("the initial state holds {} values; {} are possible",
                                         with_commas(values), with_commas(state_values_max)));
    }
  }

  // A name alone if there can be only one of its type, else with the number of the process.
  void name_processes() {
    std::vector<std::size_t> count(model_.process_types.size(), 0);
    for (const Process& process : model_.processes) ++count[to_index(process.type)];
    for (const Action& action : model_.actions) {
      for (const Instruction& step : action.effect) {
        if (step.kind == Instruction::Kind::Start) count[to_index(step.process_type)] += 2;
      }
    }
    for (std::size_t i = 0; i < model_.processes.size(); ++i) {
      Process& process = model_.processes[to_id<ProcessId>(i)];
      if (count[to_index(process.type)] > 1) process.name += fmt::format(":{}", i);
    }
  }

  const FileSyntax& file_;
  Model& model_;
  Diagnostics& diagnostics_;
  Symbols symbols_;
  Expressions expressions_;
  std::set<std::string> type_names_;
  std::vector<Symbols::Block> parameter_blocks_;  // by process type
};

}  // namespace

Model lower(const FileSyntax& file, const std::string& file_name, Diagnostics& diagnostics) {
  Model model;
  model.file = file_name;
  model.language = "promela";
  Lowering(file, model, diagnostics).run();
  return model;
}

}  // namespace clew::promela
