// What a search has counted, and what it took.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/native/native_statistics.hpp"
#include "clew/walk/search_options.hpp"

namespace clew {

// Numbers that may need more than 64 bits, in decimal.
struct ExactCounts {
  std::string states;
  std::string transitions;  // empty: nobody asked, and counting would have taken long
  std::string deadlocks;
  std::string errors;  // the same
};

// Of an engine that works on decision diagrams.
struct DiagramStatistics {
  std::uint64_t bits = 0;        // of a state
  std::uint64_t relations = 0;   // that the moves are made of
  std::uint64_t nodes = 0;       // of the set of all states that were reached
  std::uint64_t nodes_peak = 0;  // of everything at once, garbage counted
};

struct Statistics {
  std::uint64_t states = 0;  // the greatest number if there are more: see `exact`
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t errors = 0;
  std::vector<std::uint64_t> level_sizes;  // breadth-first only
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  double bytes_per_state = 0;         // with its share of the store's tables
  double packed_bytes_per_state = 0;  // the bytes of the state alone
  std::uint64_t threads = 1;
  std::optional<NativeStatistics> native;  // none: the judge was asked about every state
  std::string interpreted_because;         // why, if nobody wanted that
  std::string store;
  Reduction reduction = Reduction::None;
  std::uint64_t left_out = 0;  // moves that the reduction did without
  // From this level on all moves were followed: leaving some out saved too little.
  std::optional<std::uint64_t> reduced_until;
  std::string unreduced_because;     // why there was no reduction, where there would have been one
  std::optional<ExactCounts> exact;  // if the engine can count further than the numbers above
  std::optional<DiagramStatistics> diagrams;
};

}  // namespace clew
