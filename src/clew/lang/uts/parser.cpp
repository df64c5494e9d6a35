#include "clew/lang/uts/parser.hpp"

#include <algorithm>
#include <array>

#include "clew/base/text.hpp"
#include "clew/lang/uts/parser_core.hpp"

namespace clew::uts {

namespace {

struct GoalWord {
  std::string_view word;
  GoalSyntax::Kind kind;
};

constexpr std::array goal_words = {
    GoalWord{"REACH", GoalSyntax::Kind::Reach},
    GoalWord{"SAFE", GoalSyntax::Kind::Safe},
    GoalWord{"SAFETY", GoalSyntax::Kind::Safe},
    GoalWord{"INF", GoalSyntax::Kind::Inf},
    GoalWord{"DEADLOCK", GoalSyntax::Kind::Deadlock},
    GoalWord{"LIVENESS", GoalSyntax::Kind::Liveness},
    GoalWord{"EVENTUALLY", GoalSyntax::Kind::Eventually},
    GoalWord{"RECOVERABLE", GoalSyntax::Kind::Recoverable},
    GoalWord{"LEADSTO", GoalSyntax::Kind::LeadsTo},
    GoalWord{"LTL", GoalSyntax::Kind::Ltl},
    GoalWord{"CTL", GoalSyntax::Kind::Ctl},
};

const GoalWord* goal_word(const Token& token) {
  for (const GoalWord& candidate : goal_words) {
    if (token.is(candidate.word)) return &candidate;
  }
  return nullptr;
}

bool is_comparison(const Token& token) {
  for (const std::string_view text :
       {"==", "!=", "<", "<=", ">", ">=", "&", "|", "&&", "||", "->"}) {
    if (token.is(text)) return true;
  }
  return false;
}

// A comment inside a formula becomes as many blanks, so that places stay right.
std::string without_comments(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = comment_end(text, i);
    out.replace(i, end - i, end - i, ' ');
    i = std::max(end, i + 1);
  }
  return out;
}

class Parser : public ExpressionParser {
 public:
  Parser(const SourceText& source, Diagnostics& diagnostics, FileSyntax& out)
      : ExpressionParser(source, diagnostics, out.nodes),
        out_(out),
        errors_before_(diagnostics.error_count()) {}

  void file() {
    if (at_end()) {
      if (!diagnostics_.has_errors()) {
        diagnostics_.error(source_.span(0, 0), "the file is empty: expected a UTS script");
      }
      return;
    }
    while (!at_end() && may_go_on()) {
      const std::size_t before = next_;
      try {
        section();
      } catch (const SyntaxError&) {
        forget_nesting();
        if (next_ == before) take();
        while (!at_end() && !at_section()) take();
      }
    }
    check_complete();
  }

 private:
  // One error fewer than people are shown: the last thing they see is that there may be more.
  bool may_go_on() {
    constexpr std::size_t errors_max = 49;
    if (gave_up_ || diagnostics_.error_count() - errors_before_ < errors_max) return !gave_up_;
    diagnostics_.error(
        span_of(peek()),
        fmt::format("after {} errors the rest of the script is not read", errors_max));
    gave_up_ = true;
    return false;
  }

  // --- sections

  // The word at hand begins a section.  Words of the old grammar always do; the newer ones are names
  // unless a colon follows.
  bool at_section() const {
    const Token& token = peek();
    if (token.kind != TokenKind::Identifier || !is_section_word(token.text)) return false;
    if (is_reserved_word(token.text)) return true;
    return peek(1).is(":") || (peek(1).kind == TokenKind::Identifier && peek(2).is(":"));
  }

  void section() {
    const Token& word = peek();
    refuse_unknown_section();
    if (!at_section()) {
      const bool is_declaration = word.is("int") || word.is("bool") || word.is("const") ||
                                  word.is("nondet") || word.is("proc");
      const bool is_rule = word.is("?");
      fail(out_.globals.variables_span.is_known() ? "expected a section or a goal"
                                                  : "expected 'VARS:' or 'MAXSTEPS:'",
           is_declaration ? "declarations stand behind 'VARS:'"
           : is_rule      ? "rules stand behind 'TRANS:'"
                          : help_for_trees());
    }
    if (goal_word(word)) return goal();
    take();
    if (word.is("PROCESS")) return process(word);
    if (word.is("MAXSTEPS")) return bound_of_moves(word);
    if (word.is("PROGRAM")) return program(word);
    if (word.is("VARS")) return variables(word);
    if (word.is("INIT")) return init(word);
    rules(word);
  }

