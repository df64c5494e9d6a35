#include "clew/lang/dve/parser.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "clew/lang/dve/lexer.hpp"

namespace clew::dve {

namespace {

// How often expression() may be inside itself: between two parentheses each level of precedence can
// add a call.
constexpr std::uint32_t recursion_max = 3 * expression_height_max;

struct BinaryOperator {
  std::string_view text;
  Op op;
  int level;
};

// The precedence of DVE: `and` and `or` share a level, so do the three bit operators; bit operators
// bind weaker than comparisons.  Everything associates to the left, `imply` included.
constexpr std::array binary_operators = {
    BinaryOperator{"imply", Op::Imply, 1},  BinaryOperator{"or", Op::Or, 2},
    BinaryOperator{"||", Op::Or, 2},        BinaryOperator{"and", Op::And, 2},
    BinaryOperator{"&&", Op::And, 2},       BinaryOperator{"|", Op::BitOr, 3},
    BinaryOperator{"&", Op::BitAnd, 3},     BinaryOperator{"^", Op::BitXor, 3},
    BinaryOperator{"==", Op::Equal, 4},     BinaryOperator{"!=", Op::NotEqual, 4},
    BinaryOperator{"<", Op::Less, 5},       BinaryOperator{"<=", Op::LessEqual, 5},
    BinaryOperator{">", Op::Greater, 5},    BinaryOperator{">=", Op::GreaterEqual, 5},
    BinaryOperator{"<<", Op::ShiftLeft, 6}, BinaryOperator{">>", Op::ShiftRight, 6},
    BinaryOperator{"-", Op::Subtract, 7},   BinaryOperator{"+", Op::Add, 7},
    BinaryOperator{"*", Op::Multiply, 8},   BinaryOperator{"/", Op::Divide, 8},
    BinaryOperator{"%", Op::Modulo, 8},
};

// Thrown inside the parser only: unwinds to the next place where reading can go on.
struct SyntaxError {};

std::string fold_blanks(std::string_view text) {
  std::string folded;
  bool blank = false;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      blank = !folded.empty();
      continue;
    }
    if (blank) folded += ' ';
    blank = false;
    folded += c;
  }
  return folded;
}

// Source text for people: comments dropped, blanks folded.
std::string tidy(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
      kept += ' ';
    } else if (text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
      kept += ' ';
    } else {
      kept += text[i];
    }
  }
  return fold_blanks(kept);
}

class Parser {
 public:
  Parser(const SourceText& source, Diagnostics& diagnostics, std::vector<Node>& nodes)
      : source_(source),
        diagnostics_(diagnostics),
        nodes_(nodes),
        tokens_(tokenize(source, diagnostics)) {}

  void file(FileSyntax& out) {
    if (peek().kind == TokenKind::End) {
      if (!diagnostics_.has_errors()) {
        diagnostics_.error(source_.span(0, 0), "the file is empty: expected a DVE model");
      }
      return;
    }
    while (top_level_item(out)) {
    }
  }

  NodeId lone_expression() {
    alone_ = true;
    try {
      const NodeId root = expression();
      if (peek().kind != TokenKind::End) fail("expected the end of the expression");
      return root;
    } catch (const SyntaxError&) {
      return no_node;
    }
  }

 private:
  // --- tokens

