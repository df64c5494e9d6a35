#include "clew/property/formula_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/base/token_cursor.hpp"
#include "clew/base/utf8.hpp"
#include "clew/property/formula_lexer.hpp"

namespace clew {

namespace {

// Deep enough for every formula that a person writes, flat enough for every stack.
constexpr std::uint32_t height_max = 500;

std::string fold_blanks(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    const bool blank = is_blank(c);
    if (blank && (folded.empty() || folded.back() == ' ')) continue;
    folded += blank ? ' ' : c;
  }
  while (folded.ends_with(' ')) folded.pop_back();
  return folded;
}

// `x==1` and `x == 1` are one proposition: blanks count between words only.
std::string key_of(std::string_view text) {
  std::string key;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool parts_words = text[i] == ' ' && i > 0 && i + 1 < text.size() &&
                             is_word_character(text[i - 1]) && is_word_character(text[i + 1]);
    if (text[i] != ' ' || parts_words) key += text[i];
  }
  return key;
}

// Without parentheses that enclose all of it.
std::string_view without_outer_parentheses(std::string_view text) {
  while (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    int depth = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')' && --depth == 0) return text;
    }
    text = text.substr(1, text.size() - 2);
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
  }
  return text;
}

// Fills in definitions.  A name inside an expression becomes its expression in parentheses.
class Expander {
 public:
  explicit Expander(const std::map<std::string, std::string, std::less<>>& definitions)
      : definitions_(definitions) {}

  // The name of a definition that needs itself, after expand().
  const std::string& circular() const { return circular_; }

  std::string expand(std::string_view text, int depth = 0) {
    if (definitions_.empty()) return std::string(text);
    if (const auto whole = definitions_.find(text); whole != definitions_.end()) {
      return std::string(without_outer_parentheses(body(*whole, depth)));
    }
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      if (is_word_character(text[i])) {
        while (end < text.size() && is_word_character(text[end])) ++end;
      }
      const std::string_view word = text.substr(i, end - i);
      const auto found = definitions_.find(word);
      const bool is_part =
          (i > 0 && joins(text[i - 1])) || (i > 1 && text.substr(i - 2, 2) == "->");
      if (found == definitions_.end() || is_part) {
        out += word;
      } else {
        out += fmt::format("({})", without_outer_parentheses(body(*found, depth)));
      }
      i = end;
    }
    return out;
  }

 private:
  static bool joins(char c) { return c == '.' || c == '@' || c == ':' || c == '#'; }

  std::string body(const std::pair<const std::string, std::string>& definition, int depth) {
    // Each definition is used once on the way down, unless one needs itself.
    if (depth > static_cast<int>(std::min<std::size_t>(definitions_.size(), 50))) {
      circular_ = definition.first;
      return definition.first;
    }
    return expand(definition.second, depth + 1);
  }

  const std::map<std::string, std::string, std::less<>>& definitions_;
  std::string circular_;
};

class Parser : private TokenCursor<FormulaToken> {
 public:
  Parser(std::string_view text, const FormulaOptions& options, Logic logic,
         ReadResult<ParsedFormula>& result)
      : text_(text),
        options_(options),
        logic_(logic),
        diagnostics_(result.diagnostics),
        out_(std::make_unique<ParsedFormula>()),
        result_(result),
        source_(options.source
                    ? options.source
                    : std::make_shared<const SourceText>(options.name, std::string(text))),
        all_(formula_tokens(text)) {
    read_from(all_);
    diagnostics_.set_source(source_);
    match_brackets();
  }

  void run() {
    if (!report_unknown()) {
      if (at_end()) {
        error(peek(), "the formula is empty");
      } else {
        out_->formula = whole();
        if (!diagnostics_.has_errors() && logic_ == Logic::Ctl) check_ctl();
      }
    }
    diagnostics_.sort();
    if (!diagnostics_.has_errors()) result_.value_or_null = std::move(out_);
  }

 private:
  // --- tokens

  // Where the bracket that begins at a token ends; 0: nowhere.
  void match_brackets() {
    closed_by_.resize(tokens_->size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_->size(); ++i) {
      const FormulaToken& token = token_at(i);
      if (token.kind != FormulaTokenKind::Symbol) continue;
      if (token.is("(") || token.is("[")) open.push_back(i);
      if (!token.is(")") && !token.is("]")) continue;
      if (open.empty() || token_at(open.back()).is("(") != token.is(")")) continue;
      closed_by_[open.back()] = i;
      open.pop_back();
    }
  }

