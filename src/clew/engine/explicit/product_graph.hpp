// The product of a model and the claim that watches it, as a graph of numbered nodes: what the searches
// for accepting cycles walk.
//
//   NumberStore store({.word_count = walked.stride(), .workers = crew.size()});
//   ProductGraph graph(setting, store);
//   find_cycle_by_components(graph, ...);
//
// A system that cannot move stutters: the claim goes on alone, so every run the claim follows is
// infinite.  Without a claim every node is marked, and a node of a system that cannot move has no
// successors.
//
// Threads: every worker has its own number; marks and node_count are for all.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "clew/engine/explicit/level_search.hpp"
#include "clew/space/growing_array.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/store/number_store.hpp"

namespace clew {

class ProductGraph {
 public:
  // Runs begin in `first`; the search has to stop when it needs more than `states_max` states.
  // REQUIRES: the setting and the store outlive this.
  ProductGraph(const SearchSetting& setting, NumberStore& store, Words first,
               std::uint64_t states_max = ~std::uint64_t{0});

  bool initial(unsigned worker, std::vector<NodeId>& out);
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out);
  // The successors of one node after the other; those of nodes[i] end in front of out[ends[i]].
  bool successors_of_all(unsigned worker, std::span<const NodeId> nodes, std::vector<NodeId>& out,
                         std::vector<std::size_t>& ends);
  // The same with those who make each move, a bit each (space/fair_graph.hpp).
  // REQUIRES: the task asks for fairness.
  bool successors_with_movers(unsigned worker, NodeId node, std::vector<NodeId>& out,
                              std::vector<std::uint64_t>& movers);
  std::uint64_t marks(NodeId node) const;
  static constexpr std::uint64_t all_marks() { return 1; }
  std::uint32_t node_count() const { return store_.size(); }

  // Movers have no bits for more than 63 processes; this is why the search had to stop.
  bool has_too_many_processes() const { return has_too_many_processes_.load(); }

  // The words of a node's state.
  Words words_of(unsigned worker, NodeId node);
  // Of all nodes that were expanded, each counted once.
  SearchCounts counts() const;
  void mark_taken(std::vector<bool>& action_taken) const;

 private:
  struct alignas(128) Worker {
    Worker(const SearchSetting& setting, unsigned worker);

    std::unique_ptr<Expander> expander;
    SuccessorBuffer successors;
    Sources sources;
    std::vector<Words> records;  // of the nodes that are expanded together
    std::vector<std::uint32_t> numbers;
    SearchCounts counts;
    std::uint64_t calls = 0;
    // What the heartbeat may read at any time.
    std::atomic<std::uint64_t> transitions{0};
  };

  static constexpr std::uint64_t calls_per_question = 64;
  bool may_go_on(unsigned worker);
  bool expand(unsigned worker, NodeId node, Words& record);
  static void drop_stuttering(Worker& mine);
  bool number_successors(unsigned worker, std::vector<NodeId>& out);
  Heartbeat heartbeat() const;

  SearchSetting setting_;
  NumberStore& store_;
  Words first_;
  std::uint64_t states_max_;
  PackedSlot location_;             // of the claim
  std::vector<bool> is_accepting_;  // by location of the claim
  std::vector<std::unique_ptr<Worker>> workers_;
  GrowingArray<std::atomic<bool>> is_expanded_;  // by node
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> has_too_many_processes_{false};
};

static_assert(NumberedGraph<ProductGraph>);

}  // namespace clew
