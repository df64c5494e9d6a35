// The statements that are steps of their own.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/flow_builder.hpp"

namespace clew::promela {

namespace {

// As many processes as SPIN allows; one more `run` waits.
constexpr Value processes_max = 255;

bool is_always_true(const Model& model, ExprId expr) {
  return model.exprs[expr].op == Op::Constant && model.exprs[expr].constant != 0;
}

}  // namespace

Chain FlowBuilder::simple(const Statement& statement) {
  Action action;
  action.text = statement.text;
  describe(action, statement);
  const Chain chain = basic(std::move(action), statement.span);
  at(chain.first).is_skip = is_skip(statement);
  return chain;
}

// `skip`, `true`, `1`, or a name of an mtype set with that number; nothing that has to be worked out.
bool FlowBuilder::is_skip(const Statement& statement) const {
  if (statement.kind != Kind::Expression) return false;
  const Node& node = file_.nodes[statement.value];
  if (node.kind == Node::Kind::Number) return node.number == 1;
  const bool is_name =
      node.kind == Node::Kind::Variable && node.left == no_syntax && node.right == no_syntax;
  return is_name && flow_.symbols_.mtype_value(node.name.text) == 1;
}

void FlowBuilder::describe(Action& action, const Statement& statement) {
  switch (statement.kind) {
    case Kind::Declare: return declare_step(action, statement);
    case Kind::Assign:
    case Kind::Increment:
    case Kind::Decrement:
    case Kind::Reset: return assign(action, statement);
    case Kind::Else: action.is_else = true; return;
    case Kind::Send: return send(action, statement);
    case Kind::Receive:
      action.communication = expressions_.receive(statement.channel, statement.arguments,
                                                  statement.searches, statement.span);
      action.communication.keeps = statement.keeps;
      return check_item_count(action.communication);
    case Kind::Assert: {
      Instruction check;
      check.kind = Instruction::Kind::Assert;
      check.value = expressions_.expr(statement.value);
      check.text = statement.text;
      check.span = statement.span;
      action.effect.push_back(std::move(check));
      return;
    }
    case Kind::Print: return print(action, statement);
    default: break;
  }
  if (file_.nodes[statement.value].kind == Node::Kind::Run) {
    return start(action, statement.value, nullptr);
  }
  const ExprId condition = expressions_.expr(statement.value);
  if (!is_always_true(model_, condition)) action.guard = condition;
}

Action FlowBuilder::assignment(const Expressions::Target& target, ExprId value,
                               const std::string& text, SourceSpan span) {
  Action action;
  action.text = text;
  Instruction step;
  step.target = target.place;
  step.value = value;
  step.span = span;
  if (target.ok) action.effect.push_back(std::move(step));
  return action;
}

void FlowBuilder::assign(Action& action, const Statement& statement) {
  const Node& written = file_.nodes[statement.target];
  if (written.kind == Node::Kind::Anything) {
    if (statement.value == no_syntax) return;
    if (file_.nodes[statement.value].kind == Node::Kind::Run) {
      return start(action, statement.value, nullptr);
    }
    expressions_.expr(statement.value);
    return;
  }
  // What an inline returns is stored where it was called; its own names do not count there.
  std::vector<Symbols::Block> hidden;
  if (statement.returns) hidden = flow_.symbols_.take_blocks(expansion_scopes_.back());
  const Expressions::Target target = expressions_.target(statement.target);
  for (Symbols::Block& block : hidden) flow_.symbols_.open_block(std::move(block));
  if (!target.ok) return;
  ExprId value = no_id<ExprId>;
  if (statement.kind == Kind::Reset) {
    if (!target.is_pointer) {
      flow_.diagnostics_.error(
          written.span,
          fmt::format("'{}' is no pointer", expressions_.text_of_place(statement.target)));
    }
    value = expressions_.number(0, statement.span);
  } else if (statement.kind != Kind::Assign) {
    if (target.is_pointer) {
      flow_.diagnostics_.error(statement.span, "a pointer cannot be counted up or down");
    } else if (target.type.is_channel) {
      flow_.diagnostics_.error(statement.span, "a channel cannot be counted up or down");
    }
    const Op op = statement.kind == Kind::Increment ? Op::Add : Op::Subtract;
    value = expressions_.binary(op, expressions_.read(target.place), expressions_.number(1),
                                statement.span);
  } else {
    const Node& right = file_.nodes[statement.value];
    if (right.kind == Node::Kind::Run) return start(action, statement.value, &target);
    if (right.kind == Node::Kind::New) {
      TypeSyntax type = target.syntax;
      Instruction step;
      step.kind = Instruction::Kind::Allocate;
      step.target = target.place;
      step.span = statement.span;
      if (!target.is_pointer) {
        flow_.diagnostics_.error(
            written.span,
            fmt::format("'{}' is no pointer", expressions_.text_of_place(statement.target)));
        return;
      }
      step.object_type = flow_.symbols_.object_type(type);
      const std::string& wanted = model_.object_types[step.object_type].name;
      if (wanted != right.name.text) {
        flow_.diagnostics_.error(right.span, fmt::format("a pointer to '{}' cannot hold a new '{}'",
                                                         wanted, right.name.text));
      }
      action.effect.push_back(std::move(step));
      return;
    }
    value = expressions_.value_for(target, statement.value);
  }
  action.effect = assignment(target, value, {}, statement.span).effect;
}

void FlowBuilder::start(Action& action, SyntaxId run, const Expressions::Target* target) {
  const Node& node = file_.nodes[run];
  Instruction step;
  step.kind = Instruction::Kind::Start;
  step.span = node.span;
  if (target) step.target = target->place;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
    const auto id = to_id<ProcessTypeId>(i);
    names.push_back(model_.process_types[id].name);
    if (names.back() == node.name.text && names.back() != "init") step.process_type = id;
  }
  if (!is_some(step.process_type)) {
    const std::string nearest = nearest_name(node.name.text, names);
    flow_.diagnostics_.error(
        node.name.span, fmt::format("unknown process type '{}'", node.name.text),
        nearest.empty() ? "" : fmt::format("there is a process type '{}'", nearest));
    return;
  }
  add_arguments(step, node);
  action.guard = expressions_.binary(Op::Less, expressions_.leaf(Op::ProcessCount, node.span),
                                     expressions_.number(processes_max, node.span), node.span);
  action.effect.push_back(std::move(step));
}

