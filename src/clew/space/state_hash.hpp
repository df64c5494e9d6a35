#pragma once

// Hashing for states. A state type can be put in a HashStore when it has a member `hash_value()`, a
// function `hash_value(state)` in its own namespace, a std::hash, or is made of such parts by
// arrays, vectors, strings, pairs and tuples. For a struct of your own write
//
//   std::uint64_t hash_value() const { return hash_of(row, column, tiles); }
//
// Rule: states that compare equal must have equal hashes.
//
// Everything is inline: programs on this folder need no library, so hash_bytes() of base/ is not used.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>

#include "clew/base/hash.hpp"

namespace clew {

constexpr std::uint64_t join_hashes(std::uint64_t so_far, std::uint64_t next) {
  const std::uint64_t joined = (so_far ^ next) * 0x9fb21c651e98df25;
  return joined ^ (joined >> 29);
}

// Eight bytes at a time, the last ones filled up with zeros, then how many there were.
inline std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    hash = join_hashes(hash, word);
  }
  return join_hashes(hash, bytes.size());
}

template <class T>
concept HashesItself = requires(const T& value) {
  { value.hash_value() } -> std::convertible_to<std::uint64_t>;
};
template <class T>
concept HashedByFriend = requires(const T& value) {
  { hash_value(value) } -> std::convertible_to<std::uint64_t>;
};
template <class T>
concept HashedByStd = requires(const T& value) {
  { std::hash<T>{}(value) } -> std::convertible_to<std::size_t>;
};
// Equal elements have equal bytes, and there are no padding bytes to differ.
template <class T>
concept ContiguousBytes = std::ranges::contiguous_range<const T> &&
    std::ranges::sized_range<const T> &&(std::is_integral_v<std::ranges::range_value_t<const T>> ||
                                         std::is_enum_v<std::ranges::range_value_t<const T>>);
template <class T>
concept TupleLike = requires {
  std::tuple_size<T>::value;
};

template <class... Parts>
std::uint64_t hash_of(const Parts&... parts);

template <class T>
std::uint64_t hash_of_one(const T& value) {
  if constexpr (HashesItself<T>) {
    return value.hash_value();
  } else if constexpr (HashedByFriend<T>) {
    return hash_value(value);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (ContiguousBytes<T>) {
    return hash_of_bytes(
        std::as_bytes(std::span(std::ranges::data(value), std::ranges::size(value))));
  } else if constexpr (HashedByStd<T>) {
    return std::hash<T>{}(value);
  } else if constexpr (std::ranges::range<const T>) {
    std::uint64_t hash = 0;
    std::uint64_t length = 0;
    for (const auto& element : value) {
      hash = join_hashes(hash, hash_of_one(element));
      ++length;
    }
    return join_hashes(hash, length);
  } else {
    static_assert(TupleLike<T>, "this type needs `std::uint64_t hash_value() const`");
    return std::apply([](const auto&... parts) { return hash_of(parts...); }, value);
  }
}

// One hash for several values, in their order.
template <class... Parts>
std::uint64_t hash_of(const Parts&... parts) {
  std::uint64_t hash = sizeof...(parts);
  ((hash = join_hashes(hash, hash_of_one(parts))), ...);
  return hash;
}

// The hash that stores use: that of the state, spread over all 64 bits.
template <class State>
struct StateHash {
  std::uint64_t operator()(const State& state) const { return mix_bits(hash_of_one(state)); }
};

}  // namespace clew
