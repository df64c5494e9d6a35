#include "clew/engine/bdd/bdd_system.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

std::uint32_t level_at(std::uint32_t position) { return position * 2; }

DiagramLimits with_levels(DiagramLimits limits, std::uint32_t position_count) {
  limits.level_count = position_count * 2;
  return limits;
}

// Nobody but the claim makes this move: the system has come to its end.
bool is_stutter(const SymbolicMove& move) {
  return std::all_of(move.firings.begin(), move.firings.end(),
                     [](const SymbolicFiring& firing) { return firing.process == claim_id; });
}

}  // namespace

BddSystem::BddSystem(const Symbolic& symbolic, DiagramLimits limits, EndsStutter ends_stutter)
    : symbolic_(symbolic),
      parts_(split_moves(*symbolic.model, symbolic.model->moves)),
      order_(order_of_bits(*symbolic.model, parts_)),
      diagrams_(std::make_unique<Diagrams>(with_levels(std::move(limits), order_.position_count))) {
  const std::size_t bit_count = model().bits.size();
  for (std::uint32_t bit = 0; bit < bit_count; ++bit) bit_at_.push_back(bit);
  std::sort(bit_at_.begin(), bit_at_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return order_.state_position[a] < order_.state_position[b];
  });
  for (const std::uint32_t bit : bit_at_) {
    state_levels_.push_back(level_at(order_.state_position[bit]));
    functions_[node_of(model().bits[bit])] = diagrams_->variable(state_levels_.back());
  }
  std::vector<std::uint32_t> choice_levels;
  for (std::size_t i = 0; i < model().inputs.size(); ++i) {
    choice_levels.push_back(level_at(order_.choice_position[i]));
    functions_[node_of(model().inputs[i])] = diagrams_->variable(choice_levels.back());
  }
  choice_cube_ = diagrams_->cube(choice_levels);
  functions_[0] = diagrams_->constant(false);
  make_moves(ends_stutter);
}

// --- functions of the circuit

Bdd BddSystem::known_function(Lit lit) {
  const Bdd& function = functions_.at(node_of(lit));
  return is_negated(lit) ? !function : function;
}

// Operands have smaller numbers, so that the cone in rising order can be worked off without recursion.
void BddSystem::add_cone(std::uint32_t node, std::vector<std::uint32_t>& cone) {
  std::unordered_map<std::uint32_t, bool> entered;
  const auto enter = [&](std::uint32_t each) {
    if (functions_.contains(each) || !entered.try_emplace(each, true).second) return;
    cone.push_back(each);
  };
  enter(node);
  for (std::size_t i = 0; i < cone.size(); ++i) {
    const Gate& gate = model().circuit.gate(cone[i]);
    const Lit operands[] = {gate.a, gate.b, gate.c};
    for (int k = 0; k < gate.operand_count(); ++k) enter(node_of(operands[k]));
  }
  std::sort(cone.begin(), cone.end());
}

Bdd BddSystem::gate_function(std::uint32_t node) {
  const Gate& gate = model().circuit.gate(node);
  switch (gate.kind) {
    case Gate::Kind::And: return known_function(gate.a) & known_function(gate.b);
    case Gate::Kind::Xor: return known_function(gate.a) ^ known_function(gate.b);
    case Gate::Kind::Choose:
      return diagrams_->choose(known_function(gate.a), known_function(gate.b),
                               known_function(gate.c));
    default: return none();
  }
}

Bdd BddSystem::function_of(Lit lit) {
  std::vector<std::uint32_t> cone;
  add_cone(node_of(lit), cone);
  for (const std::uint32_t node : cone) {
    functions_[node] = gate_function(node);
    if (is_abandoned()) return none();
  }
  return known_function(lit);
}

Bdd BddSystem::where(Lit lit) { return some_choice(function_of(lit)); }

Bdd BddSystem::can_move() {
  if (model().can_move) return where(*model().can_move);
  Bdd states = can_arrive();
  for (const Move& failure : failures_) states |= failure.relation.function;
  return states;
}

Bdd BddSystem::can_arrive() {
  if (model().can_arrive) return where(*model().can_arrive);
  Bdd states = none();
  for (const Move& move : moves_) states |= some_choice(move.enabled);
  return states;
}

// --- moves

void BddSystem::make_moves(EndsStutter ends_stutter) {
  for (const MovePart& part : parts_) {
    if (ends_stutter == EndsStutter::No && is_stutter(*part.move)) continue;
    Move made = make_move(part);
    if (is_abandoned()) return;
    if (!made.relation.function.is_false()) moves_.push_back(std::move(made));
  }
  for (const SymbolicMove& move : model().failures) {
    Move made = make_move({&move, move.enabled, {}});
    if (is_abandoned()) return;
    if (!made.relation.function.is_false()) failures_.push_back(std::move(made));
  }
  std::vector<Relation> relations;
  for (const Move& move : moves_) relations.push_back(move.relation);
  saturation_ = std::make_unique<Saturation>(*diagrams_, std::move(relations));
  // What follows asks for few functions; those of all gates would be kept alive for nothing.
  std::unordered_map<std::uint32_t, Bdd> kept;
  for (const Lit bit : model().bits) kept[node_of(bit)] = functions_.at(node_of(bit));
  for (const Lit bit : model().inputs) kept[node_of(bit)] = functions_.at(node_of(bit));
  kept[0] = functions_.at(0);
  functions_ = std::move(kept);
}

