// A model as Boolean functions: what decision diagrams and solvers work on.
//
//   Symbolic symbolic = symbolic_model(model);
//   if (!symbolic.refusal.empty()) ...;                     // a sentence: what has no such form
//   const SymbolicModel& system = *symbolic.model;
//   for (const SymbolicMove& move : system.moves) use(move.enabled, move.updates);
//
// The state is a row of bits: every value of it (state.hpp) in as many bits as its proven range needs,
// a two's complement number or, where nothing is negative, a plain one.  Equal states have equal bits and
// the other way round.  Each *move* of the judge, that is every path through an atomic block, every pair
// of a rendezvous, every action of a claim that joins, is one symbolic move: a condition, and the new
// values of the bits that it changes.  Moves whose action has choices read input bits beside the state.
//
// The judge says what all of this means; tests compare the two state by state.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/encode/circuit_numbers.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {

// Why there is no SymbolicModel::can_arrive.
inline constexpr std::string_view too_many_choices =
    "the choices of a move have too many combinations to say where nothing can move";

struct SymbolicFiring {
  ProcessId process;
  ActionId action;
  std::vector<CircuitNumber> choices;  // of input bits, in the order of the action's choices
};

struct SymbolicMove {
  struct Assignment {
    std::uint32_t value;  // index into SymbolicModel::values
    TermId term;          // over the state in which the move begins, and inputs
  };
  struct Update {
    std::uint32_t bit;  // index into SymbolicModel::bits
    Lit value;          // over state and input bits
  };
  std::vector<SymbolicFiring> firings;
  Lit enabled = lit_false;           // over state and input bits
  std::vector<Update> updates;       // by bit, rising; all other bits stay as they are
  Lit breaks_assertion = lit_false;  // an assertion fails on the way; implies `enabled`
  bool claim_fails = false;          // of a failure: the claim's own, the system alone would arrive
  std::vector<Assignment> assignments;  // the updates in terms, if those are written down

  // Of a product: the claim alone moves, because the system cannot.
  bool is_stutter() const {
    return std::all_of(firings.begin(), firings.end(),
                       [](const SymbolicFiring& firing) { return firing.process == claim_id; });
  }
};

// A value of the state and its bits.
struct SymbolicValue {
  std::string name;          // "x", "a[2]", "P.x"; "P" for the location of P; "c" for the fill of c
  std::uint32_t offset = 0;  // in State::values of a state in which every process is alive
  std::uint32_t first_bit = 0;  // index into SymbolicModel::bits; lowest bit first
  std::uint32_t width = 0;      // 0: it never changes
  bool is_signed = false;
  Range range;
  ProcessId located = no_id<ProcessId>;  // whose location it is, if it is one
  bool is_free = false;                  // initial states have any value of it (Slot::is_free)
};

// What a move is taken with.
struct SymbolicInput {
  std::string name;
  Range range;
  CircuitNumber word;  // of SymbolicModel::inputs
};

// The truth of an expression: where it fails it has no value.
struct SymbolicTruth {
  Lit value = lit_false;  // false where it fails
  Lit fails = lit_false;
};

struct SymbolicModel {
  Circuit circuit;
  std::vector<Lit> bits;    // of the state: inputs of the circuit
  std::vector<Lit> inputs;  // bits of choices: the other inputs of the circuit
  std::vector<SymbolicValue> values;
  std::vector<SymbolicInput> input_words;
  std::shared_ptr<Terms> terms;  // null: nothing is written down

  Lit initial = lit_false;  // over bits: an initial state
  // Every value lies within its range.  True of every initial state, and of the target of a move if it
  // is of the source.
  Lit valid = lit_true;
  // Those that lead to a state.  Where a claim watches and nothing can arrive: the claim alone.
  std::vector<SymbolicMove> moves;
  std::vector<SymbolicMove> failures;  // those that end in a run-time error; no updates

  // Over bits alone.  None where the choices have too many combinations to ask about all of them;
  // whoever can quantify over `inputs` does it then: some move (or failure) is enabled.
  std::optional<Lit> can_move;    // there is a move or a failure of the system, its claim not asked
  std::optional<Lit> can_arrive;  // there is a move of the system that leads to a state
  Lit proper_end = lit_false;     // where nothing can move this is no deadlock
  Lit accepting = lit_false;      // the claim is at an accepting location

  // Which assertion about locations fails in a state (Model::assertions), or has no value.
  Lit location_assertion_fails = lit_false;
};

class SymbolicReader;

struct Symbolic {
  std::shared_ptr<SymbolicModel> model;  // null: see refusal
  std::string refusal;                   // without a full stop

  // Adds the expression of a property to the circuit.
  // REQUIRES: there is a model.
  SymbolicTruth truth_of(ExprId expr) const;
  // What a row of bits stands for.
  State state_of(const std::vector<bool>& bits) const;
  std::vector<bool> bits_of(const State& state) const;
  // What happens when this move is taken; `values` are those of SymbolicModel::inputs.
  std::vector<Firing> firings_of(const SymbolicMove& move, const std::vector<bool>& values) const;

  std::shared_ptr<SymbolicReader> reader;
};

// Whether what words mean is written down, for people.
enum class Notes : std::uint8_t { None, Terms };

// REQUIRES: validate(model) found nothing; the model outlives the result.
Symbolic symbolic_model(const Model& model, Notes notes = Notes::None);

}  // namespace clew
