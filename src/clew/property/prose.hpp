// What people write around the properties of a file.
#pragma once

#include <string>
#include <string_view>

namespace clew {

// The paragraphs of some lines, each in one line, without signs of comments and without headings: lines
// with a row of one and the same sign below them.
std::string description_in(std::string_view lines);

}  // namespace clew
