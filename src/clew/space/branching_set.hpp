#pragma once

// A set of nodes of a graph, a bit each.
//
//   NodeSet red(graph.node_count());
//   red.insert(NodeId{3});
//   (red & !blue).count()
//
// Threads: as a std::vector.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clew/space/numbered_graph.hpp"

namespace clew {

class NodeSet {
 public:
  NodeSet() = default;
  // Of a graph with so many nodes: all of them, or none.
  explicit NodeSet(std::uint32_t node_count, bool is_full = false)
      : words_((std::size_t{node_count} + 63) / 64, is_full ? ~std::uint64_t{0} : 0),
        node_count_(node_count) {
    cut();
  }

  // How many nodes the graph has; count() says how many are in the set.
  std::uint32_t node_count() const { return node_count_; }

  // REQUIRES: the node is one of the graph.
  bool contains(NodeId node) const { return (word_of(node) >> number(node) % 64 & 1) != 0; }
  void insert(NodeId node) { words_[number(node) / 64] |= bit_of(node); }
  void erase(NodeId node) { words_[number(node) / 64] &= ~bit_of(node); }

  // The graph has more nodes now, or fewer. New ones are not in the set.
  void resize(std::uint32_t node_count) {
    words_.resize((std::size_t{node_count} + 63) / 64, 0);
    node_count_ = node_count;
    cut();
  }

  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
  }
  bool empty() const { return count() == 0; }

  // Calls visit(node) for every node of the set, in order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(NodeId{static_cast<std::uint32_t>(i * 64) +
                     static_cast<std::uint32_t>(std::countr_zero(rest))});
      }
    }
  }

  // REQUIRES: both are sets of the same graph.
  NodeSet& operator|=(const NodeSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  NodeSet& operator&=(const NodeSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  NodeSet operator!() const {
    NodeSet others = *this;
    for (std::uint64_t& word : others.words_) word = ~word;
    others.cut();
    return others;
  }
  friend NodeSet operator|(NodeSet left, const NodeSet& right) { return left |= right; }
  friend NodeSet operator&(NodeSet left, const NodeSet& right) { return left &= right; }

  bool operator==(const NodeSet&) const = default;

 private:
  static std::uint64_t bit_of(NodeId node) { return std::uint64_t{1} << number(node) % 64; }
  std::uint64_t word_of(NodeId node) const { return words_[number(node) / 64]; }
  // Bits beyond the last node are never set, so that counting and comparing need not look.
  void cut() {
    if (node_count_ % 64 != 0) words_.back() &= (std::uint64_t{1} << node_count_ % 64) - 1;
  }

  std::vector<std::uint64_t> words_;
  std::uint32_t node_count_ = 0;
};

}  // namespace clew
