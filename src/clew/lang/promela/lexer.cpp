#include "clew/lang/promela/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "clew/base/characters.hpp"
#include "clew/base/utf8.hpp"

namespace clew::promela {

namespace {

constexpr std::array keywords = {
    "active", "assert", "atomic",       "bit",          "bool",     "break",      "byte",
    "c_code", "c_decl", "c_expr",       "c_state",      "c_track",  "D_proctype", "do",
    "chan",   "else",   "empty",        "enabled",      "eval",     "false",      "fi",
    "for",    "full",   "get_priority", "goto",         "hidden",   "if",         "init",
    "inline", "int",    "len",          "local",        "ltl",      "mtype",      "nempty",
    "never",  "nfull",  "notrace",      "np_",          "od",       "of",         "pc_value",
    "pid",    "printf", "printm",       "priority",     "proctype", "provided",   "return",
    "run",    "d_step", "select",       "set_priority", "short",    "skip",       "timeout",
    "trace",  "true",   "show",         "typedef",      "unless",   "unsigned",   "xr",
    "xs"};

// Longer symbols first.  The last line is for the preprocessor and for formulas.
constexpr std::array<std::string_view, 44> symbols = {
    "...", "->", "::", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "!!",
    "??",  "{",  "}",  "(",  ")",  "[",  "]",  ";",  ",",  ".",  "=",  "!",  "?",  "<",  ">",
    "+",   "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  ":",  "@",  "##", "#",  "\\"};

bool is_keyword(std::string_view text) {
  static const std::unordered_set<std::string_view> set(keywords.begin(), keywords.end());
  return set.contains(text);
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Only these four have a meaning of their own, as in SPIN; '\0' is the digit.
char escaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'f': return '\f';
    default: return c;
  }
}

class Lexer {
 public:
  Lexer(std::string_view text, SourceSpan place, bool is_made)
      : text_(text), place_(place), is_made_(is_made) {
    if (text_.starts_with("\xef\xbb\xbf")) position_ = 3;  // a byte order mark
  }

  std::vector<Token> run(Diagnostics* diagnostics) {
    blank_ = newline_ = begins_ = true;
    while (skip_blanks(diagnostics), position_ < text_.size()) token();
    add(TokenKind::End, text_.size());
    return std::move(tokens_);
  }

 private:
  void token() {
    const char c = text_[position_];
    if (is_letter(c)) {
      word();
    } else if (is_digit(c)) {
      number();
    } else if (c == '"') {
      string();
    } else if (c == '\'') {
      character();
    } else if (!symbol()) {
      stray();
    }
  }

  std::size_t splice_length(std::size_t at) const {
    if (text_.compare(at, 2, "\\\n") == 0) return 2;
    if (text_.compare(at, 3, "\\\r\n") == 0) return 3;
    return 0;
  }

  void begin_line(std::size_t at) {
    newline_ = true;
    ++line_;
    line_start_ = at;
  }

  void skip_blanks(Diagnostics* diagnostics) {
    while (position_ < text_.size()) {
      if (const std::size_t splice = splice_length(position_); splice != 0) {
        position_ += splice;
        begin_line(position_);
      } else if (text_[position_] == '\n') {
        begins_ = true;
        begin_line(++position_);
      } else if (is_blank(text_[position_])) {
        ++position_;
      } else if (text_.compare(position_, 2, "//") == 0) {
        line_comment();
      } else if (text_.compare(position_, 2, "/*") == 0) {
        block_comment(diagnostics);
      } else {
        return;
      }
      blank_ = true;
    }
  }

  void line_comment() {
    while (position_ < text_.size() && text_[position_] != '\n') {
      const std::size_t splice = splice_length(position_);
      position_ += std::max<std::size_t>(splice, 1);
      if (splice != 0) begin_line(position_);
    }
  }

  // A directive goes on behind a comment of several lines.
  void block_comment(Diagnostics* diagnostics) {
    const std::size_t end = text_.find("*/", position_ + 2);
    if (end == std::string_view::npos && diagnostics != nullptr) {
      diagnostics->error(span(position_ + 2), "the comment that begins here never ends");
    }
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
    for (; position_ < stop; ++position_) {
      if (text_[position_] == '\n') begin_line(position_ + 1);
    }
  }

  SourceSpan span(std::size_t end) const {
    if (is_made_) return place_;
    const auto number = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    return {number(line_), number(position_ - line_start_ + 1), number(end - position_),
            place_.file};
  }

  void add(TokenKind kind, std::size_t end, std::int64_t value = 0) {
    Token token;
    token.kind = kind;
    token.blank_before = blank_;
    token.newline_before = newline_;
    token.begins_line = begins_;
    token.text = text_.substr(position_, end - position_);
    token.span = span(end);
    token.number = value;
    tokens_.push_back(token);
    position_ = end;
    blank_ = newline_ = begins_ = false;
  }

