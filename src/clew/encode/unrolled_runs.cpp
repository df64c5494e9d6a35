#include "clew/encode/unrolled_runs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t few_selectors = 2;
constexpr std::ptrdiff_t many_functions = 2;

}  // namespace

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
  std::vector<Writers> writers(frame.bits.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    for (const SymbolicMove::Update& update : model_.moves[moves_[i]].updates) {
      const Lit value = frame.rewiring(update.value);
      if (value != frame.bits[update.bit] && frame.selectors[i] != lit_false) {
        writers[update.bit][value].push_back(frame.selectors[i]);
      }
    }
  }
  std::vector<Lit> next(frame.bits.size());
  for (std::size_t bit = 0; bit < next.size(); ++bit) {
    next[bit] = bit_behind(frame, frame.bits[bit], writers[bit]);
  }
  return next;
}

// Where moves write constants, gates say which bit comes out; where they write several functions,
// clauses do: shorter than gates would be, and whoever knows the move knows the bit at once.
Lit Unrolled::bit_behind(Frame& frame, Lit before, const Writers& writers) {
  const auto functions = std::count_if(writers.begin(), writers.end(), [](const auto& writer) {
    return !is_constant(writer.first);
  });
  std::vector<Lit> terms;
  std::vector<Lit> all_writers;
  for (const auto& [value, selectors] : writers) {
    const Lit is_written = circuit_.any(selectors);
    all_writers.push_back(is_written);
    if (functions < many_functions) terms.push_back(circuit_.both(is_written, value));
  }
  const Lit stays = !circuit_.any(all_writers);
  if (functions < many_functions) {
    // Exactly one selector is true, so writing is exclusive.
    terms.push_back(circuit_.both(stays, before));
    return circuit_.any(terms);
  }
  const Lit next = circuit_.add_input();
  const auto say = [&](Lit condition, Lit value) {
    frame.choice.push_back({!condition, !next, value});
    frame.choice.push_back({!condition, next, !value});
  };
  for (const auto& [value, selectors] : writers) {
    if (selectors.size() <= few_selectors) {
      for (const Lit selector : selectors) say(selector, value);
    } else {
      say(circuit_.any(selectors), value);
    }
  }
  say(stays, before);
  return next;
}

void Unrolled::extend() {
  Frame& frame = frames_.back();
  std::vector<Lit> enabled;
  for (const std::uint32_t move : moves_) {
    enabled.push_back(frame.rewiring(model_.moves[move].enabled));
  }
  const auto possible = std::count_if(enabled.begin(), enabled.end(),
                                      [](Lit is_enabled) { return is_enabled != lit_false; });
  std::vector<Lit> open;
  for (Lit& is_enabled : enabled) {
    const bool is_possible = is_enabled != lit_false;
    const Lit selector = !is_possible ? lit_false : possible == 1 ? lit_true : circuit_.add_input();
    frame.selectors.push_back(selector);
    if (is_possible) open.push_back(selector);
    is_enabled = circuit_.implies(selector, is_enabled);
  }
  frame.choice = exactly_one(circuit_, open);
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
