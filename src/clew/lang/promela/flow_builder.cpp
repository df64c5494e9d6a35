#include "clew/lang/promela/flow_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"

namespace clew::promela {

namespace {

// SPIN spreads a plain `select` out into options up to this difference.
constexpr std::int64_t select_spread_max = 32;

bool is_else_option(const Sequence& option) {
  return !option.empty() && option.front().kind == Statement::Kind::Else;
}

}  // namespace

// --- chains

ElementId FlowBuilder::add(Element element) {
  element.action.foreign_id = flow_.next_id_++;
  flow_.elements_.push_back(std::move(element));
  return static_cast<ElementId>(flow_.elements_.size() - 1);
}

// The contents of a block end where the block ends.
void FlowBuilder::set_next(ElementId id, ElementId next) {
  Element& element = at(id);
  element.next = next;
  const bool is_block = element.kind == Element::Kind::Block ||
                        element.kind == Element::Kind::Atomic ||
                        element.kind == Element::Kind::Steps;
  if (is_block) set_next(element.parts[0].last, next);
}

void FlowBuilder::link(Chain& chain, Chain next) {
  if (chain.first == no_element) {
    chain = next;
    return;
  }
  set_next(chain.last, next.first);
  chain.last = next.last;
}

template <class Visit>
void FlowBuilder::for_chain(const Chain& chain, const Visit& visit) {
  for (ElementId id = chain.first;; id = at(id).next) {
    visit(id);
    if (id == chain.last) return;
    // A loop's chain goes from its choice over the join to its exit, a join's next being the choice.
    if (at(id).kind == Element::Kind::Choice || at(id).kind == Element::Kind::Unless) {
      const ElementId join = id + 1;
      visit(join);
      if (join == chain.last) return;
      const bool is_loop = at(join).next == id;
      const ElementId behind = is_loop ? join + 1 : join;
      if (is_loop) visit(behind);
      if (behind == chain.last) return;
      id = behind;
    }
  }
}

void FlowBuilder::mark_atomic(const Chain& chain) {
  for_chain(chain, [&](ElementId id) {
    Element& element = at(id);
    element.is_atomic = true;
    if (element.kind == Element::Kind::Steps) return;
    if (element.kind == Element::Kind::Atomic) element.kind = Element::Kind::Block;
    for (const Chain& part : std::vector<Chain>(element.parts)) mark_atomic(part);
  });
}

void FlowBuilder::mark_last(ElementId id) {
  Element& element = at(id);
  if (element.kind == Element::Kind::Block) return mark_last(element.parts[0].last);
  element.is_atomic = false;
  element.ends_atomic = true;
}

void FlowBuilder::mark_steps(const Chain& chain, ElementId block) {
  for_chain(chain, [&](ElementId id) {
    Element& element = at(id);
    element.steps = block;
    element.is_atomic = false;
    element.ends_atomic = false;
    if (element.kind == Element::Kind::Atomic || element.kind == Element::Kind::Steps) {
      element.kind = Element::Kind::Block;
    }
    if (element.kind == Element::Kind::Unless) {
      flow_.diagnostics_.error(element.span, "an unless cannot stand inside of a d_step");
    }
    for (const Chain& part : std::vector<Chain>(element.parts)) mark_steps(part, block);
  });
}

void FlowBuilder::attach_escape(const Chain& chain, ElementId escape) {
  for_chain(chain, [&](ElementId id) {
    Element& element = at(id);
    if (element.kind == Element::Kind::Join) return;
    element.escapes.insert(element.escapes.begin(), escape);
    if (element.kind == Element::Kind::Steps) return;
    for (const Chain& part : std::vector<Chain>(element.parts)) attach_escape(part, escape);
  });
}

void FlowBuilder::label(const Statement& statement, ElementId id) {
  for (const Name& name : statement.labels) {
    const std::uint32_t expansion = expansions_.empty() ? 0 : expansions_.back();
    if (!flow_.labels_.emplace(std::pair{name.text, expansion}, id).second) {
      flow_.diagnostics_.error(name.span, fmt::format("label '{}' is declared twice", name.text));
    }
    Element& element = at(id);
    element.labels.push_back(name.text);
    element.is_end_label = element.is_end_label || name.text.starts_with("end");
    element.is_accept_label = element.is_accept_label || name.text.starts_with("accept");
    element.is_progress_label = element.is_progress_label || name.text.starts_with("progress");
  }
  // SPIN puts a step between a jump and a label that means something: that is what its trails name.
  Element& element = at(id);
  const bool means_something =
      element.is_end_label || element.is_accept_label || element.is_progress_label;
  if (element.kind == Element::Kind::Jump && means_something) {
    element.action.foreign_id = flow_.next_id_++;
  }
}

// --- sequences

Chain FlowBuilder::build_body(const Sequence& body) {
  std::size_t begin = 0;
  for (; begin < body.size(); ++begin) {
    const Statement& statement = body[begin];
    if (statement.kind == Kind::Exclusive) {
      check_exclusive(statement);
      continue;
    }
    if (statement.kind != Kind::Declare) break;
    flow_.symbols_.declare(statement.variable);
    set_up(statement.variable);
  }
  Chain chain = begin < body.size() ? build(body, begin) : Chain{};
  Element end;
  end.kind = Element::Kind::End;
  end.span = body.empty() ? model_.process_types[flow_.type_].span : body.back().span;
  Expr youngest;
  youngest.op = Op::IsYoungest;
  end.action.guard = model_.add_expr(std::move(youngest));
  Instruction leave;
  leave.kind = Instruction::Kind::Terminate;
  end.action.effect.push_back(std::move(leave));
  end.action.text = "-end-";
  end.action.span = end.span;
  const ElementId id = add(std::move(end));
  link(chain, {id, id});
  return chain;
}

Chain FlowBuilder::build(const Sequence& sequence, std::size_t begin) {
  Chain chain;
  for (std::size_t i = begin; i < sequence.size(); ++i) {
    if (sequence[i].kind == Kind::Exclusive) {
      check_exclusive(sequence[i]);
      continue;
    }
    link(chain, build_statement(sequence[i]));
  }
  if (chain.first == no_element) {
    Action nothing;
    nothing.text = "skip";
    return basic(std::move(nothing), sequence.empty() ? SourceSpan{} : sequence[0].span);
  }
  return chain;
}

// Of `skip`s that follow each other, or a `printf`, SPIN drops all but the first and the last of the
// option; not in claims, and none that has a label.
Chain FlowBuilder::build_option(const Sequence& option) {
  if (flow_.is_claim_) return build(option);
  std::size_t last = option.size();
  while (last > 0 && option[last - 1].kind == Kind::Exclusive) --last;
  Chain chain;
  bool follows_idle = false;
  for (std::size_t i = 0; i < last; ++i) {
    const Statement& statement = option[i];
    if (statement.kind == Kind::Exclusive) {
      check_exclusive(statement);
      continue;
    }
    const Chain built = build_statement(statement);
    const bool is_skip = at(built.first).is_skip && statement.labels.empty();
    const bool prints = statement.kind == Kind::Print && statement.labels.empty();
    if (!is_skip || !follows_idle || i + 1 == last) link(chain, built);
    follows_idle = is_skip || prints;
  }
  if (chain.first == no_element) return build(option);  // there is nothing in it
  for (std::size_t i = last; i < option.size(); ++i) check_exclusive(option[i]);
  return chain;
}

void FlowBuilder::check_exclusive(const Statement& statement) {
  for (const SyntaxId argument : statement.arguments) expressions_.channel(argument);
}

Chain FlowBuilder::basic(Action action, SourceSpan span) {
  Element element;
  element.action = std::move(action);
  element.action.span = span;
  element.span = span;
  const ElementId id = add(std::move(element));
  return {id, id};
}

Chain FlowBuilder::build_statement(const Statement& statement) {
  const Chain chain = build_structure(statement);
  ElementId first = chain.first;
  if (at(first).kind == Element::Kind::Unless) first = at(first).parts[0].first;
  // The first assignment of a counting loop is not what its label is about.
  const bool counts = statement.kind == Kind::Range || statement.kind == Kind::Each ||
                      (statement.kind == Kind::Select && !is_written_out(statement));
  if (counts && at(first).kind == Element::Kind::Basic && at(first).next != no_element) {
    first = at(first).next;
  }
  label(statement, first);
  return chain;
}

Chain FlowBuilder::build_structure(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Choice: return build_choice(statement);
    case Kind::Loop: return build_loop(statement.options, statement.span);
    case Kind::Range: return build_range(statement);
    case Kind::Each: return build_each(statement);
    case Kind::Select: return build_select(statement);
    case Kind::Block:
    case Kind::Atomic:
    case Kind::Steps: return build_block(statement);
    case Kind::Unless: return build_unless(statement);
    case Kind::Break: {
      if (loop_depth_ == 0) {
        flow_.diagnostics_.error(statement.span, "'break' outside of a do loop");
      }
      const Chain jump = jump_out(statement.span);
      at(jump.first).stays = rests_at(statement);
      return jump;
    }
    case Kind::Goto: {
      Element element;
      element.kind = Element::Kind::Jump;
      element.jump_label = statement.label;
      element.expansions = expansions_;
      element.stays = rests_at(statement);
      element.action.text = statement.text;
      element.action.span = statement.span;
      element.span = statement.span;
      const ElementId id = add(std::move(element));
      return {id, id};
    }
    default: return simple(statement);
  }
}

