#include "clew/encode/circuit.hpp"

#include <array>
#include <utility>

namespace clew {

namespace {

// Of the literals `lits`, two by two, until one is left.
template <class Join>
Lit joined(std::span<const Lit> lits, Lit of_none, const Join& join) {
  if (lits.empty()) return of_none;
  std::vector<Lit> level(lits.begin(), lits.end());
  while (level.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      level[kept++] = i + 1 < level.size() ? join(level[i], level[i + 1]) : level[i];
    }
    level.resize(kept);
  }
  return level.front();
}

}  // namespace

std::size_t Circuit::GateHash::operator()(const Gate& gate) const {
  const std::array<std::uint32_t, 4> words{
      static_cast<std::uint32_t>(gate.kind), static_cast<std::uint32_t>(gate.a),
      static_cast<std::uint32_t>(gate.b), static_cast<std::uint32_t>(gate.c)};
  return hash_bytes(std::as_bytes(std::span(words)));
}

Lit Circuit::add_gate(const Gate& gate) {
  const auto [entry, is_new] = known_.try_emplace(gate, node_count());
  if (is_new) gates_.push_back(gate);
  return lit_of(entry->second);
}

Lit Circuit::add_input() {
  gates_.push_back({Gate::Kind::Input});
  return lit_of(node_count() - 1);
}

Lit Circuit::both(Lit a, Lit b) {
  if (a > b) std::swap(a, b);
  if (a == lit_false || a == !b) return lit_false;
  if (a == lit_true || a == b) return b;
  return add_gate({Gate::Kind::And, a, b});
}

Lit Circuit::differs(Lit a, Lit b) {
  const bool negated = is_negated(a) != is_negated(b);
  if (is_negated(a)) a = !a;
  if (is_negated(b)) b = !b;
  if (a > b) std::swap(a, b);
  if (a == b) return constant_lit(negated);
  if (a == lit_false) return negated_if(b, negated);
  return negated_if(add_gate({Gate::Kind::Xor, a, b}), negated);
}

Lit Circuit::choose(Lit condition, Lit yes, Lit no) {
  if (is_negated(condition)) {
    condition = !condition;
    std::swap(yes, no);
  }
  if (condition == lit_false) return no;
  if (yes == no) return yes;
  if (yes == !no) return differs(condition, no);
  if (is_constant(yes) || yes == condition || yes == !condition) {
    const bool is_true = yes == lit_true || yes == condition;
    return is_true ? either(condition, no) : both(!condition, no);
  }
  if (is_constant(no) || no == condition || no == !condition) {
    const bool is_true = no == lit_true || no == !condition;
    return is_true ? implies(condition, yes) : both(condition, yes);
  }
  const bool negated = is_negated(yes);
  return negated_if(
      add_gate({Gate::Kind::Choose, condition, negated_if(yes, negated), negated_if(no, negated)}),
      negated);
}

Lit Circuit::all(std::span<const Lit> lits) {
  return joined(lits, lit_true, [this](Lit a, Lit b) { return both(a, b); });
}

Lit Circuit::any(std::span<const Lit> lits) {
  return joined(lits, lit_false, [this](Lit a, Lit b) { return either(a, b); });
}

Lit Rewiring::operator()(Lit lit) {
  // The gates below, each before those that use it, without recursion: graphs are deep.
  std::vector<std::uint32_t> open{node_of(lit)};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    if (known_.contains(node)) {
      open.pop_back();
      continue;
    }
    const Gate& gate = from_.gate(node);
    if (gate.operand_count() == 0) {
      known_[node] = lit_of(node);
      open.pop_back();
      continue;
    }
    const std::array<Lit, 3> operands{gate.a, gate.b, gate.c};
    bool is_ready = true;
    for (int i = 0; i < gate.operand_count(); ++i) {
      const std::uint32_t operand = node_of(operands[static_cast<std::size_t>(i)]);
      if (known_.contains(operand)) continue;
      open.push_back(operand);
      is_ready = false;
    }
    if (!is_ready) continue;
    const auto now = [this](Lit old) {
      return negated_if(known_.at(node_of(old)), is_negated(old));
    };
    switch (gate.kind) {
      case Gate::Kind::And: known_[node] = to_.both(now(gate.a), now(gate.b)); break;
      case Gate::Kind::Xor: known_[node] = to_.differs(now(gate.a), now(gate.b)); break;
      default: known_[node] = to_.choose(now(gate.a), now(gate.b), now(gate.c)); break;
    }
    open.pop_back();
  }
  return negated_if(known_.at(node_of(lit)), is_negated(lit));
}

std::vector<bool> evaluate(const Circuit& circuit, const std::vector<bool>& input_values) {
  std::vector<bool> values(circuit.node_count(), false);
  const auto value = [&](Lit lit) { return values[node_of(lit)] != is_negated(lit); };
  std::size_t next_input = 0;
  for (std::uint32_t node = 1; node < circuit.node_count(); ++node) {
    const Gate& gate = circuit.gate(node);
    switch (gate.kind) {
      case Gate::Kind::Constant: break;
      case Gate::Kind::Input: values[node] = input_values[next_input++]; break;
      case Gate::Kind::And: values[node] = value(gate.a) && value(gate.b); break;
      case Gate::Kind::Xor: values[node] = value(gate.a) != value(gate.b); break;
      case Gate::Kind::Choose: values[node] = value(gate.a) ? value(gate.b) : value(gate.c); break;
    }
  }
  return values;
}

}  // namespace clew
