#include "clew/model/choices.hpp"

#include <limits>

namespace clew {

namespace {

std::uint64_t values_of(const Model& model, SlotId choice) {
  return model.choices.slots[choice].type.range.span() + 1;
}

}  // namespace

std::uint64_t combinations_of(const Model& model, const Action& action) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t combinations = 1;
  for (const SlotId choice : action.choices) {
    const std::uint64_t values = values_of(model, choice);
    if (combinations > most / values) return most;
    combinations *= values;
  }
  return combinations;
}

std::vector<Value> chosen_values(const Model& model, const Action& action,
                                 std::uint64_t combination) {
  std::vector<Value> values(model.choices.value_count, 0);
  for (auto choice = action.choices.rbegin(); choice != action.choices.rend(); ++choice) {
    const Slot& slot = model.choices.slots[*choice];
    const std::uint64_t count = values_of(model, *choice);
    const auto above_low = static_cast<std::int64_t>(combination % count);
    values[slot.offset] = static_cast<Value>(slot.type.range.low + above_low);
    combination /= count;
  }
  return values;
}

Value chosen_value(const Model& model, const Action& action, std::uint64_t combination,
                   SlotId choice) {
  for (auto last = action.choices.rbegin(); *last != choice; ++last) {
    combination /= values_of(model, *last);
  }
  const auto above_low = static_cast<std::int64_t>(combination % values_of(model, choice));
  return static_cast<Value>(model.choices.slots[choice].type.range.low + above_low);
}

std::uint64_t combination_of(const Model& model, const Action& action,
                             const std::vector<Value>& values) {
  std::uint64_t combination = 0;
  for (const SlotId choice : action.choices) {
    const Slot& slot = model.choices.slots[choice];
    const std::int64_t above_low =
        std::int64_t{values[slot.offset]} - std::int64_t{slot.type.range.low};
    combination = combination * values_of(model, choice) + static_cast<std::uint64_t>(above_low);
  }
  return combination;
}

}  // namespace clew
