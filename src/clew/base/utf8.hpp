// Characters beyond ASCII in texts that people read.
//
//   utf8_length("\xc3\xb6", 0)        // 2: one letter
//   quoted_character("\xc3\xb6", 0)   // "'\xc3\xb6'", the letter in quotes
//   quoted_character("\xff", 0)       // "byte 0xff": no character begins like that
#pragma once

#include <string>
#include <string_view>

namespace clew {

// The bytes of the character beyond ASCII that begins at `at`; 0 if none does, or one that nobody sees
// or that must not reach a terminal: control characters, and marks that turn the direction of a text.
std::size_t utf8_length(std::string_view text, std::size_t at);

// The character at `at` as a message names it.
std::string quoted_character(std::string_view text, std::size_t at);

}  // namespace clew
