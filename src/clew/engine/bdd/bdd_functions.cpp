#include "clew/engine/bdd/bdd_functions.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace clew {

namespace {

DiagramLimits with_levels(DiagramLimits limits, std::uint32_t position_count) {
  limits.level_count = position_count * 2;
  return limits;
}

}  // namespace

BddFunctions::BddFunctions(const SymbolicModel& model, BitOrder order, DiagramLimits limits)
    : model_(model),
      order_(std::move(order)),
      diagrams_(with_levels(std::move(limits), order_.position_count)) {
  forget_gates();
  std::vector<std::uint32_t> choices;
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) choices.push_back(level_of_choice(i));
  choice_cube_ = diagrams_.cube(choices);
}

void BddFunctions::forget_gates() {
  functions_.clear();
  functions_[0] = diagrams_.constant(false);
  for (std::uint32_t bit = 0; bit < model_.bits.size(); ++bit) {
    functions_[node_of(model_.bits[bit])] = diagrams_.variable(level_of(bit));
  }
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    functions_[node_of(model_.inputs[i])] = diagrams_.variable(level_of_choice(i));
  }
}

Bdd BddFunctions::known(Lit lit) {
  const Bdd& function = functions_.at(node_of(lit));
  return is_negated(lit) ? !function : function;
}

// Rising: operands have smaller numbers, so that they can be worked off without recursion.
std::vector<std::uint32_t> BddFunctions::unknown_cone(std::uint32_t node) const {
  std::vector<std::uint32_t> cone;
  std::unordered_set<std::uint32_t> entered;
  const auto enter = [&](std::uint32_t each) {
    if (!functions_.contains(each) && entered.insert(each).second) cone.push_back(each);
  };
  enter(node);
  for (std::size_t i = 0; i < cone.size(); ++i) {
    const Gate& gate = model_.circuit.gate(cone[i]);
    const Lit operands[] = {gate.a, gate.b, gate.c};
    for (int k = 0; k < gate.operand_count(); ++k) enter(node_of(operands[k]));
  }
  std::sort(cone.begin(), cone.end());
  return cone;
}

Bdd BddFunctions::gate_function(std::uint32_t node) {
  const Gate& gate = model_.circuit.gate(node);
  switch (gate.kind) {
    case Gate::Kind::And: return known(gate.a) & known(gate.b);
    case Gate::Kind::Xor: return known(gate.a) ^ known(gate.b);
    case Gate::Kind::Choose: return diagrams_.choose(known(gate.a), known(gate.b), known(gate.c));
    default: return diagrams_.constant(false);
  }
}

Bdd BddFunctions::of(Lit lit) {
  for (const std::uint32_t node : unknown_cone(node_of(lit))) {
    functions_[node] = gate_function(node);
    if (diagrams_.is_abandoned()) return diagrams_.constant(false);
  }
  return known(lit);
}

}  // namespace clew
