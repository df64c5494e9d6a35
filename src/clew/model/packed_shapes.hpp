// The shapes of states that are packed into words: which processes and objects there are, and in which
// word each begins.  Every shape has a number, which is word 0 of the states that have it.
//
// Threads: any number of workers may ask and add at once; a shape, once there, never moves or changes.
// Asking for a shape by its number waits for nobody.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "clew/model/packed_layout.hpp"
#include "clew/model/state.hpp"

namespace clew {

struct PackedShape {
  std::uint32_t number = 0;
  std::uint32_t word_count = 0;  // of the whole state
  std::uint64_t bits = 0;        // that its values use
  std::vector<ProcessTypeId> process_types;
  std::vector<ObjectTypeId> object_types;
  std::vector<std::uint32_t>
      process_begins;  // first word of each process, then where the objects begin
  std::vector<std::uint32_t> object_begins;  // first word of each object, then the end
  // For each process: how many channels come before those it was created with; then how many there are.
  std::vector<std::uint32_t> first_channels;
  std::shared_ptr<const Shape> shape;  // of the unpacked states
};

class PackedShapes {
 public:
  // REQUIRES: all outlive this.
  PackedShapes(const Model& model, const Layout& layout, const PackedLayout& packed);
  ~PackedShapes();
  PackedShapes(const PackedShapes&) = delete;
  PackedShapes& operator=(const PackedShapes&) = delete;

  // REQUIRES: a call of with() that gave this number came before.
  const PackedShape& operator[](std::uint32_t number) const {
    const Position position = position_of(number);
    // Pairs with the release store in add(): whoever knows the number sees the segment.
    return segments_[position.segment].load(std::memory_order_acquire)[position.index];
  }
  // The shape with these parts; it is added if it is not there.
  const PackedShape& with(const std::vector<ProcessTypeId>& processes,
                          const std::vector<ObjectTypeId>& objects);
  // Bytes taken, about.
  std::uint64_t memory_bytes() const { return memory_bytes_.load(std::memory_order_relaxed); }

 private:
  // Shapes lie in segments, each twice as long as the one before, so that none ever moves.
  static constexpr std::uint64_t first_segment_length = 64;
  static constexpr std::size_t segment_count = 27;  // enough for 2^32 shapes
  struct Position {
    std::size_t segment;
    std::size_t index;
  };
  static Position position_of(std::uint32_t number) {
    const std::uint64_t place = std::uint64_t{number} + first_segment_length;
    const auto high_bit = static_cast<std::size_t>(std::bit_width(place)) - 1;
    const auto low_bit = static_cast<std::size_t>(std::bit_width(first_segment_length)) - 1;
    return {high_bit - low_bit, static_cast<std::size_t>(place - (std::uint64_t{1} << high_bit))};
  }

  const PackedShape* find(std::size_t hash, const std::vector<ProcessTypeId>& processes,
                          const std::vector<ObjectTypeId>& objects) const;
  const PackedShape& add(std::size_t hash, PackedShape shape);
  PackedShape make(const std::vector<ProcessTypeId>& processes,
                   const std::vector<ObjectTypeId>& objects) const;

  const Model& model_;
  const Layout& layout_;
  const PackedLayout& packed_;
  std::array<std::atomic<PackedShape*>, segment_count> segments_{};
  std::atomic<std::uint64_t> memory_bytes_{0};
  mutable std::shared_mutex mutex_;  // guards what follows
  std::uint32_t count_ = 0;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

}  // namespace clew
