#pragma once

// What all searches for accepting cycles have in common: how they are asked, and what they answer.
//
//   find_cycle_nested      depth-first, one mark                  cycle_nested.hpp
//   find_cycle_components  depth-first, any marks                 cycle_components.hpp
//   find_cycle_parallel    depth-first on many workers, one mark  cycle_parallel.hpp
//   find_cycle_owcty       breadth-first, one mark                cycle_owcty.hpp
//   find_cycle_map         breadth-first, one mark                cycle_map.hpp
//   find_cycle_of_marked   depth-first, weak automata             cycle_weak.hpp
//   find_cycle_by_trimming many workers, weak automata            cycle_trim.hpp

#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/base/contract.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/space/search_result.hpp"

namespace clew {

struct CycleOptions {
  // Somebody else may set it at any time; the search then ends as Stopped. Null: nobody does.
  const std::atomic<bool>* stop = nullptr;

  bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

struct CycleCounters {
  std::uint64_t entered = 0;          // nodes taken up for the first time, by each worker
  std::uint64_t successor_calls = 0;  // what the graph was asked

  bool operator==(const CycleCounters&) const = default;
};

struct CycleSearch {
  SearchEnd end = SearchEnd::Exhausted;  // Exhausted: there is no accepting cycle
  // With the end Goal: a node of a strongly connected component that has a cycle and all marks. It
  // need not have a mark itself. Graph::node_count() nodes are enough to close the cycle.
  std::optional<NodeId> on_cycle;
  CycleCounters counters;

  bool operator==(const CycleSearch&) const = default;
};

// How a search that runs will end. Both functions that decide it return false, which is what the
// parts of a search return when it is over.
class CycleEnd {
 public:
  bool found(NodeId on_cycle) {
    end_ = SearchEnd::Goal;
    on_cycle_ = on_cycle;
    return false;
  }
  bool stop() {
    end_ = SearchEnd::Stopped;
    return false;
  }

  bool is_open() const { return end_ == SearchEnd::Exhausted; }
  bool is_found() const { return end_ == SearchEnd::Goal; }

  CycleSearch result(const CycleCounters& counters) const {
    CycleSearch search{end_, std::nullopt, counters};
    if (is_found()) search.on_cycle = on_cycle_;
    return search;
  }

 private:
  SearchEnd end_ = SearchEnd::Exhausted;
  NodeId on_cycle_ = no_node;
};

// The graph as one worker of a search sees it: asks it, counts, and listens for the stop.
template <NumberedGraph Graph>
class GraphReader {
 public:
  GraphReader(Graph& graph, unsigned worker, CycleOptions options)
      : graph_(graph), worker_(worker), options_(options) {}

  bool initial(std::vector<NodeId>& out) { return graph_.initial(worker_, out); }

  bool successors(NodeId node, std::vector<NodeId>& out) {
    if (options_.is_stopped()) return false;
    ++counters_.successor_calls;
    return graph_.successors(worker_, node, out);
  }

  std::uint64_t marks(NodeId node) { return graph_.marks(node); }
  std::uint64_t all_marks() { return graph_.all_marks(); }
  bool accepting(NodeId node) { return is_accepting(graph_, node); }
  std::size_t node_count() { return graph_.node_count(); }

  void count_entered() { ++counters_.entered; }
  const CycleCounters& counters() const { return counters_; }

 private:
  Graph& graph_;
  unsigned worker_;
  CycleOptions options_;
  CycleCounters counters_;
};

// The searches that look for nodes which are accepting alone cannot put several marks together.
inline void require_one_mark(const char* function, std::uint64_t all_marks) {
  if (std::popcount(all_marks) <= 1) return;
  throw ContractError(std::string(function) + ": the graph has " +
                      std::to_string(std::popcount(all_marks)) +
                      " marks, this search can do with one at most");
}

}  // namespace clew
