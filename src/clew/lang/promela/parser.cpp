#include "clew/lang/promela/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "clew/base/characters.hpp"
#include "clew/base/text.hpp"
#include "clew/lang/promela/parser_core.hpp"

namespace clew::promela {

namespace {

template <std::size_t n>
bool is_one_of(const Token& token, const std::array<std::string_view, n>& texts) {
  return (token.kind == TokenKind::Keyword || token.kind == TokenKind::Symbol) &&
         std::find(texts.begin(), texts.end(), token.text) != texts.end();
}

// What only the outside of all bodies can hold.
constexpr std::array<std::string_view, 10> unit_words = {
    "active", "proctype", "D_proctype", "init",   "never",
    "trace",  "notrace",  "typedef",    "inline", "ltl"};

constexpr std::array<std::string_view, 3> embedded_code_words = {"c_code", "c_decl", "c_expr"};

// A `;` may be left out at the end of a line behind these.
bool can_end_statement(const Token& token) {
  static constexpr std::array<std::string_view, 14> texts = {
      "}",  ")",  "]",    "od",    "fi",   "else",    "break",
      "++", "--", "true", "false", "skip", "timeout", "np_"};
  return token.kind == TokenKind::Identifier || token.kind == TokenKind::Number ||
         is_one_of(token, texts);
}

// No statement begins like this: the line before goes on.
bool continues_line(const Token& token) {
  static constexpr std::array<std::string_view, 34> texts = {
      ";", "->", "}",  ")",  "]", "::", "fi", "od", "unless", "&&", "||", "|",
      "^", "&",  "==", "!=", "<", "<=", ">",  ">=", "<<",     ">>", "+",  "/",
      "%", "=",  ",",  ":",  "?", "??", ".",  "..", "@",      "of"};
  return token.kind == TokenKind::End || is_one_of(token, texts) || token.is("[");
}

class Preparation {
 public:
  Preparation(const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    out_.reserve(tokens_.size() + tokens_.size() / 8);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      Token token = tokens_[i];
      if (token.kind == TokenKind::Stray && !repair(token)) continue;
      end_of_line(token);
      follow(token);
      out_.push_back(token);
      if (is_one_of(token, embedded_code_words)) i = copy_code(i);
    }
    return std::move(out_);
  }

 private:
  // Reports it; true if something can stand in its place.
  bool repair(Token& token) {
    diagnostics_.error(token.span, stray_message(token));
    const char first = token.text.front();
    if (first == '"') {
      token.kind = TokenKind::String;
      token.text = "\"\"";
      return true;
    }
    // Any word can stand where a name or a number is expected; nothing else is said about it.
    token.kind = TokenKind::Identifier;
    return is_word_character(first) || is_foreign(first) || first == '\'';
  }

  void end_of_line(const Token& token) {
    if (!in_sequence_ || parens_ > 0 || !token.newline_before || out_.empty()) return;
    // The type of `p = new int` ends a statement, that of a declaration does not.
    const bool allocates = out_.size() > 1 && out_[out_.size() - 2].is_word("new");
    if (!(can_end_statement(out_.back()) || allocates) || continues_line(token)) return;
    Token separator;
    separator.kind = TokenKind::Symbol;
    separator.is_implied = true;
    separator.text = ";";
    separator.span = out_.back().span;
    out_.push_back(separator);
  }

  // Keeps track of where we are: line ends mean something in bodies only.
  void follow(const Token& token) {
    if (is_one_of(token, unit_words)) {
      braces_ = 0;
      parens_ = 0;
      in_sequence_ = false;
      body_follows_ = !token.is("ltl");
    } else if (token.is("{")) {
      if (braces_++ == 0) in_sequence_ = body_follows_;
      parens_ = 0;
    } else if (token.is("}")) {
      if (braces_ > 0) --braces_;
      parens_ = 0;
      if (braces_ == 0) in_sequence_ = body_follows_ = false;
    } else if (token.is("(")) {
      ++parens_;
    } else if (token.is(")")) {
      if (parens_ > 0) --parens_;
    } else if (token.is(";") || token.is("::") || token.is("fi") || token.is("od")) {
      if (braces_ > 0) parens_ = 0;  // one that was not closed is reported elsewhere
    }
  }

