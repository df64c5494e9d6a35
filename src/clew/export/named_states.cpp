#include "clew/export/named_states.hpp"

namespace clew {

std::optional<State> NamedStates::state_of(const std::map<std::string, Value>& values) const {
  const SymbolicModel& system = *symbolic.model;
  std::vector<bool> bits(system.bits.size(), false);
  for (std::size_t i = 0; i < system.values.size(); ++i) {
    const SymbolicValue& value = system.values[i];
    if (value.width == 0) continue;
    const auto known = values.find(value_names[i]);
    if (known == values.end()) return std::nullopt;
    const auto number = static_cast<std::uint32_t>(known->second);
    for (std::uint32_t k = 0; k < value.width; ++k) {
      bits[value.first_bit + k] = ((number >> k) & 1U) != 0;
    }
  }
  return symbolic.state_of(bits);
}

NamedStates exported_states(const Model& model) {
  NamedStates states;
  states.model = std::make_shared<const Model>(without_claim(model));
  states.symbolic = symbolic_model(*states.model, Notes::Terms);
  return states;
}

}  // namespace clew
