#include "clew/encode/c.hpp"

#include "clew/native/c_text.hpp"
#include "clew/native/words_of.hpp"

namespace clew {

Encoded to_c(const Model& model) {
  const Interpreter judge(model);
  return {c_text(model, words_of(judge)->layout(), {}).text, {}};
}

}  // namespace clew