  const Token& peek() const { return tokens_[next_]; }
  const Token& previous() const { return tokens_[next_ == 0 ? 0 : next_ - 1]; }
  const Token& take() {
    const Token& token = tokens_[next_];
    if (token.kind != TokenKind::End) ++next_;
    return token;
  }
  bool take_if(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  SourceSpan span_of(const Token& token) const {
    return source_.span(token.offset, token.text.size());
  }
  SourceSpan span_since(std::size_t offset) const {
    const Token& last = previous();
    const std::size_t end = last.offset + last.text.size();
    return source_.span(offset, end > offset ? end - offset : 0);
  }

  std::string describe(const Token& token) const {
    switch (token.kind) {
      case TokenKind::End: return alone_ ? "the end of the expression" : "the end of the file";
      case TokenKind::Number: return fmt::format("the number {}", token.text.substr(0, 40));
      case TokenKind::Keyword: return fmt::format("the keyword '{}'", token.text);
      default: return fmt::format("'{}'", token.text.substr(0, 60));
    }
  }

  [[noreturn]] void refuse_at(SourceSpan span, std::string message, std::string help = {}) {
    const std::string expansion(source_.expansion_at(peek().offset));
    if (help.empty() && !expansion.empty()) {
      help = fmt::format("after macro expansion the line reads: {}", expansion.substr(0, 200));
    }
    diagnostics_.error(span, std::move(message), std::move(help));
    throw SyntaxError{};
  }
  // What stands here is not allowed.
  [[noreturn]] void refuse(std::string message, std::string help = {}) {
    refuse_at(span_of(peek()), std::move(message), std::move(help));
  }
  // Something else should stand here.
  [[noreturn]] void fail(const std::string& expectation, std::string help = {}) {
    refuse(fmt::format("{}, found {}", expectation, describe(peek())), std::move(help));
  }

  void expect(std::string_view text, std::string_view where, std::string help = {}) {
    if (take_if(text)) return;
    const std::string message =
        fmt::format("expected '{}' {}, found {}", text, where, describe(peek()));
    // What is missing at the end of a line is missing there, not where the next line begins.
    const Token& last = previous();
    const std::size_t end = last.offset + last.text.size();
    const bool next_line = span_of(peek()).line != span_of(last).line;
    const SourceSpan behind = source_.span(end, 1);
    refuse_at(next_line && behind.line == span_of(last).line ? behind : span_of(peek()), message,
              std::move(help));
  }

  Name name(std::string_view what) {
    if (peek().kind != TokenKind::Identifier) fail(fmt::format("expected {}", what));
    const Token& token = take();
    return {std::string(token.text), span_of(token)};
  }

  std::vector<Name> name_list(std::string_view what) {
    std::vector<Name> names{name(what)};
    while (take_if(",")) names.push_back(name(what));
    return names;
  }

  // Passes over what is left of a transition that began at token `begin`: behind its closing brace.
  // False if the process, or the next one, comes first.
  bool skip_transition(std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < next_; ++i) depth += brace_step(tokens_[i]);
    for (; peek().kind != TokenKind::End; take()) {
      if (peek().is("process") || peek().is("system")) return false;
      depth += brace_step(peek());
      if (peek().is("}") && depth <= 0) {
        take();
        return depth == 0 && (peek().is(",") || peek().is(";"));
      }
    }
    return false;
  }
  static int brace_step(const Token& token) { return token.is("{") ? 1 : token.is("}") ? -1 : 0; }

  // --- the file

  bool top_level_item(FileSyntax& out) {
    const std::size_t before = next_;
    try {
      if (peek().is("process")) {
        saw_process_ = true;
        out.processes.push_back(process());
        return true;
      }
      if (peek().is("system")) {
        system(out);
        return false;
      }
      if (!is_declaration()) fail(expected_here(out));
      if (!out.processes.empty()) {
        refuse("declarations come before all processes", "move this above the first 'process'");
      }
      declaration(out.declarations);
      return true;
    } catch (const SyntaxError&) {
      return recover(before);
    }
  }

  static std::string expected_here(const FileSyntax& out) {
    return out.processes.empty() ? "expected a declaration or a process"
                                 : "expected 'process' or 'system'";
  }

  // Goes on behind a bad item: at the next process or the system line; behind a `;` if the bad item
  // was a declaration.
  bool recover(std::size_t before) {
    nesting_ = 0;
    recursion_ = 0;
    if (next_ == before) take();
    const bool was_process = tokens_[before].is("process");
    if (gave_up_ || tokens_[before].is("system")) return false;
    while (peek().kind != TokenKind::End) {
      if (peek().is("process") || (peek().is("system") && !previous().is("->"))) return true;
      if (!was_process && peek().is(";")) {
        take();
        return true;
      }
      take();
    }
    return false;
  }

  void system(FileSyntax& out) {
    const std::size_t begin = take().offset;
    if (take_if("sync")) {
      out.system.is_synchronous = true;
    } else {
      expect("async", "or 'sync' after 'system'");
    }
    if (take_if("property")) out.system.property = name("the name of the property process");
    expect(";", "after the system line");
    out.system.span = span_since(begin);
    found_system_ = true;
    if (!saw_process_) diagnostics_.error(out.system.span, "the model has no process");
    if (peek().kind != TokenKind::End) {
      fail("expected the end of the file after the system line");
    }
  }

 public:
  void check_complete() {
    if (!found_system_ && !diagnostics_.has_errors()) {
      diagnostics_.error(span_of(peek()),
                         "expected 'system async;' or 'system sync;' at the end of the model, "
                         "found the end of the file");
    }
  }

