// The part of CExpressions that is about channels.
#include <fmt/format.h>

#include "clew/native/c_expressions.hpp"
#include "clew/native/c_fields.hpp"

namespace clew {

std::string CExpressions::own_channel_number(Value index, const CView& view) const {
  if (!is_fixed())
    return fmt::format("run->own_channel(run, {}, {}, {})", view.state, view.self, index);
  std::size_t number = 1;
  for (const Channel& channel : model_.channels) number += channel.is_global() ? 1U : 0U;
  for (std::size_t i = 0; i < to_index(view.process); ++i) {
    number += model_.process_types[layout_.positions[i]].channels.size();
  }
  return std::to_string(number + static_cast<std::size_t>(index));
}

std::optional<CChannel> CExpressions::fixed_channel(Value number, const CView& view) const {
  for (const CChannel& channel : all_channels(view)) {
    if (channel.number == std::to_string(number)) return channel;
  }
  return std::nullopt;
}

std::optional<CChannel> CExpressions::known_channel(ExprId id, const CView& view) const {
  const Expr& expr = model_.exprs[id];
  if (expr.op == Op::Constant) return fixed_channel(expr.constant, view);
  if (expr.op != Op::OwnChannel || !is_some(view.type)) return std::nullopt;
  if (is_fixed()) return fixed_channel(std::stoi(own_channel_number(expr.constant, view)), view);
  const ChannelId own =
      model_.process_types[view.type].channels[static_cast<std::size_t>(expr.constant)];
  return CChannel{own, names_.channels[own], view.own, own_channel_number(expr.constant, view)};
}

std::vector<CChannel> CExpressions::all_channels(const CView& view) const {
  std::vector<CChannel> out;
  for (std::size_t i = 0; i < model_.channels.size(); ++i) {
    const auto id = to_id<ChannelId>(i);
    if (!model_.channels[id].is_global()) continue;
    out.push_back({id, names_.channels[id], view.state, std::to_string(out.size() + 1)});
  }
  if (!is_fixed()) {
    for (const ProcessType& type : model_.process_types) {
      for (const ChannelId id : type.channels) {
        out.push_back({id, names_.channels[id], fmt::format("({} + base)", view.state), {}});
      }
    }
    return out;
  }
  for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
    const auto process = to_id<ProcessId>(i);
    for (const ChannelId id : model_.process_types[layout_.positions[i]].channels) {
      out.push_back(
          {id, c_channel_name(names_, id, process), view.state, std::to_string(out.size() + 1)});
    }
  }
  return out;
}

bool CExpressions::has_own_channels() const {
  for (const Channel& channel : model_.channels) {
    if (!channel.is_global()) return true;
  }
  return false;
}

std::string CExpressions::open_switch(const std::string& number, const CView& view) {
  // In states that change their shape a number says nothing without the state; `base` is where it lies.
  if (!is_fixed())
    return fmt::format("switch (run->channel(run, {}, {}, &base)) {{", view.state, number);
  if (!comes_and_goes() || !has_own_channels()) return fmt::format("switch ({}) {{", number);
  // The channels of a process that is not there are not there either.
  if (is_new_helper("present")) {
    std::string text = "static int present(const word *s, int n) {\n  switch (alive(s)) {\n";
    std::size_t count = 0;
    for (const Channel& channel : model_.channels) count += channel.is_global() ? 1U : 0U;
    for (std::size_t i = 0; i <= layout_.positions.size(); ++i) {
      text += fmt::format("    case {}: return n <= {} ? n : 0;\n", i, count);
      if (i == layout_.positions.size()) break;
      count += model_.process_types[layout_.positions[i]].channels.size();
    }
    helpers_ += text + "  }\n  return 0;\n}\n";
  }
  return fmt::format("switch (present({}, {})) {{", view.state, number);
}

std::string CExpressions::label(const CChannel& channel) const {
  if (is_fixed()) return channel.number;
  return fmt::format("{} /* {} */", to_index(channel.id) + 1, channel.name);
}

