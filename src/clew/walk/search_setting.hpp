// What searches over packed states work with, and what they count.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "clew/walk/crew.hpp"
#include "clew/walk/expander.hpp"
#include "clew/walk/limit_watch.hpp"
#include "clew/walk/packing.hpp"

namespace clew {

// States from the initial one on.
using PackedPath = std::vector<PackedWords>;

// What searches over words work with.  All of it outlives the search.
struct SearchSetting {
  const StatePacking& walked;
  const EngineTask& task;
  LimitWatch& limits;
  Crew& crew;
  std::function<std::unique_ptr<Expander>(unsigned worker)> make_expander;
  // For whoever goes back to where the search has been: all moves, also where some were left out.
  // Empty: the same as above.
  std::function<std::unique_ptr<Expander>(unsigned worker)> make_whole_expander = {};
};

struct SearchCounts {
  std::uint64_t expanded = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t errors = 0;
  std::uint64_t left_out = 0;  // moves that a reduction did without
  std::uint64_t bits = 0;      // of the states expanded, where these differ in length
  TriedMoves tried;

  void add(const WordCodec& codec, const std::uint64_t* source, const Expanded& one) {
    ++expanded;
    if (!codec.is_fixed()) bits += codec.state_bits(source);
    transitions += one.moves;
    deadlocks += one.deadlock ? 1 : 0;
    errors += one.errors;
    left_out += one.left_out;
    tried.add(one.tried);
  }
  void add(const SearchCounts& other) {
    expanded += other.expanded;
    transitions += other.transitions;
    deadlocks += other.deadlocks;
    errors += other.errors;
    left_out += other.left_out;
    bits += other.bits;
    tried.add(other.tried);
  }

  // Of the states, on average over those that were expanded.
  double packed_bytes_per_state(const WordCodec& codec) const {
    if (codec.is_fixed()) return static_cast<double>((codec.state_bits() + 7) / 8);
    return expanded == 0 ? 0 : static_cast<double>(bits) / 8 / static_cast<double>(expanded);
  }
};

}  // namespace clew
