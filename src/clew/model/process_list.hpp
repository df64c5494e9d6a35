// Which processes the states of a dynamic model have, most of the time: `init` starts the others, one
// after the other, and then they stay.
//
//   if (const auto positions = likely_processes(judge)) {
//     const WordCodec codec(model, ranges, &*positions);      // fixed states
//
// This is a guess, made by looking at some states.  Packing a state that it is wrong about throws
// ForeignShape (word_codec.hpp); whoever searches starts again without it.
#pragma once

#include <optional>
#include <vector>

#include "clew/model/interpreter.hpp"

namespace clew {

// The types of the processes, in order, of which every state has the first ones; nothing if that is not
// so, or if there are heap objects.
std::optional<std::vector<ProcessTypeId>> likely_processes(const Interpreter& judge);

}  // namespace clew
