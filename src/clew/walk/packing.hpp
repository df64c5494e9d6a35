// The words of the states that a search walks: those of the state itself, or of the representative
// of all that are the same up to the order of equal processes.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/model/symmetry.hpp"
#include "clew/model/word_codec.hpp"
#include "clew/walk/search_options.hpp"

namespace clew {

using PackedWords = std::vector<std::uint64_t>;

class StatePacking {
 public:
  // REQUIRES: all outlive this; reduction is None or Symmetry, and sound for the model.
  StatePacking(const Interpreter& judge, const WordCodec& codec, Reduction reduction)
      : judge_(judge), codec_(codec) {
    if (reduction == Reduction::Symmetry) symmetry_.emplace(judge.model());
  }

  const Interpreter& judge() const { return judge_; }
  const WordCodec& codec() const { return codec_; }
  bool has_symmetry() const { return symmetry_.has_value(); }

  // Replaces `words` by those walked for `state`.
  void pack(const State& state, PackedWords& words) const {
    if (symmetry_) {
      codec_.pack(symmetry_->representative(state), words);
    } else {
      codec_.pack(state, words);
    }
  }
  // Hands the words of every initial state to `found`, until it says No.  `pause` can end it, too.
  void initial_states(FunctionRef<Continue(const PackedWords&)> found,
                      FunctionRef<Continue()> pause) const {
    PackedWords words;
    judge_.initial_states(
        [&](const State& state) {
          pack(state, words);
          return found(words);
        },
        pause);
  }
  bool has_fixed_start() const { return clew::has_fixed_start(judge_.model()); }
  // Words of an initial state.
  std::size_t initial_word_count() const {
    if (stride() != 0) return stride();
    PackedWords words;
    pack(judge_.initial_state(), words);  // states of several lengths have a fixed start
    return words.size();
  }
  State state(const std::uint64_t* words) const { return codec_.unpack(words); }
  // Where a run through these words begins.  With symmetry they may stand for another state.
  State first_state(const PackedWords& words) const {
    return has_fixed_start() ? judge_.initial_state() : state(words.data());
  }

  // Words of every state, or 0 if they differ in length.
  std::uint32_t stride() const { return codec_.is_fixed() ? codec_.layout().word_count : 0; }
  std::span<const std::uint64_t> span_at(const std::uint64_t* words) const {
    return {words, codec_.word_count(words)};
  }

 private:
  const Interpreter& judge_;
  const WordCodec& codec_;
  std::optional<Symmetry> symmetry_;
};

}  // namespace clew