BddSystem::Move BddSystem::make_move(const MovePart& part) {
  Move move;
  move.symbolic = part.move;
  move.enabled = function_of(part.enabled);
  for (const SymbolicFiring& firing : part.move->firings) {
    for (const Word& word : firing.choices) {
      for (const Lit bit : word.bits) move.choice_bits += is_constant(bit) ? 0U : 1U;
    }
  }
  // From the bottom up: what is below has its final form when the bits above it are added.
  std::vector<SymbolicMove::Update> updates = part.updates;
  std::sort(updates.begin(), updates.end(), [&](const auto& a, const auto& b) {
    return order_.state_position[a.bit] > order_.state_position[b.bit];
  });
  std::vector<std::uint32_t> touched_levels;
  Bdd function = move.enabled;
  for (const SymbolicMove::Update& update : updates) {
    const std::uint32_t level = level_at(order_.state_position[update.bit]);
    const Bdd value = function_of(update.value);
    if (is_abandoned()) return move;
    if (((value ^ diagrams_->variable(level)) & move.enabled).is_false()) continue;  // it stays
    touched_levels.push_back(level);
    move.touched.push_back(update.bit);
    function &= !(diagrams_->variable(level + 1) ^ diagrams_->restricted(value, move.enabled));
  }
  move.relation = {some_choice(function), diagrams_->cube(touched_levels)};
  return move;
}

Bdd BddSystem::targets(const Bdd& set) {
  Bdd found = none();
  for (const Move& move : moves_) found |= diagrams_->image(set, move.relation);
  return found;
}

Bdd BddSystem::sources(const Bdd& set) {
  Bdd found = none();
  for (const Move& move : moves_) found |= diagrams_->preimage(set, move.relation);
  return found;
}

Bdd BddSystem::closure(const Bdd& set) { return saturation_ ? (*saturation_)(set) : none(); }

BigUnsigned BddSystem::count_moves(const Bdd& set, const std::vector<Move>& list) {
  BigUnsigned total;
  for (const Move& move : list) {
    const Bdd able = set & move.enabled;
    if (able.is_false()) continue;
    if (move.choice_bits == 0) {
      total += count(able);
      continue;
    }
    // Choices that the move is not taken with do not matter, and stand in no place of the count.
    std::vector<std::uint32_t> levels = state_levels_;
    for (const SymbolicFiring& firing : move.symbolic->firings) {
      for (const Word& word : firing.choices) {
        for (const Lit bit : word.bits) {
          if (is_constant(bit)) continue;
          const std::vector<std::uint32_t> level = diagrams_->support(functions_.at(node_of(bit)));
          levels.insert(levels.end(), level.begin(), level.end());
        }
      }
    }
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    total += diagrams_->count(able, levels);
  }
  return total;
}

// --- single states

std::vector<bool> BddSystem::values_by_level(const BitRow& from, const BitRow& to) const {
  std::vector<bool> values(order_.position_count * std::size_t{2}, false);
  for (std::size_t i = 0; i < state_levels_.size(); ++i) {
    values[state_levels_[i]] = from[i];
    values[state_levels_[i] + 1] = to[i];
  }
  return values;
}

bool BddSystem::contains(const Bdd& set, const BitRow& row) {
  return diagrams_->contains(set, values_by_level(row, row));
}

State BddSystem::state_of(const BitRow& row) const {
  std::vector<bool> bits(row.size(), false);
  for (std::size_t i = 0; i < row.size(); ++i) bits[bit_at_[i]] = row[i];
  return symbolic_.state_of(bits);
}

std::optional<std::vector<Firing>> BddSystem::firings_between(const BitRow& from,
                                                              const BitRow& to) {
  const std::vector<bool> levels = values_by_level(from, to);
  std::vector<bool> differs(model().bits.size(), false);  // by bit
  std::vector<bool> after(model().bits.size(), false);
  std::size_t difference = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    differs[bit_at_[i]] = from[i] != to[i];
    after[bit_at_[i]] = to[i];
    if (from[i] != to[i]) ++difference;
  }
  for (const Move& move : moves_) {
    std::size_t explained = 0;
    for (const std::uint32_t bit : move.touched) {
      if (differs[bit]) ++explained;
    }
    if (explained != difference || !diagrams_->contains(move.relation.function, levels)) continue;
    std::vector<Lit> wanted{move.symbolic->enabled};
    for (const auto& update : move.symbolic->updates) {
      wanted.push_back(after[update.bit] ? update.value : !update.value);
    }
    return symbolic_.firings_of(*move.symbolic, choices_for(from, wanted));
  }
  return std::nullopt;
}

std::vector<Firing> BddSystem::firings_of(const Move& move, const BitRow& from, Lit wanted) {
  return symbolic_.firings_of(*move.symbolic, choices_for(from, {move.symbolic->enabled, wanted}));
}

// Choices with which all of these are true in the state.
std::vector<bool> BddSystem::choices_for(const BitRow& from, const std::vector<Lit>& wanted) {
  std::vector<bool> chosen(model().inputs.size(), false);
  if (chosen.empty()) return chosen;
  Bdd possible = set_of(from);
  for (const Lit lit : wanted) possible &= function_of(lit);
  if (is_abandoned()) return chosen;
  std::vector<std::uint32_t> levels = state_levels_;
  for (const std::uint32_t position : order_.choice_position) levels.push_back(level_at(position));
  std::sort(levels.begin(), levels.end());
  const std::vector<bool> row = diagrams_->least_row(possible, levels);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto place =
        std::lower_bound(levels.begin(), levels.end(), level_at(order_.choice_position[i]));
    chosen[i] = row[static_cast<std::size_t>(place - levels.begin())];
  }
  return chosen;
}

}  // namespace clew
