// How the tests of lang/dve ask their front-end.
#pragma once

#include "clew/lang/dve/dve.hpp"
#include "clew/lang/said_test.hpp"

namespace clew::dve {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.dve", text, {}}); }
inline std::string said_of_invalid(const std::string& text) {
  return clew::said_of_invalid(read_text(text));
}
inline std::string said_of_valid(const std::string& text) {
  return clew::said_of_valid(read_text(text));
}

}  // namespace clew::dve