  // After so many errors nobody reads on, and neither does the parser.
  static constexpr std::size_t errors_max = 50;

  void error(const FormulaToken& token, std::string message, std::string help = {}) {
    if (diagnostics_.error_count() >= errors_max) next_ = tokens_->size() - 1;
    diagnostics_.error(source_->span(options_.source_offset + token.offset, token.text.size()),
                       std::move(message), std::move(help));
  }

  static std::string found(const FormulaToken& token) {
    if (token.kind == FormulaTokenKind::End) return "the end";
    return fmt::format("'{}'", token.text.substr(0, 60));
  }

  bool is_operator(const FormulaToken& token) const {
    return infix_operator(token) || !prefix_operators(token, logic_).empty();
  }
  bool is_operator_word(const FormulaToken& token) const {
    return token.kind == FormulaTokenKind::Word && is_operator(token);
  }

  // What can be part of no formula is said before anything is made of the rest.
  bool report_unknown() {
    for (const FormulaToken& token : *tokens_) {
      if (diagnostics_.error_count() >= errors_max) break;
      if (token.kind == FormulaTokenKind::Unknown) {
        const bool brace = token.is("{");
        error(token, brace ? "'{' is never closed" : fmt::format("unexpected {}", shown(token)));
      } else if (token.is("=>") || token.is("==>")) {
        error(token, fmt::format("'{}' is no operator", token.text), "implication is written '->'");
      } else if (token.is("<=>")) {
        error(token, "'<=>' is no operator", "equivalence is written '<->'");
      } else if (token.is("=")) {
        error(token, "'=' is no operator", "equality is written '=='");
      }
    }
    return diagnostics_.has_errors();
  }

  static std::string shown(const FormulaToken& token) {
    const auto byte = static_cast<unsigned char>(token.text.front());
    return byte < 0x20 || byte >= 0x7f ? "character " + quoted_character(token.text, 0)
                                       : fmt::format("'{}'", token.text);
  }

  // --- formulas

  FormulaId whole() {
    FormulaId formula = binary(1);
    while (!at_end()) {
      if (peek().is(")") || peek().is("]")) {
        error(peek(), fmt::format("'{}' closes nothing", peek().text));
        take();
        if (at_end()) break;
        said_missing_ = true;  // what follows belonged to what was closed
      }
      formula = go_on(formula);
    }
    return formula;
  }

  // Two formulas without an operator between them, or an operator whose left side is lost: say so
  // once, and look for other errors behind it.
  FormulaId go_on(FormulaId formula) {
    if (!infix_operator(peek())) {
      report_missing_operator();
      (void)binary(1);  // what is wrong with it is said; nobody needs the two joined
      return formula;
    }
    return rest_of_binary(formula, 1);
  }

  void report_missing_operator() {
    if (said_missing_) return;
    said_missing_ = true;
    const FormulaToken& name = previous();
    std::string help;
    if (name.kind == FormulaTokenKind::Word && name.text.size() <= 8) {
      if (logic_ == Logic::Ltl && !prefix_operators(name, Logic::Ctl).empty()) {
        help = fmt::format("'{}' is an operator of CTL only", name.text);
      }
    }
    if (is_value_operator(peek()) && help.empty()) {
      help =
          "what is compared or computed goes into braces, if it is more than names, numbers and "
          "parentheses";
    }
    error(peek(), fmt::format("expected an operator, found {}", found(peek())), std::move(help));
  }

  // The operator with the level that it has in this syntax.
  std::optional<InfixOperator> infix(const FormulaToken& token) const {
    std::optional<InfixOperator> found = infix_operator(token);
    if (!found || options_.precedence == FormulaPrecedence::Usual) return found;
    switch (found->op) {
      case FormulaOp::Implies: found->level = 2; break;
      case FormulaOp::Equivalent: found->level = 3; break;
      case FormulaOp::Or: found->level = 4; break;
      case FormulaOp::And: found->level = 5; break;
      default: found->level = 1; break;
    }
    return found;
  }

  FormulaId binary(int level) {
    if (level > 5) return unary();
    return rest_of_binary(binary(level + 1), level);
  }

