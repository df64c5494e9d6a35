#pragma once

// Accepting cycles of weak graphs: those in which every cycle consists of accepting nodes only, or
// has none. Many formulas have such automata, and then one depth-first pass is enough: each cycle
// closes with a transition to a node of the open path, and that node tells which kind it is.
//
//   if (automaton.is_weak()) return find_cycle_of_marked(graph);
//
// I. Černá, R. Pelánek, "Relating hierarchy of temporal properties to model checking" (2003).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clew/space/cycle_search.hpp"

namespace clew {

template <NumberedGraph Graph>
class WeakCycleSearch {
 public:
  WeakCycleSearch(Graph& graph, CycleOptions options) : reader_(graph, 0, options) {}

  CycleSearch run() {
    std::vector<NodeId> initial;
    if (reader_.initial(initial)) {
      make_room();
      for (const NodeId node : initial) {
        if (stages_[number(node)] == Stage::Unmet && !search_from(node)) break;
      }
    } else {
      end_.stop();
    }
    return end_.result(reader_.counters());
  }

 private:
  enum class Stage : std::uint8_t { Unmet, OnPath, Left };
  struct Frame {
    NodeId node;
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };

  // Here and below, false says that the search is over; end_ tells why.
  bool search_from(NodeId start) {
    if (!enter(start)) return false;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == pending_.size()) {
        stages_[number(top.node)] = Stage::Left;
        pending_.resize(top.first);
        frames_.pop_back();
        continue;
      }
      const NodeId target = pending_[top.next++];
      const Stage stage = stages_[number(target)];
      if (stage == Stage::Unmet && !enter(target)) return false;
      if (stage == Stage::OnPath && reader_.accepting(target)) return end_.found(target);
    }
    return true;
  }

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    reader_.count_entered();
    if (!reader_.successors(node, pending_)) return end_.stop();
    make_room();
    stages_[number(node)] = Stage::OnPath;
    frames_.push_back({node, first, first});
    return true;
  }

  void make_room() {
    if (stages_.size() < reader_.node_count()) stages_.resize(reader_.node_count());
  }

  GraphReader<Graph> reader_;
  CycleEnd end_;
  std::vector<Stage> stages_;    // by node
  std::vector<NodeId> pending_;  // successors of the open nodes, one node after the other
  std::vector<Frame> frames_;
};

// A cycle that is found is accepting in any graph. That there is none follows only if the graph is
// weak, which the caller has to know.
template <NumberedGraph Graph>
CycleSearch find_cycle_of_marked(Graph& graph, CycleOptions options = {}) {
  return WeakCycleSearch<Graph>(graph, options).run();
}

}  // namespace clew
