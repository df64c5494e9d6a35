#include <array>
#include <limits>

#include "clew/lang/uts/parser_core.hpp"

namespace clew::uts {

namespace {

constexpr int implication_level = 1;
constexpr int sum_level = 6;

// `->` associates to the right, everything else to the left.
constexpr std::array binary_operators = {
    BinaryOperator{"->", Op::Imply, implication_level, true},
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

}  // namespace

ExpressionParser::ExpressionParser(const SourceText& source, Diagnostics& diagnostics,
                                   std::vector<Node>& nodes)
    : ExpressionParserBase(source, diagnostics, tokenize(source, diagnostics), binary_operators,
                           nodes) {}

// The begin of an item is not missing from the line before.
SourceSpan ExpressionParser::where_missing() const {
  const bool is_over = at_end() || is_section_word(peek().text);
  const bool begins_item = !is_over && (previous().is(";") || previous().is("{") ||
                                        previous().is("}") || previous().is(":"));
  return begins_item ? span_of(peek()) : ParserBase::where_missing();
}

Name ExpressionParser::name(std::string_view what) {
  if (is_keyword(peek()) && peek(1).kind == TokenKind::Symbol && !peek(1).is(":")) {
    const Token& keyword = take();  // so that nobody takes it for the begin of a section
    refuse_at(span_of(keyword), fmt::format("expected {}, found {}", what, describe(keyword)));
  }
  return ParserBase::name(what);
}

SyntaxId ExpressionParser::expression(Arrow arrow) {
  return binary(arrow == Arrow::Implies ? implication_level : implication_level + 1);
}

SyntaxId ExpressionParser::bound() { return binary(sum_level); }

LoopSyntax ExpressionParser::loop_head() {
  LoopSyntax loop;
  loop.variable = name("the name of an index");
  expect("in", "after the index");
  loop.low = bound();
  expect("..", "between the bounds of the index");
  loop.high = bound();
  return loop;
}

std::optional<Op> ExpressionParser::prefix_operator() const {
  if (peek().is("!")) return Op::Not;
  if (peek().is("-") && !at_smallest_number()) return Op::Negate;
  return std::nullopt;
}

bool ExpressionParser::at_smallest_number() const {
  const Token& number = peek(1);
  return peek().is("-") && number.kind == TokenKind::Number &&
         -number.number == std::numeric_limits<Value>::min();
}

SyntaxId ExpressionParser::smallest_number() {
  const std::size_t begin = take().offset;
  take();
  Node node;
  node.number = std::numeric_limits<Value>::min();
  return add(std::move(node), begin);
}

SyntaxId ExpressionParser::primary() {
  const Token& token = peek();
  if (token.is("(")) return parenthesised();
  if (at_smallest_number()) return smallest_number();
  const bool is_quantifier = (token.is("all") || token.is("some")) &&
                             peek(1).kind == TokenKind::Identifier && peek(2).is("in");
  if (is_quantifier) return quantified();
  if (token.kind == TokenKind::Identifier && !is_keyword(token)) return reference();
  return literal(Node::Kind::Truth);
}

SyntaxId ExpressionParser::quantified() {
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

SyntaxId ExpressionParser::reference() {
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