// A label with a meaning of its own is a place to stand at, even in front of a jump.
bool FlowBuilder::rests_at(const Statement& statement) const {
  return std::any_of(statement.labels.begin(), statement.labels.end(), [&](const Name& name) {
    return name.text.starts_with("end") || name.text.starts_with("accept") ||
           name.text.starts_with("progress") || flow_.is_asked_for(name.text);
  });
}

Chain FlowBuilder::jump_out(SourceSpan span) {
  Element element;
  element.kind = Element::Kind::Jump;
  element.action.text = "break";
  element.action.span = span;
  element.span = span;
  const ElementId id = add(std::move(element));
  breaks_.push_back(id);
  return {id, id};
}

// --- choices and loops

Chain FlowBuilder::build_choice(const Statement& statement) {
  std::vector<Chain> options;
  for (const Sequence& option : statement.options) {
    options.push_back(build_option(option));  // only braces limit where a name is known
  }
  bool has_else = false;
  for (const Sequence& option : statement.options) {
    if (!is_else_option(option)) continue;
    if (has_else) {
      flow_.diagnostics_.error(option.front().span, "a second 'else' in one choice");
    }
    has_else = true;
  }
  // An else is looked at last, wherever it is written.
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!is_else_option(statement.options[i])) continue;
    const Chain chain = options[i];
    options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
    options.push_back(chain);
    break;
  }
  return close_choice(std::move(options), statement.span);
}

