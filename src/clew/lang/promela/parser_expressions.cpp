#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "clew/lang/promela/parser_core.hpp"

namespace clew::promela {

namespace {

struct PlainOperator {
  std::string_view text;
  Op op;
  int level;
};

// Levels 1 and 4 are those of the temporal operators.  Everything associates to the left.
constexpr std::array plain_operators = {
    PlainOperator{"||", Op::Or, 2},           PlainOperator{"&&", Op::And, 3},
    PlainOperator{"|", Op::BitOr, 5},         PlainOperator{"^", Op::BitXor, 6},
    PlainOperator{"&", Op::BitAnd, 7},        PlainOperator{"==", Op::Equal, 8},
    PlainOperator{"!=", Op::NotEqual, 8},     PlainOperator{"<", Op::Less, 9},
    PlainOperator{"<=", Op::LessEqual, 9},    PlainOperator{">", Op::Greater, 9},
    PlainOperator{">=", Op::GreaterEqual, 9}, PlainOperator{"<<", Op::ShiftLeft, 10},
    PlainOperator{">>", Op::ShiftRight, 10},  PlainOperator{"+", Op::Add, 11},
    PlainOperator{"-", Op::Subtract, 11},     PlainOperator{"*", Op::Multiply, 12},
    PlainOperator{"/", Op::Divide, 12},       PlainOperator{"%", Op::Modulo, 12},
};

// What the calls under way may cost: 3 for parentheses behind an operator, so that an expression of
// the greatest height can be read, and enough for the rest to leave some of the stack.
constexpr std::uint32_t nesting_max = 3 * expression_height_max;
constexpr std::uint32_t expression_cost = 2;
constexpr std::uint32_t operator_cost = 1;
constexpr std::uint32_t index_cost = 1;
constexpr std::uint32_t call_cost = 4;  // run P(...), enabled(...), eval(...): nobody nests them

constexpr int implies_level = 1;
constexpr int until_level = 4;

struct TemporalWord {
  std::string_view text;
  Node::TemporalOp op;
  bool is_prefix;
};

constexpr std::array temporal_words = {
    TemporalWord{"U", Node::TemporalOp::Until, false},
    TemporalWord{"until", Node::TemporalOp::Until, false},
    TemporalWord{"stronguntil", Node::TemporalOp::Until, false},
    TemporalWord{"W", Node::TemporalOp::WeakUntil, false},
    TemporalWord{"weakuntil", Node::TemporalOp::WeakUntil, false},
    TemporalWord{"V", Node::TemporalOp::Release, false},
    TemporalWord{"release", Node::TemporalOp::Release, false},
    TemporalWord{"implies", Node::TemporalOp::Implies, false},
    TemporalWord{"equivalent", Node::TemporalOp::Equivalent, false},
    TemporalWord{"X", Node::TemporalOp::Next, true},
    TemporalWord{"next", Node::TemporalOp::Next, true},
    TemporalWord{"always", Node::TemporalOp::Always, true},
    TemporalWord{"eventually", Node::TemporalOp::Eventually, true},
};

bool is_part_of_structure(const Token& token) {
  static constexpr std::array<std::string_view, 4> words = {"fi", "od", "unless", "of"};
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

const TemporalWord* temporal_word(const Token& token, bool is_prefix) {
  if (token.kind != TokenKind::Identifier) return nullptr;
  for (const TemporalWord& word : temporal_words) {
    if (token.text == word.text && word.is_prefix == is_prefix) return &word;
  }
  return nullptr;
}

}  // namespace

// --- nodes

SyntaxId Parser::add_since(std::size_t begin, Node node) {
  node.span = span_since(begin);
  if (in_formula_) {
    node.formula_begin = static_cast<std::uint32_t>(begin - formula_begin_);
    node.formula_end = static_cast<std::uint32_t>(next_ - formula_begin_);
  }
  const auto height_of = [&](SyntaxId id) { return id == no_syntax ? 0 : out_.nodes[id].height; };
  std::uint32_t height =
      std::max({height_of(node.left), height_of(node.right), height_of(node.third)});
  for (const SyntaxId argument : node.arguments) height = std::max(height, height_of(argument));
  node.height = height + 1;
  if (node.height > expression_height_max) too_deep();
  out_.nodes.push_back(std::move(node));
  return static_cast<SyntaxId>(out_.nodes.size() - 1);
}

void Parser::too_deep() {
  error(peek().span,
        fmt::format("the expression is nested more than {} levels deep", expression_height_max));
  gave_up_ = true;
  throw SyntaxError{};
}

void Parser::enter(std::uint32_t cost) {
  nesting_ += cost;
  if (nesting_ > nesting_max) too_deep();
}

// Nodes are large: they are built here, outside of the functions that recurse.
SyntaxId Parser::make(Node::Kind kind, std::size_t begin, SyntaxId left, SyntaxId right, SyntaxId third) {
  Node node;
  node.kind = kind;
  node.left = left;
  node.right = right;
  node.third = third;
  return add_since(begin, std::move(node));
}

// full() and its relatives must not be negated or computed with: partial-order reduction relies on
// it, and SPIN's grammar says so.
void Parser::refuse_probe(SyntaxId id) {
  if (!is_probe(id) || alone_ || in_formula_) return;
  refuse_at(out_.nodes[id].span, "the state of a channel cannot be negated or computed with",
            "use 'nfull' for not full, 'nempty' for not empty, and '&&' or '||' around them");
}

void Parser::refuse_temporal(SyntaxId id, std::string_view op) {
  if (out_.nodes[id].kind != Node::Kind::Temporal) return;
  refuse_at(
      out_.nodes[id].span, fmt::format("a temporal formula has no value that '{}' could take", op),
      op == "&" || op == "|" ? fmt::format("write '{0}{0}'", op)
                             : "temporal operators bind stronger than others: write '[] (x == 1)'");
}

// --- operators

SyntaxId Parser::expression() {
  const std::size_t begin = next_;
  enter(expression_cost);
  const SyntaxId first = operand();
  const SyntaxId result = binary(first, begin, 1);
  leave(expression_cost);
  return result;
}

SyntaxId Parser::plain_expression() {
  const SyntaxId result = expression();
  refuse_probe(result);
  return result;
}

std::optional<Parser::BinaryOperator> Parser::temporal_operator() const {
  using Temporal = Node::TemporalOp;
  const auto make = [&](int level, Temporal op, std::size_t token_count) {
    return BinaryOperator{peek().text, level, Op::Constant, true, op, token_count};
  };
  if (peek().is("->")) return make(implies_level, Temporal::Implies, 1);
  if (peek().is("<") && peek(1).is("->") && adjacent(1)) {
    return make(implies_level, Temporal::Equivalent, 2);
  }
  if (peek().is("/") && peek(1).is("\\") && adjacent(1)) {
    return BinaryOperator{"&&", 3, Op::And, false, Temporal::Always, 2};
  }
  if (peek().is("\\") && peek(1).is("/") && adjacent(1)) {
    return BinaryOperator{"||", 2, Op::Or, false, Temporal::Always, 2};
  }
  if (const TemporalWord* word = temporal_word(peek(), false)) {
    const bool is_weak = word->op == Temporal::Implies || word->op == Temporal::Equivalent;
    return make(is_weak ? implies_level : until_level, word->op, 1);
  }
  return std::nullopt;
}

std::optional<Parser::BinaryOperator> Parser::binary_operator() const {
  if (in_formula_) {
    if (std::optional<BinaryOperator> found = temporal_operator()) return found;
  }
  if (peek().kind != TokenKind::Symbol) return std::nullopt;
  for (const PlainOperator& candidate : plain_operators) {
    if (peek().text == candidate.text) {
      return BinaryOperator{candidate.text, candidate.level,          candidate.op,
                            false,          Node::TemporalOp::Always, 1};
    }
  }
  return std::nullopt;
}

// What follows the operand `left`, which began at token `begin`.
SyntaxId Parser::binary(SyntaxId left, std::size_t begin, int level_min) {
  enter(operator_cost);
  for (std::optional<BinaryOperator> found = binary_operator(); found && found->level >= level_min;
       found = binary_operator()) {
    for (std::size_t i = 0; i < found->token_count; ++i) take();
    const std::size_t right_begin = next_;
    const SyntaxId first = operand();
    const SyntaxId right = binary(first, right_begin, found->level + 1);
    left = binary_node(*found, left, right, begin);
  }
  leave(operator_cost);
  return left;
}

SyntaxId Parser::binary_node(const BinaryOperator& found, SyntaxId left, SyntaxId right,
                           std::size_t begin) {
  if (found.is_temporal) return temporal_node(found.temporal, left, right, begin);
  const bool is_logical = found.op == Op::And || found.op == Op::Or;
  if (!is_logical) {
    for (const SyntaxId side : {left, right}) {
      refuse_probe(side);
      refuse_temporal(side, found.text);
    }
  }
  const bool asks = is_probe(left) || is_probe(right);
  Node node;
  node.kind = Node::Kind::Binary;
  node.op = found.op;
  node.left = left;
  node.right = right;
  const SyntaxId id = add_since(begin, std::move(node));
  if (asks) {
    probes_.resize(out_.nodes.size());
    probes_[id] = true;
  }
  return id;
}

SyntaxId Parser::temporal_node(Node::TemporalOp op, SyntaxId left, SyntaxId right, std::size_t begin) {
  Node node;
  node.kind = Node::Kind::Temporal;
  node.temporal = op;
  node.left = left;
  node.right = right;
  return add_since(begin, std::move(node));
}

std::optional<Node::TemporalOp> Parser::temporal_prefix() {
  if (!in_formula_) return std::nullopt;
  const bool is_always = peek().is("[") && peek(1).is("]") && adjacent(1);
  const bool is_eventually = peek().is("<") && peek(1).is(">") && adjacent(1);
  if (is_always || is_eventually) {
    take();
    take();
    return is_always ? Node::TemporalOp::Always : Node::TemporalOp::Eventually;
  }
  const TemporalWord* word = temporal_word(peek(), true);
  if (word == nullptr) return std::nullopt;
  take();
  return word->op;
}

// With the prefix operators, all of which bind strongest.
SyntaxId Parser::operand() {
  const std::size_t begin = next_;
  if (const std::optional<Node::TemporalOp> op = temporal_prefix()) {
    enter(expression_cost);
    const SyntaxId inner = operand();
    leave(expression_cost);
    return temporal_node(*op, inner, no_syntax, begin);
  }
  const Token& token = peek();
  Op op = Op::Constant;
  if (token.is("-")) op = Op::Negate;
  if (token.is("~")) op = Op::Complement;
  if (token.is("!")) op = Op::Not;
  if (op == Op::Constant) {
    const SyntaxId id = primary();
    if (out_.nodes[id].kind == Node::Kind::Anything) {
      refuse_at(out_.nodes[id].span, "'_' can be written to, but not read");
    }
    return id;
  }
  enter(expression_cost);
  take();
  const SyntaxId inner = operand();
  leave(expression_cost);
  refuse_probe(inner);
  if (op != Op::Not) refuse_temporal(inner, token.text);
  return unary_node(op, inner, begin);
}

SyntaxId Parser::unary_node(Op op, SyntaxId operand, std::size_t begin) {
  Node node;
  node.kind = Node::Kind::Unary;
  node.op = op;
  node.left = operand;
  return add_since(begin, std::move(node));
}

// --- operands

SyntaxId Parser::primary() {
  const Token& token = peek();
  if (token.is("(")) return parenthesised();
  if (token.is("*")) return dereference();
  if (token.kind == TokenKind::Identifier) {
    const std::size_t begin = next_;
    const SyntaxId id = named();
    if ((peek().is("?") || peek().is("??")) && peek(1).is("[")) return poll(id, begin);
    if (peek().is("(") && at_inline_name(begin)) {
      refuse_at(token.span,
                fmt::format("inline '{}' cannot be called inside of an expression", token.text),
                "write 'x = f(...)' as a statement of its own");
    }
    return id;
  }
  if (token.kind == TokenKind::Keyword) return keyword_primary();
  return literal();
}

bool Parser::at_inline_name(std::size_t index) const {
  return next_ == index + 1 && inlines_.find(token_at(index).text) != inlines_.end();
}

SyntaxId Parser::keyword_primary() {
  const Token& token = peek();
  const std::size_t begin = next_;
  if (token.is("run")) return run();
  if (token.is("len") || token.is("full") || token.is("empty") || token.is("nfull") ||
      token.is("nempty")) {
    return query();
  }
  if (token.is("enabled")) return of_one(Node::Kind::Enabled);
  if (token.is("pc_value")) return of_one(Node::Kind::LocationNumber);
  if (token.is("timeout") || token.is("np_")) {
    Node node;
    node.kind = token.is("np_") ? Node::Kind::NonProgress : Node::Kind::Timeout;
    take();
    return add_since(begin, std::move(node));
  }
  if (token.is("get_priority")) {
    not_supported(token.span, "process priorities are",
                  "processes would no longer take steps independently of each other");
    return of_one(Node::Kind::Enabled);
  }
  if (token.is("eval")) {
    refuse_at(token.span, "'eval' stands among the arguments of a receive only");
  }
  if (skip_embedded_code()) return number_node(1, begin);
  return literal();
}

SyntaxId Parser::parenthesised() {
  const std::size_t begin = next_;
  take();
  const SyntaxId inner = expression();
  if (peek().is("->") && !in_formula_) return conditional(inner, begin);
  expect(")", "to close the parenthesis", peek().is("=") ? "equality is written '=='" : "");
  return inner;
}

// (condition -> yes : no), from the arrow on.
SyntaxId Parser::conditional(SyntaxId condition, std::size_t begin) {
  refuse_probe(condition);
  take();
  const SyntaxId yes = plain_expression();
  expect(":", "between the two values of a conditional expression");
  const SyntaxId no = plain_expression();
  expect(")", "after the conditional expression");
  return make(Node::Kind::Conditional, begin, condition, yes, no);
}

Value Parser::number_value(const Token& token) {
  constexpr std::int64_t word_max = std::numeric_limits<std::uint32_t>::max();
  if (token.number > word_max) {
    error(token.span, fmt::format("the number is too large: at most {} is possible",
                                  std::numeric_limits<Value>::max()));
    return 0;
  }
  const auto value = static_cast<Value>(static_cast<std::uint32_t>(token.number));
  constexpr int warning_count_max = 20;
  if (token.number > std::numeric_limits<Value>::max() && ++warning_count_ <= warning_count_max) {
    diagnostics_.warning(
        token.span, fmt::format("{} does not fit an int and is read as {}", token.text, value));
  }
  return value;
}

SyntaxId Parser::number_node(Value value, std::size_t begin) {
  Node node;
  node.number = value;
  return add_since(begin, std::move(node));
}

SyntaxId Parser::literal() {
  const Token& token = peek();
  const std::size_t begin = next_;
  if (token.is("true") || token.is("false") || token.is("skip")) {
    take();
    return number_node(token.is("false") ? 0 : 1, begin);
  }
  if (token.kind == TokenKind::Number) {
    take();
    return number_node(number_value(token), begin);
  }
  fail_where_missing("expected an expression", expression_help());
}

// What was probably meant where no expression can begin.
std::string Parser::expression_help() const {
  const Token& token = peek();
  if (token.is("!!")) return "'!!' sends to a channel; write '! !' to negate twice";
  if (token.kind == TokenKind::Keyword) {
    return is_part_of_structure(token) ? "" : "keywords cannot be names";
  }
  if (token.is("++") || token.is("--")) return fmt::format("write 'x{}'", token.text);
  if (next_ == 0 || !adjacent(0)) return {};
  const Token& last = previous();
  if (token.is(">") && last.is("<")) return "inequality is written '!='";
  if (!token.is("=")) return {};
  if (last.is(":")) return "an assignment is written '='";
  if (last.is("==") || last.is("!=")) return fmt::format("'{}' has two characters", last.text);
  return fmt::format("write 'x = x {} ...'", last.text);
}

// A variable, or something of another process.
SyntaxId Parser::named() {
  const std::size_t begin = next_;
  if (peek().is_word("_last") || peek().is_word("_priority")) {
    const bool is_last = peek().is_word("_last");
    not_supported(peek().span, is_last ? "'_last' is" : "process priorities are",
                  is_last ? "it would make the last process to move a part of every state"
                          : "processes would no longer take steps independently of each other");
  }
  const bool is_process = process_names_.contains(std::string(peek().text));
  const bool is_as_in_traces =
      is_process && is_question_ && peek(1).is("->") && peek(2).kind == TokenKind::Identifier;
  if (peek(1).is("@") || (is_process && peek(1).is(":")) || is_as_in_traces) {
    return remote(name("a process type"), no_syntax, begin);
  }
  const SyntaxId id = reference();
  const Node& node = out_.nodes[id];
  if (node.kind != Node::Kind::Variable || node.right != no_syntax || node.left == no_syntax) return id;
  if (peek().is("@") || (is_process && peek().is(":"))) {
    return remote(node.name, node.left, begin);
  }
  return id;
}

// P@label, P:x, P[e]@label, P[e]:x, from the sign on; in questions also P->x, P:1->x and P:1@label, as traces
// write it.
SyntaxId Parser::remote(Name process, SyntaxId instance, std::size_t begin) {
  Node node;
  node.process = std::move(process);
  node.left = instance;
  if (is_question_ && peek().is(":") && peek(1).kind == TokenKind::Number) {
    take();
    node.left = literal();
    if (!peek().is("@") && !peek().is(":") && !peek().is("->")) {
      fail("expected '->' and a variable of the process, or '@' and a label");
    }
  }
  if (take_if("@")) {
    node.kind = Node::Kind::RemoteLabel;
    node.name = name("a label after '@'");
  } else {
    take();
    node.kind = Node::Kind::RemoteVariable;
    node.right = reference();
  }
  return add_since(begin, std::move(node));
}

// name, name[e], and fields behind dots.
SyntaxId Parser::reference() {
  std::vector<Part> parts;
  do {
    const std::size_t begin = next_;
    parts.push_back({name(parts.empty() ? "a variable" : "a field after '.'"), no_syntax, begin});
    if (take_if("[")) {
      enter(index_cost);
      parts.back().index = plain_expression();
      leave(index_cost);
      expect("]", "after the index");
    }
  } while (take_if("."));
  return reference_node(parts);
}

// Built from the last field to the first.
SyntaxId Parser::reference_node(std::vector<Part>& parts) {
  SyntaxId rest = no_syntax;
  for (std::size_t i = parts.size(); i-- > 0;) {
    Node node;
    node.kind = Node::Kind::Variable;
    if (parts.size() == 1 && parts[i].name.text == "_" && parts[i].index == no_syntax) {
      node.kind = Node::Kind::Anything;
    }
    node.name = std::move(parts[i].name);
    node.left = parts[i].index;
    node.right = rest;
    rest = add_since(parts[i].begin, std::move(node));
  }
  return rest;
}

SyntaxId Parser::dereference() {
  const std::size_t begin = next_;
  take();
  if (peek().kind != TokenKind::Identifier) fail("expected a pointer after '*'");
  const SyntaxId pointer = named();
  if (out_.nodes[pointer].kind == Node::Kind::RemoteLabel) {
    refuse_at(out_.nodes[pointer].span, "a label is no pointer");
  }
  return make(Node::Kind::Dereference, begin, pointer);
}

SyntaxId Parser::poll(SyntaxId channel, std::size_t begin) {
  const bool searches = take().is("??");
  take();
  std::vector<SyntaxId> arguments;
  receive_arguments(arguments);
  expect("]", "after the message to look for");
  return with_arguments(Node::Kind::Poll, begin, {}, channel, searches, std::move(arguments));
}

SyntaxId Parser::with_arguments(Node::Kind kind, std::size_t begin, Name name, SyntaxId left,
                              bool searches, std::vector<SyntaxId> arguments) {
  Node node;
  node.kind = kind;
  node.name = std::move(name);
  node.left = left;
  node.searches = searches;
  node.arguments = std::move(arguments);
  return add_since(begin, std::move(node));
}

SyntaxId Parser::query() {
  Node node;
  const std::size_t begin = next_;
  const Token& word = take();
  node.kind = Node::Kind::ChannelQuery;
  node.query = word.is("len")     ? Node::Query::Length
               : word.is("full")  ? Node::Query::Full
               : word.is("empty") ? Node::Query::Empty
               : word.is("nfull") ? Node::Query::NotFull
                                  : Node::Query::NotEmpty;
  const bool asks = node.query != Node::Query::Length;
  expect("(", fmt::format("after '{}'", word.text));
  node.left = peek().is("*") ? dereference() : reference();
  expect(")", fmt::format("after the channel of '{}'", word.text));
  const SyntaxId id = add_since(begin, std::move(node));
  if (asks) {
    probes_.resize(out_.nodes.size());
    probes_[id] = true;
  }
  return id;
}

// word(e)
SyntaxId Parser::of_one(Node::Kind kind) {
  const std::size_t begin = next_;
  const std::string_view word = take().text;
  expect_around("(", "after", word);
  enter(call_cost);
  const SyntaxId inner = plain_expression();
  leave(call_cost);
  expect_around(")", "after the argument of", word);
  return make(kind, begin, inner);
}

SyntaxId Parser::run() {
  const std::size_t begin = next_;
  take();
  if (peek().is("init")) refuse_at(take().span, "'init' cannot be run: it starts by itself");
  Name started = name("the name of a process type after 'run'");
  expect("(", "after the name of the process type");
  std::vector<SyntaxId> arguments;
  enter(call_cost);
  if (!peek().is(")")) {
    do arguments.push_back(plain_expression());
    while (take_if(","));
  }
  leave(call_cost);
  expect(")", "after the arguments of 'run'");
  priority();
  return with_arguments(Node::Kind::Run, begin, std::move(started), no_syntax, false,
                        std::move(arguments));
}

void Parser::expect_around(std::string_view text, std::string_view where, std::string_view word) {
  if (!take_if(text)) expect(text, fmt::format("{} '{}'", where, word));
}

}  // namespace clew::promela
