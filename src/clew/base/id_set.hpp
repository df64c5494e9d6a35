// A set of things that have numbers, a bit for each.
//
//   IdSet<PartId> set;
//   set.add(part);
//   if (set.meets(other)) ...
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "clew/base/hash.hpp"
#include "clew/base/ids.hpp"

namespace clew {

template <class Id>
class IdSet {
 public:
  void add(Id id) {
    const std::size_t word = to_index(id) / word_bits;
    first_ = empty() ? word : std::min(first_, word);
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= bit_of(id);
  }
  void add(const IdSet& other) {
    if (other.empty()) return;
    first_ = empty() ? other.first_ : std::min(first_, other.first_);
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
    for (std::size_t i = other.first_; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }

  bool empty() const { return words_.empty(); }
  std::size_t size() const {
    std::size_t size = 0;
    for (const std::uint64_t word : words_) size += static_cast<std::size_t>(std::popcount(word));
    return size;
  }
  bool contains(Id id) const {
    const std::size_t word = to_index(id) / word_bits;
    return word < words_.size() && (words_[word] & bit_of(id)) != 0;
  }
  bool meets(const IdSet& other) const {
    const auto [begin, end] = common_words(other);
    for (std::size_t i = begin; i < end; ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }
  // True if they have something in common other than this.
  bool meets_beside(const IdSet& other, Id id) const {
    const auto [begin, end] = common_words(other);
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t common = words_[i] & other.words_[i];
      if (to_index(id) / word_bits == i) common &= ~bit_of(id);
      if (common != 0) return true;
    }
    return false;
  }

  // Smaller numbers first.
  template <class Use>
  void for_each(const Use& use) const {
    for (std::size_t i = first_; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        use(to_id<Id>(i * word_bits + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }

  bool operator==(const IdSet& other) const { return words_ == other.words_; }
  std::size_t hash() const { return hash_bytes(std::as_bytes(std::span(words_))); }

 private:
  static constexpr std::size_t word_bits = 64;

  static std::uint64_t bit_of(Id id) { return std::uint64_t{1} << to_index(id) % word_bits; }
  // The words in which both may have something.
  std::pair<std::size_t, std::size_t> common_words(const IdSet& other) const {
    return {std::max(first_, other.first_), std::min(words_.size(), other.words_.size())};
  }

  std::vector<std::uint64_t> words_;  // the last one is not zero
  std::size_t first_ = 0;             // word that is not zero
};

}  // namespace clew

template <class Id>
struct std::hash<clew::IdSet<Id>> {
  std::size_t operator()(const clew::IdSet<Id>& set) const { return set.hash(); }
};