  // `left` is a formula of a higher level, already read.
  FormulaId rest_of_binary(FormulaId left, int level) {
    if (level > 5) return left;
    left = rest_of_binary(left, level + 1);
    while (true) {
      const std::optional<InfixOperator> found_operator = infix(peek());
      if (!found_operator || found_operator->level != level) return left;
      said_missing_ = false;
      const FormulaToken& token = take();
      const Deeper deeper(*this);
      if (!deeper.allowed()) return left;
      if (found_operator->op == FormulaOp::And || found_operator->op == FormulaOp::Or) {
        left = chain(left, found_operator->op, level, token);
        continue;
      }
      const bool left_associative = found_operator->op == FormulaOp::Equivalent ||
                                    options_.precedence == FormulaPrecedence::Ltsmin;
      const FormulaId right = binary(left_associative ? level + 1 : level);
      left = keep(found_operator->op, left, right, token);
      if (found_operator->negated) left = keep(FormulaOp::Not, left, token);
    }
  }

  // `a && b && c` is one formula; its first operator is taken already.
  FormulaId chain(FormulaId first, FormulaOp op, int level, const FormulaToken& token) {
    std::vector<FormulaId> operands{first, binary(level + 1)};
    while (true) {
      const std::optional<InfixOperator> next_operator = infix_operator(peek());
      if (!next_operator || next_operator->op != op) break;
      said_missing_ = false;
      take();
      operands.push_back(binary(level + 1));
    }
    return noted(out_->formulas.make(op, operands), token);
  }