  // Embedded C is copied as it is: its condition in brackets, if there is one, and its braces.
  std::size_t copy_code(std::size_t i) {
    i = copy_group(i, "[", "]");
    return copy_group(i, "{", "}");
  }

  std::size_t copy_group(std::size_t i, std::string_view open, std::string_view close) {
    if (i + 1 == tokens_.size() || !tokens_[i + 1].is(open)) return i;
    for (int depth = 0; i + 1 < tokens_.size() && tokens_[i + 1].kind != TokenKind::End;) {
      const Token& token = tokens_[++i];
      out_.push_back(token);
      if (token.is(open)) ++depth;
      if (token.is(close) && --depth == 0) break;
    }
    return i;
  }

  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::vector<Token> out_;
  int braces_ = 0;
  int parens_ = 0;
  bool body_follows_ = false;  // the next { opens a body
  bool in_sequence_ = false;
};

}  // namespace

std::vector<Token> prepare(const std::vector<Token>& tokens, Diagnostics& diagnostics) {
  return Preparation(tokens, diagnostics).run();
}

Parser::Parser(FileSyntax& out, std::vector<Token> tokens, SourceText& source,
               Diagnostics& diagnostics)
    : out_(out), source_(source), diagnostics_(diagnostics), main_(std::move(tokens)) {
  read_from(main_);
}

// --- tokens

bool Parser::adjacent(std::size_t ahead) const {
  return !peek(ahead).blank_before && !peek(ahead).newline_before && !peek(ahead).is_implied;
}

// From token `begin` to the last one taken, clipped to the first line.
template <class SpanOf>
SourceSpan Parser::joined(std::size_t begin, const SpanOf& span_of) const {
  SourceSpan span = span_of(token_at(begin));
  const auto reaches = [&](const SourceSpan& other) {
    return other.file == span.file && other.line == span.line && other.column >= span.column &&
           other.expansion == span.expansion;
  };
  std::size_t last = next_ == 0 ? 0 : next_ - 1;
  if (last < begin) return span;
  if (!reaches(span_of(token_at(last)))) {
    for (last = begin; last + 1 < next_ && reaches(span_of(token_at(last + 1)));) ++last;
  }
  const SourceSpan end = span_of(token_at(last));
  span.length = std::max(span.length, end.column + end.length - span.column);
  return span;
}

// An inline was given all of it for one and the same parameter.
bool Parser::is_one_argument(std::size_t begin, std::size_t last) const {
  return token_at(begin).parameter.is_known() &&
         token_at(begin).parameter == token_at(last).parameter;
}

SourceSpan Parser::span_since(std::size_t begin) const {
  const std::size_t last = std::max(begin, next_ == 0 ? 0 : next_ - 1);
  if (!is_one_argument(begin, last)) return place_since(begin);
  return joined(begin, [](const Token& token) { return token.span; });
}

// Where a statement stands.
SourceSpan Parser::place_since(std::size_t begin) const {
  return joined(begin, [](const Token& token) { return token.place(); });
}

// Reads like the source: a blank where it has white space.
std::string Parser::text_between(std::size_t begin, std::size_t end) const {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = token_at(i);
    if (token.is_implied) continue;
    if (!text.empty() && (token.blank_before || token.newline_before)) text += ' ';
    text += token.text;
  }
  return text;
}

std::string Parser::describe(const Token& token) const {
  constexpr std::size_t shown_max = 60;
  switch (token.kind) {
    case TokenKind::End:
      if (!calls_.empty()) return "the end of the inline";
      return alone_ ? "the end of the expression" : "the end of the file";
    case TokenKind::Number: return fmt::format("the number {}", token.text.substr(0, shown_max));
    case TokenKind::Keyword: return fmt::format("the keyword '{}'", token.text);
    case TokenKind::String: return "a string";
    default:
      return token.is_implied ? "the end of the line"
                              : fmt::format("'{}'", token.text.substr(0, shown_max));
  }
}

std::string Parser::opened(std::string_view what, SourceSpan at) const {
  return fmt::format("{} begins at {}", what, diagnostics_.place(at));
}