  void refuse_unknown_section() {
    const Token& word = peek();
    if (word.kind != TokenKind::Identifier || !peek(1).is(":") || is_section_word(word.text) ||
        is_reserved_word(word.text)) {
      return;
    }
    std::string upper(peek().text);
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::string nearest =
        is_section_word(upper) ? upper : nearest_name(upper, section_names());
    if (upper != word.text && nearest.empty()) return;
    const std::string help = nearest.empty() ? "" : fmt::format("there is a section '{}'", nearest);
    refuse(fmt::format("unknown section '{}'", peek().text.substr(0, 60)), help);
  }

  BlockSyntax& block() {
    return out_.processes.empty() ? out_.globals : out_.processes.back().block;
  }

  // Reads the colon, too.
  void begin_section(const Token& word, SourceSpan& begin) {
    if (begin.is_known()) {
      diagnostics_.error(span_of(word), fmt::format("there is a second '{}'", word.text),
                         fmt::format("the first is at {}", diagnostics_.place(begin)));
    }
    begin = span_of(word);
    expect(":", fmt::format("after '{}'", word.text));
  }
  void comes_before(const Token& word, std::string_view other, SourceSpan other_span) {
    if (!other_span.is_known()) return;
    diagnostics_.error(span_of(word), fmt::format("'{}' comes before '{}'", word.text, other),
                       fmt::format("'{}' is at {}", other, diagnostics_.place(other_span)));
  }

  void bound_of_moves(const Token& word) {
    begin_section(word, out_.moves_max_span);
    comes_before(word, "VARS", out_.globals.variables_span);
    out_.moves_max = expression();
    take_if(";");
    if (!at_end() && !at_section()) fail("expected 'VARS:' after the number of steps");
  }

  void program(const Token& word) {
    begin_section(word, out_.program_span);
    if (!out_.processes.empty()) {
      diagnostics_.error(span_of(word), "'PROGRAM' comes before the processes");
    }
    if (out_.globals.rules_span.is_known()) {
      diagnostics_.error(span_of(word), "a script has either 'TRANS' or 'PROGRAM'",
                         "the rules of a process stand behind 'PROCESS name:'");
    }
    do {
      MemberSyntax member;
      member.name = name("the name of a process");
      if (take_if("[")) {
        member.index = expression();
        expect("]", "after the index");
      }
      out_.program.push_back(std::move(member));
    } while (take_if("||"));
    if (peek().is("|") || peek().is("&") || peek().is(",") || peek().is("&&")) {
      fail("expected '||' between processes");
    }
    take_if(";");
    if (!at_end() && !at_section()) fail("expected '||', a goal or 'PROCESS' after the process");
  }

  void process(const Token& word) {
    // What follows belongs to it, even if there is something wrong with its first line.
    ProcessSyntax& result = out_.processes.emplace_back();
    result.name = name("the name of the process");
    if (take_if("(")) parameters(result);
    expect(":", "after the name of the process");
    if (out_.globals.rules_span.is_known()) {
      diagnostics_.error(span_of(word), "a script has either 'TRANS' or processes",
                         "the global 'TRANS' is at " + diagnostics_.place(out_.globals.rules_span));
    }
  }

  void parameters(ProcessSyntax& out) {
    do {
      ParameterSyntax parameter;
      parameter.is_bool = type_is_bool("the type of a parameter");
      parameter.name = name("the name of a parameter");
      out.parameters.push_back(std::move(parameter));
    } while (take_if(","));
    expect(")", "after the parameters");
  }

  // For those who write `E[] p` as other tools do.
  std::string help_for_trees() const {
    if (!peek().is("E") && !peek().is("A")) return {};
    const bool is_always = peek(1).is("[") && peek(2).is("]");
    const bool is_once = (peek(1).is("<") && peek(2).is(">")) || peek(1).is("<>");
    if (!is_always && !is_once) return {};
    return fmt::format("a formula over trees is a goal: 'CTL: {}{} ...'", peek().text,
                       is_always ? "G" : "F");
  }

  void check_complete() {
    if (diagnostics_.has_errors()) return;
    const SourceSpan end = span_of(peek());
    if (!out_.globals.variables_span.is_known()) {
      diagnostics_.error(end, "the script has no 'VARS:'",
                         "declarations come first: 'VARS: int x : 0..9;'");
    } else if (!out_.globals.rules_span.is_known() && !out_.program_span.is_known()) {
      diagnostics_.error(end, "the script has neither 'TRANS:' nor 'PROGRAM:'");
    }
    for (const ProcessSyntax& process : out_.processes) {
      if (process.block.rules_span.is_known()) continue;
      diagnostics_.error(process.name.span,
                         fmt::format("process '{}' has no 'TRANS:'", process.name.text));
    }
  }

  // --- items: what a section is made of

  // Reads items up to the next section; behind a bad one goes on with the next.
  template <class ReadItem>
  void items(ReadItem read_item) {
    while (!at_end() && !at_section() && may_go_on()) {
      refuse_unknown_section();
      const std::size_t before = next_;
      try {
        read_item();
      } catch (const SyntaxError&) {
        if (gave_up_) throw;
        skip_item(before);
      }
    }
  }

