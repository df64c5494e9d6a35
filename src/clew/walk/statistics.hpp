// What a search has counted, and what it took.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
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

// A figure that only one engine has.  Reports, JSON and the bytes of workers print it without knowing what it
// is: a new one costs no line there.
struct Fact {
  // Nothing: it is not known, and null in JSON.
  using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;
  std::string key;
  Value value;
  std::string label;  // for people, where figures stand one below the other; empty: in JSON alone

  bool operator==(const Fact&) const = default;
};
struct FactGroup {
  std::string name;      // an object of that name in JSON
  std::string sentence;  // the same in one line, behind the name and a colon
  std::vector<Fact> facts;

  bool operator==(const FactGroup&) const = default;
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
  std::vector<FactGroup> facts;
  // What is told of the store and of machine code means nothing: states are not kept one by one.
  bool has_no_single_states = false;
};

}  // namespace clew
