#include <fmt/format.h>

#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/parser_core.hpp"

namespace clew::promela {

// --- sequences

bool Parser::at_sequence_end() const {
  return at_end() || peek().is("}") || peek().is("::") || peek().is("fi") || peek().is("od") ||
         at_unit();
}

bool Parser::take_separators() {
  bool found = false;
  while (take_if(";") || take_if("->")) found = true;
  return found;
}

void Parser::enter_block() {
  if (++blocks_ <= block_depth_max) return;
  error(peek().span, fmt::format("blocks are nested more than {} levels deep", block_depth_max));
  gave_up_ = true;
  throw SyntaxError{};
}

// One or more steps with separators between them.
void Parser::sequence(Sequence& out) {
  // Whoever asked for the sequence says better what is wrong with another end than its own.
  const bool ends_here = at_sequence_end() && !at_end() && !at_unit();
  if ((ends_here && blocks_ > 1) || peek().is("}") || peek().is(";") || peek().is("->")) {
    error(peek().span, fmt::format("expected a statement, found {}", describe(peek())),
          "'skip' does nothing");
    take_separators();
  }
  const std::uint32_t blocks = blocks_;
  while (!at_sequence_end()) {
    const std::size_t begin = next_;
    try {
      step(out);
    } catch (const SyntaxError&) {
      blocks_ = blocks;
      recover_in_sequence(begin);
      if (next_ == begin && !at_sequence_end()) take();
    }
    const bool is_optional =
        previous().is("}") || previous().is("else") || (call_end_ == next_ && next_ > begin);
    if (take_separators() || is_optional || at_sequence_end()) continue;
    if (next_ > begin) missing_separator();
  }
}

// What was probably meant where `last` is followed by something that cannot follow it.
std::string Parser::separator_help(const Token& last) const {
  const bool follows_new = next_ > 1 && token_at(next_ - 2).is_word("new");
  if (last.is_word("new") || follows_new) {
    return "'new T' stands alone on the right side of an assignment";
  }
  if (last.is_word("reset")) return "'reset' takes a pointer";
  if (last.is_word("while")) return "a loop is 'do :: condition -> ... :: else -> break od'";
  if (peek().is("=")) return "an assignment has one variable on its left side, and no value";
  if (peek().is("?") || peek().is("??")) {
    return "a receive is a statement; a conditional expression is '(condition -> yes : no)'";
  }
  if (peek().is("!") || peek().is("!!")) return "a send is a statement and begins with a channel";
  if (peek().is("++") || peek().is("--")) return "'++' and '--' are statements and have no value";
  if (peek().is(":")) return "'P[i]:x' looks into a process if P is a process type";
  if (peek().is(".") && last.kind == TokenKind::Number) return "there are whole numbers only";
  if (last.kind != TokenKind::Identifier || !(peek().is("{") || peek().is("("))) return {};
  std::vector<std::string> known = keyword_list();
  for (const auto& [name, callee] : inlines_) known.push_back(name);
  const std::string meant = nearest_name(last.text, known);
  if (!meant.empty()) return fmt::format("there is '{}'", meant);
  return peek().is("(") ? fmt::format("'{}' is no inline that was defined above", last.text) : "";
}

void Parser::missing_separator() {
  const std::string message =
      fmt::format("expected ';' between statements, found {}", describe(peek()));
  // What is wrong in an inline is met again at each call, and help takes long to find.
  error(peek().span, message, is_said(peek().span, message) ? "" : separator_help(previous()));
  // A statement that only lacks its separator is read; anything else is passed over.
  if (peek().is_word() || peek().is("{")) return;
  recover_in_sequence(next_);
  take_separators();
}

void Parser::step(Sequence& out) {
  if (at_declaration()) return local_declaration(out);
  if (peek().is("xr") || peek().is("xs")) return exclusive(out);
  const std::size_t begin = next_;
  std::vector<Name> found = labels();
  if (!found.empty() && (at_declaration() || peek().is("xr") || peek().is("xs"))) {
    refuse_at(found.back().span, "a label cannot stand before a declaration",
              "put it before the next statement");
  }
  Statement result;
  if (!found.empty() && (at_sequence_end() || peek().is(";") || peek().is("->"))) {
    result = simple(Statement::Kind::Expression);  // a label alone stands before a skip
    result.value = number_node(1, begin);
    result.text = "skip";
  } else {
    result = statement();
  }
  result.labels = std::move(found);
  if (peek().is("unless")) escape(result);
  out.push_back(std::move(result));
}

// The statement becomes the main part of an `unless`, which takes its labels.  If it is a block with a
// label, SPIN puts the whole `unless` into that block instead, and so the label stays in front of it.
void Parser::escape(Statement& out) {
  Statement result;
  const auto part = [&result](Statement inner) {
    Sequence sequence;
    result.braced.push_back(inner.kind == Statement::Kind::Block && inner.labels.empty() &&
                            inner.label.text.empty());
    if (result.braced.back()) {
      sequence = std::move(inner.options.front());
    } else {
      sequence.push_back(std::move(inner));
    }
    return sequence;
  };
  result.kind = Statement::Kind::Unless;
  result.span = take().place();
  const bool is_block = out.kind == Statement::Kind::Block || out.kind == Statement::Kind::Atomic ||
                        out.kind == Statement::Kind::Steps;
  const bool lifts = is_block && !out.labels.empty() && out.label.text.empty();
  result.labels = std::exchange(out.labels, {});
  Statement around;
  if (lifts) {
    around.kind = Statement::Kind::Block;
    around.span = out.span;
    around.labels = std::exchange(result.labels, {});
  }
  result.options.push_back(part(std::move(out)));
  std::vector<Name> found = labels();
  enter_block();
  Statement other = statement();
  --blocks_;
  other.labels = std::move(found);
  result.options.push_back(part(std::move(other)));
  if (peek().is("unless")) {
    refuse_at(peek().span, "a second 'unless' for one statement",
              "put the first one with its statement in braces");
  }
  if (lifts) {
    around.options.emplace_back();
    around.options.back().push_back(std::move(result));
    out = std::move(around);
  } else {
    out = std::move(result);
  }
}

void Parser::local_declaration(Sequence& out) {
  std::vector<VariableSyntax> variables;
  std::vector<std::string> texts;
  declaration(variables, Where::Local, &texts);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Statement result;
    result.kind = Statement::Kind::Declare;
    result.span = variables[i].span;
    result.text = std::move(texts[i]);
    result.variable = std::move(variables[i]);
    out.push_back(std::move(result));
  }
}

