// How far a state seems to be from what is looked for.  Only the order of a search depends on it.
#pragma once

#include <vector>

#include "clew/model/interpreter.hpp"
#include "clew/property/property.hpp"

namespace clew {

// Formula-based distance (after Edelkamp, Lluch Lafuente and Leue, 2001): a comparison is as far
// from being true as its sides are apart, `and` adds, `or` takes the nearer side.
std::uint64_t distance_to(const Interpreter& judge, ExprId goal, bool wanted, const State& state);

// The distance to the nearest violation (or witness) of any of the properties; deadlocks are
// thought to be near where few processes can move.
std::uint64_t distance_to_sighting(const Interpreter& judge,
                                   const std::vector<Property>& properties, const State& state);

}  // namespace clew
