// States as packed bytes and back: every value takes exactly the bits its range needs.
//
//   const Codec codec(model);
//   const PackedState packed = codec.pack(state);
//   const State same = codec.unpack(packed.bytes());
//
// Equal states have equal bytes.  A model without dynamic parts packs every state to the same
// number of bytes; otherwise the bytes begin with the processes and objects of the state:
//
//   +---------------+-----------+-----------+---------+-----------+--------
//   | as at first ? | processes | types ... | objects | types ... | values
//   +---------------+-----------+-----------+---------+-----------+--------
//
// The first bit says that all processes of the initial state are there; then only those started
// since are counted and named.  A count takes four bits as long as it is below eight.  A type is its
// rank among those that can be there, so in most models it takes no bit at all; and what cannot
// change in a model (no process ends, none is started, nothing is allocated) is not written.  A
// reference is as wide as the number of objects asks for.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <memory>
#include <shared_mutex>
#include <span>
#include <unordered_map>
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
  std::size_t state_bits() const { return initial_->bits; }
  std::size_t state_bytes() const { return state_bits() == 0 ? 1 : (state_bits() + 7) / 8; }
  // Number of values in the initial state: elements of vectors, places in buffers and locations
  // counted one by one.
  std::size_t slot_count() const { return initial_->shape->value_count; }

 private:
  struct Field {
    Value low = 0;
    unsigned width = 0;
    bool is_reference = false;  // its width depends on the number of objects
    std::uint32_t count = 1;    // so many values in a row
  };
  // The number of processes, their types, the types of the objects.
  using Parts = std::vector<std::uint32_t>;
  // How the states with these parts are packed.
  struct Plan {
    Parts parts;
    std::shared_ptr<const Shape> shape;
    std::vector<Field> fields;  // in the order of the values
    std::size_t bits = 0;
  };
  // The types that can be there, and the rank of each among them.
  struct TypeCode {
    std::vector<std::uint32_t> types;
    std::vector<std::uint32_t> rank_of;
    unsigned width = 0;

    TypeCode() = default;
    explicit TypeCode(const std::vector<bool>& can_be_there);
  };

  void add_frame(std::vector<Field>& fields, const Frame& frame);
  void add_channel(std::vector<Field>& fields, const Channel& channel);
  void find_types();
  static void set_parts(const Shape& shape, Parts& parts);
  // Put is called as put(value, width) for each field of the header.
  template <class Put>
  void write_header(const Parts& parts, const Put& put) const;
  template <class Get>
  void read_header(Parts& parts, const Get& get) const;
  bool begins_as_at_first(const Parts& parts) const;
  std::shared_ptr<const Plan> make_plan(const Parts& parts) const;
  // Made once for all states with the same parts, as long as they are not too many or too long.
  std::shared_ptr<const Plan> plan_for(const Parts& parts) const;

  const Model& model_;
  Layout layout_;
  bool is_dynamic_ = false;
  std::vector<Field> prefix_;  // globals, channels, claim
  IdMap<ProcessTypeId, std::vector<Field>> process_fields_;
  IdMap<ObjectTypeId, std::vector<Field>> object_fields_;

  bool processes_start_ = false;
  bool processes_end_ = false;
  bool objects_come_ = false;
  TypeCode started_types_;  // of processes that are not of the initial state
  TypeCode process_types_;  // of all
  TypeCode object_types_;
  std::shared_ptr<const Plan> initial_;

  mutable std::shared_mutex plans_mutex_;
  mutable std::unordered_multimap<std::size_t, std::shared_ptr<const Plan>> plans_;
  mutable std::size_t plan_entries_ = 0;  // parts and fields of all of them
};

}  // namespace clew
