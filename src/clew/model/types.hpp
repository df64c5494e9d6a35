// The small types the model is made of: values, their ranges, and the ids of its parts.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "clew/base/ids.hpp"
#include "clew/base/source.hpp"

namespace clew {

// Every expression is evaluated in 32-bit two's complement with wrap-around; what a slot can hold
// is narrower and is checked, or cut, when it is stored.
using Value = std::int32_t;

enum class SlotId : std::uint32_t {};      // a variable within its frame
enum class ExprId : std::uint32_t {};      // an expression of the model
enum class ActionId : std::uint32_t {};    // an action of the model, in source order
enum class LocationId : std::uint32_t {};  // a location within its process type
enum class ChannelId : std::uint32_t {};
enum class ProcessTypeId : std::uint32_t {};
enum class ProcessId : std::uint32_t {};     // a process of a state, in order of creation
enum class ObjectTypeId : std::uint32_t {};  // a kind of heap object
enum class EnumerationId : std::uint32_t {};
enum class PollId : std::uint32_t {};

// Who acts when a claim joins a move.  The claim is no process of the state; this stands for it.
inline constexpr ProcessId claim_id{0xffff'fffe};

struct Range {
  Value low = 0;
  Value high = 0;

  constexpr bool contains(Value value) const { return low <= value && value <= high; }
  constexpr std::uint64_t span() const {  // high - low, which need not fit a Value
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low);
  }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

inline constexpr Range full_range{std::numeric_limits<Value>::min(),
                                  std::numeric_limits<Value>::max()};

// What happens to a value outside the range: DVE variables report an error, DVE channel items and
// everything in Promela keep the low bits.
enum class Overflow : std::uint8_t { Error, Wrap };

// The type of a slot or of a channel item.  A reference is an integer to the packing and to every
// comparison: 0 is null, k is the k-th heap object of the state.  A channel is a number too: 0 is
// none, k is the k-th channel of the state.
struct ValueType {
  std::string name;  // as the language calls it
  Range range;
  Overflow overflow = Overflow::Error;
  ObjectTypeId object = no_id<ObjectTypeId>;         // what a reference refers to
  bool is_channel = false;                           // its values are numbers of channels
  EnumerationId enumeration = no_id<EnumerationId>;  // names of its values, for people

  bool is_reference() const { return is_some(object); }
  friend bool operator==(const ValueType&, const ValueType&) = default;
};

// The low bits of `value`, read as a member of `range`.
// REQUIRES: range spans 2^k values and starts at 0 or at -2^(k-1).
constexpr Value wrap(Value value, Range range) {
  const std::uint64_t mask = range.span();
  const std::uint64_t low_bits =
      static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask;
  const auto positive = static_cast<std::int64_t>(low_bits);
  return static_cast<Value>(positive > range.high ? positive - static_cast<std::int64_t>(mask) - 1
                                                  : positive);
}

}  // namespace clew