  void word() {
    const std::size_t end = word_end(text_, position_);
    if (end < text_.size() && is_foreign(text_[end])) return stray();
    const bool reserved = is_keyword(text_.substr(position_, end - position_));
    add(reserved ? TokenKind::Keyword : TokenKind::Identifier, end);
  }

  void number() {
    constexpr std::int64_t far_too_large = 1'000'000'000'000;
    const bool is_hex =
        text_.compare(position_, 2, "0x") == 0 || text_.compare(position_, 2, "0X") == 0;
    const std::int64_t base = is_hex ? 16 : 10;
    std::size_t end = position_ + (is_hex ? 2 : 0);
    const std::size_t first = end;
    std::int64_t value = 0;
    for (; end < text_.size(); ++end) {
      const int digit = hex_digit(text_[end]);
      if (digit < 0 || digit >= base) break;
      value = std::min(value * base + digit, far_too_large);
    }
    const std::size_t stop = word_end(text_, end);
    if (stop != end || end == first) {
      add(TokenKind::Stray, stop);
    } else {
      add(TokenKind::Number, end, value);
    }
  }

  void string() {
    std::size_t end = position_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
      const std::size_t splice = splice_length(end);
      end += splice != 0 ? splice : text_[end] == '\\' ? 2U : 1U;
    }
    end = std::min(end, text_.size());
    const bool closed = end < text_.size() && text_[end] == '"';
    const std::size_t begin = position_;
    add(closed ? TokenKind::String : TokenKind::Stray, closed ? end + 1 : end);
    for (std::size_t i = begin; i < end; ++i) {
      if (text_[i] == '\n') begin_line(i + 1);
    }
  }

  void character() {
    const bool is_escaped = text_.compare(position_ + 1, 1, "\\") == 0;
    const std::size_t at = position_ + (is_escaped ? 2 : 1);
    const bool closed = at + 1 < text_.size() && text_[at] != '\n' && text_[at + 1] == '\'';
    if (!closed) {
      // As far as it was probably meant to go.
      const std::size_t end = text_.find_first_of("'\n", position_ + 1);
      const bool ends = end != std::string_view::npos && text_[end] == '\'';
      return add(TokenKind::Stray, ends ? end + 1 : position_ + 1);
    }
    const char c = is_escaped ? escaped(text_[at]) : text_[at];
    add(TokenKind::Number, at + 2, static_cast<unsigned char>(c));
  }

  bool symbol() {
    const std::string_view found = symbol_at(text_, position_, symbols);
    if (found.empty()) return false;
    add(TokenKind::Symbol, position_ + found.size());
    return true;
  }

  // Letters of another alphabet are probably a name, together with what stands around them.
  void stray() {
    std::size_t end = position_ + 1;
    if (is_foreign(text_[position_]) || is_letter(text_[position_])) {
      while (end < text_.size() && (is_foreign(text_[end]) || is_word_character(text_[end]))) {
        ++end;
      }
    }
    add(TokenKind::Stray, end);
  }

  std::string_view text_;
  SourceSpan place_;
  bool is_made_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  bool blank_ = false;
  bool newline_ = false;
  bool begins_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, std::uint32_t file,
                            Diagnostics& diagnostics) {
  std::string_view text = source.file(file).text();
  if (is_binary_file(text)) {
    diagnostics.error({1, 1, 1, file}, "this is not a text file: expected a Promela model");
    text = {};
  }
  SourceSpan place;
  place.file = file;
  return Lexer(text, place, false).run(&diagnostics);
}

std::vector<Token> tokenize_made(std::string_view text, SourceSpan span) {
  return Lexer(text, span, true).run(nullptr);
}

std::string stray_message(const Token& token) {
  constexpr std::size_t shown_max = 40;
  const char first = token.text.empty() ? ' ' : token.text.front();
  if (first == '"') return "the string that begins here does not end on its line";
  if (first == '\'') {
    return token.text.size() == 1 ? "the character constant that begins here does not end"
                                  : "a character constant holds exactly one character";
  }
  if (is_digit(first)) {
    return fmt::format("'{}' is neither a number nor a name", token.text.substr(0, shown_max));
  }
  const auto foreign = std::find_if(token.text.begin(), token.text.end(), is_foreign);
  if (is_letter(first) && foreign != token.text.end()) {
    const auto at = static_cast<std::size_t>(foreign - token.text.begin());
    return fmt::format("a name has letters a to z, digits and '_' only, found {}",
                       quoted_character(token.text, at));
  }
  return fmt::format("unexpected character {}",
                     token.text.empty() ? "' '" : quoted_character(token.text, 0));
}

const std::vector<std::string>& keyword_list() {
  static const std::vector<std::string> list(keywords.begin(), keywords.end());
  return list;
}

std::string string_value(std::string_view text) {
  std::string value;
  if (text.size() < 2) return value;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      value += text[i];
      continue;
    }
    if (text[++i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] != '\n') value += escaped(text[i]);  // a line joined to the next
  }
  return value;
}

}  // namespace clew::promela
