// What a property asks of a symbolic model, and the run that answers it.
#pragma once

#include <string>
#include <vector>

#include "clew/encode/symbolic.hpp"
#include "clew/engine/engine.hpp"

namespace clew {

struct SymbolicQuestion {
  Symbolic symbolic;  // what it is about

  // --- questions that one state decides
  Lit by_state = lit_false;  // over bits: this state decides
  // Over bits and inputs: a move from here decides, and counts as one more.
  Lit by_move = lit_false;
  Lit fails = lit_false;  // over bits: the expression has no value here, and that leaves it open

  // --- questions about runs that never end
  bool is_about_loops = false;
  Lit accepting = lit_true;          // over bits: true somewhere in the loop
  std::vector<std::uint32_t> moves;  // that may be taken

  // The question was turned into one about states (as_question_about_states): the bit that is set
  // once the loop has begun, and what keeps the symbolic model alive that it was made from.
  std::optional<std::uint32_t> in_loop_bit;
  std::shared_ptr<SymbolicModel> origin;

  std::string refusal;  // not empty: why there is no such question

  bool is_trivial() const {
    return !is_about_loops && by_state == lit_false && by_move == lit_false && fails == lit_false;
  }
};

// Adds literals to the circuit.
// REQUIRES: there is a symbolic model, and `model` is what it was made from.
SymbolicQuestion question_of(const Model& model, const Symbolic& symbolic, const Property& property,
                             const EngineTask& task);

// The same question in a larger model, that remembers one state of the run and waits for it to come
// again: a loop, if it comes and something accepting lay between (Biere, Artho and Schuppan 2002).
// REQUIRES: the question is about loops.
SymbolicQuestion as_question_about_states(const SymbolicQuestion& question);

// A run of a symbolic model, computed bit by bit.
class SymbolicRun {
 public:
  // REQUIRES: the symbolic model outlives this.
  SymbolicRun(const Symbolic& symbolic, std::vector<bool> first_bits);

  // REQUIRES: the move, by its place in SymbolicModel::moves, is enabled with these inputs.
  // `in_loop_bit` is that of the question.
  void take(std::uint32_t move, const std::vector<bool>& inputs,
            std::optional<std::uint32_t> in_loop_bit = std::nullopt);
  // Adds the move that decides, if it is one that does: with these inputs one fails, or breaks an
  // assertion.
  void end_with_decision(const Property& property, const std::vector<bool>& inputs);

  // True if the literal is, in the state so far and with these inputs.
  bool is_true(Lit lit, const std::vector<bool>& inputs) const;
  const std::vector<bool>& bits() const { return bits_; }
  // Behind so many moves the loop begins, if there is one.
  std::optional<std::size_t> loop_start() const { return loop_start_; }

  State first() const { return symbolic_.state_of(first_bits_); }
  const MoveList& moves() const { return moves_; }

 private:
  std::vector<bool> node_values(const std::vector<bool>& inputs) const;

  const Symbolic& symbolic_;
  std::vector<bool> first_bits_;
  std::vector<bool> bits_;
  MoveList moves_;
  std::optional<std::size_t> loop_start_;
};

}  // namespace clew