// --- errors

// An inline is read once per call; what is wrong in it is said once.
bool Parser::is_said(SourceSpan span, const std::string& message) const {
  return said_.count({span.file, span.line, span.column, message}) > 0;
}

void Parser::error(SourceSpan span, std::string message, std::string help) {
  if (!said_.emplace(span.file, span.line, span.column, message).second) return;
  // Diagnostics tell the calls of what stands in a body themselves.
  if (!calls_.empty() && span.expansion != calls_.back().expansion) {
    if (!help.empty()) help += "; ";
    help += fmt::format("in inline '{}', called at {}", calls_.back().callee->name.text,
                        diagnostics_.place(calls_.back().span));
  }
  diagnostics_.error(span, std::move(message), std::move(help));
}

void Parser::refuse_at(SourceSpan span, std::string message, std::string help) {
  error(span, std::move(message), std::move(help));
  throw SyntaxError{};
}

void Parser::fail(const std::string& expectation, std::string help) {
  refuse_at(peek().span, fmt::format("{}, found {}", expectation, describe(peek())),
            std::move(help));
}

// What is missing at the end of a line is missing there, not where the next line begins.
SourceSpan Parser::where_missing() const {
  if (next_ == 0 || !previous().span.is_known()) return peek().span;
  const SourceSpan& last = previous().span;
  const bool is_elsewhere = peek().span.line != last.line || peek().is_implied;
  if (!is_elsewhere) return peek().span;
  return {last.line, last.column + last.length, 1, last.file, last.expansion};
}

void Parser::fail_where_missing(const std::string& expectation, std::string help) {
  const bool nothing_follows =
      at_sequence_end() || peek().is(";") || peek().is(")") || peek().is_implied;
  refuse_at(nothing_follows ? where_missing() : peek().span,
            fmt::format("{}, found {}", expectation, describe(peek())), std::move(help));
}

void Parser::expect(std::string_view text, std::string_view where, std::string help) {
  if (take_if(text)) return;
  refuse_at(where_missing(),
            fmt::format("expected '{}' {}, found {}", text, where, describe(peek())),
            std::move(help));
}

Name Parser::name(std::string_view what) {
  if (peek().kind != TokenKind::Identifier) {
    fail_where_missing(fmt::format("expected {}", what),
                       peek().kind == TokenKind::Keyword ? "keywords cannot be names" : "");
  }
  const Token& token = take();
  return {std::string(token.text), token.span};
}

void Parser::not_supported(SourceSpan span, std::string_view what, std::string_view reason) {
  error(span, fmt::format("{} not supported", what), std::string(reason));
}

// Behind the next separator of the sequence in which token `begin` stands, or at its end.
void Parser::recover_in_sequence(std::size_t begin) {
  nesting_ = 0;
  if (gave_up_) throw SyntaxError{};
  // What was opened and not closed between the beginning and the error still encloses it.
  std::vector<char> open;
  const auto follow = [&](const Token& token) {
    if (token.is("{")) open.push_back('{');
    if (token.is("if") || token.is("do")) open.push_back('i');
    if (token.is("fi") || token.is("od")) {
      if (open.empty() || open.back() == '{') return false;
      open.pop_back();
    }
    if (token.is("}")) {
      while (!open.empty() && open.back() != '{') open.pop_back();
      if (open.empty()) return false;
      open.pop_back();
    }
    return true;
  };
  for (std::size_t i = begin; i < next_; ++i) follow(token_at(i));
  while (!at_end() && !at_unit()) {
    const Token& token = peek();
    if (open.empty() && token.is("::")) return;
    if (open.empty() && (token.is(";") || token.is("->")) && next_ > begin) return;
    if (!follow(token)) return;
    take();
  }
}

// At the next thing that can only stand outside of bodies; behind a `;` after a bad declaration.
void Parser::recover_in_file(std::size_t begin) {
  nesting_ = 0;
  blocks_ = 0;
  in_formula_ = false;
  const Token& first = token_at(begin);
  const bool was_unit = is_one_of(first, unit_words);
  if (next_ == begin) take();
  while (!at_end()) {
    if (at_unit() && !(previous().is("active") || previous().is("]"))) return;
    if (!was_unit && peek().is(";")) return;
    if (!was_unit && peek().newline_before && peek().span.column == 1 && at_declaration()) return;
    take();
  }
}

