#include "clew/native/c_processes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/native/c_fields.hpp"

namespace clew {

bool may_set_e(const std::string& text) {
  return can_set_error(text) || text.find("(e)") != std::string::npos ||
         text.find("e = 1") != std::string::npos || text.find("!e") != std::string::npos;
}

std::string c_block(const std::string& text, const std::string& indent) {
  if (text.empty()) return "";
  const std::string e = may_set_e(text) ? indent + "  int e = 0;\n" : "";
  return indent + "{\n" + e + text + indent + "}\n";
}

CProcesses::CProcesses(const Model& model, const PackedLayout& layout, const CNames& names,
                       CExpressions& expressions, MoveLabel label)
    : model_(model),
      layout_(layout),
      names_(names),
      expressions_(expressions),
      label_(label),
      graph_(model) {
  const auto look_at = [&](const std::vector<Instruction>& steps) {
    for (const Instruction& step : steps) {
      uses_assertions_ = uses_assertions_ || step.kind == Instruction::Kind::Assert;
    }
  };
  for (const Action& each : model.actions) {
    look_at(each.effect);
    refuse_choices(each);
    must_go_on_ = must_go_on_ || each.then == Action::Then::MustGoOn;
  }
  for (const ProcessType& type : model.process_types) {
    look_at(type.setup);
    for (const Location& each : type.locations) has_committed_ = has_committed_ || each.committed;
  }
}

CView CProcesses::source_view(ProcessTypeId type, ProcessId process) const {
  if (process == claim_id) return {"s", "s", type, process, "-1"};
  if (layout_.is_fixed) return {"s", "s", type, process, std::to_string(to_index(process))};
  return {"s", "p", type, process, "self"};
}

CView CProcesses::target_view(ProcessTypeId type, ProcessId process) const {
  CView view = source_view(type, process);
  view.state = "t";
  view.own = layout_.is_fixed || process == claim_id ? "t" : "q";
  return view;
}

CProcesses::Actor CProcesses::actor(ProcessTypeId type, ProcessId process) const {
  const CNames::Owner& owner = layout_.is_fixed ? names_.processes[process] : names_.types[type];
  return {source_view(type, process), target_view(type, process), &owner};
}

std::string CProcesses::one_of(const std::string& at, const std::vector<std::size_t>& marked,
                               std::size_t count) {
  if (marked.empty()) return "0";
  if (marked.size() == count) return "1";
  if (marked.size() > 2 && count <= 64) {
    std::uint64_t mask = 0;
    for (const std::size_t each : marked) mask |= std::uint64_t{1} << each;
    return fmt::format("({} >> {} & 1)", c_word(mask), at);
  }
  std::string out;
  for (const std::size_t each : marked) {
    out += fmt::format("{}{} == {}", out.empty() ? "" : " || ", at, each);
  }
  return "(" + out + ")";
}

// --- functions

std::string CProcesses::declared(const Actor&, const std::string& name) const {
  return layout_.is_fixed
             ? fmt::format("static void {}(Run *run, const word *s, int within)", name)
             : fmt::format(
                   "static void {}(Run *run, const word *s, const word *p, int self, int within)",
                   name);
}

std::string CProcesses::call(const std::string& name, const Actor& who,
                             const std::string& more) const {
  const std::string own = layout_.is_fixed ? "" : ", " + who.source.own + ", " + who.source.self;
  return fmt::format("{}(run, {}{}{})", name, who.source.state, own, more);
}

bool CProcesses::asks_to_act(const ProcessType& type) const {
  return has_committed_ || is_some(type.provided);
}

std::string CProcesses::print() {
  std::vector<Actor> actors;
  if (layout_.is_fixed) {
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      actors.push_back(actor(layout_.positions[i], to_id<ProcessId>(i)));
    }
  } else {
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      actors.push_back(actor(to_id<ProcessTypeId>(i), no_id<ProcessId>));
    }
  }
  std::string out = "\n";
  for (const Actor& who : actors) {
    out += declared(who, who.names->name) + ";\n";
    if (layout_.is_fixed && graph_.has_sequences()) {
      out += fmt::format("static void go_on_{}(Run *run, int within);\n", who.names->name);
    }
  }
  for (const Actor& who : actors) out += may_act(who);
  for (const Actor& who : actors) {
    out += function_of(who);
    if (layout_.is_fixed && graph_.has_sequences()) out += go_on_function(who);
  }
  return out + fire_function();
}

