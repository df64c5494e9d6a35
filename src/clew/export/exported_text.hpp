// What a translation into another language gives.
#pragma once

#include <string>

namespace clew {

struct Encoded {
  std::string text;
  std::string refusal;  // why the language cannot say it, without a full stop; empty: the text does
};

}  // namespace clew
