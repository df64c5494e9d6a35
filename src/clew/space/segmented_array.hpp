#pragma once

// SegmentedArray is an array that grows at its end and never moves an element: a reference stays
// good until the element itself is removed. Growing costs no copy, and old and new memory are never
// needed at once.
//
// Threads: as a std::vector.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace clew {

template <class T>
class SegmentedArray {
 public:
  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // REQUIRES: position < size()
  const T& operator[](std::uint64_t position) const {
    return segments_[segment_of(position)][offset_of(position)];
  }
  T& operator[](std::uint64_t position) {
    return segments_[segment_of(position)][offset_of(position)];
  }

  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (offset_of(size_) == 0 && segment_of(size_) == segments_.size()) add_segment();
    T& added = segments_[segment_of(size_)].emplace_back(std::forward<Arguments>(arguments)...);
    ++size_;
    return added;
  }

  // Removes elements from the end until `length` are left. Their memory is kept for later ones.
  // REQUIRES: length <= size()
  void truncate(std::uint64_t length) {
    assert(length <= size_);
    for (; size_ > length; --size_) segments_[segment_of(size_ - 1)].pop_back();
  }

 private:
  // 4,096 elements: small enough not to waste much, large enough that the table of segments stays
  // in the cache (a hundred million elements need 25,000 segments).
  static constexpr unsigned segment_bits = 12;
  static constexpr std::uint64_t segment_length = std::uint64_t{1} << segment_bits;

  static constexpr std::size_t segment_of(std::uint64_t position) {
    return static_cast<std::size_t>(position >> segment_bits);
  }
  static constexpr std::size_t offset_of(std::uint64_t position) {
    return static_cast<std::size_t>(position & (segment_length - 1));
  }

  void add_segment() {
    // A segment never exceeds what is reserved here, so its elements never move; moving the
    // segments themselves moves only pointers.
    segments_.emplace_back().reserve(segment_length);
  }

  std::vector<std::vector<T>> segments_;
  std::uint64_t size_ = 0;
};

}  // namespace clew