std::string CExpressions::ask_known_channel(Op op, const CChannel& channel) const {
  const Channel& declared = model_.channels[channel.id];
  if (declared.is_rendezvous()) return op == Op::IsEmpty ? "1" : "0";
  const std::string length = fmt::format("length_{}({})", channel.name, channel.base);
  if (op == Op::Length) return length;
  return op == Op::IsEmpty ? fmt::format("({} == 0)", length)
                           : fmt::format("({} == {})", length, declared.capacity);
}

std::string CExpressions::ask_channel(const Expr& expr, const CView& view) {
  if (const auto channel = known_channel(expr.left, view)) {
    return ask_known_channel(expr.op, *channel);
  }
  const char* const name = expr.op == Op::Length    ? "length_of"
                           : expr.op == Op::IsEmpty ? "is_empty"
                                                    : "is_full";
  if (is_new_helper(name)) {
    const CView anybody{"s", "s"};
    std::string text =
        fmt::format("static int {}(Run *run, const word *s, int n, int *e) {{\n", name);
    if (!is_fixed()) text += "  unsigned base = 0;\n";
    text += fmt::format("  {}\n", open_switch("n", anybody));
    for (const CChannel& channel : all_channels(anybody)) {
      text += fmt::format("    case {}: return {};\n", label(channel),
                          ask_known_channel(expr.op, channel));
    }
    helpers_ += text + "  }\n  *e = 1;\n  return 0;\n}\n";
  }
  return fmt::format("{}(run, {}, {}, &e)", name, view.state,
                     without_parentheses(value(expr.left, view)));
}

std::string CExpressions::matches(const Communication& receive, const CChannel& channel,
                                  const std::string& at, const CView& view) {
  std::string out;
  const std::size_t width = model_.channels[channel.id].items.size();
  for (std::size_t k = 0; k < receive.items.size() && k < width; ++k) {
    if (receive.items[k].kind != ReceiveItem::Kind::Match) continue;
    out += fmt::format("{}item_{}({}, {}, {}) == {}", out.empty() ? "" : " && ", channel.name,
                       channel.base, k, at, value(receive.items[k].value, view));
  }
  return out;
}

// Returns from the function that it stands in.
std::string CExpressions::poll_body(const Communication& poll, const CChannel& channel,
                                    const CView& view) {
  if (model_.channels[channel.id].is_rendezvous()) return "*error = 1; return 0;";
  std::string out = fmt::format("n = length_{}({});", channel.name, channel.base);
  if (!poll.searches) out += " if (n > 1) n = 1;";
  const std::string fits = matches(poll, channel, "i", view);
  out += fmt::format(" for (i = 0; i < n{}; i++) if ({}) {{ *error |= e; return {}; }}",
                     can_set_error(fits) ? " && !e" : "", fits.empty() ? "1" : fits,
                     poll.searches ? "i + 1" : "1");
  return out + " break;";
}

std::string CExpressions::poll(PollId id, const CView& view) {
  const Communication& asked = model_.polls[id];
  const std::string who = !is_some(view.type) ? "" : "_" + own_names(view).name;
  const std::string name = fmt::format("poll_{}{}", to_index(id), who);
  CView inside = view;
  inside.state = "s";
  inside.own = is_fixed() || view.process == claim_id ? "s" : "p";
  if (!is_fixed() && view.process != claim_id && is_some(view.type)) inside.self = "self";
  if (is_new_helper(name)) {
    std::string body;
    if (const auto channel = known_channel(asked.channel, inside)) {
      body = fmt::format("  do {{ {} }} while (0);\n", poll_body(asked, *channel, inside));
    } else {
      const std::string number = without_parentheses(value(asked.channel, inside));
      body = fmt::format("  {}\n", open_switch(number, inside));
      for (const CChannel& each : all_channels(inside)) {
        body += fmt::format("    case {}: {}\n", label(each), poll_body(asked, each, inside));
      }
      body += "    default: e = 1;\n  }\n";
    }
    helpers_ += fmt::format(
        "static int {}(Run *run, const word *s, const word *p, int self, int *error) {{\n"
        "  int e = 0, i, n;\n  unsigned base = 0;\n{}"
        "  *error |= e;\n  return 0;\n}}\n",
        name, body);
  }
  return fmt::format("{}(run, {}, {}, {}, &e)", name, view.state, view.own, view.self);
}

}  // namespace clew