void Parser::skip_braces() {
  const SourceSpan at = peek().span;
  int depth = 0;
  do {
    if (at_end()) refuse_at(at, "expected '}' to close this '{', found the end of the file");
    if (peek().is("{")) ++depth;
    if (peek().is("}")) --depth;
    take();
  } while (depth > 0);
}

bool Parser::skip_embedded_code() {
  static constexpr std::array<std::string_view, 2> with_strings = {"c_state", "c_track"};
  const bool has_strings = is_one_of(peek(), with_strings);
  if (!has_strings && !is_one_of(peek(), embedded_code_words)) return false;
  error(peek().span, "embedded C code is not supported",
        fmt::format("'{}' needs a C compiler and can do anything to the state", peek().text));
  take();
  if (has_strings) {
    while (peek().kind == TokenKind::String) take();
    return true;
  }
  if (peek().is("[")) {
    while (!at_end() && !peek().is("{") && !peek().is(";")) take();
  }
  if (peek().is("{")) skip_braces();
  return true;
}

// --- the file

// Names may be used before they are declared: a process asks for a label of a later one, a record
// points to another that is written below.
void Parser::find_names() {
  for (std::size_t i = 0; i + 1 < main_.size(); ++i) {
    if (main_[i + 1].kind != TokenKind::Identifier) continue;
    const std::string text(main_[i + 1].text);
    if (main_[i].is("typedef")) record_names_.insert(text);
    if (main_[i].is("proctype") || main_[i].is("D_proctype")) process_names_.insert(text);
  }
}

void Parser::file() {
  find_names();
  if (at_end() && !diagnostics_.has_errors()) {
    diagnostics_.error({1, 1, 0}, "the file is empty: expected a Promela model");
  }
  while (!at_end() && !gave_up_) {
    const std::size_t begin = next_;
    try {
      unit();
    } catch (const SyntaxError&) {
      if (!gave_up_) recover_in_file(begin);
    }
  }
}

bool Parser::at_unit() const { return is_one_of(peek(), unit_words); }

void Parser::unit() {
  if (take_if(";") || take_if("->")) return;
  if (skip_embedded_code()) return;
  if (peek().is("active") || peek().is("proctype") || peek().is("D_proctype")) return process();
  if (peek().is("init")) return init();
  if (peek().is("never")) return claim();
  if (peek().is("trace") || peek().is("notrace")) return event_trace();
  if (peek().is("ltl")) return formula();
  if (peek().is("typedef")) return record();
  if (peek().is("inline")) return inline_definition();
  if (at_declaration()) return global_declaration();
  const std::string meant =
      peek().kind == TokenKind::Identifier ? nearest_name(peek().text, keyword_list()) : "";
  fail("expected a declaration or a process", !meant.empty()   ? fmt::format("there is '{}'", meant)
                                              : peek().is("}") ? "this brace closes nothing"
                                              : peek().is_word()
                                                  ? "statements stand inside of processes"
                                                  : "");
}

void Parser::process() {
  ProctypeSyntax process;
  if (take_if("active")) {
    process.is_active = true;
    if (take_if("[")) {
      process.instances = plain_expression();
      expect("]", "after the number of processes");
    }
  }
  if (!take_if("D_proctype")) expect("proctype", "after 'active'");
  process.name = name("the name of the process type");
  process.parameters = parameters();
  priority();
  if (take_if("provided")) {
    expect("(", "after 'provided'");
    process.provided = expression();
    expect(")", "after the condition of 'provided'");
  }
  priority();
  body(process.body, process.name.span, fmt::format("process type '{}'", process.name.text));
  out_.proctypes.push_back(std::move(process));
}

void Parser::priority() {
  if (!peek().is("priority")) return;
  const std::size_t begin = next_;
  take();
  if (peek().kind == TokenKind::Number || peek().kind == TokenKind::Identifier) take();
  not_supported(span_since(begin), "process priorities are",
                "processes would no longer take steps independently of each other");
}