void Parser::exclusive(Sequence& out) {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Exclusive;
  take();
  do result.arguments.push_back(reference());
  while (take_if(","));
  finish(result, begin);
  out.push_back(std::move(result));
}

bool Parser::at_label() const {
  return peek().kind == TokenKind::Identifier && peek(1).is(":") &&
         !(process_names_.contains(std::string(peek().text)) &&
           peek(2).kind == TokenKind::Identifier);
}

std::vector<Name> Parser::labels() {
  std::vector<Name> result;
  while (at_label()) {
    result.push_back(name("a label"));
    take();
  }
  return result;
}

// --- statements

void Parser::finish(Statement& out, std::size_t begin) {
  out.span = place_since(begin);
  out.text = text_since(begin);
}

// What is one token long.
Statement Parser::simple(Statement::Kind kind) {
  Statement result;
  result.kind = kind;
  result.span = previous().place();
  result.text = previous().text;
  return result;
}

Statement Parser::statement() {
  if (peek().kind == TokenKind::Keyword || peek().is("{")) return keyword_statement();
  if (peek().is_word("reset") && peek(1).kind == TokenKind::Identifier) return reset();
  if (at_inline_call(0)) return inline_call(no_syntax, next_);
  return assignment_or_expression();
}

Statement Parser::keyword_statement() {
  const Token& token = peek();
  const std::size_t begin = next_;
  if (token.is("if") || token.is("do")) return choice();
  if (token.is("{")) return block(Statement::Kind::Block);
  if (token.is("atomic")) return block(Statement::Kind::Atomic);
  if (token.is("d_step")) return block(Statement::Kind::Steps);
  if (token.is("for")) return loop_over();
  if (token.is("select")) return select();
  if (token.is("printf")) return print();
  if (token.is("printm")) return printm();
  if (token.is("return")) return return_value();
  if (take_if("else")) return simple(Statement::Kind::Else);
  if (take_if("break")) return simple(Statement::Kind::Break);
  Statement result;
  if (take_if("goto")) {
    result.kind = Statement::Kind::Goto;
    result.label = name("a label after 'goto'");
  } else if (take_if("assert")) {
    result.kind = Statement::Kind::Assert;
    result.value = expression();
  } else if (token.is("set_priority")) {
    not_supported(take().span, "process priorities are",
                  "processes would no longer take steps independently of each other");
    expect("(", "after 'set_priority'");
    plain_expression();
    expect(",", "between the process and its priority");
    plain_expression();
    expect(")", "after the priority");
    result.value = number_node(1, begin);
  } else if (skip_embedded_code()) {
    result.value = number_node(1, begin);
  } else {
    return assignment_or_expression();
  }
  finish(result, begin);
  return result;
}

Statement Parser::block(Statement::Kind kind) {
  Statement result;
  result.kind = kind;
  const Token& word = take();
  result.span = word.place();
  if (kind != Statement::Kind::Block) expect("{", fmt::format("after '{}'", word.text));
  enter_block();
  sequence(result.options.emplace_back());
  --blocks_;
  refuse_lost_word();
  expect("}", fmt::format("to close '{}'", word.text),
         opened(fmt::format("'{}'", word.text), word.span));
  return result;
}

