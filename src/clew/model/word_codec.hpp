// States as packed words and back.
//
//   const WordCodec codec(model, proven_ranges(model));
//   std::vector<std::uint64_t> words;
//   codec.pack(state, words);
//   const State same = codec.unpack(words.data());
//
// Equal states have equal words.  Codec (codec.hpp) makes shorter bytes of states that differ in
// length; words are what machine code reads and writes in place.
//
// Threads: all functions may be called by any number of workers at once.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "clew/model/packed_shapes.hpp"

namespace clew {

// A state has other processes than the layout was made for.
class ForeignShape : public std::runtime_error {
 public:
  ForeignShape() : std::runtime_error("the state has processes that have no place in the layout") {}
};

class WordCodec {
 public:
  // With `positions` (process_list.hpp) the states of a dynamic model are fixed.
  // REQUIRES: the model outlives the codec.
  WordCodec(const Model& model, const Ranges& ranges,
            const std::vector<ProcessTypeId>* positions = nullptr);
  WordCodec(const WordCodec&) = delete;
  WordCodec& operator=(const WordCodec&) = delete;

  const Model& model() const { return model_; }
  const PackedLayout& layout() const { return packed_; }
  const Layout& state_layout() const { return layout_; }

  // Replaces `words`.  Throws ContractError if a value does not fit the bits its range was given, and
  // ForeignShape if the processes are not the first of the positions.
  void pack(const State& state, std::vector<std::uint64_t>& words) const;
  State unpack(const std::uint64_t* words) const;

  bool is_fixed() const { return packed_.is_fixed; }
  std::size_t word_count(const std::uint64_t* words) const {
    return packed_.is_fixed ? packed_.word_count : shape_of(words).word_count;
  }
  // REQUIRES: !is_fixed()
  const PackedShape& shape_of(const std::uint64_t* words) const {
    return shapes_[static_cast<std::uint32_t>(words[0])];
  }
  // REQUIRES: !is_fixed()
  PackedShapes& shapes() const { return shapes_; }

  // Bits that states of fixed length use; 0 for others.
  std::size_t state_bits() const;
  // Bits that values use, and the number of the shape.  REQUIRES: !is_fixed()
  std::uint64_t state_bits(const std::uint64_t* words) const {
    const PackedShape& shape = shape_of(words);
    return shape.bits + static_cast<unsigned>(std::bit_width(shape.number));
  }

 private:
  const PackedShape& shape_for(const Shape& shape) const;
  void pack_fixed(const State& state, std::uint64_t* words) const;
  std::size_t process_count(const std::uint64_t* words) const;  // of a fixed state

  const Model& model_;
  Layout layout_;
  PackedLayout packed_;
  // By number of processes; all states have one of these, if they are fixed.
  std::vector<std::shared_ptr<const Shape>> fixed_shapes_;
  mutable PackedShapes shapes_;  // grows when a state of a new shape is packed
};

}  // namespace clew
