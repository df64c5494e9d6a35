#pragma once

// GrowingArray is an array by dense number that several workers use while it grows. Elements never
// move, and each starts as T{}.
//
//   GrowingArray<std::atomic<std::uint8_t>> colours;
//   colours.grow_to(graph.node_count());     // any worker, at any time
//   colours[17].store(1);
//
//  segment    0       1       2         3             Each segment is as long as all before it: 21
//         +-------+-------+---------------+-----      of them hold 2^32 elements, and the place of
//         | 4,096 | 4,096 |     8,192     | ...       an element follows from its highest bit.
//         +-------+-------+---------------+-----
//
// Threads: any number of workers may call everything at once; that two of them do not fight for one
// element is their own business.
// Invariant:
//   (1) a segment is written to its place before a length that needs it is.

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace clew {

template <class T>
class GrowingArray {
 public:
  // ENSURES: every position below `length` can be used.
  void grow_to(std::uint64_t length) {
    // Pairs with the release store in add_segments: by (1) the segments are there.
    if (length > length_.load(std::memory_order_acquire)) add_segments(length);
  }

  // REQUIRES: the caller has called grow_to with more than `position`.
  T& operator[](std::uint32_t position) {
    const std::size_t segment = segment_of(position);
    return segments_[segment].load(std::memory_order_relaxed)[position - begin_of(segment)];
  }
  const T& operator[](std::uint32_t position) const {
    const std::size_t segment = segment_of(position);
    return segments_[segment].load(std::memory_order_relaxed)[position - begin_of(segment)];
  }

 private:
  static constexpr unsigned first_bits = 12;
  static constexpr std::size_t segment_count = 33 - first_bits;

  static constexpr std::size_t segment_of(std::uint32_t position) {
    return static_cast<std::size_t>(std::bit_width(position >> first_bits));
  }
  static constexpr std::uint64_t begin_of(std::size_t segment) {
    return segment == 0 ? 0 : std::uint64_t{1} << (first_bits + segment - 1);
  }
  static constexpr std::uint64_t end_of(std::size_t segment) {
    return std::uint64_t{1} << (first_bits + segment);
  }

  void add_segments(std::uint64_t length) {
    assert(length <= end_of(segment_count - 1));
    const std::lock_guard lock(mutex_);
    for (; length_.load(std::memory_order_relaxed) < length; ++made_) {
      owned_[made_] =
          std::make_unique<T[]>(static_cast<std::size_t>(end_of(made_) - begin_of(made_)));
      segments_[made_].store(owned_[made_].get(), std::memory_order_relaxed);
      length_.store(end_of(made_), std::memory_order_release);
    }
  }

  std::array<std::atomic<T*>, segment_count> segments_{};
  std::atomic<std::uint64_t> length_{0};
  std::mutex mutex_;  // of those that add segments
  std::size_t made_ = 0;
  std::array<std::unique_ptr<T[]>, segment_count> owned_;
};

}  // namespace clew
