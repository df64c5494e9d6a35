// The record of the source of every successor in a batch: it tells the store what has not changed.
#pragma once

#include <cstdint>
#include <vector>

#include "clew/store/successor_buffer.hpp"
#include "clew/walk/packing.hpp"

namespace clew {

class SuccessorSources {
 public:
  // REQUIRES: outlives this.
  explicit SuccessorSources(const StatePacking& walked) : walked_(walked) {}

  void clear() {
    records_.clear();
    lengths_.clear();
  }
  // All successors from the last one known to number `count` follow the state of this record.
  // REQUIRES: the record stays where it is as long as the batch is used.
  void add(const std::uint64_t* record, std::size_t count) {
    records_.resize(count, record);
    if (walked_.stride() == 0) {
      lengths_.resize(count, static_cast<std::uint32_t>(walked_.codec().word_count(record)));
    }
  }

  // All successors, with their sources if there are any.
  // REQUIRES: every successor has been added, or none.
  StateBatch batch(const SuccessorBuffer& successors) const {
    StateBatch batch = successors.batch(records_.empty() ? nullptr : records_.data());
    if (!lengths_.empty()) batch.source_lengths = lengths_.data();
    return batch;
  }

 private:
  const StatePacking& walked_;
  std::vector<const std::uint64_t*> records_;
  std::vector<std::uint32_t> lengths_;  // words of the sources, if states differ in length
};

}  // namespace clew
