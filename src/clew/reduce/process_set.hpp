// Processes of one state, a bit each.
//
//   ProcessSet<1> open = ProcessSet<1>::below(count);
//   for (; !open.empty(); open.remove_least()) look_at(open.least());
//
// With one word all of this is as fast as arithmetic with that word, and that is what most states need.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clew {

template <std::size_t Words>
class ProcessSet {
 public:
  static constexpr std::size_t size_max = 64 * Words;

  static constexpr ProcessSet one(std::size_t process) {
    ProcessSet set;
    set.add(process);
    return set;
  }
  // REQUIRES: count <= size_max
  static constexpr ProcessSet below(std::size_t count) {
    ProcessSet set;
    for (std::size_t i = 0; i < Words && count > 64 * i; ++i) {
      const std::size_t here = count - 64 * i;
      set.words_[i] = here >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    }
    return set;
  }

  constexpr void add(std::size_t process) { word(process) |= bit(process); }
  constexpr void add_if(bool is_in, std::size_t process) {
    word(process) |= std::uint64_t{is_in} << process % 64;
  }
  constexpr bool contains(std::size_t process) const {
    return (words_[index(process)] >> process % 64 & 1) != 0;
  }
  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t each : words_) any |= each;
    return any == 0;
  }
  constexpr bool has_several() const {
    ProcessSet rest = *this;
    rest.remove_least();
    return !rest.empty();
  }
  // REQUIRES: !empty()
  constexpr std::size_t least() const {
    std::size_t i = 0;
    while (i + 1 < Words && words_[i] == 0) ++i;
    return 64 * i + static_cast<std::size_t>(std::countr_zero(words_[i]));
  }
  // Nothing happens to a set that is empty.
  constexpr void remove_least() {
    std::size_t i = 0;
    while (i + 1 < Words && words_[i] == 0) ++i;
    words_[i] &= words_[i] - 1;
  }
  constexpr bool meets(const ProcessSet& other) const { return !(*this & other).empty(); }

  constexpr ProcessSet& operator|=(const ProcessSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr ProcessSet& operator&=(const ProcessSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr ProcessSet& operator-=(const ProcessSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr ProcessSet operator|(ProcessSet a, const ProcessSet& b) { return a |= b; }
  friend constexpr ProcessSet operator&(ProcessSet a, const ProcessSet& b) { return a &= b; }
  friend constexpr ProcessSet operator-(ProcessSet a, const ProcessSet& b) { return a -= b; }
  constexpr bool operator==(const ProcessSet&) const = default;

 private:
  static constexpr std::uint64_t bit(std::size_t process) {
    return std::uint64_t{1} << process % 64;
  }
  static constexpr std::size_t index(std::size_t process) { return Words == 1 ? 0 : process / 64; }
  constexpr std::uint64_t& word(std::size_t process) { return words_[index(process)]; }

  std::array<std::uint64_t, Words> words_{};
};

}  // namespace clew