// The call that says whether a process may act.  If that has no value, `first` is the action that fails.
std::string CProcesses::asks_to(const Actor& who, ActionId first) {
  const bool can_fail = is_some(model_.process_types[who.source.type].provided);
  return call("may_act_" + who.names->name, who,
              can_fail ? fmt::format(", {}", to_index(first)) : std::string());
}

std::string CProcesses::may_act(const Actor& who) {
  const ProcessType& type = model_.process_types[who.source.type];
  if (!asks_to_act(type)) return "";
  std::string out =
      fmt::format("\nstatic int may_act_{}(Run *run, const word *s{}{}) {{\n", who.names->name,
                  layout_.is_fixed ? "" : ", const word *p, int self",
                  is_some(type.provided) ? ", int action" : "");
  if (has_committed_) {
    const std::string committed =
        at_marked(type, fmt::format("{}({})", who.names->at, who.source.own),
                  [](const Location& each) { return each.committed; });
    out += fmt::format("  if (run->committed && !{}) return 0;\n", committed);
  }
  if (is_some(type.provided)) {
    const std::string provided = expressions_.condition(type.provided, who.source);
    if (can_set_error(provided)) {
      out += fmt::format("  int e = 0, go = {};\n", provided);
      out += "  if (!e) return go;\n  run->taken[action] = 1;\n  failed(run);\n  return 0;\n}\n";
      return out;
    }
    return out + fmt::format("  return {};\n}}\n", provided);
  }
  return out + "  return 1;\n}\n";
}

std::string CProcesses::function_of(const Actor& who) {
  const ProcessType& type = model_.process_types[who.source.type];
  std::string cases;
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    cases += location(who, to_id<LocationId>(i));
  }
  std::string out = fmt::format("\n/* {} */\n", c_comment(who.names->name));
  out += declared(who, who.names->name) + " {\n  word *t;\n";
  if (!layout_.is_fixed) out += "  word *q;\n  unsigned base = 0;\n";
  if (uses_assertions_) {
    out += "  int asserted = within ? run->asserted : 0;\n";
    if (asks_to_act(type)) out += "  run->asserted = asserted;\n";
  }
  if (label_ == MoveLabel::Movers) {
    out += fmt::format("  word label = within ? run->label : {};\n", mover(who));
  }
  if (label_ == MoveLabel::Beginning && graph_.has_sequences()) {
    out += "  word label = run->label;\n";
  }
  out += fmt::format("  switch ({}({})) {{\n", who.names->at, who.source.own) + cases + "  }\n";
  return out + "}\n";
}

// The process goes on from the state at `next`; where it cannot, the move ends there.
std::string CProcesses::go_on_function(const Actor& who) const {
  const std::string& name = who.names->name;
  return fmt::format(
      "static void go_on_{}(Run *run, int within) {{\n"
      "  word here[{}], steps = run->steps;\n"
      "  int timeout = run->timeout, committed = run->committed;\n"
      "  copy(here, run->next);\n"
      "  run->timeout = run->committed = 0;\n"
      "  {}(run, here, within);\n"
      "  run->timeout = timeout;\n"
      "  run->committed = committed;\n"
      "  if (run->steps != steps) return;\n"
      "  copy(run->next, here);\n"
      "  if (within == 2) failed(run);\n"
      "  else found(run);\n"
      "}}\n",
      name, std::max(layout_.word_count, 1U), name);
}

std::string CProcesses::fire_function() const {
  std::string out = "\nstatic void fire(Run *run, const word *s, int number, int within) {\n";
  if (layout_.is_fixed) {
    out += "  switch (number) {\n";
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      out += fmt::format("    case {}: {}(run, s, within); break;\n", i,
                         names_.processes[to_id<ProcessId>(i)].name);
    }
    return out + "  }\n}\n";
  }
  out += "  const word *p = s + run->place_of(run, s, number, -1);\n";
  out += "  switch (run->type_of(run, s, number)) {\n";
  for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
    out += fmt::format("    case {}: {}(run, s, p, number, within); break;\n", i,
                       names_.types[to_id<ProcessTypeId>(i)].name);
  }
  return out + "  }\n}\n";
}