 private:
  // --- declarations

  bool is_declaration() const {
    return peek().is("const") || peek().is("int") || peek().is("byte") || peek().is("channel");
  }

  void declaration(std::vector<Declaration>& out) {
    if (peek().is("channel")) {
      channels(out);
      return;
    }
    std::vector<VariableSyntax> variables;
    variable_declaration(variables);
    for (VariableSyntax& variable : variables) out.push_back({std::move(variable), std::nullopt});
  }

  bool type_is_byte() {
    if (take_if("byte")) return true;
    if (!take_if("int")) fail("expected 'byte' or 'int'");
    return false;
  }

  void variable_declaration(std::vector<VariableSyntax>& out) {
    const bool is_const = take_if("const");
    const bool is_byte = type_is_byte();
    do {
      VariableSyntax variable;
      variable.is_const = is_const;
      variable.is_byte = is_byte;
      variable.name = name("the name of a variable");
      if (take_if("[")) {
        if (peek().kind != TokenKind::Number) fail("expected the vector's size, a number");
        variable.size_span = span_of(peek());
        variable.vector_size = take().number;
        expect("]", "after the vector's size");
      }
      if (take_if("=")) variable.initializer = initializer();
      out.push_back(std::move(variable));
    } while (take_if(","));
    expect(";", "after the declaration");
  }

  Initializer initializer() {
    Initializer result;
    const std::size_t begin = peek().offset;
    if (take_if("{")) {
      result.is_list = true;
      do result.values.push_back(expression());
      while (take_if(","));
      expect("}", "after the initial values");
    } else {
      result.values.push_back(expression());
    }
    result.span = span_since(begin);
    return result;
  }

  void channels(std::vector<Declaration>& out) {
    take();
    std::vector<bool> items;
    const bool is_typed = take_if("{");
    if (is_typed) {
      do items.push_back(type_is_byte());
      while (take_if(","));
      expect("}", "after the item types");
    }
    do {
      ChannelSyntax channel;
      channel.name = name("the name of a channel");
      channel.is_typed = is_typed;
      channel.item_is_byte = items;
      if (is_typed) {
        expect("[", "and the size of the buffer after the name of a typed channel");
        if (peek().kind != TokenKind::Number) fail("expected the channel's size, a number");
        channel.capacity_span = span_of(peek());
        channel.capacity = take().number;
        expect("]", "after the channel's size");
      } else if (peek().is("[")) {
        refuse("an untyped channel has no buffer", "write 'channel {byte} name[size];'");
      }
      out.push_back({std::nullopt, std::move(channel)});
    } while (take_if(","));
    expect(";", "after the declaration");
  }

  // --- processes

  ProcessSyntax process() {
    ProcessSyntax result;
    take();
    result.name = name("the name of the process");
    expect("{", "after the name of the process");
    while (is_declaration()) {
      if (peek().is("channel")) {
        refuse("channels are declared outside of processes");
      }
      variable_declaration(result.variables);
    }
    expect("state", "and the states of the process");
    result.states = name_list("the name of a state");
    expect(";", "after the states");
    while (state_list(result)) {
    }
    if (take_if("trans")) transitions(result);
    expect("}", process_end_expectation());
    if (result.inits.empty()) {
      diagnostics_.error(result.name.span,
                         fmt::format("process '{}' has no initial state", result.name.text),
                         "write 'init NAME;' after the states");
    }
    return result;
  }

  std::string_view process_end_expectation() const {
    return previous().is(";") ? "at the end of the process (after 'state', 'init', 'commit', "
                                "'accept', 'assert', 'trans')"
                              : "at the end of the process";
  }

  bool state_list(ProcessSyntax& out) {
    if (peek().is("assert")) {
      assertions(out);
      return true;
    }
    for (const auto& [keyword, names] :
         {std::pair{"init", &out.inits}, std::pair{"commit", &out.commits},
          std::pair{"accept", &out.accepts}}) {
      if (!peek().is(keyword)) continue;
      const SourceSpan at = span_of(take());
      if (!names->empty()) {
        diagnostics_.error(
            at, fmt::format("process '{}' has a second '{}' list", out.name.text, keyword));
      }
      std::vector<Name> found = name_list("the name of a state");
      if (std::string_view(keyword) == "init" && found.size() > 1) {
        diagnostics_.error(found[1].span, "a process has one initial state, found a list");
      }
      *names = std::move(found);
      expect(";", "after the list of states");
      return true;
    }
    return false;
  }

