#include "clew/export/promela.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/export/legal_names.hpp"
#include "clew/export/location_variables.hpp"
#include "clew/export/model_with_claim.hpp"
#include "clew/export/promela_text.hpp"
#include "clew/export/sequential_assignments.hpp"
#include "clew/export/wider_types.hpp"
#include "clew/model/intervals.hpp"

namespace clew {

namespace {

constexpr std::size_t columns_max = 100;

// What the senders of a handshake leave to their partner.  The k-th of these is number k + 1 in the
// message.
struct Handshake {
  struct Share {
    std::vector<std::string> steps;
    std::vector<ActionId> senders;
  };
  std::vector<Share> shares;
  bool is_numbered = false;  // the message has a number
};

// One option of a choice; the first statement of one without a guard decides whether it is possible.
struct Option {
  std::string guard;
  std::vector<std::string> steps;
};

class PromelaWriter {
 public:
  // REQUIRES: the names in `model` are those of `names`.
  PromelaWriter(const Model& model, const PromelaNames& names, const PromelaSurvey& survey)
      : model_(model),
        names_(names),
        survey_(survey),
        text_(model, names),
        handshakes_(model.channels.size()) {}

  std::string run() {
    for (std::size_t i = 0; i < model_.actions.size(); ++i) note_sender(to_id<ActionId>(i));
    for (const Action& action : model_.actions) note_guard(action);
    begin();
    section([&] { constants(); });
    section([&] { globals(); });
    section([&] {
      for (std::size_t i = 0; i < model_.channels.size(); ++i) channel(to_id<ChannelId>(i));
    });
    ProcessTypeId before = no_id<ProcessTypeId>;
    for (const Process& process : model_.processes) {
      if (process.type != before) section([&] { process_type(process.type); });
      before = process.type;
    }
    if (model_.claim) section([&] { claim(); });
    section([&] { assertions(); });
    return std::move(out_);
  }

 private:
  // --- handshakes

  ChannelId handshake_of(const Action& action) const {
    if (action.communication.kind == Communication::Kind::None) return no_id<ChannelId>;
    const ChannelId id = model_.fixed_channel(action.communication);
    return model_.channels[id].is_rendezvous() ? id : no_id<ChannelId>;
  }

  void note_sender(ActionId id) {
    const Action& action = model_.actions[id];
    const ChannelId channel = handshake_of(action);
    if (!is_some(channel) || action.communication.kind != Communication::Kind::Send) return;
    Handshake& handshake = handshakes_[channel];
    const std::vector<std::string> steps = effect_of(action);
    for (Handshake::Share& share : handshake.shares) {
      if (share.steps != steps) continue;
      share.senders.push_back(id);
      return;
    }
    handshake.shares.push_back({steps, {id}});
    handshake.is_numbered = handshake.is_numbered || handshake.shares.size() > 1;
  }

  void note_guard(const Action& action) {
    const ChannelId channel = handshake_of(action);
    if (!is_some(channel)) return;
    const bool is_guarded = !guard_of(action).empty();
    const bool has_items = !model_.channels[channel].items.empty();
    Handshake& handshake = handshakes_[channel];
    handshake.is_numbered = handshake.is_numbered || is_guarded || !has_items;
  }

  // The sender computes its message before anybody looks at the guard of a receiver.
  bool may_fail_without_partner() const {
    std::set<ChannelId> guarded;
    for (const Action& action : model_.actions) {
      const bool receives = action.communication.kind == Communication::Kind::Receive;
      if (receives && !guard_of(action).empty()) guarded.insert(handshake_of(action));
    }
    for (const Action& action : model_.actions) {
      const ChannelId channel = handshake_of(action);
      if (!is_some(channel) || !guarded.contains(channel)) continue;
      for (const ExprId value : action.communication.values) {
        if (can_fail(model_, value, action.owner)) return true;
      }
    }
    return false;
  }

  std::size_t share_of(ChannelId channel, const Action& sender) const {
    const std::vector<std::string> steps = effect_of(sender);
    const auto& shares = handshakes_[channel].shares;
    std::size_t i = 0;
    while (shares[i].steps != steps) ++i;
    return i;
  }

