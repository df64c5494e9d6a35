#include <algorithm>
#include <array>
#include <limits>

#include "clew/lang/uts/parser_core.hpp"

namespace clew::uts {

namespace {

// How often binary() may be inside itself: between two parentheses each level of precedence can add a
// call.
constexpr std::uint32_t recursion_max = 3 * expression_height_max;

struct BinaryOperator {
  std::string_view text;
  Op op;
  int level;
};

constexpr int implication_level = 1;
constexpr int sum_level = 6;

// `->` associates to the right, everything else to the left.
constexpr std::array binary_operators = {
    BinaryOperator{"->", Op::Imply, implication_level},
    BinaryOperator{"|", Op::Or, 2},
    BinaryOperator{"||", Op::Or, 2},
    BinaryOperator{"&", Op::And, 3},
    BinaryOperator{"&&", Op::And, 3},
    BinaryOperator{"==", Op::Equal, 4},
    BinaryOperator{"!=", Op::NotEqual, 4},
    BinaryOperator{"<", Op::Less, 5},
    BinaryOperator{"<=", Op::LessEqual, 5},
    BinaryOperator{">", Op::Greater, 5},
    BinaryOperator{">=", Op::GreaterEqual, 5},
    BinaryOperator{"+", Op::Add, sum_level},
    BinaryOperator{"-", Op::Subtract, sum_level},
    BinaryOperator{"*", Op::Multiply, 7},
    BinaryOperator{"/", Op::Divide, 7},
    BinaryOperator{"%", Op::Modulo, 7},
};

const BinaryOperator* operator_of(const Token& token) {
  if (token.kind != TokenKind::Symbol) return nullptr;
  for (const BinaryOperator& candidate : binary_operators) {
    if (candidate.text == token.text) return &candidate;
  }
  return nullptr;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

}  // namespace

std::string tidy(std::string_view text) {
  std::string kept;
  bool blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t skipped = 0;
    if (text.compare(i, 2, "//") == 0) skipped = std::min(text.find('\n', i), text.size()) - i;
    if (text.compare(i, 2, "/*") == 0) {
      skipped = std::min(text.find("*/", i + 2), text.size() - 2) + 2 - i;
    }
    if (skipped > 0 || is_blank(text[i])) {
      blank = !kept.empty();
      i += skipped > 0 ? skipped - 1 : 0;
      continue;
    }
    if (blank) kept += ' ';
    blank = false;
    kept += text[i];
  }
  return kept;
}

NodeId ExpressionParser::lone_expression() {
  alone_ = true;
  try {
    const NodeId root = expression();
    if (!at_end()) {
      fail("expected the end of the expression",
           peek().is("=") ? "equality is written '=='" : std::string());
    }
    return root;
  } catch (const SyntaxError&) {
    return no_node;
  }
}

NodeId ExpressionParser::expression(Arrow arrow) {
  return binary(arrow == Arrow::Implies ? implication_level : implication_level + 1);
}

NodeId ExpressionParser::bound() { return binary(sum_level); }

LoopSyntax ExpressionParser::loop_head() {
  LoopSyntax loop;
  loop.variable = name("the name of an index");
  expect("in", "after the index");
  loop.low = bound();
  expect("..", "between the bounds of the index");
  loop.high = bound();
  return loop;
}

NodeId ExpressionParser::add(Node node, std::size_t begin) {
  std::uint32_t height = 0;
  for (const NodeId id : {node.left, node.right, node.third}) {
    if (id != no_node) height = std::max(height, nodes_[id].height);
  }
  node.height = height + 1;
  if (node.height > expression_height_max) too_deep();
  node.span = span_since(begin);
  node.begin = static_cast<std::uint32_t>(begin);
  node.end = static_cast<std::uint32_t>(end_of_previous());
  nodes_.push_back(std::move(node));
  return static_cast<NodeId>(nodes_.size() - 1);
}

void ExpressionParser::too_deep() {
  gave_up_ = true;
  refuse(fmt::format("the expression is nested more than {} levels deep", expression_height_max));
}

void ExpressionParser::enter() {
  if (++nesting_ > expression_height_max) too_deep();
}

NodeId ExpressionParser::binary(int level_min) {
  if (++recursion_ > recursion_max) too_deep();
  const std::size_t begin = peek().offset;
  NodeId left = unary();
  for (const BinaryOperator* found = operator_of(peek()); found && found->level >= level_min;
       found = operator_of(peek())) {
    take();
    const NodeId right = binary(found->op == Op::Imply ? found->level : found->level + 1);
    left = binary_node(found->op, left, right, begin);
  }
  --recursion_;
  return left;
}

// Nodes are large: they are built outside of the functions that recurse.
NodeId ExpressionParser::binary_node(Op op, NodeId left, NodeId right, std::size_t begin) {
  Node node;
  node.kind = Node::Kind::Binary;
  node.op = op;
  node.left = left;
  node.right = right;
  return add(std::move(node), begin);
}

NodeId ExpressionParser::unary_node(Op op, NodeId operand, std::size_t begin) {
  Node node;
  node.kind = Node::Kind::Unary;
  node.op = op;
  node.left = operand;
  return add(std::move(node), begin);
}

NodeId ExpressionParser::unary() {
  const Token& token = peek();
  if (!token.is("!") && !token.is("-")) return primary();
  enter();
  take();
  const NodeId operand = unary();
  --nesting_;
  return unary_node(token.is("!") ? Op::Not : Op::Negate, operand, token.offset);
}

NodeId ExpressionParser::primary() {
  const Token& token = peek();
  if (token.is("(")) {
    enter();
    take();
    const NodeId inner = expression();
    --nesting_;
    expect(")", "to close the parenthesis");
    nodes_[inner].parenthesised = true;
    return inner;
  }
  const bool is_quantifier =
      (token.is("all") || token.is("some")) && peek(1).kind == TokenKind::Word && peek(2).is("in");
  if (is_quantifier) return quantified();
  if (token.kind == TokenKind::Word && !is_reserved_word(token.text)) return reference();
  return literal();
}

NodeId ExpressionParser::literal() {
  const Token& token = peek();
  Node node;
  if (token.is("true") || token.is("false")) {
    node.kind = Node::Kind::Truth;
    node.number = token.is("true") ? 1 : 0;
    take();
    return add(std::move(node), token.offset);
  }
  if (token.kind != TokenKind::Number) fail("expected an expression");
  if (token.number > std::numeric_limits<Value>::max()) {
    diagnostics_.error(span_of(token),
                       fmt::format("the number is too large: at most {} is possible",
                                   std::numeric_limits<Value>::max()));
  } else {
    node.number = static_cast<Value>(token.number);
  }
  take();
  return add(std::move(node), token.offset);
}

NodeId ExpressionParser::quantified() {
  const std::size_t begin = peek().offset;
  Node node;
  node.kind = Node::Kind::Quantified;
  node.op = take().is("all") ? Op::And : Op::Or;
  enter();
  LoopSyntax loop = loop_head();
  node.name = std::move(loop.variable);
  node.left = loop.low;
  node.right = loop.high;
  expect("(", "before what is said for every index");
  node.third = expression();
  --nesting_;
  expect(")", "to close the parenthesis");
  return add(std::move(node), begin);
}

NodeId ExpressionParser::index() {
  if (!take_if("[")) return no_node;
  enter();
  const NodeId result = expression();
  --nesting_;
  expect("]", "after the index");
  return result;
}

NodeId ExpressionParser::reference() {
  const std::size_t begin = peek().offset;
  Node node;
  node.kind = Node::Kind::Variable;
  node.name = name("the name of a variable");
  node.left = index();
  if (take_if(".")) {
    node.process = std::move(node.name);
    node.third = node.left;
    node.name = name("the name of a variable of the process");
    node.left = index();
  }
  return add(std::move(node), begin);
}

}  // namespace clew::uts