  void assertions(ProcessSyntax& out) {
    take();
    do {
      AssertionSyntax assertion;
      assertion.state = name("the name of a state");
      expect(":", "between the state and the asserted expression");
      const std::size_t begin = peek().offset;
      assertion.expr = expression();
      assertion.text = tidy(text_between(begin, previous().offset + previous().text.size()));
      out.assertions.push_back(std::move(assertion));
    } while (take_if(","));
    expect(";", "after the assertions");
  }

  std::string_view text_between(std::size_t begin, std::size_t end) const {
    return source_.text().substr(begin, end - begin);
  }

  // --- transitions

  void transitions(ProcessSyntax& out) {
    do transition_or_recover(out);
    while (take_if(","));
    expect(";", "or ',' after the transition");
    if (peek().kind == TokenKind::Identifier) {
      refuse("the list of transitions has ended", "transitions are separated by ','");
    }
  }

  void transition_or_recover(ProcessSyntax& out) {
    const std::size_t begin = next_;
    try {
      out.transitions.push_back(transition(out));
    } catch (const SyntaxError&) {
      if (gave_up_) throw;
      nesting_ = 0;
      recursion_ = 0;
      if (!skip_transition(begin)) throw;
      // What follows may leave out its source state: the one just passed over, whatever it was.
      if (out.transitions.empty()) {
        out.transitions.emplace_back();
        out.transitions.back().from = out.states.front();
      }
    }
  }

  TransitionSyntax transition(const ProcessSyntax& process) {
    TransitionSyntax result;
    const std::size_t begin = peek().offset;
    if (peek().is("->")) {
      if (process.transitions.empty()) refuse("the first transition must name its source state");
      result.from = process.transitions.back().from;
    } else {
      result.from = name("a transition: the name of its source state");
    }
    if (peek().is("=>")) refuse("probabilistic transitions are not part of DVE as Clew reads it");
    expect("->", "after the source state");
    result.to = name("the name of the target state");
    result.span = span_since(begin);
    expect("{", "after the target state");
    const std::size_t body = previous().offset + 1;
    if (take_if("guard")) {
      result.guard = expression();
      expect(";", "after the guard", peek().is("=") ? "equality is written '=='" : "");
    }
    if (take_if("sync")) {
      result.sync = sync();
      expect(";", "after the synchronisation");
    }
    if (take_if("effect")) {
      do result.effect.push_back(assignment());
      while (take_if(","));
      expect(";", "after the effect");
    }
    if (peek().is("guard") || peek().is("sync") || peek().is("effect")) {
      refuse(
          "the parts of a transition are 'guard', 'sync', 'effect', in this order, each at most "
          "once");
    }
    result.text = tidy(text_between(body, peek().offset));
    expect("}", "at the end of the transition");
    return result;
  }

  SyncSyntax sync() {
    SyncSyntax result;
    const std::size_t begin = peek().offset;
    result.channel = name("the name of a channel");
    if (take_if("!")) {
      result.is_send = true;
    } else {
      expect("?", "or '!' after the channel");
    }
    if (take_if("{")) {
      do result.items.push_back(expression());
      while (take_if(","));
      expect("}", "after the items");
    } else if (!peek().is(";")) {
      result.items.push_back(expression());
    }
    result.span = span_since(begin);
    return result;
  }

  AssignmentSyntax assignment() {
    AssignmentSyntax result;
    const std::size_t begin = peek().offset;
    result.target = unary();
    expect("=", "after the variable");
    result.value = expression();
    result.span = span_since(begin);
    return result;
  }

  // --- expressions

