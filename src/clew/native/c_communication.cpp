// The part of CProcesses that prints sends and receives.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/model/intervals.hpp"
#include "clew/model/message_size.hpp"
#include "clew/native/c_processes.hpp"

namespace clew {

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string CProcesses::communicates(const Actor& who, ActionId id, const std::string& indent) {
  const Communication& talk = model_.actions[id].communication;
  if (const auto known = expressions_.known_channel(talk.channel, who.source)) {
    return over_channel(who, id, *known, known->number, indent);
  }
  const std::string number = expressions_.condition(talk.channel, who.source);
  std::string out = fmt::format("{}int number = {};\n", indent, number);
  if (!can_set_error(number)) return out + any_channel(who, id, indent);
  // Without a channel the step fails at once; a guard without a value waits for what the channel says.
  const std::string in = indent + "  ";
  return fmt::format(
      "{0}int hesitates = e, number;\n{0}e = 0;\n{0}number = {1};\n{0}if (e) {{\n{2}"
      "{3}failed(run);\n{0}}} else {{\n{3}e = hesitates;\n{4}{0}}}\n",
      indent, number, mark_taken(id, in), in, any_channel(who, id, in));
}

// Over the channel with the number `number`.
std::string CProcesses::any_channel(const Actor& who, ActionId id, const std::string& indent) {
  std::string out = indent + expressions_.open_switch("number", who.source) + "\n";
  // Rendezvous channels with the same messages need only one text.
  std::vector<std::pair<const Channel*, std::string>> handshakes;
  for (const CChannel& channel : expressions_.all_channels(who.source)) {
    const Channel& declared = model_.channels[channel.id];
    const std::string label = fmt::format("{}  case {}:\n", indent, expressions_.label(channel));
    if (declared.is_rendezvous()) {
      const auto same = std::find_if(handshakes.begin(), handshakes.end(), [&](const auto& each) {
        return each.first->items == declared.items;
      });
      if (same == handshakes.end()) {
        handshakes.emplace_back(&declared, label);
      } else {
        same->second += label;
      }
      continue;
    }
    out += label + indent + "  {\n" + over_channel(who, id, channel, "number", indent + "    ") +
           indent + "  }\n" + indent + "  break;\n";
  }
  for (const auto& [declared, labels] : handshakes) {
    out += labels + indent + "  {\n" + offers(who, id, *declared, "number", indent + "    ") +
           indent + "  }\n" + indent + "  break;\n";
  }
  out += fmt::format("{0}  default:\n{1}{0}    failed(run);\n{0}}}\n", indent,
                     mark_taken(id, indent + "    "));
  return out;
}

std::string CProcesses::over_channel(const Actor& who, ActionId id, const CChannel& channel,
                                     const std::string& number, const std::string& indent) {
  const Channel& declared = model_.channels[channel.id];
  if (declared.is_rendezvous()) return offers(who, id, declared, number, indent);
  const bool sending = model_.actions[id].communication.kind == Communication::Kind::Send;
  return sending ? sends(who, id, channel, indent) : receives(who, id, channel, indent);
}

// The values of a message: m as the channel carries them, and if they are to be compared g as the
// sender computes them.
std::string CProcesses::message(const Communication& send, const Channel& channel,
                                const CView& view, const std::string& indent) {
  std::string out;
  for (std::size_t k = 0; k < channel.items.size(); ++k) {
    const bool is_given = k < send.values.size();
    std::string value = is_given ? expressions_.condition(send.values[k], view) : "0";
    const Range interval = is_given ? expressions_.interval(send.values[k], view) : Range{0, 0};
    if (send.sorted) {
      out += fmt::format("{}int g{} = {};\n", indent, k, value);
      value = fmt::format("g{}", k);
    }
    out += fmt::format(
        "{}int m{} = {};\n", indent, k,
        without_parentheses(CExpressions::converted(value, interval, channel.items[k])));
  }
  if (!fits(send, channel)) out += indent + "e = 1;\n";
  return out;
}

// What the items of a message can be.
std::vector<Range> CProcesses::carried(const Communication& send, const Channel& channel,
                                       const CView& view) const {
  std::vector<Range> out;
  for (std::size_t k = 0; k < channel.items.size(); ++k) {
    const Range all = channel.items[k].range;
    const Range given =
        k < send.values.size() ? expressions_.interval(send.values[k], view) : Range{0, 0};
    out.push_back(lies_within(given, all) ? given : all);
  }
  return out;
}

std::vector<Range> CProcesses::carried(const Channel& channel) {
  std::vector<Range> out;
  for (const ValueType& item : channel.items) out.push_back(item.range);
  return out;
}

std::string CProcesses::sends(const Actor& who, ActionId id, const CChannel& channel,
                              const std::string& indent) {
  const Action& listed = model_.actions[id];
  const Channel& declared = model_.channels[channel.id];
  const std::string in = indent + "  ";
  // The channel of the target lies where that of the source does.
  const std::string base = channel.base == "s"              ? "t"
                           : channel.base == who.source.own ? who.target.own
                                                            : "(t + base)";
  std::string given;
  std::string carried;
  for (std::size_t k = 0; k < declared.items.size(); ++k) {
    given += fmt::format(", g{}", k);
    carried += fmt::format(", m{}", k);
  }
  std::string body = mark_taken(id, in) + tell(who, id, {}, in);
  body += message(listed.communication, declared, who.source, in);
  body += begin(who, in);
  body += listed.communication.sorted
              ? fmt::format("{}sort_{}({}{}{});\n", in, channel.name, base, given, carried)
              : fmt::format("{}send_{}({}{});\n", in, channel.name, base, carried);
  if (const std::string going = go_to(listed.from, listed.to, who.target); !going.empty()) {
    body += in + going;
  }
  // The guard may have failed before.
  const bool guard_fails =
      is_some(listed.guard) && can_set_error(expressions_.value(listed.guard, who.source));
  body += effect(listed, who.target, in, guard_fails || may_set_e(body));
  body += after(who, id, guard_fails ? "(e)" + body : body, in);
  return fmt::format("{}if (length_{}({}) < {}) {{\n{}{}}}\n", indent, channel.name, channel.base,
                     declared.capacity, body, indent);
}

std::string CProcesses::store_items(const Communication& receive, const Channel& channel,
                                    const std::vector<Range>& items, const Actor& who,
                                    const std::string& indent, bool may_have_failed) {
  std::string out;
  const auto add = [&](const std::string& statement) {
    out += indent + (may_have_failed ? "if (!e) { " + statement + " }" : statement) + "\n";
    may_have_failed = may_have_failed || may_set_e(statement);
  };
  for (std::size_t k = 0; k < receive.items.size() && k < items.size(); ++k) {
    const ReceiveItem& item = receive.items[k];
    if (item.kind != ReceiveItem::Kind::Store) continue;
    const Slot& slot = expressions_.slot_of(item.target, who.target);
    const std::string text = CExpressions::converted(fmt::format("m{}", k), items[k], slot.type);
    if (receive.in_turn || !is_some(item.target.index)) {
      add(expressions_.store(item.target, text, who.target));
      continue;
    }
    // The element is found in the source, and written in the target.
    const std::string at = expressions_.condition(item.target.index, who.source);
    const std::string index = fmt::format("at({}, {}, &e)", at, slot.length);
    add(expressions_.store(item.target, text, who.target, index));
  }
  if (!fits(receive, channel)) out += indent + "e = 1;\n";
  return out;
}

std::string CProcesses::receives(const Actor& who, ActionId id, const CChannel& channel,
                                 const std::string& indent) {
  const Action& listed = model_.actions[id];
  const Communication& receive = listed.communication;
  const Channel& declared = model_.channels[channel.id];
  const std::string in = indent + "  ";
  const std::string base = channel.base == "s"              ? "t"
                           : channel.base == who.source.own ? who.target.own
                                                            : "(t + base)";
  const std::string fits = expressions_.matches(receive, channel, "i", who.source);
  const bool guard_fails =
      is_some(listed.guard) && can_set_error(expressions_.value(listed.guard, who.source));
  std::string out =
      fmt::format("{}int i = 0, n = length_{}({});\n", indent, channel.name, channel.base);
  const bool asks = !fits.empty();
  // A guard that failed must not hide behind the search, nor stop it.
  if (asks && guard_fails) out += indent + "int refused = e;\n" + indent + "e = 0;\n";
  if (!receive.searches) out += indent + "if (n > 1) n = 1;\n";
  if (asks) {
    out += fmt::format("{}while (i < n{} && !({})) i++;\n", indent,
                       can_set_error(fits) ? " && !e" : "", fits);
  }
  const std::string failing = can_set_error(fits) ? " || e" : "";
  out += fmt::format("{}if (i < n{}) {{\n", indent, failing);
  if (asks && guard_fails) out += in + "e |= refused;\n";
  std::string body = mark_taken(id, in) + tell(who, id, {}, in);
  for (std::size_t k = 0; k < declared.items.size() && k < receive.items.size(); ++k) {
    if (receive.items[k].kind != ReceiveItem::Kind::Store) continue;
    body +=
        fmt::format("{0}int m{1} = item_{2}({3}, {1}, i);\n", in, k, channel.name, channel.base);
  }
  body += begin(who, in);
  if (!receive.keeps) body += fmt::format("{}take_{}({}, i);\n", in, channel.name, base);
  const bool failed_before = guard_fails || can_set_error(fits);
  body += store_items(receive, declared, carried(declared), who, in, failed_before);
  if (const std::string going = go_to(listed.from, listed.to, who.target); !going.empty()) {
    body += in + going;
  }
  body += effect(listed, who.target, in, failed_before || may_set_e(body));
  body += after(who, id, failed_before ? "(e)" + body : body, in);
  return out + body + indent + "}\n";
}

// --- rendezvous

std::string CProcesses::offers(const Actor& who, ActionId id, const Channel& channel,
                               const std::string& number, const std::string& indent) {
  const Action& listed = model_.actions[id];
  if (listed.communication.kind != Communication::Kind::Send) return "";  // found from its sender
  const std::string refusal = mark_taken(id, indent + "  ") + indent + "  failed(run);\n";
  if (listed.then == Action::Then::MustGoOn) {
    return indent + "{\n" + refusal + indent + "}\n";
  }
  const bool guard_fails =
      is_some(listed.guard) && can_set_error(expressions_.value(listed.guard, who.source));
  Offer offer;
  offer.send = &listed;
  offer.id = id;
  offer.sender = &who;
  offer.number = number;
  offer.channel = &channel;
  offer.items = carried(listed.communication, channel, who.source);
  const std::string in = must_go_on_ ? indent + "  " : indent;
  std::string body = message(listed.communication, channel, who.source, in);
  offer.can_fail = guard_fails || can_set_error(body) || body.find("e = 1") != std::string::npos;
  if (offer.can_fail) body += in + "int refused = e;\n";
  if (listed.escape != 0) body += in + "word tried = run->steps;\n";
  body += partners(offer, in);
  // SPIN forgets that an escape was taken when a rendezvous behind it finds no partner.
  if (listed.escape != 0) body += in + "if (run->steps == tried) escape = 0;\n";
  if (!must_go_on_) return body;
  return indent + "if (within == 2) {\n" + refusal + indent + "} else {\n" + body + indent + "}\n";
}

std::string CProcesses::partners(const Offer& offer, const std::string& indent) {
  std::string out;
  if (layout_.is_fixed) {
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      const auto id = to_id<ProcessId>(i);
      if (id == offer.sender->source.process) continue;
      const std::string text = partner(offer, actor(layout_.positions[i], id), indent);
      if (text.empty()) continue;
      if (expressions_.comes_and_goes()) {
        out += fmt::format("{}if ({})\n", indent, expressions_.is_alive(i, "s"));
      }
      out += text;
    }
    return out;
  }
  std::string cases;
  for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
    Actor who = actor(to_id<ProcessTypeId>(i), no_id<ProcessId>);
    who.source.own = "r";
    who.source.self = "other";
    who.target.own = "u";
    who.target.self = "other";
    const std::string text = partner(offer, who, indent + "    ");
    if (text.empty()) continue;
    cases += fmt::format("{}  case {}:\n{}{}    break;\n", indent, i, text, indent);
  }
  if (cases.empty()) return "";
  const std::string in = indent + "  ";
  out += fmt::format("{}int other, count = run->count(run, s);\n", indent);
  out += fmt::format("{}for (other = 0; other < count; other++) {{\n", indent);
  out += in + "const word *r = s + run->place_of(run, s, other, -1);\n" + in + "word *u;\n";
  out += in + "if (other == self) continue;\n";
  out += in + "switch (run->type_of(run, s, other)) {\n" + cases + in + "}\n";
  return out + indent + "}\n";
}

