#include "clew/base/utf8.hpp"

#include <fmt/format.h>

#include "clew/base/text.hpp"

namespace clew {

namespace {

// Joiners, and the mark that some editors put in front of a text: nobody sees them.
bool has_no_width(std::string_view character) {
  return character == "\u200b" || character == "\u200c" || character == "\u200d" ||
         character == "\u2060" || character == "\ufeff";
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const std::size_t size = utf8_size(text.substr(at));
  const std::string_view character = text.substr(at, size);
  const bool is_shown = visible_line(character) == character && !has_no_width(character);
  return size > 1 && is_shown ? size : 0;
}

std::string quoted_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte > 0x20 && byte < 0x7f) return fmt::format("'{}'", text[at]);
  const std::size_t length = utf8_length(text, at);
  return length > 0 ? fmt::format("'{}'", text.substr(at, length))
                    : fmt::format("byte 0x{:02x}", byte);
}

}  // namespace clew