  // A process does not meet itself.
  bool can_meet(const Handshake::Share& share, const Action& receiver) const {
    std::size_t count = 0;
    for (const Process& process : model_.processes) count += process.type == receiver.owner ? 1 : 0;
    for (const ActionId sender : share.senders) {
      if (model_.actions[sender].owner != receiver.owner || count > 1) return true;
    }
    return false;
  }

  // --- head and declarations

  void begin() {
    out_ += fmt::format("/* {} */\n", origin_of(model_));
    if (survey_.may_wrap) {
      out_ += "/* Note: a value out of range, an error there, wraps around here. */\n";
    }
    if (may_fail_without_partner()) {
      out_ +=
          "/* Note: a message that has no value is an error here even where the guard of its\n"
          "   receiver is false. */\n";
    }
    for (const std::string& change : names_.changes) {
      out_ += fmt::format("/* Note: {}. */\n", change);
    }
  }

  // Sections that are not empty stand apart by one empty line.
  template <class Write>
  void section(Write write) {
    const std::size_t before = out_.size();
    out_ += '\n';
    write();
    if (out_.size() == before + 1) out_.pop_back();
  }

  void constants() {
    for (const Slot& slot : model_.constants.slots) {
      if (!slot.is_vector) {
        const Value value = slot.initial.front();
        const std::string number = value < 0 ? fmt::format("({})", value) : std::to_string(value);
        out_ += fmt::format("#define {} {}\n", slot.name, number);
      }
    }
    for (const Slot& slot : model_.constants.slots) {
      if (!slot.is_vector) continue;
      Slot table = slot;
      table.type.range = {0, 255};
      for (const Value value : slot.initial) {
        if (value < 0 || value > 255) table.type.range = {-32768, 32767};
      }
      for (const Value value : slot.initial) {
        if (!table.type.range.contains(value)) table.type.range = full_range;
      }
      declare(table, slot.name, "");
    }
  }

  void globals() {
    for (const Slot& slot : model_.globals.slots) declare(slot, slot.name, "");
    for (const auto& [owner, name] : names_.shared) {
      declare(model_.process_types[owner.first].frame.slots[owner.second], name, "");
    }
    if (names_.committed.empty()) return;
    int count = 0;
    for (const Process& process : model_.processes) {
      const ProcessType& type = model_.process_types[process.type];
      count += type.locations[type.initial].committed ? 1 : 0;
    }
    out_ += fmt::format("byte {}{};  /* processes that nobody else may interrupt */\n",
                        names_.committed, count > 0 ? fmt::format(" = {}", count) : "");
  }

  void declare(const Slot& slot, const std::string& name, std::string_view indent) {
    // SPIN keeps the elements of a bit array in bytes, and so must we.
    const bool is_bit = slot.type.range == Range{0, 1} && !slot.is_vector;
    const std::string type = is_no_channel(slot) ? "chan"
                             : is_bit            ? "bit"
                                                 : promela_type_name(slot.type.range);
    bool all_equal = true;
    for (const Value value : slot.initial) all_equal = all_equal && value == slot.initial.front();
    out_ += fmt::format("{}{} {}", indent, type, name);
    if (slot.is_vector) out_ += fmt::format("[{}]", slot.length);
    if (!all_equal) {
      out_ += fmt::format(" = {{ {} }}", fmt::join(listed(slot), ", "));
    } else if (slot.initial.front() != 0) {
      out_ += fmt::format(" = {}", slot.initial.front());
    }
    out_ += ";\n";
  }

  // A list has no signs in SPIN; the wrapped value is the same.
  static std::vector<std::int64_t> listed(const Slot& slot) {
    std::vector<std::int64_t> values(slot.initial.begin(), slot.initial.end());
    for (std::int64_t& value : values) {
      if (value < 0) value += static_cast<std::int64_t>(slot.type.range.span()) + 1;
    }
    return values;
  }

  void channel(ChannelId id) {
    const Channel& channel = model_.channels[id];
    std::vector<std::string> items;
    for (const ValueType& item : channel.items) items.push_back(promela_type_name(item.range));
    if (handshakes_[id].is_numbered || items.empty()) items.emplace_back(number_type(id));
    out_ += fmt::format("chan {} = [{}] of {{ {} }};\n", channel.name, channel.capacity,
                        fmt::join(items, ", "));
  }

