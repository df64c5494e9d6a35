// Where the entry of a key lies in a KeyTable, and what it looks like.
#pragma once

#include <array>
#include <cstdint>

namespace clew {

// How a table of some number of buckets cuts a shuffled key.  The number of buckets is
// pieces * 2^split_bits, so a table can grow in small steps, and no division is needed.
struct KeyLayout {
  static constexpr unsigned displacement_bits = 3;
  static constexpr unsigned displacement_max = (1U << displacement_bits) - 1;
  static constexpr unsigned group_bits_max = 6;
  static constexpr unsigned pieces_max = 7;
  static constexpr unsigned slots_max = 31;
  static constexpr unsigned tag_bits_min = 2;
  static constexpr unsigned tag_bits_max = 8;

  // REQUIRES: 4 <= pieces <= 7, split_bits <= key_bits, key_bits - split_bits <= 60
  KeyLayout(unsigned key_bits, unsigned split_bits, unsigned pieces, unsigned tag_bits_wanted);

  struct Place {
    std::uint64_t bucket;
    std::uint64_t remainder;
  };
  Place place_of(std::uint64_t mixed) const {
    const std::uint64_t low = mixed & low_mask;
    const std::uint64_t piece = (low * pieces) >> low_bits;
    return {(mixed >> low_bits) * pieces + piece, low - piece_begins[piece]};
  }
  // The bucket of the given try; the first one is home.  Steps are odd, so all tries differ.
  std::uint64_t bucket_of(const Place& place, std::uint64_t displacement) const {
    return (place.bucket & ~group_mask) |
           ((place.bucket + displacement * step_of(place.remainder)) & group_mask);
  }
  std::uint64_t home_of(std::uint64_t bucket, std::uint64_t remainder,
                        std::uint64_t displacement) const {
    return (bucket & ~group_mask) | ((bucket - displacement * step_of(remainder)) & group_mask);
  }
  static std::uint64_t step_of(std::uint64_t remainder) { return remainder | 1; }
  // The first shuffled key of a bucket.
  std::uint64_t begin_of(std::uint64_t bucket) const {
    return ((bucket / pieces) << low_bits) + piece_begins[bucket % pieces];
  }

  std::uint64_t bucket_count() const { return std::uint64_t{pieces} << split_bits; }
  std::uint64_t bytes() const { return bucket_count() * 64; }
  std::uint64_t slot_count() const { return bucket_count() * slots; }
  // All keys there are find a slot at home.
  bool holds_all() const { return low_bits <= 5; }

  unsigned split_bits;
  unsigned pieces;
  unsigned low_bits;
  unsigned remainder_bits;
  unsigned slots;       // entries in a bucket
  unsigned value_bits;  // of them 8 in the byte
  unsigned tag_bits;
  unsigned rest_bits;  // of an entry: the rest of the value, and the tag
  std::uint64_t low_mask;
  std::uint64_t group_mask;
  std::uint64_t value_rest_mask;  // the rest without the tag
  std::array<std::uint64_t, pieces_max + 1> piece_begins{};
};

}  // namespace clew
