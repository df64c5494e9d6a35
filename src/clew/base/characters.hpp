// The characters of names, numbers and white space, the same in every language that Clew reads or
// writes, whatever the locale says.
#pragma once

#include <algorithm>
#include <string_view>

namespace clew {

// What a name may begin with.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// What a name may go on with.
constexpr bool is_word_character(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
// Of another alphabet: a part of what UTF-8 writes for it.
constexpr bool is_foreign(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Behind the word that begins at `begin`; `begin` itself if none does.
constexpr std::size_t word_end(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_word_character(text[begin])) ++begin;
  return begin;
}

// The first of `symbols`, longest first, with which the text goes on; empty if there is none.
template <class Symbols>
constexpr std::string_view symbol_at(std::string_view text, std::size_t begin,
                                     const Symbols& symbols) {
  for (const std::string_view symbol : symbols) {
    if (text.compare(begin, symbol.size(), symbol) == 0) return symbol;
  }
  return {};
}

// Text has no zero bytes and few other control characters.
inline bool is_binary_file(std::string_view text) {
  constexpr std::ptrdiff_t control_characters_max = 20;
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && !is_blank(c)) || byte == 0x7f;
  };
  return text.find('\0') != std::string_view::npos ||
         std::count_if(text.begin(), text.end(), is_control) > control_characters_max;
}

}  // namespace clew
