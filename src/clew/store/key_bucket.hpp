// One bucket of a KeyTable: a cache line of entries.  key_table.hpp has the drawing.
//
// Threads: entries that the header counts may be read by anybody at any time; one worker at a time
// adds one, after try_lock() or where it is known to be alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "clew/store/key_layout.hpp"

#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
#include <emmintrin.h>
#define CLEW_COMPARES_16_BYTES 1
#endif

namespace clew {

constexpr std::uint64_t low_ones(unsigned count) {
  return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
}

struct alignas(64) KeyBucket {
  static constexpr unsigned bits = 512;
  static constexpr unsigned header_bits = 8;
  static constexpr unsigned byte_bits = 8;  // the part of a value that is compared all at once
  static constexpr std::uint64_t locked_bit = 0x80;

  // The first word of a bucket begins with the header.
  static constexpr unsigned fill_of(std::uint64_t header) {
    return static_cast<unsigned>(header & 0x7f);
  }
  static constexpr bool is_locked(std::uint64_t header) { return (header & locked_bit) != 0; }

  // Pairs with the release store in add(): what the header counts can be read.
  std::uint64_t header() const { return words[0].load(std::memory_order_acquire); }

  // If the header is still the given one, nobody else may add an entry until add() is done.
  bool try_lock(std::uint64_t header) {
    return !is_locked(header) &&
           words[0].compare_exchange_strong(header, header | locked_bit, std::memory_order_acquire,
                                            std::memory_order_relaxed);
  }

  bool holds(const KeyLayout& layout, std::uint64_t header, std::uint64_t value) const {
    const std::uint32_t counted = (std::uint32_t{1} << fill_of(header)) - 1;
    std::uint32_t candidates = equal_bytes(layout.slots, value & 0xff) & counted;
    for (; candidates != 0; candidates &= candidates - 1) {
      const auto index = static_cast<unsigned>(std::countr_zero(candidates));
      if (((rest(layout, index) ^ (value >> byte_bits)) & layout.value_rest_mask) == 0) return true;
    }
    return false;
  }

  // Value and tag of an entry, the tag above the value; above both there may be rubbish.
  std::uint64_t entry(const KeyLayout& layout, unsigned index) const {
    const std::uint64_t byte =
        (words[(index + 1) / 8].load(std::memory_order_relaxed) >> ((index + 1) % 8 * 8)) & 0xff;
    return rest(layout, index) << byte_bits | byte;
  }

  // Adds an entry and counts it.  Whether it lies in one word or two, and whether its byte shares a
  // word with the header, is as good as random, so nothing here depends on it by a jump.
  // REQUIRES: nobody else adds; `header` is the first word, unlocked, not full.
  void add(const KeyLayout& layout, std::uint64_t header, std::uint64_t value, std::uint64_t tag) {
    const unsigned index = fill_of(header);
    const std::uint64_t rest_bits = (value >> byte_bits) | (tag << (layout.value_bits - byte_bits));
    const unsigned begin = rest_begin(layout, index);
    const unsigned shift = begin % 64;
    include(begin / 64, rest_bits << shift);
    include(std::min(begin / 64 + 1, 7U), (rest_bits >> 1) >> (63 - shift));
    const std::uint64_t byte = (value & 0xff) << ((index + 1) % 8 * 8);
    include((index + 1) / 8, byte);
    // Publishes the entry; pairs with the acquire load in header().
    words[0].store((header | (index + 1 < 8 ? byte : 0)) + 1, std::memory_order_release);
  }

  // Writes a whole bucket.  Entries have the tag above the value, and nothing above that.
  // REQUIRES: nobody else uses the bucket; count <= layout.slots
  void assign(const KeyLayout& layout, const std::uint64_t* entries, unsigned count) {
    std::array<std::uint64_t, 9> line{};  // the last word takes nothing, but may be asked to
    std::uint64_t bytes = count;
    for (unsigned index = 0; index < count; ++index) {
      bytes |= (entries[index] & 0xff) << ((index + 1) % 8 * 8);
      if ((index + 1) % 8 != 7) continue;
      line[(index + 1) / 8] = bytes;
      bytes = 0;
    }
    line[(count + 1) / 8] |= bytes;
    unsigned word = rest_begin(layout, 0) / 64;
    unsigned shift = rest_begin(layout, 0) % 64;
    std::uint64_t rests = 0;
    for (unsigned index = 0; index < count; ++index) {
      const std::uint64_t rest_bits = entries[index] >> byte_bits;
      rests |= rest_bits << shift;
      shift += layout.rest_bits;
      if (shift < 64) continue;
      line[word++] |= rests;
      shift -= 64;
      rests = rest_bits >> (layout.rest_bits - shift);
    }
    line[word] |= rests;
    for (unsigned i = 0; i < 8; ++i) words[i].store(line[i], std::memory_order_relaxed);
  }

