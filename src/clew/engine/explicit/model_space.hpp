// A model as a state space over packed states: what the searches of space/ walk.
#pragma once

#include <cstdint>

#include "clew/engine/explicit/representatives.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {

// Errors and deadlocks are no successors, so they go to the listener:
//   listener.on_move(const Move&)                         every move, failing ones included; No ends
//                                                         the expansion
//   listener.on_expansion(const PackedState&, Expansion)  after the last move of a state
template <class Listener>
class ModelSpace {
 public:
  using State = PackedState;
  using Action = std::uint32_t;  // number of the move among those of its source

  // REQUIRES: all of them outlive the space.
  ModelSpace(const Interpreter& judge, const Codec& codec, const Representatives& representatives,
             Listener& listener)
      : judge_(judge), codec_(codec), representatives_(representatives), listener_(listener) {}

  void initial_states(auto&& found) const {
    judge_.initial_states([&](const clew::State& state) { found(representatives_.walked(state)); });
  }

  void successors(const PackedState& packed, auto&& found) const {
    const clew::State source = codec_.unpack(packed.bytes());
    std::uint32_t ordinal = 0;
    const Expansion expansion = judge_.moves(source, [&](const Move& move) {
      const Continue go_on = listener_.on_move(move);
      if (move.target) found(ordinal, representatives_.walked(*move.target));
      ++ordinal;
      return go_on;
    });
    listener_.on_expansion(packed, expansion);
  }

 private:
  const Interpreter& judge_;
  const Codec& codec_;
  const Representatives& representatives_;
  Listener& listener_;
};

}  // namespace clew
