// Where every value lies in a state that is packed into 64-bit words.
//
// This is the layout that machine code works on, so it is made for shifts and masks: no value crosses
// the border of a word, except within the messages of a long channel.
//
//   fixed states     +--------+--------+---     all values back to back, about the same number of
//                    | word 0 | word 1 | ...    bits in every word; bits that nothing uses are zero
//                    +--------+--------+---
//
//   others           +-------+---------------------------+-----------+-----------+----------+--
//                    | shape | globals, channels, claim  | process 0 | process 1 | object 1 | ...
//                    +-------+---------------------------+-----------+-----------+----------+--
//
// States in which processes come and go are fixed, too, if it is known what the k-th process is whenever
// there is one: each has its place then, whose bits are zero while it is not there, and `alive` says how
// many there are.
//
// Otherwise word 0 is the number of the state's shape (packed_shapes.hpp), and every process and every
// object begins a word of its own, so that code finds its values at fixed places behind that word.
#pragma once

#include <cstdint>
#include <vector>

#include "clew/model/model.hpp"
#include "clew/model/ranges.hpp"

namespace clew {

// How one value becomes bits: the value minus `low`, and minus `gap` if it lies above the gap.  A width
// of 0 means that it always is `low`.
//
//   value   0 1 2 3 . . . 255      low 0, gap_after 3, gap 251
//   bits    0 1 2 3 . . .   4
struct ValueCode {
  std::uint8_t width = 0;  // at most 32
  Value low = 0;
  Value gap_after = full_range.high;  // the last value below the gap
  std::uint32_t gap = 0;              // values left out; mostly there is no gap

  constexpr bool has_gap() const { return gap != 0; }
  constexpr bool can_hold(Value value) const {
    const std::int64_t above = std::int64_t{value} - gap_after;
    const bool in_gap = above > 0 && above <= std::int64_t{gap};
    return value >= low && !in_gap && bits_of(value) < std::uint64_t{1} << width;
  }
  // REQUIRES: can_hold(value)
  constexpr std::uint64_t bits_of(Value value) const {
    return static_cast<std::uint64_t>(std::int64_t{value} - low - (value > gap_after ? gap : 0));
  }
  constexpr Value value_of(std::uint64_t bits) const {
    const std::int64_t value = static_cast<std::int64_t>(bits) + low;
    return static_cast<Value>(value + (value > gap_after ? gap : 0));
  }
};

// A slot: element i lies in word `word + i / per_word`, `shift + i % per_word * width` bits from the
// right.
struct PackedSlot : ValueCode {
  std::uint32_t word = 0;
  std::uint8_t shift = 0;
  std::uint8_t per_word = 64;
  std::uint32_t count = 1;
};

// One item of a message, `offset` bits from the right of the message.
struct PackedItem : ValueCode {
  std::uint32_t offset = 0;
};

// A buffered channel: the fill, then from the right the oldest message, the next one, ...; the bits of
// messages that are not there are zero.  The fill never crosses a word.  Messages begin right behind
// it, and cross words unless the whole channel fits into one.
struct PackedChannel {
  PackedSlot fill;
  std::uint32_t message_bits = 0;  // of one message
  std::uint32_t capacity = 0;
  std::vector<PackedItem> items;

  // The bit at which the messages begin, counted from bit 0 of word 0.
  std::uint64_t messages_begin() const {
    return std::uint64_t{64} * fill.word + fill.shift + fill.width;
  }
  bool is_in_one_word() const {
    return fill.shift + fill.width + std::uint64_t{message_bits} * capacity <= 64;
  }
};

struct PackedProcess {
  PackedSlot location;
  std::vector<PackedSlot> slots;
  // In the order of ProcessType::channels; unused if rendezvous.
  std::vector<PackedChannel> channels;
};

struct PackedLayout {
  bool is_fixed = true;
  std::vector<PackedSlot> globals;
  IdMap<ChannelId, PackedChannel> channels;  // meaningful for buffered ones that every state has
  PackedProcess claim;                       // if there is one

  // --- fixed states
  std::vector<ProcessTypeId> positions;  // the type of the k-th process, whenever there is one
  PackedSlot alive;  // how many processes there are; of width 0 if they do not come and go
  IdMap<ProcessId, PackedProcess> processes;  // by position
  std::uint32_t word_count = 0;
  std::vector<std::uint8_t> word_widths;  // bits used, by word

  // --- others: words are counted from the first word of the process or object
  std::uint32_t prefix_words = 0;  // the shape and what every state has
  IdMap<ProcessTypeId, PackedProcess> process_types;
  IdMap<ProcessTypeId, std::uint32_t> process_words;
  IdMap<ProcessTypeId, std::uint64_t> process_bits;  // that values use
  IdMap<ObjectTypeId, std::vector<PackedSlot>> object_types;
  IdMap<ObjectTypeId, std::uint32_t> object_words;
  IdMap<ObjectTypeId, std::uint64_t> object_bits;
  std::uint64_t prefix_bits = 0;  // without the shape
};

// References take `reference_bits`, enough for every heap a state can have.
inline constexpr unsigned reference_bits = 16;

// If `positions` are given, the states of a dynamic model are fixed: their processes are the first of
// these, and they have no objects.
PackedLayout packed_layout(const Model& model, const Ranges& ranges,
                           const std::vector<ProcessTypeId>* positions = nullptr);

}  // namespace clew