  // Counts how deep the parser is inside itself.
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > height_max) parser_.report_height(parser_.peek());
    }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    bool allowed() const { return parser_.depth_ <= height_max; }

   private:
    Parser& parser_;
  };

  void report_height(const FormulaToken& token) {
    if (!said_height_) {
      error(token, fmt::format("the formula is nested more than {} times", height_max));
    }
    said_height_ = true;
    next_ = tokens_->size() - 1;
  }

  FormulaId keep(FormulaOp op, FormulaId operand, const FormulaToken& token) {
    return noted(out_->formulas.make(op, operand), token);
  }
  FormulaId keep(FormulaOp op, FormulaId left, FormulaId right, const FormulaToken& token) {
    return noted(out_->formulas.make(op, left, right), token);
  }
  FormulaId noted(FormulaId id, const FormulaToken& token) {
    if (out_->formulas[id].height > height_max) report_height(token);
    operator_at_.try_emplace(id, token);
    return id;
  }

  // Many write GF p for G F p.  If no operand follows, it is a name all the same.
  std::vector<FormulaOp> joined_operators() const {
    const FormulaToken& token = peek();
    const FormulaToken& next = peek(1);
    const bool is_joined = logic_ == Logic::Ltl && token.kind == FormulaTokenKind::Word &&
                           token.text.size() > 1 &&
                           token.text.find_first_not_of("FGX") == std::string_view::npos;
    const bool has_operand =
        next.kind == FormulaTokenKind::Braces || next.kind == FormulaTokenKind::Number ||
        (next.kind == FormulaTokenKind::Word && !infix_operator(next)) || next.is("(") ||
        next.is("!") || !prefix_operators(next, logic_).empty();
    if (!is_joined || !has_operand) return {};
    std::vector<FormulaOp> operators;
    for (const char letter : token.text) {
      operators.push_back(letter == 'F'   ? FormulaOp::Finally
                          : letter == 'G' ? FormulaOp::Globally
                                          : FormulaOp::Next);
    }
    return operators;
  }

  FormulaId unary() {
    std::vector<FormulaOp> operators = prefix_operators(peek(), logic_);
    if (operators.empty()) operators = joined_operators();
    if (operators.empty()) return primary();
    const FormulaToken& token = take();
    said_missing_ = false;
    const Deeper deeper(*this);
    if (!deeper.allowed()) return out_->formulas.constant(true);
    FormulaId formula =
        is_quantifier(operators.back()) && peek().is("[") ? group("[", "]") : unary();
    for (auto op = operators.rbegin(); op != operators.rend(); ++op) {
      formula = keep(*op, formula, token);
    }
    return formula;
  }

  FormulaId group(std::string_view open, std::string_view close) {
    const FormulaToken& begin = take();
    said_missing_ = false;
    const Deeper deeper(*this);
    if (!deeper.allowed()) return out_->formulas.constant(true);
    FormulaId formula = binary(1);
    while (!peek().is(close) && !at_end() && !peek().is(")") && !peek().is("]")) {
      formula = go_on(formula);
    }
    said_missing_ = false;
    if (peek().is(close)) {
      take();
    } else if (!said_height_) {
      error(begin, fmt::format("'{}' is never closed", open));
      if (!at_end()) take();
    }
    return formula;
  }

  FormulaId primary() {
    const FormulaToken& token = peek();
    if (token.kind == FormulaTokenKind::Braces) return braces();
    if (token.is("(") && !is_operand_group()) return group("(", ")");
    const bool is_whole = !is_value_operator(peek(1));
    if (is_whole && (token.is("true") || token.is("1")))
      return take(), out_->formulas.constant(true);
    if (is_whole && (token.is("false") || token.is("0"))) {
      return take(), out_->formulas.constant(false);
    }
    const bool begins_operand = token.is("(") || token.is("-") ||
                                token.kind == FormulaTokenKind::Number ||
                                (token.kind == FormulaTokenKind::Word && !is_operator(token));
    if (begins_operand) return run_of_values();
    report_missing_formula();
    return out_->formulas.constant(true);
  }

  void report_missing_formula() {
    const FormulaToken& token = peek();
    std::string help;
    if (is_value_operator(token) && next_ > 0 && is_operator_word(previous())) {
      help = fmt::format("'{}' is an operator; as a name it goes into braces: '{{{} {} ...}}'",
                         previous().text, previous().text, token.text);
    }
    if (!said_height_) {
      error(token, fmt::format("expected a formula, found {}", found(token)), std::move(help));
    }
    const bool leave = infix_operator(token) || token.is(")") || token.is("]");
    if (!leave) take();
    said_missing_ = !leave;
  }

  // --- propositions

  // A group in parentheses that is compared or computed with is none of ours.
  bool is_operand_group() const {
    const std::size_t end = closed_by_[next_];
    return end != 0 && is_value_operator(token_at(end + 1));
  }

  FormulaId braces() {
    const FormulaToken& token = take();
    const std::string inner = fold_blanks(token.text.substr(1, token.text.size() - 2));
    if (inner.empty()) {
      error(token, "expected a proposition between the braces");
      return out_->formulas.constant(true);
    }
    return proposition(inner, token.offset, token.end());
  }

  FormulaId run_of_values() {
    const std::size_t begin = peek().offset;
    bool good = operand(true);
    while (good && is_value_operator(peek())) {
      take();
      good = operand(false);
    }
    const std::size_t end = previous().end();
    if (!good) {
      skip_to_operator();
      return out_->formulas.constant(true);
    }
    return proposition(fold_blanks(text_.substr(begin, end - begin)), begin, end);
  }

  // What is left of a proposition that makes no sense is not looked at.
  void skip_to_operator() {
    while (!at_end() && !infix_operator(peek()) && !peek().is(")") && !peek().is("]")) {
      const bool opens = peek().is("(") || peek().is("[");
      next_ = opens && closed_by_[next_] != 0 ? closed_by_[next_] + 1 : next_ + 1;
    }
  }

  // What stands between the operators of a proposition; false if there is none, which is said.
  bool operand(bool is_first) {
    while (peek().is("-") || (!is_first && (peek().is("~") || peek().is("!")))) take();
    const FormulaToken& token = peek();
    if (token.is("(")) return operand_group();
    const bool is_value = token.kind == FormulaTokenKind::Number ||
                          (token.kind == FormulaTokenKind::Word && !is_operator(token));
    if (!is_value) {
      const bool is_name = is_operator_word(token);
      error(token,
            fmt::format("expected a value after '{}', found {}{}", previous().text,
                        is_name ? "the operator " : "", found(token)),
            is_name ? "a name that is also an operator goes into braces, with all of its "
                      "proposition"
                    : "");
      return false;
    }
    take();
    if (token.kind != FormulaTokenKind::Word) return true;
    take_process_arrow(token);
    if (!suffixes()) return false;
    // The instance of a template: a(1)->x.
    const FormulaToken whole{token.kind, text_.substr(token.offset, previous().end() - token.offset),
                             token.offset};
    return !previous().is(")") || !take_process_arrow(whole) || suffixes();
  }

  // `[...]`, `(...)` straight behind a name, `.x` straight behind a bracket.
  bool suffixes() {
    while (true) {
      const bool call = peek().is("(") && previous().end() == peek().offset && !previous().is(")");
      if (peek().kind == FormulaTokenKind::Joined) {
        take();
      } else if (peek().is("[") || call) {
        if (!skip_brackets()) return false;
      } else {
        break;
      }
    }
    return true;
  }

  bool skip_brackets() {
    const std::size_t end = closed_by_[next_];
    if (end == 0) {
      error(peek(), fmt::format("'{}' is never closed", peek().text));
      next_ = tokens_->size() - 1;
      return false;
    }
    next_ = end + 1;
    return true;
  }

  // A group inside a proposition is the model's business, but it has no notion of time.
  bool operand_group() {
    const std::size_t end = closed_by_[next_];
    if (end == 0) return skip_brackets();
    for (std::size_t i = next_; i < end; ++i) {
      const std::optional<InfixOperator> infix = infix_operator(token_at(i));
      const std::vector<FormulaOp> prefix = prefix_operators(token_at(i), logic_);
      const bool temporal = (infix && is_temporal(infix->op)) ||
                            (!prefix.empty() && prefix.front() != FormulaOp::Not);
      if (!temporal) continue;
      const bool ends = is_value_operator(token_at(end + 1));
      error(token_at(i),
            fmt::format("a value that is part of a proposition cannot contain the operator '{}'",
                        token_at(i).text),
            ends && token_at(end + 1).is("==") ? "formulas are compared with '<->'" : "");
      next_ = end + 1;
      return false;
    }
    next_ = end + 1;
    return true;
  }

  bool take_process_arrow(const FormulaToken& name) {
    const FormulaToken& arrow = peek();
    const FormulaToken& member = peek(1);
    const bool tight = arrow.is("->") && member.kind == FormulaTokenKind::Word &&
                       name.end() == arrow.offset && arrow.end() == member.offset;
    const std::string_view process = name.text.substr(0, name.text.find(':'));  // "T" of T:0
    if (!tight || !options_.is_process || !options_.is_process(process)) return false;
    take();
    take();
    return true;
  }

  FormulaId proposition(const std::string& written, std::size_t begin, std::size_t end) {
    Expander expander(options_.definitions);
    const std::string expanded = fold_blanks(expander.expand(written));
    if (!expander.circular().empty()) {
      error({FormulaTokenKind::Word, text_.substr(begin, end - begin), begin},
            fmt::format("the definition of '{}' needs itself", expander.circular()));
    }
    const auto [known, is_new] = numbers_.try_emplace(
        key_of(expanded), static_cast<std::uint32_t>(out_->propositions.size()));
    if (is_new) out_->propositions.push_back({expanded, begin, end - begin});
    return out_->formulas.proposition(known->second);
  }

  void check_ctl() {
    const auto objection = ctl_objection(out_->formulas, out_->formula);
    if (!objection) return;
    const auto at = operator_at_.find(objection->formula);
    const FormulaToken token = at == operator_at_.end() ? token_at(0) : at->second;
    error(token, "this is no formula of CTL: " + objection->reason);
  }

  std::string_view text_;
  const FormulaOptions& options_;
  Logic logic_;
  Diagnostics& diagnostics_;
  std::unique_ptr<ParsedFormula> out_;
  ReadResult<ParsedFormula>& result_;
  std::shared_ptr<const SourceText> source_;
  std::vector<FormulaToken> all_;
  std::vector<std::size_t> closed_by_;
  std::map<std::string, std::uint32_t> numbers_;   // by key_of(text)
  std::map<FormulaId, FormulaToken> operator_at_;  // where a formula stands first
  std::uint32_t depth_ = 0;
  bool said_missing_ = false;  // an operator; until the next one is found
  bool said_height_ = false;
};