Statement Parser::choice() {
  Statement result;
  const Token& word = take();
  result.kind = word.is("if") ? Statement::Kind::Choice : Statement::Kind::Loop;
  result.span = word.place();
  const std::string_view close = word.is("if") ? "fi" : "od";
  if (!peek().is("::")) {
    fail(fmt::format("expected '::' after '{}'", word.text), "every option begins with '::'");
  }
  enter_block();
  while (take_if("::")) sequence(result.options.emplace_back());
  --blocks_;
  if (take_if(close)) return result;
  const std::string help = opened(fmt::format("'{}'", word.text), word.span);
  const std::string message =
      fmt::format("expected '::' or '{}', found {}", close, describe(peek()));
  if (peek().is("fi") || peek().is("od")) {
    error(take().span, message, help);  // the wrong one closes it, so that reading can go on
    return result;
  }
  refuse_at(peek().span, message, help);
}

// for (i : a .. b) { }, for (i in a) { }
Statement Parser::loop_over() {
  Statement result;
  const std::size_t begin = next_;
  const SourceSpan word = take().span;
  expect("(", "after 'for'");
  result.target = reference();
  if (take_if(":")) {
    result.kind = Statement::Kind::Range;
    result.value = plain_expression();
    expect("..", "between the bounds of 'for'");
    result.last = plain_expression();
  } else if (peek().is_word("in")) {
    take();
    result.kind = Statement::Kind::Each;
    result.channel = reference();
  } else {
    fail("expected ':' or 'in' after the variable of 'for'");
  }
  expect(")", "after the head of 'for'");
  finish(result, begin);
  take_if(";");
  expect("{", "before the body of 'for'");
  enter_block();
  sequence(result.options.emplace_back());
  --blocks_;
  expect("}", "after the body of 'for'", opened("'for'", word));
  return result;
}

Statement Parser::select() {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Select;
  take();
  expect("(", "after 'select'");
  result.target = reference();
  expect(":", "after the variable of 'select'");
  result.value = plain_expression();
  expect("..", "between the bounds of 'select'");
  result.last = plain_expression();
  expect(")", "after the bounds of 'select'");
  finish(result, begin);
  result.is_plain = is_plain_select(begin);
  return result;
}

// SPIN looks for `select (name : number .. number)` in the text, knows names of letters and digits
// only, and does not look beyond the end of the line.  (Names are of ASCII: nobody's locale counts.)
bool Parser::is_plain_select(std::size_t begin) const {
  const auto consists_of = [](std::string_view text, std::string_view what) {
    return text.find_first_not_of(what) == std::string_view::npos;
  };
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view letters_and_digits =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  // select ( name : low .. high )
  if (next_ - begin != 8) return false;
  const std::uint32_t line = token_at(begin + 1).span.line;
  for (std::size_t i = begin + 2; i < next_; ++i) {
    if (token_at(i).span.line != line) return false;  // a joined line is not one line here
  }
  return consists_of(token_at(begin + 2).text, letters_and_digits) &&
         consists_of(token_at(begin + 4).text, digits) &&
         consists_of(token_at(begin + 6).text, digits);
}

Statement Parser::print() {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Print;
  take();
  expect("(", "after 'printf'");
  if (peek().kind != TokenKind::String) fail("expected a string in 'printf'");
  result.format = string_value(take().text);
  while (take_if(",")) result.arguments.push_back(plain_expression());
  expect(")", "after the values of 'printf'");
  finish(result, begin);
  return result;
}

Statement Parser::printm() {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Print;
  result.format = "%e";
  take();
  expect("(", "after 'printm'");
  result.arguments.push_back(plain_expression());
  expect(")", "after the value of 'printm'");
  finish(result, begin);
  return result;
}

// `return e` inside of an inline that was called for its value.
Statement Parser::return_value() {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Assign;
  take();
  result.value = expression();
  if (calls_.empty()) {
    error(token_at(begin).span, "'return' stands outside of an inline");
  } else if (calls_.back().target == no_syntax) {
    error(token_at(begin).span,
          fmt::format("inline '{}' returns a value, but this call does not want one",
                      calls_.back().callee->name.text),
          "write 'x = f(...)'");
  } else {
    result.target = calls_.back().target;
    result.returns = true;
  }
  finish(result, begin);
  return result;
}

Statement Parser::reset() {
  Statement result;
  const std::size_t begin = next_;
  result.kind = Statement::Kind::Reset;
  take();
  result.target = reference();
  finish(result, begin);
  return result;
}

