// How the tests of lang/uts ask their front-end.
#pragma once

#include "clew/lang/said_test.hpp"
#include "clew/lang/uts/uts.hpp"

namespace clew::uts {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.uts", text, {}}); }
inline std::string said_of_invalid(const std::string& text) {
  return clew::said_of_invalid(read_text(text));
}
inline std::string said_of_valid(const std::string& text) {
  return clew::said_of_valid(read_text(text));
}
inline Model model_of(const std::string& text) { return clew::model_of(read_text(text)); }

}  // namespace clew::uts
