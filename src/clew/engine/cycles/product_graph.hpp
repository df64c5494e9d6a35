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

#include <vector>

#include "clew/walk/system_graph.hpp"

namespace clew {

class ProductGraph : public SystemGraph {
 public:
  // As SystemGraph.
  ProductGraph(const SearchSetting& setting, NumberStore& store,
               std::optional<PackedWords> first = std::nullopt,
               std::uint64_t states_max = ~std::uint64_t{0});

  std::uint64_t marks(NodeId node) const;
  static constexpr std::uint64_t all_marks() { return 1; }

 private:
  PackedSlot location_;             // of the claim
  std::vector<bool> is_accepting_;  // by location of the claim
};

static_assert(NumberedGraph<ProductGraph>);

}  // namespace clew