std::string CProcesses::partner(const Offer& offer, const Actor& who, const std::string& indent) {
  const ProcessType& type = model_.process_types[who.source.type];
  std::string cases;
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    const auto id = to_id<LocationId>(i);
    if (may_meet(offer, who, id)) cases += partner_at(offer, who, id, indent + "  ");
  }
  if (cases.empty()) return "";
  return fmt::format("{}switch ({}({})) {{\n{}{}}}\n", indent, who.names->at, who.source.own, cases,
                     indent);
}

bool CProcesses::may_meet(const Offer& offer, const Actor& who, LocationId location) {
  const auto& actions = graph_.outgoing(who.source.type, location);
  return std::any_of(actions.begin(), actions.end(), [&](ActionId id) {
    const Communication& talk = model_.actions[id].communication;
    if (talk.kind != Communication::Kind::Receive) return false;
    // A process that may not act is asked even for a channel it does not listen to.
    if (is_some(model_.process_types[who.source.type].provided)) return true;
    const std::string number = expressions_.condition(talk.channel, who.source);
    return !is_number(number) || !is_number(offer.number) || number == offer.number;
  });
}

std::string CProcesses::partner_at(const Offer& offer, const Actor& who, LocationId location,
                                   const std::string& indent) {
  const ProcessType& type = model_.process_types[who.source.type];
  const std::string in = indent + "  ";
  std::string out = fmt::format("{}case {}: {{ /* {} of {} */\n", indent, to_index(location),
                                c_comment(type.locations[location].name), who.names->name);
  bool asks = asks_to_act(type);
  const auto& actions = graph_.outgoing(who.source.type, location);
  const bool has_groups = std::any_of(actions.begin(), actions.end(), [&](ActionId id) {
    return model_.actions[id].escape != 0 || model_.actions[id].alternative != 0;
  });
  if (has_groups) {
    out += in + "word before;\n" + in + "unsigned escape = 0, alternative = 0;\n";
    if (asks) out += in + "int asked = 0;\n";
    for (const ActionId id : actions) out += partner_in_group(offer, who, id, in);
    return out + in + "break;\n" + indent + "}\n";
  }
  for (const ActionId id : actions) {
    if (model_.actions[id].communication.kind != Communication::Kind::Receive) continue;
    if (std::exchange(asks, false)) {
      out += fmt::format("{}if (!{}) break;\n", in, asks_to(who, id));
    }
    out += pair(offer, who, id, in);
  }
  return out + in + "break;\n" + indent + "}\n";
}

