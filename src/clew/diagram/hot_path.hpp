// The steps that every operation on diagrams takes millions of times, for the compiler to inline.
// A part of diagrams.hpp.
#pragma once

#include "clew/diagram/diagrams.hpp"

namespace clew {

inline constexpr std::uint32_t steps_between_questions = 100'000;

inline std::uint64_t hash_of_node(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
  std::uint64_t hash = (static_cast<std::uint64_t>(low) << 32 | high) * 0x9e3779b97f4a7c15ULL;
  hash ^= hash >> 29;
  hash += static_cast<std::uint64_t>(level) * 0xd6e8feb86659fd93ULL;
  hash *= 0xbf58476d1ce4e5b9ULL;
  return hash ^ hash >> 32;
}

inline Diagrams::Edge Diagrams::make(std::uint32_t level, Edge low, Edge high) {
  if (low == high) return low;
  const Edge negated = high & 1;
  return insert(level, low ^ negated, high ^ negated) ^ negated;
}

inline Diagrams::Edge Diagrams::insert(std::uint32_t level, Edge low, Edge high) {
  const std::uint64_t hash = hash_of_node(level, low, high);
  for (std::uint32_t i = heads_[hash & head_mask_]; i != no_node; i = nodes_[i].next) {
    const Node& node = nodes_[i];
    if (node.low == low && node.high == high && node.level == level) return i * 2;
  }
  const std::uint32_t place = take_free_node(low, high);
  std::uint32_t& head = heads_[hash & head_mask_];  // taking a node may have moved it
  nodes_[place] = {level, low, high, head};
  head = place;
  return place * 2;
}

inline std::uint32_t Diagrams::take_free_node(Edge low, Edge high) {
  if (first_free_ == no_node) make_room(low, high);
  const std::uint32_t place = first_free_;
  first_free_ = nodes_[place].next;
  ++nodes_in_use_;
  return place;
}

inline std::size_t Diagrams::place_of(std::uint64_t key, std::uint32_t c) const {
  std::uint64_t hash = (key ^ static_cast<std::uint64_t>(c) << 24) * 0x9e3779b97f4a7c15ULL;
  hash = (hash ^ hash >> 32 ^ c) * 0xbf58476d1ce4e5b9ULL;
  return static_cast<std::size_t>((hash ^ hash >> 32) & cache_mask_);
}

inline bool Diagrams::lookup(Operation operation, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                             Edge& result) const {
  const std::uint64_t key = key_of(operation, a, b);
  const Entry& entry = cache_[place_of(key, c)];
  if (entry.key != key || entry.c != c) return false;
  result = entry.result;
  return true;
}

inline Diagrams::Edge Diagrams::remember(Operation operation, std::uint32_t a, std::uint32_t b,
                                         std::uint32_t c, Edge result) {
  const std::uint64_t key = key_of(operation, a, b);
  cache_[place_of(key, c)] = {key, c, result};
  return result;
}

inline void Diagrams::count_step() {
  if (--steps_left_ == 0) ask_for_more_steps();
}

// Runs an operation; if it is abandoned the answer is false.
template <class Run>
Bdd Diagrams::guarded(Run run) {
  if (abandoned_) return constant(false);
  try {
    return {this, run()};
  } catch (const Abandoned&) {
    return constant(false);
  }
}

}  // namespace clew
