// In which order a diagram asks for the bits of a state.  It decides whether a set of a million states
// takes a hundred nodes or a hundred thousand.
//
// Bits of one value stand together, and values that moves read and write together stand near each other
// (FORCE: Aloul, Markov, Sakallah 2003).  Wide numbers that are added or compared are an exception: side
// by side they take a node for every value of the first, bit by bit in turn they take a few for each bit.
#pragma once

#include <cstdint>
#include <vector>

#include "clew/encode/symbolic.hpp"
#include "clew/engine/bdd/split_moves.hpp"

namespace clew {

struct BitOrder {
  std::vector<std::uint32_t> state_position;   // by state bit
  std::vector<std::uint32_t> choice_position;  // by bit of SymbolicModel::inputs
  std::uint32_t position_count = 0;
};

BitOrder order_of_bits(const SymbolicModel& model, const std::vector<MovePart>& parts);

}  // namespace clew