  // Of the number in the message of a handshake.
  std::string number_type(ChannelId id) const {
    const std::size_t count = handshakes_[id].shares.size();
    for (const Range range : {Range{0, 255}, Range{-32768, 32767}}) {
      if (count < static_cast<std::size_t>(range.high)) return promela_type_name(range);
    }
    return promela_type_name(full_range);
  }

  // --- processes

  void process_type(ProcessTypeId id) {
    const ProcessType& type = model_.process_types[id];
    std::size_t count = 0;
    for (const Process& process : model_.processes) count += process.type == id ? 1 : 0;
    out_ += fmt::format("active {}proctype {}()", count > 1 ? fmt::format("[{}] ", count) : "",
                        type.name);
    if (is_some(type.provided)) {
      out_ += fmt::format(" provided ({})", text_.text(type.provided, id));
    }
    out_ += " {\n";
    bool has_locals = false;
    for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
      const auto slot = to_id<SlotId>(i);
      if (names_.shared.contains({id, slot})) continue;
      declare(type.frame.slots[slot], type.frame.slots[slot].name, "  ");
      has_locals = true;
    }
    locations(id, has_locals);
    out_ += "}\n";
  }

  void claim() {
    const std::string note = claim_note(model_);
    out_ += note.empty() ? "never {\n" : fmt::format("/* {} */\nnever {{\n", note);
    locations(model_.claim->type, false);
    out_ += "}\n";
  }

  void locations(ProcessTypeId id, bool has_locals) {
    const ProcessType& type = model_.process_types[id];
    if (to_index(type.initial) != 0) {
      out_ += fmt::format("  goto {};\n", type.locations[type.initial].name);
      has_locals = true;
    }
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      const auto location = to_id<LocationId>(i);
      if (i > 0 || has_locals) out_ += '\n';
      out_ += type.locations[location].name + ":\n";
      const auto further = names_.further_labels.find({id, location});
      if (further != names_.further_labels.end()) {
        for (const std::string& label : further->second) out_ += label + ":\n";
      }
      options(id, location);
      if (i + 1 < type.locations.size()) out_.insert(out_.size() - 1, ";");
    }
  }

  void options(ProcessTypeId id, LocationId location) {
    std::vector<std::string> options;
    for (const Action& action : model_.actions) {
      if (action.owner != id || action.from != location) continue;
      for (const Option& option : options_of(action)) {
        options.push_back(option_text(option, model_.process_types[id].locations[action.to].name));
      }
    }
    if (options.empty()) {
      out_ += "  do :: false od\n";  // and not the end of the process, which would be a step
    } else if (options.size() == 1 && !options.front().starts_with("d_step")) {
      out_ += fmt::format("  {}\n", options.front());  // SPIN jumps to no d_step
    } else {
      out_ += fmt::format("  if\n  :: {}\n  fi\n", fmt::join(options, "\n  :: "));
    }
  }

  std::string option_text(const Option& option, const std::string& target) const {
    const auto& [guard, steps] = option;
    if (steps.empty()) {
      return fmt::format("{} -> goto {}", guard.empty() ? "true" : guard, target);
    }
    if (guard.empty() && steps.size() == 1) {
      return fmt::format("{}; goto {}", steps.front(), target);
    }
    const std::string condition = guard.empty() ? "" : guard + " -> ";
    const std::string line =
        fmt::format("d_step {{ {}{} }}; goto {}", condition, fmt::join(steps, "; "), target);
    if (line.size() + 6 <= columns_max) return line;
    std::string lines = "d_step {\n";
    if (!guard.empty()) lines += fmt::format("       {} ->\n", guard);
    for (const std::string& step : steps) {
      lines += fmt::format("       {}{}\n", step, &step == &steps.back() ? "" : ";");
    }
    return lines + fmt::format("     }}; goto {}", target);
  }

  // --- actions

  // Without what its channel demands.
  std::string guard_of(const Action& action) const {
    const bool is_claim = model_.claim && model_.claim->type == action.owner;
    const auto& locations = model_.process_types[action.owner].locations;
    std::string guard;
    if (survey_.has_committed && !is_claim && !locations[action.from].committed) {
      guard = fmt::format("{} == 0", names_.committed);
    }
    return joined(guard, action);
  }

