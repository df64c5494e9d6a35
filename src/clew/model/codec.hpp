// States as packed bytes and back: every value takes exactly the bits its range needs.
//
//   const Codec codec(model);
//   const PackedState packed = codec.pack(state);
//   const State same = codec.unpack(packed.bytes());
//
// Equal states have equal bytes.  A model without dynamic parts packs every state to the same
// number of bytes; otherwise the bytes begin with the processes and objects of the state.
#pragma once

#include <span>
#include <vector>

#include "clew/model/state.hpp"
#include "clew/store/packed_state.hpp"

namespace clew {

class Codec {
 public:
  // REQUIRES: the model outlives the codec.
  explicit Codec(const Model& model);

  PackedState pack(const State& state) const;
  State unpack(std::span<const std::byte> bytes) const;

  bool is_fixed_width() const { return !is_dynamic_; }
  // Bits and bytes of the initial state, and of all states if is_fixed_width().  A model with one
  // state only still gets a byte, so that every state has an address.
  std::size_t state_bits() const { return initial_bits_; }
  std::size_t state_bytes() const { return initial_bits_ == 0 ? 1 : (initial_bits_ + 7) / 8; }
  // Number of values in the initial state: elements of vectors, places in buffers and locations
  // counted one by one.
  std::size_t slot_count() const { return slot_count_; }

 private:
  struct Field {
    Value low = 0;
    unsigned width = 0;
    bool is_reference = false;  // its width depends on the number of objects
    std::uint32_t count = 1;    // so many values in a row
  };

  void add_frame(std::vector<Field>& fields, const Frame& frame);
  void add_channel(std::vector<Field>& fields, const Channel& channel);
  // The fields of a state with this shape, in the order of its values.
  std::vector<Field> fields_of(const Shape& shape) const;

  const Model& model_;
  Layout layout_;
  bool is_dynamic_ = false;
  std::vector<Field> prefix_;  // globals, channels, claim
  IdMap<ProcessTypeId, std::vector<Field>> process_fields_;
  IdMap<ObjectTypeId, std::vector<Field>> object_fields_;
  std::shared_ptr<const Shape> static_shape_;
  std::vector<Field> static_fields_;
  std::size_t initial_bits_ = 0;
  std::size_t slot_count_ = 0;
};

}  // namespace clew
