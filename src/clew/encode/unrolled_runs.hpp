// The runs of a symbolic model, move by move: one frame for every state on the way.
//
//   Unrolled run(model, moves, Unrolled::Begin::Initial);
//   run.extend();                                  // one more move
//   run.at(1, property);                           // what a literal of the model is in that frame
//
// The bits of a frame are functions of the first frame and of inputs: which move is taken, with which
// choices, and bits behind it about which clauses have to be asserted (require_move).  Whatever is
// constant stays so, which makes the first moves of a model with one initial state cheap.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "clew/encode/clauses.hpp"
#include "clew/encode/symbolic.hpp"

namespace clew {

class Unrolled {
 public:
  enum class Begin : std::uint8_t {
    Anywhere,  // the bits of the first frame are inputs
    Initial,   // in an initial state, if `begins` is true
  };

  // `moves` are the moves that may be taken, by their place in SymbolicModel::moves.
  // REQUIRES: the model outlives this; its circuit may grow.
  Unrolled(const SymbolicModel& model, std::vector<std::uint32_t> moves, Begin begin);
  Unrolled(const Unrolled&) = delete;
  Unrolled& operator=(const Unrolled&) = delete;

  const Circuit& circuit() const { return circuit_; }
  Circuit& circuit() { return circuit_; }
  std::size_t frame_count() const { return frames_.size(); }

  // The first frame is an initial state.  Lit_true for Begin::Anywhere.
  Lit begins() const { return begins_; }

  // What leads on from the last frame, and the frame behind.
  void extend();

  const std::vector<Lit>& bits(std::size_t frame) const { return frames_[frame].bits; }
  const std::vector<Lit>& inputs(std::size_t frame) const { return frames_[frame].inputs; }
  // A literal over the bits and inputs of the model, in that frame.
  Lit at(std::size_t frame, Lit lit) { return frames_[frame].rewiring(lit); }

  // --- frames that are left
  // The move that leaves the frame is enabled.
  Lit ok(std::size_t frame) const { return frames_[frame].ok; }
  // By move that may be taken: it is the one.
  const std::vector<Lit>& selectors(std::size_t frame) const { return frames_[frame].selectors; }
  // What is true if the frame is left: exactly one move does it, and the bits behind are what it makes
  // of them.
  const std::vector<std::vector<Lit>>& choice(std::size_t frame) const {
    return frames_[frame].choice;
  }
  // Requires that the frame is left by a move that is enabled.
  void require_move(Clauses& clauses, std::size_t frame) const;

  // Two frames hold the same state.
  Lit same_state(std::size_t a, std::size_t b);

  // --- what a solver found.  REQUIRES: its last answer was Satisfiable.
  std::vector<bool> first_bits(const Clauses& clauses) const { return clauses.values(bits(0)); }
  std::vector<bool> input_values(const Clauses& clauses, std::size_t frame) const {
    return clauses.values(inputs(frame));
  }
  // The place in SymbolicModel::moves of the move that leaves the frame.
  std::uint32_t move_taken(const Clauses& clauses, std::size_t frame) const;

 private:
  struct Frame {
    Frame(const Circuit& from, Circuit& to) : rewiring(from, to) {}
    std::vector<Lit> bits;
    std::vector<Lit> inputs;
    Rewiring rewiring;
    Lit ok = lit_true;
    std::vector<Lit> selectors;
    std::vector<std::vector<Lit>> choice;
  };
  void add_frame(std::vector<Lit> bits);
  using Writers = std::map<Lit, std::vector<Lit>>;  // selectors of moves, by what they write
  std::vector<Lit> bits_behind(Frame& frame);
  Lit bit_behind(Frame& frame, Lit before, const Writers& writers);

  const SymbolicModel& model_;
  std::vector<std::uint32_t> moves_;
  Circuit circuit_;
  std::deque<Frame> frames_;
  Lit begins_ = lit_true;
};

// All moves of the model.
std::vector<std::uint32_t> all_moves(const SymbolicModel& model);

// The bits that have one value in every initial state because the condition says so by itself; by bit,
// nothing for the others.
std::vector<std::optional<bool>> fixed_bits(const SymbolicModel& model);

}  // namespace clew
