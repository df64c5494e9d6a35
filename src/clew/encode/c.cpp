#include "clew/encode/c.hpp"

#include <utility>

#include "clew/native/c_text.hpp"
#include "clew/native/words_of.hpp"

namespace clew {

Encoded to_c(const Model& model) {
  const Interpreter judge(model);
  CText text = c_text(model, words_of(judge)->layout(), {});
  return {std::move(text.text), std::move(text.refusal)};
}

}  // namespace clew
