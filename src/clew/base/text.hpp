// Small helpers for texts that people read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// The candidate that `wanted` was probably meant to be: at most two letters away (one, if it is
// short); empty if there is none.
std::string nearest_name(std::string_view wanted, const std::vector<std::string>& candidates);

// 1234567 -> "1,234,567"
std::string with_commas(std::uint64_t number);
std::string with_commas(std::string digits);  // the same of a number in decimal

// 3221225472 -> "3.0 GiB"
std::string bytes_text(std::uint64_t bytes);

// "1 state", "2 states"
std::string counted(std::uint64_t count, std::string_view noun);
std::string counted(const std::string& digits, std::string_view noun);

// Fit for a comment of a generated text: one line, and nothing that ends a comment.
std::string one_line(std::string_view text);

// How many bytes the UTF-8 character at the beginning of the text has; 0 if there is none.
std::size_t utf8_size(std::string_view text);

// Calls take(character, is_utf8) for each UTF-8 character, and for each byte that is of none.
template <class Take>
void for_each_character(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    const std::string_view character = text.substr(0, size == 0 ? 1 : size);
    take(character, size > 0);
    text.remove_prefix(character.size());
  }
}

// Fit for a terminal: what would steer it, reverse what is written or is no UTF-8 is shown as \x1b or
// \u202e.  The first keeps line ends and tabs.
std::string visible(std::string_view text);
std::string visible_line(std::string_view text);

// Fit for XML, between tags or in double quotes.  What XML cannot hold becomes a question mark.
std::string xml_text(std::string_view text);

}  // namespace clew
