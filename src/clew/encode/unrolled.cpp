#include "clew/encode/unrolled.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace clew {

std::vector<std::uint32_t> all_moves(const SymbolicModel& model) {
  std::vector<std::uint32_t> moves(model.moves.size());
  std::iota(moves.begin(), moves.end(), 0U);
  return moves;
}

std::vector<std::optional<bool>> fixed_bits(const SymbolicModel& model) {
  std::unordered_map<std::uint32_t, std::size_t> bit_of;  // by node
  for (std::size_t i = 0; i < model.bits.size(); ++i) bit_of[node_of(model.bits[i])] = i;
  std::vector<std::optional<bool>> fixed(model.bits.size());
  std::vector<Lit> open{model.initial};
  while (!open.empty()) {
    const Lit lit = open.back();
    open.pop_back();
    const Gate& gate = model.circuit.gate(node_of(lit));
    if (gate.kind == Gate::Kind::And && !is_negated(lit)) {
      open.push_back(gate.a);
      open.push_back(gate.b);
    } else if (const auto bit = bit_of.find(node_of(lit)); bit != bit_of.end()) {
      fixed[bit->second] = !is_negated(lit);
    }
  }
  return fixed;
}

Unrolled::Unrolled(const SymbolicModel& model, std::vector<std::uint32_t> moves, Begin begin)
    : model_(model), moves_(std::move(moves)) {
  std::vector<Lit> bits(model.bits.size());
  const auto fixed = begin == Begin::Initial ? fixed_bits(model)
                                             : std::vector<std::optional<bool>>(model.bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = fixed[i] ? constant_lit(*fixed[i]) : circuit_.add_input();
  }
  add_frame(std::move(bits));
  if (begin == Begin::Initial) begins_ = at(0, model.initial);
}

void Unrolled::add_frame(std::vector<Lit> bits) {
  Frame& frame = frames_.emplace_back(model_.circuit, circuit_);
  frame.bits = std::move(bits);
  for (std::size_t i = 0; i < frame.bits.size(); ++i) {
    frame.rewiring.set(model_.bits[i], frame.bits[i]);
  }
  for (const Lit input : model_.inputs) {
    frame.inputs.push_back(circuit_.add_input());
    frame.rewiring.set(input, frame.inputs.back());
  }
}

std::vector<Lit> Unrolled::bits_behind(Frame& frame) {
  // By bit: which moves write it, by what they write.
  std::vector<std::map<Lit, std::vector<Lit>>> writers(frame.bits.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    for (const SymbolicMove::Update& update : model_.moves[moves_[i]].updates) {
      const Lit value = frame.rewiring(update.value);
      if (value != frame.bits[update.bit]) {
        writers[update.bit][value].push_back(frame.selectors[i]);
      }
    }
  }
  std::vector<Lit> next(frame.bits.size());
  for (std::size_t bit = 0; bit < next.size(); ++bit) {
    std::vector<Lit> terms;
    std::vector<Lit> all_writers;
    for (const auto& [value, selectors] : writers[bit]) {
      const Lit is_written = circuit_.any(selectors);
      terms.push_back(circuit_.both(is_written, value));
      all_writers.push_back(is_written);
    }
    // Exactly one selector is true, so writing is exclusive.
    terms.push_back(circuit_.both(!circuit_.any(all_writers), frame.bits[bit]));
    next[bit] = circuit_.any(terms);
  }
  return next;
}

void Unrolled::extend() {
  Frame& frame = frames_.back();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const bool is_only = moves_.size() == 1;
    frame.selectors.push_back(is_only ? lit_true : circuit_.add_input());
  }
  frame.choice = exactly_one(circuit_, frame.selectors);
  std::vector<Lit> enabled;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Lit is_enabled = frame.rewiring(model_.moves[moves_[i]].enabled);
    enabled.push_back(circuit_.implies(frame.selectors[i], is_enabled));
  }
  frame.ok = circuit_.all(enabled);
  add_frame(bits_behind(frame));
}

void Unrolled::require_move(Clauses& clauses, std::size_t frame) const {
  for (const std::vector<Lit>& clause : choice(frame)) clauses.require_any(clause);
  clauses.require(ok(frame));
}

Lit Unrolled::same_state(std::size_t a, std::size_t b) {
  std::vector<Lit> same;
  for (std::size_t bit = 0; bit < frames_[a].bits.size(); ++bit) {
    same.push_back(circuit_.same(frames_[a].bits[bit], frames_[b].bits[bit]));
  }
  return circuit_.all(same);
}

std::uint32_t Unrolled::move_taken(const Clauses& clauses, std::size_t frame) const {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (clauses.value(selectors(frame)[i])) return moves_[i];
  }
  return moves_.front();
}

}  // namespace clew
