// How C text reads and writes the values of a packed state.
//
// Every slot becomes a pair of macros: `turn(s)` and `set_turn(t, 3)`, with an index for vectors:
// `flag(s, i)` and `set_flag(t, i, 1)`.  The first argument points to the words that the slot's place is
// counted from: the state, or the process or object that it belongs to.  A buffered channel becomes a
// few functions: length_q(s), item_q(s, 0, k), send_q(t, values...), take_q(t, k).
#pragma once

#include <string>

#include "clew/model/packed_layout.hpp"
#include "clew/native/c_definitions.hpp"
#include "clew/native/c_names.hpp"

namespace clew {

// The definitions for all slots and channels.
std::vector<CDefinition> c_fields(const Model& model, const PackedLayout& layout,
                                  const CNames& names);

// A 64-bit constant, in hexadecimal.
std::string c_word(std::uint64_t value);
// A value, as an int.
std::string c_number(Value value);
// All ones in the low `width` bits.
std::uint64_t low_bits(unsigned width);

// The name of the functions of a channel: that of the channel itself, or of the one that comes with
// this process (states of fixed length).
std::string c_channel_name(const CNames& names, ChannelId channel, ProcessId owner);

}  // namespace clew
