#include "clew/lang/uts/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clew::uts {

namespace {

constexpr std::array<std::string_view, 17> section_words = {
    "MAXSTEPS", "VARS", "INIT",       "TRANS",       "PROGRAM",  "PROCESS",
    "REACH",    "SAFE", "SAFETY",     "INF",         "DEADLOCK", "LIVENESS",
    "LTL",      "CTL",  "EVENTUALLY", "RECOVERABLE", "LEADSTO"};

constexpr std::array<std::string_view, 17> reserved_words = {
    "MAXSTEPS", "VARS",     "INIT",  "TRANS",  "PROGRAM", "PROCESS", "REACH", "SAFE", "INF",
    "DEADLOCK", "LIVENESS", "const", "nondet", "int",     "bool",    "true",  "false"};

// Longer symbols first.
constexpr std::array symbols = {"->", "~>", "==", "!=", "<=", ">=", "&&", "||", "..", "{", "}",
                                "(",  ")",  "[",  "]",  ";",  ",",  ".",  "=",  "!",  "?", "<",
                                ">",  "+",  "-",  "*",  "/",  "%",  "&",  "|",  ":"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

class Lexer {
 public:
  Lexer(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), text_(source.text()), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    if (is_binary()) {
      diagnostics_.error(source_.span(0, 1), "this is not a text file: expected a UTS script");
      position_ = text_.size();
    }
    if (text_.starts_with("\xef\xbb\xbf")) position_ = 3;  // a byte order mark
    while (skip_blanks(), position_ < text_.size()) {
      const char c = text_[position_];
      if (begins_formula()) {
        formula();
      } else if (is_letter(c)) {
        add(TokenKind::Word, word_end(position_));
      } else if (is_digit(c)) {
        number();
      } else if (!symbol()) {
        unexpected();
      }
    }
    tokens_.push_back({TokenKind::End, text_.substr(text_.size()), text_.size(), 0});
    return std::move(tokens_);
  }

 private:
  // Text has no zero bytes and few other control characters.
  bool is_binary() const {
    constexpr std::ptrdiff_t control_characters_max = 20;
    const auto is_control = [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return (byte < 0x20 && !is_blank(c)) || byte == 0x7f;
    };
    return text_.find('\0') != std::string_view::npos ||
           std::count_if(text_.begin(), text_.end(), is_control) > control_characters_max;
  }

  // Behind the comment that begins at `begin`; `begin` itself if none does.
  std::size_t comment_end(std::size_t begin) const {
    if (text_.compare(begin, 2, "//") == 0) return std::min(text_.find('\n', begin), text_.size());
    if (text_.compare(begin, 2, "/*") != 0) return begin;
    const std::size_t end = text_.find("*/", begin + 2);
    return end == std::string_view::npos ? text_.size() : end + 2;
  }

  void skip_blanks() {
    while (position_ < text_.size()) {
      const std::size_t end = comment_end(position_);
      if (is_blank(text_[position_])) {
        ++position_;
      } else if (end != position_) {
        const bool is_block = text_[position_ + 1] == '*';
        if (is_block && (end < position_ + 4 || text_.substr(end - 2, 2) != "*/")) {
          diagnostics_.error(source_.span(position_, 2), "the comment that begins here never ends");
        }
        position_ = end;
      } else {
        return;
      }
    }
  }

  void add(TokenKind kind, std::size_t end, std::int64_t value = 0) {
    tokens_.push_back({kind, text_.substr(position_, end - position_), position_, value});
    position_ = end;
  }

  std::size_t word_end(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return end;
  }

  // Behind `LTL:` and `CTL name:`.
  bool begins_formula() const {
    const std::size_t count = tokens_.size();
    if (count < 2 || !tokens_[count - 1].is(":")) return false;
    const auto is_logic = [&](std::size_t back) {
      if (count < back) return false;
      const Token& token = tokens_[count - back];
      // `int LTL : 0..3` declares a variable.
      const bool is_name = count > back && (tokens_[count - back - 1].is("int") ||
                                            tokens_[count - back - 1].is("bool"));
      return !is_name && (token.is("LTL") || token.is("CTL"));
    };
    return is_logic(2) || (tokens_[count - 2].kind == TokenKind::Word && is_logic(3));
  }

  // A section begins here: a word of the list, perhaps a name, a colon.
  bool begins_section(std::size_t begin) const {
    if (begin > 0 && (is_letter(text_[begin - 1]) || is_digit(text_[begin - 1]))) return false;
    std::size_t end = word_end(begin);
    if (end == begin || !is_section_word(text_.substr(begin, end - begin))) return false;
    if (text_.substr(begin, end - begin) == "PROCESS") return true;
    for (int words = 0; words < 2; ++words) {
      while (end < text_.size() && is_blank(text_[end])) ++end;
      if (end < text_.size() && text_[end] == ':') return true;
      const std::size_t next = word_end(end);
      if (next == end) return false;
      end = next;
    }
    return false;
  }

  // Up to a `;`, the next section or the end.  An empty token: there is no formula.
  void formula() {
    std::size_t end = position_;
    while (end < text_.size() && text_[end] != ';' && !begins_section(end)) {
      const std::size_t behind = comment_end(end);
      end = behind == end ? end + 1 : behind;
    }
    std::size_t last = end;
    while (last > position_ && is_blank(text_[last - 1])) --last;
    add(TokenKind::Formula, last);
    position_ = end;
  }

  void number() {
    std::size_t end = position_;
    std::int64_t value = 0;
    for (; end < text_.size() && is_digit(text_[end]); ++end) {
      constexpr std::int64_t far_too_large = 1'000'000'000'000;
      value = std::min(value * 10 + (text_[end] - '0'), far_too_large);
    }
    if (end < text_.size() && is_letter(text_[end])) {
      const std::size_t stop = word_end(end);
      diagnostics_.error(
          source_.span(position_, stop - position_),
          fmt::format("'{}' is neither a number nor a name",
                      text_.substr(position_, std::min<std::size_t>(stop - position_, 40))),
          "numbers are decimal; names begin with a letter or '_'");
      add(TokenKind::Word, stop);  // so that the parser does not stumble here too
      return;
    }
    add(TokenKind::Number, end, value);
  }

  bool symbol() {
    for (const std::string_view candidate : symbols) {
      if (text_.compare(position_, candidate.size(), candidate) == 0) {
        add(TokenKind::Symbol, position_ + candidate.size());
        return true;
      }
    }
    return false;
  }

  static bool is_odd(char c) {
    return !is_letter(c) && !is_digit(c) && !is_blank(c) &&
           std::none_of(symbols.begin(), symbols.end(),
                        [&](std::string_view symbol) { return symbol.front() == c; });
  }

  void unexpected() {
    const std::size_t begin = position_;
    std::size_t end = position_ + 1;
    while (end < text_.size() && is_odd(text_[end])) ++end;
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const std::string shown = byte > 0x20 && byte < 0x7f ? fmt::format("'{}'", text_[begin])
                                                         : fmt::format("byte 0x{:02x}", byte);
    diagnostics_.error(source_.span(begin, end - begin),
                       fmt::format("unexpected character {}", shown));
    position_ = end;
    if (byte < 0x80) return;
    // Letters of another alphabet: probably a name, together with what stands around it.
    while (end < text_.size() &&
           (is_letter(text_[end]) || is_digit(text_[end]) || is_odd(text_[end]))) {
      ++end;
    }
    const bool glued = !tokens_.empty() && tokens_.back().kind == TokenKind::Word &&
                       tokens_.back().offset + tokens_.back().text.size() == begin;
    position_ = glued ? end : begin;
    if (!glued) add(TokenKind::Word, end);
  }

  const SourceText& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_section_word(std::string_view word) {
  return std::find(section_words.begin(), section_words.end(), word) != section_words.end();
}

std::vector<std::string> section_names() { return {section_words.begin(), section_words.end()}; }

bool is_reserved_word(std::string_view word) {
  return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace clew::uts