Chain FlowBuilder::close_choice(std::vector<Chain> options, SourceSpan span) {
  Element choice;
  choice.kind = Element::Kind::Choice;
  choice.span = span;
  choice.parts = std::move(options);
  const ElementId head = add(std::move(choice));
  Element behind;
  behind.kind = Element::Kind::Join;
  behind.span = span;
  behind.action.text = "skip";
  behind.action.span = span;
  const ElementId join = add(std::move(behind));
  for (const Chain& option : std::vector<Chain>(at(head).parts)) set_next(option.last, join);
  at(head).next = join;
  return {head, join};
}

Chain FlowBuilder::build_loop(const std::vector<Sequence>& options, SourceSpan span) {
  const std::size_t first_break = breaks_.size();
  Statement as_choice;
  as_choice.kind = Kind::Choice;
  as_choice.options = options;
  as_choice.span = span;
  ++loop_depth_;
  const Chain choice = build_choice(as_choice);
  --loop_depth_;
  return close_loop(choice, first_break, span);
}

Chain FlowBuilder::close_loop(Chain choice, std::size_t first_break, SourceSpan span) {
  at(choice.last).next = choice.first;
  Element exit;
  exit.kind = Element::Kind::Exit;
  exit.span = span;
  exit.action.text = "break";
  exit.action.span = span;
  const ElementId id = add(std::move(exit));
  for (std::size_t i = first_break; i < breaks_.size(); ++i) at(breaks_[i]).target = id;
  breaks_.resize(first_break);
  return {choice.first, id};
}