  NodeId add(Node node) {
    const auto height_of = [&](NodeId id) { return id == no_node ? 0 : nodes_[id].height; };
    node.height = 1 + std::max(height_of(node.left), height_of(node.right));
    if (node.height > expression_height_max) too_deep();
    nodes_.push_back(std::move(node));
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  [[noreturn]] void too_deep() {
    diagnostics_.error(
        span_of(peek()),
        fmt::format("the expression is nested more than {} levels deep", expression_height_max));
    gave_up_ = true;
    throw SyntaxError{};
  }

  const BinaryOperator* binary_operator() const {
    for (const BinaryOperator& candidate : binary_operators) {
      if (peek().is(candidate.text)) return &candidate;
    }
    return nullptr;
  }

  NodeId expression(int level_min = 1) {
    if (++recursion_ > recursion_max) too_deep();
    const std::size_t begin = peek().offset;
    NodeId left = unary();
    for (const BinaryOperator* found = binary_operator(); found && found->level >= level_min;
         found = binary_operator()) {
      const SourceSpan at = span_of(take());
      const NodeId right = expression(found->level + 1);
      warn_about_mixture(*found, left, at);
      Node node;
      node.kind = Node::Kind::Binary;
      node.op = found->op;
      node.left = left;
      node.right = right;
      node.span = span_since(begin);
      left = add(std::move(node));
    }
    --recursion_;
    return left;
  }

  void warn_about_mixture(const BinaryOperator& found, NodeId left, SourceSpan at) {
    const Node& node = nodes_[left];
    if (node.kind != Node::Kind::Binary || node.parenthesised) return;
    const bool mixed =
        (found.op == Op::And && node.op == Op::Or) || (found.op == Op::Or && node.op == Op::And);
    if (!mixed) return;
    diagnostics_.warning(at,
                         "'and' and 'or' have the same precedence in DVE: this reads from the left",
                         "use parentheses to say what you mean");
  }

  NodeId unary() {
    const Token& token = peek();
    Op op = Op::Constant;
    if (token.is("-")) op = Op::Negate;
    if (token.is("~")) op = Op::Complement;
    if (token.is("not") || token.is("!")) op = Op::Not;
    if (op == Op::Constant) return primary();
    enter();
    take();
    const NodeId operand = unary();
    --nesting_;
    return unary_node(op, operand, span_since(token.offset));
  }

  // Nodes are large: they are built outside of the functions that recurse.
  NodeId unary_node(Op op, NodeId operand, SourceSpan span) {
    Node node;
    node.kind = Node::Kind::Unary;
    node.op = op;
    node.left = operand;
    node.span = span;
    return add(std::move(node));
  }

  void enter() {
    if (++nesting_ > expression_height_max) too_deep();
  }

  NodeId primary() {
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
    if (token.kind == TokenKind::Identifier) return reference();
    return literal();
  }

  NodeId literal() {
    const Token& token = peek();
    Node node;
    if (token.is("true") || token.is("false")) {
      node.number = token.is("true") ? 1 : 0;
      node.span = span_of(take());
      return add(std::move(node));
    }
    if (token.kind == TokenKind::Number) {
      node.span = span_of(token);
      if (token.number > std::numeric_limits<Value>::max()) {
        diagnostics_.error(node.span, fmt::format("the number is too large: at most {} is possible",
                                                  std::numeric_limits<Value>::max()));
      } else {
        node.number = static_cast<Value>(token.number);
      }
      take();
      return add(std::move(node));
    }
    fail("expected an expression");
  }

  NodeId reference() {
    const std::size_t begin = peek().offset;
    const NodeId id = named();
    if (nodes_[id].kind != Node::Kind::AtState && take_if("[")) {
      enter();
      const NodeId index = expression();
      --nesting_;
      expect("]", "after the index");
      nodes_[id].left = index;
      nodes_[id].height = 1 + nodes_[index].height;
      if (nodes_[id].height > expression_height_max) too_deep();
    }
    nodes_[id].span = span_since(begin);
    return id;
  }

  NodeId named() {
    Node node;
    node.kind = Node::Kind::Variable;
    node.name = name("a name");
    if (take_if(".")) {
      node.kind = Node::Kind::AtState;
      node.process = std::move(node.name);
      node.name = name("the name of a state");
    } else if (take_if("->")) {
      node.kind = Node::Kind::ForeignVariable;
      node.process = std::move(node.name);
      node.name = name("the name of a variable");
    }
    return add(std::move(node));
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::vector<Node>& nodes_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::uint32_t nesting_ = 0;    // parentheses, indices and unary operators around us
  std::uint32_t recursion_ = 0;  // calls of expression() around us
  bool alone_ = false;           // an expression, not a file
  bool saw_process_ = false;
  bool found_system_ = false;
  bool gave_up_ = false;  // an error after which nothing sensible can be read
};

}  // namespace

FileSyntax parse_file(const SourceText& source, Diagnostics& diagnostics) {
  FileSyntax file;
  Parser parser(source, diagnostics, file.nodes);
  parser.file(file);
  parser.check_complete();
  return file;
}

NodeId parse_expression(const SourceText& source, Diagnostics& diagnostics,
                        std::vector<Node>& nodes) {
  Parser parser(source, diagnostics, nodes);
  return parser.lone_expression();
}

}  // namespace clew::dve