// Where escapes or alternatives decide which receive is looked at.
std::string CProcesses::partner_in_group(const Offer& offer, const Actor& who, ActionId id,
                                         const std::string& indent) {
  const Action& listed = model_.actions[id];
  const bool receives_here = listed.communication.kind == Communication::Kind::Receive;
  if (!receives_here && listed.alternative == 0) return "";
  std::string out = indent;
  if (listed.alternative != 0) {
    if (const std::string could = can_fire_alone(who, id); could != "0") {
      out += fmt::format("if (alternative != {0} && {1}) alternative = {0};\n{2}else ",
                         listed.alternative, could, indent);
    }
    out += fmt::format("if (alternative != {}) ", listed.alternative);
  }
  out += "{\n";
  if (receives_here) {
    const std::string in = indent + "  ";
    if (asks_to_act(model_.process_types[who.source.type])) {
      out += fmt::format("{0}if (!asked) {{\n{0}  asked = 1;\n{0}  if (!{1}) break;\n{0}}}\n", in,
                         asks_to(who, id));
    }
    out += fmt::format("{}if (escape && escape != {}) break;\n", in, listed.escape);
    out += in + "before = run->steps;\n" + pair(offer, who, id, in);
    out += fmt::format(
        "{0}if (run->steps != before) {{\n{0}  escape = {1};\n"
        "{0}  alternative = {2};\n{0}}}\n",
        in, listed.escape, listed.alternative);
  }
  return out + indent + "}\n";
}

