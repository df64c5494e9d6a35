#include "clew/base/utf8.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace clew {

namespace {

// C1 controls, and the marks, embeddings and isolates of Unicode's bidirectional algorithm.
bool is_treacherous(std::uint32_t code) {
  return code < 0xa0 || (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() - at < length) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte & 0x3fU);
  }
  // Longer than it has to be, a half of a pair, or beyond the last one.
  constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return 0;
  return is_treacherous(code) ? 0 : length;
}

std::string quoted_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte > 0x20 && byte < 0x7f) return fmt::format("'{}'", text[at]);
  const std::size_t length = utf8_length(text, at);
  return length > 0 ? fmt::format("'{}'", text.substr(at, length))
                    : fmt::format("byte 0x{:02x}", byte);
}

}  // namespace clew