ReadResult<ParsedFormula> parse(std::string_view text, const FormulaOptions& options, Logic logic) {
  ReadResult<ParsedFormula> result;
  Parser(text, options, logic, result).run();
  return result;
}

}  // namespace

std::vector<std::string> ParsedFormula::proposition_texts() const {
  std::vector<std::string> texts;
  for (const WrittenProposition& proposition : propositions) texts.push_back(proposition.text);
  return texts;
}

ReadResult<ParsedFormula> parse_ltl(std::string_view text, const FormulaOptions& options) {
  return parse(text, options, Logic::Ltl);
}

ReadResult<ParsedFormula> parse_ctl(std::string_view text, const FormulaOptions& options) {
  return parse(text, options, Logic::Ctl);
}

std::string with_definitions(std::string_view expression,
                             const std::map<std::string, std::string, std::less<>>& definitions) {
  return Expander(definitions).expand(expression);
}

bool reads_as_proposition(std::string_view text) {
  // The names E and A are operators in CTL, so what reads well in both is asked for.
  FormulaOptions options;
  options.is_process = [](std::string_view) { return true; };
  const ReadResult<ParsedFormula> read = parse_ctl(text, options);
  return read.ok() && read.value().formulas.op(read.value().formula) == FormulaOp::Proposition &&
         read.value().propositions.front().text == text;
}

}  // namespace clew