void Parser::init() {
  ProctypeSyntax process;
  process.is_active = true;
  process.name = {"init", take().span};
  priority();
  body(process.body, process.name.span, "'init'");
  out_.proctypes.push_back(std::move(process));
}

void Parser::claim() {
  ProctypeSyntax claim;
  claim.name = {"never", take().span};
  const auto is_called = [&](const ProctypeSyntax& other) { return other.name.text == "never"; };
  if (peek().kind == TokenKind::Identifier) {
    claim.name = name("the name of the claim");
  } else if (std::any_of(out_.claims.begin(), out_.claims.end(), is_called)) {
    claim.name.text = fmt::format("never_{}", out_.claims.size() + 1);  // to tell them apart
  }
  body(claim.body, claim.name.span, "'never'");
  out_.claims.push_back(std::move(claim));
}

void Parser::event_trace() {
  const Token& word = take();
  not_supported(word.span, fmt::format("'{}' assertions are", word.text),
                "say what the channels carry with 'ltl' or 'never'");
  if (peek().kind == TokenKind::Identifier) take();
  if (!peek().is("{")) fail(fmt::format("expected '{{' after '{}'", word.text));
  skip_braces();
}

void Parser::formula() {
  LtlSyntax formula;
  const std::size_t begin = next_;
  take();
  if (peek().kind == TokenKind::Identifier) {
    formula.name = name("the name of the formula");
  } else {
    formula.name = {fmt::format("ltl_{}", formula_count_++), token_at(begin).span};
  }
  expect("{", "after 'ltl' and the name of the formula");
  formula_begin_ = next_;
  in_formula_ = true;
  formula.formula = expression();
  in_formula_ = false;
  for (std::size_t i = formula_begin_; i < next_; ++i) {
    const Token& token = token_at(i);
    const bool has_blank = token.blank_before || token.newline_before;
    if (!token.is_implied) {
      formula.tokens.push_back((has_blank ? " " : "") + std::string(token.text));
    } else {
      formula.tokens.emplace_back();
    }
  }
  formula.span = out_.nodes[formula.formula].span;
  take_separators();
  expect("}", "at the end of the formula", opened("the formula", token_at(begin).span));
  out_.formulas.push_back(std::move(formula));
}

std::string LtlSyntax::text(std::size_t begin, std::size_t end) const {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) out += tokens[i];
  return out.starts_with(' ') ? out.substr(1) : out;
}

void Parser::body(Sequence& out, SourceSpan opener, std::string_view what) {
  expect("{", fmt::format("before the body of {}", what));
  enter_block();
  sequence(out);
  --blocks_;
  refuse_lost_word();
  expect("}", fmt::format("at the end of {}", what), opened(what, opener));
}

// What belongs to a choice that is not there.
void Parser::refuse_lost_word() {
  if (peek().is("::")) refuse_at(peek().span, "'::' stands outside of 'if' and 'do'");
  if (peek().is("fi")) refuse_at(peek().span, "'fi' without 'if'");
  if (peek().is("od")) refuse_at(peek().span, "'od' without 'do'");
}

SyntaxId Parser::lone_expression() {
  alone_ = true;
  for (const ProctypeSyntax& process : out_.proctypes) process_names_.insert(process.name.text);
  is_question_ = true;
  try {
    const SyntaxId root = expression();
    if (!at_end()) {
      fail("expected the end of the expression", peek().is("=") ? "equality is written '=='" : "");
    }
    return root;
  } catch (const SyntaxError&) {
    return no_syntax;
  }
}

FileSyntax parse(const std::vector<Token>& tokens, SourceText& source, Diagnostics& diagnostics) {
  FileSyntax file;
  Parser(file, prepare(tokens, diagnostics), source, diagnostics).file();
  return file;
}

SyntaxId parse_expression(FileSyntax& file, const std::vector<Token>& tokens, SourceText& source,
                        Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const SyntaxId root =
      Parser(file, prepare(tokens, diagnostics), source, diagnostics).lone_expression();
  return diagnostics.error_count() == errors ? root : no_syntax;
}

}  // namespace clew::promela
