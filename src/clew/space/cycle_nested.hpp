#pragma once

// Accepting cycles by nested depth-first search with colours, for graphs with at most one mark.
//
//   const CycleSearch search = find_cycle_nested(graph);
//   if (search.end == SearchEnd::Goal) short_lasso(graph, *search.on_cycle);
//
// The improved form of A. Gaiser, S. Schwoon, "Comparison of algorithms for checking emptiness on
// Büchi automata" (2009), after S. Schwoon, J. Esparza, "A note on on-the-fly verification
// algorithms" (2005). A node goes through colours:
//
//   white  not met              blue  left by the outer search; may still lead to a cycle
//   cyan   on the open path     red   left, and no accepting cycle can be reached over it
//
// The outer (blue) search looks at once whether a transition to a cyan node closes an accepting
// cycle. When it leaves an accepting node, the inner (red) search goes from there over blue nodes
// and looks for a cyan one. A node whose successors are all red is red itself, so that the inner
// search walks only where the answer is open: on graphs without cycles never.
//
// Deviation: no recursion. The successors of all open nodes lie on one stack; those of a node are
// computed once for the blue search, serve the red search that starts there, and are computed a
// second time only if another red search comes by.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clew/space/cycle_search.hpp"

namespace clew {

template <NumberedGraph Graph>
class NestedCycleSearch {
 public:
  NestedCycleSearch(Graph& graph, CycleOptions options) : reader_(graph, 0, options) {}

  CycleSearch run() {
    std::vector<NodeId> initial;
    if (reader_.initial(initial)) {
      make_room();
      for (const NodeId node : initial) {
        if (colour(node) == Colour::White && !search_blue(node)) break;
      }
    } else {
      end_.stop();
    }
    return end_.result(reader_.counters());
  }

 private:
  enum class Colour : std::uint8_t { White, Cyan, Blue, Red };
  struct Frame {
    NodeId node;
    bool accepting;
    bool all_red;       // so far
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };
  struct RedFrame {
    std::size_t first;
    std::size_t next;
  };

  // Here and below, false says that the search is over; end_ tells why.
  bool search_blue(NodeId start) {
    if (!enter(start)) return false;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == pending_.size()) {
        if (!leave()) return false;
        continue;
      }
      const NodeId target = pending_[top.next];
      switch (colour(target)) {
        case Colour::White:  // comes up here again when it is left, with its final colour
          if (!enter(target)) return false;
          continue;
        case Colour::Cyan:
          if (top.accepting || reader_.accepting(target)) return end_.found(target);
          top.all_red = false;
          break;
        case Colour::Blue: top.all_red = false; break;
        case Colour::Red: break;
      }
      ++top.next;
    }
    return true;
  }

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    reader_.count_entered();
    if (!reader_.successors(node, pending_)) return end_.stop();
    make_room();
    colour(node) = Colour::Cyan;
    frames_.push_back({node, reader_.accepting(node), true, first, first});
    return true;
  }

  bool leave() {
    const Frame top = frames_.back();
    if (top.all_red) {
      colour(top.node) = Colour::Red;
    } else if (top.accepting) {
      if (!search_red(top.first)) return false;
      colour(top.node) = Colour::Red;
    } else {
      colour(top.node) = Colour::Blue;
    }
    frames_.pop_back();
    pending_.resize(top.first);
    return true;
  }

  // From an accepting node, whose successors are on top of the stack, and which is still cyan. All
  // that can be reached from it was met before, so nothing here is white.
  bool search_red(std::size_t first_of_seed) {
    red_frames_.push_back({first_of_seed, first_of_seed});
    while (!red_frames_.empty()) {
      RedFrame& top = red_frames_.back();
      if (top.next == pending_.size()) {
        pending_.resize(top.first);
        red_frames_.pop_back();
        continue;
      }
      const NodeId target = pending_[top.next++];
      if (colour(target) == Colour::Cyan) return end_.found(target);
      if (colour(target) == Colour::Red) continue;
      colour(target) = Colour::Red;
      const std::size_t first = pending_.size();
      if (!reader_.successors(target, pending_)) return end_.stop();
      make_room();
      red_frames_.push_back({first, first});
    }
    return true;
  }

  Colour& colour(NodeId node) { return colours_[number(node)]; }
  void make_room() {
    if (colours_.size() < reader_.node_count()) {
      colours_.resize(reader_.node_count(), Colour::White);
    }
  }

  GraphReader<Graph> reader_;
  CycleEnd end_;
  std::vector<Colour> colours_;  // by node
  std::vector<NodeId> pending_;  // successors of the open nodes, one node after the other
  std::vector<Frame> frames_;
  std::vector<RedFrame> red_frames_;
};

// REQUIRES: the graph has at most one mark, else throws ContractError.
template <NumberedGraph Graph>
CycleSearch find_cycle_nested(Graph& graph, CycleOptions options = {}) {
  require_one_mark("find_cycle_nested", graph.all_marks());
  return NestedCycleSearch<Graph>(graph, options).run();
}

}  // namespace clew
