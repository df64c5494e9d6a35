#include "clew/walk/packing_choice.hpp"

#include "clew/model/process_list.hpp"
#include "clew/model/ranges.hpp"

namespace clew {

std::unique_ptr<WordCodec> chosen_codec(const Interpreter& judge, Places places) {
  const Model& model = judge.model();
  // Two processes that write the same value at once are in conflict even if it is the only one there is,
  // so in synchronous models no variable may vanish.
  const Ranges ranges = model.composition == Composition::Synchronous
                            ? declared_ranges(model)
                            : proven_ranges(model, Gaps::Used);
  if (places == Places::Guessed && model.is_dynamic()) {
    if (const auto positions = likely_processes(judge)) {
      return std::make_unique<WordCodec>(model, ranges, &*positions);
    }
  }
  return std::make_unique<WordCodec>(model, ranges);
}

}  // namespace clew