Statement Parser::assignment_or_expression() {
  const std::size_t begin = next_;
  SyntaxId first = no_syntax;
  if (peek().kind == TokenKind::Identifier || peek().is("*")) {
    first = peek().is("*") ? dereference() : named();
    const Node::Kind kind = out_.nodes[first].kind;
    const bool is_place = kind == Node::Kind::Variable || kind == Node::Kind::Anything ||
                          kind == Node::Kind::Dereference;
    if (is_place && (peek().is("=") || peek().is("++") || peek().is("--"))) {
      return assignment(first, begin);
    }
    const bool receives = peek().is("?") || peek().is("??");
    if (is_place && receives && peek(1).is("[")) {
      first = poll(first, begin);
    } else if (is_place && (receives || peek().is("!") || peek().is("!!"))) {
      return communication(first, begin);
    }
    if (kind == Node::Kind::Anything) {
      refuse_at(out_.nodes[first].span, "'_' can be written to, but not read");
    }
  } else {
    if (at_sequence_end() || peek().is(";")) fail_where_missing("expected a statement");
    first = operand();
  }
  Statement result;
  result.kind = Statement::Kind::Expression;
  result.value = binary(first, begin, 1);
  finish(result, begin);
  return result;
}

Statement Parser::assignment(SyntaxId target, std::size_t begin) {
  Statement result;
  result.target = target;
  if (take_if("++")) {
    result.kind = Statement::Kind::Increment;
  } else if (take_if("--")) {
    result.kind = Statement::Kind::Decrement;
  } else {
    take();
    if (at_inline_call(0)) return inline_call(target, begin);
    result.kind = Statement::Kind::Assign;
    result.value = peek().is_word("new") && (peek(1).is_word()) ? allocation() : expression();
  }
  finish(result, begin);
  return result;
}

// new T; `new` is an ordinary name unless another one follows.
SyntaxId Parser::allocation() {
  Node node;
  const std::size_t begin = next_;
  node.kind = Node::Kind::New;
  take();
  const Token& what = peek();
  const TypeSyntax found = type();
  node.name = {std::string(what.text), found.span};
  return add_since(begin, std::move(node));
}

// channel ! ..., channel !! ..., channel ? ..., channel ?? ..., channel ?< ... >, channel ??< ... >
Statement Parser::communication(SyntaxId channel, std::size_t begin) {
  Statement result;
  result.channel = channel;
  if (out_.nodes[channel].name.text == "STDIN") {
    not_supported(out_.nodes[channel].span, "STDIN is",
                  "a model that reads standard input has no state space of its own");
  }
  const Token& word = take();
  if (word.is("!") || word.is("!!")) {
    result.kind = Statement::Kind::Send;
    result.sorted = word.is("!!");
    send_arguments(result.arguments);
  } else {
    result.kind = Statement::Kind::Receive;
    result.searches = word.is("??");
    result.keeps = take_if("<");
    receive_arguments(result.arguments);
    if (result.keeps) expect(">", "after what is received with '<'");
  }
  finish(result, begin);
  return result;
}

// a, b, c or a(b, c)
void Parser::send_arguments(std::vector<SyntaxId>& out) {
  out.push_back(plain_expression());
  if (take_if("(")) {
    do out.push_back(plain_expression());
    while (take_if(","));
    expect(")", "after the message");
    return;
  }
  while (take_if(",")) out.push_back(plain_expression());
}

// a, b, c or a(b, c) or (a, b, c), also nested
void Parser::receive_arguments(std::vector<SyntaxId>& out) {
  std::size_t parens = 0;
  const auto close = [&] {
    for (; parens > 0; --parens) expect(")", "after what is received");
  };
  while (true) {
    while (take_if("(")) ++parens;
    out.push_back(receive_argument());
    if (peek().is("(")) continue;
    if (take_if(",")) continue;
    return close();
  }
}

SyntaxId Parser::receive_argument() {
  const std::size_t begin = next_;
  if (peek().kind == TokenKind::Identifier || peek().is("*")) {
    const SyntaxId id = peek().is("*") ? dereference() : named();
    const Node::Kind kind = out_.nodes[id].kind;
    if (kind != Node::Kind::Variable && kind != Node::Kind::Anything &&
        kind != Node::Kind::Dereference) {
      refuse_at(span_since(begin), "expected a variable, a constant or 'eval(...)' to receive");
    }
    return id;
  }
  if (peek().is("eval")) return of_one(Node::Kind::Eval);
  if (peek().is("-") && peek(1).kind == TokenKind::Number) {
    take();
    const Value value = number_value(take());
    return number_node(static_cast<Value>(0U - static_cast<std::uint32_t>(value)), begin);
  }
  if (peek().kind == TokenKind::Number || peek().is("true") || peek().is("false") ||
      peek().is("skip")) {
    return literal();
  }
  fail_where_missing("expected a variable, a constant or 'eval(...)' to receive");
}

}  // namespace clew::promela