// The variable of `for` or `select`.
Expressions::Target FlowBuilder::counter(const Statement& statement) {
  const Expressions::Target result = expressions_.target(statement.target);
  if (result.is_pointer) {
    flow_.diagnostics_.error(file_.nodes[statement.target].span,
                             "a pointer cannot be counted up or down");
  }
  return result;
}

Chain FlowBuilder::build_range(const Statement& statement) {
  const Expressions::Target counted = counter(statement);
  const ExprId first = expressions_.expr(statement.value);
  const ExprId last = expressions_.expr(statement.last);
  return loop_over(statement, counted, first, last);
}

Chain FlowBuilder::build_each(const Statement& statement) {
  const Node& over = file_.nodes[statement.channel];
  const Variable* const variable = flow_.symbols_.find(over.name.text);
  const bool is_channel = variable && variable->type.base == BaseType::Chan &&
                          (!variable->is_array || over.left != no_syntax);
  if (is_channel) return build_each_message(statement);
  const Expressions::Target counted = counter(statement);
  const std::uint32_t length = expressions_.array_length(statement.channel).value_or(1);
  const ExprId first = expressions_.number(0, statement.span);
  const ExprId last = expressions_.number(static_cast<Value>(length) - 1, statement.span);
  return loop_over(statement, counted, first, last);
}

// k = 0; do :: k < len(c) -> c?m; c!m; body; k++ :: else -> break od, with a counter of its own
Chain FlowBuilder::build_each_message(const Statement& statement) {
  const std::string name = "_k";
  const Variable* counted_by = flow_.symbols_.find_in_block(name);
  if (!counted_by) {
    VariableSyntax counter;
    counter.type.base = BaseType::Byte;
    counter.name = {name, statement.span};
    counter.span = statement.span;
    counted_by = &flow_.symbols_.declare(counter);
  }
  Expressions::Target counter;
  counter.ok = true;
  counter.place.scope = Scope::Self;
  counter.place.slot = counted_by->slots.begin()->second;
  Loop loop;
  loop.counter = counter;
  loop.name = name;
  loop.first = expressions_.number(0, statement.span);
  loop.within = expressions_.binary(
      Op::Less, expressions_.read(counter.place),
      expressions_.leaf(Op::Length, statement.span, expressions_.channel(statement.channel)),
      statement.span);
  loop.span = statement.span;
  loop.body = &statement.options[0];
  Statement turn;
  turn.kind = Kind::Receive;
  turn.channel = statement.channel;
  turn.arguments = {statement.target};
  turn.text = statement.text;
  turn.span = statement.span;
  loop.before_body.push_back(turn);
  turn.kind = Kind::Send;
  loop.before_body.push_back(turn);
  return build_counted(loop);
}

Chain FlowBuilder::loop_over(const Statement& statement, const Expressions::Target& counter,
                             ExprId first, ExprId last) {
  if (!counter.ok) return basic({}, statement.span);
  Loop loop;
  loop.counter = counter;
  loop.name = file_.nodes[statement.target].name.text;
  loop.first = first;
  loop.within =
      expressions_.binary(Op::LessEqual, expressions_.read(counter.place), last, statement.span);
  loop.span = statement.span;
  loop.body = &statement.options[0];
  return build_counted(loop);
}

// i = first; do :: i <= last -> body; i++ :: else -> break od
Chain FlowBuilder::build_counted(const Loop& loop) {
  Chain chain =
      basic(assignment(loop.counter, loop.first, loop.name + " = first", loop.span), loop.span);
  const std::size_t first_break = breaks_.size();
  ++loop_depth_;
  Action within;
  within.guard = loop.within;
  within.text = loop.name + " in range";
  Chain round = basic(std::move(within), loop.span);
  for (const Statement& statement : loop.before_body) link(round, simple(statement));
  flow_.symbols_.open_block();
  link(round, build(*loop.body));
  flow_.symbols_.close_block();
  const ExprId next =
      expressions_.binary(Op::Add, expressions_.read(loop.counter.place), expressions_.number(1));
  link(round, basic(assignment(loop.counter, next, loop.name + "++", loop.span), loop.span));
  Action otherwise;
  otherwise.is_else = true;
  otherwise.text = "else";
  Chain leave = basic(std::move(otherwise), loop.span);
  link(leave, jump_out(loop.span));
  --loop_depth_;
  const Chain choice = close_choice({round, leave}, loop.span);
  link(chain, close_loop(choice, first_break, loop.span));
  return chain;
}

