// How a state of several words is folded into one key.
//
// Each word has a number, its id.  Some ids are put together in pairs, which have ids again, and so
// on; what is left are the fields of the key.  The best plan depends on the model:
//
//   few values each      w0 w1 w2              -> key: three ids side by side, no pairs at all
//   w1 w2 w3 go together w0 ((w1 w2) w3)       -> key: two ids; the pairs have few different values
//
// A pair costs memory for every different value of it, a field costs bits in every state.
//
//   TreePlan plan = TreePlan::balanced(5, 2);    // fields ((0 1) 2) and (3 4)
//   plan = plan_from_sample(sample, states);     // better, once some states are known
//
// Words are the nodes 0 .. word_count - 1, pairs follow; a pair comes behind both of its parts.
#pragma once

#include <cstdint>
#include <vector>

namespace clew {

struct TreePlan {
  struct Pair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    bool operator==(const Pair&) const = default;
  };
  static constexpr std::size_t fields_max = 8;

  // Neighbours go together until there are at most `fields` fields.
  static TreePlan balanced(std::uint32_t word_count, std::uint32_t fields);

  std::uint32_t node_count() const { return word_count + static_cast<std::uint32_t>(pairs.size()); }
  bool operator==(const TreePlan&) const = default;

  std::uint32_t word_count = 0;
  std::vector<Pair> pairs;  // node word_count + i
  std::vector<std::uint32_t> fields;
};

// Ids of the words of some states, state by state, and how many ids each word has in all.
struct TreeSample {
  std::uint32_t word_count = 0;
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> id_counts;

  std::size_t size() const { return word_count == 0 ? 0 : ids.size() / word_count; }
};

// The plan that is likely to take least memory for a store that has `states` states now.  Its fields
// are so few, and so short, that they fit into a key of 64 bits, if that is possible at all.
// REQUIRES: the sample is not empty, and was drawn evenly from those states.
TreePlan plan_from_sample(const TreeSample& sample, std::uint64_t states);

}  // namespace clew
