#include "clew/export/c.hpp"

#include <utility>

#include "clew/native/c_text.hpp"
#include "clew/walk/packing_choice.hpp"

namespace clew {

Encoded to_c(const Model& model) {
  const Interpreter judge(model);
  CText text = c_text(model, chosen_codec(judge)->layout(), {});
  return {std::move(text.text), std::move(text.refusal)};
}

}  // namespace clew
