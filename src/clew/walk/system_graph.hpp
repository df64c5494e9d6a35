// The states of a model as a graph of numbered nodes: what searches walk that remember something about
// each state.
//
//   NumberStore store({.word_count = walked.stride(), .workers = crew.size()});
//   SystemGraph graph(setting, store);
//   stored.read(graph, ...);
//
// A state in which nothing can move, or every move fails, has no successors.
//
// Threads: every worker has its own number; node_count is for all.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "clew/space/growing_array.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/store/number_store.hpp"
#include "clew/walk/search_setting.hpp"
#include "clew/walk/successor_sources.hpp"

namespace clew {

class SystemGraph {
 public:
  // Runs begin in `first`, or (none) in every initial state; the search has to stop when it needs more
  // than `states_max` states.
  // REQUIRES: the setting and the store outlive this.
  SystemGraph(const SearchSetting& setting, NumberStore& store,
              std::optional<PackedWords> first = std::nullopt,
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
  static constexpr std::uint64_t marks(NodeId) { return 0; }
  static constexpr std::uint64_t all_marks() { return 0; }
  std::uint32_t node_count() const { return store_.size(); }

  // Movers have no bits for more than 63 processes; this is why the search had to stop.
  bool has_too_many_processes() const { return has_too_many_processes_.load(); }

  // What the properties of the task that are about states say of this one; false: nothing.
  bool look(unsigned worker, NodeId node, Looked& found);
  // False: a limit was reached, and nothing goes on.
  bool may_go_on(unsigned worker);

  // From now on nodes from this number on are no successors of anybody.
  // REQUIRES: the task asks for no fairness.
  void keep_to(std::uint32_t nodes_end) { nodes_end_ = nodes_end; }

  // The words of a node's state.
  PackedWords packed_state(unsigned worker, NodeId node);
  // Of all nodes that were expanded, each counted once.
  SearchCounts counts() const;
  // What failed of the claim in the nodes that were expanded; of several texts the first in the order of
  // the alphabet.
  std::string claim_failure() const;
  void mark_taken(std::vector<bool>& action_taken) const;

 protected:
  const NumberStore& store() const { return store_; }

 private:
  struct alignas(128) Worker {
    Worker(const SearchSetting& setting, unsigned worker);

    std::unique_ptr<Expander> expander;
    SuccessorBuffer successors;
    SuccessorSources sources;
    PackedWords record;
    NodeId record_node = no_node;  // whose record it is
    std::vector<PackedWords> records;    // of nodes that are expanded together
    std::vector<std::uint32_t> numbers;
    SearchCounts counts;
    std::string claim_failure;
    std::uint64_t calls = 0;
    // What the heartbeat may read at any time.
    std::atomic<std::uint64_t> transitions{0};
  };

  static constexpr std::uint64_t calls_per_question = 64;
  void read_record(unsigned worker, NodeId node);
  bool expand(unsigned worker, NodeId node, const PackedWords& record);
  bool is_first_time(std::uint32_t node);
  void note_claim_failures(Worker& mine, const PackedWords& record) const;
  static void drop_stuttering(Worker& mine);
  bool number_successors(unsigned worker, std::vector<NodeId>& out);
  Heartbeat heartbeat() const;

  SearchSetting setting_;
  NumberStore& store_;
  std::optional<PackedWords> first_;
  std::uint64_t states_max_;
  std::uint32_t nodes_end_ = ~std::uint32_t{0};
  const bool claim_can_fail_;
  std::vector<std::unique_ptr<Worker>> workers_;
  GrowingArray<std::atomic<bool>> is_expanded_;  // by node
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> has_too_many_processes_{false};
};

static_assert(NumberedGraph<SystemGraph>);

}  // namespace clew
