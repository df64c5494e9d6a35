#include "clew/lang/reading.hpp"

#include <memory>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/model/validate.hpp"

namespace clew {

void keep_if_valid(ReadResult<Model>& result, Model model) {
  if (result.diagnostics.has_errors()) return;
  for (const std::string& defect : validate(model)) result.diagnostics.error({}, defect);
  // Literals may hold anything; what is shown of them must not steer a terminal.
  for (Action& action : model.actions) action.text = visible_line(action.text);
  if (!result.diagnostics.has_errors()) {
    result.value_or_null = std::make_unique<Model>(std::move(model));
  }
}

void finish_reading(ReadResult<Model>& result) {
  if (result.diagnostics.has_errors()) {
    result.value_or_null.reset();
    result.diagnostics.drop_warnings();
  }
  result.diagnostics.sort();
}

}  // namespace clew
