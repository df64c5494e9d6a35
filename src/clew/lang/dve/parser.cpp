#include "clew/lang/dve/parser.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "clew/lang/dve/lexer.hpp"
#include "clew/lang/dve/types.hpp"
#include "clew/lang/expression_parser.hpp"

namespace clew::dve {

namespace {

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

// What binds tighter than a comparison, so that the `>` of int<low..high> is none.
constexpr int bound_level = 6;

class Parser : public ExpressionParserBase<Node> {
 public:
  Parser(const SourceText& source, Diagnostics& diagnostics, std::vector<Node>& nodes)
      : ExpressionParserBase(source, diagnostics, tokenize(source, diagnostics), binary_operators,
                             nodes) {}

  void file(FileSyntax& out) {
    if (at_end()) {
      if (!diagnostics_.has_errors()) {
        diagnostics_.error(source_.span(0, 0), "the file is empty: expected a DVE model");
      }
      return;
    }
    while (top_level_item(out)) {
    }
  }

 private:
  std::vector<Name> name_list(std::string_view what) {
    std::vector<Name> names{name(what)};
    while (take_if(",")) names.push_back(name(what));
    return names;
  }

  // Passes over what is left of a transition that began at token `begin`: behind its closing brace.
  // False if the process, or the next one, comes first.
  bool skip_transition(std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < next_; ++i) depth += brace_step(token_at(i));
    for (; !at_end(); take()) {
      if (peek().is("process") || peek().is("system")) return false;
      depth += brace_step(peek());
      if (peek().is("}") && depth <= 0) {
        take();
        return depth == 0 && (peek().is(",") || peek().is(";"));
      }
    }
    return false;
  }

  // --- the file

  bool top_level_item(FileSyntax& out) {
    const std::size_t before = next_;
    try {
      if (peek().is("system")) {
        system(out);
        return false;
      }
      if (is_declaration()) {
        declaration(out.declarations);
      } else if (peek().is("process") && !begins_instance()) {
        process_or_template(out);
      } else if (begins_instantiation()) {
        saw_process_ = true;
        out.instantiations.push_back(instantiation());
      } else if (peek().is("property")) {
        property(out);
      } else if (peek().is("expression") && peek(1).kind == TokenKind::Identifier) {
        out.macros.push_back(macro());
      } else {
        fail(expected_here(out));
      }
      return true;
    } catch (const SyntaxError&) {
      return recover(before);
    }
  }

  // Words that mean something at the beginning of an item alone; elsewhere they are names.
  bool begins_instantiation() const {
    return begins_instance() || ((peek().is("for") || peek().is("if")) && peek(1).is("("));
  }

  // `process a(...);`, not a template's `process a(...) {`.
  bool begins_instance() const {
    if (!peek().is("process") || !peek(2).is("(")) return false;
    std::size_t depth = 0;
    for (std::size_t i = 2; !peek(i).is_end(); ++i) {
      if (peek(i).is("(")) ++depth;
      if (peek(i).is("{") || peek(i).is(";")) return peek(i).is(";");
      if (peek(i).is(")") && --depth == 0) return !peek(i + 1).is("{");
    }
    return true;
  }

  static std::string expected_here(const FileSyntax& out) {
    return out.processes.empty() ? "expected a declaration or a process"
                                 : "expected 'process' or 'system'";
  }