  std::string joined(const std::string& first, const Action& action) const {
    using enum PromelaText::Binding;
    if (!is_some(action.guard)) return first;
    if (first.empty()) return text_.text(action.guard, action.owner);
    const bool is_conjunction = model_.exprs[action.guard].op == Op::And;
    return fmt::format(
        "{} && {}", first,
        text_.text(action.guard, action.owner, is_conjunction ? AndLevel : EqualityLevel));
  }

  std::vector<std::string> effect_of(const Action& action) const {
    std::vector<std::string> steps;
    for (const Instruction& step : action.effect) {
      const std::string value = text_.text(step.value, action.owner);
      steps.push_back(step.kind == Instruction::Kind::Assert
                          ? fmt::format("assert({})", value)
                          : fmt::format("{} = {}", text_.text(step.target, action.owner), value));
    }
    const int change = names_.committed.empty() ? 0 : committed_change(model_, action);
    if (change != 0) {
      steps.push_back(fmt::format("{0} = {0} {1} 1", names_.committed, change > 0 ? '+' : '-'));
    }
    return steps;
  }

  std::vector<Option> options_of(const Action& action) const {
    const Communication& communication = action.communication;
    const ChannelId handshake = handshake_of(action);
    if (communication.kind == Communication::Kind::None) {
      return {{guard_of(action), effect_of(action)}};
    }
    if (!is_some(handshake)) return {buffered(action)};
    if (communication.kind == Communication::Kind::Send) {
      return {{"", {send(action, handshake)}}};
    }
    std::vector<Option> options;
    const auto& shares = handshakes_[handshake].shares;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (!can_meet(shares[i], action)) continue;
      Option option{"", {receive(action, handshake, i)}};
      for (const std::string& step : effect_of(action)) option.steps.push_back(step);
      for (const std::string& step : shares[i].steps) option.steps.push_back(step);
      options.push_back(std::move(option));
    }
    if (options.empty()) options.push_back({"", {receive(action, handshake, 0)}});  // nobody sends
    return options;
  }

  Option buffered(const Action& action) const {
    const Communication& communication = action.communication;
    const std::string& name = model_.channels[model_.fixed_channel(communication)].name;
    const bool sends = communication.kind == Communication::Kind::Send;
    const std::string message = fmt::format("{}", fmt::join(message_of(action), ","));
    std::string guard = guard_of(action);
    if (!guard.empty()) {
      bool matches = false;
      for (const ReceiveItem& item : communication.items) {
        matches = matches || item.kind == ReceiveItem::Kind::Match;
      }
      const std::string possible =
          matches ? fmt::format("{}{}[{}]", name, communication.searches ? "??" : "?", message)
                  : fmt::format("{}({})", sends ? "nfull" : "nempty", name);
      // What the channel says comes first: without it the guard is not even looked at.
      using enum PromelaText::Binding;
      const bool is_plain = is_some(action.guard) && guard == joined("", action);
      guard = is_plain ? joined(possible, action) : fmt::format("{} && {}", possible, guard);
    }
    const std::string_view sign =
        sends ? (communication.sorted ? "!!" : "!") : (communication.searches ? "??" : "?");
    const std::string text = communication.keeps ? fmt::format("{}{}<{}>", name, sign, message)
                                                 : fmt::format("{}{}{}", name, sign, message);
    Option option{guard, {text}};
    for (const std::string& step : effect_of(action)) option.steps.push_back(step);
    return option;
  }

  // The items of the message that is sent or received, one text each.
  std::vector<std::string> message_of(const Action& action) const {
    const Communication& communication = action.communication;
    const std::size_t width = model_.channels[model_.fixed_channel(communication)].items.size();
    std::vector<std::string> items;
    for (const ExprId value : communication.values) {
      const std::string text = text_.text(value, action.owner);
      items.push_back(text.starts_with('!') ? fmt::format("({})", text) : text);  // c!!x sorts
    }
    for (const ReceiveItem& item : communication.items) {
      switch (item.kind) {
        case ReceiveItem::Kind::Store:
          items.push_back(text_.text(item.target, action.owner));
          break;
        case ReceiveItem::Kind::Match:
          items.push_back(fmt::format("eval({})", text_.text(item.value, action.owner)));
          break;
        case ReceiveItem::Kind::Ignore: items.emplace_back("_"); break;
      }
    }
    items.resize(width, communication.kind == Communication::Kind::Send ? "0" : "_");
    return items;
  }

  std::string send(const Action& action, ChannelId channel) const {
    using enum PromelaText::Binding;
    std::vector<std::string> items = message_of(action);
    const std::string guard = guard_of(action);
    for (std::size_t i = 0; i < action.communication.values.size() && !guard.empty(); ++i) {
      // Where the guard is false there may be no value to send.
      const ExprId value = action.communication.values[i];
      if (!can_fail(model_, value, action.owner)) continue;
      items[i] = fmt::format("({} -> {} : 0)", guard, text_.text(value, action.owner, OrLevel));
    }
    if (handshakes_[channel].is_numbered) {
      const std::size_t number = share_of(channel, action) + 1;
      items.push_back(guard.empty() ? std::to_string(number)
                                    : fmt::format("({} -> {} : 0)", guard, number));
    }
    return fmt::format("{}!{}", model_.channels[channel].name, fmt::join(items, ","));
  }

  std::string receive(const Action& action, ChannelId channel, std::size_t share) const {
    std::vector<std::string> items = message_of(action);
    const std::string guard = guard_of(action);
    if (handshakes_[channel].is_numbered) {
      items.push_back(guard.empty() ? std::to_string(share + 1)
                                    : fmt::format("eval(({} -> {} : -1))", guard, share + 1));
    }
    return fmt::format("{}?{}", model_.channels[channel].name, fmt::join(items, ","));
  }

  // --- assertions

  // They hold whenever somebody is there, which in Promela a formula says.
  void assertions() {
    if (model_.assertions.empty()) return;
    Model outside = model_;
    std::size_t number = 0;
    for (const Assertion& assertion : model_.assertions) {
      for (std::size_t i = 0; i < model_.processes.size(); ++i) {
        if (model_.processes[to_id<ProcessId>(i)].type == assertion.owner) {
          assertion_of(outside, assertion, to_id<ProcessId>(i), ++number);
        }
      }
    }
  }

  // `outside` is a copy of the model to which expressions can be added.
  void assertion_of(Model& outside, const Assertion& assertion, ProcessId process,
                    std::size_t number) {
    const std::string condition =
        PromelaText(outside, names_)
            .text(seen_from_outside(outside, assertion.expr, process), assertion.owner);
    const ProcessType& type = model_.process_types[assertion.owner];
    out_ += fmt::format("ltl assertion_{} {{ [] ({}@{} -> ({})) }}\n", number, text_.text(process),
                        type.locations[assertion.location].name, condition);
  }

  // The same expression with the locals of the process named as others name them.
  static ExprId seen_from_outside(Model& model, ExprId id, ProcessId process) {
    Expr expr = model.exprs[id];
    if (expr.op == Op::Read) {
      if (expr.place.scope == Scope::Self) {
        expr.place.scope = Scope::Process;
        expr.place.process = process;
      }
      if (is_some(expr.place.index)) {
        expr.place.index = seen_from_outside(model, expr.place.index, process);
      }
    }
    for (ExprId* operand : {&expr.left, &expr.right, &expr.third}) {
      if (is_some(*operand)) *operand = seen_from_outside(model, *operand, process);
    }
    return model.add_expr(expr);
  }

  const Model& model_;
  const PromelaNames& names_;
  const PromelaSurvey& survey_;
  PromelaText text_;
  IdMap<ChannelId, Handshake> handshakes_;
  std::string out_;
};

}  // namespace

Encoded to_promela(const Model& given) {
  StepByStep steps = step_by_step(given, "Promela");
  if (!steps.refusal.empty()) return {{}, steps.refusal};
  Widened wide = widened(std::move(steps.model), promela_types, "Promela");
  if (!wide.refusal.empty()) return {{}, wide.refusal};
  const PromelaSurvey first_look = survey_for_promela(wide.model);
  if (!first_look.refusal.empty()) return {{}, first_look.refusal};
  LocationVariables located = with_location_variables(std::move(wide.model));
  if (!located.refusal.empty()) return {{}, located.refusal};
  const PromelaSurvey survey = survey_for_promela(located.model);
  Model& renamed = located.model;
  PromelaNames names = give_promela_names(renamed, survey);
  names.changes.insert(names.changes.begin(), located.notes.begin(), located.notes.end());
  return {PromelaWriter(renamed, names, survey).run(), {}};
}

}  // namespace clew
