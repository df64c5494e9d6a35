// A set of values, as ranges with gaps between them: what a variable can hold, without a run.
//
//   ValueSet values(Range{0, 3});
//   values.add(Range{255, 255});     // 0..3 255: five values, in a range of 256
//
// A set of very many ranges is made coarser: it then holds values that nobody added.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clew/model/types.hpp"

namespace clew {

// Invariants: the ranges are in order, and between two of them at least one value is missing.
class ValueSet {
 public:
  ValueSet() = default;  // nothing
  explicit ValueSet(Range range) : ranges_{range} {}
  explicit ValueSet(Value value) : ranges_{{value, value}} {}

  bool empty() const { return ranges_.empty(); }
  std::uint64_t size() const;
  bool contains(Value value) const;
  bool contains(const ValueSet& other) const;
  // The smallest range that holds them all.  REQUIRES: !empty()
  Range hull() const { return {ranges_.front().low, ranges_.back().high}; }
  std::span<const Range> ranges() const { return ranges_; }

  // True if the set has grown.
  bool add(Range range);
  bool add(const ValueSet& other);
  // Keeps what lies within.
  void keep(Range range);
  void keep(const ValueSet& other);
  void remove(Value value);

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Range range : ranges_) {
      for (std::int64_t value = range.low; value <= range.high; ++value) {
        visit(static_cast<Value>(value));
      }
    }
  }

  friend bool operator==(const ValueSet&, const ValueSet&) = default;

 private:
  void fill_smallest_gap();

  std::vector<Range> ranges_;
};

}  // namespace clew