// True if the action needs no partner and is enabled, or fails; as an expression.
std::string CProcesses::can_fire_alone(const Actor& who, ActionId id) {
  const Action& listed = model_.actions[id];
  if (listed.communication.kind == Communication::Kind::Send) return "0";
  const std::string name = fmt::format("alone_{}_{}", to_index(id), who.names->name);
  std::string text;
  const std::string guard =
      is_some(listed.guard) ? expressions_.condition(listed.guard, who.source) : "1";
  text += fmt::format("  if (!({})) return {};\n", guard, can_set_error(guard) ? "e" : "0");
  if (listed.communication.kind == Communication::Kind::None) {
    text += "  return 1;\n";
  } else {
    const auto body = [&](const CChannel& channel) -> std::string {
      if (model_.channels[channel.id].is_rendezvous()) return "return 0;";
      const std::string fits = expressions_.matches(listed.communication, channel, "i", who.source);
      return fmt::format(
          "n = length_{}({});{} for (i = 0; i < n; i++) if ({} || e) return 1; return 0;",
          channel.name, channel.base, listed.communication.searches ? "" : " if (n > 1) n = 1;",
          fits.empty() ? "1" : "(" + fits + ")");
    };
    if (const auto known = expressions_.known_channel(listed.communication.channel, who.source)) {
      text += "  " + body(*known) + "\n";
    } else {
      const std::string number = expressions_.condition(listed.communication.channel, who.source);
      text += fmt::format("  int number = {};\n  if (e) return 1;\n  {}\n", number,
                          expressions_.open_switch("number", who.source));
      for (const CChannel& each : expressions_.all_channels(who.source)) {
        text += fmt::format("    case {}: {}\n", expressions_.label(each), body(each));
      }
      text += "  }\n  return 1;\n";
    }
  }
  const std::string own =
      layout_.is_fixed ? "" : ", const word *" + who.source.own + ", int " + who.source.self;
  expressions_.add_helper(
      name,
      fmt::format("static int {}(Run *run, const word *s{}) {{\n  int e = 0, i, n;\n  unsigned "
                  "base = 0;\n  {}}}\n",
                  name, own, text));
  return call(name, who, "");
}