  std::array<std::atomic<std::uint64_t>, 8> words;

 private:
  static unsigned rest_begin(const KeyLayout& layout, unsigned index) {
    return header_bits + byte_bits * layout.slots + index * layout.rest_bits;
  }

  // The rest of an entry, and rubbish above it.
  std::uint64_t rest(const KeyLayout& layout, unsigned index) const {
    const unsigned begin = rest_begin(layout, index);
    const unsigned shift = begin % 64;
    const std::uint64_t low = words[begin / 64].load(std::memory_order_relaxed);
    const std::uint64_t high = words[std::min(begin / 64 + 1, 7U)].load(std::memory_order_relaxed);
    // Shifting by one and the rest, because a shift by 64 is not defined.
    return (low >> shift) | ((high << 1) << (63 - shift));
  }

  void include(unsigned word, std::uint64_t more) {
    words[word].store(words[word].load(std::memory_order_relaxed) | more,
                      std::memory_order_relaxed);
  }

  // Bit i says whether byte i + 1 equals `byte`.
  std::uint32_t equal_bytes([[maybe_unused]] unsigned slots, std::uint64_t byte) const {
#ifdef CLEW_COMPARES_16_BYTES
    // One load of 16 bytes is at least as good as two of 8, for which C++ has no name.  The header
    // was loaded before with acquire order, so nothing of this can be read too early.
    const auto* halves = reinterpret_cast<const __m128i*>(this);
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(byte));
    const auto mask_of = [&](unsigned half) {
      return static_cast<std::uint32_t>(
          _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_load_si128(halves + half), wanted)));
    };
    return (mask_of(0) | mask_of(1) << 16) >> 1;
#else
    constexpr std::uint64_t every_byte = 0x0101010101010101ULL;
    constexpr std::uint64_t low_seven = every_byte * 0x7f;
    std::uint64_t mask = 0;
    for (unsigned word = 0; word <= slots / 8; ++word) {
      const std::uint64_t apart = words[word].load(std::memory_order_relaxed) ^ (byte * every_byte);
      // The top bit of every byte that is zero; no carry leaves a byte.
      const std::uint64_t zero_bytes = ~(((apart & low_seven) + low_seven) | apart | low_seven);
      // The eight marks, gathered by a multiplication.
      mask |= (((zero_bytes >> 7) * 0x0102040810204080ULL) >> 56) << (8 * word);
    }
    return static_cast<std::uint32_t>(mask >> 1);
#endif
  }
};

// Calls found(shuffled key, tag) for the entries of the buckets [first, last).
template <class Found>
void for_each_entry(const KeyLayout& table_layout, const KeyBucket* buckets, std::uint64_t first,
                    std::uint64_t last, Found&& found) {
  const KeyLayout layout = table_layout;  // a copy, which no store can change
  const std::uint64_t remainder_mask = low_ones(layout.remainder_bits);
  const std::uint64_t value_mask = low_ones(layout.value_bits);
  const std::uint64_t tag_mask = low_ones(layout.tag_bits);
  for (std::uint64_t index = first; index < last; ++index) {
    const KeyBucket& bucket = buckets[index];
    const unsigned fill = KeyBucket::fill_of(bucket.header());
    if (fill == 0) continue;
    const std::uint64_t begin = layout.begin_of(index);
    for (unsigned slot = 0; slot < fill; ++slot) {
      const std::uint64_t entry = bucket.entry(layout, slot);
      const std::uint64_t remainder = entry & remainder_mask;
      const std::uint64_t displacement = (entry & value_mask) >> layout.remainder_bits;
      const std::uint64_t home_begin =
          displacement == 0 ? begin
                            : layout.begin_of(layout.home_of(index, remainder, displacement));
      found(home_begin + remainder, (entry >> layout.value_bits) & tag_mask);
    }
  }
}

}  // namespace clew