  void skip_item(std::size_t before) {
    forget_nesting();
    loops_ = 0;
    if (next_ == before && !at_section()) take();
    // A loop is passed over as a whole.
    int depth = 0;
    for (std::size_t i = before; i < next_; ++i) depth += brace_step(token_at(i));
    if (depth <= 0 && next_ > before && (previous().is(";") || previous().is("}"))) return;
    while (!at_end() && !at_section()) {
      const Token& token = take();
      depth += brace_step(token);
      if (depth <= 0 && (token.is(";") || token.is("}"))) return;
    }
  }

  void variables(const Token& word) {
    begin_section(word, block().variables_span);
    comes_before(word, "INIT", block().init_span);
    comes_before(word, "TRANS", block().rules_span);
    if (out_.processes.empty()) comes_before(word, "PROGRAM", out_.program_span);
    items([&] { declaration(); });
  }

  bool type_is_bool(std::string_view what) {
    if (take_if("bool")) return true;
    if (!take_if("int")) fail(fmt::format("expected {}, 'int' or 'bool'", what));
    return false;
  }

  void declaration() {
    if (peek().is("proc") && peek(1).kind == TokenKind::Identifier) return proc();
    VariableSyntax variable;
    if (take_if("const")) variable.kind = VariableSyntax::Kind::Constant;
    if (take_if("nondet")) variable.kind = VariableSyntax::Kind::Nondet;
    const bool bare = variable.kind == VariableSyntax::Kind::Plain;
    variable.is_bool = type_is_bool(bare ? "a declaration" : "the type");
    variable.name = name("the name of a variable");
    if (take_if("[")) {
      variable.length = expression();
      expect("]", "after the length of the array");
    }
    if (variable.kind == VariableSyntax::Kind::Constant) {
      expect("=", "and the value of the constant");
      variable.value = expression();
    } else if (take_if(":")) {
      range(variable);
    } else if (peek().is("=")) {
      refuse("a variable has no value in its declaration",
             "write 'INIT: name = value;', or 'const' for a constant");
    } else if (peek().kind == TokenKind::Number) {
      refuse("expected ':' before the range of a variable");
    }
    expect(";", "after the declaration",
           peek().is(",") ? "every variable has a declaration of its own" : "");
    block().variables.push_back(std::move(variable));
  }

  void range(VariableSyntax& out) {
    const std::size_t begin = peek().offset;
    out.low = bound();
    expect("..", "between the bounds of the range");
    out.high = bound();
    out.range_span = span_since(begin);
  }

  void proc() {
    const SourceSpan at = span_of(take());
    if (!out_.processes.empty()) {
      refuse_at(at, "processes are started in the global 'VARS' only");
    }
    ProcSyntax result;
    result.name = name("the name of a process");
    if (take_if("[")) {
      result.loop = loop_head();
      expect("]", "after the bounds of the index");
    }
    expect("=", "and the name of a 'PROCESS'");
    result.process = name("the name of a 'PROCESS'");
    if (take_if("(")) {
      do result.arguments.push_back(expression());
      while (take_if(","));
      expect(")", "after the arguments");
    }
    expect(";", "after the declaration");
    block().procs.push_back(std::move(result));
  }

  void init(const Token& word) {
    begin_section(word, block().init_span);
    comes_before(word, "TRANS", block().rules_span);
    if (out_.processes.empty()) comes_before(word, "PROGRAM", out_.program_span);
    items([&] { block().init.push_back(item(&Parser::init_item)); });
  }

  void rules(const Token& word) {
    begin_section(word, block().rules_span);
    if (out_.processes.empty() && out_.program_span.is_known()) {
      diagnostics_.error(span_of(word), "a script has either 'TRANS' or 'PROGRAM'",
                         "the rules of a process stand behind 'PROCESS name:'");
    }
    const std::size_t errors_before = diagnostics_.error_count();
    items([&] { block().rules.push_back(item(&Parser::rule)); });
    if (block().rules.empty() && diagnostics_.error_count() == errors_before) {
      diagnostics_.error(span_of(word), "'TRANS' has no rule");
    }
  }

  using ItemReader = ItemSyntax (Parser::*)();

  ItemSyntax item(ItemReader plain) {
    const bool is_loop =
        peek().is("for") && peek(1).kind == TokenKind::Identifier && peek(2).is("in");
    if (!is_loop) return (this->*plain)();
    if (++loops_ > loops_max) {
      gave_up_ = true;
      refuse(fmt::format("loops are nested more than {} levels deep", loops_max));
    }
    ItemSyntax result;
    const std::size_t begin = take().offset;
    result.loop = loop_head();
    result.span = span_since(begin);
    expect("{", "before what is repeated");
    while (!peek().is("}")) {
      if (at_end() || at_section()) fail("expected '}' at the end of the loop");
      result.body.push_back(item(plain));
    }
    take();
    --loops_;
    return result;
  }