std::string CProcesses::pair(const Offer& offer, const Actor& who, ActionId id,
                             const std::string& indent) {
  const Communication& talk = model_.actions[id].communication;
  const std::string number = expressions_.condition(talk.channel, who.source);
  const bool both_known = is_number(number) && is_number(offer.number);
  if (both_known && number != offer.number) return "";
  std::string out;
  const std::string text = model_.actions[id].text;
  if (!text.empty()) out += fmt::format("{}/* {} */\n", indent, c_comment(text));
  const std::string body = pair_body(offer, who, id, indent + "    ");
  if (both_known) return out + c_block(pair_body(offer, who, id, indent + "  "), indent);
  // A partner whose channel has no value is none.
  std::string inner = fmt::format("{0}  int listens = {1} == {2};\n", indent, number, offer.number);
  inner += fmt::format("{}  if (listens{}) {{\n", indent, can_set_error(number) ? " && !e" : "");
  return out + c_block(inner + body + indent + "  }\n", indent);
}

std::string CProcesses::pair_body(const Offer& offer, const Actor& who, ActionId id,
                                  const std::string& indent) {
  const Action& receiving = model_.actions[id];
  const Communication& receive = receiving.communication;
  const std::string guard =
      is_some(receiving.guard) ? expressions_.condition(receiving.guard, who.source) : "1";
  std::string fits = "1";
  std::string joint;
  for (std::size_t k = 0; k < receive.items.size() && k < offer.channel->items.size(); ++k) {
    if (receive.items[k].kind != ReceiveItem::Kind::Match) continue;
    joint += fmt::format("{}m{} == {}", joint.empty() ? "" : " && ", k,
                         expressions_.value(receive.items[k].value, who.source));
  }
  if (!joint.empty()) fits = joint;
  const std::string in = indent + "  ";
  std::string out = begins_anew(indent);
  const bool guard_fails = can_set_error(guard);
  const std::string taken = mark_taken(offer.id, in) + mark_taken(id, in);
  if (guard != "1") out += fmt::format("{}int go = {};\n", indent, guard);
  std::string failing = guard_fails ? "e" : "";
  if (offer.can_fail) {
    const std::string refused = guard == "1"  ? "refused"
                                : guard_fails ? "((go || e) && refused)"
                                              : "(go && refused)";
    failing += (failing.empty() ? "" : " || ") + refused;
  }
  std::string body = taken + tell(*offer.sender, offer.id, {&who, id}, in);
  body += begin(*offer.sender, in);
  if (!layout_.is_fixed)
    body += fmt::format("{}{} = t + ({} - s);\n", in, who.target.own, who.source.own);
  for (const std::string& going : {go_to(offer.send->from, offer.send->to, offer.sender->target),
                                   go_to(receiving.from, receiving.to, who.target)}) {
    if (!going.empty()) body += in + going;
  }
  body += store_items(receive, *offer.channel, offer.items, who, in, false);
  body += effect(receiving, who.target, in, may_set_e(body));
  body += effect(*offer.send, offer.sender->target, in, may_set_e(body));
  body += after(who, id, body, in);
  const std::string open = guard == "1" ? "" : "go && ";
  if (!failing.empty()) {
    out += fmt::format("{}if ({}) {{\n{}{}failed(run);\n{}}} else ", indent, failing, taken, in,
                       indent);
  } else {
    out += indent;
  }
  if (!can_set_error(fits)) {
    const std::string condition =
        guard == "1" && fits == "1"
            ? ""
            : fmt::format("if ({}{}) ", open, fits == "1" ? "1" : "(" + fits + ")");
    return out + condition + "{\n" + body + indent + "}\n";
  }
  out += fmt::format("{}{{\n{}int fit = {};\n", guard == "1" ? "" : "if (go) ", in, fits);
  out += fmt::format("{}if (e) {{\n{}{}  failed(run);\n{}}} else if (fit) {{\n{}{}}}\n{}}}\n", in,
                     taken, in, in, body, in, indent);
  return out;
}

}  // namespace clew
