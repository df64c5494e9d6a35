#include "clew/lang/dve/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clew::dve {

namespace {

constexpr std::array keywords = {"const",  "int",    "byte",   "channel", "process", "state",
                                 "init",   "accept", "commit", "assert",  "trans",   "guard",
                                 "effect", "sync",   "system", "async",   "true",    "false",
                                 "not",    "and",    "or",     "imply",   "property"};

// Longer symbols first.
constexpr std::array symbols = {
    "->", "=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "{", "}", "(", ")", "[", "]", ";",
    ",",  ".",  "=",  "!",  "?",  "<",  ">",  "+",  "-",  "*",  "/", "%", "&", "|", "^", "~", ":"};

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
      diagnostics_.error(source_.span(0, 1), "this is not a text file: expected a DVE model");
      position_ = text_.size();
    }
    if (text_.starts_with("\xef\xbb\xbf")) position_ = 3;  // a byte order mark
    while (skip_blanks(), position_ < text_.size()) {
      const char c = text_[position_];
      if (is_letter(c)) {
        word();
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

  void skip_blanks() {
    while (position_ < text_.size()) {
      if (is_blank(text_[position_])) {
        ++position_;
      } else if (text_.compare(position_, 2, "//") == 0) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (text_.compare(position_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) {
          diagnostics_.error(source_.span(position_, 2), "the comment that begins here never ends");
          position_ = text_.size();
        } else {
          position_ = end + 2;
        }
      } else {
        return;
      }
    }
  }

  void add(TokenKind kind, std::size_t end, std::int64_t value = 0) {
    tokens_.push_back({kind, text_.substr(position_, end - position_), position_, value});
    position_ = end;
  }

  void word() {
    std::size_t end = position_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    const std::string_view text = text_.substr(position_, end - position_);
    const bool is_keyword = std::find(keywords.begin(), keywords.end(), text) != keywords.end();
    add(is_keyword ? TokenKind::Keyword : TokenKind::Identifier, end);
  }

  void number() {
    std::size_t end = position_;
    std::int64_t value = 0;
    for (; end < text_.size() && is_digit(text_[end]); ++end) {
      constexpr std::int64_t far_too_large = 1'000'000'000'000;
      value = std::min(value * 10 + (text_[end] - '0'), far_too_large);
    }
    if (end < text_.size() && is_letter(text_[end])) {
      std::size_t stop = end;
      while (stop < text_.size() && (is_letter(text_[stop]) || is_digit(text_[stop]))) ++stop;
      diagnostics_.error(
          source_.span(position_, stop - position_),
          fmt::format("'{}' is neither a number nor a name",
                      text_.substr(position_, std::min<std::size_t>(stop - position_, 40))),
          "numbers are decimal; names begin with a letter or '_'");
      add(TokenKind::Identifier, stop);  // so that the parser does not stumble here too
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

  void unexpected() {
    const std::size_t begin = position_;
    const auto belongs = [](char c) {
      return !is_letter(c) && !is_digit(c) && !is_blank(c) &&
             std::none_of(symbols.begin(), symbols.end(),
                          [&](std::string_view symbol) { return symbol.front() == c; });
    };
    std::size_t end = position_;
    while (end < text_.size() && belongs(text_[end])) ++end;
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const std::string shown = byte > 0x20 && byte < 0x7f ? fmt::format("'{}'", text_[begin])
                                                         : fmt::format("byte 0x{:02x}", byte);
    diagnostics_.error(source_.span(begin, end - begin),
                       fmt::format("unexpected character {}", shown));
    position_ = end;
    // Letters of another alphabet: probably a name, together with what stands around it.
    while (byte >= 0x80 && end < text_.size() && !is_blank(text_[end]) &&
           (is_letter(text_[end]) || is_digit(text_[end]) || belongs(text_[end]))) {
      ++end;
    }
    const bool glued = !tokens_.empty() && tokens_.back().kind == TokenKind::Identifier &&
                       tokens_.back().offset + tokens_.back().text.size() == begin;
    if (byte >= 0x80) position_ = end;
    if (byte >= 0x80 && !glued) {
      position_ = begin;
      add(TokenKind::Identifier, end);
    }
  }

  const SourceText& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace clew::dve