// A record gives one argument for each of its fields.
void FlowBuilder::add_arguments(Instruction& step, const Node& node) {
  const std::size_t wanted_count = model_.process_types[step.process_type].parameter_count;
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const std::size_t position = step.arguments.size();
    expressions_.add_sent(node.arguments[i], step.arguments);
    if (step.arguments.size() != position + 1 || position >= wanted_count) continue;
    const ValueType& wanted =
        model_.process_types[step.process_type].frame.slots[to_id<SlotId>(position)].type;
    const auto pointed = expressions_.pointed_type(node.arguments[i]);
    const bool fits =
        wanted.is_reference()
            ? pointed && (pointed->empty() || *pointed == model_.object_types[wanted.object].name)
            : !pointed;
    if (!fits) {
      const std::string found = !pointed           ? "a number"
                                : pointed->empty() ? "null"
                                                   : fmt::format("a pointer to '{}'", *pointed);
      flow_.diagnostics_.error(
          file_.nodes[node.arguments[i]].span,
          fmt::format("expected a value of type '{}', found {}", wanted.name, found));
    }
  }
  if (step.arguments.size() != wanted_count) {
    flow_.diagnostics_.error(node.span,
                             fmt::format("process type '{}' takes {}, found {}", node.name.text,
                                         counted(wanted_count, "argument"), step.arguments.size()));
  }
}

// A declaration behind the first statement is a step that assigns; of an array only the first element
// is set, of a record nothing.
void FlowBuilder::declare_step(Action& action, const Statement& statement) {
  const VariableSyntax& syntax = statement.variable;
  if (syntax.channel) {
    flow_.diagnostics_.error(syntax.span,
                             "a channel with a buffer must be declared before the "
                             "first statement of its process type");
    flow_.symbols_.declare(syntax);
    return;
  }
  const Variable variable = flow_.symbols_.declare(syntax);
  if (variable.is_record() || variable.slots.empty()) {
    if (syntax.value != no_syntax) expressions_.expr(syntax.value);
    return;
  }
  Expressions::Target target;
  target.ok = true;
  target.place.scope = Scope::Self;
  target.place.slot = variable.slots.begin()->second;
  target.place.span = syntax.span;
  if (variable.is_array) target.place.index = expressions_.number(0, syntax.span);
  target.is_pointer = variable.is_pointer;
  target.syntax = variable.type;
  const SyntaxId given = !syntax.value_list.empty() ? syntax.value_list.front() : syntax.value;
  if (given != no_syntax && file_.nodes[given].kind == Node::Kind::Run) {
    return start(action, given, &target);
  }
  const ExprId value = given == no_syntax ? expressions_.number(0, syntax.span)
                                        : expressions_.value_for(target, given);
  action.effect = assignment(target, value, {}, syntax.span).effect;
}

