// The functions of a circuit as diagrams, each computed once.
//
//   BddFunctions functions(model, order, limits);
//   functions.of(model.moves[0].enabled);
//
// State bit b has a level now, level_of(b), and one after a move, level_of(b) + 1.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clew/diagram/diagrams.hpp"
#include "clew/encode/symbolic.hpp"
#include "clew/engine/bdd/bit_order.hpp"

namespace clew {

class BddFunctions {
 public:
  // REQUIRES: the model outlives this.
  BddFunctions(const SymbolicModel& model, BitOrder order, DiagramLimits limits);

  Diagrams& diagrams() { return diagrams_; }
  const Diagrams& diagrams() const { return diagrams_; }
  const SymbolicModel& model() const { return model_; }

  // Over state bits and choices.
  Bdd of(Lit lit);
  // The same, in the states in which it is true with some choice.
  Bdd with_some_choice(const Bdd& function) { return diagrams_.exists(function, choice_cube_); }
  Bdd variable_of(std::uint32_t bit) { return known(model_.bits[bit]); }

  std::uint32_t level_of(std::uint32_t bit) const { return order_.state_position[bit] * 2; }
  std::uint32_t level_of_choice(std::size_t input) const {
    return order_.choice_position[input] * 2;
  }
  std::uint32_t level_count() const { return order_.position_count * 2; }

  // Forgets the functions of gates, which would be kept alive for nothing.
  void forget_gates();

 private:
  Bdd known(Lit lit);

  const SymbolicModel& model_;
  BitOrder order_;
  Diagrams diagrams_;
  Bdd choice_cube_;
  std::unordered_map<std::uint32_t, Bdd> functions_;  // by node of the circuit
};

// The same where something is known of the states: equal to the functions there, anything elsewhere, and
// often much smaller.
class KnownFunctions {
 public:
  // REQUIRES: the functions outlive this; some state is possible.
  KnownFunctions(BddFunctions& functions, Bdd known)
      : functions_(functions), known_(std::move(known)) {}

  Bdd of(Lit lit);

 private:
  Bdd operand(Lit lit);

  BddFunctions& functions_;
  Bdd known_;
  std::unordered_map<std::uint32_t, Bdd> computed_;  // by node of the circuit
};

}  // namespace clew
