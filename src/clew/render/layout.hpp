// How text for people is laid out: columns, folding, colours, durations.  For the files of render/.
//
//   fold_items({"x = 0", "P = idle"}, 4, 100)   ->   "    x = 0   P = idle\n"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// No line we lay out is longer, unless a single word is.
inline constexpr std::size_t text_columns = 100;

enum class Tint { Good, Bad, Open, Dim, Strong };

// The text in that colour if `color`, else the text itself.
std::string painted(std::string_view text, Tint tint, bool color);

// Columns a terminal needs for it: the bytes inside a UTF-8 character and the codes of painted()
// are not counted.
std::size_t width_of(std::string_view text);

// The text and as many blanks as `width` columns need.
std::string padded(std::string_view text, std::size_t width);

// The text broken at blanks into lines of at most `columns`; the second and later lines begin with
// `hang` blanks.  A word that is longer than a line keeps a line for itself.
std::vector<std::string> fold_words(std::string_view text, std::size_t columns,
                                    std::size_t hang = 2);

// Items side by side, three blanks apart, on lines of at most `columns`.  An item that is longer
// than a line is broken at its blanks.
std::vector<std::string> fold_items(const std::vector<std::string>& items, std::size_t columns);

// Each line with `indent` blanks in front and a newline behind.
std::string indented(const std::vector<std::string>& lines, std::size_t indent);

// "0.02 s", "3 min 20 s", "2 h 05 min"
std::string duration_text(double seconds);

}  // namespace clew
