// Whether it pays to leave out moves, found out while a search does it.
//
//   ReductionTrial trial;
//   trial.note(state, level);                    // a sample of what moves that were left out lead to
//   if (!trial.pays(so_far, level, is_known))    // between two levels
//   ... take one sample in trial.one_in()
//
// A state that is left out and found on another way all the same saves nothing.  Those that are not found
// are counted, each once, by samples: state by state, one in a power of two by their hash, so that neither
// the number of workers nor the order of a level plays a part.
//
// A search that leaves out little costs more than it saves.  How much it will save cannot be seen early: most
// of what is left out may still be found.  Which part of it has been found already is a hint: where little is
// saved in the end, most of it usually is, and stays so.  Where that part shrinks from look to look, waiting
// may pay many times over (phils.6), so nothing is given up.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "clew/base/function_ref.hpp"

namespace clew {

// Decides which states are samples.
std::uint64_t sample_key(std::span<const std::uint64_t> state);

class ReductionTrial {
 public:
  using State = std::vector<std::uint64_t>;

  struct SoFar {
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t transitions = 0;
    std::uint64_t left_out = 0;
  };

  // A state that a move would have led to, from one of this level.  More than are wanted are passed over.
  void note(const State& state, std::uint64_t level);

  // Asked after every level.  False: it does not, and nothing of the trial is needed any more.
  bool pays(const SoFar& so_far, std::uint64_t level, FunctionRef<bool(const State&)> is_known);

  // Samples are wanted of states whose sample_key() can be divided by this.
  std::uint64_t one_in() const { return one_in_; }

 private:
  struct Missing {
    double of_samples = 0;  // which part
    double states = 0;      // how many of all states, those that are perhaps only late not counted
  };
  struct Hash {
    std::size_t operator()(const State& state) const { return sample_key(state); }
  };

  Missing look(std::uint64_t level, FunctionRef<bool(const State&)> is_known) const;
  void thin_out();

  std::uint64_t one_in_ = 8;
  std::uint64_t next_look_ = 1U << 11;  // at so many states that were expanded
  double share_missing_ = 0;            // of the samples, at the last look
  // And the level at which each was left out first.
  std::unordered_map<State, std::uint64_t, Hash> samples_;
};

}  // namespace clew
