#include "clew/engine/bdd/bdd_system.hpp"

#include <algorithm>
#include <utility>

#include "clew/engine/bdd/value_sets.hpp"

namespace clew {

BddSystem::BddSystem(const Symbolic& symbolic, DiagramLimits limits, EndsStutter ends_stutter)
    : symbolic_(symbolic),
      parts_(split_moves(*symbolic.model, symbolic.model->moves)),
      failing_parts_(split_moves(*symbolic.model, symbolic.model->failures)),
      functions_(*symbolic.model, order_of_bits(*symbolic.model, parts_), std::move(limits)) {
  const std::size_t bit_count = model().bits.size();
  for (std::uint32_t bit = 0; bit < bit_count; ++bit) bit_at_.push_back(bit);
  std::sort(bit_at_.begin(), bit_at_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return functions_.level_of(a) < functions_.level_of(b);
  });
  for (const std::uint32_t bit : bit_at_) state_levels_.push_back(functions_.level_of(bit));
  std::vector<std::uint32_t> levels = state_levels_;
  for (std::size_t i = 0; i < model().inputs.size(); ++i) {
    levels.push_back(functions_.level_of_choice(i));
  }
  all_levels_ = diagrams().cube(levels);
  make_moves(ends_stutter);
}

Bdd BddSystem::where(Lit lit) { return functions_.with_some_choice(functions_.of(lit)); }

Bdd BddSystem::can_move() {
  if (model().can_move) return where(*model().can_move);
  Bdd states = can_arrive();
  for (const Move& failure : failures_) states |= failure.relation.function;
  return states;
}

Bdd BddSystem::can_arrive() {
  if (model().can_arrive) return where(*model().can_arrive);
  Bdd states = none();
  for (const Move& move : moves_) states |= functions_.with_some_choice(move.enabled);
  return states;
}

// --- moves

void BddSystem::make_moves(EndsStutter ends_stutter) {
  ValueSets sets(functions_, parts_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (ends_stutter == EndsStutter::No && parts_[i].move->is_stutter()) continue;
    Move made = make_move(parts_[i], sets.around(i));
    if (is_abandoned()) return;
    if (!made.relation.function.is_false()) moves_.push_back(std::move(made));
  }
  for (const MovePart& part : failing_parts_) {
    Move made = make_move(part, sets.around(part.enabled));
    if (is_abandoned()) return;
    if (!made.relation.function.is_false()) failures_.push_back(std::move(made));
  }
  std::vector<Relation> relations;
  for (const Move& move : moves_) relations.push_back(move.relation);
  saturation_ = std::make_unique<Saturation>(diagrams(), std::move(relations));
  functions_.forget_gates();
  group_moves();
}

void BddSystem::group_moves() {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    MoveGroup joined{functions_.with_some_choice(moves_[i].enabled), {i}};
    std::erase_if(groups_, [&](MoveGroup& group) {
      if (!have_common_state(group.enabled, joined.enabled)) return false;
      joined.enabled |= group.enabled;
      joined.moves.insert(joined.moves.end(), group.moves.begin(), group.moves.end());
      return true;
    });
    groups_.push_back(std::move(joined));
  }
}

// `known` is true of all states that can be reached.
BddSystem::Move BddSystem::make_move(const MovePart& part, const Bdd& known) {
  Move move;
  move.symbolic = part.move;
  KnownFunctions functions(functions_, known);
  move.enabled = known.is_false() ? none() : functions.of(part.enabled) & known;
  for (const SymbolicFiring& firing : part.move->firings) {
    for (const CircuitNumber& word : firing.choices) {
      for (const Lit bit : word.bits) move.choice_bits += is_constant(bit) ? 0U : 1U;
    }
  }
  if (move.enabled.is_false()) {
    move.relation = {none(), all()};
    return move;
  }
  // From the bottom up: what is below has its final form when the bits above it are added.
  std::vector<SymbolicMove::Update> updates = part.updates;
  std::sort(updates.begin(), updates.end(), [&](const auto& a, const auto& b) {
    return functions_.level_of(a.bit) > functions_.level_of(b.bit);
  });
  std::vector<std::uint32_t> touched_levels;
  Bdd function = move.enabled;
  for (const SymbolicMove::Update& update : updates) {
    const std::uint32_t level = functions_.level_of(update.bit);
    const Bdd value = diagrams().restricted(functions.of(update.value), move.enabled);
    if (is_abandoned()) return move;
    if (((value ^ functions_.variable_of(update.bit)) & move.enabled).is_false()) continue;
    touched_levels.push_back(level);
    move.touched.push_back(update.bit);
    function &= !(diagrams().variable(level + 1) ^ value);
  }
  move.relation = {functions_.with_some_choice(function), diagrams().cube(touched_levels)};
  return move;
}

Bdd BddSystem::targets(const Bdd& set) {
  Bdd found = none();
  for (const Move& move : moves_) found |= diagrams().image(set, move.relation);
  return found;
}

Bdd BddSystem::sources(const Bdd& set) {
  Bdd found = none();
  for (const Move& move : moves_) found |= diagrams().preimage(set, move.relation);
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
      for (const CircuitNumber& word : firing.choices) {
        for (const Lit bit : word.bits) {
          if (is_constant(bit)) continue;
          const std::vector<std::uint32_t> level = diagrams().support(functions_.of(bit));
          levels.insert(levels.end(), level.begin(), level.end());
        }
      }
    }
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    total += diagrams().count(able, levels);
  }
  return total;
}

// --- single states

std::vector<bool> BddSystem::values_by_level(const BitRow& from, const BitRow& to) const {
  std::vector<bool> values(functions_.level_count(), false);
  for (std::size_t i = 0; i < state_levels_.size(); ++i) {
    values[state_levels_[i]] = from[i];
    values[state_levels_[i] + 1] = to[i];
  }
  return values;
}

bool BddSystem::contains(const Bdd& set, const BitRow& row) {
  return diagrams().contains(set, values_by_level(row, row));
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
    if (explained != difference || !diagrams().contains(move.relation.function, levels)) continue;
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
  for (const Lit lit : wanted) possible &= functions_.of(lit);
  if (is_abandoned()) return chosen;
  std::vector<std::uint32_t> levels = state_levels_;
  for (std::size_t i = 0; i < chosen.size(); ++i) levels.push_back(functions_.level_of_choice(i));
  std::sort(levels.begin(), levels.end());
  const std::vector<bool> row = diagrams().least_row(possible, levels);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto place =
        std::lower_bound(levels.begin(), levels.end(), functions_.level_of_choice(i));
    chosen[i] = row[static_cast<std::size_t>(place - levels.begin())];
  }
  return chosen;
}

}  // namespace clew
