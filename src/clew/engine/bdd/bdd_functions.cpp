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

using Functions = std::unordered_map<std::uint32_t, Bdd>;  // by node

// Nodes that the function of one depends on and that are not known yet.  Rising: operands have smaller
// numbers, so that they can be worked off without recursion.
std::vector<std::uint32_t> unknown_cone(const Circuit& circuit, std::uint32_t node,
                                        const Functions& known) {
  std::vector<std::uint32_t> cone;
  std::unordered_set<std::uint32_t> entered;
  const auto enter = [&](std::uint32_t each) {
    if (!known.contains(each) && entered.insert(each).second) cone.push_back(each);
  };
  enter(node);
  for (std::size_t i = 0; i < cone.size(); ++i) {
    const Gate& gate = circuit.gate(cone[i]);
    const Lit operands[] = {gate.a, gate.b, gate.c};
    for (int k = 0; k < gate.operand_count(); ++k) enter(node_of(operands[k]));
  }
  std::sort(cone.begin(), cone.end());
  return cone;
}

template <class Operand>
Bdd gate_function(Diagrams& diagrams, const Gate& gate, Operand operand) {
  switch (gate.kind) {
    case Gate::Kind::And: return operand(gate.a) & operand(gate.b);
    case Gate::Kind::Xor: return operand(gate.a) ^ operand(gate.b);
    case Gate::Kind::Choose:
      return diagrams.choose(operand(gate.a), operand(gate.b), operand(gate.c));
    default: return diagrams.constant(false);
  }
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

Bdd BddFunctions::of(Lit lit) {
  const auto operand = [&](Lit each) { return known(each); };
  for (const std::uint32_t node : unknown_cone(model_.circuit, node_of(lit), functions_)) {
    functions_[node] = gate_function(diagrams_, model_.circuit.gate(node), operand);
    if (diagrams_.is_abandoned()) return diagrams_.constant(false);
  }
  return known(lit);
}

// --- where something is known

Bdd KnownFunctions::operand(Lit lit) {
  const Bdd& function = computed_.at(node_of(lit));
  return is_negated(lit) ? !function : function;
}

Bdd KnownFunctions::of(Lit lit) {
  const Circuit& circuit = functions_.model().circuit;
  Diagrams& diagrams = functions_.diagrams();
  for (const std::uint32_t node : unknown_cone(circuit, node_of(lit), computed_)) {
    const Gate& gate = circuit.gate(node);
    const Bdd function =
        gate.operand_count() == 0
            ? functions_.of(lit_of(node))
            : gate_function(diagrams, gate, [&](Lit each) { return operand(each); });
    computed_[node] = diagrams.restricted(function, known_);
    if (diagrams.is_abandoned()) return diagrams.constant(false);
  }
  return operand(lit);
}

}  // namespace clew
