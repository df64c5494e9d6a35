// Packing of small unsigned fields into bytes, least significant bit first.
//
//   BitWriter out(bytes);          BitReader in(bytes);
//   out.put(5, 3);                 in.get(3);   // 5
//
// Both keep up to 64 bits in a register and touch memory once per byte.  Contract: the writer's
// bytes are exactly filled, unused bits of the last byte are zero, so equal fields give equal
// bytes.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace clew {

// The number of bits that hold every value of 0..value_max.
constexpr unsigned bits_for(std::uint64_t value_max) {
  return static_cast<unsigned>(std::bit_width(value_max));
}

constexpr std::size_t bytes_for_bits(std::size_t bits) { return (bits + 7) / 8; }

class BitWriter {
 public:
  explicit BitWriter(std::span<std::byte> bytes) : bytes_(bytes) {}

  // REQUIRES: width <= 32 and value < 2^width.
  void put(std::uint64_t value, unsigned width) {
    pending_ |= value << pending_bits_;
    pending_bits_ += width;
    while (pending_bits_ >= 8) flush_byte();
  }

  // Writes the last, partly filled byte.  Call once, after the last put.
  void finish() {
    if (pending_bits_ > 0) flush_byte();
  }

 private:
  void flush_byte() {
    assert(position_ < bytes_.size());  // the caller sized the buffer from the same widths
    bytes_[position_++] = static_cast<std::byte>(pending_ & 0xff);
    pending_ >>= 8;
    pending_bits_ = pending_bits_ > 8 ? pending_bits_ - 8 : 0;
  }

  std::span<std::byte> bytes_;
  std::size_t position_ = 0;
  std::uint64_t pending_ = 0;
  unsigned pending_bits_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  // REQUIRES: width <= 32 and that many bits are left.
  std::uint64_t get(unsigned width) {
    while (pending_bits_ < width) {
      assert(position_ < bytes_.size());  // the caller reads the widths that were written
      pending_ |= static_cast<std::uint64_t>(bytes_[position_++]) << pending_bits_;
      pending_bits_ += 8;
    }
    const std::uint64_t value = pending_ & ((std::uint64_t{1} << width) - 1);
    pending_ >>= width;
    pending_bits_ -= width;
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  std::uint64_t pending_ = 0;
  unsigned pending_bits_ = 0;
};

}  // namespace clew
