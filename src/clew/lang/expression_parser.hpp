// What parsers of expressions share: operators by how tightly they bind, and a bound on nesting.
//
// A language gives its operators, says what may stand before an operand, and reads operands.  Its
// nodes are a NodeBase with a `kind`, which can be Number, Unary and Binary at least.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "clew/lang/parser_base.hpp"

namespace clew {

// An operator between its operands; a higher level binds tighter.
struct BinaryOperator {
  std::string_view text;
  Op op;
  int level;
  bool is_right_associative = false;
};

template <class Node>
class ExpressionParserBase : public ParserBase {
 public:
  // One expression and nothing else; no_syntax after an error.
  SyntaxId lone_expression() {
    alone_ = true;
    try {
      const SyntaxId root = binary(1);
      if (!at_end()) {
        fail("expected the end of the expression",
             peek().is("=") ? "equality is written '=='" : "");
      }
      return root;
    } catch (const SyntaxError&) {
      return no_syntax;
    }
  }

 protected:
  // REQUIRES: `operators` and `nodes` outlive the parser.
  ExpressionParserBase(const SourceText& source, Diagnostics& diagnostics,
                       std::vector<Token> tokens, std::span<const BinaryOperator> operators,
                       std::vector<Node>& nodes)
      : ParserBase(source, diagnostics, std::move(tokens)), nodes_(nodes), operators_(operators) {}

  // --- what a language adds

  // The operator that stands here before its operand.
  virtual std::optional<Op> prefix_operator() const = 0;
  virtual SyntaxId primary() = 0;
  // Both operands have been read.
  virtual void look_at(const BinaryOperator& /*found*/, SyntaxId /*left*/, SourceSpan /*at*/) {}

  // --- what it gets

  // Operators of this level or a higher one, and their operands.
  SyntaxId binary(int level_min) {
    if (++recursion_ > recursion_max) too_deep();
    const std::size_t begin = peek().offset;
    SyntaxId left = unary();
    for (const BinaryOperator* found = binary_operator(); found && found->level >= level_min;
         found = binary_operator()) {
      const Token& token = take();
      const SyntaxId right = binary(found->is_right_associative ? found->level : found->level + 1);
      look_at(*found, left, span_of(token));
      left = binary_node(found->op, left, right, begin);
    }
    --recursion_;
    return left;
  }

  SyntaxId unary() {
    const std::optional<Op> op = prefix_operator();
    if (!op) return primary();
    enter();
    const std::size_t begin = take().offset;
    const SyntaxId operand = unary();
    --nesting_;
    return unary_node(*op, operand, begin);
  }

  // REQUIRES: a parenthesis is at hand
  SyntaxId parenthesised() {
    enter();
    take();
    const SyntaxId inner = binary(1);
    --nesting_;
    expect(")", "to close the parenthesis");
    nodes_[inner].parenthesised = true;
    return inner;
  }

  // no_syntax if there is none.
  SyntaxId index() {
    if (!take_if("[")) return no_syntax;
    enter();
    const SyntaxId result = binary(1);
    --nesting_;
    expect("]", "after the index");
    return result;
  }

  // A number, or a truth value, whose nodes are of the kind given.
  SyntaxId literal(typename Node::Kind truth_kind) {
    const Token& token = peek();
    Node node;
    if (token.is("true") || token.is("false")) {
      node.kind = truth_kind;
      node.number = token.is("true") ? 1 : 0;
    } else if (token.kind != TokenKind::Number) {
      fail("expected an expression");
    } else if (token.number > std::numeric_limits<Value>::max()) {
      diagnostics_.error(span_of(token),
                         fmt::format("the number is too large: at most {} is possible",
                                     std::numeric_limits<Value>::max()));
    } else {
      node.number = static_cast<Value>(token.number);
    }
    take();
    return add(std::move(node), token.offset);
  }

  // From `begin` to the last token taken.
  SyntaxId add(Node node, std::size_t begin) {
    std::uint32_t height = 0;
    for (const SyntaxId id : {node.left, node.right, node.third}) {
      if (id != no_syntax) height = std::max(height, nodes_[id].height);
    }
    node.height = height + 1;
    if (node.height > expression_height_max) too_deep();
    node.span = span_since(begin);
    node.begin = static_cast<std::uint32_t>(begin);
    node.end = static_cast<std::uint32_t>(end_of_previous());
    nodes_.push_back(std::move(node));
    return static_cast<SyntaxId>(nodes_.size() - 1);
  }

  void enter() {
    if (++nesting_ > expression_height_max) too_deep();
  }
  // After an error: nothing is around us any more.
  void forget_nesting() { nesting_ = 0, recursion_ = 0; }

  std::vector<Node>& nodes_;
  std::uint32_t nesting_ = 0;  // parentheses, indices and unary operators around us

 private:
  // How often binary() may be inside itself: between two parentheses each level of precedence can
  // add a call.
  static constexpr std::uint32_t recursion_max = 3 * expression_height_max;

  const BinaryOperator* binary_operator() const {
    const auto found = std::find_if(operators_.begin(), operators_.end(),
                                    [&](const auto& known) { return peek().is(known.text); });
    return found == operators_.end() ? nullptr : &*found;
  }

  // Nodes are large: they are built outside of the functions that recurse.
  SyntaxId binary_node(Op op, SyntaxId left, SyntaxId right, std::size_t begin) {
    Node node;
    node.kind = Node::Kind::Binary;
    node.op = op;
    node.left = left;
    node.right = right;
    return add(std::move(node), begin);
  }
  SyntaxId unary_node(Op op, SyntaxId operand, std::size_t begin) {
    Node node;
    node.kind = Node::Kind::Unary;
    node.op = op;
    node.left = operand;
    return add(std::move(node), begin);
  }

  [[noreturn]] void too_deep() {
    gave_up_ = true;
    diagnostics_.error(
        span_of(peek()),
        fmt::format("the expression is nested more than {} levels deep", expression_height_max));
    throw SyntaxError{};
  }

  std::span<const BinaryOperator> operators_;
  std::uint32_t recursion_ = 0;  // calls of binary() around us
};

}  // namespace clew