// SPIN writes a plain `select` out as text, but not inside of an inline.
bool FlowBuilder::is_written_out(const Statement& select) const {
  return select.is_plain && expansions_.empty();
}

Chain FlowBuilder::build_select(const Statement& statement) {
  const Expressions::Target chosen = counter(statement);
  const std::string name = file_.nodes[statement.target].name.text;
  const Node& low = file_.nodes[statement.value];
  const Node& high = file_.nodes[statement.last];
  const std::int64_t distance = std::int64_t{high.number} - low.number;
  if (is_written_out(statement) && distance >= 0 && distance <= select_spread_max) {
    std::vector<Chain> options;
    for (Value value = low.number; value <= high.number; ++value) {
      options.push_back(basic(assignment(chosen, expressions_.number(value),
                                         fmt::format("{} = {}", name, value), statement.span),
                              statement.span));
    }
    return close_choice(std::move(options), statement.span);
  }
  // i = low; do :: i < high -> i++ :: break od
  Chain chain =
      basic(assignment(chosen, expressions_.expr(statement.value), name + " = low", statement.span),
            statement.span);
  const ExprId last = expressions_.expr(statement.last);
  if (!chosen.ok) return chain;
  const std::size_t first_break = breaks_.size();
  Action within;
  within.guard =
      expressions_.binary(Op::Less, expressions_.read(chosen.place), last, statement.span);
  within.text = name + " < high";
  Chain higher = basic(std::move(within), statement.span);
  const ExprId next =
      expressions_.binary(Op::Add, expressions_.read(chosen.place), expressions_.number(1));
  link(higher, basic(assignment(chosen, next, name + "++", statement.span), statement.span));
  const Chain leave = jump_out(statement.span);
  const Chain choice = close_choice({higher, leave}, statement.span);
  link(chain, close_loop(choice, first_break, statement.span));
  return chain;
}

// --- blocks

Chain FlowBuilder::build_block(const Statement& statement) {
  const bool is_call = !statement.label.text.empty();
  if (is_call) {
    expansions_.push_back(++expansion_count_);
    expansion_scopes_.push_back(flow_.symbols_.block_count());
  }
  flow_.symbols_.open_block();
  const Chain contents = build(statement.options[0]);
  flow_.symbols_.close_block();
  if (is_call) {
    expansions_.pop_back();
    expansion_scopes_.pop_back();
  }
  Element block;
  block.kind = statement.kind == Kind::Atomic  ? Element::Kind::Atomic
               : statement.kind == Kind::Steps ? Element::Kind::Steps
                                               : Element::Kind::Block;
  block.parts = {contents};
  block.span = statement.span;
  const ElementId id = add(std::move(block));
  if (statement.kind == Kind::Atomic) {
    mark_atomic(contents);
    mark_last(contents.last);
  } else if (statement.kind == Kind::Steps) {
    mark_steps(contents, id);
  }
  return {id, id};
}

Chain FlowBuilder::build_unless(const Statement& statement) {
  std::vector<Chain> parts;
  for (std::size_t i = 0; i < statement.options.size(); ++i) {
    if (statement.braced[i]) flow_.symbols_.open_block();
    parts.push_back(build(statement.options[i]));
    if (statement.braced[i]) flow_.symbols_.close_block();
  }
  Element unless;
  unless.kind = Element::Kind::Unless;
  unless.parts = parts;
  unless.span = statement.span;
  const ElementId head = add(std::move(unless));
  Element behind;
  behind.kind = Element::Kind::Join;
  behind.action.text = "skip";
  behind.action.span = statement.span;
  behind.span = statement.span;
  const ElementId join = add(std::move(behind));
  attach_escape(parts[0], parts[1].first);
  set_next(parts[0].last, join);
  set_next(parts[1].last, join);
  at(head).next = join;
  return {head, join};
}

}  // namespace clew::promela