// --- locations

std::string CProcesses::location(const Actor& who, LocationId id) {
  const std::vector<ActionId>& actions = graph_.outgoing(who.source.type, id);
  if (actions.empty()) return "";
  const ProcessType& type = model_.process_types[who.source.type];
  bool has_else = false;
  bool has_escape = false;
  bool has_alternative = false;
  for (const ActionId each : actions) {
    const Action& listed = model_.actions[each];
    has_else = has_else || listed.is_else;
    has_escape = has_escape || listed.escape != 0;
    has_alternative = has_alternative || listed.alternative != 0;
  }
  std::string out =
      fmt::format("    case {}: {{ /* {} */\n", to_index(id), c_comment(type.locations[id].name));
  if (has_else) out += "      word first = run->steps;\n";
  if (has_escape || has_alternative) out += "      word before;\n";
  if (has_escape) out += "      unsigned escape = 0;\n";
  if (has_alternative) out += "      unsigned alternative = 0;\n";
  if (asks_to_act(type)) {
    out += fmt::format("      if (within != 2 && !{}) break;\n", asks_to(who, actions.front()));
  }
  for (const ActionId each : actions) {
    const Action& listed = model_.actions[each];
    std::string condition;
    if (listed.is_else) condition = "run->steps == first";
    if (listed.alternative != 0) {
      condition +=
          fmt::format("{}alternative != {}", condition.empty() ? "" : " && ", listed.alternative);
    }
    if (has_escape) {
      out += fmt::format("      if (escape && escape != {}) break;\n", listed.escape);
    }
    if (has_escape || has_alternative) out += "      before = run->steps;\n";
    if (!condition.empty()) out += fmt::format("      if ({})\n", condition);
    out += action(who, each);
    if (has_escape || has_alternative) {
      const std::string noted =
          (has_escape ? fmt::format(" escape = {};", listed.escape) : "") +
          (has_alternative ? fmt::format(" alternative = {};", listed.alternative) : "");
      out += fmt::format("      if (run->steps != before) {{{} }}\n", noted);
    }
  }
  return out + "      break;\n    }\n";
}

std::string CProcesses::action(const Actor& who, ActionId id) {
  const Action& listed = model_.actions[id];
  const std::string block =
      for_each_choice(listed, c_block(action_body(who, id), "      "), "      ");
  // A receive that waits for a partner is printed with its sender.
  if (block.empty() || listed.text.empty()) return block;
  return fmt::format("      /* {} */\n", c_comment(listed.text)) + block;
}

std::string CProcesses::for_each_choice(const Action& listed, const std::string& block,
                                        const std::string& indent) const {
  if (listed.choices.empty() || block.empty()) return block;
  std::string before;
  std::string after;
  for (const SlotId choice : listed.choices) {
    const std::string& name = names_.choices[to_index(choice)];
    const Range range = model_.choices.slots[choice].type.range;
    // The end of the range may be the largest number there is.
    before += fmt::format("{0}{{ int {1}; for ({1} = {2};; {1}++) {{\n", indent, name,
                          c_number(range.low));
    after =
        fmt::format("{}if ({} == {}) break; }} }}\n", indent, name, c_number(range.high)) + after;
  }
  return before + block + after;
}

// What is printed more than once, or as a function of its own, knows of no choice.
void CProcesses::refuse_choices(const Action& listed) const {
  if (listed.choices.empty()) return;
  if (listed.communication.kind != Communication::Kind::None || listed.alternative != 0) {
    throw NoText("it has choices where processes communicate");
  }
  if (!model_.polls.empty()) throw NoText("it has choices, and polls channels");
}

// The ways on from the step before may have failed assertions that this one knows nothing of.
std::string CProcesses::begins_anew(const std::string& indent) const {
  return uses_assertions_ ? indent + "run->asserted = asserted;\n" : std::string();
}

