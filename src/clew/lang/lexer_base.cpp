#include "clew/lang/lexer_base.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/characters.hpp"
#include "clew/base/utf8.hpp"

namespace clew {

std::vector<Token> LexerBase::run() {
  if (is_binary_file(text_)) {
    diagnostics_.error(source_.span(0, 1),
                       fmt::format("this is not a text file: expected {}", rules_.expected));
    position_ = text_.size();
  }
  if (text_.starts_with("\xef\xbb\xbf")) position_ = 3;  // a byte order mark
  while (skip_blanks(), position_ < text_.size()) {
    if (read_special()) continue;
    if (is_letter(text_[position_])) {
      word();
    } else if (is_digit(text_[position_])) {
      number();
    } else if (!symbol()) {
      unexpected();
    }
  }
  tokens_.push_back({TokenKind::End, text_.substr(text_.size()), text_.size(), 0});
  return std::move(tokens_);
}

void LexerBase::add(TokenKind kind, std::size_t end, std::int64_t value) {
  tokens_.push_back({kind, text_.substr(position_, end - position_), position_, value});
  position_ = end;
}

void LexerBase::skip_blanks() {
  while (position_ < text_.size()) {
    const std::size_t end = comment_end(text_, position_);
    if (is_blank(text_[position_])) {
      ++position_;
    } else if (end != position_) {
      const bool is_block = text_[position_ + 1] == '*';
      if (is_block && text_.find("*/", position_ + 2) == std::string_view::npos) {
        diagnostics_.error(source_.span(position_, 2), "the comment that begins here never ends");
      }
      position_ = end;
    } else {
      return;
    }
  }
}

void LexerBase::word() {
  const std::size_t end = word_end(text_, position_);
  const std::string_view text = text_.substr(position_, end - position_);
  const auto keywords = rules_.keywords;
  const bool is_keyword = std::find(keywords.begin(), keywords.end(), text) != keywords.end();
  add(is_keyword ? TokenKind::Keyword : TokenKind::Identifier, end);
}

void LexerBase::number() {
  std::size_t end = position_;
  std::int64_t value = 0;
  for (; end < text_.size() && is_digit(text_[end]); ++end) {
    constexpr std::int64_t far_too_large = 1'000'000'000'000;
    value = std::min(value * 10 + (text_[end] - '0'), far_too_large);
  }
  const std::size_t stop = word_end(text_, end);
  if (stop == end) return add(TokenKind::Number, end, value);
  constexpr std::size_t shown_max = 40;
  diagnostics_.error(source_.span(position_, stop - position_),
                     fmt::format("'{}' is neither a number nor a name",
                                 text_.substr(position_, std::min(stop - position_, shown_max))),
                     "numbers are decimal; names begin with a letter or '_'");
  add(TokenKind::Identifier, stop);  // so that the parser does not stumble here too
}

bool LexerBase::symbol() {
  const std::string_view found = symbol_at(text_, position_, rules_.symbols);
  if (found.empty()) return false;
  add(TokenKind::Symbol, position_ + found.size());
  return true;
}

// Begins nothing.
bool LexerBase::is_odd(char c) const {
  return !is_word_character(c) && !is_blank(c) &&
         std::none_of(rules_.symbols.begin(), rules_.symbols.end(),
                      [&](std::string_view symbol) { return symbol.front() == c; });
}

void LexerBase::unexpected() {
  const std::size_t begin = position_;
  std::size_t end = position_ + 1;
  while (end < text_.size() && is_odd(text_[end])) ++end;
  diagnostics_.error(source_.span(begin, end - begin),
                     fmt::format("unexpected character {}", quoted_character(text_, begin)));
  position_ = end;
  if (!is_foreign(text_[begin])) return;
  // Letters of another alphabet: probably a name, together with what stands around it.
  while (end < text_.size() && (is_word_character(text_[end]) || is_odd(text_[end]))) ++end;
  const bool glued = !tokens_.empty() && tokens_.back().kind == TokenKind::Identifier &&
                     tokens_.back().end() == begin;
  position_ = glued ? end : begin;
  if (!glued) add(TokenKind::Identifier, end);
}

std::size_t comment_end(std::string_view text, std::size_t begin) {
  if (text.compare(begin, 2, "//") == 0) return std::min(text.find('\n', begin), text.size());
  if (text.compare(begin, 2, "/*") != 0) return begin;
  const std::size_t end = text.find("*/", begin + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

std::string tidy(std::string_view text) {
  std::string kept;
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = comment_end(text, i);
    if (end != i || is_blank(text[i])) {
      blank = !kept.empty();
      i = std::max(end, i + 1);
      continue;
    }
    if (blank) kept += ' ';
    blank = false;
    kept += text[i++];
  }
  return kept;
}

}  // namespace clew