void FlowBuilder::send(Action& action, const Statement& statement) {
  Communication& communication = action.communication;
  communication.kind = Communication::Kind::Send;
  communication.channel = expressions_.channel(statement.channel);
  communication.sorted = statement.sorted;
  communication.span = statement.span;
  for (const SyntaxId argument : statement.arguments) {
    expressions_.add_sent(argument, communication.values);
  }
  const auto is_pointer = [&](ExprId value) {
    const Expr& expr = model_.exprs[value];
    return expr.op == Op::Read && model_.slot_of(expr.place, flow_.type_).type.is_reference();
  };
  if (statement.sorted &&
      std::any_of(communication.values.begin(), communication.values.end(), is_pointer)) {
    flow_.diagnostics_.error(statement.span, "pointers have no order to sort messages by",
                             "send them with '!'");
  }
  check_item_count(communication);
}

void FlowBuilder::check_item_count(const Communication& communication) {
  const ChannelId fixed = model_.fixed_channel(communication);
  if (!is_some(fixed)) return;
  const Channel& channel = model_.channels[fixed];
  const std::size_t count = communication.kind == Communication::Kind::Send
                                ? communication.values.size()
                                : communication.items.size();
  const std::string text = fmt::format("channel '{}' carries {}, found {}", channel.name,
                                       counted(channel.items.size(), "item"), count);
  if (count > channel.items.size()) {
    flow_.diagnostics_.error(communication.span, text);
  } else if (count < channel.items.size()) {
    flow_.diagnostics_.warning(communication.span, text);
  }
}

void FlowBuilder::print(Action& action, const Statement& statement) {
  Instruction step;
  step.kind = Instruction::Kind::Print;
  step.text = statement.format;
  step.span = statement.span;
  for (const SyntaxId argument : statement.arguments) {
    step.arguments.push_back(expressions_.expr(argument));
  }
  action.effect.push_back(std::move(step));
}

// --- declarations at the head of a process type

void FlowBuilder::set_up_value(const Variable& variable, std::uint32_t element, ExprId value,
                               SourceSpan span) {
  Instruction step;
  step.target.scope = Scope::Self;
  step.target.slot = variable.slots.begin()->second;
  step.target.span = span;
  if (variable.is_array) {
    step.target.index = expressions_.number(static_cast<Value>(element), span);
  }
  step.value = value;
  step.span = span;
  model_.process_types[flow_.type_].setup.push_back(std::move(step));
}

void FlowBuilder::set_up(const VariableSyntax& syntax) {
  const Variable variable = *flow_.symbols_.find(syntax.name.text);
  if (variable.slots.empty() || variable.is_record()) return;
  if (syntax.value_list.size() > variable.length) {
    flow_.diagnostics_.error(
        syntax.span, fmt::format("'{}' has {}, found {} values", syntax.name.text,
                                 counted(variable.length, "element"), syntax.value_list.size()));
    return;
  }
  Expressions::Target target;
  target.is_pointer = variable.is_pointer;
  target.syntax = variable.type;
  const ExprId same =
      syntax.value == no_syntax ? no_id<ExprId> : expressions_.value_for(target, syntax.value);
  for (std::uint32_t i = 0; i < variable.length; ++i) {
    if (syntax.channel) {
      Expr own;
      own.op = Op::OwnChannel;
      own.constant = *variable.own_channel + static_cast<Value>(i);
      own.span = syntax.span;
      set_up_value(variable, i, model_.add_expr(std::move(own)), syntax.span);
    } else if (syntax.value != no_syntax) {
      set_up_value(variable, i, same, syntax.span);
    } else if (i < syntax.value_list.size()) {
      set_up_value(variable, i, expressions_.value_for(target, syntax.value_list[i]), syntax.span);
    }
  }
}

}  // namespace clew::promela