// The label of a move that `who` makes alone, or with a partner.  Only said where the action is taken:
// most are looked at in vain.
std::string CProcesses::tell(const Actor& who, ActionId id, const Partner& partner,
                             const std::string& indent) const {
  const bool goes_on = graph_.is_passed(who.source.type, model_.actions[id].from);
  switch (label_) {
    case MoveLabel::None: break;
    case MoveLabel::Movers:
      return fmt::format("{}run->label = label{};\n", indent,
                         partner.who == nullptr ? "" : " | " + mover(*partner.who));
    case MoveLabel::Beginning:
      return fmt::format("{}{} = {}{};\n", indent, tells_at_once() ? "*run->labels" : "run->label",
                         goes_on ? "within ? label : " : "", beginning(who, id, partner));
  }
  return "";
}

// What a move begins with.
std::string CProcesses::beginning(const Actor& who, ActionId id, const Partner& partner) {
  const auto half = [](const Actor& each, ActionId action) {
    const bool is_known = is_some(each.source.process);
    return Beginning::half(is_known ? to_index(each.source.process) + 1 : 0, action);
  };
  std::uint64_t known = half(who, id);
  std::string rest;
  if (!is_some(who.source.process)) rest = fmt::format(" | (word)({} + 1)", who.source.self);
  if (partner.who != nullptr) {
    known |= half(*partner.who, partner.id) << 32;
    const CView& source = partner.who->source;
    if (!is_some(source.process)) rest += fmt::format(" | (word)({} + 1) << 32", source.self);
  }
  return rest.empty() ? c_word(known) : "(" + c_word(known) + rest + ")";
}

// The last bit stands for all who have none of their own.
std::string CProcesses::mover(const Actor& who) {
  constexpr std::size_t last = 63;
  if (is_some(who.source.process)) {
    return c_word(std::uint64_t{1} << std::min(to_index(who.source.process), last));
  }
  return fmt::format("(word)1 << ({0} < {1} ? {0} : {1})", who.source.self, last);
}

std::string CProcesses::action_body(const Actor& who, ActionId id) {
  const Action& listed = model_.actions[id];
  std::string indent = "        ";
  const std::string reset = begins_anew(indent);
  const std::string guard =
      is_some(listed.guard) ? expressions_.condition(listed.guard, who.source) : "";
  const bool guard_fails = can_set_error(guard);
  const bool talks = listed.communication.kind != Communication::Kind::None;
  const auto inner = [&](const std::string& at) {
    return talks ? communicates(who, id, at) : alone(who, id, at);
  };
  if (guard.empty() || guard == "1") return reset + inner(indent);
  if (!guard_fails) {
    return reset + fmt::format("{}if ({}) {{\n", indent, guard) + inner(indent + "  ") + indent +
           "}\n";
  }
  // Without a value the guard lets the action through to where its failure is counted.
  std::string out = reset + fmt::format("{}int go = {};\n", indent, guard);
  if (talks) {
    return out + indent + "if (go || e) {\n" + inner(indent + "  ") + indent + "}\n";
  }
  out += indent + "if (e) {\n" + mark_taken(id, indent + "  ") + indent + "  failed(run);\n";
  return out + indent + "} else if (go) {\n" + inner(indent + "  ") + indent + "}\n";
}

std::string CProcesses::mark_taken(ActionId id, const std::string& indent) const {
  const std::string counted = graph_.has_returns() ? " run->firings++;" : "";
  return fmt::format("{}run->taken[{}] = 1;{}\n", indent, to_index(id), counted);
}

std::string CProcesses::begin(const Actor& who, const std::string& indent) const {
  if (layout_.is_fixed) return indent + "t = begin(run, s);\n";
  return fmt::format("{}t = run->begin(run, s);\n{}{} = t + ({} - s);\n", indent, indent,
                     who.target.own, who.source.own);
}

std::string CProcesses::go_to(LocationId from, LocationId to, const CView& view) const {
  if (from == to) return "";
  const PackedSlot& slot = view.process == claim_id ? layout_.claim.location
                           : layout_.is_fixed       ? layout_.processes[view.process].location
                                                    : layout_.process_types[view.type].location;
  // Who gets there fails on the way; there are no bits for the location, and those of others must stay
  // as they are until it does.
  if (!slot.can_hold(static_cast<Value>(to_index(to)))) return "";
  const auto flipped = static_cast<std::uint64_t>(to_index(from) ^ to_index(to));
  const ProcessType& type = model_.process_types[view.type];
  return fmt::format("{}[{}] ^= {}; /* to {} */\n", view.own, slot.word,
                     c_word(flipped << slot.shift), c_comment(type.locations[to].name));
}