  // Goes on behind a bad item: at the next process or the system line; behind a `;` if the bad item
  // was a declaration.
  bool recover(std::size_t before) {
    forget_nesting();
    if (next_ == before) take();
    const bool was_process = token_at(before).is("process");
    if (gave_up_ || token_at(before).is("system")) return false;
    while (!at_end()) {
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
    if (!at_end()) {
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

  // The names of types but `byte` and `int` are no keywords: elsewhere they name what one likes.
  bool is_type() const { return named_type(peek().text) != nullptr; }

  bool is_declaration() const {
    return peek().is("const") || peek().is("channel") || is_type() || is_input();
  }

  bool is_input() const { return peek().is("input") && named_type(peek(1).text) != nullptr; }

  void declaration(std::vector<Declaration>& out) {
    if (peek().is("channel")) {
      channels(out);
      return;
    }
    std::vector<VariableSyntax> variables;
    variable_declaration(variables);
    for (VariableSyntax& variable : variables) out.push_back({std::move(variable), std::nullopt});
  }

  TypeSyntax type() {
    const NamedType* known = named_type(peek().text);
    if (known == nullptr) {
      fail("expected a type: 'byte', 'int', 'bool', 'int16', 'uint16', 'int32', 'uint32' or "
           "'int<low..high>'");
    }
    TypeSyntax result{std::string(known->name), known->range, known->is_cast, no_syntax, no_syntax, {}};
    const std::size_t begin = take().offset;
    if (known->name == "int" && take_if("<")) {
      result.is_cast = false;
      result.low = binary(bound_level);
      expect("..", "between the bounds of the range");
      result.high = binary(bound_level);
      expect(">", "after the bounds of the range");
    }
    result.span = span_since(begin);
    return result;
  }

  // A number, or an expression that is one when the file is read.
  SizeSyntax size(const std::string& what) {
    SizeSyntax result;
    result.span = span_of(peek());
    if (peek().kind == TokenKind::Number && peek(1).is("]")) {
      result.number = take().number;
    } else {
      if (peek().is("]")) fail(what);
      result.expr = expression();
      result.span = nodes_[result.expr].span;
    }
    return result;
  }

  void variable_declaration(std::vector<VariableSyntax>& out) {
    const bool is_input = this->is_input();
    if (is_input) take();
    const bool is_const = !is_input && take_if("const");
    const TypeSyntax declared = type();
    do {
      VariableSyntax variable;
      variable.is_const = is_const || is_input;
      variable.is_input = is_input;
      variable.type = declared;
      variable.name = name("the name of a variable");
      if (take_if("[")) {
        variable.vector_size = size("expected the vector's size, a number");
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
    std::vector<TypeSyntax> items;
    const bool is_typed = take_if("{");
    if (is_typed) {
      do items.push_back(type());
      while (take_if(","));
      expect("}", "after the item types");
    }
    do {
      ChannelSyntax channel;
      channel.name = name("the name of a channel");
      channel.is_typed = is_typed;
      channel.items = items;
      if (is_typed && take_if("[")) {
        channel.capacity = size("expected the channel's size, a number");
        expect("]", "after the channel's size");
      } else if (peek().is("[")) {
        refuse("an untyped channel has no buffer", "write 'channel {byte} name[size];'");
      }
      out.push_back({std::nullopt, std::move(channel)});
    } while (take_if(","));
    expect(";", "after the declaration");
  }

  // --- processes

  void process_or_template(FileSyntax& out) {
    take();
    saw_process_ = true;
    ProcessSyntax result;
    result.name = name("the name of the process");
    const bool is_template = take_if("(");
    if (is_template) result.parameters = parameters();
    process_body(result);
    if (is_template) {
      out.templates.push_back(std::move(result));
    } else {
      add_process(std::move(result), out);
    }
  }

  static void add_process(ProcessSyntax process, FileSyntax& out) {
    InstantiationSyntax there;
    there.process = out.processes.size();
    there.span = process.name.span;
    out.instantiations.push_back(std::move(there));
    out.processes.push_back(std::move(process));
  }

  // `key i, limit)`; some write `i key`.
  std::vector<ParameterSyntax> parameters() {
    std::vector<ParameterSyntax> result;
    while (!take_if(")")) {
      if (!result.empty()) expect(",", "or ')' after the parameter");
      ParameterSyntax parameter;
      if (peek().is("key") && peek(1).kind == TokenKind::Identifier) {
        take();
        parameter.is_key = true;
      }
      parameter.name = name("the name of a parameter");
      if (peek().is("key")) {
        take();
        parameter.is_key = true;
      }
      result.push_back(std::move(parameter));
    }
    return result;
  }

  void process_body(ProcessSyntax& result) {
    expect("{", "after the name of the process");
    while (is_declaration()) declaration(result.declarations);
    if (!begins_state_list()) expect("state", "and the states of the process");
    while (state_list(result)) {
    }
    if (take_if("trans")) transitions(result);
    expect("}", process_end_expectation());
    if (result.states.empty()) {
      refuse_at(result.name.span, fmt::format("process '{}' has no states", result.name.text),
                "write 'state NAME, NAME;' first");
    }
    if (result.inits.empty()) {
      diagnostics_.error(result.name.span,
                         fmt::format("process '{}' has no initial state", result.name.text),
                         "write 'init NAME;' after the states");
    }
  }

  std::string_view process_end_expectation() const {
    return previous().is(";") ? "at the end of the process (after 'state', 'init', 'commit', "
                                "'accept', 'assert', 'trans')"
                              : "at the end of the process";
  }

  bool begins_state_list() const {
    return peek().is("state") || peek().is("init") || peek().is("commit") || peek().is("accept") ||
           peek().is("assert");
  }

  bool state_list(ProcessSyntax& out) {
    if (peek().is("assert")) {
      assertions(out);
      return true;
    }
    for (const auto& [keyword, names] :
         {std::pair{"state", &out.states}, std::pair{"init", &out.inits},
          std::pair{"commit", &out.commits}, std::pair{"accept", &out.accepts}}) {
      if (!peek().is(keyword)) continue;
      const SourceSpan at = span_of(take());
      if (!names->empty()) {
        diagnostics_.error(
            at, fmt::format("process '{}' has a second '{}' list", out.name.text, keyword));
      }
      std::vector<Name> found = name_list("the name of a state");
      if (std::string_view(keyword) == "init" && found.size() > 1) {
        diagnostics_.warning(found[1].span,
                             fmt::format("a process has one initial state: '{}' of this list",
                                         found.front().text));
      }
      *names = std::move(found);
      expect(";", names == &out.states ? "after the states" : "after the list of states");
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
      assertion.text = text_since(begin);
      out.assertions.push_back(std::move(assertion));
    } while (take_if(","));
    expect(";", "after the assertions");
  }

  // --- transitions

  void transitions(ProcessSyntax& out) {
    do transition_or_recover(out);
    while (take_if(",") || begins_transition());
    if (!peek().is("}")) expect(";", "or ',' after the transition");
    if (peek().kind == TokenKind::Identifier) {
      refuse("the list of transitions has ended", "transitions are separated by ','");
    }
  }

  // The comma between two of them may be missing.
  bool begins_transition() const {
    return previous().is("}") && (peek().is("->") || peek(1).is("->"));
  }

  void transition_or_recover(ProcessSyntax& out) {
    const std::size_t begin = next_;
    try {
      out.transitions.push_back(transition(out));
    } catch (const SyntaxError&) {
      if (gave_up_) throw;
      forget_nesting();
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
    const std::size_t body = end_of_previous();
    if (take_if("guard")) {
      result.guard = expression();
      while (take_if(",")) result.guard = both(result.guard, expression());
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
    result.text = text_since(body);
    expect("}", "at the end of the transition");
    return result;
  }

  SyntaxId both(SyntaxId left, SyntaxId right) {
    Node node;
    node.kind = Node::Kind::Binary;
    node.op = Op::And;
    node.left = left;
    node.right = right;
    return add(std::move(node), nodes_[left].begin);
  }

  SyncSyntax sync() {
    SyncSyntax result;
    const std::size_t begin = peek().offset;
    result.channel = name("the name of a channel");
    const bool has_arguments = peek().is("(");
    if (has_arguments || peek().is("->")) {
      result.process.emplace();
      result.process->has_arguments = has_arguments;
      if (has_arguments) result.process->arguments = arguments();
      expect("->", "and a channel of the process");
      result.process->name = std::exchange(result.channel, name("the name of a channel"));
    }
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

  SyntaxId expression() { return binary(1); }

  std::optional<Op> prefix_operator() const override {
    if (peek().is("-")) return Op::Negate;
    if (peek().is("~")) return Op::Complement;
    if (peek().is("not") || peek().is("!")) return Op::Not;
    return std::nullopt;
  }

  void look_at(const BinaryOperator& found, SyntaxId left, SourceSpan at) override {
    const Node& node = nodes_[left];
    if (node.kind != Node::Kind::Binary || node.parenthesised) return;
    const bool mixed =
        (found.op == Op::And && node.op == Op::Or) || (found.op == Op::Or && node.op == Op::And);
    if (!mixed) return;
    diagnostics_.warning(at,
                         "'and' and 'or' have the same precedence in DVE: this reads from the left",
                         "use parentheses to say what you mean");
  }

  SyntaxId primary() override {
    if (peek().is("(")) return parenthesised();
    if (peek().kind == TokenKind::Identifier) return reference();
    return literal(Node::Kind::Number);
  }

  SyntaxId reference() {
    const std::size_t begin = peek().offset;
    Node node;
    node.kind = Node::Kind::Variable;
    node.name = name("a name");
    if (peek().is("(")) {
      node.kind = Node::Kind::Call;
      node.has_arguments = true;
      node.arguments = arguments();
    }
    if (take_if(".")) {
      node.kind = Node::Kind::AtState;
      node.process = std::move(node.name);
      node.name = name("the name of a state");
    } else if (take_if("->")) {
      node.kind = Node::Kind::ForeignVariable;
      node.process = std::move(node.name);
      node.name = name("the name of a variable");
    }
    const bool has_index = node.kind == Node::Kind::Variable || node.kind == Node::Kind::ForeignVariable;
    if (has_index) node.left = index();
    return add(std::move(node), begin);
  }

  // In parentheses, separated by commas; there may be none.
  std::vector<SyntaxId> arguments() {
    std::vector<SyntaxId> result;
    enter();
    expect("(", "before the arguments");
    while (!take_if(")")) {
      if (!result.empty()) expect(",", "or ')' after the argument");
      result.push_back(expression());
    }
    --nesting_;
    return result;
  }

  // --- templates, macros, properties

  InstantiationSyntax instantiation() {
    enter();
    const std::size_t begin = peek().offset;
    InstantiationSyntax result = peek().is("for")  ? loop()
                                 : peek().is("if") ? choice()
                                                   : instance();
    result.span = span_since(begin);
    --nesting_;
    return result;
  }

  InstantiationSyntax instance() {
    InstantiationSyntax result;
    result.kind = InstantiationSyntax::Kind::Instance;
    take();
    result.name = name("the name of a template");
    result.arguments = arguments();
    expect(";", "after the instance");
    return result;
  }

  InstantiationSyntax loop() {
    InstantiationSyntax result;
    result.kind = InstantiationSyntax::Kind::Loop;
    take();
    expect("(", "after 'for'");
    result.name = name("the name of the loop's variable");
    expect(":", "between the variable and its values");
    result.arguments.push_back(expression());
    expect("..", "between the first and the last value");
    result.arguments.push_back(expression());
    expect(")", "after the last value");
    result.body = instantiations();
    return result;
  }

  InstantiationSyntax choice() {
    InstantiationSyntax result;
    result.kind = InstantiationSyntax::Kind::Choice;
    take();
    expect("(", "after 'if'");
    result.arguments.push_back(expression());
    expect(")", "after the condition");
    result.body = instantiations();
    if (!take_if("else")) return result;
    if (peek().is("if")) {
      result.other.push_back(instantiation());
    } else {
      result.other = instantiations();
    }
    return result;
  }

  std::vector<InstantiationSyntax> instantiations() {
    std::vector<InstantiationSyntax> result;
    expect("{", "before the instances");
    while (begins_instantiation()) result.push_back(instantiation());
    expect("}", "after the instances ('process NAME(...);', 'for', 'if')");
    return result;
  }

  MacroSyntax macro() {
    MacroSyntax result;
    take();
    result.name = name("the name of the expression");
    expect("(", "after the name of the expression");
    while (!take_if(")")) {
      if (!result.parameters.empty()) expect(",", "or ')' after the parameter");
      result.parameters.push_back(name("the name of a parameter"));
    }
    expect("{", "before the expression");
    const std::size_t begin = peek().offset;
    result.body = expression();
    result.text = text_since(begin);
    expect("}", "after the expression");
    return result;
  }

  // `property ltl NAME "FORMULA"`, `property process NAME { ... }`
  void property(FileSyntax& out) {
    take();
    if (take_if("process")) {
      ProcessSyntax process;
      process.name = name("the name of the property");
      process.is_property = true;
      process_body(process);
      add_process(std::move(process), out);
      return;
    }
    expect("ltl", "or 'process' after 'property'");
    FormulaSyntax formula;
    formula.name = name("the name of the property");
    const Token& quoted = peek();
    if (quoted.kind != TokenKind::Formula) fail("expected the formula in quotes");
    formula.text = quoted.text.substr(1, quoted.text.size() - (quoted.text.ends_with('"') ? 2 : 1));
    formula.offset = quoted.offset + 1;
    formula.span = span_of(quoted);
    take();
    take_if(";");
    out.formulas.push_back(std::move(formula));
  }

  bool saw_process_ = false;
  bool found_system_ = false;
};

}  // namespace

FileSyntax parse_file(const SourceText& source, Diagnostics& diagnostics) {
  FileSyntax file;
  Parser parser(source, diagnostics, file.nodes);
  parser.file(file);
  parser.check_complete();
  return file;
}

SyntaxId parse_expression(const SourceText& source, Diagnostics& diagnostics,
                        std::vector<Node>& nodes) {
  Parser parser(source, diagnostics, nodes);
  return parser.lone_expression();
}

}  // namespace clew::dve
