// Boolean functions as a graph of gates in which equal functions of equal inputs are one node: what
// decision diagrams, clauses and SMT terms are made from.
//
//   Circuit circuit;
//   const Lit a = circuit.add_input(), b = circuit.add_input();
//   const Lit sum = circuit.differs(a, b), carry = circuit.both(a, b);
//   circuit.both(a, !a) == lit_false          // what can be told at once is
//
// A literal is a node or its negation.  Nodes are numbered so that the operands of a gate come before
// it; node 0 is the constant.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "clew/base/hash.hpp"

namespace clew {

enum class Lit : std::uint32_t {};  // node * 2, and 1 more if it is negated

inline constexpr Lit lit_false{0};
inline constexpr Lit lit_true{1};

constexpr std::uint32_t node_of(Lit lit) { return static_cast<std::uint32_t>(lit) / 2; }
constexpr bool is_negated(Lit lit) { return (static_cast<std::uint32_t>(lit) & 1U) != 0; }
constexpr Lit lit_of(std::uint32_t node, bool negated = false) {
  return static_cast<Lit>(node * 2 + (negated ? 1U : 0U));
}
constexpr Lit operator!(Lit lit) { return static_cast<Lit>(static_cast<std::uint32_t>(lit) ^ 1U); }
constexpr Lit negated_if(Lit lit, bool condition) { return condition ? !lit : lit; }
constexpr bool is_constant(Lit lit) { return node_of(lit) == 0; }
constexpr Lit constant_lit(bool value) { return value ? lit_true : lit_false; }

struct Gate {
  enum class Kind : std::uint8_t {
    Constant,  // node 0: false
    Input,
    And,     // a and b
    Xor,     // a or b, not both; neither operand is negated
    Choose,  // b if a, else c; a and b are not negated
  };
  Kind kind = Kind::Constant;
  Lit a = lit_false;
  Lit b = lit_false;
  Lit c = lit_false;
  friend bool operator==(const Gate&, const Gate&) = default;

  // How many of a, b, c there are.
  int operand_count() const {
    switch (kind) {
      case Kind::And:
      case Kind::Xor: return 2;
      case Kind::Choose: return 3;
      default: return 0;
    }
  }
};

class Circuit {
 public:
  Circuit() { gates_.emplace_back(); }

  Lit add_input();
  Lit both(Lit a, Lit b);
  Lit either(Lit a, Lit b) { return !both(!a, !b); }
  Lit implies(Lit a, Lit b) { return !both(a, !b); }
  Lit differs(Lit a, Lit b);
  Lit same(Lit a, Lit b) { return !differs(a, b); }
  Lit choose(Lit condition, Lit yes, Lit no);
  // Balanced, so that the graph stays shallow.
  Lit all(std::span<const Lit> lits);
  Lit any(std::span<const Lit> lits);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(gates_.size()); }
  const Gate& gate(std::uint32_t node) const { return gates_[node]; }

 private:
  struct GateHash {
    std::size_t operator()(const Gate& gate) const;
  };
  Lit add_gate(const Gate& gate);

  std::vector<Gate> gates_;
  std::unordered_map<Gate, std::uint32_t, GateHash> known_;
};

// The same functions with other literals in the place of some inputs, in the same or another circuit.
//
//   Rewiring shifted(circuit, circuit);
//   shifted.set(state_bit, next_bit);
//   const Lit later = shifted(lit);
class Rewiring {
 public:
  // REQUIRES: both outlive this.  Inputs that are not set stand for themselves, which makes sense in
  // the same circuit only.
  Rewiring(const Circuit& from, Circuit& to) : from_(from), to_(to) {}

  // REQUIRES: `input` is an input, not negated; nothing that depends on it was asked for yet.
  void set(Lit input, Lit replacement) { known_[node_of(input)] = replacement; }
  Lit operator()(Lit lit);

 private:
  const Circuit& from_;
  Circuit& to_;
  std::unordered_map<std::uint32_t, Lit> known_;  // by node
};

// The values of all nodes under an assignment of the inputs, by node.
std::vector<bool> evaluate(const Circuit& circuit, const std::vector<bool>& input_values);

}  // namespace clew
