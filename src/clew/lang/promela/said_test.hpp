// How the tests of lang/promela ask their front-end.
#pragma once

#include "clew/lang/promela/promela.hpp"
#include "clew/lang/said_test.hpp"
#include "clew/model/print.hpp"

namespace clew::promela {

inline ReadResult<Model> read_text(const std::string& text) { return read({"m.pml", text, {}}); }
inline std::string said_of_invalid(const std::string& text) {
  return clew::said_of_invalid(read_text(text));
}
inline std::string said_of_valid(const std::string& text) {
  return clew::said_of_valid(read_text(text));
}
// Every table of the model, as text.
inline std::string lowered(const std::string& text) { return text_of(model_of(read_text(text))); }

}  // namespace clew::promela
