#include "clew/store/key_layout.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "clew/store/key_bucket.hpp"

namespace clew {

KeyLayout::KeyLayout(unsigned key_bits, unsigned split_bits_wanted, unsigned pieces_wanted,
                     unsigned tag_bits_wanted)
    : split_bits(split_bits_wanted),
      pieces(pieces_wanted),
      low_bits(key_bits - split_bits_wanted),
      low_mask(low_ones(key_bits - split_bits_wanted)),
      group_mask(low_ones(std::min(split_bits_wanted, group_bits_max))) {
  assert(low_bits <= 60);  // low * pieces must fit into a word, and eight entries into a bucket
  std::uint64_t range_max = 0;
  for (unsigned piece = 0; piece <= pieces; ++piece) {
    piece_begins[piece] = ((std::uint64_t{piece} << low_bits) + pieces - 1) / pieces;
    if (piece > 0) range_max = std::max(range_max, piece_begins[piece] - piece_begins[piece - 1]);
  }
  remainder_bits = static_cast<unsigned>(std::bit_width(range_max - 1));
  value_bits = std::max(KeyBucket::byte_bits, remainder_bits + displacement_bits);
  slots =
      std::min(slots_max, (KeyBucket::bits - KeyBucket::header_bits) / (value_bits + tag_bits_min));
  const unsigned entry_bits = (KeyBucket::bits - KeyBucket::header_bits) / slots;
  tag_bits = std::min(tag_bits_wanted, entry_bits - value_bits);
  rest_bits = value_bits - KeyBucket::byte_bits + tag_bits;
  value_rest_mask = low_ones(value_bits - KeyBucket::byte_bits);
}

}  // namespace clew