  ItemSyntax init_item() {
    ItemSyntax result;
    const std::size_t begin = peek().offset;
    const SyntaxId first = expression();
    if (out_.nodes[first].kind == Node::Kind::Variable && !out_.nodes[first].parenthesised &&
        take_if("=")) {
      result.targets.push_back(first);
      result.values.push_back(expression());
    } else {
      result.values.push_back(first);
    }
    result.span = span_since(begin);
    result.text = text_since(begin);
    expect(";", "after the initial condition",
           peek().is("=")   ? "equality is written '=='"
           : peek().is(",") ? "every variable has an initial condition of its own"
                            : "");
    return result;
  }

  ItemSyntax rule() {
    ItemSyntax result;
    const std::size_t begin = peek().offset;
    if (take_if("?")) {
      result.guard = expression(Arrow::Ends);
      expect("->", "after the guard", peek().is("=") ? "equality is written '=='" : "");
    }
    do result.targets.push_back(target());
    while (take_if(","));
    expect("=", "after the variables of a rule");
    do result.values.push_back(expression());
    while (take_if(","));
    result.span = span_since(begin);
    result.text = text_since(begin);
    const bool is_sequence = peek().is("=") && result.values.size() > 1;
    expect(";", "after the rule",
           is_sequence      ? "variables are assigned at once: 'a, b = 1, 2'"
           : peek().is("=") ? "equality is written '=='"
                            : "");
    return result;
  }

  SyntaxId target() {
    if (peek().kind != TokenKind::Identifier || is_reserved_word(peek().text)) {
      const bool is_guard = peek().is("!") || peek().is("(") || peek().kind == TokenKind::Number;
      fail("expected a rule: the name of a variable", is_guard ? "a guard begins with '?'" : "");
    }
    if (const std::string help = help_for_trees(); !help.empty()) {
      fail("expected a rule or the next section", help);
    }
    const SyntaxId result = reference();
    if (peek().is("->") && peek(1).kind == TokenKind::Identifier && peek(2).is("{")) {
      fail("expected '=' after the variables of a rule",
           "a script has no locations: a variable says where a process is, as in '? at == 0 -> at "
           "= 1;'");
    }
    if (is_comparison(peek())) {
      fail("expected '=' after the variables of a rule", "a guard begins with '?'");
    }
    return result;
  }

  // --- goals

  void goal() {
    GoalSyntax result;
    const Token& word = take();
    result.kind = goal_word(word)->kind;
    result.word = word.text;
    result.span = span_of(word);
    if (!peek().is(":")) result.name = name("':' or the name of the goal");
    expect(":", "before what the goal says");
    if (!out_.globals.variables_span.is_known()) {
      diagnostics_.error(result.span, "goals come after 'VARS'");
    }
    goal_body(result);
    take_if(";");
    if (!at_end() && !at_section()) {
      fail("expected ';' or the next section after the goal",
           peek().is("=") ? "equality is written '=='" : help_for_trees());
    }
    out_.goals.push_back(std::move(result));
  }

  void goal_body(GoalSyntax& out) {
    switch (out.kind) {
      case GoalSyntax::Kind::Inf:
      case GoalSyntax::Kind::Deadlock:
        if (!at_end() && !at_section() && !peek().is(";")) {
          fail(fmt::format("expected nothing behind '{}:'", out.word));
        }
        return;
      case GoalSyntax::Kind::Ltl:
      case GoalSyntax::Kind::Ctl: return formula(out);
      case GoalSyntax::Kind::LeadsTo:
        out.expr = expression();
        expect("~>", "between what happens and what follows");
        out.second = expression();
        return;
      default: out.expr = expression(); return;
    }
  }

  void formula(GoalSyntax& out) {
    if (peek().kind != TokenKind::Formula || peek().text.empty()) {
      refuse_at(out.span, fmt::format("'{}' has no formula", out.word));
    }
    const Token& token = take();
    out.formula = without_comments(token.text);
    out.offset = token.offset;
  }

  static constexpr int loops_max = 64;

  FileSyntax& out_;
  std::size_t errors_before_;  // of the lexer
  int loops_ = 0;
};

}  // namespace

FileSyntax parse_file(const SourceText& source, Diagnostics& diagnostics) {
  FileSyntax file;
  Parser(source, diagnostics, file).file();
  return file;
}

SyntaxId parse_expression(const SourceText& source, Diagnostics& diagnostics,
                        std::vector<Node>& nodes) {
  return ExpressionParser(source, diagnostics, nodes).lone_expression();
}

}  // namespace clew::uts