std::string CProcesses::alone(const Actor& who, ActionId id, const std::string& indent) {
  const Action& listed = model_.actions[id];
  std::string out = begin(who, indent) + mark_taken(id, indent) + tell(who, id, {}, indent);
  const std::string going = go_to(listed.from, listed.to, who.target);
  if (!going.empty()) out += indent + going;
  out += effect(listed, who.target, indent);
  return out + after(who, id, out, indent);
}

// --- what becomes of the move

std::string CProcesses::going_on_call(const Actor& who, const Action& listed) const {
  const int within = listed.then == Action::Then::MustGoOn ? 2 : 1;
  const bool by_text = layout_.is_fixed && !graph_.can_return(who.source.type, listed.to);
  if (by_text) return fmt::format("go_on_{}(run, {});", who.names->name, within);
  return fmt::format("run->go_on(run, {}, {});", who.source.self, within);
}

std::string CProcesses::after(const Actor& who, ActionId id, const std::string& so_far,
                              const std::string& indent, int depth) {
  const Action& listed = model_.actions[id];
  const bool ends_process = std::any_of(
      listed.effect.begin(), listed.effect.end(),
      [](const Instruction& step) { return step.kind == Instruction::Kind::Terminate; });
  const bool can_fail = may_set_e(so_far);
  // Every send is printed with every receive it may meet, and a compiler is no faster than the judge
  // at any length.
  constexpr std::uint64_t bytes_max = 8U << 20;
  bytes_printed_ += so_far.size();
  if (bytes_printed_ > bytes_max) throw NoText("its text in C would be longer than 8 MB");
  const std::string check = can_fail ? indent + "if (e) failed(run);\n" + indent + "else " : indent;
  if (listed.then == Action::Then::Ends || ends_process) return check + "found(run);\n";
  const std::string inlined = goes_on(who, listed, can_fail ? indent + "  " : indent, depth);
  if (inlined.empty()) return check + going_on_call(who, listed) + "\n";
  return can_fail ? check + "{\n" + inlined + indent + "}\n" : inlined;
}

// The next action of the same move, in place, where there is only one to take; else nothing.
std::string CProcesses::goes_on(const Actor& who, const Action& listed, const std::string& indent,
                                int depth) {
  constexpr int depth_max = 64;
  const ProcessType& type = model_.process_types[who.source.type];
  const bool must = listed.then == Action::Then::MustGoOn;
  const std::vector<ActionId>& actions = graph_.outgoing(who.source.type, listed.to);
  if (!layout_.is_fixed || depth == depth_max || actions.size() != 1) return "";
  if (graph_.can_return(who.source.type, listed.to)) return "";
  if (!must && asks_to_act(type)) return "";
  const Action& next = model_.actions[actions.front()];
  if (next.communication.kind != Communication::Kind::None || !next.choices.empty()) return "";
  const std::string guard =
      is_some(next.guard) ? expressions_.condition(next.guard, who.target) : "";
  const bool asks = !guard.empty() && guard != "1";
  const std::string deeper = asks ? indent + "  " : indent;
  std::string body = mark_taken(actions.front(), deeper);
  if (const std::string going = go_to(next.from, next.to, who.target); !going.empty()) {
    body += deeper + going;
  }
  body += effect(next, who.target, deeper);
  body += after(who, actions.front(), body, deeper, depth + 1);
  if (body.find("run->timeout") != std::string::npos ||
      guard.find("run->timeout") != std::string::npos) {
    return "";  // in the middle of a move no time is out
  }
  if (!asks) return body;
  const std::string blocked = must ? "failed(run);" : "found(run);";
  if (!can_set_error(guard)) {
    return fmt::format("{}if ({}) {{\n{}{}}} else {}\n", indent, guard, body, indent, blocked);
  }
  const std::string fails = fmt::format("{{\n{}{}failed(run);\n{}}}",
                                        mark_taken(actions.front(), deeper), deeper, indent);
  return fmt::format("{0}int goes = {1};\n{0}if (e) {2} else if (goes) {{\n{3}{0}}} else {4}\n",
                     indent, guard, fails, body, blocked);
}

}  // namespace clew
