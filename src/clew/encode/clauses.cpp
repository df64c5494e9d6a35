#include "clew/encode/clauses.hpp"

#include <algorithm>
#include <array>

namespace clew {

namespace {

// An operand of a gate, by number.
Lit operand(const Gate& gate, int number) {
  return number == 0 ? gate.a : number == 1 ? gate.b : gate.c;
}

}  // namespace

void Clauses::add_gate(std::uint32_t node) {
  const Gate& gate = circuit_.gate(node);
  const SatLit out = solver_.add_variable();
  by_node_[node] = out;
  switch (gate.kind) {
    case Gate::Kind::Constant: solver_.add_clause({!out}); break;
    case Gate::Kind::Input: break;
    case Gate::Kind::And: {
      const SatLit a = known(gate.a);
      const SatLit b = known(gate.b);
      solver_.add_clause({!out, a});
      solver_.add_clause({!out, b});
      solver_.add_clause({out, !a, !b});
      break;
    }
    case Gate::Kind::Xor: {
      const SatLit a = known(gate.a);
      const SatLit b = known(gate.b);
      solver_.add_clause({!out, a, b});
      solver_.add_clause({!out, !a, !b});
      solver_.add_clause({out, !a, b});
      solver_.add_clause({out, a, !b});
      break;
    }
    case Gate::Kind::Choose: {
      const SatLit condition = known(gate.a);
      const SatLit yes = known(gate.b);
      const SatLit no = known(gate.c);
      solver_.add_clause({!condition, !out, yes});
      solver_.add_clause({!condition, out, !yes});
      solver_.add_clause({condition, !out, no});
      solver_.add_clause({condition, out, !no});
      // Follow from the others, but not by propagation: both branches agree.
      solver_.add_clause({!yes, !no, out});
      solver_.add_clause({yes, no, !out});
      break;
    }
  }
}

SatLit Clauses::operator()(Lit lit) {
  if (by_node_.size() < circuit_.node_count()) by_node_.resize(circuit_.node_count(), no_lit);
  std::vector<std::uint32_t> open{node_of(lit)};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    if (by_node_[node] != no_lit) {
      open.pop_back();
      continue;
    }
    const Gate& gate = circuit_.gate(node);
    bool is_ready = true;
    for (int i = 0; i < gate.operand_count(); ++i) {
      const std::uint32_t below = node_of(operand(gate, i));
      if (by_node_[below] != no_lit) continue;
      open.push_back(below);
      is_ready = false;
    }
    if (!is_ready) continue;
    add_gate(node);
    open.pop_back();
  }
  return known(lit);
}

std::vector<SatLit> Clauses::operator()(std::span<const Lit> lits) {
  std::vector<SatLit> all;
  all.reserve(lits.size());
  for (const Lit lit : lits) all.push_back((*this)(lit));
  return all;
}

void Clauses::require_any(std::span<const Lit> lits, std::optional<SatLit> guard) {
  // Conjunctions are taken apart where they stand alone, disjunctions always: shorter, and the solver
  // needs no variable for them.
  std::vector<Lit> open(lits.begin(), lits.end());
  std::vector<Lit> parts;
  while (!open.empty()) {
    const Lit lit = open.back();
    open.pop_back();
    const Gate& gate = circuit_.gate(node_of(lit));
    if (gate.kind == Gate::Kind::And && is_negated(lit)) {
      open.push_back(!gate.b);
      open.push_back(!gate.a);
    } else if (gate.kind == Gate::Kind::And && parts.empty() && open.empty()) {
      require_any({{gate.a}}, guard);
      require_any({{gate.b}}, guard);
      return;
    } else if (lit == lit_true) {
      return;
    } else if (lit != lit_false) {
      parts.push_back(lit);
    }
  }
  std::vector<SatLit> clause = (*this)(parts);
  if (guard) clause.push_back(!*guard);
  solver_.add_clause(clause);
}

bool Clauses::value(Lit lit) const {
  if (is_constant(lit)) return lit == lit_true;
  if (node_of(lit) >= by_node_.size() || by_node_[node_of(lit)] == no_lit) return is_negated(lit);
  return solver_.value(known(lit));
}

std::vector<bool> Clauses::values(std::span<const Lit> lits) const {
  std::vector<bool> all;
  all.reserve(lits.size());
  for (const Lit lit : lits) all.push_back(value(lit));
  return all;
}

std::vector<std::vector<Lit>> exactly_one(Circuit& circuit, std::span<const Lit> lits) {
  // Groups of a few exclude each other pair by pair; whoever is true makes the leader of its group
  // true, and leaders exclude each other in the same way (Klieber and Kwon 2007).
  constexpr std::size_t group_size_max = 4;
  std::vector<std::vector<Lit>> clauses{{lits.begin(), lits.end()}};
  std::vector<Lit> level(lits.begin(), lits.end());
  while (level.size() > 1) {
    std::vector<Lit> leaders;
    const bool is_last = level.size() <= group_size_max + 2;
    const std::size_t size = is_last ? level.size() : group_size_max;
    for (std::size_t begin = 0; begin < level.size(); begin += size) {
      const std::size_t end = std::min(begin + size, level.size());
      for (std::size_t a = begin; a < end; ++a) {
        for (std::size_t b = begin; b < a; ++b) clauses.push_back({!level[a], !level[b]});
      }
      if (is_last) continue;
      const Lit leader = end - begin == 1 ? level[begin] : circuit.add_input();
      for (std::size_t a = begin; a < end && leader != level[begin]; ++a) {
        clauses.push_back({!level[a], leader});
      }
      leaders.push_back(leader);
    }
    level = std::move(leaders);
  }
  return clauses;
}

}  // namespace clew
