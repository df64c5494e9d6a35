#pragma once

// FrontierSweep expands a frontier, then what that put into the next one, until there is none: the
// loop of the breadth-first searches for cycles. All they know of a node lies in arrays by number,
// and all that happens along a transition happens in one place, so that a sweep can be distributed:
// give each rank its nodes, and send the targets to their owners.
//
//   sweep.put(start);
//   sweep.run([&](NodeId source, std::span<const NodeId> targets) {
//     for (const NodeId target : targets) { if (is_new(target)) sweep.put(target); }
//     return true;  // false ends the sweep
//   });

#include <span>
#include <vector>

#include "clew/space/cycle_search.hpp"

namespace clew {

enum class SweepEnd : std::uint8_t { Done, Ended, Stopped };

template <NumberedGraph Graph>
class FrontierSweep {
 public:
  explicit FrontierSweep(GraphReader<Graph>& reader) : reader_(reader) {}

  // Into the next frontier. Whoever does not want a node there twice has to know that it is there.
  void put(NodeId node) { next_.push_back(node); }

  // ENSURES: the frontier is empty after Done. Ended: `expand` said so. Stopped: the graph did.
  template <class Expand>
  SweepEnd run(Expand&& expand) {
    while (!next_.empty()) {
      frontier_.swap(next_);
      next_.clear();
      for (const NodeId source : frontier_) {
        targets_.clear();
        if (!reader_.successors(source, targets_)) return SweepEnd::Stopped;
        if (!expand(source, std::span<const NodeId>(targets_))) return SweepEnd::Ended;
      }
    }
    return SweepEnd::Done;
  }

 private:
  GraphReader<Graph>& reader_;
  std::vector<NodeId> frontier_;
  std::vector<NodeId> next_;
  std::vector<NodeId> targets_;
};

}  // namespace clew
